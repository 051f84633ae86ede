"""Two troubles of one instrument at once: the end of one is not the end of the other."""

from __future__ import annotations

import pytest

from sabot.core.observations import DeviceFound, DeviceTroubled
from sabot.core.reasons import Reason
from sabot.core.table import opened, step
from sabot.games.register import GAMES
from sabot.instruments.line import link, messages
from sabot.instruments.line.messages import CardRead, Edges, Hello, Lid, ReadFailure
from sabot.instruments.line.troubles import Troubles
from sabot.instruments.line.watch import Watch
from sabot.instruments.registry import DRIVERS
from sabot.instruments.shoes.angel_eye_wire import report

ONE, OTHER, END = Reason("one"), Reason("other"), Reason("over")
LID, BACK = "the lid of the shoe is open", "the card was pulled back"
LOCKED = "the shoe is locked"
SECOND = 1_000_000_000


def hello(boot: int = 7, kind: str = "sabot-shoe") -> bytes:
    return messages.framed(Hello(2, boot, 1, 0, kind, "SN1", "1.0"))


def said(*messages_: messages.Message, first: int = 1) -> bytes:
    return b"".join(messages.framed(each, sequence=n) for n, each in enumerate(messages_, first))


class Seat:
    """An instrument at a table: what its driver reports, and what the table takes it for."""

    def __init__(self, driver: str) -> None:
        self.parser = DRIVERS[driver].made({})
        self.table = opened(GAMES["punto-banco"])

    def hears(self, data: bytes) -> str:
        """What troubles it when it has sent this; empty if nothing does."""
        for each in self.parser.feed(data):
            self.table, _ = step(self.table, each)
        found = self.table.room.instruments
        return str(found[0].why) if found and found[0].state == "troubled" else ""


def test_the_last_end_is_told_and_before_it_the_newest_trouble_that_is_left():
    troubles = Troubles("sabot")
    told = [
        *troubles.begun("one", ONE),
        *troubles.begun("other", OTHER),
        *troubles.over(END, "other"),
        *troubles.over(END, "other"),
        *troubles.over(END, "one"),
        *troubles.over(END, "one"),
    ]
    assert told == [
        DeviceTroubled("sabot", ONE),
        DeviceTroubled("sabot", OTHER),
        DeviceTroubled("sabot", ONE),
        DeviceTroubled("sabot", END, since_ok=True),
    ]


def test_what_is_only_noted_ends_nothing():
    troubles = Troubles("sabot")
    assert troubles.noted(ONE) == [DeviceTroubled("sabot", ONE, since_ok=True)]
    troubles.begun("other", OTHER, still=END)
    assert troubles.noted(ONE) == [DeviceTroubled("sabot", ONE), DeviceTroubled("sabot", END)]
    troubles.forget()
    assert troubles.over(END, "other") == []


def test_a_lid_that_is_open_stays_said_when_a_card_is_pulled_back_or_the_shoe_speaks_again():
    shoe = Seat("sabot-shoe")
    assert shoe.hears(hello() + said(Lid(True))) == LID
    assert shoe.hears(said(ReadFailure(messages.PULLED_BACK), first=2)) == LID
    assert "cannot be read" in shoe.hears(link.encoded(link.Frame(0x3F, 3)))
    assert shoe.hears(said(CardRead("8C"), first=4)) == LID
    assert shoe.hears(said(Lid(False), first=5)) == ""


def test_a_shoe_that_was_restarted_is_said_until_its_next_card_although_its_lid_is_closed():
    shoe = Seat("sabot-shoe")
    shoe.hears(hello() + said(Lid(True)))
    assert "restarted" in shoe.hears(hello(8) + said(Lid(False)))
    assert shoe.hears(said(CardRead("8C"), first=2)) == ""


def test_a_shoe_that_says_at_its_start_that_its_lid_is_closed_ends_no_trouble():
    (restarted,) = met("sabot-shoe").feed(hello(8) + said(Lid(False)))
    assert not restarted.since_ok


def met(driver: str):
    parser = DRIVERS[driver].made({})
    parser.feed(hello(kind=driver))
    return parser


@pytest.mark.parametrize("end", [report(0x33, "e", b"\x81"), report(0x33, "M", b"12=7")])
def test_a_shoe_stays_locked_when_its_error_is_over_or_a_preset_was_changed(end):
    shoe = Seat("angel-eye")
    shoe.hears(report(0x31, "E", b"\x81"))
    assert shoe.hears(report(0x32, "L", b"\x81")) == LOCKED
    assert shoe.hears(end) == LOCKED
    shoe.hears(report(0x34, "e", b"\x81"))
    assert shoe.hears(report(0x35, "L", b"\x80")) == ""


def test_an_error_of_the_shoe_stays_said_when_reports_arrive_whole_again():
    shoe = Seat("angel-eye")
    error = shoe.hears(report(0x31, "E", b"\x83"))
    bad = report(0x32, "S")[:-1] + b"?"
    assert "damaged" in shoe.hears(bad * 3)
    assert shoe.hears(report(0x33, "S")) == error


def test_an_alarm_stays_said_when_the_shoe_says_anything_else():
    shoe = Seat("bee-tek")
    assert "E9 Lid" in shoe.hears(b"<Alarm:E9 Lid>")
    assert "E9 Lid" in shoe.hears(b"<W0x01>")
    assert shoe.hears(b"[Game]<Card:4S>") == ""


@pytest.mark.parametrize("driver", ["angel-eye", "bee-tek"])
def test_a_shoe_that_does_not_repeat_itself_is_not_held_to_what_it_said_before_its_line_was_lost(driver):
    parser = DRIVERS[driver].made({})
    parser.feed(report(0x31, "L", b"\x81") + b"<Alarm:E9 Lid>")
    parser.cut()
    assert parser.feed(report(0x32, "L", b"\x80") + report(0x33, "S") + b"[Game]<Card:4S>")[:-1] == []


def test_a_message_of_the_wheel_that_cannot_be_read_is_a_trouble_until_the_next_one():
    wheel = met("sabot-wheel")
    (trouble,) = wheel.feed(link.encoded(link.Frame(link.EDGES, 1, 1000, b"abc")))
    (over,) = wheel.feed(said(Edges(((1, 0),)), first=2))
    assert (trouble.since_ok, over.since_ok) == (False, True)


def watched(driver: str) -> Watch:
    info = DRIVERS[driver]
    line = Watch(info, info.made(), role="sabot", baud=info.baud)
    line.opened("/dev/x", 0)
    return line


def test_frames_that_arrive_again_do_not_end_what_the_instrument_itself_said():
    line = watched("angel-eye")
    line.received(report(0x31, "L", b"\x81"), 1)
    line.received(b"\xf0" * 64, 2)
    (again,) = line.received(report(0x32, "S"), 3)
    assert (again.observation.since_ok, str(again.observation.trouble)) == (False, LOCKED)


def test_a_lid_that_is_open_is_said_again_when_a_silent_shoe_is_found_again():
    line = watched("sabot-shoe")
    line.received(hello() + said(Lid(True)), SECOND)
    line.nothing(10 * SECOND)
    found, still = (each.observation for each in line.received(hello(), 11 * SECOND))
    assert (type(found), str(still.trouble), still.since_ok) == (DeviceFound, LID, False)
