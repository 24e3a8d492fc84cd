"""Passes over the machine that keep its meaning."""
