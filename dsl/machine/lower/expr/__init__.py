"""Expressions of the rules as expressions of the machine, sort by sort."""
