"""The live path: real coups as bytes out of a simulated shoe's pseudo-terminal, to table, record and browser.

The coups are those of real tables, typed by hand, some of them wrong (reference data, `baccarat/hands.csv`).
"""

from __future__ import annotations

import csv
import itertools
import json
import os
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from sabot.app.assemble import running
from sabot.config import read
from sabot.core.cards import SUITS
from sabot.core.observations import Announced, BetsClosed, CoupEnded, SabotOpened
from sabot.instruments.registry import DRIVERS
from sabot.instruments.simulated.simulator import Simulated
from sabot.live import readers as lines
from sabot.record.journal import reading, records, verify
from tests.shared import shared

pytestmark = [pytest.mark.process, pytest.mark.slow]

EVERYTHING = bool(os.environ.get("SABOT_SOAK"))
"""`make soak` lets every coup of the data through every shoe; the suite takes a sample."""

RECORDED = {"Player": "punto", "Banker": "banco", "Tie": "egalite"}


class Hand(NamedTuple):
    """A coup as somebody typed it."""

    punto: tuple[str, ...]
    banco: tuple[str, ...]
    recorded: str
    legal: bool
    winner_right: bool

    @property
    def text(self) -> str:
        return f"{' '.join(self.punto)} / {' '.join(self.banco)}"

    @property
    def cards(self) -> int:
        return len(self.punto) + len(self.banco)


def hands(path: Path) -> Iterator[Hand]:
    suits = itertools.cycle(SUITS)
    with path.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            if not row["legal_by_tableau"]:
                continue  # nobody has judged it
            punto, banco = (
                tuple(rank.upper().replace("10", "T") + next(suits) for rank in row[column].split("-"))
                for column in ("player_cards", "banker_cards")
            )
            legal, right = row["legal_by_tableau"] == "1", row["winner_matches_cards"] == "1"
            yield Hand(punto, banco, RECORDED[row["recorded_winner"]], legal, right)


def sample(found: list[Hand]) -> list[Hand]:
    """All illegal coups, all wrongly announced ones, and some of the others between them."""
    if EVERYTHING:
        return found
    odd = [hand for hand in found if not (hand.legal and hand.winner_right)]
    good = [hand for hand in found if hand.legal and hand.winner_right][:: len(found) // 60]
    return [each for pair in itertools.zip_longest(good, odd) for each in pair if each is not None]


def settings(folder: Path, driver: str, port: str):
    return read(
        f'[dashboard]\nport = 0\nstreams = 4\n[journal]\npath = "{folder}/live.sqlite3"\n'
        f'[rules.punto-banco]\ndecks = 12\n[[instruments]]\ndriver = "{driver}"\nport = "{port}"\n'
    )


class Live:
    """A table with a shoe of its own kind on its line, and the croupier's hand on the shoe."""

    def __init__(self, table, shoe) -> None:
        self.table, self.shoe = table, shoe
        self.looks = table.feed.subscribe(most=10_000)

    def press(self, observation) -> list[dict]:
        """Press it; the events up to then."""
        seq = self.table.inbox.put(observation).result(60)
        return self.events(lambda update: update.seq >= seq)

    def events(self, until) -> list[dict]:
        found: list[dict] = []
        while True:
            update = self.looks.get(60)
            assert update is not None, "nothing came"
            found += update.events
            if until(update):
                return found

    def deal(self, hand: Hand) -> list[dict]:
        """The coup off the shoe; the events until its last card has been seen."""
        drawn = self.table.loop.table.play.sabot.drawn
        self.shoe.tell({"do": "coup", "cards": hand.text})
        return self.events(lambda update: update.view["sabot"]["drawn"] >= drawn + hand.cards)


@pytest.fixture(params=sorted(name for name, info in DRIVERS.items() if info.role == "sabot"))
def live(request, tmp_path):
    with Simulated(request.param, idle=True, baud=0) as shoe:
        with running(settings(tmp_path, request.param, shoe.path)) as table:
            yield Live(table, shoe)
        assert verify(tmp_path / "live.sqlite3").wrong == ""


def faults(events: list[dict]) -> list[str]:
    return [event["kind"] for event in events if event["event"] == "fault"]


def test_every_legal_coup_is_accepted_and_every_illegal_one_named(live):
    """With its place on the wire (Angel Eye) at its card; else when the croupier's next act proves it."""
    places_known = live.table.readers[0].settings.driver == "angel-eye"
    for number, hand in enumerate(sample(list(hands(shared("data/baccarat/hands.csv"))))):
        if number % 25 == 0:
            assert faults(live.press(SabotOpened())) == []
        live.press(BetsClosed())
        dealt = live.deal(hand)
        announced = live.press(Announced(hand.recorded))
        ended = live.press(CoupEnded())
        found = faults(dealt) + faults(ended)
        assert bool(found) is not hand.legal, (hand, found)
        if hand.legal:
            (result,) = [event for event in dealt if event["event"] == "result"]
            assert (result["winner"] == hand.recorded) is hand.winner_right
            assert faults(announced) == [] if hand.winner_right else ["wrong-announcement"]
            continue
        too_few = any(kind == "faux-tirage" and "owed" in event for kind, event in _owed(ended))
        if places_known and not too_few:
            assert faults(dealt), hand
        assert set(found) <= {"faux-tirage", "misplaced-card", "wrong-order"}
        assert faults(live.press(SabotOpened()))[:1] in ([], ["wrong-order"])


def _owed(events: list[dict]) -> list[tuple[str, dict]]:
    return [(event["kind"], event) for event in events if event["event"] == "fault"]


def test_a_card_goes_from_the_wire_to_the_record_and_to_a_browser(live):
    live.press(BetsClosed())
    with urllib.request.urlopen(f"{live.table.address}events?for=croupier", timeout=60) as stream:
        live.shoe.tell({"do": "card", "card": "8C", "place": "punto", "index": 1})
        newest = live.events(lambda update: update.view["sabot"]["drawn"] == 1)
        shown = (json.loads(line[5:]) for line in stream if line.startswith(b"data:"))
        picture = next(each for each in shown if "8C" in json.dumps(each))
    assert picture
    assert [event["event"] for event in newest][:1] == ["card"]
    with reading(live.table.loop._journal.path) as file:
        seen = list(records(file, "kind = 'observation' AND role = 'sabot'"))
    assert [record.plain["card"] for record in seen if record.plain["kind"] == "CardSeen"] == ["8C"]


def test_a_restart_takes_no_card_twice_that_the_shoe_sends_again(tmp_path):
    """Our own shoe keeps what was not acknowledged; what is on record is known by its number."""
    with Simulated("sabot-shoe", idle=True, baud=0) as shoe:
        with running(settings(tmp_path, "sabot-shoe", shoe.path)) as table:
            live = Live(table, shoe)
            shoe.tell({"do": "card", "card": "8C"})
            live.events(lambda update: update.view["sabot"]["drawn"] == 1)
        shoe.tell({"do": "card", "card": "KD"})
        with running(settings(tmp_path, "sabot-shoe", shoe.path)) as table:
            live = Live(table, shoe)
            live.events(lambda update: update.view["sabot"]["drawn"] == 2)
            shoe.tell({"do": "card", "card": "3H"})
            live.events(lambda update: update.view["sabot"]["drawn"] == 3)
            places = table.feed.newest.view["places"]
    assert [place["cards"] for place in places] == [["8C", "3H"], ["KD"]]


def test_a_pulled_cable_is_on_the_screen_and_the_coup_goes_on_when_it_is_back(live):
    live.deal(Hand(("8C",), ("KD",), "", True, True))
    live.shoe.tell({"do": "pull", "seconds": 0.2})
    lost = live.looks

    def state(update) -> str:
        return next((each["state"] for each in update.view["instruments"] if each["role"] == "sabot"), "")

    live.events(lambda update: state(update) == "lost")
    live.events(lambda update: state(update) == "found")
    assert lost is live.looks
    live.deal(Hand(("3H",), (), "", True, True))
    assert live.table.feed.newest.view["places"][0]["cards"] == ["8C", "3H"]


def test_without_instruments_a_game_is_dealt_at_once_and_nothing_is_left_when_it_ends(tmp_path):
    plain = f'[dashboard]\nport = 0\nstreams = 4\n[journal]\npath = "{tmp_path}/live.sqlite3"\n'
    plain += "[rules.punto-banco]\ndecks = 1\n[simulation]\nseconds_per_card = 0\nseed = 4\n"
    found: list[dict] = []

    def shoe() -> list[str]:
        """The states of the sabot from the first last coup on; a sabot may be spent before one listens."""
        states = [event["state"] for event in found if event["event"] == "shoe"]
        return states[states.index("last-coup") :] if "last-coup" in states else []

    with running(read(plain)) as table:
        looks = table.feed.subscribe(most=100_000)
        while len(shoe()) < 3 or sum(event["event"] == "result" for event in found) < 12:
            found += looks.get(60).events
        children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    assert faults(found) == []
    assert shoe()[:3] == ["last-coup", "spent", "new"]
    left = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    assert len(left) < len(children)


def test_the_simulated_croupier_confirms_and_goes_on_with_the_coup_that_lay_there(tmp_path):
    plain = f'[dashboard]\nport = 0\nstreams = 4\n[journal]\npath = "{tmp_path}/live.sqlite3"\n'
    slow = read(plain + "[simulation]\nseconds_per_card = 0\nseed = 4")
    with running(slow) as table:
        looks = table.feed.subscribe(most=100_000)
        while len([card for place in looks.get(60).view["places"] for card in place["cards"]]) < 2:
            continue
    with running(slow) as table:
        looks = table.feed.subscribe(most=100_000)
        found: list[dict] = []
        while sum(event["event"] == "result" for event in found) < 3:
            found += looks.get(60).events
    assert faults(found) == []
    assert lines.attached(slow) == []
