"""A number that a person entered is never shown to the public as one that the wheel told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from sabot.core.observations import BallSeen, BetsClosed, Confirmed, CoupEnded, Observation, Undone
from sabot.core.table import opened
from sabot.games.roulette import rules as roulette
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.live.loop import Loop
from sabot.record.journal import Journal
from sabot.record.resume import begun
from sabot_dashboard.picture.projection import public


class Running:
    """A table of roulette that is at work."""

    def __init__(self, journal: Journal, options: roulette.Options) -> None:
        self.feed, self.inbox = Feed(), Inbox()
        beginning = begun(journal.path, fresh=opened(roulette, options), name="T", wall_ns=1)
        journal.append(beginning.entries)
        self.loop = Loop(beginning.table, journal=journal, inbox=self.inbox, feed=self.feed)

    def sees(self, *observations: Observation) -> dict[str, Any]:
        """What the public sees after these."""
        for each in observations:
            self.inbox.put(each)
        self.loop.keep(self.inbox.take(0))
        self.loop.tell(1, self.loop.table)
        return public(self.feed.newest.view)


@contextmanager
def running(path: Path, **options: Any) -> Iterator[Running]:
    with Journal(path) as journal:
        yield Running(journal, replace(roulette.Options(), **options))


def by_hand(pocket: str) -> BallSeen:
    return BallSeen(pocket, source="manual")


def test_a_number_by_hand_bears_its_mark_as_it_falls_and_among_the_last(tmp_path: Path) -> None:
    with running(tmp_path / "j") as table:
        shown = table.sees(by_hand("17"), CoupEnded(), BallSeen("32"), CoupEnded(), by_hand("5"))
    assert (shown["number"], shown["manual"]) == (["5", "rouge"], ["5"])
    assert shown["score"]["numbers"] == [["5", "rouge", True], ["32", "rouge", False], ["17", "noir", True]]


def test_after_a_restart_it_bears_its_mark_still_and_is_shown_when_it_is_confirmed(tmp_path: Path) -> None:
    with running(tmp_path / "j") as table:
        before = table.sees(by_hand("17"), CoupEnded(), BallSeen("32"), CoupEnded(), by_hand("5"))
    with running(tmp_path / "j") as table:
        shown = table.sees()
        assert (shown["phase"], shown["number"], shown["manual"]) == ("moment", None, [])
        assert shown["score"]["numbers"] == before["score"]["numbers"][1:]
        after = table.sees(Confirmed())
    assert {**after, "events": []} == {**before, "events": []}


def test_a_number_that_the_wheel_told_first_is_the_wheels(tmp_path: Path) -> None:
    with running(tmp_path / "j", close="croupier") as table:
        shown = table.sees(BallSeen("17"), by_hand("17"), CoupEnded(), by_hand("8"), BallSeen("8"))
    assert [each[::2] for each in shown["score"]["numbers"]] == [["8", True], ["17", False]]


def test_a_number_that_was_taken_back_leaves_no_mark_on_the_one_that_follows(tmp_path: Path) -> None:
    with running(tmp_path / "j") as table:
        shown = table.sees(BetsClosed(), by_hand("17"), Undone(), BallSeen("17"))
    assert (shown["manual"], shown["score"]["numbers"]) == ([], [["17", "noir", False]])
