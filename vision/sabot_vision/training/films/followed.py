"""What an eye says about a film, compared with what truly lies there."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from time import process_time
from typing import NamedTuple

from sabot_vision.frame import Frame
from sabot_vision.looking import Eye
from sabot_vision.places import spelled
from sabot_vision.reading.cards import in_pieces
from sabot_vision.rig import Message, Rig
from sabot_vision.training.films.filming import Film, Shot
from sabot_vision.training.films.moving import Lies
from sabot_vision.training.films.slower import Slower

LATE_S = 1.0
"""What the eye reports may have been true this long ago."""
DUE_S = 1.6
"""A card that lies open and still for this long must have been reported at its place."""


class Outcome(NamedTuple):
    """What became of a film: how many cards there were, how often each thing happened (`COUNTED`), a line for
    each mistake, the milliseconds of this process for each frame, and how often the eye said that its camera
    was knocked, and that it has found the table again."""

    cards: int
    counts: Counter[str]
    notes: list[str]
    took_ms: list[float]
    knocks: int
    mended: int


COUNTED = (
    *("right", "unsure", "missed", "late", "twice", "wrong"),
    *("moving", "misplaced", "taken", "lifted", "stayed", "again"),
)
"""Of each card: whether it was named `right`, only reported as `unsure`, or `missed`. How often a card was
named `late`, reported as two cards (`twice`), under a `wrong` name, while it was `moving`, at a wrong place
(`misplaced`), `again` at the same place for no reason; as gone while it lay there (`taken`), or while a hand
moved it (`lifted`, no mistake); or not as gone at the end (`stayed`)."""


class Witness:
    """Hears the eye, sees the truth, and counts."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.notes: list[str] = []
        self._tracks: dict[str, tuple[str | None, str]] = {}
        self._named: dict[str, str] = {}
        self._seen: set[str] = set()
        self._doubted: set[str] = set()
        self._due: dict[str, tuple[str, float]] = {}
        self._before: deque[tuple[float, list[Lies]]] = deque()
        self._t_s = 0.0
        self._state = ""
        self.knocks = self.mended = 0

    def shows(self, t_s: float, truth: list[Lies]) -> None:
        """The film shows this next."""
        self._t_s = t_s
        self._before.append((t_s, truth))
        while self._before[0][0] < t_s - LATE_S:
            self._before.popleft()
        self._seen |= {each.card for each in truth}

    def hears(self, messages: Iterable[Message]) -> None:
        """The eye says this after it saw that."""
        for each in messages:
            if each["eye"] == "lies":
                self._lies(str(each["track"]), each["card"], str(each["place"]))
            elif each["eye"] == "left":
                self._left(str(each["track"]))
            else:
                self._beats(str(each["state"]), mends=each["state"] == "fine" and bool(each["why"]))
        self._expect()

    def holds(self, collects_s: float) -> Message:
        """What the table tells the eye: the cards dealt, in a coup that is open until `collects_s`."""
        return {"do": "hold", "cards": sorted(self._named), "coup": 1, "open": self._t_s < collects_s}

    def ends(self) -> None:
        """The film is over."""
        for track, (card, place) in self._tracks.items():
            self._count("stayed", f"{card} at {place}, track {track}")
        for card in sorted(self._seen):
            kind = "right" if card in self._named else "unsure" if card in self._doubted else "missed"
            self.counts[kind] += 1
            if kind != "right":
                self.notes.append(f"{kind}: {card}")

    def _beats(self, state: str, *, mends: bool) -> None:
        self.knocks += state == "knocked" != self._state
        self.mended += mends
        self._state = state

    def _lies(self, track: str, card: object, place: str) -> None:
        lately = [each for _, truth in self._before for each in truth]
        now = {each.card: each for each in self._before[-1][1]}
        if card is None:
            self._doubted |= {each.card for each in now.values() if each.place == place}
        elif card not in {each.card for each in lately}:
            self._count("wrong", f"{card} at {place}")
        else:
            self._right(track, str(card), place, now.get(str(card)), lately)
        self._tracks[track] = (str(card) if card else None, place)

    def _right(self, track: str, card: str, place: str, now: Lies | None, lately: list[Lies]) -> None:
        if self._named.setdefault(card, track) != track:
            self._count("twice", f"{card} at {place}")
        if self._tracks.get(track) == (card, place):
            self._count("again", f"{card} at {place}")
        if not any(each.rests for each in lately if each.card == card):
            self._count("moving", f"{card} at {place}")
        if now and now.rests and now.place != place:
            self._count("misplaced", f"{card} at {place}, but it lies at {now.place}")

    def _left(self, track: str) -> None:
        card, place = self._tracks.pop(track)
        there = [each for each in self._before[-1][1] if each.card == card]
        for each in there:
            self._count("taken" if each.rests else "lifted", f"{card} at {place}")

    def _expect(self) -> None:
        """Each card that lies open for a while is reported, and where it lies."""
        t_s, truth = self._before[-1]
        still = {each.card: each.place for each in truth if each.rests and each.open}
        for card in [card for card, (place, _) in self._due.items() if still.get(card) != place]:
            del self._due[card]
        for card, place in still.items():
            since = self._due.setdefault(card, (place, t_s))[1]
            if 0 <= since < t_s - DUE_S:
                self._due[card] = (place, -1.0)  # once
                known = [at for name, at in self._tracks.values() if name == card]
                if known and place not in known:
                    self._count("misplaced", f"{card} still at {known}, but it lies at {place}")
                elif not known:
                    self._count("late", f"{card} at {place}")

    def _count(self, kind: str, what: str) -> None:
        self.counts[kind] += 1
        self.notes.append(f"{self._t_s:.2f} s {kind}: {what}")


def followed(film: Film, *, slower: Slower | None = None, **rig: object) -> Outcome:
    """Shows a film to an eye that knows where the table lies; on a machine that is `slower`, frames may be
    lost while it works."""
    messages: list[Message] = []
    given = {"corners": spelled(film.corners), "letters": "en", **rig}
    eye = Eye(
        Rig(size_mm=film.size_mm, zones=film.zones, live_source=False, **given),  # type: ignore[arg-type]
        messages.append,
        in_pieces,
        now=slower.now if slower else None,
    )
    witness, took_ms = Witness(), []
    for number, (shot, next_s) in enumerate(with_next(film.shots())):
        witness.shows(shot.t_s, shot.truth)
        frame, begun_s = Frame(number, shot.t_s, shot.picture), process_time()
        if slower is None:
            eye.see(frame)
        elif slower.shows(eye, frame, next_s) is None:
            witness.counts["lost frames"] += 1
            continue
        took_ms.append(1000 * (process_time() - begun_s))
        witness.hears(messages)
        messages.clear()
        eye.obey(witness.holds(film.act.collects_s))
    witness.ends()
    counts, notes = witness.counts, witness.notes
    return Outcome(len(film.act.cards), counts, notes, took_ms, witness.knocks, witness.mended)


def with_next(shots: Iterable[Shot]) -> Iterator[tuple[Shot, float]]:
    """Yields each picture, with the second at which the next one comes."""
    before: Shot | None = None
    for shot in shots:
        if before:
            yield before, shot.t_s
        before = shot
    if before:
        yield before, math.inf
