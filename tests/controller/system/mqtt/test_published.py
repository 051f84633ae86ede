"""A table tells a real Mosquitto what its display shows, and never waits for it."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from sabot.app import mqtt, webhooks
from sabot.core.observations import Undone
from sabot.pit.own_broker import OwnBroker
from sabot.pit.services import BrokerService
from sabot.record.shift.past import Past
from sabot.system.mqtt.access import Access
from sabot.system.mqtt.door import LEAVE_S, Door, Publishing, Words
from sabot.system.mqtt.topics import OFFLINE, Topics
from sabot.system.webhooks.cursor import Cursor
from sabot.system.webhooks.sender import Sender
from tests.controller.system.mqtt.broker import Listener, listening, mosquitto
from tests.controller.system.webhooks.test_webhooks import DISPUTED
from tests.dashboard.office import Casino
from tests.dashboard.programs import Client
from tests.dashboard.test_programs import NINE, silent

AVAILABILITY, STATE, RESULT, FAULT = (
    f"sabot/table-3/{kind}" for kind in ("availability", "state", "result", "fault")
)
HOUSE, DEVICE = "sabot/table-3/house", "homeassistant/device/sabot_table-3/config"


def section(port: int, more: str = "") -> str:
    return f'[mqtt]\nbroker = "127.0.0.1"\nport = {port}\ntls = false\nname = "table-3"\n{more}'


@contextmanager
def table(folder: Path, config: str) -> Iterator[Casino]:
    """A table that tells the broker of its configuration."""
    folder.mkdir(exist_ok=True)
    casino = Casino(folder, serve=False, config=config)
    try:
        with ExitStack() as parts:
            mqtt.published(casino.settings, casino.feed, parts)
            yield casino
    finally:
        casino.close()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[BrokerService]:
    with mosquitto(tmp_path) as service:
        service.up()
        yield service


@pytest.fixture
def listener(service: BrokerService) -> Iterator[Listener]:
    with listening(service) as listener:
        yield listener


def phase(listener: Listener, wanted: str) -> Callable[[], bool]:
    return lambda: listener.retained.get(STATE, {}).get("phase") == wanted


def coups(listener: Listener, count: int) -> Callable[[], bool]:
    return lambda: len(listener.under(RESULT)) == count


def without_record(state: dict[str, Any]) -> dict[str, Any]:
    """How many records there are may have changed with nothing else: then the table is not told again."""
    return {key: each for key, each in state.items() if key != "record"}


def test_the_broker_has_what_the_display_shows_and_what_is_decided(
    tmp_path: Path, service: BrokerService, listener: Listener
) -> None:
    with table(tmp_path / "t", section(service.broker.port)) as casino:
        listener.until(phase(listener, "bets-open"))
        assert listener.retained[AVAILABILITY] == "online"
        casino.play(NINE)
        listener.until(coups(listener, 1))
        listener.until(phase(listener, "decided"))
        answer = Client(casino).get("/api/v1/table").get_json()
        assert without_record(listener.retained[STATE]) == without_record(answer)
        (result,) = listener.under(RESULT)
        assert (result["type"], result["coup"], result["outcome"]["won"]) == ("result", 1, ["punto"])
        with listening(service) as later:
            later.until(phase(later, "decided"))
            assert set(later.retained) == {AVAILABILITY, STATE}, "news stands nowhere, what is so does"
    listener.until(lambda: listener.retained[AVAILABILITY] == "offline")


def test_a_fault_comes_at_once_and_a_result_in_dispute_only_once_it_is_final(
    tmp_path: Path, service: BrokerService, listener: Listener
) -> None:
    with table(tmp_path / "t", section(service.broker.port)) as casino:
        listener.until(phase(listener, "bets-open"))
        casino.play(DISPUTED)
        listener.until(lambda: bool(listener.under(FAULT)))
        listener.until(phase(listener, "moment"))
        assert listener.under(RESULT) == []
        assert listener.retained[STATE]["outcome"] is None and listener.retained[STATE]["results"] == []
        assert listener.under(FAULT)[0]["kind"] == "faux-tirage"
        assert set(listener.under(FAULT)[0]) == {
            "id",
            "type",
            "record",
            "at",
            "coup",
            "outcome",
            "of",
            "kind",
        }
        casino.tell(Undone())
        listener.until(coups(listener, 1))


def test_while_the_broker_is_dead_the_table_goes_on_and_nothing_is_lost(
    tmp_path: Path, service: BrokerService, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    with table(tmp_path / "t", section(service.broker.port)) as casino:
        with listening(service) as before:
            before.until(phase(before, "bets-open"))
            casino.play(f"{NINE} end")
            before.until(coups(before, 1))
        service.end(9)
        casino.play(f"{NINE} end {NINE} end {NINE}")
        assert casino.feed.newest.view["coup"] == 4, "every act was on record without the broker"
        service.up()
        with listening(service) as after:
            after.until(phase(after, "decided"))
            after.until(lambda: any(each["coup"] == 4 for each in after.under(RESULT)))
            found = [each["coup"] for each in after.under(RESULT)]
            assert found in ([2, 3, 4], [1, 2, 3, 4]), "the first again if its receipt was lost"
            assert after.retained[AVAILABILITY] == "online"
    assert caplog.text.count("cannot be reached: Connection refused") <= 1
    assert caplog.text.count("mqtt: the broker is there") == 2


def test_a_broker_that_takes_the_line_and_says_nothing_holds_nobody_up(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as mute:
        with table(tmp_path / "t", section(mute.getsockname()[1])) as casino:
            line, _ = mute.accept()
            casino.play(f"{NINE} end " * 20)
            assert casino.feed.newest.view["coup"] == 20
            line.close()


class MuteBroker:
    """A line to a broker that takes the news and does not answer for it. `when_waited` is called while
    somebody waits for an answer; `now_s` is the time, which goes on meanwhile."""

    def __init__(self, when_waited: Callable[[], object]) -> None:
        self._when_waited, self.now_s, self.told = when_waited, 0.0, list[tuple[str, bytes]]()
        self.waiting, self.trouble, self.is_there = 0, "", True

    def is_new(self, wait_s: float) -> bool:
        if wait_s:
            self.now_s += wait_s
            self._when_waited()
        return not self.told

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        self.told.append((topic, payload))
        self.waiting += topic == RESULT

    def close(self) -> None:
        self.is_there = False


def test_a_table_that_closes_while_the_broker_does_not_answer_is_offline_before_the_next_one_opens(
    tmp_path: Path,
) -> None:
    casino = Casino(tmp_path, serve=False)
    place, journal = casino.feed.subscribe(), casino.settings.journal_path
    wire = MuteBroker(place.close)
    door = Door(
        wire,
        Topics("sabot", "table-3"),
        Words(lambda now: {}, None),
        newest=lambda: casino.feed.newest,
        clock_s=lambda: wire.now_s,
    )
    words = webhooks.words(webhooks.KINDS["results"])
    cursors = [Cursor(journal, name, kind="mqtt") for name in ("one", "another")]
    door.senders = [
        Sender(Publishing(door, ""), cursor=each, past=Past(journal), words=words, newest=door._newest)
        for each in cursors
    ]
    for each in cursors:
        each.begin()
    casino.play(NINE)
    door.attend(place)
    assert [topic for topic, _ in wire.told][-3:] == [STATE, RESULT, AVAILABILITY]
    assert wire.told[-1][1] == OFFLINE
    assert wire.now_s < LEAVE_S + 1, "no longer than the thread is waited for"
    casino.close()


def test_a_table_that_dies_is_offline_by_the_word_of_the_broker(
    service: BrokerService, listener: Listener
) -> None:
    to = Access("127.0.0.1", service.broker.port, "", "", None)
    wire = OwnBroker(to, (AVAILABILITY, OFFLINE))
    while not wire.is_new(0.05):
        pass
    wire.publish(AVAILABILITY, b"online", retain=True)
    listener.until(lambda: listener.retained.get(AVAILABILITY) == "online")
    line = wire._client and wire._client.socket()
    assert isinstance(line, socket.socket)
    line.shutdown(socket.SHUT_RDWR)
    listener.until(lambda: listener.retained[AVAILABILITY] == "offline")
    wire.close()


def test_in_silent_mode_nothing_is_told_but_the_cards(
    tmp_path: Path, service: BrokerService, listener: Listener
) -> None:
    with table(tmp_path / "t", section(service.broker.port, "discovery = true\n")) as casino:
        listener.until(phase(listener, "bets-open"))
        silent(casino)
        casino.play(DISPUTED)
        listener.until(lambda: len(listener.retained[STATE]["places"][0]["cards"]) == 3)
        state = listener.retained[STATE]
        assert (state["phase"], state["outcome"], state["record"]) == ("dealing", None, None)
    listener.until(lambda: listener.retained[AVAILABILITY] == "offline")
    assert listener.under(RESULT) == listener.under(FAULT) == []
    assert not any(each["fault"] for each in listener.under(HOUSE))
    assert not any(each["last_result"] for each in listener.under(HOUSE))


# --- Home Assistant


def test_home_assistant_finds_the_table_and_loses_it_when_that_is_switched_off(
    tmp_path: Path, service: BrokerService, listener: Listener
) -> None:
    config = section(service.broker.port, "discovery = true\n")
    with table(tmp_path / "t", config) as casino:
        listener.until(lambda: HOUSE in listener.retained)
        first = listener.retained[HOUSE]
        assert (first["fault"], first["last_result"], first["lost"]) == (False, None, False)
        casino.play(NINE)
        listener.until(lambda: listener.retained[HOUSE]["last_result"] == "punto")
        assert listener.retained[HOUSE]["cards_left"] == first["cards_left"] - 4
        casino.play("end")
        casino.play(DISPUTED)
        listener.until(lambda: listener.retained[HOUSE]["fault"])
        assert listener.retained[HOUSE]["faults"] == ["faux-tirage"]
        assert listener.retained[DEVICE]["device"]["name"] == "Table 3"
    with table(tmp_path / "off", section(service.broker.port)):
        listener.until(lambda: listener.retained[DEVICE] == listener.retained[HOUSE] == "")
    with listening(service) as later:
        later.until(lambda: STATE in later.retained)
        assert set(later.retained) == {AVAILABILITY, STATE}
