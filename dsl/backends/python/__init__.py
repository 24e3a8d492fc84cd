"""The Python backend: one generated Python function per procedure."""
