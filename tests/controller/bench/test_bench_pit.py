"""The bench of the pit: what it counts as late, and that a small hall loses and doubles nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("psycopg", reason="the extra pit is missing: make setup EXTRA=pit")

from click.testing import CliRunner

from sabot.bench import pit as bench_pit
from sabot.bench.pit import screen
from sabot.bench.pit.cores import on, parted, put
from sabot.bench.pit.hall import late_ms
from sabot.cli.bench import bench
from sabot.pit.services import MissingError
from tests.controller.bench.stages import Stages

MS = 1_000_000
LINKS = screen.LINKS if os.environ.get("SABOT_SOAK") else ("flapping",)
"""A link that comes and goes is up and down by turns."""


def test_a_commit_is_as_late_as_the_first_word_of_the_pit_that_covers_it():
    commits = {"t1": [(3, 0), (5, 10 * MS), (9, 20 * MS)]}
    said = {"t1": [(4, 30 * MS), (4, 35 * MS), (9, 50 * MS)]}
    assert late_ms(commits, said, (0, 100 * MS)) == [30, 40, 30]


def test_a_repeated_word_with_an_older_number_makes_no_commit_later():
    commits = {"t1": [(5, 0)]}
    said = {"t1": [(5, 10 * MS), (2, 20 * MS), (5, 30 * MS)]}
    assert late_ms(commits, said, (0, MS)) == [10]


def test_only_the_commits_of_the_time_that_is_asked_for_count():
    commits = {"t1": [(1, 0), (2, 10 * MS), (3, 20 * MS)], "t2": [(1, 10 * MS)]}
    said = {"t1": [(3, 21 * MS)], "t2": []}
    assert late_ms(commits, said, (10 * MS, 20 * MS)) == [11]


class OfNumbers:
    """A table whose cards say how long they take (ms); with its carrier at work each takes 0.3 longer."""

    def __init__(self, name: str, took: list[str]) -> None:
        self.name, self.took, self.is_at_work = name, took, False

    @contextmanager
    def at_work(self, *, is_up: bool) -> Iterator[None]:
        self.is_at_work = True
        yield
        self.is_at_work = False

    def deal(self, cards: list[float]) -> list[float]:
        self.took.append(f"{self.name} {'beside' if self.is_at_work else 'without'}")
        return [each + 0.3 * self.is_at_work for each in cards]


def test_each_card_is_compared_with_itself_and_neither_table_is_first_or_has_its_carrier_at_work_more_often():
    took: list[str] = []
    twins: Any = [OfNumbers("a", took), OfNumbers("b", took)]
    cards: Any = [1, 2]
    pairs = [pair for number in range(4) for pair in screen._block(twins, cards, number, is_up=True)]
    assert pairs == [(1, 1.3), (2, 2.3)] * 4
    assert Counter(took) == {f"{name} {how}": 2 for name in "ab" for how in ("beside", "without")}
    firsts = took[::2]
    assert sorted(firsts) == ["a beside", "a without", "b beside", "b without"]


def test_the_median_ratio_of_a_hundred_cards_is_said_with_where_it_lies_in_95_of_100_samples():
    """Ranks 40 to 61 of a hundred: the binomial distribution with one half."""
    figures = screen._figures([screen.Pair(100.0, 100.0 + n) for n in range(1, 101)])
    assert (figures["p50_ratio"], figures["p50_ratio_within"]) == (1.505, [1.4, 1.61])


def test_of_few_cards_the_interval_is_all_of_them():
    figures = screen._figures([screen.Pair(1.0, 1.0), screen.Pair(1.0, 2.0)])
    assert (figures["p50_ratio"], figures["p50_ratio_within"]) == (1.5, [1.0, 2.0])


@pytest.mark.process
def test_a_small_hall_loses_and_doubles_nothing(monkeypatch):
    monkeypatch.setattr(screen, "CARDS_IN_TURN", 2)
    monkeypatch.setattr(screen, "LINKS", LINKS)
    monkeypatch.setattr(bench_pit, "CARRIER_PROCESSES", 2)
    stages = Stages()
    try:
        figures: Any = bench_pit.measure(
            tables=4, seconds=1, drained=1_000, cards=4, clients=2, progress=stages
        )
    except MissingError as error:
        pytest.skip(str(error))
    assert stages.parts == {"dealing": 1, "a day at once": 1, "dealing cards": 1}
    assert (figures["gaps"], figures["doubles"]) == (0, 0)
    assert figures["records"] > 1_000
    assert figures["commit_to_commit_ms"]["p50"] > 0
    assert figures["drain"]["records"] >= 1_000
    for state in screen.LINKS:
        least, most = figures["screen"][state]["p50_ratio_within"]
        assert 0 < least <= figures["screen"][state]["p50_ratio"] <= most
    assert min(figures["memory_mb"].values()) > 0


def test_the_number_of_tables_is_for_the_pit_alone():
    done = CliRunner().invoke(bench, ["rules", "--tables", "3"])
    assert done.exit_code != 0
    assert "--tables and --seconds are for `sabot bench pit`" in done.output


@pytest.mark.parametrize(
    ("cores", "table", "others", "is_apart"),
    [
        ([3], {3}, {3}, False),
        ([4, 1], {4}, {1}, True),
        (range(3), {1, 2}, {0}, True),
        (range(4), {2, 3}, {0, 1}, True),
    ],
)
def test_a_table_shares_no_core_where_there_are_two(cores, table, others, is_apart):
    found = parted(cores)
    assert (found.table, found.others, found.is_apart) == (table, others, is_apart)


def test_a_process_and_all_that_it_started_are_put_on_other_cores():
    one = frozenset([min(os.sched_getaffinity(0))])
    inner = "import time; print(flush=True); time.sleep(60)"
    outer = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"
    process = subprocess.Popen([sys.executable, "-c", outer], stdout=subprocess.PIPE, start_new_session=True)
    try:
        process.stdout.readline()
        put(process.pid, one)
        (child,) = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        assert [os.sched_getaffinity(pid) for pid in (process.pid, int(child))] == [one, one]
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()


def test_a_process_that_has_ended_is_put_nowhere():
    done = subprocess.Popen([sys.executable, "-c", ""])
    done.wait()
    put(done.pid, frozenset([0]))


def test_a_thread_is_back_on_its_own_cores_afterwards():
    before = os.sched_getaffinity(0)
    with on(frozenset([min(before)])):
        assert os.sched_getaffinity(0) == {min(before)}
    assert os.sched_getaffinity(0) == before
