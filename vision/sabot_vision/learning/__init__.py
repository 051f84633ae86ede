"""What the eye learns at its table from the cards that the sabot names."""
