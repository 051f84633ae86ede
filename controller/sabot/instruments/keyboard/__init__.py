"""Readers that type."""
