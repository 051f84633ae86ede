"""The sabot link: COBS, frames, messages, and what it refuses. The vectors also bind the firmware."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.core.cards import DECK
from sabot.core.observations import CardSeen
from sabot.instruments.line import link, messages
from sabot.instruments.line.link import Deframer, Frame
from sabot.instruments.shoes import angel_eye, angel_eye_wire
from tests.controller.instruments.damage import damaged

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "link.json").read_text())

frames = st.builds(
    Frame,
    st.integers(0, 255),
    st.integers(0, 65535),
    st.integers(0, 2**64 - 1),
    st.binary(max_size=link.PAYLOAD_MAX),
)


def cut(data: bytes, sizes: list[int]) -> list[bytes]:
    pieces, at = [], 0
    for size in sizes:
        pieces.append(data[at : at + size])
        at += size
    return [*pieces, data[at:]]


@given(st.binary(max_size=700))
def test_cobs_gives_back_what_it_was_given_and_holds_no_zero(data):
    assert 0 not in link.stuffed(data)
    assert link.unstuffed(link.stuffed(data)) == data


@pytest.mark.parametrize(
    ("plain", "stuffed"),
    [
        ("", "01"),
        ("00", "0101"),
        ("0000", "010101"),
        ("11220033", "0311220233"),
        ("11000000", "0211010101"),
        ("01" * 254, "ff" + "01" * 254 + "01"),
    ],
)
def test_cobs_is_that_of_cheshire_and_baker(plain, stuffed):
    assert link.stuffed(bytes.fromhex(plain)).hex() == stuffed
    assert link.unstuffed(bytes.fromhex(stuffed)).hex() == plain


@given(frames)
def test_a_frame_comes_back_as_it_was_sent(frame):
    data = link.encoded(frame)
    assert data.count(0) == 1
    assert data.endswith(b"\0")
    assert len(data) <= 257
    assert Deframer().feed(data) == [frame]


def test_a_payload_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="238 bytes at most"):
        link.encoded(Frame(1, payload=bytes(239)))


@given(st.lists(st.one_of(frames.map(link.encoded), st.binary(max_size=300))), st.lists(st.integers(0, 90)))
def test_however_the_bytes_are_cut_the_frames_and_refusals_are_the_same(parts, sizes):
    data = b"".join(parts)
    whole, pieces = Deframer(), Deframer()
    found = whole.feed(data)
    assert [frame for piece in cut(data, sizes) for frame in pieces.feed(piece)] == found
    assert pieces.refused == whole.refused


@given(st.binary(max_size=300), frames)
def test_after_any_noise_the_second_frame_is_whole_again(noise, frame):
    found = Deframer().feed(noise + link.encoded(frame) + link.encoded(frame))
    assert found[-1] == frame


def test_half_a_frame_before_a_pulled_cable_is_refused_and_never_joined_to_what_follows():
    data = messages.framed(messages.CardRead("8C"), sequence=1)
    deframer = Deframer()
    assert deframer.feed(data[:9]) == []
    deframer.cut()
    assert deframer.refused["half"] == 1
    assert len(deframer.feed(data)) == 1


@pytest.mark.parametrize("vector", VECTORS["frames"], ids=lambda vector: vector["name"])
def test_the_bytes_of_a_vector_mean_what_it_says(vector):
    (frame,) = Deframer().feed(bytes.fromhex(vector["hex"]))
    message = messages.read(frame)
    assert message is not None
    assert (frame.sequence, frame.time_us) == (vector["sequence"], vector["time_us"])
    plain = {"type": link.NAMES[frame.type], **json.loads(json.dumps(message._asdict()))}
    assert plain == vector["message"]
    framed = messages.framed(message, sequence=frame.sequence, time_us=frame.time_us)
    assert framed.hex() == vector["hex"]


@pytest.mark.parametrize("vector", VECTORS["refused"], ids=lambda vector: vector["refusal"])
def test_what_is_no_frame_is_refused_by_its_name(vector):
    deframer = Deframer()
    assert deframer.feed(bytes.fromhex(vector["hex"])) == []
    assert deframer.refused == {vector["refusal"]: 1}


def test_every_message_type_has_a_vector():
    assert {vector["message"]["type"] for vector in VECTORS["frames"]} == set(link.NAMES.values())
    assert VECTORS["link_version"] == link.LINK_VERSION


@given(st.sampled_from(sorted(link.NAMES)), st.binary(max_size=link.PAYLOAD_MAX))
def test_a_payload_is_read_or_is_none_and_what_is_read_packs_again(kind, payload):
    message = messages.read(Frame(kind, payload=payload))
    if message is not None and not (
        isinstance(message, messages.Hello) and message.link_version not in link.VERSIONS
    ):
        assert messages.packed(message) == (kind, payload)


def test_hello_of_another_link_version_is_read_as_far_as_its_number():
    assert messages.read(Frame(link.HELLO, payload=b"\x03whatever")) == messages.Hello(3, 0, 0, 0, "", "", "")


def test_a_message_without_a_number_and_a_time_has_none():
    (frame,) = Deframer().feed(messages.framed(messages.Gate(True)))
    assert (frame.sequence, frame.time_us) == (0, 0)


OFTEN_SENT = (
    *(messages.CardRead(str(card)) for card in DECK),
    messages.Heartbeat(*range(6)),
    messages.Hello(link.LINK_VERSION, 7, 1, 0, "sabot-shoe", "SN1", "1.0"),
    messages.Edges(tuple(zip(range(12), range(12), strict=True))),
)


def test_of_a_hundred_thousand_damaged_frames_none_is_taken_for_another():
    rng = random.Random(1)
    for _ in range(100_000):
        kind, payload = messages.packed(OFTEN_SENT[rng.randrange(len(OFTEN_SENT))])
        frame = Frame(kind, rng.randrange(65536), rng.randrange(1 << 40), payload)
        found = Deframer().feed(damaged(link.encoded(frame)[:-1], rng) + b"\0")
        assert all(each == frame for each in found)


def test_an_eight_bit_check_with_the_shape_of_a_report_forgives_far_less_than_one_in_256():
    rng, accepted = random.Random(1), 0
    for _ in range(20_000):
        card = DECK[rng.randrange(52)]
        report = angel_eye_wire.report(0x31, "D", angel_eye_wire.card_data(card, place=rng.randrange(2)))
        found = angel_eye.Parser().feed(damaged(report, rng))
        accepted += any(isinstance(each, CardSeen) and each.card != card for each in found)
    assert accepted < 20_000 / 256 / 5


def test_the_longest_message_of_edges_holds_59_of_them():
    most = messages.Edges(tuple((1, each) for each in range(59)))
    assert messages.EDGES_MAX == 59
    (frame,) = Deframer().feed(messages.framed(most))
    assert messages.read(frame) == most
    with pytest.raises(ValueError, match="bytes at most"):
        messages.framed(messages.Edges((*most.edges, (1, 59))))


def test_a_frame_that_says_nothing_else_has_number_and_time_zero_and_no_payload():
    assert Frame(link.HELLO) == (link.HELLO, 0, 0, b"")


def test_a_block_of_257_bytes_without_an_end_is_too_long():
    def refused(length: int) -> dict[str, int]:
        deframer = Deframer()
        assert deframer.feed(b"\x01" * length + b"\0") == []
        return dict(deframer.refused)

    assert (refused(256), refused(257)) == ({"cobs": 1}, {"long": 1})


def test_a_frame_after_a_block_that_is_too_long_is_read():
    deframer = Deframer()
    assert deframer.feed(b"\x01" * 300 + b"\0" + link.encoded(Frame(1))) == [Frame(1)]
    assert deframer.refused == {"long": 1}


def test_a_long_block_that_is_cut_off_is_refused_once():
    deframer = Deframer()
    deframer.feed(b"\x01" * 257)
    deframer.cut()
    deframer.cut()
    assert deframer.refused == {"half": 1}


def test_a_line_of_noise_is_not_kept():
    deframer = Deframer()
    for _ in range(100):
        deframer.feed(b"\x01" * 100)
    assert len(deframer._block) < 257


@pytest.mark.parametrize(
    ("kind", "payload", "message"),
    [
        (link.CARD, b"\x00\x90\x01\x028C", messages.CardRead("8C", reverse=False, speed_mm_s=400)),
        (link.CARD, b"\x01\x00\x00\x028C", messages.CardRead("8C", reverse=True)),
        (link.CARD, b"\x02\x00\x00\x028C", None),  # a flag that nobody knows
        (link.CARD, b"\x00\x00\x00\x038C", None),  # a text shorter than it says
        (link.CARD, b"\x00\x00\x00\x018C", None),  # bytes left over
        (link.CARD, b"\x00\x00\x00\x02\n8", None),  # no text
        (link.READ_FAILURE, b"\x07", messages.ReadFailure(7)),
        (link.READ_FAILURE, b"\x07\x00", None),
        (link.GATE, b"\x01", messages.Gate(True)),
        (link.GATE, b"\x02", None),
        (link.LID, b"\x00", messages.Lid(False)),
        (link.EDGES, b"", messages.Edges(())),
        (link.EDGES, b"\xff\xff\xff\x05", messages.Edges(((5, 2**24 - 1),))),
        (link.EDGES, b"\x00\x00\x00", None),
        (0x30, b"", None),
    ],
)
def test_a_payload_is_the_message_of_its_type_or_none(kind, payload, message):
    assert messages.read(Frame(kind, payload=payload)) == message


def test_a_card_that_was_not_read_has_its_reason_by_number():
    told = [str(messages.not_read(number)) for number in range(9)]
    assert told == [
        "reason 0",
        "no start of a code was found",
        "the check digit was wrong",
        "the card was pulled back",
        "the card moved too slowly",
        "the lid was open",
        "the card moved too fast",
        "the code names no card",
        "reason 8",
    ]
    assert messages.PULLED_BACK == 3


def test_a_board_counts_up_to_255_kept_messages_and_dates_edges_within_seventeen_seconds():
    assert (messages.QUEUED_MAX, messages.EDGES_SPAN_US, link.RING_MESSAGES) == (255, 16_777_216, 32)
    assert (min(link.NUMBERED), max(link.NUMBERED)) == (0x10, 0x3F)
