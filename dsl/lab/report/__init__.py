"""The report: one page that needs no network, and its tables."""
