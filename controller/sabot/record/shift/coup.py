"""One coup step by step: what was seen, what was decided, and the table after it."""

from __future__ import annotations

from itertools import islice, takewhile
from pathlib import Path
from sqlite3 import Connection

from sabot.core import events as verdicts
from sabot.core.observations import ClockTicked, Observation, as_dict
from sabot.core.shapes.day import Step
from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import View
from sabot.core.table import CHAPTERS_KEPT
from sabot.core.view import view
from sabot.record.carry_over import FOLDED, opened_again
from sabot.record.chain import Record
from sabot.record.journal import JournalError, backwards, reading, records
from sabot.record.resume import after, read, reopened

QUIET = ("DeviceFound", "DeviceLost", "DeviceTroubled", "WheelSeen")
"""Observations that are no step of a coup unless something was decided by them."""

BACKWARDS = "SELECT seq, coup, kind FROM records NOT INDEXED ORDER BY seq DESC"

STEPS_MOST = 400
"""How many steps of one coup are shown."""


def steps(path: Path, coup: int) -> list[Step]:
    """The steps of coup number `coup`, oldest first.

    Empty where there is no such coup. Raises JournalError where the journal cannot be read.
    """
    with reading(path) as file:
        found = _extent(file, coup) if coup > 0 else None
        if found is None:
            return []
        first, last = found
        return _folded(file, coup=coup, first=first, last=last)


def _extent(file: Connection, coup: int) -> tuple[int, int] | None:
    """The first and the last observation of this coup; None where there is none.

    The search begins at the end and reads the records themselves: an index may have been rebuilt without a
    coup. An undo goes back over few coups, so the search ends where the numbers are much smaller.
    """
    first, last = 0, 0
    for seq, number, kind in file.execute(BACKWARDS):
        if number == coup and kind == "observation":
            first, last = seq, last or seq
        elif 0 < number < coup - CHAPTERS_KEPT:
            break
    return (first, last) if first else None


def _folded(file: Connection, *, coup: int, first: int, last: int) -> list[Step]:
    start = _start(file, first)
    table = reopened(start.plain)
    shown: list[Step] = []
    wanted = records(file, f"seq > ? AND seq <= ? AND {FOLDED}", (start.seq, last))
    for record in takewhile(lambda _: len(shown) < STEPS_MOST, wanted):
        if record.kind == "opening":
            table = reopened(record.plain)
            continue
        if record.kind == "note":
            table = opened_again(table, record)
            continue
        seen = read(record)
        table, events = after(table, seen, record.wall_ns, record.monotonic_ns, seq=record.seq)
        if record.coup == coup and _is_step(seen, events):
            shown.append(_step(record, seen, events, view(table)))
    return _with_pictures(shown)


def _step(record: Record, seen: Observation, events: tuple[verdicts.Event, ...], shown: View) -> Step:
    return {
        "seq": record.seq,
        "wall_ns": record.wall_ns,
        "role": record.role,
        "seen": as_dict(seen),
        "events": [verdicts.with_reason(each) for each in events],
        "phase": shown["phase"],
        "places": shown["places"],
        "owed": shown["owed"],
        "calls": shown["calls"],
        "result": shown["result"],
        "faults": shown["faults"],
        "stakes": shown["stakes"],
        "settlements": shown["settlements"],
        "manual": shown["manual"],
        "aside": shown["aside"],
    }


def _is_step(seen: Observation, events: tuple[verdicts.Event, ...]) -> bool:
    """Whether it is shown as a step of the coup. A clock tick is one only if it turned a doubt into a
    dispute."""
    if isinstance(seen, ClockTicked):
        return any(isinstance(each, verdicts.FaultFound) for each in events)
    return bool(events) or type(seen).__name__ not in QUIET


def _with_pictures(shown: list[Step]) -> list[Step]:
    """The steps, each card with the picture that the eye kept of it; what the eye saw is a step of its own
    only where something was decided by it."""
    kept: list[Step] = []
    for each in shown:
        seen = each["seen"]
        if seen["kind"] == "ClockTicked":  # a doubt that time has made a dispute: what the eye saw then
            kept.append(_pictured(each, next((e["picture"] for e in each["events"] if e.get("picture")), "")))
            continue
        if seen["kind"] not in ("CardLies", "CardTaken"):
            kept.append(each)
            continue
        if seen["kind"] == "CardLies" and seen["picture"]:
            _picture(kept, seen)
        if each["events"]:
            kept.append(_pictured(each, seen.get("picture")))
    return kept


def _pictured(step: Step, picture: object) -> Step:
    """The step with this picture, where there is one."""
    return {**step, "picture": str(picture)} if picture else step


def _picture(kept: list[Step], seen: Plain) -> None:
    """Give the picture to the first step that brought this card and has none."""
    for each in kept:
        if each["seen"].get("card") == seen["card"] and "picture" not in each:
            each["picture"] = str(seen["picture"])
            return


def _start(file: Connection, first: int) -> Record:
    """Where the replay begins: the last but one possible place before the coup."""
    rows = list(islice(backwards(file, "kind IN ('opening', 'taille') AND seq < ?", (first,)), 2))
    if not rows:
        raise JournalError("the journal does not tell how the table of this coup was opened")
    return next((each for each in rows if each.kind == "opening"), rows[-1])
