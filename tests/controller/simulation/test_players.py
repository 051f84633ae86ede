"""The simulated croupier and players, without a shoe: at every game, in every kind of house, no fault."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from sabot.core import options as house
from sabot.core.cards import card_named
from sabot.core.events import CoupDecided, Event, FaultFound
from sabot.core.observations import CardSeen, CutCardSeen, Observation, Said
from sabot.core.table import opened, step
from sabot.games.register import GAMES
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.simulation.croupier import Croupier, Deed
from sabot.simulation.players import NOBODY, players

HOUSES = [
    ("punto-banco", {"brule": "on", "pairs": "on", "decks": "1", "minimum": "30", "maximum": "30"}),
    ("punto-banco", {"close": "auto", "rnvp": "required"}),
    ("chemin-de-fer", {}),
    ("chemin-de-fer", {"close": "auto", "decks": "1", "seats": "2"}),
    ("chemin-de-fer", {"direction": "left", "first-bank": "auction", "may-refuse": "off", "minimum": "15"}),
    ("chemin-de-fer", {"bank-minimum": "75", "pass-offer": "next", "ponte-five": "draw"}),
    ("baccarat-banque", {}),
    ("baccarat-banque", {"close": "auto", "fin": "off"}),
    ("baccarat-banque", {"fixed-banker": "on", "minimum": "10", "tapis-draw": "free"}),
    ("baccarat-banque", {"decks": "1", "seats": "1", "natural": "at-once"}),
    ("trente-et-quarante", {}),
    ("trente-et-quarante", {"close": "auto", "decks": "1", "refait": "prison"}),
    ("trente-et-quarante", {"insurance": "off", "half-rest": "play", "maximum": "300", "minimum": "50"}),
]


class Rehearsed:
    """A croupier whose cards lie on the cloth as soon as they are drawn."""

    def __init__(self, game: str, options: dict[str, str]) -> None:
        chosen = house.read(GAMES[game].Options, [("close", "croupier"), *options.items()])
        self.table, self.acts = opened(GAMES[game], chosen), Counter[str]()
        self.croupier = Croupier(
            Feed(), Inbox(), table=lambda: self.table, tell=lambda command: None, beat_s=0, rng=Random(1)
        )

    def deals(self, coups: int) -> list[Event]:
        """Play until `coups` coups are decided. Returns the result."""
        told: list[Event] = []
        while coups > 0:
            done = [self._does(deed) for deed in self.croupier.deeds(self.table)]
            assert done, "the croupier does not know what to do"
            new = [event for events in done for event in events]
            coups -= sum(type(event) is CoupDecided for event in new)
            told += new
        return told

    def _does(self, deed: Deed) -> tuple[Event, ...]:
        act = _seen(deed.does) if isinstance(deed.does, dict) else deed.does
        if act is None:
            return ()
        self.acts[f"say {act.words.split()[0]}" if isinstance(act, Said) else type(act).__name__] += 1
        self.table, events = step(self.table, act)
        return events


def _seen(command: dict[str, Any]) -> Observation | None:
    if command["do"] == "cut":
        return CutCardSeen()
    return CardSeen(card_named(command["card"])) if command["do"] == "card" else None


@pytest.mark.parametrize(("game", "options"), HOUSES, ids=lambda each: each if isinstance(each, str) else "")
def test_no_fault_is_made_in_any_kind_of_house(game, options):
    told = Rehearsed(game, options).deals(150)
    assert [event for event in told if type(event) is FaultFound] == []


@pytest.mark.parametrize(
    ("game", "heard"),
    [
        ("punto-banco", {"Staked", "CutCardSeen", "Announced", "SabotOpened"}),
        ("chemin-de-fer", {"say banque", "say banco", "say suivi", "say passe", "say prend", "say ponte"}),
        ("baccarat-banque", {"say banque", "say banco", "say suivi", "say droite", "say fin", "Staked"}),
        ("trente-et-quarante", {"say melange", "say coupe", "say assurance", "Announced", "SabotOpened"}),
    ],
)
def test_an_evening_brings_all_that_makes_the_game(game, heard):
    rehearsed = Rehearsed(game, {})
    rehearsed.deals(400)
    assert heard <= set(rehearsed.acts)


def test_every_game_of_cards_has_its_players() -> None:
    assert [name for name in GAMES if players(name) == NOBODY] == []
