"""Handelen."""
