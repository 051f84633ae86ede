"""What games of tricks share of what the school asks."""
