"""examples/monitoring/: alerts and dashboard name numbers that /metrics has, and no others."""

from __future__ import annotations

import json
import re

from prometheus_client.parser import text_string_to_metric_families

from sabot.core.shapes.measured import Measured, Timing
from sabot_dashboard.pages.watching import Numbers
from tests.house import ROOT

FOLDER = ROOT / "examples" / "monitoring"
OURS = re.compile(r"\bsabot_\w+")


def there() -> set[str]:
    """Every number that a table can have, under each of its names."""
    from prometheus_client import CollectorRegistry
    from prometheus_client.exposition import generate_latest

    timing = Timing((0.1,), (1, 0), 0.1)
    measured = Measured(timing, timing, 1, {"x": 1}, {"x": 1}, 1, 1, 1.0)
    registry = CollectorRegistry()
    registry.register(Numbers(measured, refused=1, is_ready=True))
    text = generate_latest(registry).decode()
    return {sample.name for each in text_string_to_metric_families(text) for sample in each.samples}


def alerts() -> list[dict[str, str]]:
    """Each rule: its name, its expression, what it says."""
    _, *blocks = (FOLDER / "alerts.yml").read_text().split("- alert: ")
    field = re.compile(r"^ +(expr|for|summary|todo|labels): (.+)$", re.MULTILINE)
    return [{"alert": each.partition("\n")[0], **dict(field.findall(each))} for each in blocks]


def expressions() -> list[str]:
    board = json.loads((FOLDER / "dashboard.json").read_text())
    asked = [each["query"] for each in board["templating"]["list"]]
    shown = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    return [each["expr"] for each in alerts()] + shown + asked


def test_every_number_that_they_name_is_one_of_a_table() -> None:
    named = {name for each in expressions() for name in OURS.findall(each)}
    assert len(named) > 8
    assert named - there() == set()


def test_every_number_of_a_table_is_watched() -> None:
    def bare(name: str) -> str:
        return re.sub(r"_(bucket|sum|count|created|total)$", "", name)

    named = {bare(name) for each in expressions() for name in OURS.findall(each)}
    assert {bare(name) for name in there()} - named == set()


def test_every_alert_says_what_is_wrong_and_what_to_do() -> None:
    assert len(alerts()) > 8
    for rule in alerts():
        assert rule["expr"] and rule["summary"].count('"') == 2 and rule["todo"].count('"') == 2
        assert re.fullmatch(r"{ severity: (page|ticket|info) }", rule["labels"])
    assert len({rule["alert"] for rule in alerts()}) == len(alerts())


def test_the_dashboard_has_a_heading_for_each_panel_and_lays_none_over_another() -> None:
    panels = json.loads((FOLDER / "dashboard.json").read_text())["panels"]
    assert all(each["title"] for each in panels)
    places = [(each["gridPos"]["x"], each["gridPos"]["y"]) for each in panels]
    assert len(set(places)) == len(panels)
