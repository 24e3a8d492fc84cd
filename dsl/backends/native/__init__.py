"""The native backend: a machine as C, compiled by whatever C compiler is there, and run in this process.

The C text holds no word of a rules file and asks for no memory; what it is handed is checked first, so a position that
no machine can have is refused rather than run.
"""
