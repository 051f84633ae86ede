"""Cards in time: readings in, one report a card that has come to rest, out. Pure: time comes in, no picture.

A piece of pasteboard keeps one track from the reading that first shows it until it is gone. Its name is what
most readings say of it. It is reported when it rests and its name is beyond a single misreading, and again
only when it lies at another place or has left. What a hand, or another card, hides is not gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import NamedTuple

ONE_CARD = 0.15
"""Two sightings nearer than this are one card seen at both corners. All lengths are in widths of a card."""

SAME_SPOT = 0.5
"""A card is looked for so far from where it was."""

RESTS = 0.08
"""A card that was moved by less lies still."""

PUSHED = 0.3
"""A card that was moved by more may have come to lie on others."""

HIDES = 0.9
"""A card that was laid later and nearer than this lies on another."""

LEAD = 2
"""A name is believed when so many more readings say it than any other."""

RESTS_S = 0.1
UNSURE_S = 1.5
"""So long a card may be looked at before it is reported as one that cannot be read."""

GONE_S = 2.5
"""So long a card may be missing, though nothing seems to hide it: a hand may."""

FORGOTTEN_S = 0.6
"""So long, if it was never reported."""

Corners = Sequence[tuple[float, float]]


class Sighting(NamedTuple):
    """A card in one reading: its name (None: unsure), its centre and its width in pixels, its place.

    `quad` holds its four corners, for whoever wants to cut it out.
    """

    card: str | None
    x: float
    y: float
    width: float
    place: str = ""
    confidence: float = 0.0
    quad: Corners = ()


class Report(NamedTuple):
    """What is told of a track: `card` at rest at `place`, as number `order` there; or, `gone`, that it
    left."""

    track: int
    card: str | None
    place: str
    order: int
    sighting: Sighting
    gone: bool = False


@dataclass(slots=True)
class Track:
    """One piece of pasteboard. `spell` is the spell of stillness in which it was last seen."""

    number: int
    at: Sighting
    first_s: float
    rested_s: float
    laid_s: float
    spell: int
    votes: Counter[str] = field(default_factory=Counter)
    told: bool = False
    card: str | None = None
    place: str = ""
    hidden: bool = False
    missing_s: float | None = None

    def apart(self, seen: Sighting) -> float:
        """How far a sighting is from where the card was, in widths."""
        return apart(self.at, seen)

    def name(self) -> str | None:
        """What most readings say, by a lead that no single misreading makes."""
        (first, most), (_, next_most) = (*self.votes.most_common(2), ("", 0), ("", 0))[:2]
        return first if most - next_most >= LEAD else None

    def take(self, seen: Sighting, t_s: float, spell: int) -> None:
        """The card was seen again."""
        if self.apart(seen) > RESTS:
            self.rested_s = t_s
        if self.apart(seen) > PUSHED:
            self.laid_s = t_s
        self.at, self.spell, self.missing_s, self.hidden = seen, spell, None, False
        if seen.card:
            self.votes[seen.card] += 1

    def is_news(self, t_s: float) -> bool:
        """Whether there is something to report of a card that was just seen."""
        if self.missing_s is not None or self.hidden or t_s - self.rested_s < RESTS_S:
            return False
        name = self.name()
        if not self.told:
            return name is not None or t_s - self.first_s >= UNSURE_S
        return (name is not None and name != self.card) or self.at.place != self.place


class Tracks:
    """All cards on the cloth. `read` takes one reading after another."""

    def __init__(self) -> None:
        self.tracks: list[Track] = []
        self._last, self._readings = 0, 0
        self._spell = 0

    def moved(self) -> None:
        """Something moved in the picture: what lies there now may be another card than before."""
        self._spell += 1
        self._readings = 0

    @property
    def settled(self) -> bool:
        """Whether a further reading of the same picture could tell nothing new."""
        return self._readings > LEAD and all(
            each.told and each.missing_s is None for each in self.tracks if not each.hidden
        )

    def read(self, sightings: Iterable[Sighting], t_s: float) -> list[Report]:
        """What there is to report after these sightings at `t_s` seconds, leavings first."""
        self._readings += 1
        left = once(sightings)
        lost = self._found_again(left, t_s)
        lost = self._pushed(lost, left, t_s)
        for seen in left:
            self._begin(seen, t_s)
        gone = self._missed(lost, t_s)
        return [*gone, *self._news(t_s)]

    def _found_again(self, left: list[Sighting], t_s: float) -> list[Track]:
        """Each track takes its nearest sighting out of `left`; those that were not seen."""
        pairs = sorted(
            (track.apart(seen) + (0.0 if alike(track, seen) else SAME_SPOT), track.number, number)
            for track in self.tracks
            for number, seen in enumerate(left)
            if self._may_be(track, seen)
        )
        by_number = {track.number: track for track in self.tracks}
        used: set[int] = set()
        for _, name, number in pairs:
            if name in by_number and number not in used:
                used.add(number)
                by_number.pop(name).take(left[number], t_s, self._spell)
        left[:] = [seen for number, seen in enumerate(left) if number not in used]
        return list(by_number.values())

    def _may_be(self, track: Track, seen: Sighting) -> bool:
        """Whether a sighting may be of this track: near it and of its name, or on the very spot.

        Another name where something has moved meanwhile is another card, unless it lies exactly as this did.
        """
        distance = track.apart(seen)
        if alike(track, seen):
            return distance < SAME_SPOT
        return distance < (SAME_SPOT if track.spell == self._spell and not track.hidden else RESTS)

    def _pushed(self, lost: list[Track], left: list[Sighting], t_s: float) -> list[Track]:
        """Cards that lie elsewhere under the same name were pushed there; those that are still lost."""
        for track in [each for each in lost if each.told and each.card and not each.hidden]:
            same = [seen for seen in left if seen.card == track.card]
            if same:
                nearest = min(same, key=track.apart)
                left.remove(nearest)
                lost.remove(track)
                track.take(nearest, t_s, self._spell)
        return lost

    def _begin(self, seen: Sighting, t_s: float) -> None:
        self._last += 1
        track = Track(self._last, seen, t_s, t_s, t_s, self._spell)
        track.votes.update([seen.card] if seen.card else [])
        self.tracks.append(track)

    def _missed(self, lost: list[Track], t_s: float) -> list[Report]:
        """Lost tracks are hidden by another card, or missing; those missing for too long are gone."""
        gone = []
        for track in lost:
            track.hidden = any(
                other.laid_s >= track.laid_s and track.apart(other.at) < HIDES
                for other in self.tracks
                if other not in lost
            )
            if track.hidden:
                track.missing_s = None
                gone += [] if track.told else [track]  # a single reading that nothing bears out
            elif track.missing_s is None:
                track.missing_s = t_s
            elif t_s - track.missing_s >= (GONE_S if track.told else FORGOTTEN_S):
                gone.append(track)
        self.tracks = [track for track in self.tracks if track not in gone]
        return [Report(each.number, each.card, each.place, 0, each.at, True) for each in gone if each.told]

    def _news(self, t_s: float) -> list[Report]:
        news = [track for track in self.tracks if track.is_news(t_s)]
        return [self._report(track) for track in sorted(news, key=lambda each: (each.told, each.at.x))]

    def _report(self, track: Track) -> Report:
        if not track.told or track.at.place != track.place:
            order = sum(
                1 for each in self.tracks if each.told and each is not track and each.place == track.at.place
            )
        else:
            order = 0
        track.told, track.card, track.place = True, track.name() or track.card, track.at.place
        return Report(track.number, track.card, track.place, order, track.at)


def apart(one: Sighting, other: Sighting) -> float:
    """How far two sightings are from each other, in widths of a card."""
    return hypot(one.x - other.x, one.y - other.y) / max(one.width, other.width, 1.0)


def alike(track: Track, seen: Sighting) -> bool:
    """Whether a sighting says nothing against being of this track."""
    return seen.card is None or not track.votes or seen.card == (track.card or track.name() or seen.card)


def once(sightings: Iterable[Sighting]) -> list[Sighting]:
    """Each card once: of two sightings on one spot the one that is named, or the surer."""
    kept: list[Sighting] = []
    for seen in sorted(sightings, key=lambda each: (each.card is not None, each.confidence), reverse=True):
        if all(apart(seen, other) > ONE_CARD for other in kept):
            kept.append(seen)
    return kept
