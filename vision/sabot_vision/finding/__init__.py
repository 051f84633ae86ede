"""Where cards may lie in a picture."""
