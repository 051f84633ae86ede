"""Banken met variaties, tested."""
