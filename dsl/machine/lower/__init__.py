"""Lowering: a checked program becomes a machine."""
