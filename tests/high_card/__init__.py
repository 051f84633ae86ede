"""High card: a toy game, to show that a game is one folder. Two places, one card each; the higher wins."""
