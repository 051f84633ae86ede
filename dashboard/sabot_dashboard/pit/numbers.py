"""The numbers of the pit for Prometheus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from flask import Flask, Response
from prometheus_client import CollectorRegistry
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

from sabot.core.shapes.floor import CLOSED, UNKNOWN, WORST, Floor
from sabot_dashboard.pages.watching import counter, gauge
from sabot_dashboard.pit.entry import Entry
from sabot_dashboard.pit.office import Office


class Numbers:
    """The numbers of one moment; without a floor the database does not answer."""

    def __init__(self, floor: Floor | None, *, refused: int) -> None:
        self._floor, self._refused = floor, refused

    def collect(self) -> Iterator[Metric]:
        """Each number under its name."""
        floor = self._floor
        yield gauge("sabot_pit_database", "1 while PostgreSQL answers.", int(floor is not None))
        yield counter("sabot_pit_refused_entries", "Names and passwords that were refused.", self._refused)
        if floor is None:
            return
        hears = all(each.station for each in floor.causes)
        yield gauge("sabot_pit_collecting", "1 while collector and broker are there.", int(hears))
        states = Counter(each.state for each in floor.tiles)
        yield _by("sabot_pit_tables", "Tables by how they stand.", "state", {s: states[s] for s in WORST})
        kinds = Counter(each.kind for each in floor.causes)
        yield _by("sabot_pit_alerts", "Open alerts by their kind.", "kind", kinds)
        yield gauge("sabot_pit_alerts_unseen", "Open alerts that nobody has seen.", floor.unseen)
        up = {each.station: int(each.state not in (UNKNOWN, CLOSED)) for each in floor.tiles}
        yield _by("sabot_pit_table_up", "1 while the pit hears an open table.", "table", up)
        behind = {each.station: each.behind for each in floor.tiles}
        yield _by("sabot_pit_table_behind", "Records that the pit lacks of a table.", "table", behind)
        games = {each.station: each.games_an_hour for each in floor.tiles}
        yield _by("sabot_pit_table_games_an_hour", "Games of the last hour.", "table", games)


def _by(name: str, about: str, label: str, values: dict[str, int] | Counter[str]) -> Metric:
    family = GaugeMetricFamily(name, about, labels=[label])
    for each, value in sorted(values.items()):
        family.add_metric([each], value)
    return family


def watched(app: Flask, office: Office, entry: Entry) -> None:
    """The routes `/metrics` and `/healthz`."""

    @app.get("/metrics")
    def metrics() -> Response:
        try:
            floor = office.floor()
        except RuntimeError:
            floor = None
        registry = CollectorRegistry()
        registry.register(Numbers(floor, refused=entry.refused.count))
        return Response(generate_latest(registry), content_type=CONTENT_TYPE_PLAIN_0_0_4)

    @app.get("/healthz")
    def healthz() -> Response:
        return Response(
            "ok\n", content_type="text/plain; charset=utf-8", headers={"Cache-Control": "no-store"}
        )
