"""Why an act is refused at een-en-twintig, and why it is due."""

from __future__ import annotations

from sabot.core.reasons import reason
from sabot.games.evening.whys import DEAL_OVER

ONE_CARD = reason("one card each, from left to right, and the banker last")
STAKES = reason("each player stakes on their first card")
SECOND = reason("a second card each, and the banker last")
PLAYER = reason("a player stands, or buys one card at a time")
OPENING = reason("the banker opens their cards")
BANKER = reason("the banker draws or stands as they like")
SHOWING = reason("those who stood show their cards")
CARD_COMES = reason("the card that was bought")
ONE_ONLY = reason("one card comes at a time")
MUST_OPEN = {
    21: reason("two cards that are a bank, twenty-one and what is over it are opened at once"),
    11: reason("eleven and what is over it are opened at once"),
}
"""By the points to reach."""
NOT_OPENED = {
    5: reason("only a bank, twenty-one, five cards and what is over twenty-one are opened"),
    7: reason("only a bank, twenty-one, seven cards and what is over twenty-one are opened"),
    0: reason("only an ace, eleven and what is over eleven are opened"),
}
"""By the fewest cards that are paid more than once; 0: no number of cards is."""
RAISED = reason("the stake was raised: a card has to be bought")
NO_RAISE = reason("the stake cannot be raised now")
NO_CARDS_LEFT = reason("the pack is used up")
NO_SPLIT = reason("only two cards of one rank are split, other than aces, and before a player has spoken")
NO_SPLIT_HERE = reason("this house does not split")
NO_DOUBLE = reason("this banker cannot double")
NO_BANK = reason("before the players speak the banker opens only a bank")
NOT_THE_HAND = reason("these are not the cards of that hand")
BEYOND_THE_PACK = reason("more copies of a card than are played with")

NOW = {
    "first": ONE_CARD,
    "stakes": STAKES,
    "second": SECOND,
    "playing": PLAYER,
    "opening": OPENING,
    "banker": BANKER,
    "showing": SHOWING,
    "over": DEAL_OVER,
}
"""What belongs to each part of a deal."""
