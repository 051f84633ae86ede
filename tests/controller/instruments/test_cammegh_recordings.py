"""Recordings of a real SlingShot 2, through a real pseudo-terminal at any speed and in any pieces: every spin
once, its right number, none before state 5."""

import random
import re

import pytest

from sabot.core.observations import BallSeen, WheelFault
from sabot.instruments.wheel.cammegh import Parser
from tests.controller.instruments.rig import Rig
from tests.controller.instruments.wheel_lines import numbers
from tests.shared import shared

NAMES = ["slingshot2-2025-09-10.tsv", "slingshot2-2025-09-16.tsv", "slingshot2-2025-09-24.tsv"]
WHOLE = re.compile(rb"\*X;([1-6]);(\d{3});([ \d]\d|  );([0-9A-F]);\d{3};[01]")
BITS = {1: "ball-removed", 2: "wrong-direction", 4: "sensor-broken", 8: "launch-failed"}


def payloads(name):
    lines = shared(f"data/wheel/{name}").read_bytes().splitlines()
    return [each.partition(b"\t")[2] for each in lines]


def fallen(lines):
    """The truth by the simplest reading: in each stretch of state 5, its number."""
    found, last = [], None
    for each in lines:
        whole = WHOLE.fullmatch(each)
        if whole is None:
            continue
        stretch = whole[2] if whole[1] == b"5" else None
        if stretch and stretch != last:
            found.append(str(int(whole[3])))
        last = stretch
    return found


def flagged(lines):
    """Every moment at which a flag was raised."""
    found, before = [], 0
    for each in lines:
        whole = WHOLE.fullmatch(each)
        if whole is not None:
            flags = int(whole[4], 16)
            found += [name for bit, name in BITS.items() if flags & ~before & bit]
            before = flags
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_spin_of_a_recording_is_told_once_with_its_number_and_every_flag_as_it_rises(name):
    lines = payloads(name)
    parser, seen = Parser(), []
    for each in lines:
        told = parser.feed(each + b"\r\n")
        assert not numbers(told) or each.startswith(b"*X;5;"), "a number came with another line than state 5"
        seen += told
    assert numbers(seen) == fallen(lines)
    raised = [each.name for each in seen if isinstance(each, WheelFault) and not each.since_ok]
    assert [each for each in raised if each in BITS.values()] == flagged(lines)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("largest", [1, 7, 300, 100_000])
def test_however_a_recording_is_cut_it_says_the_same(name, largest):
    stream = b"".join(each + b"\r\n" for each in payloads(name))
    rng, parser, seen, at = random.Random(largest), Parser(), [], 0
    while at < len(stream):
        size = rng.randint(1, largest)
        seen += parser.feed(stream[at : at + size])
        at += size
    assert seen == Parser().feed(stream)


@pytest.mark.process
@pytest.mark.parametrize("largest", [40, 4000])
def test_through_a_real_terminal_every_number_arrives_once(tmp_path, largest):
    lines = payloads("slingshot2-2025-09-24.tsv")
    wanted, stream, rng = fallen(lines), b"".join(each + b"\r\n" for each in lines), random.Random(1)
    rig, at, left = Rig("cammegh", tmp_path), 0, []
    told: list[str] = []
    try:
        while rig.inbox.empty():  # a port that is being opened drops what came before
            rig.put(b"*P OK\r\n")
        while at < len(stream):
            size = rng.randint(1, largest)
            rig.put(stream[at : at + size])
            at += size
        while len(told) < len(wanted):
            told.append(rig.until(BallSeen).pocket)
    finally:
        rig.close()
    while not rig.inbox.empty():
        left.append(rig.inbox.get().observation)
    assert told == wanted
    assert numbers(left) == []


@pytest.mark.parametrize("seed", range(6))
def test_with_lines_cut_and_merged_at_random_no_number_is_told_that_did_not_fall(seed):
    """As the line of that wheel was seen to do, only far more often."""
    lines, rng = payloads("slingshot2-2025-09-24.tsv"), random.Random(seed)
    wanted, stream = fallen(lines), bytearray()
    for each in lines:
        if rng.random() < 0.1:
            at = rng.randrange(len(each) + 1)
            stream += each[at:] if rng.random() < 0.5 else each[:at]
            stream += b"" if rng.random() < 0.5 else b"\r\n"
        else:
            stream += each + b"\r\n"
    told = numbers(Parser().feed(bytes(stream)))
    left = iter(wanted)
    assert all(number in left for number in told)
    assert len(told) >= 0.9 * len(wanted)
