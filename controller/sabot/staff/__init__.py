"""People and what their pages ask."""
