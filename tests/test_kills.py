"""What `tools/kills.py` says of a killed table: each loss, each double, each unkept picture is seen."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from sabot.core.observations import CardSeen, CoupEnded, Perceived, as_dict
from sabot.core.script import read
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.live.loop import Loop
from sabot.record.journal import Journal
from sabot.record.resume import begun
from tools.kills import SHOWN_TOO, journals, moment
from tools.kills_record import DRAWN, Life, Replay, Shown, cards_on_record, is_part_of
from tools.kills_witness import Truth

GAME = GAMES["punto-banco"]
SCRIPT = "bet punto 20\nrnvp\n8C KD 3H 6S KS end\nbet banco 50\nrnvp\n9C 8H"


class Played(NamedTuple):
    """A journal, and what was seen of the table that wrote it."""

    path: Path
    life: Life

    def wrong(self, **other: Any) -> list[str]:
        """What is said of this life, or of it with something `other`."""
        return list(Replay(self.path, SHOWN_TOO).wrong(self.life._replace(**other)))


@pytest.fixture
def played(tmp_path: Path) -> Played:
    path, feed, inbox = tmp_path / "table.sqlite3", Feed(), Inbox()
    acts, kept, shown = list[dict[str, Any]](), list[int](), list[Shown]()
    with Journal(path) as journal:
        beginning = begun(path, fresh=opened(GAME), name="", wall_ns=1)
        journal.append(beginning.entries)
        loop = Loop(beginning.table, journal=journal, inbox=inbox, feed=feed, shown={**SHOWN_TOO})
        for number, each in enumerate(read(SCRIPT.splitlines(), GAME, GAME.Options()), 1):
            is_card = isinstance(each, CardSeen)
            receipt = inbox.put(Perceived(each, number, number), role="sabot") if is_card else inbox.put(each)
            loop.keep(inbox.take(0))
            if not is_card:
                acts.append(as_dict(each))
                kept.append(receipt.result(0))
            for audience, drawn in DRAWN.items():
                picture = json.loads(json.dumps(drawn(feed.newest.view)))
                shown.append(Shown(audience, feed.newest.seq, picture))
    return Played(path, Life(acts, kept, shown, ""))


def test_nothing_is_said_of_a_table_whose_record_holds(played: Played) -> None:
    assert played.wrong() == []
    assert len(played.life.shown) > 20


def test_a_picture_without_its_record_is_seen(played: Played) -> None:
    last = played.life.shown[-1]
    (said,) = played.wrong(shown=[*played.life.shown, last._replace(seq=last.seq + 1)])
    assert said.startswith("shown, but not on record")


@pytest.mark.parametrize("audience", [*DRAWN])
def test_a_picture_that_shows_more_than_its_record_is_seen(played: Played, audience: str) -> None:
    mine = [each for each in played.life.shown if each.audience == audience]
    early = [before._replace(picture=after.picture) for before, after in pairwise(mine)]
    said = played.wrong(shown=early)
    assert len(said) >= len(early) - 2  # an announcement may change nothing
    assert all("but was shown as" in each for each in said)


def test_an_act_that_was_acknowledged_and_is_gone_is_seen(played: Played) -> None:
    said = played.wrong(kept=[*played.life.kept, 10**6], acts=[*played.life.acts, as_dict(CoupEnded())])
    assert "record 1000000 was acknowledged and is lost" in said
    assert "6 acts were acknowledged, but 5 are on record" in said


@pytest.mark.parametrize("without", [0, 2])
def test_an_act_on_record_that_nobody_pressed_is_seen(played: Played, without: int) -> None:
    acts = [each for number, each in enumerate(played.life.acts) if number != without]
    (said,) = played.wrong(acts=acts)
    assert said.startswith(f"act {without} of this life: ")


@pytest.mark.parametrize("words", ["Traceback (most recent call last)", "ERROR halted: the disk is full"])
def test_a_log_that_tells_of_a_failure_is_seen(played: Played, words: str) -> None:
    assert played.wrong(words=words) == [f"the log: {words}"]


def test_the_second_life_is_read_from_where_the_first_ended(played: Played) -> None:
    replay = Replay(played.path, SHOWN_TOO)
    assert list(replay.wrong(played.life)) == []
    assert list(replay.wrong(Life([], [], [], ""))) == []
    with Journal(played.path) as journal:
        journal.append(begun(played.path, fresh=opened(GAME), name="", wall_ns=1).entries)
    assert list(replay.wrong(Life([], [], [], ""))) == []
    assert replay.table is not None
    assert replay.table.room.unconfirmed


class Dealt:
    """An instrument that does what it is told."""

    def tell(self, command: dict[str, object]) -> None:
        """Nothing comes of it."""


def truth(driver: str, told: Sequence[str]) -> Truth:
    found = Truth(Dealt(), driver)  # type: ignore[arg-type]
    for card in told:
        found.tell({"do": "cut"} if card == "CUT" else {"do": "card", "card": card})
    return found


CARDS = "8C KD 3H 6S KS 9C 8H".split()


@pytest.mark.parametrize(
    ("driver", "dealt", "holds"),
    [
        ("sabot-shoe", CARDS, True),
        ("sabot-shoe", [*CARDS, "2C"], True),  # it is still on its way
        ("sabot-shoe", CARDS[1:], False),  # one on record that nobody dealt
        ("sabot-shoe", ["AS", *CARDS], False),  # one lost
        ("angel-eye", ["AS", *CARDS], True),  # that shoe sends nothing again
        ("angel-eye", [*CARDS[:3], *CARDS[4:]], False),  # one doubled
    ],
)
def test_a_card_that_is_lost_or_doubled_is_seen(
    played: Played, driver: str, dealt: list[str], holds: bool
) -> None:
    assert cards_on_record(played.path) == CARDS
    assert (list(truth(driver, dealt).wrong(played.path)) == []) is holds


def test_a_shoe_that_sends_again_is_settled_when_all_is_on_record(played: Played) -> None:
    assert truth("sabot-shoe", CARDS).is_settled(played.path)
    assert not truth("sabot-shoe", [*CARDS, "CUT"]).is_settled(played.path)
    assert truth("lines", [*CARDS, "CUT"]).is_settled(played.path)


def test_a_card_that_could_not_be_read_is_told_as_such() -> None:
    found = truth("sabot-shoe", ["8C"])
    found.tell({"do": "unreadable"})
    found.tell({"do": "card", "card": "9C"})
    found.tell({"do": "card", "card": "TC"})
    assert found.said == ["8C", "??", "TC"]


def test_part_of_keeps_the_order() -> None:
    assert is_part_of("ace", "abcde")
    assert not is_part_of("aca", "abcde")
    assert not is_part_of("aa", "abcde")


def test_each_journal_sees_twenty_tables() -> None:
    assert list(journals(45)) == [20, 20, 5]


def test_the_same_seed_kills_at_the_same_moments() -> None:
    assert [moment(Random(5)) for _ in range(3)] == [moment(Random(5)) for _ in range(3)]
    assert {moment(Random(seed)).of for seed in range(60)} == {"opening", "messages", "time"}
