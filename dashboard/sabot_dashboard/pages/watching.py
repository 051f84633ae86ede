"""What is seen from outside: whether the table lives, whether it can deal, and its numbers for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flask import Flask, Response
from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

from sabot.core.shapes import silence
from sabot.core.shapes.measured import Measured, Timing
from sabot.core.shapes.silence import is_silent
from sabot.core.shapes.view import View
from sabot_dashboard.access import WATCHERS
from sabot_dashboard.office import Office
from sabot_dashboard.refused_entries import RefusedEntries
from sabot_dashboard.stream import Feed

SILENT_MOST_S = 5.0
"""A loop that said nothing for this long hangs; it says something every second."""


def watching(app: Flask, office: Office, *, feed: Feed, refused_entries: RefusedEntries) -> None:
    """The routes `/healthz`, `/readyz` and `/metrics`."""

    @app.get("/healthz")
    def healthz() -> Response:
        lives = feed.silent_s < SILENT_MOST_S
        return _text("ok" if lives else "not ok", is_fine=lives)

    @app.get("/readyz")
    def readyz() -> Response:
        missing = lacks(silence.hushed(feed.newest.view), feed.silent_s)
        may_know = app.extensions["roles"].refusal(WATCHERS) is None
        why = "\n".join(missing) if may_know else "not ready"
        return _text(why if missing else "ready", is_fine=not missing)

    @app.get("/metrics")
    def metrics() -> Response:
        missing = lacks(feed.newest.view, feed.silent_s)
        registry = CollectorRegistry()
        measured = hushed(office.measured()) if is_silent(feed.newest.view) else office.measured()
        registry.register(Numbers(measured, refused=refused_entries.count, is_ready=not missing))
        return Response(generate_latest(registry), content_type=CONTENT_TYPE_PLAIN_0_0_4)


def hushed(measured: Measured) -> Measured:
    """The numbers without the faults: the table's own screen may ask for them while a trainee deals in
    silent mode. They come back with all that was counted."""
    return measured._replace(faults={})


def _text(words: str, *, is_fine: bool) -> Response:
    answer = Response(words + "\n", 200 if is_fine else 503, content_type="text/plain; charset=utf-8")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def lacks(view: View, silent_s: float) -> list[str]:
    """What keeps this table from dealing, a line each; empty where nothing does."""
    if not view:
        return ["table: not open"]
    found = ["loop: hangs"] if silent_s >= SILENT_MOST_S else []
    found += ["journal: cannot be written"] if view.get("halted") else []
    found += ["table: closed by its supervisor"] if view.get("shut") else []
    instruments = view.get("instruments", ())
    return found + [f"{each['role']}: {each['state']}" for each in instruments if each["state"] != "found"]


class Numbers:
    """The numbers of one moment, as Prometheus takes them."""

    def __init__(self, measured: Measured, *, refused: int, is_ready: bool) -> None:
        self._measured, self._refused, self._is_ready = measured, refused, is_ready

    def collect(self) -> Iterator[Metric]:
        """Each number under its name."""
        measured = self._measured
        about = "How long a transaction of the journal took until it was on disk."
        yield _histogram("sabot_commit_seconds", about, measured.commits)
        if measured.eye is not None:
            about = "How long it was from a picture to what the eye reported of it."
            yield _histogram("sabot_eye_latency_seconds", about, measured.eye)
        yield counter("sabot_halts", "How often the journal could not be written.", measured.halts)
        yield _by("sabot_faults", "Faults of the game, and of the wheel.", "kind", measured.faults)
        yield _by("sabot_frames", "Messages of the instruments.", "role", measured.frames)
        yield counter("sabot_refused_entries", "Names and PINs that were refused.", self._refused)
        yield gauge("sabot_ready", "1 while the table can deal.", int(self._is_ready))
        yield gauge("sabot_inbox_waiting", "Observations that wait for the loop.", measured.waiting)
        if measured.free_disk_bytes is not None:
            about = "Free space on the disk of the journal."
            yield gauge("sabot_disk_free_bytes", about, measured.free_disk_bytes)
        if measured.clock_offset_s is not None:
            about = "How far the clock is ahead of the network's."
            yield gauge("sabot_clock_offset_seconds", about, measured.clock_offset_s)


def _histogram(name: str, about: str, timing: Timing) -> Metric:
    bounds_s, counts, sum_s = timing
    buckets, below = [], 0
    for bound, count in zip((*map(str, bounds_s), "+Inf"), counts, strict=True):
        below += count
        buckets.append((bound, below))
    return HistogramMetricFamily(name, about, buckets, sum_s)


def counter(name: str, about: str, value: float) -> Metric:
    """A number that only grows."""
    return CounterMetricFamily(name, about, value)


def gauge(name: str, about: str, value: float) -> Metric:
    """A number of now."""
    return GaugeMetricFamily(name, about, value)


def _by(name: str, about: str, label: str, counts: Mapping[str, int]) -> Metric:
    family = CounterMetricFamily(name, about, labels=[label])
    for each, count in sorted(counts.items()):
        family.add_metric([each], count)
    return family
