"""How frames are damaged to be counted (controller/sabot/instruments/simulated/soak.py)."""

from __future__ import annotations

import random

import pytest

from sabot.instruments.simulated import soak

DATA = bytes(range(40, 60))


class Chosen(random.Random):
    """Chance that gives these numbers, in order; each is checked against the bounds that were asked for."""

    def __init__(self, *numbers: int) -> None:
        super().__init__()
        self.numbers = list(numbers)
        self.bounds: list[tuple[int, int]] = []

    def randint(self, a: int, b: int) -> int:
        self.bounds.append((a, b))
        return self.numbers.pop(0)

    def randrange(self, start: int, *more: object) -> int:  # type: ignore[override]
        self.bounds.append((0, start - 1))
        return self.numbers.pop(0)


@pytest.mark.parametrize(
    ("wound", "given", "hurt", "bounds"),
    [
        (0, (3, 4), DATA[:3] + bytes((DATA[3] ^ 16,)) + DATA[4:], [(0, 19), (0, 7)]),
        (1, (255, 19), DATA[:19] + b"\xff", [(0, 255), (0, 19)]),
        (2, (0,), DATA[1:], [(0, 19)]),
        (3, (20, 7), DATA + b"\x07", [(0, 20), (0, 255)]),
        (4, (3,), DATA[:-3], [(1, 3)]),
    ],
    ids=["a flipped bit", "another byte", "one lost", "one too many", "a lost end"],
)
def test_each_wound_is_what_it_says(wound: int, given: tuple[int, ...], hurt: bytes, bounds: list[object]):
    chance = Chosen(1, wound, *given)
    assert soak.damaged(DATA, chance) == hurt
    assert chance.bounds == [(1, 4), (0, 4), *bounds]


def test_a_frame_has_up_to_four_wounds_one_after_the_other():
    assert soak.damaged(DATA, Chosen(4, 2, 0, 2, 0, 4, 1, 3, 0, 9)) == b"\x09" + DATA[2:-1]


def test_what_is_empty_or_short_can_be_wounded_too():
    assert soak.damaged(b"", Chosen(4, 0, 1, 2, 4, 3)) == b""
    assert soak.damaged(b"ab", Chosen(1, 4, 3)) == b""


def test_what_was_counted_stands_beside_what_the_check_lets_one_expect():
    link, report = soak.link_frames(64), soak.angel_eye_reports(512)
    assert link == ("sabot link", 64, 0, 64 / 2**32)
    assert (report.frames, report.expected) == (512, 2.0)
    assert report.accepted < 5
    assert report.as_dict() == report._asdict()
