"""Trente et quarante."""
