"""Writes tests/vectors/link.json: frames of the sabot link and what they mean, for firmware and controller
alike."""

from __future__ import annotations

import json
from pathlib import Path

from sabot.instruments.line import link, messages
from sabot.instruments.line.messages import (
    Acknowledgement,
    CardRead,
    Edges,
    Gate,
    Heartbeat,
    Hello,
    Identify,
    Level,
    Lid,
    Message,
    ReadFailure,
    Watch,
)

GOOD: list[tuple[str, Message, int, int]] = [
    ("hello", Hello(1, 0xDEADBEEF, 1, 0, "sabot-shoe", "SN123", "1.0.0"), 0, 1_000),
    ("hello of a wheel", Hello(1, 7, 65535, 260, "sabot-wheel", "W1", "0.9"), 0, 12),
    ("hello of a board that was asked for version 2", Hello(2, 7, 1, 0, "sabot-wheel", "W1", "0.1.0"), 0, 13),
    ("heartbeat", Heartbeat(0xDEADBEEF, 42, 86_400, 5_000, 3, 2), 0, 86_400_000_000),
    ("heartbeat without anything to say", Heartbeat(1, 1, 0, 0, 0, 0), 0, 500_000),
    ("level of a reading head", Level(2_004, 9, 1_995, 31, 2_010, 863), 0, 700_000),
    ("level of one that has looked at nothing yet", Level(0, 0, 0, 0, 0, 0), 0, 255),
    ("card", CardRead("8C", speed_mm_s=400), 1, 2_000_000),
    ("card read end first", CardRead("TH", reverse=True, speed_mm_s=2_999), 65_535, 2_000_001),
    ("cut card", CardRead("CUT", speed_mm_s=150), 256, 2**40),
    *((f"read failure {n}", ReadFailure(n), n, 3_000_000 + n) for n in messages.FAILURES),
    ("gate busy", Gate(True), 9, 255),
    ("gate free", Gate(False), 10, 256),
    ("lid open", Lid(True), 11, 65_536),
    ("lid closed", Lid(False), 12, 2**63),
    ("no edges", Edges(()), 13, 0),
    ("edges", Edges(((1, 0), (4, 999_999), (6, 2**24 - 1))), 14, 4_000_000),
    ("as many edges as fit", Edges(tuple((1 + n % 6, n * 1_001) for n in range(messages.EDGES_MAX))), 15, 5),
    ("ends of pulses, and lost edges", Edges(((4, 0), (0x84, 61_000), (0, 37))), 16, 6_000_000),
    ("acknowledgement", Acknowledgement(0xDEADBEEF, 65_535), 0, 0),
    ("identify", Identify(), 0, 0),
    ("watch", Watch(), 0, 0),
]


def _plain(message: Message) -> dict[str, object]:
    return {"type": link.NAMES[messages.packed(message)[0]], **json.loads(json.dumps(message._asdict()))}


def _good(name: str, message: Message, sequence: int, time_us: int) -> dict[str, object]:
    data = messages.framed(message, sequence=sequence, time_us=time_us)
    return {
        "name": name,
        "hex": data.hex(),
        "sequence": sequence,
        "time_us": time_us,
        "message": _plain(message),
    }


def _refused() -> list[dict[str, str]]:
    whole = messages.framed(CardRead("8C"), sequence=1, time_us=2)
    body = link.unstuffed(whole[:-1]) or b""
    wrong = [
        ("cobs", b"\x09\x01\x02\x00"),
        ("cobs", link.stuffed(bytes(link.PAYLOAD_MAX + link.OVERHEAD + 1)) + b"\0"),
        ("short", link.stuffed(b"\x00\x10\x01") + b"\0"),
        ("length", link.stuffed(body[:-1]) + b"\0"),
        ("crc", link.stuffed(body[:12] + bytes((body[12] ^ 1,)) + body[13:]) + b"\0"),
        ("long", b"\x01" * 300 + b"\0"),
    ]
    return [{"refusal": name, "hex": data.hex()} for name, data in wrong]


def written() -> str:
    """The file, as text."""
    vectors = {
        "link_version": link.LINK_VERSION,
        "frames": [_good(*each) for each in GOOD],
        "refused": _refused(),
    }
    return json.dumps(vectors, indent=1, ensure_ascii=True) + "\n"


if __name__ == "__main__":
    Path(__file__).parents[1].joinpath("tests/vectors/link.json").write_text(written(), encoding="ascii")
