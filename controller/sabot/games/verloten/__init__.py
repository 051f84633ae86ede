"""Verloten, as *Hazardspelen* describes it."""
