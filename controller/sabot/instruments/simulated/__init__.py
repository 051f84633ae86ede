"""Simulated instruments, processes that speak the real bytes."""
