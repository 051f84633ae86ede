"""Écarté with its gallery, as *Hazardspelen* describes it."""
