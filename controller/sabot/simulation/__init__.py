"""A table without instruments."""
