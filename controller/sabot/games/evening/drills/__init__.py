"""Drills that household games share: each asks about a deal that chance makes, and the game's rules judge.

dealing    deals with every hand known
cards      which cards may be played
taking     who takes the trick
bids       which bids are allowed
paying     what a deal is worth, typed as a number or a sum
settling   what an act of a deal moves, by the rules
"""
