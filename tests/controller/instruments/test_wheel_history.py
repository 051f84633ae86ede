"""The statistics of each wheel, from the journal: apart by the wheel's name, fair ones quiet, a crooked one
not."""

from __future__ import annotations

import json
import random

import pytest

from sabot.cli.guard import guarded
from sabot.cli.wheel import wheel as command
from sabot.core.observations import BallSeen, WheelSeen, as_dict
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.games.wheel.terms import ORDERS
from sabot.instruments.wheel.history import summary, wheels
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.live.loop import Loop
from sabot.record import resume as resuming
from sabot.record.chain import Entry
from sabot.record.journal import Journal

ROULETTE = GAMES["roulette"]
SINGLE = ORDERS[37]


def played(path, spins, *, name="T", seed=1, crooked="", manual=False) -> None:
    """`count` spins on record at the wheel `name`; a `crooked` pocket comes three times as often."""
    rng, weights = random.Random(seed), [3.0 if pocket == crooked else 1.0 for pocket in SINGLE]
    with Journal(path) as journal:
        begun = resuming.begun(path, fresh=opened(ROULETTE, ROULETTE.Options()), name="T", wall_ns=1)
        journal.append(begun.entries)
        inbox = Inbox()
        loop = Loop(begun.table, journal=journal, inbox=inbox, feed=Feed())
        for number in rng.choices(SINGLE, weights, k=spins):
            inbox.put(WheelSeen("ball-dropped", wheel=name, zone=rng.choice(SINGLE)), role="wheel")
            inbox.put(BallSeen(number, "manual" if manual else "wheel"), role="wheel")
        while taken := inbox.take(0.0, most=1000):
            loop.keep(taken)


def test_each_wheel_has_its_own_numbers_and_one_that_comes_back_goes_on_with_its_own(tmp_path):
    path = tmp_path / "table.sqlite3"
    played(path, 30, name="old", seed=1)
    played(path, 20, name="new", seed=2)
    played(path, 10, name="old", seed=3)
    assert [(each.record.identity, each.record.spins) for each in wheels(path)] == [("old", 40), ("new", 20)]
    assert all(sum(each.record.zones) == each.record.spins for each in wheels(path))


def test_numbers_named_by_hand_are_no_fair_sample_and_are_not_counted(tmp_path):
    played(tmp_path / "table.sqlite3", 20, manual=True)
    assert wheels(tmp_path / "table.sqlite3") == []


def told_by(path, *acts) -> list[tuple[int, int]]:
    """Pockets and spins of each wheel of a journal in which these acts stand: the options of an opening, or
    the number that a wheel told."""
    with Journal(path) as journal:
        for act in acts:
            if isinstance(act, dict):
                journal.append([Entry("opening", {"game": "roulette", "options": act})])
            else:
                journal.append([Entry("observation", as_dict(BallSeen(act, "wheel")), wall_ns=1)])
    return [(len(each.record.order), each.record.spins) for each in wheels(path)]


@pytest.mark.parametrize("options", [{}, {"pockets": "many"}, {"pockets": None}, {"pockets": 36}])
def test_a_wheel_whose_pockets_nobody_counted_is_a_usual_one(tmp_path, options):
    assert told_by(tmp_path / "table.sqlite3", options, "17") == [(37, 1)]


def test_numbers_before_any_opening_are_those_of_a_usual_wheel(tmp_path):
    assert told_by(tmp_path / "table.sqlite3", "17", "00") == [(37, 1)]


def test_a_wheel_has_the_pockets_of_the_table_that_was_opened(tmp_path):
    acts = {"pockets": "38"}, "00", {"pockets": "39"}, "17", "00", {"pockets": "37"}, "00", "5"
    assert told_by(tmp_path / "table.sqlite3", *acts) == [(38, 1), (39, 2), (37, 1)]


def test_a_wheel_knows_when_its_first_and_its_last_number_fell(tmp_path):
    path = tmp_path / "table.sqlite3"
    with Journal(path) as journal:
        for wall_ns, number in ((5, "1"), (6, "none"), (7, "2"), (9, "none")):
            journal.append([Entry("observation", as_dict(BallSeen(number, "wheel")), wall_ns=wall_ns)])
    (wheel,) = wheels(path)
    assert (wheel.first_ns, wheel.last_ns) == (5, 7)


def test_a_fair_wheel_raises_no_alarm_and_a_crooked_one_beside_it_does(tmp_path):
    """Three times as often is a coarse fault: 1,500 spins show it beyond what chance explains."""
    path = tmp_path / "table.sqlite3"
    played(path, 1500, name="fair", seed=4)
    played(path, 1500, name="crooked", seed=5, crooked="17")
    fair, crooked = map(summary, wheels(path))
    assert fair["alarm"] == []
    assert isinstance(crooked["alarm"], list)
    assert "pockets" in crooked["alarm"]
    assert fair["pockets"]["p"] > 0.001 > crooked["pockets"]["p"]


def test_the_command_tells_of_every_wheel_of_the_journal(tmp_path, capsys):
    path = tmp_path / "table.sqlite3"
    played(path, 12, name="old")
    assert guarded(command, ["--statistics", "--journal", str(path)]) == 0
    (only,) = json.loads(capsys.readouterr().out)
    assert (only["wheel"], only["spins"], only["pockets"]["p"]) == ("old", 12, None)


@pytest.mark.parametrize(
    "words, why", [([], "expected a recording"), (["--statistics"], "there is no journal")]
)
def test_without_a_recording_or_a_journal_it_is_one_line(tmp_path, capsys, words, why):
    assert guarded(command, [*words, "--journal", str(tmp_path / "none.sqlite3")]) == 2
    told_so = capsys.readouterr().err
    assert (why in told_so, told_so.count("\n")) == (True, 1)
