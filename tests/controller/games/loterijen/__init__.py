"""Loterijen."""
