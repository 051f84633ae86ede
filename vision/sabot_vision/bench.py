"""How fast and how small the eye is: six cards on a cloth, 1280 × 720, one core. A frame in which something
moves is read. A frame of a still scene is only compared with the last one.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, NamedTuple

import cv2
import numpy as np

from sabot.core.progress import Advance, Progress, silent, stepping, unheard
from sabot_vision.finding.found import Found
from sabot_vision.finding.geometry import short_side
from sabot_vision.finding.parts import outlines
from sabot_vision.frame import Frame
from sabot_vision.learning import file as files
from sabot_vision.learning.samples import (
    CORNERS_MOST,
    FEATURE_COUNT,
    MOST_OF_A_NAME,
    RANKS,
    SUITS,
    Look,
    Sample,
)
from sabot_vision.learning.teacher import Teacher
from sabot_vision.looking import Eye
from sabot_vision.networks.cutting import CARD_MM
from sabot_vision.networks.running import MODEL
from sabot_vision.pictures import loaded
from sabot_vision.reading.cards import in_pieces, read
from sabot_vision.rig import Rig
from sabot_vision.training.films.slower import Slower

RUN_COUNT = 41
TARGET_MS, STILL_TARGET_MS, TARGET_MB = 25, 5, 150
"""The limits of a frame that is read, of a frame of a still scene, and of the process's memory."""
READ_TARGET_MS = 300
"""The limit for reading the first picture of a new table whole."""
SHOWN_FPS = 30
"""How many pictures a second are shown: the fastest pace that the limits hold for."""
TABLES, TABLE_RUNS = Path(__file__).parents[2] / "tests/vision/pictures", 7
"""Rendered tables, each with its own cloth and light. They exist only in a checkout of the project."""
SIZES_PX = (1280, 1920, 2304, 4608)
"""How wide the pictures of cameras are."""
FRAMES_UNTIL_SETTLED = 90
"""After this many frames the eye has no doubts left."""
PI_SLOWER_TIMES = {"pi_5": 4, "pi_4": 8}
"""How many times longer a core of a Raspberry Pi takes. This is an estimate: nothing was run on one."""


def measure(runs: int = RUN_COUNT, *, progress: Progress = silent) -> dict[str, object]:
    """Returns the milliseconds of a frame (median, fastest, slowest), of finding the outlines alone, of a
    frame of a still scene and of other tables; the memory in MB; and which limits are kept.

    `cpu_ms` is the time of this process alone: other work on the machine changes it less. The limits apply to
    its medians.
    """
    cv2.setNumThreads(1)
    table = loaded(MODEL / "table.jpg")
    cards = [card.card for card in read(table)]
    with progress("reading frames", runs) as advance:
        whole, busy = timed(as_rigged(table), runs, advance)
    frames = each_frame(progress=progress)
    learning = while_learning(table)
    held = memory_mb()
    larger = of_sizes(table, progress=progress)
    _, finding = timed(lambda: outlines(table), runs)
    _, still = timed(settled(table), runs)
    median, rests = statistics.median(busy), statistics.median(still)
    return {
        "frame": f"{table.shape[1]} × {table.shape[0]}, {len(cards)} cards, one core",
        "cards": cards,
        "ms": round(statistics.median(whole), 1),
        "fastest_ms": round(min(whole), 1),
        "slowest_ms": round(max(whole), 1),
        "cpu_ms": round(median, 1),
        "fastest_cpu_ms": round(min(busy), 1),
        "outlines_cpu_ms": round(statistics.median(finding), 1),
        "tables": several(progress=progress),
        "frames": frames,
        "learning": learning,
        "sizes": larger,
        "still_cpu_ms": round(rests, 2),
        "slowest_still_cpu_ms": round(max(still), 2),
        "memory_mb": held,
        "limits": {
            "cpu_ms": TARGET_MS,
            "still_cpu_ms": STILL_TARGET_MS,
            "memory_mb": TARGET_MB,
            "first_read_cpu_ms": READ_TARGET_MS,
        },
        "kept": {
            "cpu_ms": median < TARGET_MS,
            "still_cpu_ms": rests < STILL_TARGET_MS,
            "frames": frames and frames["over"] == 0,
            "first_read_cpu_ms": frames and frames["slowest_first_read_cpu_ms"] <= READ_TARGET_MS,
            "learning": learning["over"] == 0,
            "sizes": all(each["over"] == 0 for each in larger.values()),
            "memory_mb": None if held is None else held < TARGET_MB,
        },
        "estimate_ms": {name: round(median * times) for name, times in PI_SLOWER_TIMES.items()},
    }


def several(folder: Path = TABLES, *, progress: Progress = silent) -> dict[str, object] | None:
    """Returns how many pictures a folder has, and the median and the slowest of their medians in milliseconds
    of this process; None for an empty folder.
    """
    every = [loaded(file) for file in sorted(folder.glob("*.jpg"))]
    with progress("reading tables", len(every)) as advance:
        tables = stepping(every, advance)
        took = [statistics.median(timed(as_rigged(table), TABLE_RUNS)[1]) for table in tables]
    if not took:
        return None
    return {
        "pictures": len(took),
        "cpu_ms": round(statistics.median(took), 1),
        "slowest_cpu_ms": round(max(took), 1),
    }


def each_frame(folder: Path = TABLES, *, progress: Progress = silent) -> dict[str, float] | None:
    """Shows the same pictures one after another to an eye that does not know them. Returns how many frames
    there were, how many took longer than the limit, and the slowest; and how long it took until the first
    picture of a table was read whole, the median and the slowest. None without pictures.
    """
    files = sorted(folder.glob("*.jpg"))
    with progress("following tables", len(files)) as advance:
        every = [followed(loaded(file)) for file in stepping(files, advance)]
    if not every:
        return None
    first = [each.first_read_ms for each in every]
    return timing([ms for each in every for ms in each.frames_ms]) | {
        "first_read_cpu_ms": round(statistics.median(first)),
        "slowest_first_read_cpu_ms": round(max(first)),
    }


def timing(took: Sequence[float]) -> dict[str, float]:
    """Returns how many frames there were, how many took longer than the limit, and the slowest."""
    over = sum(ms > TARGET_MS for ms in took)
    return {"frames": len(took), "over": over, "slowest_cpu_ms": round(max(took), 1)}


def of_sizes(table: np.ndarray, *, progress: Progress = silent) -> dict[str, dict[str, float]]:
    """Returns the same, with the median, by the size of pictures: `table` as each camera shows it."""
    sizes = dict[str, dict[str, float]]()
    with progress("following larger pictures", len(SIZES_PX)) as advance:
        for wide in stepping(SIZES_PX, advance):
            size = wide, round(wide * table.shape[0] / table.shape[1])
            took = followed(cv2.resize(table, size, interpolation=cv2.INTER_CUBIC)).frames_ms
            sizes[f"{size[0]} × {size[1]}"] = timing(took) | {"cpu_ms": round(statistics.median(took), 1)}
    return sizes


def while_learning(table: np.ndarray) -> dict[str, float]:
    """Returns the same for the frames in which a witness learns from as many cards as it keeps, and in which
    it writes them."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "learned"
        files.write(file, gathered(), 1.0)
        teacher = Teacher(file, lambda message: None, write=files.Writing())
        took = followed(table, teacher).frames_ms
    return timing(took) | {"learned": "judges" in teacher.status}


def gathered() -> list[Sample]:
    """As many cards as a witness keeps, of numbers by chance."""
    chance, names = np.random.default_rng(1), [rank + suit for rank in RANKS for suit in SUITS]
    own = np.zeros((len(RANKS), len(SUITS)))
    return [
        Sample(name, Look(chance.normal(0, 1, (CORNERS_MOST, FEATURE_COUNT)), own), coup, coup % 2 == 0)
        for coup in range(MOST_OF_A_NAME)
        for name in names
    ]


class Followed(NamedTuple):
    """How long after each frame came the eye was done with it, and after how long it had read the first
    picture whole, in milliseconds of this process.
    """

    frames_ms: list[float]
    first_read_ms: float


def followed(table: np.ndarray, teacher: Teacher | None = None) -> Followed:
    """Shows a table that the eye sees for the first time, until it has no doubts left; with a teacher, for as
    many frames more. Frames come at their pace and wait while the eye is at work.
    """
    card_px, machine = width_of_card(table), Slower(1.0, lambda: process_time())
    took, ended_s = list[float](), list[float]()

    def noted(picture: np.ndarray, **how: Any) -> Iterator[Found | None]:
        yield from in_pieces(picture, **how)
        ended_s.append(machine.now())

    wide, tall = table.shape[1::-1]
    eye = Eye(
        Rig(
            corners=f"0,0 {wide},0 {wide},{tall} 0,{tall}",
            size_mm=(wide * CARD_MM[0] / card_px, tall * CARD_MM[0] / card_px),
            live_source=False,
        ),
        lambda message: None,
        noted,
        now=machine.now,
        teacher=teacher,
    )
    for number in range(FRAMES_UNTIL_SETTLED * (2 if teacher else 1)):
        waited_s = machine.shows(eye, Frame(number, number / SHOWN_FPS, table), (number + 1) / SHOWN_FPS)
        took.append(math.inf if waited_s is None else waited_s * 1000)
    return Followed(took, ended_s[0] * 1000)


def as_rigged(table: np.ndarray) -> Callable[[], object]:
    """Returns the table as a camera mounted over it sees it: with a known size of cards."""
    card_px = width_of_card(table)
    return lambda: read(table, size_at=lambda x, y: card_px)


def width_of_card(table: np.ndarray) -> float:
    """Returns the length of a card's short side in pixels, measured on the cards read in the picture."""
    return float(np.median([short_side(np.array(card.quad)) for card in read(table) if card.card]))


def settled(table: np.ndarray) -> Callable[[], None]:
    """One more frame of a scene on which the eye has nothing left to read."""
    clock = count()
    wide, tall = table.shape[1::-1]
    rig = Rig(corners=f"0,0 {wide},0 {wide},{tall} 0,{tall}", live_source=False)
    eye = Eye(rig, lambda message: None, read)

    def one_more() -> None:
        number = next(clock)
        eye.see(Frame(number, number / SHOWN_FPS, table))

    for _ in range(FRAMES_UNTIL_SETTLED):
        one_more()
    return one_more


def timed(
    work: Callable[[], object], runs: int, advance: Advance = unheard
) -> tuple[list[float], list[float]]:
    """How long each of `runs` calls took, in milliseconds: by the clock, and of this process alone."""
    took, busy = [], []
    for _ in stepping(range(runs), advance):
        began, worked = perf_counter(), process_time()
        work()
        took.append((perf_counter() - began) * 1000)
        busy.append((process_time() - worked) * 1000)
    return took, busy


def memory_mb() -> int | None:
    """Returns the most memory that this process has held, where the system reports it."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    held = [line.split()[1] for line in lines if line.startswith("VmHWM")]
    return round(int(held[0]) / 1024) if held else None
