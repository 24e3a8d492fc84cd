"""The reference backend: walks the machine and checks everything. In case of doubt it is right."""
