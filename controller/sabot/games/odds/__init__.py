"""What the rules are worth: outcomes in bulk, and exact counts of every way the cards can fall.

Nothing here has a second copy of a rule: tables are generated from `sabot.games` and counted.
"""
