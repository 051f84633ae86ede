"""Household games: what they share."""
