"""Measures how an instrument is mounted at this table, step by step, and saves it in the configuration."""
