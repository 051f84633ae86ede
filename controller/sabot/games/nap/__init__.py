"""Nap, as *Round Games with Cards* describes it."""
