"""What the frames of pages cost, by Chromium's own trace.

Its clock of each thread stands still while another process has the core, so that a frame which was long
because a page worked is told from one that waited. A frame is what Long Animation Frames calls one: from the
first task that wishes to draw until it is drawn, the waiting for its turn included.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

CATEGORIES = ["-*", "toplevel", "devtools.timeline", "blink.user_timing"]
TASKS = ("ThreadControllerImpl::RunTask", "ThreadPool_RunTask")
FRAME = "AnimationFrame"
PAINTER = "GPU Process"
"""Paints for all pages, with or without a graphics card."""

Thread = tuple[int, int]
"""By process and number."""


class Frame(NamedTuple):
    """What one frame was, in milliseconds: when it began, `at` so long after the mark; how long it `lasted`;
    what the page's own thread `worked` in it; how long that thread was `held`, at a task while something
    else had the core; how long it had nothing to do but `waited`; and what the threads worked meanwhile that
    `painted` this page, and all of them."""

    at: float
    lasted: float
    worked: float
    held: float
    waited: float
    painted: float


class _Task(NamedTuple):
    """When it began, how long it lasted, and how much of that its thread worked, in microseconds."""

    begun: float
    lasted: float
    worked: float


def frames(trace: bytes, marks: Sequence[str]) -> list[list[Frame]]:
    """The frames of each page in their order, from the mark that it set in the user's timing on."""
    events = json.loads(trace)["traceEvents"]
    tasks = _tasks(events)
    named = [each for each in events if each["name"] == "process_name"]
    painters = {each["pid"] for each in named if each["args"]["name"] == PAINTER}
    found = {each["name"]: each for each in events if "blink.user_timing" in each["cat"]}
    return [_of_page(events, tasks, painters, found[mark]) for mark in marks]


def _tasks(events: list[Any]) -> dict[Thread, list[_Task]]:
    """The tasks of each thread in their order; one within another is part of it."""
    threads: dict[Thread, list[_Task]] = defaultdict(list)
    whole = (each for each in events if each["name"] in TASKS and "tdur" in each)
    for each in sorted(whole, key=lambda one: (one["ts"], -one["dur"])):
        before = threads[each["pid"], each["tid"]]
        if not before or each["ts"] >= before[-1].begun + before[-1].lasted:
            before.append(_Task(each["ts"], each["dur"], each["tdur"]))
    return threads


def _of_page(
    events: list[Any], tasks: dict[Thread, list[_Task]], painters: set[int], mark: Any
) -> list[Frame]:
    own = mark["pid"], mark["tid"]
    beside = painters | {mark["pid"]}
    painting = [
        task for thread, all_ in tasks.items() if thread != own and thread[0] in beside for task in all_
    ]
    lasting = _lasting([each for each in events if each["name"] == FRAME and each["pid"] == mark["pid"]])
    after = ((begun, end) for begun, end in lasting if begun >= mark["ts"])
    return [_frame(tasks[own], painting, mark["ts"], begun=begun, end=end) for begun, end in after]


def _lasting(events: list[Any]) -> Iterator[tuple[float, float]]:
    """When each frame began and ended."""
    begun: dict[str, float] = {}
    for each in events:
        number = str(each.get("id2", each.get("id")))
        if each["ph"] == "b":
            begun[number] = each["ts"]
        elif each["ph"] == "e" and number in begun:
            yield begun.pop(number), each["ts"]


def _frame(own: list[_Task], painting: list[_Task], nought: float, *, begun: float, end: float) -> Frame:
    tasks = list(_within(own, begun, end))
    at_tasks, worked = sum(each.lasted for each in tasks), sum(each.worked for each in tasks)
    painted = sum(each.worked for each in _within(painting, begun, end))
    parts = begun - nought, end - begun, worked, at_tasks - worked, end - begun - at_tasks, painted
    return Frame(*(round(part / 1000, 1) for part in parts))


def _within(tasks: list[_Task], begun: float, end: float) -> Iterator[_Task]:
    """What of these tasks lies between two times."""
    for each in tasks:
        lasted = min(end, each.begun + each.lasted) - max(begun, each.begun)
        if lasted > 0:
            yield _Task(max(begun, each.begun), lasted, each.worked * lasted / each.lasted)
