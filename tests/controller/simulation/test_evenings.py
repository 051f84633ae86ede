"""Simulated evenings: nothing breaks in sixty of them, a seed decides everything, and each invariant
names the defect that it is there for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sabot.core.observations import BallSeen
from sabot.games.register import GAMES, casino
from sabot.instruments.line import port
from sabot.instruments.line.session import Session
from sabot.instruments.wheel import cammegh
from sabot.live import loop as live_loop
from sabot.live.loop import Loop
from sabot.record import resume, schema
from sabot.record.journal import Journal
from sabot.simulation.evenings import findings, program
from sabot.simulation.evenings.evening import Result, simulated
from sabot.simulation.evenings.faults import KINDS
from sabot.simulation.evenings.report import reported

EVENINGS, PARTS = 60, 2
FIRST_SEED = 20261123
"""Any number will do; it stays, so that this test does the same each time."""


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_breaks_in_sixty_evenings_with_every_kind_of_fault(part: int) -> None:
    count = EVENINGS // PARTS
    report = reported(FIRST_SEED + part * count, count)
    assert report["examples"] == []
    assert report["evenings"] == count
    assert len(report["faults"]) >= len(KINDS) - 2  # the rarest may be in the other parts
    assert report["programs"] > report["evenings"]
    assert report["coups"] >= report["evenings"]


def test_two_evenings_of_one_seed_are_the_same_to_the_last_byte() -> None:
    for seed in range(7, 7 + len(casino())):
        first, second = simulated(seed), simulated(seed)
        assert first.trace == second.trace
        assert len(first.trace) > 20
    assert simulated(7).trace != simulated(7 + len(casino())).trace


def test_an_evening_without_faults_has_one_program_and_no_fault() -> None:
    for seed in range(len(casino())):
        result = simulated(seed, kinds=())
        assert (result.broken, result.programs, result.faults) == (None, 1, {})


# --- each invariant names the defect that it is there for -------------------------------------------


def first_broken(kinds: Sequence[str], seeds: Sequence[int]) -> str:
    """The name of the invariant that breaks first in these evenings."""
    for seed in seeds:
        result: Result = simulated(seed, kinds=tuple(kinds))
        if result.broken:
            return result.broken.invariant
    return ""


CARDS_SEEDS = [seed for seed in range(60) if GAMES[casino()[seed % len(casino())]].PLACES]
WHEEL_SEEDS = [seed for seed in range(60) if seed not in CARDS_SEEDS]


def test_a_table_that_shows_before_it_keeps_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def keep(loop: Any, taken: Any) -> None:
        steps = loop._steps(taken)
        if steps[0].entries:
            loop.tell(loop._journal.head[0] + len(steps[0].entries), steps[0].table, steps[0].events)
        kept(loop, taken)

    kept = Loop.keep
    monkeypatch.setattr(Loop, "keep", keep)
    assert first_broken((), CARDS_SEEDS[:1]) == findings.KEPT


def test_a_restart_that_forgets_the_last_record_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    folded = resume.folded
    monkeypatch.setattr(
        resume, "folded", lambda table, observed, *, whole: folded(table, list(observed)[:-1], whole=whole)
    )
    assert first_broken(("crash",), CARDS_SEEDS[:12]) == findings.REPLAYED


def test_a_journal_that_does_not_wait_for_the_disk_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(file: Any, *, page_limit: int) -> None:
        prepare(file, page_limit=page_limit)
        file.execute("PRAGMA synchronous = NORMAL")

    prepare = schema.prepare
    monkeypatch.setattr("sabot.record.journal.prepare", careless)
    assert first_broken(("crash",), CARDS_SEEDS[:12]) in (findings.WHOLE, findings.ACTS)


def test_a_card_that_is_taken_twice_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def twice(session: Any, frame: Any, message: Any) -> list[Any]:
        return numbered(session, frame._replace(sequence=session._next), message)

    numbered = Session._numbered
    monkeypatch.setattr(Session, "_numbered", twice)
    assert first_broken(("lost", "doubled"), CARDS_SEEDS[:12]) == findings.CARDS


def test_a_card_that_is_acknowledged_before_it_is_on_record_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(port, "_on_record", lambda receipt: True)
    monkeypatch.setattr(program, "WAKES_S", 0.3)
    assert first_broken(("crash",), CARDS_SEEDS) == findings.CARDS


def test_an_act_that_is_refused_and_done_all_the_same_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def unpressed(waiting: Any, why: Any) -> Any:
        for each in waiting:
            if each.pressed:
                live_loop._refused(each, why)
            yield each

    monkeypatch.setattr(live_loop, "_unpressed", unpressed)
    assert first_broken(("full",), CARDS_SEEDS[:12]) == findings.ACTS


def test_a_stake_that_is_not_settled_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(shown: Any) -> Any:
        found = view(shown)
        return found | {"settlements": found["settlements"][:-1]}

    view = live_loop.view
    monkeypatch.setattr(live_loop, "view", forgetful)
    monkeypatch.setattr("sabot.simulation.evenings.witness.view", forgetful)
    assert first_broken((), CARDS_SEEDS[:4]) == findings.CHIPS


def test_an_eye_that_deals_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from sabot.core.play import witnessed

    def dealt(play: Any, room: Any) -> Any:
        play, room, events = looked(play, room)
        card = room.eye.lying[-1].card
        return play._replace(sabot=play.sabot.after(card)), room, events

    looked = witnessed.looked_at
    monkeypatch.setattr(witnessed, "looked_at", dealt)
    assert first_broken((), CARDS_SEEDS[:2]) == findings.WITNESS


def test_a_wheel_that_says_another_number_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(parser: Any, line: bytes) -> Any:
        for each in whole(parser, line):
            yield BallSeen(str((int(each.pocket) + 1) % 37)) if isinstance(each, BallSeen) else each

    whole = cammegh.Parser.whole
    monkeypatch.setattr(cammegh.Parser, "whole", wrong)
    assert first_broken((), WHEEL_SEEDS[:4]) == findings.NUMBERS


def test_a_table_that_never_finds_its_disk_again_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(journal: Journal) -> bool:
        raise live_loop.JournalError("gone")

    monkeypatch.setattr(Journal, "recover", never)
    monkeypatch.setattr("sabot.simulation.evenings.scheduler.LONGEST_S", 30.0)
    assert first_broken(("full",), CARDS_SEEDS[:4]) == findings.GOES_ON
