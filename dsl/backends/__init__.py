"""Whatever runs a machine: the reference interpreter and the code generators."""
