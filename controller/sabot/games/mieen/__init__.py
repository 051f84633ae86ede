"""Mieën: three cards, three tricks, a spare hand in the middle, and a pot that is always divided by three."""
