"""Simulated players at games of tricks: each knows its own hand and the open cards, and nothing else.

knowing       what a seat knows while tricks are played
sampling      deals that agree with what a seat knows
playing_out   a deal played to its end by rule of thumb
choosing      the card that is best in most of these deals
"""
