"""The progress of long work."""

from __future__ import annotations

from sabot.core.progress import silent, stepping


def test_an_item_counts_as_done_when_the_next_is_asked_for() -> None:
    done: list[int] = []
    work = stepping("ab", done.append)
    assert (next(work), done) == ("a", [])
    assert (next(work), done) == ("b", [1])
    assert ([*work], done) == ([], [1, 1])


def test_silent_progress_changes_nothing() -> None:
    with silent("counting", 3) as advance:
        assert [*stepping(range(3), advance)] == [0, 1, 2]
