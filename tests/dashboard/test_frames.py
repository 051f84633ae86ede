"""What a long frame was, by a trace of Chromium's: a page in process 7, another in 8, the painter in 9."""

from __future__ import annotations

import json
from typing import Any

from tools.frames import Frame, frames

RUN, POOL = "ThreadControllerImpl::RunTask", "ThreadPool_RunTask"


def event(name: str, thread: tuple[int, int], at_ms: float, **rest: Any) -> dict[str, Any]:
    return {"name": name, "cat": "toplevel", "pid": thread[0], "tid": thread[1], "ts": at_ms * 1000, **rest}


def task(thread: tuple[int, int], at_ms: float, *, lasted: float, worked: float, of: str = RUN) -> Any:
    return event(of, thread, at_ms, ph="X", dur=lasted * 1000, tdur=worked * 1000)


def drawn(process: int, begun_ms: float, end_ms: float) -> list[Any]:
    number = {"local": f"{process} {begun_ms}"}
    edges = (("b", begun_ms), ("e", end_ms))
    return [event("AnimationFrame", (process, 1), at, ph=edge, id2=number) for edge, at in edges]


def of_page(*events: Any) -> list[Frame]:
    told = [
        event("process_name", (9, 0), 0, ph="M", args={"name": "GPU Process"}),
        event("page", (7, 1), 100, ph="R") | {"cat": "blink.user_timing"},
        *events,
    ]
    return frames(json.dumps({"traceEvents": told}).encode(), ["page"])[0]


def test_a_frame_that_waited_is_told_from_one_in_which_the_page_worked() -> None:
    waited = task((7, 1), 120, lasted=5, worked=4)
    worked = task((7, 1), 300, lasted=60, worked=55)
    assert of_page(waited, worked, *drawn(7, 120, 180), *drawn(7, 300, 360)) == [
        Frame(at=20, lasted=60, worked=4, held=1, waited=55, painted=0),
        Frame(at=200, lasted=60, worked=55, held=5, waited=0, painted=0),
    ]


def test_only_what_lies_within_a_frame_is_part_of_it_and_a_task_within_a_task_is_counted_once() -> None:
    astride = task((7, 1), 110, lasted=20, worked=10)
    within = task((7, 1), 125, lasted=4, worked=4)
    (frame,) = of_page(astride, within, *drawn(7, 120, 180))
    assert (frame.worked, frame.held, frame.waited) == (5, 5, 50)


def test_the_painter_and_the_page_s_other_threads_paint_and_another_page_does_not() -> None:
    painting = [
        task((9, 4), 130, lasted=3, worked=2),
        task((7, 5), 140, lasted=8, worked=6, of=POOL),
        task((8, 1), 150, lasted=9, worked=9),
    ]
    (frame,) = of_page(*painting, *drawn(7, 120, 180), *drawn(8, 120, 180))
    assert (frame.worked, frame.painted) == (0, 8)


def test_what_was_drawn_before_the_mark_does_not_count() -> None:
    assert of_page(*drawn(7, 40, 90), *drawn(7, 99, 150)) == []
