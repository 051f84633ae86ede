"""What games of a wheel share: its pockets, its cloth, and the bets on them."""
