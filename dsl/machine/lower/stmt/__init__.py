"""Statements of the rules as statements of the machine, sort by sort."""
