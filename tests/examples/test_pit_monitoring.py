"""Alerts and dashboard for a pit name the numbers that its /metrics has, and no others; Prometheus is told
where they are."""

from __future__ import annotations

import json
import re
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from sabot_dashboard.pit.words import KINDS
from tests.dashboard.doors import at_the_table
from tests.dashboard.pit import Pit, app_of
from tests.house import ROOT

FOLDER = ROOT / "examples" / "monitoring"
RULES = (FOLDER / "pit-alerts.yml").read_text()
BOARD = json.loads((FOLDER / "pit-dashboard.json").read_text())
BARE = re.compile(r"_(created|total)$")


def numbers(tmp_path: Path) -> set[str]:
    """Those of a pit."""
    text = at_the_table(app_of(Pit(tmp_path))).get("/metrics").get_data(as_text=True)
    return {BARE.sub("", one.name) for each in text_string_to_metric_families(text) for one in each.samples}


def named(text: str) -> set[str]:
    return {BARE.sub("", each) for each in re.findall(r"\bsabot_\w+", text)}


def test_the_rules_for_a_pit_name_every_number_of_it_and_no_other(tmp_path: Path) -> None:
    there = numbers(tmp_path)
    assert len(there) > 6
    assert named(RULES) == there


def test_the_dashboard_of_a_pit_shows_every_number_of_it_and_no_other(tmp_path: Path) -> None:
    shown = [target["expr"] for panel in BOARD["panels"] for target in panel["targets"]]
    assert named("\n".join(shown)) == numbers(tmp_path)


def test_the_dashboard_has_a_heading_for_each_panel_and_lays_none_over_another() -> None:
    assert all(each["title"] for each in BOARD["panels"])
    places = {(each["gridPos"]["x"], each["gridPos"]["y"]) for each in BOARD["panels"]}
    assert len(places) == len(BOARD["panels"])


def test_the_rule_about_journals_names_every_kind_of_alarm_that_is_about_one() -> None:
    of_others = {"dispute", "fault", "link", "instrument", "collector", "broker", "rollout"}
    kinds = re.search(r'kind=~"([^"]+)"', RULES)
    assert kinds
    assert set(kinds[1].split("|")) == {*KINDS} - of_others


def test_prometheus_reads_the_rules_and_scrapes_the_jobs_that_they_name() -> None:
    text = (FOLDER / "prometheus.yml").read_text()
    files = re.search(r"^rule_files: \[(.+)\]$", text, re.MULTILINE)
    assert files
    rules = "".join((FOLDER / each.strip()).read_text() for each in files[1].split(","))
    assert set(re.findall(r"- job_name: (\S+)", text)) == set(re.findall(r'job="([^"]+)"', rules))


def test_every_rule_says_what_is_wrong_and_what_to_do() -> None:
    _, *rules = RULES.split("- alert: ")
    assert len(rules) > 6
    for rule in rules:
        assert all(f"{field}: " in rule for field in ("expr", "summary", "todo"))
        assert re.search(r"labels: { severity: (page|ticket|info) }", rule)
