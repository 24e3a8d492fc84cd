"""Positions as people see them: boards, layouts, tracks, cards and answers as lines of styled words."""
