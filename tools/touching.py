"""Which tests touch which lines: what coverage sees while each test runs where nothing is changed."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import coverage
import pytest

AT_IMPORT = ""
"""The name under which coverage keeps what runs before the first test."""


class Touching(NamedTuple):
    """What each test does where nothing is changed: its seconds, the lines that it touches of each file
    (those of `AT_IMPORT` run before any test), the tests that start processes, those that fail even so, and
    what each file held then."""

    seconds: dict[str, float]
    lines: dict[str, dict[int, list[str]]]
    processes: set[str]
    failing: set[str]
    known: dict[str, str]

    def kept(self) -> bytes:
        """The form in which it is kept."""
        return pickle.dumps(tuple(self))

    def add(self, other: Touching) -> None:
        """Take in what is known of other tests."""
        self.seconds.update(other.seconds)
        self.processes.update(other.processes)
        self.failing.update(other.failing)
        self.known.update(other.known)
        for file, lines in other.lines.items():
            mine = self.lines.setdefault(file, {})
            for line, tests in lines.items():
                mine[line] = sorted({*mine.get(line, ()), *tests})


def nothing() -> Touching:
    """What is known before any test has run."""
    return Touching({}, {}, set(), set(), {})


def digest(file: Path) -> str:
    """A name for what a file holds."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


class Recorder:
    """A plugin of pytest that watches every test in a copy of the tree."""

    def __init__(self, tree: Path, rooms: Iterable[str]) -> None:
        self._tree, self._rooms, self._found = tree, [*rooms], nothing()
        patterns = [f"{tree / room}/*" for room in self._rooms]
        self._coverage = coverage.Coverage(data_file=None, config_file=False, include=patterns)
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """One test begins."""
        self._coverage.switch_context(item.nodeid)
        self._found.known[item.nodeid.partition("::")[0]] = digest(item.path)
        if item.get_closest_marker("process"):
            self._found.processes.add(item.nodeid)
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One part of a test is done: its beginning, itself, its end."""
        seconds = self._found.seconds
        seconds[report.nodeid] = seconds.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            self._found.failing.add(report.nodeid)

    def written(self, path: Path) -> None:
        """Write down what every test touched."""
        self._coverage.stop()
        data = self._coverage.get_data()
        for file in data.measured_files():
            name = str(Path(file).relative_to(self._tree))
            self._found.known[name] = digest(Path(file))
            self._found.lines[name] = {
                line: tests for line, tests in data.contexts_by_lineno(file).items() if tests
            }
        path.write_bytes(self._found.kept())


def read(path: Path) -> Touching:
    """What was written down."""
    return Touching(*pickle.loads(path.read_bytes()))
