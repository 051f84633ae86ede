"""Mieën."""
