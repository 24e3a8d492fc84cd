"""The command line and the tools behind its commands."""
