"""Many evenings, one after the other, and what is said of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypedDict

from sabot.core.progress import Progress, silent
from sabot.simulation.evenings.evening import Result, simulated

EXAMPLES_MOST = 10
"""At most this many broken evenings are described."""


class BrokenEvening(TypedDict):
    """An evening in which something does not hold, and the command that plays it again."""

    seed: int
    game: str
    invariant: str
    found: str
    again: str


class Report(TypedDict):
    """What was counted over all evenings. `trace` is the digest of all traces."""

    seed: int
    evenings: int
    broken: int
    coups: int
    records: int
    programs: int
    faults: dict[str, int]
    trace: str
    examples: list[BrokenEvening]


def reported(
    seed: int,
    evenings: int,
    *,
    progress: Progress = silent,
    hear: Callable[[Result], object] = lambda result: None,
) -> Report:
    """The report about the evenings of the seeds from `seed` on. `hear` gets each as it ends."""
    report = Report(
        seed=seed,
        evenings=0,
        broken=0,
        coups=0,
        records=0,
        programs=0,
        faults={},
        trace="",
        examples=[],
    )
    with progress("playing evenings", evenings) as advance:
        for each in range(seed, seed + evenings):
            result = simulated(each)
            _count(report, result)
            hear(result)
            advance(1)
    return report


def again(seed: int) -> str:
    """The command that plays this evening, and no other, with its trace."""
    return f"sabot simulate --evenings 1 --seed {seed} --trace"


def _count(report: Report, result: Result) -> None:
    report["evenings"] += 1
    report["coups"] += result.coups
    report["records"] += result.records
    report["programs"] += result.programs
    report["faults"] = dict(sorted((Counter(report["faults"]) + Counter(result.faults)).items()))
    report["trace"] = result.digest_after(report["trace"])
    if result.broken is None:
        return
    report["broken"] += 1
    if len(report["examples"]) < EXAMPLES_MOST:
        report["examples"].append(
            BrokenEvening(
                seed=result.seed,
                game=result.game,
                invariant=result.broken.invariant,
                found=result.broken.found,
                again=again(result.seed),
            )
        )
