"""Tree to checked program: modules linked, names and types resolved, bounds proved."""
