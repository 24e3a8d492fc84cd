"""What can be told of a machine without running it."""
