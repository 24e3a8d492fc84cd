"""Expressions, sort by sort, and the constructs whose declarations are asked about in expressions."""
