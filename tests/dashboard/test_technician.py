"""The technician's page over HTTP: bytes and what they say, the wheel, the log, a backup to take away."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient

from sabot.core.observations import BallSeen, CardSeen, CoupEnded, Noted
from sabot.core.reasons import as_dict, reason
from sabot.instruments.contract import Program, Tally
from sabot.system import house_key
from sabot.system.packed import Unlock, examined
from sabot_dashboard import guard
from sabot_dashboard.app import create_app
from tests.dashboard import views
from tests.dashboard.office import Casino


class Line:
    """A reader that has heard one card, from a board of ours with an old program."""

    def __init__(self) -> None:
        tally = Tally(program=Program(2, "sabot-shoe", "0.1.0"))
        self.watch = SimpleNamespace(parser=SimpleNamespace(tally=tally))
        card = CardSeen(views.observation("8C").card)
        self.recent = deque([(views.NOON_NS, b"\x05C0", ()), (views.NOON_NS + 2_000_000, b"8\r", (card,))])

    def status(self) -> dict[str, Any]:
        why = reason("the port is open, but nothing was heard for {number} s", number="4")
        return {
            "role": "sabot",
            "driver": "angel-eye",
            "where": "/dev/ttyUSB0",
            "state": "silent",
            "why": as_dict(why),
        }


def casino_of(folder: Path, game: str) -> Casino:
    found = Casino(folder, game=game, serve=False, lines=[Line()])
    found.app = create_app(found.feed, found.inbox, found.settings, office=found.office)
    return found


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    found = casino_of(tmp_path, "roulette")
    yield found
    found.close()


def test_the_bytes_of_a_message_stand_together_beside_what_they_say(client: FlaskClient) -> None:
    line = client.get("/technician/lines").json[0]
    assert line["why"]["values"] == {"number": "4"}
    assert "is older than {after} of this release" in line["program"]["id"]
    assert line["program"]["values"]["before"] == "0.1.0"
    assert line["recent"] == [
        {
            "wall_ns": views.NOON_NS,
            "hex": "05 43 30 38 0d",
            "text": "·C08·",
            "sentences": [
                {
                    "id": "Card {card}, seen by the {role}",
                    "values": {"card": "8♣", "role": {"id": "sabot", "values": {}}},
                }
            ],
        }
    ]


def test_the_numbers_on_record_say_what_they_say_of_the_wheel(casino: Casino, client: FlaskClient) -> None:
    for number in ("17", "32", "17", "0"):
        casino.tell(BallSeen(number))
    casino.tell(BallSeen("5", "manual"))  # entered where a sensor was unsure: no fair sample
    found = client.get("/technician/wheel").json
    assert (found["spins"], found["counts"]["17"], found["pockets"]["p"]) == (4, 2, None)


def test_a_backup_is_taken_away_while_the_table_runs(
    casino: Casino, client: FlaskClient, tmp_path: Path
) -> None:
    casino.tell(BallSeen("17"))
    assert "sabot backup-key --make FILE" in client.get("/technician?lang=en").text
    refused = client.get("/technician/backup")
    assert (refused.status_code, "no key of the house yet" in refused.json["why"]["id"]) == (409, True)
    public, private = house_key.made()
    house_key.use(casino.settings.journal_path, [public])
    page = client.get("/technician?lang=en").text
    assert public in page and "backup-key" not in page
    answer = client.get("/technician/backup")
    assert answer.content_type == "application/octet-stream"
    (tmp_path / "taken.age").write_bytes(answer.data)
    unlock = Unlock(tuple(house_key.privates_in(private)))
    assert examined(tmp_path / "taken.age", unlock=unlock).records == casino.journal.head[0]
    answer.close()


def test_a_key_of_the_house_that_was_damaged_is_none_on_the_page(casino: Casino, client: FlaskClient) -> None:
    house_key.beside(casino.settings.journal_path).write_text("age1")
    assert "backup-key" in client.get("/technician?lang=en").text


def test_versions_and_log_and_the_command_that_updates_are_there(casino: Casino, client: FlaskClient) -> None:
    text = client.get("/technician?lang=en").text
    assert "SQLite" in text and "sabot restore FILE" in text
    assert f"bin/sabot update --config {casino.settings.file}" in re.sub("<[^>]*>", "", text)
    assert isinstance(client.get("/technician/log").json["lines"], list)


def test_no_line_of_the_command_that_updates_ends_within_a_word(
    casino: Casino, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Service()
    monkeypatch.setattr(service, "asks", False)
    monkeypatch.setattr(casino.office.workshop, "updating", service)
    text = client.get("/technician").text
    for word in ("sudo", "sabot", "update"):
        assert f'<span class="whole">{word}</span>' in text


def test_with_a_pin_nothing_of_it_is_open_to_others(casino: Casino, client: FlaskClient) -> None:
    casino.office.people.add("A. Claes", "technician", "2805")
    for path in ("lines", "wheel", "log", "backup"):
        assert client.get(f"/technician/{path}").status_code == 401


class Service:
    """The update of a table under systemd: requested, with the result that a test sets."""

    def __init__(self) -> None:
        self.asked, self.asks = 0, True
        self.now: dict[str, object] = {"state": ""}

    def status(self) -> dict[str, Any]:
        return {"revision": "abc1234", "command": "sudo sabot update", "asks": self.asks}

    def ask(self) -> None:
        self.asked, self.now = self.asked + 1, {"state": "asked"}

    def came(self) -> dict[str, Any]:
        return self.now


def test_an_update_is_asked_for_at_a_closed_table_only_and_who_asked_is_on_record(
    casino: Casino, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, own = Service(), {guard.ACT_HEADER: "act"}
    monkeypatch.setattr(casino.office.workshop, "updating", service)

    def asked(**headers: str) -> Any:
        answer = client.post("/technician/update", json={}, headers=headers)
        return answer.json.get("why", {"id": "taken"})["id"]

    assert asked() == "An act must come from one of this table's own pages."
    assert asked(**own) == "The table is open: its supervisor closes it first."
    casino.play("rnvp")
    assert asked(**own) == "A coup lies on the cloth: finish it before the table is closed."
    casino.tell(BallSeen("17"), CoupEnded(), Noted("table-closed", "M. Dupont"))
    assert service.asked == 0
    assert asked(**own) == "taken"
    assert (service.asked, client.get("/technician/update/came").json["state"]) == (1, "asked")
    notes = casino.office.shifts.report()["notes"]
    assert [(each["by"], each["text"]) for each in notes][-1] == ("technician", "sabot update")
    casino.office.people.add("A. Claes", "technician", "2805")
    assert client.post("/technician/update", json={}, headers=own).status_code == 401
    assert service.asked == 1


def test_whether_there_is_something_newer_is_said_and_that_a_coup_lies_there(
    casino: Casino, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        type(casino.office.workshop.updating), "looked", lambda self: {"newer": True, "why": ""}
    )
    assert [each["id"] for each in client.get("/technician/update").json["said"]] == [
        "There is a newer version."
    ]
    casino.play("rnvp 8C")
    said = client.get("/technician/update").json["said"]
    assert said[1]["id"] == "A coup lies on the cloth: finish it before the table is closed."
