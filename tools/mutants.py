"""Change the code in small ways, one at a time, and see which changes no test notices.

    make mutants ARGS="--sample 500 --seed 2 --minutes 60 --workers 2"

The changes (`tools/mutating.py`) come from the rooms that coverage does not watch, in an order that a seed
decides and that stays the same while other code changes. Each is made in a copy of the tree and judged by
the tests that touch its line (`tools/choosing.py`), for some ten seconds at most; a test that hangs has
noticed. A first run watches every test once to learn what it touches (`build/mutants-touching.pickle`);
later ones watch only tests that are new. Results are kept in `build/mutants.jsonl`, so that a run goes on
where the last one stopped; `--again` tries the survivors once more, after new tests.

The tools that do this (mutmut, cosmic-ray) know one source folder and one test command for all; here three
source folders and the choice of tests for each line decide how long it takes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import marshal
import multiprocessing
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from itertools import count
from pathlib import Path
from typing import NamedTuple

import flask  # noqa: F401 - these are here before the first fork, which saves each run half of its time
import hypothesis.strategies  # noqa: F401
import numpy as np  # noqa: F401
import serial  # noqa: F401

from tools.choosing import choice
from tools.equal_changes import EQUAL
from tools.judging import Job, Verdict, Warm, alone, cold, tested, uncollected, waited
from tools.mutating import Mutant, mutants
from tools.nearness import ROOMS, ROOT, near
from tools.touching import Recorder, Touching, digest, nothing, read

BUILD = ROOT / "build"
RESULTS = BUILD / "mutants.jsonl"
TOUCHING = BUILD / "mutants-touching.pickle"
TREES = BUILD / "mutants"
"""The copies of the tree in which changes are made."""

SECONDS = count(10)
"""Each change of a file gives it another second."""

SLOWER_TIMES, START_S = 2.0, 8.0
"""Tests hang if they use this many times the usual processor time, plus the start of pytest."""


class Outcome(NamedTuple):
    """What became of one change: `caught`, `hangs` (which is caught too) or `survived`; the test that failed,
    the number of tests, their seconds, and the line."""

    verdict: str
    test: str
    tests: int
    seconds: float
    line: int


# --- the sample


def sample(count: int, seed: int) -> list[Mutant]:
    """The first changes in the order of this seed."""
    every = [
        each
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        for each in mutants(str(path.relative_to(ROOT)), path.read_text())
        if each.key not in EQUAL
    ]
    return sorted(every, key=lambda each: hashlib.sha256(f"{seed} {each.key}".encode()).digest())[:count]


def results() -> dict[str, Outcome]:
    """What is known of changes so far, by their names."""
    if not RESULTS.exists():
        return {}
    return {key: Outcome(*each) for key, *each in map(json.loads, RESULTS.read_text().splitlines())}


def keep(key: str, outcome: Outcome) -> None:
    """Write a result down."""
    with RESULTS.open("a") as file:
        file.write(json.dumps([key, *outcome], ensure_ascii=False) + "\n")
    print(outcome.verdict, outcome.seconds, key, outcome.test and f"({outcome.test})", flush=True)


def due(chosen: list[Mutant], found: dict[str, Outcome], *, again: bool) -> list[Mutant]:
    """Those of the sample that have not been tried, and with `again` those that survived."""
    wanted = (None, "survived") if again else (None,)
    return [each for each in chosen if (found[each.key].verdict if each.key in found else None) in wanted]


# --- what the tests touch


def copied(tree: Path) -> None:
    """Make a copy of the tree."""
    shutil.rmtree(tree, ignore_errors=True)
    listed = ["git", "ls-files", "-z", "-co", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    for name in names:
        if name and (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)


def candidates() -> list[str]:
    """The files of tests that may judge a change in the rooms."""
    files = [str(path.relative_to(ROOT)) for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    return sorted({test for file in files for test in near(file)})


def touching(workers: int) -> Touching:
    """What each test touches; tests that are new since the last time run once, where nothing is changed."""
    known = read(TOUCHING) if TOUCHING.exists() else nothing()
    new = [file for file in candidates() if known.known.get(file) != digest(ROOT / file)]
    parts = [BUILD / f"mutants-touching-{number}.pickle" for number in range(workers if new else 0)]
    running = [recording(TREES / str(at), new[at::workers], part) for at, part in enumerate(parts)]
    for pid, part in zip(running, parts, strict=True):
        os.waitpid(pid, 0)
        known.add(read(part))
    known.known.update((file, digest(ROOT / file)) for file in new)
    if new:
        TOUCHING.write_bytes(known.kept())
    return known


def recording(tree: Path, files: list[str], part: Path) -> int:
    """The number of a process that runs these tests and writes down what they touch."""
    pid = os.fork()
    if pid:
        return pid

    def record() -> int:
        recorder = Recorder(tree, ROOMS)
        tested(tree, ["--maxfail=1000", *files], recorder)
        recorder.written(part)
        return 0

    alone(record, limit_s=float("inf"))
    raise AssertionError


# --- trying the changes


class Uncollected(Exception):  # noqa: N818 - it names what to mend
    """Files whose tests pytest cannot collect, each with the reason."""


class Worker:
    """A copy of the tree, and a process that has collected its tests."""

    def __init__(self, tree: Path, known: Touching) -> None:
        self._tree, self._known = tree, known
        self._jobs, theirs = multiprocessing.Pipe()
        self._pid = os.fork()
        if not self._pid:
            alone(lambda: tested(tree, candidates(), Warm(theirs)), limit_s=float("inf"))

    def outcome(self, mutant: Mutant) -> Outcome:
        """What becomes of this change."""
        begun_s = time.monotonic()
        tests, in_function = choice(mutant, self._known)
        path = self._tree / mutant.file
        original, changed_s = path.read_bytes(), path.stat().st_mtime
        path.write_text(mutant.made(original.decode()))
        os.utime(path, (changed_s + next(SECONDS),) * 2)  # or Python runs what it compiled before
        try:
            said, test = self._judged(mutant, tests, original, in_function=in_function)
        finally:
            path.write_bytes(original)
            os.utime(path, (changed_s,) * 2)
        return Outcome(said, test, len(tests), round(time.monotonic() - begun_s, 1), mutant.line)

    def _judged(self, mutant: Mutant, tests: list[str], original: bytes, *, in_function: bool) -> Verdict:
        """What its tests say."""
        if not tests:
            return Verdict("survived", "")
        limit_s = START_S + SLOWER_TIMES * sum(self._known.seconds[test] for test in tests)
        name = str(self._tree / mutant.file)
        before = compile(original, name, "exec", dont_inherit=True)
        after = compile(mutant.tree(original.decode()), name, "exec", dont_inherit=True)
        job = Job(tests, limit_s, marshal.dumps(before), marshal.dumps(after))
        if in_function:
            self._jobs.send(tuple(job))
            if (verdict := Verdict(*self._jobs.recv())).said != "cold":
                return verdict
        return cold(self._tree, job)

    def end(self) -> None:
        """No more changes."""
        self._jobs.send(())
        waited(self._pid)


def work(number: int, mutants: list[Mutant], known: Touching, ends_s: float) -> None:
    """Try these changes, and keep what becomes of each."""
    worker = Worker(TREES / str(number), known)
    for mutant in mutants:
        if time.monotonic() < ends_s:
            keep(mutant.key, worker.outcome(mutant))
    worker.end()


def run(chosen: list[Mutant], *, minutes: float, again: bool, workers: int) -> dict[str, Outcome]:
    """Try every change that is due; raises Uncollected where a file of tests cannot be read."""
    ends_s = time.monotonic() + 60 * minutes
    for number in range(workers):
        copied(TREES / str(number))
    if wrong := uncollected(TREES / "0", candidates()):
        raise Uncollected(wrong)
    known, waiting = touching(workers), due(chosen, results(), again=again)
    fork = multiprocessing.get_context("fork")
    running = [
        fork.Process(target=work, args=(number, waiting[number::workers], known, ends_s))
        for number in range(workers)
        if waiting[number::workers]
    ]
    for each in running:
        each.start()
    for each in running:
        each.join()
    found = results()
    return {each.key: found[each.key] for each in chosen if each.key in found}


def report(found: dict[str, Outcome]) -> str:
    """The result in plain words: the share caught in each room and in all, and the changes that survived."""
    tried, survived = Counter[str](), Counter[str]()
    for key, each in found.items():
        room = next(room for room in ROOMS if key.startswith(f"{room}/"))
        tried[room] += 1
        survived[room] += each.verdict == "survived"
    lines = [f"{key} (line {each.line})" for key, each in found.items() if each.verdict == "survived"]
    for room, number in [*tried.items(), ("all", tried.total())]:
        missed = survived.total() if room == "all" else survived[room]
        lines.append(f"{room}: {number - missed} of {number} caught ({1 - missed / max(1, number):.0%})")
    return "\n".join(lines)


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
    try:
        found = run(chosen, minutes=words.minutes, again=words.again, workers=words.workers)
    except Uncollected as why:
        for file, reason in why.args[0].items():
            print(f"mutants: {file} cannot be collected: {reason}", file=sys.stderr)
        print("mutants: no change was tried; mend that first, then run it again", file=sys.stderr)
        return 1
    print(report(found))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
