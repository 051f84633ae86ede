"""One piece of pasteboard in time: what a reading says of it, its track, and what is told of it. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import NamedTuple

ONE_CARD = 0.15
"""Two sightings nearer than this are one card seen at both corners. All lengths are in widths of a card."""

RESTS = 0.08
"""A card that was moved by less lies still."""

MOVED = 0.2
"""A card that was moved by more since it was told may lie at another place."""

PUSHED = 0.3
"""A card that was moved by more may have come to lie on others."""

LEAD, LEAD_UPON = 2, 4
"""A name is believed when so many more readings say it than any other; and where a known card lies, for what
is read there may be that one, misread."""

RESTS_S = 0.1
UNSURE_S, UNSURE_LOOKS = 1.5, 4
"""So long, and so often, a card may be looked at before it is reported as one that cannot be read."""

BEFORE = 3
"""So many readings, and no more, speak for a name from before something moved: it may be another card now."""

Corners = Sequence[tuple[float, float]]


class Sighting(NamedTuple):
    """A card in one reading: its name (None: unsure), its centre and its width in pixels, its place.

    `quad` holds its four corners, for whoever wants to cut it out. `covered`: an index that cannot be
    read, of a card among others; it counts for none, but something lies there.
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
    """What is told of a track: `card` at rest at `place`, as number `order` there; or, `gone`, that it
    left. `known`: the table holds this card already, though the eye had not told it."""

    track: int
    card: str | None
    place: str
    order: int
    sighting: Sighting
    gone: bool = False
    known: bool = False


@dataclass(slots=True)
class Track:
    """One piece of pasteboard. `spell` is the spell of stillness in which it was last read.

    `said` is the name that was read then; `proven`: twice in a row, of a still picture. A name is believed by
    `lead` more readings than any other. `names` are those under which it was told, first at `told_s`; since
    `missing_s` it is not seen, since `bare_s` what it lay upon is; `over` are the numbers of the cards that
    it hid; `away`: it was told to have left, and has to be told anew; `known`: the table held it before it
    was told.
    """

    number: int
    at: Sighting
    first_s: float
    rested_s: float
    laid_s: float
    spell: int
    votes: Counter[str] = field(default_factory=Counter)
    looks: int = 1
    lead: int = LEAD
    told: bool = False
    said: str | None = None
    proven: bool = False
    told_s: float = 0.0
    card: str | None = None
    names: set[str] = field(default_factory=set)
    over: set[int] = field(default_factory=set)
    place: str = ""
    told_at: Sighting | None = None
    hidden: bool = False
    known: bool = False
    away: bool = False
    missing_s: float | None = None
    bare_s: float | None = None
    gone_s: float = 0.0

    @property
    def is_clear(self) -> bool:
        """Whether it was told, and the last reading says nothing else, or sees what covers it."""
        if self.missing_s is not None:
            return self.told and self.bare_s is None
        return self.told and self.at.card in (None, self.card)

    @property
    def is_lost(self) -> bool:
        """Whether it was told and is not seen."""
        return self.told and self.missing_s is not None

    def apart(self, seen: Sighting) -> float:
        """How far a sighting is from where the card was, in widths."""
        return apart(self.at, seen)

    def name(self) -> str | None:
        """What most readings say, by a lead that no single misreading makes."""
        (first, most), (_, next_most) = (*self.votes.most_common(2), ("", 0), ("", 0))[:2]
        return first if most - next_most >= self.lead else None

    def take(self, seen: Sighting, t_s: float, spell: int) -> None:
        """The card was seen again."""
        if self.apart(seen) > RESTS:
            self.rested_s = t_s
        if self.apart(seen) > PUSHED:
            self.laid_s = t_s
        if spell != self.spell:
            self._weigh_less()
        self.looks += 1
        self.at, self.hidden = seen, False
        self.missing_s = self.bare_s = None
        if seen.card:
            self.votes[seen.card] += 1
            self.proven |= spell == self.spell and seen.card == self.said
            self.said = seen.card
            self.spell = spell  # what cannot be read may be another card, laid over this

    def _weigh_less(self) -> None:
        """What was read until now counts as a few readings, each name in its proportion."""
        most = max(self.votes.values(), default=0)
        if most > BEFORE:
            self.votes = +Counter({name: count * BEFORE // most for name, count in self.votes.items()})

    def lies_where(self, other: Track) -> None:
        """It is the card that `other`, a track not told of yet, has been seen as."""
        self.at, self.spell, self.votes = other.at, other.spell, other.votes or self.votes
        self.rested_s, self.laid_s = other.rested_s, other.laid_s
        self.hidden, self.missing_s, self.bare_s, self.over = False, None, None, set()

    def is_news(self, t_s: float) -> bool:
        """Whether there is something to report of a card that was just seen."""
        if self.missing_s is not None or t_s - self.rested_s < RESTS_S:
            return False
        name = self.name()
        if not self.told:
            return name is not None or (t_s - self.first_s >= UNSURE_S and self.looks >= UNSURE_LOOKS)
        return self.away or (name is not None and name != self.card) or self.has_changed_place

    @property
    def has_changed_place(self) -> bool:
        """Whether it was moved to another place: a card that lies still on the edge of one stays there."""
        return self.at.place != self.place and (self.told_at is None or apart(self.at, self.told_at) > MOVED)

    def tell(self, order: int, t_s: float) -> Report:
        """What is told of it now; from now on it is told."""
        if not self.told:
            self.told_s = t_s
        self.told, self.away = True, False
        if self.told_at is None or self.has_changed_place:
            self.place, self.told_at = self.at.place, self.at
        self.card = self.name() or self.card
        self.names |= {self.card} if self.card else set()
        return Report(self.number, self.card, self.place, order, self.at, known=self.known)


def apart(one: Sighting, other: Sighting) -> float:
    """How far two sightings are from each other, in widths of a card."""
    return hypot(one.x - other.x, one.y - other.y) / max(one.width, other.width, 1.0)


def alike(track: Track, seen: Sighting) -> bool:
    """Whether a sighting says nothing against being of this track."""
    if seen.card is None or not track.votes:
        return True
    if track.lead > LEAD and not track.told:
        return seen.card == track.votes.most_common(1)[0][0]
    return seen.card == (track.card or track.name() or seen.card)


def once(sightings: Iterable[Sighting]) -> list[Sighting]:
    """Each card once: of two sightings on one spot the one that is named, or the surer; two names are two
    cards."""
    kept: list[Sighting] = []
    for seen in sorted(sightings, key=lambda each: (each.card is not None, each.confidence), reverse=True):
        on_it = [other for other in kept if apart(seen, other) <= ONE_CARD]
        if seen.card not in (None, *(other.card for other in on_it)) or not on_it:
            kept.append(seen)
    return kept
