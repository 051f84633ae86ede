"""examples/monitoring/pit-alerts.yml names the numbers that the pit's /metrics has, and no others."""

from __future__ import annotations

import re
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from tests.dashboard.doors import at_the_table
from tests.dashboard.pit import Pit, app_of
from tests.house import ROOT

RULES = (ROOT / "examples" / "monitoring" / "pit-alerts.yml").read_text()
BARE = re.compile(r"_(created|total)$")


def test_the_rules_for_a_pit_name_every_number_of_it_and_no_other(tmp_path: Path) -> None:
    text = at_the_table(app_of(Pit(tmp_path))).get("/metrics").get_data(as_text=True)
    there = {BARE.sub("", one.name) for each in text_string_to_metric_families(text) for one in each.samples}
    assert len(there) > 6
    assert {BARE.sub("", each) for each in re.findall(r"\bsabot_\w+", RULES)} == there


def test_every_rule_says_what_is_wrong_and_what_to_do() -> None:
    _, *rules = RULES.split("- alert: ")
    assert len(rules) > 6
    for rule in rules:
        assert all(f"{field}: " in rule for field in ("expr", "summary", "todo"))
        assert re.search(r"labels: { severity: (page|ticket|info) }", rule)
