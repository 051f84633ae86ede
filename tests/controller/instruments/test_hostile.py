"""Any bytes over a line: no parser raises, and it does not matter how the bytes are split."""

import itertools
import json
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core.cards import DECK, Card
from sabot.core.observations import KINDS, CardSeen
from sabot.instruments.keyboard import driver as keyboard
from sabot.instruments.line import messages
from sabot.instruments.registry import DRIVERS
from sabot.instruments.shoes import angel_eye_wire, bee_tek, lines
from sabot.instruments.wheel import cammegh_wire

cards = st.sampled_from(DECK)
link_messages = st.one_of(
    st.sampled_from(["8C", "TH", "CUT", "XX", ""]).map(messages.CardRead),
    st.builds(messages.ReadFailure, st.integers(0, 255)),
    st.builds(messages.Gate, st.booleans()),
    st.builds(messages.Lid, st.booleans()),
    st.builds(
        messages.Hello,
        st.integers(0, 2),
        st.integers(0, 2),
        st.integers(0, 9),
        st.integers(0, 9),
        st.just("sabot-shoe"),
        st.just("S"),
        st.just(""),
    ),
    st.builds(messages.Heartbeat, st.integers(0, 2), st.integers(0, 9), *[st.integers(0, 9)] * 4),
)
wheel_messages = st.one_of(
    st.just(messages.Hello(1, 1, 1, 0, "sabot-wheel", "S", "")),
    st.builds(messages.Heartbeat, st.just(1), *[st.integers(0, 9)] * 5),
    st.lists(st.tuples(st.integers(0, 7), st.integers(0, 2**24 - 1)), max_size=40).map(
        lambda edges: messages.Edges(tuple(sorted(edges, key=lambda edge: edge[1])))
    ),
)
WORDS = {
    "angel-eye": st.one_of(
        st.builds(
            lambda card, place, number: angel_eye_wire.report(
                number, "D", angel_eye_wire.card_data(card, place=place)
            ),
            cards,
            st.integers(0, 7),
            st.integers(0x30, 0x33),
        ),
        st.builds(
            angel_eye_wire.report, st.integers(0, 255), st.sampled_from("SPCDRdGEeLM"), st.binary(max_size=4)
        ),
    ),
    "bee-tek": st.one_of(
        cards.map(bee_tek.card_report), st.sampled_from([b"[Game]<Game>", b"[", b"<Card:", b">"])
    ),
    "lines": st.one_of(cards.map(lines.line), st.sampled_from([b"CUT\n", b"\r", b"8"])),
    "keyboard": st.one_of(
        cards.map(keyboard.line),
        st.builds(
            keyboard.EVENT.pack,
            *(st.integers(0, 9), st.integers(0, 9), st.sampled_from([0, 0, 1, 1, 4, 17]), st.integers(0, 60)),
            st.sampled_from([0, 1, 1, 2]),
        ),
        st.just(keyboard.dropped()),
    ),
    "sabot-shoe": st.one_of(
        st.builds(
            lambda message, number: messages.framed(message, sequence=number),
            link_messages,
            st.integers(0, 9),
        ),
        st.just(b"\0"),
    ),
    "cammegh": st.one_of(
        st.builds(
            cammegh_wire.Status,
            st.integers(1, 6),
            st.sampled_from(["001", "002", "999"]),
            st.sampled_from(["", "0", "7", "36", "00", "99"]),
            st.integers(0, 15),
            st.integers(0, 999),
            st.booleans(),
        ).map(cammegh_wire.line_of),
        st.sampled_from([b"17\r\n", b"*P OK\r\n", b"*X;5;001;", b"\n", b"\r"]),
    ),
    "sabot-wheel": st.one_of(
        st.builds(
            lambda message, number, time: messages.framed(message, sequence=number, time_us=time),
            wheel_messages,
            st.integers(0, 9),
            st.integers(0, 10**8),
        ),
        st.just(b"\0"),
    ),
    "camera": st.one_of(
        st.builds(
            lambda track, card, place: (
                json.dumps({"eye": "lies", "track": track, "card": card, "place": place, "order": 0}).encode()
                + b"\n"
            ),
            st.sampled_from("123"),
            st.sampled_from(["8C", "TH", None, "", 7]),
            st.sampled_from(["punto", "", None]),
        ),
        st.sampled_from(["fine", "lost", "black", ""]).map(
            lambda state: json.dumps({"eye": "beat", "state": state}).encode() + b"\n"
        ),
        st.sampled_from([b'{"eye":"left","track":"1"}\n', b"[" * 5000, b"{}\n", b'{"eye":[]}\n', b"\n"]),
    ),
    "wheel-camera": st.sampled_from(
        [
            *({"eye": "beat", "state": state} for state in ("fine", "lost", "knocked")),
            *({"eye": "wheel", "seen": {"kind": "WheelSeen", "phase": each}} for each in ("spin-begun", "?")),
            *({"eye": "wheel", "seen": {"kind": "BallSeen", "pocket": each}} for each in ("17", "99", 7)),
            *({"eye": "wheel", "seen": each} for each in ({"kind": "WheelFault", "name": "unsure"}, 7, {})),
        ]
    ).map(lambda plain: json.dumps(plain).encode() + b"\n"),
}


@cache
def streams(name):
    return st.lists(st.one_of(WORDS[name], st.binary(max_size=12)), max_size=12).map(b"".join)


def fed(name, pieces):
    parser = DRIVERS[name].made()
    seen = [each for piece in pieces for each in parser.feed(piece)]
    return seen, parser.tally.as_dict(), parser.mark, parser.replies(), parser.cut()


def cut(data, places):
    edges = [0, *sorted(min(place, len(data)) for place in places), len(data)]
    return [data[begin:end] for begin, end in itertools.pairwise(edges)]


@pytest.mark.parametrize("name", sorted(DRIVERS))
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_any_bytes_in_any_pieces_give_the_same_and_never_raise(name, data):
    stream = data.draw(streams(name))
    places = data.draw(st.lists(st.integers(0, 300), max_size=12))
    whole = fed(name, [stream])
    assert fed(name, cut(stream, places)) == whole
    assert fed(name, [bytes((byte,)) for byte in stream]) == whole
    assert all(type(each).__name__ in KINDS for each in whole[0] + whole[4])


@pytest.mark.parametrize("name", sorted(DRIVERS))
@settings(max_examples=60, deadline=None)
@given(noise=st.binary(max_size=3000))
def test_pure_noise_is_counted_to_the_byte_and_makes_no_named_card(name, noise):
    parser = DRIVERS[name].made()
    seen = parser.feed(noise)
    assert parser.tally.bytes == len(noise)
    if name in ("angel-eye", "sabot-shoe"):
        assert not [each for each in seen if isinstance(each, CardSeen) and each.card]


@pytest.mark.parametrize("name", ["angel-eye", "bee-tek", "lines"])
@given(noise=st.binary(max_size=60).filter(lambda data: not set(data) & set(b"\x05[<\x15")))
def test_a_card_after_noise_and_an_end_of_it_is_still_read(name, noise):
    card = {
        "angel-eye": angel_eye_wire.report(0x31, "D", angel_eye_wire.card_data(Card("8", "C"), place=0)),
        "bee-tek": bee_tek.card_report(Card("8", "C")),
        "lines": b"\n" + lines.line(Card("8", "C")),
    }[name]
    seen = DRIVERS[name].made().feed(noise + card)
    assert isinstance(seen[-1], CardSeen)
    assert seen[-1].card == Card("8", "C")
