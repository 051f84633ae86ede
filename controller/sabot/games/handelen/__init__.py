"""Handelen: closed cards are turned in turn, trumps are sold, and the highest trump takes the pot."""
