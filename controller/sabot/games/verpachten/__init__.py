"""Verpachten: the farm is let to the highest bidder, and sixteen takes it."""
