"""Every game of cards before an eye that errs: the tracks (vision/sabot_vision/tracking/tracks.py), what the
instrument makes of their word (controller/sabot/instruments/camera/driver.py) and the referee, without a
picture.

The acts are those of the dealers of `sabot.games.rehearsal`, who do not ask the rules.
"""

from __future__ import annotations

import json
from importlib import import_module
from random import Random
from typing import Any

import pytest

from sabot.core.events import CardDealt, FaultFound
from sabot.core.observations import CardTaken, ClockTicked, Observation
from sabot.core.table import opened
from sabot.core.view import view
from sabot.games.register import GAMES
from sabot.instruments.camera.driver import Options, Parser
from sabot.live.camera_link import held, lying
from sabot.record.resume import after
from sabot_vision.tracking.holding import held as as_told
from sabot_vision.tracking.track import Report, Sighting, Track, apart
from sabot_vision.tracking.tracks import Tracks
from tests.vision.test_tracking import at

OF_CARDS = ("baccarat_banque", "chemin_de_fer", "punto_banco", "trente_et_quarante")
STEP_NS = 100_000_000


class Seen:
    """A table with an eye over it, as a witness or as the sabot, ten readings a second."""

    def __init__(self, game: str, use: str, seed: int) -> None:
        rules: Any = GAMES[game.replace("_", "-")]
        dealer = import_module(f"sabot.games.{game}.rehearsal")
        options = getattr(dealer, "HOUSE", None) or rules.Options()
        self.rng, self.use = Random(seed), use
        self.table, self.alone = opened(rules, options), opened(rules, options)
        self.parser, self.tracks = Parser(Options(use=use)), Tracks()
        self.shift = dealer.shift
        self.now_ns, self.lies = STEP_NS, list[Sighting]()
        self.seen, self.faults, self.dealt = list[Sighting](), list[str](), list[str]()

    def play(self, coups: int) -> None:
        for act, _ in self.shift(Random(5), coups=coups):
            self.alone, events = after(self.alone, act, self.now_ns)
            if self.use == "witness" or not any(isinstance(each, CardDealt) for each in events):
                self._happen(act)
            self._lay()
        self._collect()

    def _happen(self, act: Observation) -> None:
        self.table, events = after(self.table, act, self.now_ns)
        self.faults += [str(each.fault.because) for each in events if isinstance(each, FaultFound)]
        self.dealt += [str(each.card) for each in events if isinstance(each, CardDealt)]

    def _lay(self) -> None:
        """What the table without an eye holds open lies there, and something befalls it; the cards of a coup
        are collected before those of the next are laid."""
        lies = placed(view(self.alone), face_down=self.use == "sabot")
        if any(each not in lies for each in self.lies):
            self._collect()
        if lies != self.lies:
            self.lies = lies
            self._befall()

    def _befall(self) -> None:
        rng, hidden = self.rng, list[Sighting]()
        if rng.random() < 0.3:
            hidden = rng.sample(self.lies, rng.randrange(len(self.lies) + 1))
        self._look(rng.choice([5, 30]), hidden=hidden)
        if rng.random() < 0.05:
            self.tracks.blinded()
            self.now_ns += 60 * 10 * STEP_NS
        self._look(30 if hidden else 8)

    def _collect(self) -> None:
        self.lies = []
        self._look(12)

    def _look(self, times: int, *, hidden: list[Sighting] | None = None) -> None:
        hidden = hidden or []
        seen = [each for each in self.lies if each not in hidden]
        for _ in range(times):
            self.now_ns += STEP_NS
            self.tracks.hold(as_told(held(view(self.table))))
            self.tracks.moved()
            read = [self._read(each) for each in seen if self.rng.random() > 0.03]
            self._tell(self.tracks.read(read, self.now_ns / 1e9, self._is_bare))
            self._happen(ClockTicked(self.now_ns))

    def _read(self, each: Sighting) -> Sighting:
        wrong = self.rng.random() < 0.03
        return each._replace(card=self.rng.choice(["9S", None]) if wrong else each.card)

    def _is_bare(self, track: Track) -> bool:
        return all(apart(track.at, each) > 0.3 for each in self.lies)

    def _tell(self, reports: list[Report]) -> None:
        for each in reports:
            told: dict[str, Any] = {"eye": "left" if each.gone else "lies", "track": str(each.track)}
            told |= {"card": each.card, "place": each.place, "order": each.order, "old": each.known}
            for seen in self.parser.feed(json.dumps(told).encode() + b"\n"):
                assert isinstance(seen, CardTaken) or seen.card is not None
                self._happen(seen)


def placed(shown: dict[str, Any], *, face_down: bool) -> list[Sighting]:
    """The open cards of a view, a hand in a row, each hand in a row of its own; `face_down` too."""
    shown = (
        shown | {"places": [each | {"face_down": False} for each in shown["places"]]} if face_down else shown
    )
    counts: dict[str, int] = {}
    cards = []
    for place, name in sorted(lying(shown | {"last_card": None}), key=lambda pair: pair[0]):
        counts[place] = counts.get(place, -1) + 1
        row = [each["name"] for each in shown["places"]].index(place)
        cards.append(at(name, 100 + 100 * counts[place], 200 + 200 * row, place))
    return cards


@pytest.mark.parametrize("game", OF_CARDS)
def test_an_eye_that_errs_disputes_nothing_and_sees_every_card(game: str):
    table = Seen(game, "witness", 11)
    table.play(3)
    assert [each for each in table.faults if "the eye" in each] == []
    assert (table.tracks.tracks, len(table.dealt) > 11) == ([], True)


@pytest.mark.parametrize("game", OF_CARDS)
def test_an_eye_that_is_the_sabot_deals_what_a_scanner_would_have(game: str):
    table = Seen(game, "sabot", 12)
    table.play(3)
    assert view(table.table)["results"] == view(table.alone)["results"]
    assert table.faults == []
