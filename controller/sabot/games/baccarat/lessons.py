"""What the baccarats share of what the school asks: the decisions of a coup that is over, hand by hand."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.games.baccarat.drills import COLUMNS
from sabot.games.baccarat.points import NATURAL_POINTS, VALUE
from sabot.games.baccarat.tableau import GIVEN
from sabot.games.lessons import FAUX, OF_EVERY_GAME, Dealt, Played

SPOKEN = {
    r"banque 0 (?P<amount>\S+)": "The banker opens the bank with {amount}",
    r"banque (?P<n>\d+) (?P<amount>\S+)": "Seat {n} opens the bank with {amount}",
    r"(?P<call>banco|avec-la-table|suivi) (?P<n>\d+)": "Seat {n} says {call}",
    r"(?P<call>rouge|noir) (?P<n>\d+)": "Seat {n} says {call}",
    r"refuse (?P<n>\d+)": "Seat {n} lets the main go by",
    r"(?P<place>ponte|banque|droite|gauche) (?P<call>carte|non|abat)": "{place} says {call}",
    r"enchere (?P<n>[1-9]\d*) (?P<amount>\S+)": "Seat {n} bids {amount}",
    r"enchere 0 (?P<amount>\S+)": "Somebody without a seat bids {amount}",
    r"prend (?P<n>[1-9]\d*) (?P<amount>\S+)": "Seat {n} takes the bank at {amount}",
    r"prend 0 (?P<amount>\S+)": "Somebody without a seat takes the bank at {amount}",
    r"associe (?P<n>\d+)": "Seat {n} joins the bank",
    r"(?P<call>passe|suite|brule|ouverte|egaux)": "The banker says {call}",
    r"fin (?P<call>tapis|belle|rouge-noir)": "The banker says {call}",
    r"tableau": "A hand asks for the tableau",
    **OF_EVERY_GAME,
}
"""What is said to a table where players hold the bank, and the sentence for it."""

Decision = tuple[str, str, str]
"""A place, the drill that is about it, and the cell."""


def hands_of(played: Played) -> dict[str, list[int]]:
    """What the cards of each place are worth."""
    return {place["name"]: [VALUE[card[0]] for card in place["cards"]] for place in played.view["places"]}


def third(hand: list[int]) -> int | None:
    """What the third card of a hand is worth; None where it has none."""
    return hand[2] if len(hand) == 3 else None


def of_two_hands(played: Played, of_first: str, of_last: str) -> list[Dealt]:
    """The decision of each hand in a coup of two hands, ponte first; these drills are about them."""
    hands = hands_of(played)
    (first, one), (last, other) = hands.items()
    two = sum(one[:2]) % 10, sum(other[:2]) % 10
    if min(map(len, hands.values())) < 2 or {*two} & {*NATURAL_POINTS}:
        return []
    cell = f"{two[1]}/{GIVEN[COLUMNS.index(third(one))]}"
    return judged(played, [(first, of_first, str(two[0])), (last, of_last, cell)])


def judged(played: Played, decisions: list[Decision]) -> list[Dealt]:
    """Each decision: wrong where a faux tirage was made at its place."""
    blamed = {_blamed(lapse.fault, played) for lapse in played.lapses if lapse.fault["kind"] == FAUX}
    lies = {place: len(hand) for place, hand in hands_of(played).items()}
    return [
        Dealt(drill, cell, place not in blamed, played.took.get(place, 0.0) if lies[place] == 3 else 0.0)
        for place, drill, cell in decisions
    ]


def _blamed(fault: Mapping[str, object], played: Played) -> str:
    """The hand at which the tirage was broken; where nobody saw it, the last that may still have drawn."""
    who = fault.get("owed") or fault.get("to")
    if who:
        return str(who)
    first, *others = hands_of(played).items()
    return others[-1][0] if len(others) == 2 or len(first[1]) == 3 else first[0]
