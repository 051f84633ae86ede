"""Cards in the nose of the sabot: each is told once, while it passes; what slips back and comes again is no
second card. Pure: readings in, reports out.

The camera is mounted so that cards leave its picture to the right. A card is new when it comes from the left
after the one before it left to the right, whatever their names; the card that went back to the left is the
next that comes. A card is told as soon as two readings say its name, for it may be gone with the next; one
that passed too quickly for that is told when it has left, by the one reading there was, or as not read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sabot_vision.tracking.track import UNSURE_S, Report, Sighting, Track, alike, once
from sabot_vision.tracking.tracks import Held

EMPTY = 2
"""After so many readings without it a card has left."""

JUMPS = 0.5
"""A card that is seen so much farther left, in widths, after it moved to the right, is the next one."""

MOVES = 0.05
"""A card that moved by less, in widths, did not move."""


class Nose:
    """The mouth of the sabot; it is asked as `sabot_vision.tracking.tracks.Tracks` is."""

    def __init__(self) -> None:
        self.tracks: list[Track] = []
        self._back: Track | None = None
        self._out: Track | None = None
        self._last = self._empty = 0
        self._way = 0.0

    def moved(self) -> None:
        """Every picture is looked at anyway."""

    def blinded(self, *, told_anew: bool = False) -> None:
        """For a while nothing could be seen: what lay in the mouth may be there yet."""

    def hold(self, held: Held) -> None:
        """What lies on the cloth says nothing of the mouth."""

    @property
    def settled(self) -> bool:
        """Whether a further reading of the same picture could tell nothing new."""
        return not self._empty and all(each.told for each in self.tracks)

    def read(
        self, sightings: Iterable[Sighting], t_s: float, bare: Callable[[Track], bool] = lambda track: True
    ) -> list[Report]:
        """What there is to report after these sightings at `t_s` seconds."""
        there = once(sightings)
        told: list[Report] = []
        if self.tracks and self._has_left(self.tracks[0], there):
            told += self._leave(self.tracks.pop(), t_s)
        if there:
            self._follow(there, t_s)
        return [*told, *self._news(t_s)]

    def _has_left(self, track: Track, there: list[Sighting]) -> bool:
        self._empty = 0 if there else self._empty + 1
        if self._empty >= EMPTY:
            self._empty = 0
            return True
        return bool(there) and self._way > 0 and all(ahead(track.at, seen) < -JUMPS for seen in there)

    def _follow(self, there: list[Sighting], t_s: float) -> None:
        """The card in the mouth is seen again, or the first one in it."""
        if not self.tracks:
            self._last, self._way = self._last + 1, 0.0
            seen = max(there, key=lambda each: each.x)
            self.tracks = [Track(self._last, seen, t_s, t_s, t_s, 0)]
        track = self.tracks[0]
        seen = min(there, key=lambda each: (not alike(track, each), track.apart(each)))
        step = ahead(track.at, seen)
        self._way = step if abs(step) > MOVES else self._way
        track.take(seen, t_s, 0)

    def _news(self, t_s: float) -> list[Report]:
        """The card that is read now, unless it was told before it went back, or out."""
        for track in self.tracks:
            name = track.name()
            if not track.told and (name or t_s - track.first_s >= UNSURE_S):
                return self._tell(track, name, t_s)
            if track.told and name and name != track.card:
                return [track.tell(0, t_s)]
        return []

    def _tell(self, track: Track, name: str | None, t_s: float) -> list[Report]:
        before = self._back or (self._out if self._way < 0 else None)
        self._back = None
        if before is None or (name and before.card and name != before.card):
            return [track.tell(0, t_s)]
        track.number, track.told, track.card = before.number, True, before.card or name
        return []

    def _leave(self, track: Track, t_s: float) -> list[Report]:
        """The card left: back, or out; one that was hardly read is told at least now."""
        told: list[Report] = []
        if self._way < 0:
            self._back = track if track.told else self._back
        else:
            told = [] if track.told else self._hurried(track, t_s)
            self._out, self._back = track, None
        return (
            [*told, Report(track.number, track.card, track.place, 0, track.at, True)] if track.told else told
        )

    def _hurried(self, track: Track, t_s: float) -> list[Report]:
        """What is told of a card that is gone already: the name that its only reading said, or none."""
        told = self._tell(track, next(iter(track.votes), None) if len(track.votes) == 1 else None, t_s)
        if told and len(track.votes) == 1:
            (track.card,) = track.votes
            told = [told[0]._replace(card=track.card)]
        return told


def ahead(one: Sighting, other: Sighting) -> float:
    """How far to the right of one sighting another lies, in widths of a card."""
    return (other.x - one.x) / max(one.width, other.width, 1.0)
