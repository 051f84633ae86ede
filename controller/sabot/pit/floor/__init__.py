"""The floor as people look at it: how the tables stand, what wants somebody to look, and what is counted."""
