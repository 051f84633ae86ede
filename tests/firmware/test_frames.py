"""The firmware's frames against the controller's: the vectors that bind both, and whatever else there is."""

from __future__ import annotations

import json
import random

import pytest

from controller.instruments import link
from controller.instruments.link import Frame
from tests.firmware.board import ROOT, asked

VECTORS = json.loads((ROOT / "tests" / "vectors" / "link.json").read_text())


def told(line: str) -> Frame:
    _, kind, sequence, time_us, payload, _ = line.split()
    return Frame(int(kind), int(sequence), int(time_us), b"" if payload == "-" else bytes.fromhex(payload))


@pytest.fixture(scope="module")
def answers() -> list[str]:
    return asked("frames", [each["hex"] for each in VECTORS["frames"]])


def test_the_firmware_reads_every_vector_as_the_controller_does(answers):
    blocks = [bytes.fromhex(each["hex"]) for each in VECTORS["frames"]]
    assert [told(line) for line in answers] == [link.decoded(block[:-1]) for block in blocks]


def test_the_firmware_writes_every_vector_byte_for_byte(answers):
    assert [line.split()[-1] for line in answers] == [each["hex"] for each in VECTORS["frames"]]


def test_the_firmware_refuses_what_is_no_frame_by_the_same_names():
    answers = asked("frames", [each["hex"] for each in VECTORS["refused"]])
    assert answers == [f"refused {each['refusal']}" for each in VECTORS["refused"]]


def test_any_frame_crosses_the_line_unchanged_in_both_directions():
    chance = random.Random(4)
    frames = [
        Frame(
            chance.randrange(256),
            chance.randrange(1 << 16),
            chance.randrange(1 << 64),
            bytes(chance.choices(chance.choice([b"\0", b"\0\1", range(256)]), k=chance.randrange(239))),
        )
        for _ in range(3000)
    ]
    answers = asked("frames", [link.encoded(frame).hex() for frame in frames])
    assert [told(line) for line in answers] == frames
    again = [bytes.fromhex(line.split()[-1])[:-1] for line in answers]
    assert [link.decoded(block) for block in again] == frames


def test_both_ends_judge_a_hundred_thousand_damaged_frames_alike():
    """CRC-32 passes one in four thousand million; here none may, and none may be refused by one end alone."""
    chance = random.Random(5)
    whole = [bytes.fromhex(each["hex"]) for each in VECTORS["frames"]]
    damaged = []
    for _ in range(100_000):
        frame = bytearray(chance.choice(whole))
        for _ in range(chance.choice([1, 1, 2, 5])):
            frame[chance.randrange(len(frame) - 1)] = chance.randrange(1, 256)
        damaged.append(bytes(frame))
    mine = link.Deframer()
    passed = [frame for each in damaged for frame in mine.feed(each)]
    answers = asked("frames", [each.hex() for each in damaged])
    assert [told(line) for line in answers if line.startswith("frame")] == passed
    refused = [line.split()[1] for line in answers if line.startswith("refused")]
    assert {name: refused.count(name) for name in set(refused)} == dict(mine.refused)
    untouched = sum(each in whole for each in damaged)
    assert len(passed) == untouched
