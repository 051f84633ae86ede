"""What the flashed images reach in the emulator, counted: swipes, pulled cables, spins.

Edges go to emulated pins; bytes come out of a pseudo-terminal and are read by pyserial in the controller's
own reader, judged by its own drivers and acknowledged by it. A few of each are tests; `make soak` runs the
full numbers. Idle time costs little, for the emulator's clock goes from one alarm to the next.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from sabot.core.observations import BallSeen, CardSeen, CutCardSeen, Observation
from sabot.instruments.line import link
from sabot.instruments.line.link import Deframer, Frame
from tests.controller.instruments.damage import damaged
from tests.firmware import hand, listener, optics
from tests.firmware.board import ROOT, asked
from tests.firmware.bridge import Emulated
from tests.firmware.hand import Print
from tests.firmware.listener import Listener
from tests.firmware.optics import Lying

VECTORS = json.loads((ROOT / "tests" / "vectors" / "link.json").read_text())
BATCH = 15
"""How many cards are drawn before the controller is waited for."""


class Swipes(NamedTuple):
    """Of `swipes` cards, how many were read rightly and wrongly, why the others were not, and what of the
    stack the board ever used, in bytes."""

    swipes: int
    read: int
    wrong: tuple[tuple[str, str], ...]
    unread: Counter[str]
    stack: int


class Pulls(NamedTuple):
    """Of `cards` drawn while the cable was pulled `pulls` times: how many never came, how many came
    otherwise than drawn (twice, or out of order)."""

    pulls: int
    cards: int
    lost: int
    amiss: int


class Spins(NamedTuple):
    """Of `spins`, how many numbers were right, wrong and not said."""

    spins: int
    right: int
    wrong: int
    unsure: int


class Frames(NamedTuple):
    """Of `damaged` frames, how many the firmware's code or the controller's took for a frame that was never
    sent, how many a check of 32 bits lets one expect, and on how many the two disagreed."""

    damaged: int
    taken: int
    expected: float
    disputed: int


def swipes(folder: Path, count: int, seed: int) -> Swipes:
    """Cards within the tolerances of `optics`: lifted, askew, worn, at 0.1 to 2 m/s, changing by up to 2:1
    within each, either way round; a fifth at a jerk."""
    return _swiped(folder, count, seed, optics.inside)


def beyond(folder: Path, count: int, seed: int) -> Swipes:
    """Cards beyond them, by up to four times."""
    return _swiped(folder, count, seed, optics.outside)


def _swiped(folder: Path, count: int, seed: int, lying: Callable[[random.Random], Lying]) -> Swipes:
    chance, board = random.Random(seed), listener.shoe(folder)
    try:
        with_reader = Listener(board).met()
        pairs: list[tuple[str, Observation]] = []
        while len(pairs) < count:
            names = [chance.choice(hand.NAMES) for _ in range(min(BATCH, count - len(pairs)))]
            board.run(_hands(board, names, lying, chance) - board.t_us)
            pairs += [(name, with_reader.next(CardSeen, CutCardSeen).observation) for name in names]
        with_reader.end()
        assert not [each for each in with_reader.left() if isinstance(each, CardSeen | CutCardSeen)]
        return counted(pairs, board.ask("stack")["used"])
    finally:
        board.end()


def _hands(
    board: Emulated, names: list[str], lying: Callable[[random.Random], Lying], chance: random.Random
) -> float:
    """Cards drawn one after the other; when the last is over, µs of virtual time."""
    at_us = board.t_us
    for name in names:
        how = Print(chance.random() < 0.5, chance.uniform(-0.08, 0.08), blur_mm=0.012)
        edges = optics.swiped(name, optics.pace(chance), lying(chance), how, chance)
        at_us = listener.drawn(board, edges, at_us + chance.uniform(5_000, 300_000))
    return at_us + 5_000


def said(observation: Observation) -> str:
    """The name of what was seen; empty where it was not read."""
    if isinstance(observation, CutCardSeen):
        return "CUT"
    return str(observation.card) if isinstance(observation, CardSeen) and observation.card else ""


def counted(pairs: list[tuple[str, Any]], stack: int) -> Swipes:
    """Cards as they were drawn, each with what was seen of it."""
    wrong = tuple((name, said(each)) for name, each in pairs if said(each) not in ("", name))
    unread = Counter(str(each.note) for _, each in pairs if not said(each))
    return Swipes(len(pairs), len(pairs) - len(wrong) - unread.total(), wrong, unread, stack)


def pulls(folder: Path, count: int, seed: int) -> Pulls:
    """A cable pulled at any moment, in the middle of a card, of a frame, of an acknowledgement."""
    chance, board = random.Random(seed), listener.shoe(folder)
    try:
        with_reader = Listener(board).met()
        names: list[str] = []
        free_us = 0.0
        for _ in range(count):
            for _ in range(chance.randrange(1, 4)):
                names.append(chance.choice(hand.NAMES[:-1]))
                edges = listener.steady(names[-1], 500, Print(), chance)
                free_us = 10_000 + listener.drawn(board, edges, max(board.t_us, free_us) + 1000)
                board.run(chance.uniform(0, 250_000))
            _pulled(board, chance)
        return _arrived(with_reader, names, count)
    finally:
        board.end()


def _pulled(board: Emulated, chance: random.Random) -> None:
    board.pull()
    board.run(chance.uniform(10_000, 900_000))
    board.plug()
    board.ask("line", open=True)


def _arrived(with_reader: Listener, names: list[str], pulls: int) -> Pulls:
    """Wait for as many cards as were drawn, and a while longer for any that should not come."""
    seen: list[str | None] = []
    while len(seen) < len(names):
        seen.append(said(with_reader.next(CardSeen).observation))
    with_reader.board.run(3_000_000)
    with_reader.end()
    seen += [said(each) for each in with_reader.left() if isinstance(each, CardSeen)]
    lost = Counter(names) - Counter(seen)
    amiss = sum(one != other for one, other in zip(names, seen, strict=False)) + len(seen) - len(names)
    return Pulls(pulls, len(names), lost.total(), amiss)


def spins(folder: Path, count: int, seed: int) -> Spins:
    """Spins of the simulated wheel before the pins of the wheel's image."""
    from sabot.instruments.wheel import physics as wheel_physics

    board = listener.wheel(folder)
    try:
        with_reader = Listener(board, "sabot-wheel")
        habits = wheel_physics.HABITS._replace(hand=0.0)
        outcomes: Counter[str] = Counter()
        for number in range(count):
            truth, pulses = wheel_physics.spin(
                random.Random(seed + number), clockwise=number % 2 == 0, habits=habits
            )
            over_us = board.t_us + (truth.over_s + 5) * 1e6
            board.edges(listener.pulses_at_pins(pulses, board.t_us))
            while board.t_us < over_us:
                board.run(500_000)
            outcomes[_outcome(with_reader, truth.number)] += 1
        with_reader.end()
        return Spins(count, outcomes["right"], outcomes["wrong"], outcomes["unsure"])
    finally:
        board.end()


def _outcome(with_reader: Listener, number: str) -> str:
    """What was said of a spin that is over; the batch under way is waited for."""
    with_reader.board.run(500_000)
    seen: list[str] = []
    for _ in range(200):
        seen += [each.pocket for each in with_reader.left() if isinstance(each, BallSeen)]
        if seen:
            break
        with_reader.board.run(20_000)
    return "unsure" if not seen else "right" if seen == [number] else "wrong"


def frames(folder: Path, count: int, seed: int) -> Frames:
    """The vectors' frames with one to four wounds each, to the firmware's code on the PC and to ours."""
    chance = random.Random(seed)
    whole = [bytes.fromhex(each["hex"]) for each in VECTORS["frames"]]
    hurt = [damaged(chance.choice(whole)[:-1], chance) + b"\0" for _ in range(count)]
    mine = Deframer()
    passed = [frame for each in hurt for frame in mine.feed(each)]
    answers = asked("frames", [each.hex() for each in hurt])
    theirs = [frame_of(line) for line in answers if line.startswith("frame")]
    refused = Counter(line.split()[1] for line in answers if line.startswith("refused"))
    sent = {link.decoded(each[:-1]) for each in whole}
    taken = sum(frame not in sent for frame in {*passed, *theirs})
    disputed = (Counter(passed) - Counter(theirs)) + (Counter(theirs) - Counter(passed))
    return Frames(count, taken, count / 2**32, disputed.total() + _apart(refused, mine.refused))


def _apart(one: Counter[str], other: Counter[str]) -> int:
    return ((one - other) + (other - one)).total()


def frame_of(line: str) -> Frame:
    """A frame as the firmware's code on the PC read it."""
    _, kind, sequence, time_us, payload, _ = line.split()
    return Frame(int(kind), int(sequence), int(time_us), b"" if payload == "-" else bytes.fromhex(payload))
