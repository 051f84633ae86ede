"""The networks that read cards, and what they look at."""
