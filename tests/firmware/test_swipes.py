"""The shoe's firmware on the PC, with sanitizers: cards drawn by a hand that the model of hand.py moves."""

from __future__ import annotations

import os
import random
import subprocess
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

import pytest

from sabot.instruments.line import messages
from sabot.instruments.line.messages import CardRead, Gate, Lid, Message, ReadFailure
from sabot.printing import code128
from tests.firmware import hand
from tests.firmware.board import asked, built, frames
from tests.firmware.hand import BAR, GATE, LID, Edge, Print

SWIPES = 10_000
NO_START, CHECK_DIGIT, PULLED_BACK, TOO_SLOW, LID_OPEN, TOO_FAST, NAMES_NO_CARD = range(1, 8)
PLAIN = Print()
BOOT = 5
START = f"start 0 1 0 0 {BOOT}"
PAUSE_US = 300_000


class Shoe:
    """What is told to the board, passage by passage."""

    def __init__(self) -> None:
        self.lines = [START, "line 0 1", "send 0"]
        self.now_us = 1_000_000

    def passes(self, edges: Sequence[Edge]) -> None:
        lines = [f"edge {self.now_us + round(each.at_us)} {each.sensor} {each.level}" for each in edges]
        self.lines += lines
        self.now_us += round(edges[-1].at_us) + PAUSE_US
        self.lines += [f"tick {self.now_us}", f"send {self.now_us}"]

    def hears(self, sequence: int) -> None:
        """All up to this message are on record."""
        said = messages.framed(messages.Acknowledgement(BOOT, sequence & 0xFFFF))
        self.lines.append(f"hear {self.now_us} {said.hex()}")


def said(lines: Iterable[str]) -> list[Message]:
    """Every numbered message once, in order."""
    found, last = [], 0
    for frame in frames(asked("shoe", lines)):
        if frame.sequence == (last + 1) & 0xFFFF and frame.type in range(0x10, 0x40):
            last = frame.sequence
            message = messages.read(frame)
            assert message is not None
            found.append(message)
    return found


def verdicts(passages: Iterable[Sequence[Edge]]) -> list[CardRead | ReadFailure]:
    """What the shoe says of each of these passages."""
    shoe, count = Shoe(), 0
    for edges in passages:
        count += 3
        shoe.passes(edges)
        shoe.hears(count + 1)
    return [each for each in said(shoe.lines) if isinstance(each, CardRead | ReadFailure)]


def one(edges: Sequence[Edge]) -> CardRead | ReadFailure:
    (verdict,) = verdicts([edges])
    return verdict


def steady(mm_s: float) -> list[tuple[float, float]]:
    """The whole way at one speed."""
    return [(0.0, -1.0), (100e3 / mm_s * 1000, 99.0)]


def swipes(count: int, seed: int, *, ink_mm: float = 0.08) -> tuple[list[str], list[list[Edge]]]:
    chance = random.Random(seed)
    names = [chance.choice(hand.NAMES) for _ in range(count)]
    edges = [
        hand.drawn(
            name,
            hand.pace(chance),
            Print(chance.random() < 0.5, chance.uniform(-ink_mm, ink_mm), blur_mm=0.012),
            chance,
        )
        for name in names
    ]
    return names, edges


# --- reading


@pytest.mark.slow
def test_of_ten_thousand_cards_at_any_speed_none_is_read_wrongly_and_nearly_all_are_read():
    """0.1 to 3 m/s, changing by up to 2:1 within a card, either way round; a fifth of them at a jerk."""
    names, edges = swipes(SWIPES, 1)
    found = verdicts(edges)
    assert len(found) == SWIPES
    wrong = [(name, each) for name, each in zip(names, found, strict=True) if is_wrong(name, each)]
    unread = Counter(each.reason for each in found if isinstance(each, ReadFailure))
    print(f"of {SWIPES} swipes {unread.total()} unread {dict(unread)}, {len(wrong)} wrong")
    assert wrong == []
    assert unread.total() <= SWIPES // 1000


def is_wrong(name: str, verdict: CardRead | ReadFailure) -> bool:
    return isinstance(verdict, CardRead) and verdict.name != name


@pytest.mark.parametrize("name", hand.NAMES)
def test_every_card_is_read_either_way_round(name):
    for reverse in (False, True):
        read = one(hand.moved(name, steady(800), Print(reverse), random.Random(1)))
        assert read == CardRead(name, reverse, read.speed_mm_s)
        assert abs(read.speed_mm_s - 800) < 3


@pytest.mark.parametrize("ink_mm", [-0.25, -0.15, 0.15, 0.25])
def test_ink_that_runs_by_a_third_of_a_module_does_no_harm(ink_mm):
    read = one(hand.moved("QH", steady(500), Print(ink_mm=ink_mm), random.Random(1)))
    assert isinstance(read, CardRead) and read.name == "QH"


def test_worse_and_worse_printing_is_refused_and_never_misread():
    """Edges up to a third of a module out of place: ever fewer are read, none wrongly."""
    chance = random.Random(9)
    for blur_mm in (0.03, 0.06, 0.12, 0.25):
        names = [chance.choice(hand.NAMES) for _ in range(400)]
        found = verdicts(
            hand.drawn(name, hand.pace(chance), Print(blur_mm=blur_mm), chance) for name in names
        )
        assert [name for name, each in zip(names, found, strict=True) if is_wrong(name, each)] == []


# --- refusing by name


def wrongly_printed(monkeypatch, symbols) -> None:
    monkeypatch.setattr(code128, "symbols", symbols)


def test_a_wrong_check_digit_is_never_a_card(monkeypatch):
    chance, right = random.Random(2), code128.symbols

    def spoilt(text: str) -> list[int]:
        symbols = right(text)
        place = chance.choice([1, 2, 3])
        symbols[place] = (symbols[place] + chance.randrange(1, 103)) % 103
        return symbols

    wrongly_printed(monkeypatch, spoilt)
    names = [chance.choice(hand.NAMES[:-1]) for _ in range(1500)]
    found = verdicts(hand.drawn(name, hand.pace(chance), PLAIN, chance) for name in names)
    assert {type(each) for each in found} == {ReadFailure}
    assert Counter(each.reason for each in found).most_common(1)[0][0] == CHECK_DIGIT


def test_a_code_that_is_no_cards_is_never_a_card():
    chance = random.Random(3)
    letters = [chr(each) for each in range(33, 127)]
    texts = [chance.choice(letters) + chance.choice(letters) for _ in range(1500)]
    texts = [text for text in texts if text not in hand.NAMES]
    found = verdicts(hand.drawn(text, hand.pace(chance), PLAIN, chance) for text in texts)
    assert {type(each) for each in found} == {ReadFailure}
    assert Counter(each.reason for each in found).most_common(1)[0][0] == NAMES_NO_CARD


def test_a_card_that_was_pulled_back_has_not_left():
    for turn_mm in (8, 20, 44, 60, 80, 92):
        way = [(0.0, -1.0), (200_000.0, float(turn_mm)), (400_000.0, -1.0)]
        assert one(hand.moved("8C", way, PLAIN, random.Random(1))) == ReadFailure(PULLED_BACK)


def test_a_card_that_went_back_and_forth_on_its_way_out_is_one_card_and_not_guessed():
    for turn_mm, back_mm in ((40, 25), (60, 10), (70, 30)):
        way = [(0.0, -1.0), (2e5, float(turn_mm)), (3e5, float(back_mm)), (6e5, 99.0)]
        verdict = one(hand.moved("8C", way, PLAIN, random.Random(1)))
        assert isinstance(verdict, ReadFailure) and verdict.reason in {NO_START, CHECK_DIGIT}


@pytest.mark.parametrize(("mm_s", "reason"), [(30, TOO_SLOW), (7000, TOO_FAST)])
def test_a_card_beyond_the_speeds_that_can_be_read_is_refused_by_name(mm_s, reason):
    assert one(hand.moved("8C", steady(mm_s), PLAIN, random.Random(1))) == ReadFailure(reason)


def test_a_blank_card_has_no_start():
    blank = [Edge(0, BAR, 0), Edge(6_000, GATE, 1), Edge(88_000, BAR, 1), Edge(94_000, GATE, 0)]
    assert one(blank) == ReadFailure(NO_START)


def test_a_card_that_passes_while_the_lid_is_open_is_not_believed():
    card = hand.moved("8C", steady(800), PLAIN, random.Random(1))
    shoe = Shoe()
    shoe.passes([Edge(0, LID, 1)])
    shoe.passes(card)
    shoe.passes([Edge(0, LID, 0)])
    shoe.passes(card)
    told = [each for each in said(shoe.lines) if not isinstance(each, Gate)]
    assert told[:4] == [Lid(False), Lid(True), ReadFailure(LID_OPEN), Lid(False)]
    assert isinstance(told[4], CardRead)


def test_a_lid_that_chatters_is_told_once():
    chatter = [Edge(1000 * at, LID, (at + 1) % 2) for at in range(15)]
    shoe = Shoe()
    shoe.passes(chatter)
    assert said(shoe.lines) == [Lid(False), Lid(True)]


def test_edges_that_were_lost_on_the_way_make_a_card_unread():
    card = hand.moved("8C", steady(800), PLAIN, random.Random(1))
    shoe = Shoe()
    shoe.passes(card[:20])
    shoe.lines.append("lost")
    shoe.now_us -= PAUSE_US + round(card[19].at_us)
    shoe.passes(card[20:])
    assert ReadFailure(CHECK_DIGIT) in said(shoe.lines)


def test_two_edges_that_the_sensor_missed_never_make_another_card():
    chance = random.Random(6)
    passages = []
    for _ in range(600):
        edges = hand.drawn(chance.choice(hand.NAMES), hand.pace(chance), PLAIN, chance)
        bars = [at for at, each in enumerate(edges) if each.sensor == BAR][1:-1]
        gone = set(chance.sample(bars, 2))
        passages.append([each for at, each in enumerate(edges) if at not in gone])
    assert {type(each) for each in verdicts(passages)} == {ReadFailure}


def with_glitch(card: Sequence[Edge], *, lasts_us: int) -> list[Edge]:
    """The card, and in the middle of its longest stretch of one tone the other tone for a moment."""
    bars = [each for each in card if each.sensor == BAR]
    before, after = max(pairwise(bars[1:-1]), key=lambda two: two[1].at_us - two[0].at_us)
    middle_us = round((before.at_us + after.at_us) / 2)
    glitch = [Edge(middle_us, BAR, 1 - before.level), Edge(middle_us + lasts_us, BAR, before.level)]
    return sorted([*card, *glitch])


@pytest.mark.parametrize("name", ["8C", "QH", "AS"])
def test_a_change_shorter_than_any_bar_is_as_if_it_had_not_been(name):
    """A speck of dust, or light that flickers: two edges less than 12 µs apart."""
    card = hand.moved(name, steady(800), PLAIN, random.Random(1))
    whole, spoilt = verdicts([with_glitch(card, lasts_us=11), with_glitch(card, lasts_us=12)])
    assert isinstance(whole, CardRead) and whole.name == name
    assert isinstance(spoilt, ReadFailure)


# --- anything at all


@pytest.mark.parametrize("device", ["shoe", "shoe-light", "wheel"])
def test_nothing_from_line_or_sensors_brings_the_firmware_down(device):
    runs = 2_000_000 if os.environ.get("SABOT_SOAK") else 30_000
    done = subprocess.run(
        [built(f"fuzz-{device}"), "1", str(runs)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    assert done.stdout == f"{runs} inputs\n"
