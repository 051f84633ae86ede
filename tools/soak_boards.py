"""Let the boards' images run for long in the emulator, and count: `make soak`, or

    python -m tools.soak_boards --swipes 10000 --beyond 10000 --pulls 1000 --spins 200 --frames 1000000

Needs what `python tools/firmware.py --emulator` brings. Each figure is split into shards with a seed of their
own, which run side by side. One JSON object is printed; the exit status is 0 where no card and no number was
wrong, no card lost and none doubled, no damaged frame taken for another, and of the cards within the
tolerances of `tests.firmware.optics` at most one in a thousand not read.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.firmware import bridge, figures, latency

COUNT_OF_ONE_SEED = {"swipes": 500, "beyond": 500, "pulls": 50, "spins": 10, "frames": 50_000}
"""How much of each is done with one seed."""

FIGURES: dict[str, Callable[[Path, int, int], Any]] = {
    "swipes": figures.swipes,
    "beyond": figures.beyond,
    "pulls": figures.pulls,
    "spins": figures.spins,
    "frames": figures.frames,
}


def shards(count: int, size: int) -> Iterator[tuple[int, int]]:
    """(how many, seed) until `count` is reached."""
    for number, done in enumerate(range(0, count, size)):
        yield min(size, count - done), 1000 + number


def shard(name: str, count: int, seed: int) -> dict[str, Any]:
    """One shard, in a process and a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="sabot-boards-") as folder:
        figures: dict[str, Any] = FIGURES[name](Path(folder), count, seed)._asdict()
        return figures


def together(found: list[dict[str, Any]]) -> dict[str, Any]:
    """Shards added up; of the stack, the deepest."""
    whole: dict[str, Any] = {}
    for each in found:
        for name, value in each.items():
            before = whole.get(name, type(value)())
            whole[name] = max(before, value) if name == "stack" else before + value
    return whole


def figure(pool: ProcessPoolExecutor, name: str, count: int) -> dict[str, Any]:
    """All shards of one figure, and how long they took together."""
    begun_s = time.monotonic()
    jobs = [pool.submit(shard, name, *each) for each in shards(count, COUNT_OF_ONE_SEED[name])]
    whole = together([job.result() for job in jobs]) | {"seconds": round(time.monotonic() - begun_s, 1)}
    print(f"{name}: {whole}", file=sys.stderr)
    return whole


def way(count: int) -> dict[str, Any]:
    """From the edge to the table, part by part."""
    with tempfile.TemporaryDirectory(prefix="sabot-boards-") as folder:
        return latency.figures(latency.ways(Path(folder), count))


MUST_BE_ZERO = {
    "swipes": ("wrong",),
    "beyond": ("wrong",),
    "pulls": ("lost", "amiss"),
    "spins": ("wrong",),
    "frames": ("taken", "disputed"),
}
"""What must not happen once."""

RARELY = {"swipes": "unread", "spins": "unsure"}
"""What may happen once in a thousand."""


def passed(found: dict[str, Any]) -> bool:
    """Whether all that was counted is as it must be."""
    never = [found[name][each] for name in MUST_BE_ZERO if name in found for each in MUST_BE_ZERO[name]]
    return not any(never) and all(rare(found[name], each) for name, each in RARELY.items() if name in found)


def rare(figure: dict[str, Any], each: str) -> bool:
    """At most one in a thousand; one alone is no rate, and is borne."""
    times = figure[each].total() if isinstance(figure[each], Counter) else figure[each]
    count = figure.get("swipes") or figure["spins"]
    return bool(times <= max(1, count // 1000))


def main() -> int:
    """The command line."""
    asked = argparse.ArgumentParser(prog="python -m tools.soak_boards", description=__doc__.splitlines()[0])
    for name, count in {
        "swipes": 10_000,
        "beyond": 10_000,
        "pulls": 1000,
        "spins": 200,
        "frames": 1_000_000,
    }.items():
        asked.add_argument(f"--{name}", type=int, default=count)
    asked.add_argument("--ways", type=int, default=200)
    asked.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    words = vars(asked.parse_args())
    try:
        bridge.image("sabot-shoe")
    except pytest.skip.Exception as why:
        raise SystemExit(f"soak: {why}") from None
    found: dict[str, Any] = {"way": way(words["ways"])} if words["ways"] else {}
    with ProcessPoolExecutor(words["workers"]) as pool:
        found |= {name: figure(pool, name, words[name]) for name in FIGURES if words[name]}
    print(json.dumps(found | {"passed": passed(found)}, indent=2, ensure_ascii=False))
    return 0 if passed(found) else 1


if __name__ == "__main__":
    raise SystemExit(main())
