"""Loterijen: the players buy cards as tickets, and cards of a second pack are the prizes."""
