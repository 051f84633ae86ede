"""What happens on a filmed cloth: hands that bring cards, slide, turn, cover, square and collect them.

Everything follows from the seed. Lengths are millimetres of the table, times seconds of the film.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from sabot_vision.training.films.moving import Hand, Lies, Move, Moving, Point, Pose
from sabot_vision.training.shapes import Chance

PLACES_ACROSS_COUNT, PLACES_DOWN_COUNT = 3, 2
"""The cloth has this many places beside and above each other; a card lies in one of them."""
PLACES = "abcdef"
"""Their names, from the upper left."""

GRIP_MM = 22.0
"""From the middle of a card to the fingertips that hold it."""
AWAY_MM = 190.0
"""A hand outside the picture is this far from its edge, and so is a card that it brings."""
BEGINS_S, ENDS_S = 0.8, 2.3
"""The cloth is empty this long before the first card and after the last: an eye that is never at rest, as its
camera shakes, reports only after a second and a half that a card has left.
"""


ACTS = ("slide", "cross", "cover", "turn")
"""What may happen to cards. At the end most are squared (`square`)."""


class Act:
    """One coup on a cloth of `size_mm`: `names` are brought, moved about as in `ACTS`, and collected. `acts`
    says how; without it chance does.
    """

    def __init__(
        self, names: Sequence[str], size_mm: Point, chance: Chance, acts: Sequence[str] | None = None
    ) -> None:
        self.size_mm, self._chance = size_mm, chance
        self.cards: dict[str, Moving] = {}
        """The cards, the lowest first."""
        self.hands: list[Hand] = []
        self._t_s = BEGINS_S
        self._at: dict[str, str] = {}
        for name in names:
            self._bring(name)
        for act in by_chance(chance) if acts is None else acts:
            getattr(self, f"_{act}")()
        self.collects_s = self._t_s
        """When the coup is over and the cards are taken away."""
        self._collect()
        self.length_s = self._t_s + ENDS_S

    def truth(self, t_s: float) -> list[Lies]:
        """The cards that are on the cloth at `t_s`."""
        there = [(name, each.at(t_s)) for name, each in self.cards.items()]
        laid = [(name, pose) for name, pose in there if pose and self._is_on_cloth(pose)]
        tips = [pose for hand in self.hands if (pose := hand.tips.at(t_s))]
        shoulders = [hand.shoulder for hand in self.hands if hand.tips.at(t_s)]
        lies = []
        for number, (name, pose) in enumerate(laid):
            over = [other for _, other in laid[number + 1 :]]
            is_open = all(np.hypot(pose.x - other.x, pose.y - other.y) > 115 for other in over) and all(
                beside(pose, tip, shoulder) > 105 for tip, shoulder in zip(tips, shoulders, strict=True)
            )
            lies.append(Lies(name, self.place(pose), pose, self.cards[name].rests(t_s), is_open))
        return lies

    def place(self, pose: Pose) -> str:
        """The name of the place that holds this pose; empty outside."""
        column = int(np.floor(pose.x / self.size_mm[0] * PLACES_ACROSS_COUNT))
        row = int(np.floor(pose.y / self.size_mm[1] * PLACES_DOWN_COUNT))
        inside = 0 <= column < PLACES_ACROSS_COUNT and 0 <= row < PLACES_DOWN_COUNT
        return PLACES[row * PLACES_ACROSS_COUNT + column] if inside else ""

    def _is_on_cloth(self, pose: Pose) -> bool:
        return -20 < pose.x < self.size_mm[0] + 20 and -20 < pose.y < self.size_mm[1] + 20

    # --- acts

    def _bring(self, name: str) -> None:
        """A hand comes with a card, lays it, stays a moment and goes."""
        end = self._spot(name)
        shoulder = self._shoulder()
        start = Pose(*outside(shoulder), end.turn + self._chance.uniform(-0.6, 0.6))
        takes_s = self._chance.uniform(0.45, 0.8)
        self.cards[name] = Moving()
        self._carry([(name, Move(self._t_s, self._t_s + takes_s, start, end))], shoulder)
        self._t_s += takes_s + self._chance.uniform(0.3, 1.6)

    def _slide(self) -> None:
        """A hand slides a card to another place, and turns it on the way."""
        name = self._any_card()
        start, end = self._pose(name), self._spot(name)
        self._take_along(name, start, end._replace(turn=start.turn + self._chance.uniform(-1.2, 1.2)))

    def _turn(self) -> None:
        """A hand turns a card where it lies."""
        name = self._any_card()
        start = self._pose(name)
        self._take_along(name, start, start._replace(turn=start.turn + self._chance.uniform(-1.8, 1.8)))

    def _cross(self) -> None:
        """Two arms cross over the cards, with nothing in the hands."""
        for _ in range(2):
            self._reach(self._anywhere(), self._chance.uniform(0.1, 0.9))
            self._t_s -= self._chance.uniform(0.3, 0.7)
        self._t_s += self._chance.uniform(1.2, 1.8)

    def _cover(self) -> None:
        """A hand rests on a card for a while."""
        pose = self._pose(self._any_card())
        self._reach((pose.x, pose.y), self._chance.uniform(0.8, 2.5))
        self._t_s += self._chance.uniform(0.3, 1.0)

    def _square(self) -> None:
        """The cards are pushed upon each other, one after another: a heap, more or less square."""
        lowest, *others = self.cards
        heap = self._pose(lowest)
        for name in others:
            x, y, turn = self._chance.normal(0, (2.5, 2.5, 0.03))
            start = self._pose(name)
            turned = heap.turn + np.pi * round((start.turn - heap.turn) / np.pi)
            self._take_along(name, start, Pose(heap.x + x, heap.y + y, turned + turn))
            self._at[name] = self._at[lowest]

    def _collect(self) -> None:
        """A hand takes the cards of one place after another away, those of a heap together."""
        for place in dict.fromkeys(self._at.values()):
            names = [name for name in self.cards if self._at[name] == place]
            shoulder = self._shoulder()
            x, y = outside(shoulder)
            starts = {name: self._pose(name) for name in names}
            self._approach(starts[names[-1]], shoulder)
            takes_s = self._chance.uniform(0.5, 0.9)
            moves = [
                (name, Move(self._t_s, self._t_s + takes_s, pose, Pose(x, y, pose.turn)))
                for name, pose in starts.items()
            ]
            self._carry(moves, shoulder, comes_back=False)
            self._t_s += takes_s + self._chance.uniform(0.3, 0.9)
            for name in names:
                self.cards[name].ends_s = self._t_s

    # --- hands

    def _take_along(self, name: str, start: Pose, end: Pose) -> None:
        """A hand reaches for a card, moves it along the cloth and goes."""
        shoulder = self._shoulder()
        self.cards[name] = self.cards.pop(name)  # it slides over the others
        self._approach(start, shoulder)
        takes_s = self._chance.uniform(0.35, 0.9)
        self._carry([(name, Move(self._t_s, self._t_s + takes_s, start, end))], shoulder)
        self._t_s += takes_s + self._chance.uniform(0.5, 1.4)

    def _approach(self, pose: Pose, shoulder: Point) -> None:
        """An empty hand comes to a card."""
        takes_s = self._chance.uniform(0.25, 0.5)
        away, there = Pose(*outside(shoulder)), held(pose, shoulder)
        self._hand(shoulder, [Move(self._t_s, self._t_s + takes_s, away, there)])
        self._t_s += takes_s + self._chance.uniform(0.02, 0.2)
        self.hands[-1].tips.ends_s = self._t_s

    def _carry(self, moves: Sequence[tuple[str, Move]], shoulder: Point, *, comes_back: bool = True) -> None:
        """Cards move with a hand, which goes afterwards."""
        for name, move in moves:
            self.cards[name].moves.append(move)
        move = moves[-1][1]
        tips = [Move(move.begins_s, move.ends_s, held(move.start, shoulder), held(move.end, shoulder))]
        if comes_back:
            goes_s = move.ends_s + self._chance.uniform(0.0, 0.4)
            tips.append(Move(goes_s, goes_s + 0.4, tips[0].end, Pose(*outside(shoulder))))
        self._hand(shoulder, tips)

    def _reach(self, to: Point, stays_s: float) -> None:
        """An empty hand comes, stays and goes."""
        shoulder = self._shoulder()
        away, there = Pose(*outside(shoulder)), Pose(*to)
        comes_s = self._t_s + self._chance.uniform(0.3, 0.6)
        goes_s = comes_s + stays_s
        self._hand(shoulder, [Move(self._t_s, comes_s, away, there), Move(goes_s, goes_s + 0.4, there, away)])
        self._t_s = goes_s + 0.4

    def _hand(self, shoulder: Point, moves: list[Move]) -> None:
        skin = tuple(int(v) for v in np.array([125, 150, 205]) * self._chance.uniform(0.45, 1.1))
        sleeve = tuple(int(v) for v in self._chance.uniform((10, 10, 10), (70, 60, 70)))
        if self._chance.random() < 0.3:
            sleeve = (225, 228, 230)  # a white shirt
        hand = Hand(Moving(moves), shoulder, skin, sleeve)
        hand.tips.ends_s = moves[-1].ends_s
        self.hands.append(hand)

    # --- where

    def _shoulder(self) -> Point:
        """Where an arm comes from: below the picture, or above it."""
        wide, tall = self.size_mm
        below = self._chance.random() < 0.75
        return (wide * self._chance.uniform(0.1, 0.9), tall + AWAY_MM if below else -AWAY_MM)

    def _spot(self, name: str) -> Pose:
        """A free place for a card, and how it lies there."""
        free = [place for place in PLACES if place not in self._at.values()]
        self._at[name] = free[int(self._chance.integers(len(free)))]
        number = PLACES.index(self._at[name])
        x = (number % PLACES_ACROSS_COUNT + 0.5) * self.size_mm[
            0
        ] / PLACES_ACROSS_COUNT + self._chance.uniform(-14, 14)
        y = (number // PLACES_ACROSS_COUNT + 0.5) * self.size_mm[
            1
        ] / PLACES_DOWN_COUNT + self._chance.uniform(-6, 6)
        return Pose(x, y, self._chance.normal(0, 0.3) + np.pi * self._chance.integers(2))

    def _any_card(self) -> str:
        names = list(self.cards)
        return names[int(self._chance.integers(len(names)))]

    def _pose(self, name: str) -> Pose:
        return self.cards[name].moves[-1].end

    def _anywhere(self) -> Point:
        wide, tall = self.size_mm
        return wide * self._chance.uniform(0.2, 0.8), tall * self._chance.uniform(0.2, 0.8)


def by_chance(chance: Chance) -> list[str]:
    """Some acts."""
    acts = [str(act) for act in chance.choice(ACTS, int(chance.integers(1, 4)))]
    return [*acts, "square"] if chance.random() < 0.7 else acts


def outside(shoulder: Point) -> Point:
    """Where the fingertips are while the hand is not in the picture."""
    return shoulder[0], shoulder[1] + (-30 if shoulder[1] < 0 else 30)


def held(pose: Pose, shoulder: Point) -> Pose:
    """Where fingertips hold a card: between its middle and the shoulder."""
    way = np.array([shoulder[0] - pose.x, shoulder[1] - pose.y])
    x, y = GRIP_MM * way / max(float(np.linalg.norm(way)), 1e-6)
    return Pose(pose.x + float(x), pose.y + float(y))


def beside(pose: Pose, tip: Pose, shoulder: Point) -> float:
    """How far a card is from an arm."""
    along = np.array([shoulder[0] - tip.x, shoulder[1] - tip.y])
    here = np.array([pose.x - tip.x, pose.y - tip.y])
    part = np.clip(here @ along / max(float(along @ along), 1e-6), 0, 1)
    return float(np.hypot(*(here - part * along)))


def times(length_s: float, fps: float, chance: Chance, *, unsteady: float = 0.0) -> Iterator[float]:
    """The moments of the pictures; `unsteady` is the part of the pace by which they vary, as those of a
    telephone do."""
    t_s = 0.0
    while t_s < length_s:
        yield t_s
        lost = unsteady > 0 and chance.random() < 0.02
        t_s += (1 + chance.uniform(-unsteady, unsteady) + 2 * lost) / fps
