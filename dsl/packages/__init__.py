"""Packages: folders of rules with a manifest, packed into one file, found in an index, installed, locked.

manifest   rulewright.toml -> what a package is
archive    a folder <-> one file
index      a folder or a web address that lists packages
shelf      where packages are installed, and the lock
solving    which versions go together
"""
