"""Simulated evenings: a whole table in one process, with faults, where a seed decides everything."""
