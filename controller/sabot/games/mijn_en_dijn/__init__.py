"""Mijn en dijn, as *Hazardspelen* describes it."""
