"""What the three games of baccarat share."""
