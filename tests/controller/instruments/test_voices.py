"""What each simulated shoe sends, byte by byte (controller/sabot/instruments/simulated/voices.py)."""

from __future__ import annotations

import pytest

from sabot.core.cards import Card
from sabot.core.observations import CardSeen
from sabot.instruments.keyboard import driver as keyboard
from sabot.instruments.line import link, messages
from sabot.instruments.line.messages import Acknowledgement, CardRead, Gate, Heartbeat, Hello, Identify
from sabot.instruments.registry import DRIVERS
from sabot.instruments.shoes import angel_eye_wire
from sabot.instruments.simulated.voices import (
    BEAT_US,
    RESEND_US,
    AngelEye,
    BeeTek,
    Keyboard,
    Lines,
    SabotShoe,
)

EIGHT = Card("8", "C")


def dealt(voice, *, place="punto", index=1, t_us=0) -> bytes:
    return voice.card(EIGHT, place=place, index=index, t_us=t_us)


def told(data: bytes) -> list[tuple[int, int, object]]:
    """Number, microseconds and message of each frame of our shoe."""
    frames = link.Deframer().feed(data)
    return [(frame.sequence, frame.time_us, messages.read(frame)) for frame in frames]


# --- the shoes that are only listened to


def test_angel_eye_sends_three_copies_and_numbers_its_reports_with_a_digit_from_one():
    voice = AngelEye()
    sent = [dealt(voice, place=place) for place in ("punto", "banco", None)]
    hands = angel_eye_wire.PLAYER, angel_eye_wire.BANKER, angel_eye_wire.PLAYER
    for number, (data, hand) in enumerate(zip(sent, hands, strict=True), 1):
        one = angel_eye_wire.report(0x30 + number, "D", angel_eye_wire.card_data(EIGHT, place=hand, index=1))
        assert data == one * 3
    numbers = [dealt(voice)[1] - 0x30 for _ in range(8)]
    assert numbers == [4, 5, 6, 7, 8, 9, 0, 1]


def test_angel_eye_says_who_won_and_that_a_coup_was_broken_off():
    def result(winner: str) -> int:
        return AngelEye().coup_over(winner, 0)[3]

    assert [result(each) for each in ("punto", "egalite", "banco", "")] == [0x90, 0xA0, 0xC0, 0xF0]


def test_the_first_copy_of_angel_eye_is_spoilt_in_its_check_alone():
    data = dealt(AngelEye())
    spoilt = AngelEye().spoilt(data)
    size = len(data) // 3
    assert spoilt[: size - 1] == data[: size - 1]
    assert spoilt[size:] == data[size:]
    assert spoilt[size - 1] ^ data[size - 1] == 1
    parser = DRIVERS["angel-eye"].made()
    assert parser.feed(spoilt) == [CardSeen(EIGHT, "punto")]
    assert (parser.tally.frames, parser.tally.repeats) == (2, 1)


def test_bee_tek_and_lines_send_text():
    assert dealt(BeeTek()) == b"[Game]<Card:8C>"
    assert BeeTek().unread(0) == b"[Game]<Game>[Game]<Alarm:E3 Card Not Read>"
    assert BeeTek().cut(0) == b"[Game]<Card:CUT>"
    assert (Lines().unread(0), Lines().cut(0)) == (b"NOREAD\r\n", b"CUT\r\n")


@pytest.mark.parametrize("voice", [AngelEye(), BeeTek(), Lines(), Keyboard()])
def test_a_shoe_that_stutters_says_its_last_message_again(voice):
    assert voice.again() == b""
    first, second = dealt(voice), voice.cut(1)
    assert first != second
    assert voice.again() == second
    assert (voice.beats(10**9), voice.hears(b"x", 0), voice.plugged(0)) == (b"", b"", b"")


def test_a_line_is_spoilt_in_its_last_character_but_three():
    assert BeeTek().spoilt(b"[Game]<Card:8C>") == b"[Game]<Card?8C>"
    assert Lines().spoilt(b"8C\r\n") == b"?C\r\n"
    assert Lines().spoilt(b"8\n") == b"?\n"


def test_a_keyboard_is_spoilt_by_events_that_the_kernel_dropped():
    data = dealt(Keyboard())
    size = keyboard.EVENT.size
    spoilt = Keyboard().spoilt(data)
    dropped = keyboard.dropped(t_us=0)
    assert spoilt.startswith(dropped)
    kept = spoilt.removeprefix(dropped)
    assert data.endswith(kept)
    assert len(kept) % size == 0
    assert 0 <= len(kept) - len(data) / 2 < size


# --- our own shoe


def test_our_shoe_says_that_a_card_came_into_its_mouth_what_it_was_and_that_it_left():
    shoe = SabotShoe()
    assert told(dealt(shoe, t_us=1_000_000)) == [
        (1, 800_000, Gate(True)),
        (2, 1_000_000, CardRead("8C", speed_mm_s=400)),
        (3, 1_000_000, Gate(False)),
    ]
    assert told(shoe.again()) == [(2, 1_000_000, CardRead("8C", speed_mm_s=400))]
    assert told(shoe.unread(200_000))[0] == (4, 0, Gate(True))
    assert told(shoe.cut(300_000))[:2] == [
        (7, 100_000, Gate(True)),
        (8, 300_000, CardRead("CUT", speed_mm_s=400)),
    ]


def test_what_is_not_acknowledged_is_sent_again_and_what_is_acknowledged_is_forgotten():
    shoe = SabotShoe(boot=7)
    sent = dealt(shoe, t_us=0)
    assert shoe.beats(RESEND_US - 1) == b""
    assert shoe.beats(RESEND_US) == sent
    assert shoe.beats(RESEND_US + 1) == b""
    assert shoe.hears(messages.framed(Acknowledgement(8, 3)), RESEND_US) == b""
    assert shoe.oldest == 1
    shoe.hears(messages.framed(Acknowledgement(7, 2)), RESEND_US)
    assert [number for number, _ in shoe.ring] == [3]
    shoe.hears(messages.framed(Acknowledgement(7, 3)), RESEND_US)
    assert (shoe.oldest, shoe.next) == (4, 4)
    assert [type(each) for *_, each in told(shoe.beats(2 * RESEND_US + BEAT_US))] == [Heartbeat]


def test_an_acknowledgement_from_before_the_numbers_began_again_forgets_nothing_that_is_newer():
    shoe = SabotShoe()
    shoe.sent = 0xFFFE
    dealt(shoe)
    assert [number for number, _ in shoe.ring] == [0xFFFF, 0, 1]
    shoe.hears(messages.framed(Acknowledgement(1, 0xFFFE)), 0)
    assert len(shoe.ring) == 3
    shoe.hears(messages.framed(Acknowledgement(1, 0)), 0)
    assert [number for number, _ in shoe.ring] == [1]


def test_the_heartbeat_of_our_shoe_says_what_was_sent_dropped_and_kept():
    shoe = SabotShoe(boot=3, ring=4)
    dealt(shoe)
    dealt(shoe)
    (beat,) = [each for *_, each in told(shoe.beats(BEAT_US)) if isinstance(each, Heartbeat)]
    assert beat == Heartbeat(3, 3, BEAT_US // 1_000_000, 6, 2, 4)
    assert not [each for *_, each in told(shoe.beats(2 * BEAT_US - 1)) if isinstance(each, Heartbeat)]
    assert [each for *_, each in told(shoe.beats(2 * BEAT_US)) if isinstance(each, Heartbeat)]


def test_who_asks_our_shoe_gets_hello_and_all_that_is_kept():
    shoe = SabotShoe(boot=5, serial="S", ring=4)
    dealt(shoe)
    answer = shoe.hears(messages.framed(Identify()), 10)
    assert answer[:1] == b"\0"
    (_, _, hello), *kept = told(answer)
    assert hello == Hello(link.LINK_VERSION, 5, 1, 0, "sabot-shoe", "S", "1-simulated")
    assert [number for number, *_ in kept] == [1, 2, 3]


def test_a_spoilt_message_of_our_shoe_differs_in_one_bit_in_its_middle():
    data = dealt(SabotShoe())
    spoilt = SabotShoe().spoilt(data)
    (at,) = [at for at, (was, now) in enumerate(zip(data, spoilt, strict=True)) if was != now]
    assert at == len(data) // 2
    assert data[at] ^ spoilt[at] == 0x10
    assert SabotShoe().spoilt(b"\x10") == b"\x01"
