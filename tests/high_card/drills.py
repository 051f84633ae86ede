"""What can be learnt of high card: which place wins."""

from __future__ import annotations

from random import Random
from typing import Any

from sabot.core.cards import RANKS
from sabot.core.reasons import reason
from sabot.games.questions import Drill, Question, Verdict, chance_of, numbered, suited
from tests.high_card.rules import NAME, PLACES, WINNERS

HIGHER = "high-card-higher"


def asked(cell: str, seed: int) -> Question:
    """Two cards, so that the place of this cell wins."""
    rng = chance_of(HIGHER, cell, seed)
    cards = [_card(rng), _card(rng)]
    while _winner(cards) != cell:
        cards = [_card(rng), _card(rng)]
    places = [{"name": place, "cards": [card]} for place, card in zip(PLACES, cards, strict=True)]
    shows = {"kind": "hands", "game": NAME, "places": places}
    return Question(HIGHER, cell, seed, "Which place wins?", shows, acts=numbered([*WINNERS]))


def _card(rng: Random) -> str:
    return suited(rng, rng.choice(RANKS))


def _winner(cards: list[str]) -> str:
    left, right = (RANKS.index(card[0]) for card in cards)
    return "equal" if left == right else "left" if left > right else "right"


def judged(question: Question, answer: str) -> Verdict:
    """The higher card wins."""
    truth = _winner([place["cards"][0] for place in question.shows["places"]])
    return Verdict(answer == truth, reason("the higher card wins: {place}", place=truth), truth)


def drills(options: dict[str, Any]) -> tuple[Drill, ...]:
    """The one drill of high card."""
    return (Drill(HIGHER, "The higher card", (WINNERS,), asked, judged, 2.0, WINNERS, NAME),)
