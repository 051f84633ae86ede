"""One card in time: its sightings, its track, and the reports about it. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import NamedTuple

import numpy as np

ONE_CARD_WIDTHS = 0.15
"""Two sightings nearer than this are one card, seen at both corners. All lengths are in widths of a card."""

REST_WIDTHS = 0.08
"""A card that moved less than this lies still."""

MOVED_WIDTHS = 0.2
"""A card that moved more than this since its report may lie at another place."""

PUSHED_WIDTHS = 0.3
"""A card that moved more than this may now lie on others."""

LEAD_READINGS, LEAD_UPON_READINGS = 2, 4
"""A name is believed if this many more readings give it than any other; the second number applies where a
known card lies, because the reading may be that card, misread."""

ODD_TIMES = 1.25
"""A sighting this many times wider or narrower than the one before is odd."""

RESTS_S = 0.1
UNSURE_S, UNSURE_LOOKS = 1.5, 4
"""A card is reported as unreadable after this time and this many readings."""

EARLIER_READINGS = 3
"""At most this many readings from before a movement count for a name: it may be another card now."""

Corners = Sequence[tuple[float, float]]


class Sighting(NamedTuple):
    """A card in one reading: its name (None: unsure), its centre and its width in pixels, its place.

    `quad` holds its four corners, to cut it out. `covered`: an unreadable index among others; it counts for
    no card, but something lies there.
    """

    card: str | None
    x: float
    y: float
    width: float
    place: str = ""
    confidence: float = 0.0
    quad: Corners = ()
    covered: bool = False


class Report(NamedTuple):
    """A report about a track: `card` lies at rest at `place`, as number `order` there; or it left (`gone`).
    `known`: the table already holds this card, although the eye had not reported it.
    """

    track: int
    card: str | None
    place: str
    order: int
    sighting: Sighting
    gone: bool = False
    known: bool = False


@dataclass(slots=True)
class Track:
    """One card. `still_period` is the number of the still period in which it was last read.

    `said` is the name read then; `proven`: it was read twice in a row in a still picture. A name needs `lead`
    more readings than any other. `unread`: how many looks in a row gave none. `names` are all reported names,
    the first at `reported_s`. The card is not seen since `missing_s`; the cloth or card below it is seen
    since `bare_s`. `over` are the numbers of the cards that it hid. `is_odd`: the last sighting had quite
    another size. `reported_gone`: it was reported as gone, and must be reported again. `known`: the table
    held it before the report.
    """

    number: int
    at: Sighting
    first_s: float
    rested_s: float
    laid_s: float
    still_period: int
    votes: Counter[str] = field(default_factory=Counter)
    looks: int = 1
    unread: int = 0
    lead: int = LEAD_READINGS
    reported: bool = False
    said: str | None = None
    proven: bool = False
    reported_s: float = 0.0
    card: str | None = None
    names: set[str] = field(default_factory=set)
    over: set[int] = field(default_factory=set)
    place: str = ""
    reported_at: Sighting | None = None
    is_odd: bool = False
    hidden: bool = False
    known: bool = False
    reported_gone: bool = False
    missing_s: float | None = None
    bare_s: float | None = None
    gone_s: float = 0.0

    @property
    def is_clear(self) -> bool:
        """Whether it was reported, and the last reading agrees, or sees what covers it."""
        if self.missing_s is not None:
            return self.reported and self.bare_s is None
        return self.reported and self.at.card in (None, self.card)

    @property
    def is_lost(self) -> bool:
        """Whether it was reported and is not seen."""
        return self.reported and self.missing_s is not None

    def apart(self, seen: Sighting) -> float:
        """How far a sighting is from where the card was, in widths."""
        return apart(self.at, seen)

    def name(self) -> str | None:
        """Returns the name of most readings, if it leads by more than one misreading could cause."""
        (first, most), (_, next_most) = (*self.votes.most_common(2), ("", 0), ("", 0))[:2]
        return first if most - next_most >= self.lead else None

    def take(self, seen: Sighting, t_s: float, still_period: int) -> None:
        """The card was seen again. Cards do not grow: an outline of quite another size has joined it with a
        hand, or shows a part of it, and tells nothing about its place until a second one has that size.
        """
        self.is_odd = not self.is_odd and not 1 / ODD_TIMES < seen.width / max(self.at.width, 1.0) < ODD_TIMES
        if self.is_odd:
            seen = self.at._replace(card=seen.card, confidence=seen.confidence)
        if self.apart(seen) > REST_WIDTHS:
            self.rested_s = t_s
        if self.apart(seen) > PUSHED_WIDTHS:
            self.laid_s = t_s
        if still_period != self.still_period:
            self._weigh_less()
        self.looks += 1
        self.unread = 0 if seen.card else self.unread + 1
        self.at, self.hidden = seen, False
        self.missing_s = self.bare_s = None
        if seen.card:
            self.votes[seen.card] += 1
            self.proven |= still_period == self.still_period and seen.card == self.said
            self.said = seen.card
            self.still_period = still_period  # an unreadable card may be another one, laid over this

    def _weigh_less(self) -> None:
        """Earlier readings now count as a few, each name in its proportion."""
        most = max(self.votes.values(), default=0)
        if most > EARLIER_READINGS:
            self.votes = +Counter(
                {name: count * EARLIER_READINGS // most for name, count in self.votes.items()}
            )

    def lies_where(self, other: Track) -> None:
        """Take over the place and the votes of `other`, an unreported track of the same card."""
        self.at, self.still_period, self.votes = other.at, other.still_period, other.votes or self.votes
        self.rested_s, self.laid_s = other.rested_s, other.laid_s
        self.hidden, self.missing_s, self.bare_s, self.over = False, None, None, set()

    def lies_under(self, other: Track, t_s: float) -> None:
        """The readings that gave it a new name were of `other`, pushed upon it: it lies there as it was."""
        self.at = self.at._replace(card=None)
        self.votes = Counter({self.card: EARLIER_READINGS} if self.card else {})
        self.said, self.hidden, self.missing_s, self.bare_s = self.card, True, t_s, None
        other.laid_s = t_s
        other.over = {self.number}

    def lies_upon(self, other: Track, t_s: float) -> None:
        """A hand pushed it upon `other`, and neither can be read."""
        self.at, self.rested_s, self.laid_s = other.at, t_s, t_s
        self.missing_s = self.bare_s = None

    def shifted(self, moved: np.ndarray) -> None:
        """The camera was knocked, or gives pictures of another size: the card lies where `moved` (3 × 3)
        says."""
        self.at = _shifted(self.at, moved)
        self.reported_at = self.reported_at and _shifted(self.reported_at, moved)

    def is_news(self, t_s: float) -> bool:
        """Whether there is something to report of a card that was just seen."""
        if self.missing_s is not None or t_s - self.rested_s < RESTS_S:
            return False
        name = self.name()
        if not self.reported:
            return name is not None or (t_s - self.first_s >= UNSURE_S and self.looks >= UNSURE_LOOKS)
        return self.reported_gone or (name is not None and name != self.card) or self.has_changed_place

    @property
    def is_renamed(self) -> bool:
        """Whether it was reported, and is read by another name now."""
        return self.reported and self.name() not in (None, self.card)

    @property
    def has_changed_place(self) -> bool:
        """Whether it was moved to another place: a card that lies still on the edge of one stays there."""
        return self.at.place != self.place and (
            self.reported_at is None or apart(self.at, self.reported_at) > MOVED_WIDTHS
        )

    def tell(self, order: int, t_s: float) -> Report:
        """Returns the report about it; from now on it counts as reported."""
        if not self.reported:
            self.reported_s = t_s
        self.reported, self.reported_gone = True, False
        if self.reported_at is None or self.has_changed_place:
            self.place, self.reported_at = self.at.place, self.at
        self.card = self.name() or self.card
        self.names |= {self.card} if self.card else set()
        return Report(self.number, self.card, self.place, order, self.at, known=self.known)


def _shifted(seen: Sighting, moved: np.ndarray) -> Sighting:
    """A sighting in a picture of the camera that was knocked, or gives pictures of another size."""

    def there(x: float, y: float) -> tuple[float, float]:
        across, down, far = (moved @ (x, y, 1.0)).tolist()
        return across / far, down / far

    (x, y), right, below = (there(seen.x + dx, seen.y + dy) for dx, dy in ((0, 0), (1, 0), (0, 1)))
    times = abs((right[0] - x) * (below[1] - y) - (right[1] - y) * (below[0] - x)) ** 0.5
    corners = tuple(there(*corner) for corner in seen.quad)
    return seen._replace(x=x, y=y, width=times * seen.width, quad=corners)


def apart(one: Sighting, other: Sighting) -> float:
    """How far two sightings are from each other, in widths of a card."""
    return hypot(one.x - other.x, one.y - other.y) / max(one.width, other.width, 1.0)


def alike(track: Track, seen: Sighting) -> bool:
    """Returns whether a sighting may be of this track."""
    if seen.card is None or not track.votes:
        return True
    if track.lead > LEAD_READINGS and not track.reported:
        return seen.card == track.votes.most_common(1)[0][0]
    return seen.card == (track.card or track.name() or seen.card)


def once(sightings: Iterable[Sighting]) -> list[Sighting]:
    """Returns each card once: of two sightings on one spot the named one, or the surer; two names are two
    cards.
    """
    kept: list[Sighting] = []
    for seen in sorted(sightings, key=lambda each: (each.card is not None, each.confidence), reverse=True):
        on_it = [other for other in kept if apart(seen, other) <= ONE_CARD_WIDTHS]
        if seen.card not in (None, *(other.card for other in on_it)) or not on_it:
            kept.append(seen)
    return kept
