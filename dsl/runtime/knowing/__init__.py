"""What somebody may be told: the machine's functions worked out from what a viewer knows, and from nothing else."""
