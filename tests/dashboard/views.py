"""Real views for the screens' tests: scripts played by the referee itself."""

from __future__ import annotations

import random
from typing import Any

from sabot.core import table as tables
from sabot.core.cards import DECK, card_named
from sabot.core.events import Event
from sabot.core.observations import (
    BetsClosed,
    CardSeen,
    ClockTicked,
    CoupEnded,
    CutCardSeen,
    DeviceFound,
    DeviceLost,
    Observation,
    Staked,
)
from sabot.core.shapes.view import View
from sabot.core.view import view
from sabot.games.punto_banco import coup as punto_banco

NOON_NS = 1_763_726_400_000_000_000

WORDS: dict[str, Observation] = {
    "rnvp": BetsClosed(),
    "end": CoupEnded(),
    "cut": CutCardSeen(),
    "??": CardSeen(None),
    "bet": Staked("banco", 2000, 1),
    "bets": Staked("egalite", 12_550, 7),
    "found": DeviceFound("sabot", "angel-eye", "/dev/ttyUSB0"),
    "camera": DeviceFound("camera", "overhead", "/dev/video0"),
    "noon": ClockTicked(NOON_NS),
    "panel": DeviceFound("panel"),
    "lost": DeviceLost("sabot", "the cable was pulled, or the instrument switched off"),
}

FIRST_FOUR = "rnvp 8C 4S QD KH"
"""Punto 8 (a natural) against banco 4."""
BANCO_OWED = "rnvp 2C 4S 3D KH 6H"
"""Punto 5 drew a six; banco has 4 and draws."""
BANCO_STANDS = "rnvp 2C 3S 3D 4H 2H"
"""Punto 5 drew a two and has 7; banco has 7: decided."""
FAUX_TIRAGE = BANCO_STANDS + " 5C"
"""One card too many for banco."""


def taille(coups: int, *, seed: int = 2) -> str:
    """A script of `coups` legal coups from one shuffled sabot."""
    cards = list(DECK) * 6
    random.Random(seed).shuffle(cards)
    tokens: list[str] = []
    for _ in range(coups):
        coup = punto_banco.opening(punto_banco.Options())
        tokens.append("rnvp")
        while punto_banco.owed(coup) is not None:
            coup, _ = punto_banco.dealt(coup, cards[-1], None)
            tokens.append(str(cards.pop()))
        tokens.append("end")
    return " ".join(tokens) + " "


TAILLE = taille(27)
"""Enough coups to fill a road."""


def observation(token: str) -> Observation:
    """A word of WORDS, or a card."""
    return WORDS[token] if token in WORDS else CardSeen(card_named(token))


def played(script: str, **options: Any) -> tuple[tables.Table, tuple[Event, ...]]:
    """The table after `script`, with the events of its last token."""
    chosen = punto_banco.Options(**{"close": "croupier", **options})
    table, events = tables.opened(punto_banco, chosen), ()  # type: ignore[arg-type]
    for token in script.split():
        table, events = tables.step(table, observation(token))  # type: ignore[assignment]
    return table, events


def view_of(script: str, **options: Any) -> View:
    """The view after `script`."""
    return view(played("found camera " + script, **options)[0])


def unconfirmed(script: str) -> View:
    """The view after a restart in the midst of `script`."""
    return view(tables.resumed(played("found camera " + script)[0]))
