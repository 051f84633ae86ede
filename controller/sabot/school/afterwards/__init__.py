"""Deals that are over, looked at with all hands open."""
