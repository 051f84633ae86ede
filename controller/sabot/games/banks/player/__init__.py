"""Simulated players at games against one banker: they stake more where they may expect to win.

staking      how much is staked
twenty_one   what a hand of een-en-twintig may expect
playing      who buys, stands, raises and splits there
"""
