"""The bench of the way of one card: that it measures what it says, not how fast this machine is."""

from __future__ import annotations

from inspect import signature

import pytest

from sabot.bench import live as bench_live
from sabot.bench import screens as bench_screens
from sabot.bench.live import measure, named, quantiles
from sabot.cli.bench import BENCHES
from tests.controller.bench.stages import Stages


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """On a slow machine a card comes late, and is not lost for that."""
    monkeypatch.setattr(bench_live, "LOST_S", 60.0)


def test_quantiles_are_values_that_were_measured():
    assert quantiles([float(each) for each in range(1000)]) == {
        "p50": 500.0,
        "p95": 950.0,
        "p99": 990.0,
        "worst": 999.0,
    }


@pytest.mark.parametrize(
    "between",
    [
        "That is the table’s own screen. All others:",
        "No other device can open it. Set the host in /t/table.toml\nFor a proxy on this machine:",
    ],
)
def test_the_addresses_of_a_table_are_found_in_what_it_prints(between):
    own, others = "http://127.0.0.1:8080/", "https://127.0.0.1:8443/"
    said = f"Table 1 (punto-banco) is open: {own}\n{between} {others} or https://10.0.0.2:8443/\n"
    assert named(said.splitlines()) == (own, others)


def test_a_table_that_does_not_open_has_no_addresses():
    with pytest.raises(RuntimeError, match="did not open"):
        named(["sabot: the port is taken"])


@pytest.mark.parametrize("name", BENCHES)
def test_every_bench_says_how_far_it_is(name):
    """The command shows what each tells to its `progress` (tests/controller/cli/test_long_commands.py)."""
    bench = pytest.importorskip(BENCHES[name])
    assert "progress" in signature(bench.measure).parameters


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("driver", ["angel-eye", "lines"])
def test_every_card_reaches_every_client(driver):
    stages = Stages()
    figures = measure(clients=3, cards=8, driver=driver, progress=stages)
    assert stages.parts == {"dealing cards": 1}
    assert 0 < figures["card_to_screen_ms"]["p50"] <= figures["card_to_screen_ms"]["worst"]
    assert figures["journal_step_ms"]["p99"] > 0
    assert 10 < figures["resident_mb"]["table"] < 120
    assert isinstance(figures["start_to_first_page_s"], float)
    assert figures["start_to_first_page_s"] > 0


def test_a_card_that_never_comes_is_no_figure(monkeypatch):
    monkeypatch.setattr(bench_live, "LOST_S", 0.3)
    monkeypatch.setattr(bench_live, "messages", lambda driver, cards, rng: iter([b"nothing"]))
    with pytest.raises(RuntimeError, match="did not reach every client"):
        measure(clients=1, cards=1)


@pytest.mark.process
@pytest.mark.slow
def test_the_slowest_of_many_displays_is_told_beside_the_croupier_s_page():
    stages = Stages()
    figures = bench_screens.measure(displays=4, cards=4, progress=stages)
    assert stages.parts == {"dealing cards": 1}
    assert 0 < figures["slowest_display_ms"]["p50"] <= figures["slowest_display_ms"]["worst"]
    assert figures["croupier_with_4_displays_ms"]["p50"] > 0
