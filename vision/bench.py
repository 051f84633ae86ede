"""How fast and how small the eye is: six cards on a cloth, 1280 × 720, one core."""

from __future__ import annotations

import statistics
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import cv2

from vision.eyes import MODEL
from vision.finding import outlines
from vision.pictures import loaded
from vision.reading import read

RUNS = 41
TARGET_MS = 25
SLOWER = {"pi_5": 4, "pi_4": 8}
"""How many times longer a core of a Raspberry Pi is thought to take: an estimate, nothing was run there."""


def measure(runs: int = RUNS) -> dict[str, Any]:
    """Milliseconds a frame (median, fastest, slowest), how much of it goes to outlines, and memory in MB.

    `cpu_ms` is the time of this process alone, which other work on the machine lengthens less.
    """
    cv2.setNumThreads(1)
    table = loaded(MODEL / "table.jpg")
    cards = [card.card for card in read(table)]
    whole, busy = timed(lambda: read(table), runs)
    _, finding = timed(lambda: outlines(table), runs)
    median = statistics.median(whole)
    return {
        "frame": f"{table.shape[1]} × {table.shape[0]}, {len(cards)} cards, one core",
        "cards": cards,
        "ms": round(median, 1),
        "fastest_ms": round(min(whole), 1),
        "slowest_ms": round(max(whole), 1),
        "cpu_ms": round(statistics.median(busy), 1),
        "fastest_cpu_ms": round(min(busy), 1),
        "outlines_cpu_ms": round(statistics.median(finding), 1),
        "target_ms": TARGET_MS,
        "estimate_ms": {name: round(statistics.median(busy) * times) for name, times in SLOWER.items()},
        "memory_mb": memory_mb(),
    }


def timed(work: Any, runs: int) -> tuple[list[float], list[float]]:
    """How long each of `runs` calls took, in milliseconds: by the clock, and of this process alone."""
    took, busy = [], []
    for _ in range(runs):
        began, worked = perf_counter(), process_time()
        work()
        took.append((perf_counter() - began) * 1000)
        busy.append((process_time() - worked) * 1000)
    return took, busy


def memory_mb() -> int | None:
    """The most memory that this process ever held, where the system tells."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    held = [line.split()[1] for line in lines if line.startswith("VmHWM")]
    return round(int(held[0]) / 1024) if held else None
