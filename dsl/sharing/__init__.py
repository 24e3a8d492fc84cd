"""Rules that people share: what rules mean apart from how they are written, what changed between two versions of them,
and packages made, installed and looked after.
"""
