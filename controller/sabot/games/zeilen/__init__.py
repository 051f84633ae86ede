"""Zeilen, as *Hazardspelen* describes it."""
