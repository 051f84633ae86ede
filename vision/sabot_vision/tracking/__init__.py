"""Cards in time."""
