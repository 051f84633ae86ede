"""Poker at home: the draw, jackpots, doubles in the dark, stud."""
