"""Feed odd input to everything that reads something from outside, and see that nothing breaks.

    .venv/bin/python -m tools.fuzz --inputs 10000000 --seed 1
    .venv/bin/python -m tools.fuzz --only http --seed 1 --first 4229 --inputs 1

The inputs are made by chance: right ones that are damaged, and others that follow a grammar. They go to the
parsers of the instruments, the table script, the acts of the screens, records, options, configurations,
recordings, the file of the people, the screens over HTTP (each route, method and role), and the commands that
read backups and journals. An input may be refused. It must not end in an exception that nobody foresaw, in an
error in the log, or in a status of 500, and must not take longer than a second. One JSON object is printed;
the exit status is 0 if nothing broke. Each input has a number: the same seed and number make the same input.
"""

from __future__ import annotations

import argparse
import json
import logging
import platform
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from tools.fuzz_target import Target, Unforeseen
from tools.fuzz_targets import TARGETS

SLOWEST_S, HANGS_S = 1.0, 60.0
"""The processor's time for one input at most; and the time after which it hangs."""

EXAMPLES_MOST, SHOWN_MOST = 10, 600


class HangsError(Exception):
    """An input that does not come to an end."""


class Broken(NamedTuple):
    """An input that broke something: its target and number, what happened, and the input."""

    target: str
    number: int
    what: str
    given: str


class Found(NamedTuple):
    """What came of one target."""

    inputs: int
    slowest_s: float
    broken: list[Broken]


def fed(target: Target, inputs: int, *, seed: int, first: int = 0) -> Found:
    """Feed this number of inputs to one target, from number `first` on."""
    chance, broken, slowest_s = random.Random(), list[Broken](), 0.0
    with target.opened() as (make, take), errors_logged() as logged:
        for number in range(first, first + inputs):
            chance.seed(f"{seed} {number}")
            given = make(chance)
            begun_s = time.thread_time()
            what = _broke(take, given)
            took_s = time.thread_time() - begun_s
            slowest_s = max(slowest_s, took_s)
            what = what or (f"it took {took_s:.2f} s" if took_s > SLOWEST_S else "") or "".join(logged.failed)
            logged.failed.clear()
            if what:
                broken.append(Broken(target.name, number, what[-SHOWN_MOST:], repr(given)[:SHOWN_MOST]))
    return Found(inputs, slowest_s, broken)


def _broke(take: Callable[[Any], object], given: object) -> str:
    """What happened where it must not; empty where all is well."""
    try:
        signal.setitimer(signal.ITIMER_REAL, HANGS_S)
        take(given)
    except Exception:  # noqa: BLE001 - it is what is looked for
        return traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return ""


@contextmanager
def errors_logged() -> Iterator[Unforeseen]:
    """What is logged as an error meanwhile; an input that hangs ends in an error, too."""
    logged, root = Unforeseen(), logging.getLogger()
    before = signal.signal(signal.SIGALRM, _hangs)
    root.addHandler(logged)
    try:
        yield logged
    finally:
        root.removeHandler(logged)
        signal.signal(signal.SIGALRM, before)


def _hangs(*_: object) -> None:
    raise HangsError(f"it hangs for {HANGS_S:.0f} s")


def shares(inputs: int, targets: Sequence[Target]) -> dict[str, int]:
    """How many inputs each target gets; at least one."""
    whole = sum(each.of_1000 for each in targets)
    return {each.name: max(1, round(inputs * each.of_1000 / whole)) for each in targets}


def fuzzed(inputs: int, *, seed: int, targets: Sequence[Target] = TARGETS, first: int = 0) -> dict[str, Any]:
    """Feed every target its share of the inputs, and report."""
    begun_s, share = time.monotonic(), shares(inputs, targets)
    found = {each.name: fed(each, share[each.name], seed=seed, first=first) for each in targets}
    broken = [each for one in found.values() for each in one.broken]
    return {
        "inputs": sum(one.inputs for one in found.values()),
        "seed": seed,
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "minutes": round((time.monotonic() - begun_s) / 60, 1),
        "targets": {
            name: {"inputs": one.inputs, "broken": len(one.broken), "slowest_s": round(one.slowest_s, 3)}
            for name, one in found.items()
        },
        "broken": len(broken),
        "examples": [each._asdict() for each in broken[:EXAMPLES_MOST]],
    }


def main() -> int:
    """The command line."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--inputs", type=int, default=1_000_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--first", type=int, default=0, help="the number of the first input")
    asked.add_argument("--only", help="only targets with this in their names")
    words = asked.parse_args()
    logging.lastResort = None
    targets = [each for each in TARGETS if (words.only or "") in each.name]
    found = fuzzed(words.inputs, seed=words.seed, targets=targets, first=words.first)
    print(json.dumps(found, indent=2, ensure_ascii=False))
    return 1 if found["broken"] else 0


if __name__ == "__main__":
    sys.exit(main())
