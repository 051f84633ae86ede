"""Verloten."""
