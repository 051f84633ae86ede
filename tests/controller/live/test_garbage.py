"""The search for garbage stops every thread: short, rare, and in quiet moments."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from sabot.app import assemble
from sabot.app.on_trial import OnTrial
from sabot.cli import run
from sabot.cli.asked import Asked
from sabot.config import Settings
from sabot.live import garbage
from sabot.system.service.notifying import Heart, Notifier


class Searches:
    """Python's `gc`, which notes what it is asked to do."""

    def __init__(self) -> None:
        self.asked: list[object] = []
        self.partial, self.enabled = 0, True

    def get_threshold(self) -> tuple[int, int, int]:
        return 700, 10, 10

    def set_threshold(self, *often: int) -> None:
        self.asked.append(often)

    def get_count(self) -> tuple[int, int, int]:
        return 3, 2, self.partial

    def isenabled(self) -> bool:
        return self.enabled

    def collect(self) -> None:
        self.asked.append("search")

    def freeze(self) -> None:
        self.asked.append("skip what is there")

    def unfreeze(self) -> None:
        self.asked.append("skip nothing")


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Searches:
    made = Searches()
    monkeypatch.setattr(garbage, "gc", made)
    return made


def test_while_a_table_is_open_a_full_search_is_rare_and_skips_what_was_there_before(
    searches: Searches,
) -> None:
    with garbage.kept_short():
        assert searches.asked == ["search", "skip what is there", (700, 10, garbage.FULL_AT_LEAST_EVERY)]
        searches.asked.clear()
    assert searches.asked == [(700, 10, 10), "skip nothing"]


def test_it_is_as_before_when_a_table_closes_with_an_error(searches: Searches) -> None:
    with pytest.raises(OSError, match="the disk"), garbage.kept_short():
        raise OSError("the disk")
    assert searches.asked[-2:] == [(700, 10, 10), "skip nothing"]


@pytest.mark.parametrize(
    ("partial", "enabled", "asked"),
    [
        (garbage.FULL_WHEN_QUIET_AFTER, True, ["search"]),
        (garbage.FULL_WHEN_QUIET_AFTER - 1, True, []),
        (garbage.FULL_WHEN_QUIET_AFTER, False, []),
    ],
)
def test_a_quiet_moment_is_used_when_enough_was_made_since_the_last_search(
    searches: Searches, partial: int, enabled: bool, asked: list[object]
) -> None:
    searches.partial, searches.enabled = partial, enabled
    garbage.use_quiet_moment()
    assert searches.asked == asked


def test_an_open_table_is_what_the_search_skips(
    searches: Searches, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @contextmanager
    def running(settings: Settings, *, renew: object) -> Iterator[SimpleNamespace]:
        searches.asked.append("open")
        yield SimpleNamespace(
            simulated=False, address="here", others="there", fingerprint="", feed=None, inbox=None
        )
        searches.asked.append("close")

    monkeypatch.setattr(assemble, "running", running)
    monkeypatch.setattr(run, "_wait", lambda *_, **__: searches.asked.append("play"))
    run._run(Asked(), Settings(), Heart(Notifier()), OnTrial(tmp_path / "table.toml"))
    kinds = [each for each in searches.asked if isinstance(each, str)]
    assert kinds == ["open", "search", "skip what is there", "play", "skip nothing", "close"]


def test_what_python_offers_is_what_we_use() -> None:
    before = gc.get_threshold()
    with garbage.kept_short():
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold() == (*before[:2], garbage.FULL_AT_LEAST_EVERY)
    assert gc.get_freeze_count() == 0
    assert gc.get_threshold() == before
