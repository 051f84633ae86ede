"""The bench of the pit: what it counts as late, and that a small hall loses and doubles nothing."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("psycopg", reason="the extra pit is missing: make setup EXTRA=pit")

from click.testing import CliRunner

from sabot.bench import pit as bench_pit
from sabot.bench.pit import screen
from sabot.bench.pit.hall import late_ms
from sabot.cli.bench import bench
from sabot.pit.services import MissingError

MS = 1_000_000


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


def test_a_round_of_cards_is_compared_with_itself_alone():
    slow = {"none": [4.0, 9.0, 5.0], "up": [6.0, 5.0, 99.0]}
    rounds = [{"none": [1.0], "up": [1.1]}, {"none": [2.0], "up": [2.0]}, slow]
    assert screen._ratios(rounds, "up") == [1.0, 1.1, 1.2]
    assert screen._ratios(rounds, "none") == [1.0, 1.0, 1.0]


@pytest.mark.process
def test_a_small_hall_loses_and_doubles_nothing(monkeypatch):
    monkeypatch.setattr(screen, "LINK_ROUNDS", 1)
    monkeypatch.setattr(screen, "LINK_TABLES", 2)
    try:
        figures: Any = bench_pit.measure(tables=4, seconds=2, drained=1_000, cards=48, clients=2)
    except MissingError as error:
        pytest.skip(str(error))
    assert (figures["gaps"], figures["doubles"]) == (0, 0)
    assert figures["records"] > 1_000
    assert figures["commit_to_commit_ms"]["p50"] > 0
    assert figures["drain"]["records"] >= 1_000
    assert [*figures["screen"]["p50_ratio"]] == ["none", "up", "down", "flapping"]
    assert figures["screen"]["p50_ratio"]["none"] == 1
    assert len(figures["screen"]["p50_ratio_quartiles"]["up"]) == 2
    assert min(figures["memory_mb"].values()) > 0


def test_the_number_of_tables_is_for_the_pit_alone():
    done = CliRunner().invoke(bench, ["rules", "--tables", "3"])
    assert done.exit_code != 0
    assert "--tables and --seconds are for `sabot bench pit`" in done.output
