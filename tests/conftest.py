"""How every test runs: no deadline by the wall clock, so that a busy machine fails nothing, and the same
few examples every time, so that a commit which passed once passes again.

`make soak` looks further, with other examples each time: `--hypothesis-profile=wide`.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.complete import pytest_make_collect_report, pytest_runtest_makereport  # noqa: F401 - hooks
from tests.house import is_pure, modules

settings.register_profile(
    "house", deadline=None, derandomize=True, max_examples=40, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "wide", settings.get_profile("house"), derandomize=False, max_examples=3_000, print_blob=True
)
settings.load_profile("house")

gc.disable()  # see pytest_runtest_teardown

MEMORY, ROOM_BYTES = Path("/dev/shm"), 2 << 30


def is_room_in_memory() -> bool:
    """Whether the tests' files, half a gigabyte in all, can lie in memory, and programs run from there."""
    if not (MEMORY.is_dir() and os.access(MEMORY, os.W_OK)):
        return False
    found = os.statvfs(MEMORY)
    return found.f_bavail * found.f_frsize > ROOM_BYTES and not found.f_flag & os.ST_NOEXEC


# A journal is on the disk before a card is told: tests of the screens would wait for the disk, mostly.
if is_room_in_memory():
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

# As in `make test &` and `nohup make test`: programs that the tests start would inherit it.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)

TESTS = Path(__file__).parent
CONTROLLER = TESTS / "controller"
OF_THE_PURE_PART = (CONTROLLER / "core", CONTROLLER / "games")
"""The tests that must cover each branch of the pure part."""
OF_OTHER_ROOMS = ("odds", "drills", "test_*_player.py")
"""Folders and files among them that test another room of the games; most of these tests take long."""

COUNTED = ("sabot.core.", "sabot.games.", "sabot.referee")
"""How the names of the modules begin that coverage counts; pyproject.toml says at which of them it looks."""


@cache
def is_of_the_pure_part(path: Path) -> bool:
    """Whether the tests of this file test the pure part, and not another room of the games."""
    return any(path.is_relative_to(folder) for folder in OF_THE_PURE_PART) and not any(
        part.match(room) for part in (path, path.parent) for room in OF_OTHER_ROOMS
    )


def is_covering(item: pytest.Item) -> bool:
    """Whether this test is one of those that must cover the pure part: the quick ones."""
    return is_of_the_pure_part(item.path) and not any(map(item.get_closest_marker, ("slow", "no_cover")))


def coverage(config: pytest.Config) -> Any:
    """What pytest-cov counts with in this process; None where nothing is counted."""
    return getattr(config.pluginmanager.getplugin("_cov"), "cov_controller", None)


@pytest.hookimpl(wrapper=True)
def pytest_sessionstart(session: pytest.Session) -> Iterator[None]:
    """Coverage looks on while what it counts is imported, and then at the covering tests alone: under its
    tracer all else, from the collection of tests to the threads of a server, takes twice as long. pytest-cov
    begins a first coverage of a worker as it reads the options, and another one, which counts, as the
    session starts: the first ends here, or it would go on whenever the second is paused."""
    if hasattr(session.config, "workerinput") and (first := coverage(session.config)) is not None:
        first.cov.stop()
    yield
    if (found := coverage(session.config)) is not None:
        for module, _ in modules():
            if module.startswith(COUNTED):
                import_module(module.removesuffix(".__init__"))
        found.pause()


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Where every test is collected, each worker begins with other files. In a fresh checkout all have to be
    compiled, and the workers would go side by side through the same ones."""
    found = getattr(session.config, "workerinput", None)
    if found and [*map(Path, session.config.args)] == [Path("tests")]:
        number, count = int(found["workerid"].removeprefix("gw")), found["workercount"]
        for file in sorted(TESTS.rglob("test_*.py"))[number::count]:
            with suppress(Exception, pytest.skip.Exception):  # to be told when the file is collected
                import_module(".".join(file.relative_to(TESTS.parent).with_suffix("").parts))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Coverage looks at this test or not, with all that it prepares and leaves behind."""
    found, covers = coverage(item.config), is_covering(item)
    if found is not None and found.started != covers:
        if covers:
            forget()
        (found.resume if covers else found.pause)()
    return (yield)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """What exists before the first test is no test's garbage: looking at half a million objects again after
    each file would take a third of a second."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def same_umask() -> Iterator[None]:
    """Each test begins with the same umask: the command `sabot`, called in this process, sets its own."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture(autouse=True)
def same_niceness(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test may run the main function of an eye or a carrier in this process, which makes its process nice.
    All later tests of this worker, and the programs that they start, would wait for the other workers."""
    monkeypatch.setattr(os, "nice", lambda _: 0)


@cache
def memories() -> list[Callable[[], object]]:
    """What makes the pure part forget: the functions that remember their answers, and the positions that know
    which one follows. All its modules are imported by now."""
    known = [each for name in filter(is_pure, [*sys.modules]) for each in vars(sys.modules[name]).values()]
    answers = [each.cache_clear for each in known if hasattr(each, "cache_clear")]
    return answers + [each.then.clear for each in known if isinstance(getattr(each, "then", None), dict)]


def forget() -> None:
    """Forget what was asked while coverage looked away: it would miss the lines that then do not run again.
    What a covering test asked may be remembered: coverage has seen those lines."""
    for each in memories():
        each()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Garbage is collected here and nowhere else: by the main thread, at the same places in every run; what
    complains as it goes fails the test that left it, not one that happens to run when its turn comes. What a
    file leaves behind after that (modules, answers that are remembered) is not looked at again: a table that
    a test closes would otherwise have each later search look at all that there is."""
    if nextitem and nextitem.path == item.path:
        gc.collect(1)
    else:
        gc.collect()
        gc.freeze()


@pytest.fixture
def cheap_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    """PINs and passphrases cost nothing to check: the same hash with little work."""
    monkeypatch.setattr("sabot.staff.pins.COST", {"n": 2, "r": 1, "p": 1})
