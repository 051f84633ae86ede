"""Commetten: cards are called upwards suit by suit, for five pots and for being out first."""
