"""Games in files: records that replay, and saves that are refused or right."""
