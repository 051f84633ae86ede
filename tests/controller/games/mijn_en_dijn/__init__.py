"""Mijn en dijn."""
