"""What a viewer may know of a position: views, the log, observations, and other deals that look the same."""
