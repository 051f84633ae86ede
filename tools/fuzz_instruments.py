"""What `tools.fuzz` feeds to the parsers of the instruments: their own messages, damaged."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from functools import cache, partial

from sabot.core.cards import DECK
from sabot.core.observations import KINDS, Observation, as_dict
from sabot.instruments.registry import DRIVERS
from sabot.instruments.simulated.voices import VOICES
from sabot.instruments.simulated.wheel import Wheel, voice
from tools.fuzz_chance import spoilt
from tools.fuzz_target import Fed


def instrument(name: str) -> Fed:
    """The parser of this driver."""
    words = words_of(name)

    def make(chance: random.Random) -> list[bytes]:
        start = int(chance.random() * len(words))
        data = b"".join(words[start : start + chance.choice((1, 1, 2, 3, 12))])
        if chance.random() < 0.9:
            data = (
                spoilt(data, chance)
                if chance.random() < 0.95
                else chance.randbytes(chance.choice((1, 9, 200)))
            )
        cut = int(chance.random() * (len(data) + 1))
        return [data[:cut], data[cut:]] if chance.random() < 0.3 else [data]

    return Fed(make, partial(_heard, name))


def _heard(name: str, pieces: list[bytes]) -> None:
    parser = DRIVERS[name].made()
    seen: list[Observation] = []
    for piece in pieces:
        seen += parser.feed(piece)
    parser.replies()
    parser.settled(parser.mark)
    seen += parser.silent("nothing was heard")
    seen += parser.cut()
    for each in seen:
        assert type(each).__name__ in KINDS
        json.dumps(as_dict(each))


@cache
def words_of(name: str) -> list[bytes]:
    """Messages of an instrument of this make, as the simulated one sends them."""
    if name in VOICES:
        return _of_a_shoe(name)
    if name in SAID_BY_AN_EYE:
        return [json.dumps(each).encode() + b"\n" for each in SAID_BY_AN_EYE[name]]
    if name == "keyboard":
        return _of_a_shoe(name)
    chance = random.Random(1)
    wheel = Wheel(voice(name, chance, speed=1.0), rng=chance)
    pieces = [wheel.plugged(0.0), *(wheel.step(tick / 5) for tick in range(400))]
    return [each for each in pieces if each]


def _of_a_shoe(name: str) -> list[bytes]:
    shoe = VOICES[name]()
    found = [shoe.plugged(0)]
    for number, card in enumerate(DECK):
        found.append(shoe.card(card, place=("punto", "banco")[number % 2], index=number % 4, t_us=number))
    found += [
        shoe.unread(60),
        shoe.cut(61),
        shoe.coup_over("punto", 62),
        shoe.beats(10**6),
        shoe.beats(10**7),
    ]
    return [each for each in found if each]


SAID_BY_AN_EYE: dict[str, Sequence[object]] = {
    "camera": (
        {"eye": "lies", "track": "1", "card": "8C", "place": "punto", "order": 0},
        {"eye": "lies", "track": "2", "card": None, "place": "", "order": 3, "picture": "a" * 64},
        {"eye": "left", "track": "1"},
        {"eye": "beat", "state": "fine", "fps": 10.0},
        {"eye": "beat", "state": "lost", "why": {"id": "x {n}", "values": {"n": 3}}},
        {"eye": "card", "card": "TH"},
        {"eye": "marks", "corners": [[1, 2], [3, 4], [5, 6], [7, 8]]},
    ),
    "wheel-camera": (
        {"eye": "wheel", "seen": {"kind": "WheelSeen", "phase": "spin-begun", "spin": "1"}},
        {"eye": "wheel", "seen": {"kind": "BallSeen", "pocket": "17"}},
        {"eye": "wheel", "seen": {"kind": "WheelFault", "name": "unsure", "why": "", "since_ok": False}},
        {"eye": "beat", "state": "knocked", "why": "knocked"},
        {"eye": "beat", "state": "fine"},
    ),
}
