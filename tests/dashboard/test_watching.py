"""What is seen from outside: whether the table lives, whether it can deal, and its numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from sabot.core.observations import DeviceFound, DeviceLost
from sabot.core.shapes.measured import Measured, Timing
from sabot_dashboard.pages import watching
from sabot_dashboard.pages.watching import Numbers, lacks
from sabot_dashboard.stream import OWN
from tests.dashboard import views
from tests.dashboard.doors import at_the_table
from tests.dashboard.office import Casino
from tests.house import ROOT

WATCHER, GUEST = (
    {"environ_base": {OWN: False, "REMOTE_ADDR": address}} for address in ("10.0.0.5", "10.0.0.9")
)


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(tmp_path, serve=False, config='[dashboard]\nwatched_by = "10.0.0.4 10.0.0.5"\n')
    yield found
    found.close()


@pytest.fixture
def client(casino: Casino) -> FlaskClient:
    casino.play("rnvp 8C")
    return at_the_table(casino.app)


def numbers(text: str) -> dict[str, float]:
    return {
        " ".join([each.name, *each.labels.values()]): each.value
        for family in text_string_to_metric_families(text)
        for each in family.samples
    }


def test_anybody_may_ask_whether_it_lives_and_hears_nothing_else(client: FlaskClient) -> None:
    answer = client.get("/healthz", **GUEST)
    assert (answer.status_code, answer.text) == (200, "ok\n")


def test_a_loop_that_says_nothing_for_five_seconds_does_not_live(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "SILENT_MOST_S", -1.0)
    answer = client.get("/healthz", **GUEST)
    assert (answer.status_code, answer.text) == (503, "not ok\n")


@pytest.mark.parametrize("path", ["/readyz", "/metrics"])
def test_the_named_addresses_and_the_table_s_own_screen_may_ask_for_more(
    client: FlaskClient, path: str
) -> None:
    assert client.get(path, **WATCHER).status_code == 200
    assert client.get(path).status_code == 200
    assert client.get(path, **GUEST).status_code == (200 if path == "/readyz" else 403)
    assert client.get("/technician", **WATCHER).status_code == 403


def test_a_lost_instrument_is_named_until_it_is_back(casino: Casino, client: FlaskClient) -> None:
    casino.tell(DeviceLost("shoe", "unplugged"))
    answer = client.get("/readyz", **WATCHER)
    assert (answer.status_code, answer.text) == (503, "shoe: lost\n")
    casino.tell(DeviceFound("shoe", "angel-eye", "/dev/ttyUSB0"))
    assert client.get("/readyz", **WATCHER).text == "ready\n"


def test_a_guest_learns_whether_it_is_ready_and_not_what_is_missing(
    casino: Casino, client: FlaskClient
) -> None:
    assert client.get("/readyz", **GUEST).text == "ready\n"
    casino.tell(DeviceLost("shoe", "unplugged"))
    answer = client.get("/readyz", **GUEST)
    assert (answer.status_code, answer.text) == (503, "not ready\n")


def test_what_keeps_a_table_from_dealing_is_told_line_by_line() -> None:
    view = views.view_of("rnvp 8C")
    assert lacks({}, 0.0) == ["table: not open"]
    assert lacks(view, 4.9) == []
    assert lacks(view, 5.0) == ["loop: hangs"]
    view["halted"], view["shut"] = {"id": "the disk is full", "values": {}}, True
    assert lacks(view, 0.0) == ["journal: cannot be written", "table: closed by its supervisor"]


def test_the_numbers_are_those_of_the_table(casino: Casino, client: FlaskClient) -> None:
    found = numbers(client.get("/metrics", **WATCHER).text)
    assert (found["sabot_ready"], found["sabot_halts_total"], found["sabot_refused_entries_total"]) == (
        1,
        0,
        0,
    )
    assert "sabot_clock_offset_seconds" not in found


def test_each_refused_name_is_counted(casino: Casino, client: FlaskClient) -> None:
    for _ in range(3):
        client.post("/enter", json={"name": "x", "pin": "1"}, headers={"X-Sabot": "act"})
    assert numbers(client.get("/metrics", **WATCHER).text)["sabot_refused_entries_total"] == 3


def everything() -> Measured:
    return Measured(
        commits=Timing((0.001, 0.01), (4, 2, 1), 0.5),
        eye=Timing((0.1,), (3, 1), 0.6),
        halts=2,
        faults={"wrong-order": 3},
        frames={"shoe": 9},
        waiting=5,
        free_disk_bytes=7_000,
        clock_offset_s=-0.25,
    )


def told(measured: Measured) -> str:
    registry = watching.CollectorRegistry()
    registry.register(Numbers(measured, refused=6, is_ready=False))
    return str(watching.generate_latest(registry), "utf-8")


def test_every_number_stands_under_its_name() -> None:
    assert numbers(told(everything())) == {
        "sabot_commit_seconds_bucket 0.001": 4,
        "sabot_commit_seconds_bucket 0.01": 6,
        "sabot_commit_seconds_bucket +Inf": 7,
        "sabot_commit_seconds_count": 7,
        "sabot_commit_seconds_sum": 0.5,
        "sabot_eye_latency_seconds_bucket 0.1": 3,
        "sabot_eye_latency_seconds_bucket +Inf": 4,
        "sabot_eye_latency_seconds_count": 4,
        "sabot_eye_latency_seconds_sum": 0.6,
        "sabot_halts_total": 2,
        "sabot_faults_total wrong-order": 3,
        "sabot_frames_total shoe": 9,
        "sabot_refused_entries_total": 6,
        "sabot_ready": 0,
        "sabot_inbox_waiting": 5,
        "sabot_disk_free_bytes": 7_000,
        "sabot_clock_offset_seconds": -0.25,
    }


def test_the_numbers_of_a_silent_table_count_no_faults(
    casino: Casino, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(casino.office), "measured", lambda office: everything())
    assert 'sabot_faults_total{kind="wrong-order"} 3.0' in client.get("/metrics", **WATCHER).text
    casino.school.table.changed = casino.loop.show_again
    casino.school.table.seat("silent", 1)
    casino.play("end")
    quiet = client.get("/metrics", **WATCHER).text
    assert "wrong-order" not in quiet
    assert numbers(quiet)["sabot_halts_total"] == 2


def test_a_table_without_an_eye_says_nothing_of_it() -> None:
    assert "sabot_eye" not in told(Measured())


def test_the_page_of_the_service_names_each_number_and_no_other() -> None:
    families = text_string_to_metric_families(told(everything()))
    names = {f"{each.name}_total" if each.type == "counter" else each.name for each in families}
    page = (ROOT / "docs" / "service.md").read_text("utf-8")
    assert set(re.findall(r"^\| `(sabot_\w+)", page, re.MULTILINE)) == names
