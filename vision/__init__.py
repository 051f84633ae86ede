"""Frames to cards found, cards read, and observations of them."""
