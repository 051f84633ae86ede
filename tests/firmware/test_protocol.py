"""The page of the protocol against the code of both ends: each number in it, each message, each field.

The messages are decoded here by the page's own tables and nothing else, and must mean what the vectors say.
"""

from __future__ import annotations

import json
import random
import re
import struct
from typing import Any

import pytest

from sabot.instruments.line import link, messages
from sabot.instruments.line.link import Frame
from sabot.instruments.wheel import edges as wheel_edges
from tests.firmware import hand
from tests.firmware.board import ROOT, asked, frames
from tests.firmware.figures import VECTORS

PAGE = (ROOT / "firmware" / "PROTOCOL.md").read_text()
PORTABLE = ROOT / "firmware" / "portable"
MESSAGE = re.compile(
    r"^### `(?P<name>[\w-]+)` (?P<type>0x\d\d)(?P<numbered> numbered)?\n(?P<about>.*?)(?=^##)", re.M | re.S
)
FIELD = re.compile(r"^\| `(\w+)` \| (u8|u16|u32|text|edges) \|", re.M)


def rows(*heads: str) -> list[list[str]]:
    """The rows of the table with these heads, without back quotes."""
    _, _, table = PAGE.partition(f"| {' | '.join(heads)} |\n")
    lines = table.split("\n\n")[0].splitlines()[1:]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]


def header(name: str) -> str:
    return (PORTABLE / name).read_text()


def defined(name: str) -> int:
    """A constant of the firmware."""
    (found,) = re.findall(rf"^#define {name} (\d+)u", header("link.h") + header("frame.h"), re.M)
    return int(found)


def enumerated(file: str, name: str) -> dict[str, int]:
    """An enumeration of the firmware."""
    (inside,) = re.findall(rf"enum {name} {{(.*?)}}", header(file), re.S)
    return {each: int(value, 0) for each, value in re.findall(r"(\w+) = (\w+)", inside)}


PAGE_MESSAGES = {found["name"]: found for found in MESSAGE.finditer(PAGE)}


def fields(name: str) -> list[tuple[str, str]]:
    return FIELD.findall(PAGE_MESSAGES[name]["about"])


def by_the_page(frame: Frame) -> dict[str, Any]:
    """A frame's message by the tables of the page."""
    name = next(each for each, found in PAGE_MESSAGES.items() if int(found["type"], 0) == frame.type)
    payload, told = frame.payload, {"type": name}
    for field, kind in fields(name):
        told[field], payload = DECODED[kind](payload)
    assert payload == b""
    return told


def number(form: str) -> Any:
    size = struct.calcsize(form)
    return lambda data: (struct.unpack_from(form, data)[0], data[size:])


def text(data: bytes) -> tuple[str, bytes]:
    end = 1 + data[0]
    return data[1:end].decode("ascii"), data[end:]


def edges(data: bytes) -> tuple[list[list[int]], bytes]:
    words = struct.unpack(f"<{len(data) // 4}I", data)
    return [[word >> 24, word & 0xFFFFFF] for word in words], b""


DECODED = {"u8": number("<B"), "u16": number("<H"), "u32": number("<I"), "text": text, "edges": edges}


def test_every_type_has_the_same_number_on_the_page_in_the_controller_and_in_the_firmware():
    page = {name: int(found["type"], 0) for name, found in PAGE_MESSAGES.items()}
    assert page == {name: code for code, name in link.NAMES.items()}
    assert {name.upper().replace("-", "_"): code for name, code in page.items()} == enumerated(
        "frame.h", "message_type"
    )
    numbered = {found["name"] for found in PAGE_MESSAGES.values() if found["numbered"]}
    assert numbered == {name for code, name in link.NAMES.items() if code in link.NUMBERED}


@pytest.mark.parametrize("vector", VECTORS["frames"], ids=lambda vector: vector["name"])
def test_a_vector_means_by_the_tables_of_the_page_what_it_says(vector):
    frame = link.decoded(bytes.fromhex(vector["hex"])[:-1])
    assert by_the_page(frame) == vector["message"]


def test_every_constant_of_the_page_is_the_firmwares_and_the_controllers():
    page = {name: int(value) for name, value, _ in rows("name", "value", "meaning")}
    assert page.pop("PAYLOAD_MAX") == link.PAYLOAD_MAX == 254 - page["FRAME_OVERHEAD"]
    assert page == {name: defined(name) for name in page}
    assert page["LINK_VERSION"] == link.LINK_VERSION == VECTORS["link_version"]
    assert (page["FRAME_OVERHEAD"], page["FRAME_MAX"]) == (link.OVERHEAD, link.FRAME_MAX)
    assert page["LINK_RING"] >= link.RING_MESSAGES


def test_every_reason_why_a_card_was_not_read_is_the_same_in_all_three():
    page = {name: int(value) for value, name, _ in rows("reason", "name", "when")}
    assert page == enumerated("swipe.h", "failure")
    assert set(page.values()) == set(messages.FAILURES)


def test_every_sensor_of_a_wheel_has_the_same_number_in_all_three():
    page = {int(value): name for value, name, _ in rows("sensor", "name", "sees")}
    assert page == wheel_edges.NAMES
    (listed,) = re.findall(r"numbered from 1: ([\w, ]+)\.", header("wheel.c"))
    assert listed.split(", ") == [page[each] for each in sorted(page)]


def test_every_refusal_of_the_page_has_a_vector_and_a_name_in_the_firmware():
    page = {name for name, _ in rows("refusal", "what is wrong")}
    assert page == {each["refusal"] for each in VECTORS["refused"]}
    (inside,) = re.findall(r"enum refusal {(.*?)}", header("frame.h"))
    assert {each.strip().removeprefix("FRAME_").lower() for each in inside.split(",")} - {"fine"} == page


def test_the_vectors_are_those_that_their_tool_writes():
    from tools import link_vectors

    assert json.loads(link_vectors.written()) == VECTORS


@pytest.mark.parametrize("device", ["shoe", "shoe-light", "wheel"])
def test_what_the_firmware_says_has_the_form_of_the_page(device):
    """Every message that a board can send, from the portable code on the PC."""
    told = [by_the_page(frame) for frame in frames(asked(device, SPOKEN[device]))]
    assert {each["type"] for each in told} == SAYS[device]
    hello = next(each for each in told if each["type"] == "hello")
    assert (hello["link_version"], hello["boot"], hello["kind"]) == (1, 99, f"sabot-{device}")
    for each in told:
        if each["type"] == "card":
            assert (each["name"], each["reverse"]) == ("8C", 0)
            assert abs(each["speed_mm_s"] - 500) <= 1
        if each["type"] == "read-failure":
            assert each["reason"] == messages.PULLED_BACK
        if each["type"] == "edges":
            assert each["edges"] == [[3, 0], [4, 2500], [6, 4000]]
        if each["type"] == "level":
            assert [each[name] for name, _ in fields("level")] == [1000, 90, 906, 30, 1950, 833]


def swiped(from_us: int, way_mm: list[tuple[float, float]]) -> list[str]:
    card = hand.moved("8C", way_mm, hand.Print(), random.Random(1))
    return [f"edge {from_us + round(each.at_us)} {each.sensor} {each.level}" for each in card]


SPOKEN = {
    "shoe": [
        "start 0 1 0 0 99",
        "line 0 1",
        *swiped(10_000, [(0.0, -1.0), (2e5, 99.0)]),
        *swiped(1_000_000, [(0.0, -1.0), (2e5, 40.0), (4e5, -1.0)]),
        "tick 2000000",
        *(f"send {2_000_000 + each * 10_000}" for each in range(60)),
    ],
    "shoe-light": [
        "start 0 1 0 0 99",
        "line 0 1",
        f"hear 10 {messages.framed(messages.Watch()).hex()}",
        "pulse 100 2000 100",
        "pulse 150 2000 98",
        "pulse 200 1000 90",
        "tick 100000",
        "edge 200000 1 1",
        "edge 300000 1 0",
        "tick 600000",
        "send 600000",
        "send 600010",
    ],
    "wheel": [
        "start 0 0 0 0 0 0 0 99",
        "line 0 1",
        "edge 1000 2 1",
        "edge 3500 3 1",
        "edge 5000 5 1",
        "tick 200000",
        *(f"send {200_000 + each * 10_000}" for each in range(60)),
    ],
}
SAYS = {
    "shoe": {"hello", "heartbeat", "card", "read-failure", "gate", "lid"},
    "shoe-light": {"hello", "heartbeat", "level", "read-failure", "gate", "lid"},
    "wheel": {"hello", "heartbeat", "edges"},
}
