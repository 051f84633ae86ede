"""Change the code in small ways, one at a time, and see which changes no test notices.

    make mutants ARGS="--sample 500 --minutes 60"

The changes (`tools/mutating.py`) come from the rooms that coverage does not watch, in an order that a seed
decides and that stays the same while other code changes. Each is made in a copy of the tree and judged by the
tests that are nearest to its module, for some ten seconds at most: those named like it, those of the same
room that import it, then others, with more imports between. A test that hangs has noticed. Results are
kept in `build/mutants.json`, so that a run goes on where the last one stopped; `--again` tries the
survivors once more, after new tests.

The tools that do this (mutmut, cosmic-ray) know one source folder and one test command for all; here three
source folders and narrow tests for each module decide how long it takes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import NamedTuple

import flask  # noqa: F401 - these are here before the first fork, which saves each run half of its time
import hypothesis.strategies  # noqa: F401
import numpy as np  # noqa: F401
import pytest
import serial  # noqa: F401

from tests.house import SOURCES, imported
from tools.mutating import Mutant, mutants

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
RESULTS = BUILD / "mutants.json"
UNCHANGED = BUILD / "mutants-unchanged.json"
"""How long each file of tests takes where nothing is changed, and the tests that fail even then."""

TREES = BUILD / "mutants"
"""The copies of the tree in which changes are made."""

PASSED_STATUSES = (0, 5)
"""The exit statuses of pytest where every test passes, or there is none."""

SECONDS = count(10)
"""Each change of a file gives it another second."""

ROOMS = (
    "controller/sabot/live",
    "controller/sabot/record",
    "controller/sabot/instruments",
    "dashboard/sabot_dashboard",
)
"""Whose code is changed."""

NEAREST_S, TESTS_S = 4.0, 12.0
"""The nearest tests, which take this long, run first. All tests of a change take this long at most where
nothing is changed; the farthest are left out."""

SLOWER_TIMES, START_S, LONGEST_S = 3.0, 20.0, 300.0
"""Tests hang if they use this many times the usual processor time, plus the start of pytest, or if they
are not done after the last of these."""

IMPORTS_AWAY_MOST = 4
"""How many imports may lie between a module and its tests."""

LOOK_S = 0.1
"""How often to check which tests are done."""

MEMORY_BYTES = 8 << 30
"""How much memory they may take: a loop that a change has made endless may fill it."""

SAME = {
    "controller/sabot/instruments/camera/eye.py::: 65536 -> 65537": "how much is read at once",
    "controller/sabot/instruments/camera/eye.py::: 65536 -> 65535": "how much is read at once",
    "controller/sabot/instruments/wheel/physics.py::_Scene.mark: 0 -> 1": "a revolution on is the same place",
    "controller/sabot/instruments/wheel/physics.py::_Scene.mark: 0 -> -1": "so is one back",
    "controller/sabot/instruments/line/session.py::Session._out_of_turn: 0 -> 1": "no lead never comes there",
    "controller/sabot/instruments/line/discovery.py::_the_one: 0 -> -1 #1": "there is only one",
    "controller/sabot/instruments/wheel/rotor.py::rotor: 1 -> 0 #1": "it is the same part of a revolution",
}
"""Changes that make no difference anybody could see, and why."""


class Outcome(NamedTuple):
    """What became of one change: `caught`, `hangs` (which is caught too) or `survived`."""

    verdict: str
    seconds: float
    line: int


class Unchanged(NamedTuple):
    """What the tests do where nothing is changed: seconds of each file, and the names of those that fail."""

    seconds: dict[str, float]
    failing: list[str]


# --- which tests are near


@cache
def modules() -> dict[str, Path]:
    """Every module of the product and the tests, by its dotted name."""
    found = {}
    for folder, pattern in (*((each, "**/*.py") for each in SOURCES.values()), (ROOT, "tests/**/*.py")):
        for path in sorted(folder.glob(pattern)):
            name = ".".join(path.relative_to(folder).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = path
    return found


@cache
def imports(module: str) -> frozenset[str]:
    """The modules that this one imports."""
    return frozenset(name for _, name in imported(modules()[module].read_text(), module))


@cache
def importers(module: str) -> frozenset[str]:
    """The modules that import this one; what a helper of the tests imports counts as its tests'."""
    direct = {name for name in modules() if module in imports(name)}
    helpers = {name for name in direct if name.startswith("tests.") and not is_test(name)}
    return frozenset(direct.difference(helpers).union(*map(importers, helpers)))


def is_test(module: str) -> bool:
    """Whether a module holds tests."""
    return module.startswith("tests.") and module.rpartition(".")[2].startswith("test_")


def near(file: str) -> list[str]:
    """The files of tests for this file, nearest first: those of its room that are named like it, then by the
    imports between, those of its room first."""
    root, room = Path(file).parts[0], Path(file).parts[2]
    mirrored = "tests.dashboard." if root == "dashboard" else f"tests.{root}.{room}."

    def is_named(test: str) -> bool:
        return test.startswith(mirrored) and f".test_{Path(file).stem}" in test

    far = distances(next(name for name, path in modules().items() if path == ROOT / file))
    far |= {name: 0 for name in modules() if is_test(name) and is_named(name)}
    tests = sorted(far, key=lambda test: (far[test], not test.startswith(mirrored), test))
    return [str(modules()[each].relative_to(ROOT)) for each in tests]


def distances(module: str) -> dict[str, int]:
    """How many imports lie between this module and each of its tests."""
    found: dict[str, int] = {}
    layer, seen = {module}, {module}
    for distance in range(1, IMPORTS_AWAY_MOST + 1):
        layer = set().union(*map(importers, layer)) - seen
        seen |= layer
        found |= {name: distance for name in layer if is_test(name)}
        layer = {name for name in layer if not is_test(name)}
    return found


def stages(files: Iterable[str], seconds: dict[str, float]) -> list[list[str]]:
    """The nearest of these files, and as many others as run in `TESTS_S`; the first one always."""
    nearest: list[str] = []
    further: list[str] = []
    spent_s = 0.0
    for file in (each for each in files if each in seconds):
        takes_s = seconds[file]
        if not nearest or (not further and spent_s + takes_s <= NEAREST_S):
            nearest.append(file)
        elif spent_s + takes_s <= TESTS_S:
            further.append(file)
        else:
            continue
        spent_s += takes_s
    return [each for each in (nearest, further) if each]


# --- running them


def copied(tree: Path) -> None:
    """Make a copy of the tree."""
    shutil.rmtree(tree, ignore_errors=True)
    listed = ["git", "ls-files", "-z", "-co", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    for name in names:
        if name and (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)


def started(tree: Path, files: Iterable[str], *more: str, limit_s: float = math.inf) -> int:
    """Run these tests in a copy, in a process that has all packages already: its number. It ends itself when
    it has used that much of the processor's time."""
    pid = os.fork()
    if pid:
        return pid
    try:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        if limit_s < math.inf:
            resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit_s), math.ceil(limit_s) + 5))
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        os.dup2(1, 2)
        os.chdir(tree)
        os._exit(tested(tree, [*files, *more]))
    except BaseException:  # noqa: BLE001 - the child must never go on as its parent would
        os._exit(3)


def tested(tree: Path, words: list[str]) -> int:
    """The exit status of pytest with these words, in this process, which knows no module of the project."""
    folders = [str(tree / each.relative_to(ROOT).parts[0]) for each in SOURCES.values()]
    os.environ["PYTHONPATH"] = os.pathsep.join([*folders, str(tree)])
    sys.path[:0] = [*folders, str(tree)]
    for name in [*sys.modules]:
        if name.partition(".")[0] in ("tests", "tools", *SOURCES):
            del sys.modules[name]
    chosen = ["-x", "-q", "-m", "not browser and not slow", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
    chosen += ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov", f"--basetemp={tree}-tmp"]
    return int(pytest.main([*chosen, *words]))


def unchanged(files: list[str]) -> Unchanged:
    """What these tests do where nothing is changed; remembered from an earlier run."""
    if not UNCHANGED.exists():
        report = BUILD / "mutants-unchanged.xml"
        os.waitpid(started(TREES / "0", files, "--maxfail=1000", f"--junitxml={report}"), 0)
        UNCHANGED.write_text(json.dumps(read(report)._asdict(), indent=1))
    return Unchanged(**json.loads(UNCHANGED.read_bytes()))


def read(report: Path) -> Unchanged:
    """What a report of pytest says of each file."""
    seconds, failing = Counter[str](), []
    for case in ElementTree.parse(report).iter("testcase"):
        *folders, name = case.attrib["classname"].split(".")
        file = "/".join([*folders, f"{name}.py"])
        seconds[file] += float(case.attrib["time"])  # type: ignore[assignment]
        if case.find("failure") is not None or case.find("error") is not None:
            failing.append(f"{file}::{case.attrib['name']}")
    return Unchanged(dict(seconds), failing)


class Trial:
    """One change in a copy of the tree, judged stage by stage."""

    def __init__(self, mutant: Mutant, tree: Path, stages: list[list[str]], known: Unchanged) -> None:
        self.mutant, self.tree, self._stages, self._known = mutant, tree, iter(stages), known
        self._begun_s = self._stage_s = time.monotonic()
        self._path = tree / mutant.file
        self._original, self._changed_s = self._path.read_bytes(), self._path.stat().st_mtime
        self._path.write_text(mutant.made(self._original.decode()))
        os.utime(self._path, (self._changed_s + next(SECONDS),) * 2)  # or Python runs what it compiled before
        self._pid = self._next()

    def outcome(self) -> Outcome | None:
        """What became of it; None while its tests run."""
        if self._pid:
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            if not pid and time.monotonic() - self._stage_s < LONGEST_S:
                return None
            self._end()
            verdict = said(status) if pid else "hangs"
            if verdict == "survived" and (next_pid := self._next()):
                self._pid = next_pid
                return None
        else:
            verdict = "survived"
        self._path.write_bytes(self._original)
        os.utime(self._path, (self._changed_s,) * 2)
        return Outcome(verdict, round(time.monotonic() - self._begun_s, 1), self.mutant.line)

    def _next(self) -> int:
        """Begin the next stage: its process, or 0 where there is none."""
        self._stage_s = time.monotonic()
        files = next(self._stages, None)
        if files is None:
            return 0
        limit_s = START_S + SLOWER_TIMES * sum(self._known.seconds[each] for each in files)
        anyway = [f"--deselect={each}" for each in self._known.failing if each.partition("::")[0] in files]
        return started(self.tree, files, *anyway, limit_s=limit_s)

    def _end(self) -> None:
        """End every process that the tests have left."""
        with suppress(ProcessLookupError):
            os.killpg(self._pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(self._pid, 0)


def said(status: int) -> str:
    """The verdict of a run of tests that ended with this status of the system."""
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
        return "hangs"
    return "survived" if os.waitstatus_to_exitcode(status) in PASSED_STATUSES else "caught"


# --- the sample


def sample(count: int, seed: int) -> list[Mutant]:
    """The first changes in the order of this seed."""
    every = [
        each
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        for each in mutants(str(path.relative_to(ROOT)), path.read_text())
        if each.key not in SAME
    ]
    return sorted(every, key=lambda each: hashlib.sha256(f"{seed} {each.key}".encode()).digest())[:count]


def results() -> dict[str, Outcome]:
    """What is known of changes so far, by their names."""
    if not RESULTS.exists():
        return {}
    return {key: Outcome(*each) for key, each in json.loads(RESULTS.read_bytes()).items()}


def kept(found: dict[str, Outcome]) -> None:
    """Write the results down."""
    new = RESULTS.with_suffix(".new")
    new.write_text(json.dumps(found, indent=1, ensure_ascii=False))
    new.rename(RESULTS)


def due(chosen: list[Mutant], found: dict[str, Outcome], *, again: bool) -> list[Mutant]:
    """Those of the sample that have not been tried, and with `again` those that survived."""
    wanted = (None, "survived") if again else (None,)
    return [each for each in chosen if (found[each.key].verdict if each.key in found else None) in wanted]


def run(chosen: list[Mutant], *, minutes: float, again: bool, workers: int) -> dict[str, Outcome]:
    """Try every change that is due, and keep what becomes of each."""
    ends_s, found = time.monotonic() + 60 * minutes, results()
    free = [TREES / str(number) for number in range(workers)]
    for tree in free:
        copied(tree)
    near_to = {each.file: near(each.file) for each in chosen}
    known = unchanged(sorted({test for tests in near_to.values() for test in tests}))
    waiting, running = due(chosen, found, again=again)[::-1], list[Trial]()
    while running or (waiting and time.monotonic() < ends_s):
        while free and waiting and time.monotonic() < ends_s:
            mutant = waiting.pop()
            running.append(Trial(mutant, free.pop(), stages(near_to[mutant.file], known.seconds), known))
        for trial in [*running]:
            if outcome := trial.outcome():
                running.remove(trial)
                free.append(trial.tree)
                found[trial.mutant.key] = outcome
                kept(found)
                print(outcome.verdict, outcome.seconds, trial.mutant.key, flush=True)
        time.sleep(LOOK_S)
    return {each.key: found[each.key] for each in chosen if each.key in found}


def main() -> int:
    """The command line."""
    asked = argparse.ArgumentParser(prog="make mutants", description=__doc__.splitlines()[0])
    asked.add_argument("--sample", type=int, default=500)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--minutes", type=float, default=600.0)
    asked.add_argument("--workers", type=int, default=1)
    asked.add_argument("--again", action="store_true")
    words = asked.parse_args()
    chosen = sample(words.sample, words.seed)
    found = run(chosen, minutes=words.minutes, again=words.again, workers=words.workers)
    survived = [f"{key} (line {each.line})" for key, each in found.items() if each.verdict == "survived"]
    share = 1 - len(survived) / max(1, len(found))
    print(json.dumps({"tried": len(found), "caught": round(share, 3), "survived": survived}, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
