"""Events of a keyboard from words, with the codes of python-evdev: `+KEY_8 SYN -KEY_8 SYN DROPPED`.

Nothing of the driver is used here, so that its tests have another source for the same bytes.
"""

import struct

import pytest

EVENT = struct.Struct("@llHHi")
VALUES = {"+": 1, "-": 0, "=": 2}
STEP_US = 4_000


def raw(words: str, *, start_us: int = 1_700_000_000_000_000) -> bytes:
    """The events in words as the kernel of a 64-bit machine gives them, 4 ms apart from report to report."""
    ecodes = pytest.importorskip("evdev", reason="python-evdev has no wheel for this machine").ecodes
    data, t_us = b"", start_us
    for word in words.split():
        data += EVENT.pack(*divmod(t_us, 1_000_000), *_event(word, ecodes))
        t_us += STEP_US if word == "SYN" else 0
    return data


def _event(word, ecodes):
    if word in ("SYN", "DROPPED"):
        code = ecodes.SYN_REPORT if word == "SYN" else ecodes.SYN_DROPPED
        return ecodes.EV_SYN, code, 0
    kind, _, value = word.partition(":")
    if kind == "SCAN":
        return ecodes.EV_MSC, ecodes.MSC_SCAN, int(value, 16)
    if kind == "LED":
        return ecodes.EV_LED, ecodes.LED_CAPSL, int(value)
    return ecodes.EV_KEY, ecodes.ecodes[word[1:]], VALUES[word[0]]


def stroke(*names: str) -> str:
    """The words for keys that go down one after the other and come up again, each in a report of its own."""
    downs = [f"+KEY_{name} SYN" for name in names]
    return " ".join(downs + [f"-KEY_{name} SYN" for name in reversed(names)])
