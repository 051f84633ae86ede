"""Baccarat banque."""
