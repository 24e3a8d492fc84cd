"""What is only seen from above: circles, conflicts, citations, and what is probably not meant."""
