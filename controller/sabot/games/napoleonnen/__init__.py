"""Napoleonnen, as *Hazardspelen* describes it."""
