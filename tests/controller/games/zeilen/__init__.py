"""Zeilen."""
