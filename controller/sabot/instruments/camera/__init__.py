"""The eye as an instrument."""
