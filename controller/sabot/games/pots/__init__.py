"""Pots: stakes in common, side pots and their division, for every game that has them."""
