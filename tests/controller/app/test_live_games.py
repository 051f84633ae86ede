"""Every game on its live path: a shift with faults at known places, from an instrument's terminal through
reader, loop and journal to the feed; and the game that is dealt at once where no instrument is attached.

The shifts are those of `sabot.games.rehearsal`, whose dealers do not ask the rules.
"""

from __future__ import annotations

import json
import os
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sabot.app import replay as replaying
from sabot.app.assemble import Running, running
from sabot.bench.rehearsal import rehearsal_of, rehearsed_games
from sabot.config import read
from sabot.core import options as house
from sabot.core import script
from sabot.core.observations import BallSeen, CardSeen, Observation
from sabot.core.play.state import Play
from sabot.core.table import opened
from sabot.core.words import plain
from sabot.games.register import GAMES
from sabot.games.wheel.layout import WHEELS
from sabot.instruments.simulated.simulator import Simulated
from sabot.instruments.wheel.cammegh_wire import BETS, NO_MORE, RIM, WINNER, Status, line_of
from sabot.live.loop import Loop
from sabot.record import chronicle
from sabot.record.journal import reading, records, verify
from sabot.record.resume import remembered
from sabot.referee import judge

pytestmark = [pytest.mark.process, pytest.mark.slow]

INSTRUMENTS = {
    "punto-banco": "bee-tek",
    "chemin-de-fer": "angel-eye",
    "baccarat-banque": "sabot-shoe",
    "trente-et-quarante": "lines",
    "roulette": "cammegh",
}
"""Every game from another wire. The Angel Eye alone says where a card goes."""

COUPS, FAULTY = 30, 0.4
AT_ONCE = 60 if os.environ.get("SABOT_SOAK") else 25
"""Coups of a game that is dealt at once: more than one sabot of one deck holds."""


def house_of(game: str) -> Any:
    return rehearsal_of(game).HOUSE


def settings(folder: Path, game: str, more: str, **rules: str) -> Any:
    lines = "\n".join(f'{name} = "{text}"' for name, text in rules.items())
    kept = f'path = "{folder}/live.sqlite3"\nrecordings = "{folder}/raw"'
    return read(
        f'[table]\ngame = "{game}"\n[dashboard]\nport = 0\nstreams = 4\n[journal]\n{kept}\n'
        f"[rules.{game}]\n{lines}\n{more}"
    )


def spelled(options: Any) -> dict[str, str]:
    return {
        house.spelled(each.name): house.shown(each, getattr(options, each.name)) for each in fields(options)
    }


# --- an instrument and the hand that works it


class Shoe:
    """A simulated shoe, told card by card."""

    def __init__(self, process: Simulated, *, says_places: bool) -> None:
        self._process, self._says_places = process, says_places

    def idles(self) -> None:
        """Nothing: a shoe speaks when a card leaves it."""

    def deals(self, seen: Observation, play: Any) -> bool:
        """Deal this card from the shoe; False where its wire cannot say what was seen."""
        if not isinstance(seen, CardSeen) or (seen.place and not self._says_places):
            return False
        if seen.card is None:
            self._process.tell({"do": "unreadable"})
        place = seen.place or (_due(play) if self._says_places else None)
        self._process.tell({"do": "card", "card": str(seen.card or "8C"), "place": place})
        return True


def _due(play: Any) -> str:
    """The place of a card about which the dealer says nothing."""
    if asked := play.coup.asked:
        return asked
    return (play.owed and (play.owed.to or play.owed.of)) or play.game.PLACES[0]


class Wheel:
    """A wheel on a terminal, round after round in its own lines."""

    def __init__(self, terminal: int) -> None:
        self._terminal, self._spin, self._last = terminal, 1, ""

    def idles(self) -> None:
        """A line of a wheel at which stakes are laid: it is never silent for long."""
        os.write(self._terminal, self._line(BETS, ""))

    def deals(self, seen: Observation, play: Any) -> bool:
        """Spin this number; False for one that no wheel can show."""
        if not isinstance(seen, BallSeen) or seen.pocket not in WHEELS[37].pockets:
            return False
        lines = [self._line(state, self._last) for state in (BETS, RIM, NO_MORE)]
        self._last = seen.pocket
        os.write(self._terminal, b"".join([*lines, *[self._line(WINNER, seen.pocket)] * 2]))
        self._spin += 1
        return True

    def _line(self, state: int, winner: str) -> bytes:
        return line_of(Status(state, f"{self._spin:03d}", winner, 0, 160, self._spin % 2 == 1))


@contextmanager
def instrument(name: str) -> Iterator[tuple[Any, str]]:
    """The instrument and its port."""
    if name != "cammegh":
        with Simulated(name, idle=True, baud=0) as process:
            yield Shoe(process, says_places=name == "angel-eye"), process.path
        return
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    try:
        yield Wheel(ours), os.ttyname(theirs)
    finally:
        os.close(ours)
        os.close(theirs)


class Table:
    """A live table, and all that its feed has told."""

    def __init__(self, table: Running) -> None:
        self.table = table
        self.told: list[dict[str, Any]] = []
        self._looks = table.feed.subscribe(most=100_000)

    def until(self, done: Callable[[], object]) -> None:
        """Listen until it is so."""
        while not done():
            update = self._looks.get(60)
            assert update is not None, "nothing came"
            assert not update.missed
            self.told += map(line, update.events)

    def meets(self, hand: Any) -> None:
        """Listen until the instrument is found."""
        while not self.table.loop.table.room.instruments:
            hand.idles()
            self._looks.get(0.02)

    def heard_out(self) -> list[dict[str, Any]]:
        """All that has been told by now."""
        while (update := self._looks.get(0)) is not None:
            self.told += map(line, update.events)
        return self.told


def line(event: dict[str, Any]) -> dict[str, Any]:
    """The event line: as the feed tells it, without the reason of a fault as a value."""
    return {name: value for name, value in event.items() if name != "reason"}


def gone_on(loop: Loop, before: Play) -> Callable[[], bool]:
    """Whether the game has gone on since."""
    return lambda: loop.table.play is not before


def played(live: Table, deals: Callable[[Observation, Any], bool], acts: Any) -> list[str]:
    """The acts at the table, cards and numbers from the instrument; the kinds of the faults among them."""
    loop, meant = live.table.loop, []
    for observation, kind in acts:
        before = loop.table.play
        if deals(observation, before):
            live.until(gone_on(loop, before))
        else:
            live.table.inbox.put(observation).result(60)
        meant += [kind] if kind else []
    return meant


# --- a shift on the live path


@pytest.mark.parametrize("game", rehearsed_games())
def test_a_shift_from_the_wire_to_the_feed_is_judged_as_its_script_is(game, tmp_path):
    """Every fault that was made is named, none besides, and `sabot referee` says the same of the journal's
    script; so does a replay. What the notation has no word for is not part of this shift."""
    rehearsal, rules = rehearsal_of(game), spelled(house_of(game))
    name = INSTRUMENTS[game]
    with instrument(name) as (hand, port):
        line = f'[[instruments]]\ndriver = "{name}"\nport = "{port}"\n'
        with running(settings(tmp_path, game, line, **rules)) as table:
            live = Table(table)
            live.meets(hand)
            acts = rehearsal.shift(Random(5), coups=COUPS, faults=FAULTY)
            meant = played(live, hand.deals, (each for each in acts if is_said(each[0], game)))
            told = live.heard_out()
            shown = table.loop.table
    assert [event["kind"] for event in told if event["event"] == "fault"] == meant
    assert len(meant) > COUPS * FAULTY / 3
    path = tmp_path / "live.sqlite3"
    assert verify(path).wrong == ""
    assert by_script(path, game, rules) == [as_scripted(event) for event in told]
    assert list(map(unnumbered, by_replay(path))) == list(map(unnumbered, told))
    assert by_table(path) >= COUPS - 1
    remembered_table = remembered(path)
    assert remembered_table is not None
    assert remembered_table.play == shown.play
    with reading(path) as file:
        kept = [r.plain for r in records(file, "kind = 'observation' AND role IN ('sabot', 'wheel')")]
    seen = [
        each.get("card") or each.get("pocket") for each in kept if each["kind"] in ("CardSeen", "BallSeen")
    ]
    assert len(seen) >= COUPS - 3
    again = replayed(tmp_path / "raw", game, house_of(game))
    if game == "roulette":
        assert [str(event["number"]) for event in results(again)] == seen
    assert [event["event"] for event in again].count("card") >= (0 if game == "roulette" else len(seen) // 2)


def is_said(observation: Observation, game: str) -> bool:
    """Whether a script can say it."""
    try:
        return [*script.read([script.written(observation) or ""], GAMES[game], house_of(game))] != []
    except script.ScriptError:
        return False


def as_scripted(event: dict[str, Any]) -> dict[str, Any]:
    """The event without what a script does not say: why a card was not read, and large letters."""
    said = {"said": plain(event["said"])} if "said" in event else {}
    unread = event.get("kind") == "unread-card"
    because = {"because": event["because"].partition(" (")[0]} if unread else {}
    return unnumbered(event | said | because)


def unnumbered(event: dict[str, Any]) -> dict[str, Any]:
    """The event without the line that an undo names: a journal and a script number theirs each."""
    return {name: value for name, value in event.items() if name != "from"}


def by_script(path: Path, game: str, rules: dict[str, str]) -> list[dict[str, Any]]:
    """What the referee says of the script that the journal exports."""
    with reading(path) as file:
        lines = list(chronicle.as_script(file))
    assert not any("the notation cannot say" in line for line in lines)
    said: list[str] = []
    options = house.read(GAMES[game].Options, rules.items())
    judge(GAMES[game], options, lines=lines, tell=said.append)
    return [as_scripted(json.loads(line)) for line in said]


def by_replay(path: Path) -> list[dict[str, Any]]:
    """What a replay of the journal says."""
    told: list[dict[str, Any]] = []
    replaying.of_journal(path, speed=0, tell=told.append)
    return told


def by_table(path: Path) -> int:
    """How many coups the export as a table tells of, each with its result, and how `show` tells of them."""
    with reading(path) as file:
        lines = list(chronicle.as_csv(file))[1:]
        told = [chronicle.line(record) for record in records(file)]
    assert all(told)
    return sum(bool(line.split(",")[4]) for line in lines)


# --- what is dealt where there is no instrument


@pytest.mark.parametrize("game", [game for game in rehearsed_games() if game != "roulette"])
def test_without_instruments_every_game_is_dealt_at_once_without_a_fault(game, tmp_path):
    more = "[simulation]\nseconds_per_card = 0\nseed = 4\n"
    with running(settings(tmp_path, game, more, decks="1")) as table:
        live = Table(table)
        live.until(lambda: sum(each["event"] == "result" for each in live.told) >= AT_ONCE)
        view = table.feed.newest.view
    assert view["simulated"]
    assert [each for each in live.told if each["event"] == "fault"] == []
    kinds = {each["event"] for each in live.told}
    assert {"card", "owed", "call", "result", "settlement", "shoe"} <= kinds
    assert ("banque" in kinds) is (game in ("chemin-de-fer", "baccarat-banque"))
    assert {each["state"] for each in live.told if each["event"] == "shoe"} >= {"new"}


@pytest.mark.parametrize("game", ["punto-banco", "trente-et-quarante"])
def test_a_recording_of_a_game_in_which_nobody_chooses_tells_its_coups_again(game, tmp_path):
    """Over several sabots, of whose opening no instrument speaks."""
    more = "[simulation]\nseconds_per_card = 0\nseed = 4\n"
    with running(settings(tmp_path, game, more, decks="1")) as table:
        live = Table(table)
        live.until(lambda: results(live.told)[AT_ONCE:])
        options = table.loop.table.play.options
    raw = tmp_path / "raw"
    again = replayed(raw, game, options)
    assert results(again)[:AT_ONCE] == results(by_replay(tmp_path / "live.sqlite3"))[:AT_ONCE]
    assert [each for each in again if each["event"] == "fault"] == []


def results(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [event for event in told if event["event"] == "result"]


def replayed(raw: Path, game: str, options: Any) -> list[dict[str, Any]]:
    """What the one recording in this folder says at a table without a croupier."""
    (recording,) = raw.iterdir()
    told: list[dict[str, Any]] = []
    table = opened(GAMES[game], replaying.by_itself(options))
    replaying.of_recording(recording, table=table, speed=0, tell=told.append)
    return told
