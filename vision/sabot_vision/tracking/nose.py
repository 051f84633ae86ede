"""Cards in the nose of the sabot: each is reported once, while it passes. A card that slips back and comes
again is not a second card. Pure: readings in, reports out.

The camera is mounted so that cards leave its picture to the right. A card is new if it comes from the left
after the one before it left to the right, no matter what their names are. A card that went back to the left
is the next one to come, in the same sabot. One that comes from about where the last one left is that one. A
card is reported as soon as two readings give its name, because the next reading may miss it. A card that
passed too quickly is reported when it has left: by its one reading, or as not read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from math import inf

import numpy as np

from sabot_vision.tracking.holding import Held
from sabot_vision.tracking.track import UNSURE_S, Report, Sighting, Track, alike, once

EMPTY_READINGS = 2
"""A card has left after this many readings without it."""

JUMP_WIDTHS = 0.5
"""After a card moved to the right, a sighting this much farther left, in widths, is the next card."""

MOVE_WIDTHS = 0.05
"""A smaller movement, in widths, does not count."""


class Nose:
    """The mouth of the sabot; it is asked as `sabot_vision.tracking.tracks.Tracks` is."""

    def __init__(self) -> None:
        self.tracks: list[Track] = []
        self._back: Track | None = None
        self._out: Track | None = None
        self._last = self._empty = 0
        self._way = self._came_x = self._left_x = 0.0
        self._held = Held(Counter())

    def moved(self) -> None:
        """Every picture is looked at anyway."""

    def blinded(self, *, forgotten: bool = False) -> None:
        """The eye was blind for a while: the card in the mouth may still be there."""

    def hold(self, held: Held) -> None:
        """A coup of a lower number is the first of another sabot: the cards before are in none any more."""
        if held.coup < self._held.coup:
            self._back = self._out = None
        self._held = held

    def shifted(self, moved: np.ndarray) -> None:
        """The card in the mouth lies where `moved` (3 × 3) says in the pictures from now on. Nothing is known
        of where the last one left."""
        self._out = None
        for track in self.tracks:
            track.shifted(moved)
            self._came_x = track.at.x

    @property
    def settled(self) -> bool:
        """Returns whether another reading of the same picture could add nothing."""
        return not self._empty and all(each.reported for each in self.tracks)

    def read(
        self, sightings: Iterable[Sighting], t_s: float, bare: Callable[[Track], bool] = lambda track: True
    ) -> list[Report]:
        """What there is to report after these sightings at `t_s` seconds."""
        there = once(sightings)
        reports: list[Report] = []
        if self.tracks and self._has_left(self.tracks[0], there):
            reports += self._leave(self.tracks.pop(), t_s, follows=bool(there))
        if there:
            self._follow(there, t_s)
        return [*reports, *self._news(t_s)]

    def _has_left(self, track: Track, there: list[Sighting]) -> bool:
        self._empty = 0 if there else self._empty + 1
        if self._empty >= EMPTY_READINGS:
            self._empty = 0
            return True
        return bool(there) and self._way > 0 and all(ahead(track.at, seen) < -JUMP_WIDTHS for seen in there)

    def _follow(self, there: list[Sighting], t_s: float) -> None:
        """The card in the mouth is seen again, or the first one in it."""
        if not self.tracks:
            self._last, self._way = self._last + 1, 0.0
            seen = max(there, key=lambda each: each.x)
            self.tracks, self._came_x = [Track(self._last, seen, t_s, t_s, t_s, 0)], seen.x
        track = self.tracks[0]
        seen = min(there, key=lambda each: (not alike(track, each), track.apart(each)))
        step = ahead(track.at, seen)
        self._way = step if abs(step) > MOVE_WIDTHS else self._way
        track.take(seen, t_s, 0)

    def _news(self, t_s: float) -> list[Report]:
        """Returns the report of the card read now, unless it was reported before."""
        for track in self.tracks:
            name = track.name()
            if not track.reported and (name or t_s - track.first_s >= UNSURE_S):
                return self._tell(track, name, t_s)
            if track.reported and name and name != track.card:
                return [track.tell(0, t_s)]
        return []

    def _tell(self, track: Track, name: str | None, t_s: float) -> list[Report]:
        is_pushed_in = self._way < 0 and self._came_x >= self._left_x
        before, self._back = self._back or (self._out if is_pushed_in else None), None
        if before is None or (name and before.card and name != before.card):
            return [track.tell(0, t_s)]
        track.number, track.reported, track.card = before.number, True, before.card
        return [track.tell(0, t_s)] if name and not before.card else []

    def _leave(self, track: Track, t_s: float, *, follows: bool) -> list[Report]:
        """The card left, back or out. If it was hardly read, it is reported now. `follows`: something is seen
        at once that may be the same card on its way back, wherever it is.
        """
        reports: list[Report] = []
        if self._way < 0:
            self._back = track if track.reported else self._back
        else:
            reports = [] if track.reported else self._hurried(track, t_s)
            self._out, self._back = track, None
            self._left_x = -inf if follows else (self._came_x + track.at.x) / 2
        return (
            [*reports, Report(track.number, track.card, track.place, 0, track.at, True)]
            if track.reported
            else reports
        )

    def _hurried(self, track: Track, t_s: float) -> list[Report]:
        """Returns the report of a card that has already gone: with the name of its only reading, or without
        one.
        """
        reports = self._tell(track, next(iter(track.votes), None) if len(track.votes) == 1 else None, t_s)
        if reports and len(track.votes) == 1:
            (track.card,) = track.votes
            reports = [reports[0]._replace(card=track.card)]
        return reports


def ahead(one: Sighting, other: Sighting) -> float:
    """How far to the right of one sighting another lies, in widths of a card."""
    return (other.x - one.x) / max(one.width, other.width, 1.0)
