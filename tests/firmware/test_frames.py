"""The firmware's frames against the controller's: the vectors that bind both, and random frames."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sabot.instruments.line import link
from sabot.instruments.line.link import Frame
from tests.firmware import figures
from tests.firmware.board import asked
from tests.firmware.figures import VECTORS, frame_of


@pytest.fixture(scope="module")
def answers() -> list[str]:
    return asked("frames", [each["hex"] for each in VECTORS["frames"]])


def test_the_firmware_reads_every_vector_as_the_controller_does(answers):
    blocks = [bytes.fromhex(each["hex"]) for each in VECTORS["frames"]]
    assert [frame_of(line) for line in answers] == [link.decoded(block[:-1]) for block in blocks]


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
    assert [frame_of(line) for line in answers] == frames
    again = [bytes.fromhex(line.split()[-1])[:-1] for line in answers]
    assert [link.decoded(block) for block in again] == frames


def test_both_ends_judge_damaged_frames_alike_and_take_none_for_another():
    """CRC-32 passes one in four thousand million. `make soak` damages a million."""
    found = figures.frames(Path(), 60_000, 5)
    assert (found.taken, found.disputed) == (0, 0)
