"""What games with a banker share."""
