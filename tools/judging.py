"""The tests of one change after another, run in forks of a process that has collected every test already.

A fork takes milliseconds where a new pytest takes seconds. In it the functions that the change concerns get
their new code; a change to what runs while a module is imported needs a process that has not imported it.
"""

from __future__ import annotations

import gc
import marshal
import math
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, partial
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple, Protocol

import pytest

from tests.house import SOURCES
from tools.nearness import ROOT

MEMORY_BYTES = 8 << 30
"""How much memory tests may take: a loop that a change has made endless may fill it."""

LOOK_S = 0.005
"""How often to check whether tests are done."""

LONGEST_S = 240.0
"""Tests hang if they are not done after this."""

OPTIONS = (
    *("-x", "-q", "-m", "not browser and not slow", "-W", "ignore::pytest.PytestAssertRewriteWarning"),
    *("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov"),
)


class Job(NamedTuple):
    """The tests to run, the processor time that they may use, and the code of the changed module before and
    after, as `marshal` writes it."""

    tests: list[str]
    limit_s: float
    before: bytes
    after: bytes


class Verdict(NamedTuple):
    """What the tests said: `caught`, `hangs`, `survived`, or `cold` where the change cannot be made in a
    process that runs already; and the test that failed."""

    said: str
    test: str


# --- one run of tests, in a process of its own


class Chosen:
    """A plugin of pytest that runs these tests alone, in this order, and says which one fails."""

    def __init__(self, tests: list[str], pipe: int) -> None:
        self._tests, self._pipe = tests, pipe

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The tests are collected."""
        by_name = {item.nodeid: item for item in items}
        items[:] = [by_name[test] for test in self._tests if test in by_name]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One part of a test is done."""
        if report.failed:
            os.write(self._pipe, report.nodeid.encode())
            os._exit(1)


class Failing:
    """A plugin of pytest that tells each file whose tests cannot be collected, and why, a line each."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file is read."""
        if report.failed:
            why = [line[1:].strip() for line in report.longreprtext.splitlines() if line.startswith("E ")]
            os.write(
                self._pipe, f"{report.nodeid}\t{why[-1] if why else 'pytest does not say why'}\n".encode()
            )


def judged(run: Callable[[int], int], limit_s: float) -> Verdict:
    """What tests say in a fork of this process; they name the one that fails at the end of a pipe."""
    ear, mouth = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(ear)
        alone(lambda: run(mouth), limit_s)
    os.close(mouth)
    try:
        said = waited(pid)
        return Verdict(said, os.read(ear, 4096).decode() if said == "caught" else "")
    finally:
        os.close(ear)


def uncollected(tree: Path, files: Iterable[str]) -> dict[str, str]:
    """The files whose tests pytest cannot collect in this copy of the tree, each with the reason."""
    ear, mouth = os.pipe()
    pid = os.fork()
    if not pid:
        words = ["--collect-only", "--maxfail=1000", *files]
        alone(lambda: tested(tree, words, Failing(mouth)), math.inf)
    os.close(mouth)
    with os.fdopen(ear) as reader:
        lines = reader.read().splitlines()
    os.waitpid(pid, 0)
    return dict(line.split("\t", 1) for line in lines)


def alone(run: Callable[[], int], limit_s: float) -> None:
    """Run this in a forked process that is on its own, and end."""
    try:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        if limit_s < math.inf:
            resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit_s), math.ceil(limit_s) + 5))
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        os.dup2(1, 2)
        os._exit(run())
    except BaseException:  # noqa: BLE001 - the child must never go on as its parent would
        os._exit(3)


def waited(pid: int) -> str:
    """What the tests of this process say; then every process that they have left is ended."""
    ends_s = time.monotonic() + LONGEST_S
    ended, status = os.waitpid(pid, os.WNOHANG)
    while not ended and time.monotonic() < ends_s:
        time.sleep(LOOK_S)
        ended, status = os.waitpid(pid, os.WNOHANG)
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)
    return said(status) if ended else "hangs"


def said(status: int) -> str:
    """The verdict of a run of tests that ended with this status of the system."""
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
        return "hangs"
    return "survived" if os.waitstatus_to_exitcode(status) in (0, 5) else "caught"


def tested(tree: Path, words: Iterable[str], plugin: object) -> int:
    """The exit status of pytest with these words, in this process, for a copy of the tree."""
    os.chdir(tree)
    folders = [str(tree / each.relative_to(ROOT).parts[0]) for each in SOURCES.values()]
    os.environ["PYTHONPATH"] = os.pathsep.join([*folders, str(tree)])
    sys.path[:0] = [*folders, str(tree)]
    for name in [*sys.modules]:
        if name.partition(".")[0] in ("tests", "tools", *SOURCES):
            del sys.modules[name]
    return int(pytest.main([*OPTIONS, f"--basetemp={tree}-tmp", *words], plugins=[plugin]))


def cold(tree: Path, job: Job) -> Verdict:
    """What the tests say in a process that imports the changed module."""
    files = sorted({test.partition("::")[0] for test in job.tests})
    return judged(lambda pipe: tested(tree, files, Chosen(job.tests, pipe)), job.limit_s)


# --- the process that has collected every test


class Warm:
    """A plugin of pytest that, once the tests are collected, runs them for one job after another."""

    def __init__(self, jobs: Connection) -> None:
        self._jobs = jobs
        self._chosen: Chosen | None = None

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """The tests are collected."""
        functions, memories = found(), remembering()
        gc.collect()
        gc.freeze()
        items = {item.nodeid: item for item in session.items}
        while words := self._jobs.recv():
            job = Job(*words)
            chosen = [items[test] for test in job.tests if test in items]
            codes = [pair for pair in differing(job) if named(pair[0]) in functions]
            if codes and all(before.co_freevars == after.co_freevars for before, after in codes):
                change = partial(give, functions, codes, memories)
                verdict = judged(partial(self._run, chosen, change), job.limit_s)
            else:
                verdict = Verdict("cold", "")
            self._jobs.send(tuple(verdict))
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One part of a test is done."""
        if self._chosen:
            self._chosen.pytest_runtest_logreport(report)

    def _run(self, items: list[pytest.Item], change: Callable[[], None], pipe: int) -> int:
        """Run these tests after this change; only in a fork."""
        change()
        self._chosen = Chosen([], pipe)
        for item, after in zip(items, [*items[1:], None], strict=False):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        return 0


Name = tuple[str, str, int, bytes]
"""What tells a piece of code from all others: its file, its name, its first line, where its parts stand."""


class Memory(Protocol):
    """A function that remembers its answers."""

    def cache_clear(self) -> None:
        """Forget them."""


Functions = dict[Name, list[FunctionType]]
Codes = list[tuple[CodeType, CodeType]]


def give(functions: Functions, codes: Codes, memories: list[Memory]) -> None:
    """Give functions the code that is changed, and forget what functions remember."""
    for before, after in codes:
        for function in functions[named(before)]:
            function.__code__ = after
    for memory in memories:
        memory.cache_clear()


def named(code: CodeType) -> Name:
    """The name of this piece of code."""
    return code.co_filename, code.co_qualname, code.co_firstlineno, code.co_linetable


def found() -> Functions:
    """Every function that there is, by the name of its code."""
    functions: Functions = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            functions.setdefault(named(each.__code__), []).append(each)
    return functions


def remembering() -> list[Memory]:
    """The functions of the project that remember their answers."""
    return [
        each
        for each in gc.get_objects()
        if isinstance(each, type(cache(len)))
        and str(each.__module__).partition(".")[0] in ("tests", *SOURCES)
    ]


def differing(job: Job) -> Iterator[tuple[CodeType, CodeType]]:
    """Each piece of code that is changed, before and after."""
    waiting = [(marshal.loads(job.before), marshal.loads(job.after))]
    while waiting:
        before, after = waiting.pop()
        if before != after:
            yield before, after
            waiting.extend(zip(inner(before), inner(after), strict=False))


def inner(code: CodeType) -> list[CodeType]:
    """The pieces of code in this one."""
    return [each for each in code.co_consts if isinstance(each, CodeType)]
