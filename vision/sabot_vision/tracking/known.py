"""The cards that the eye knows: those on the cloth, and those that left it and may come back.

Before a card is reported as new, or under a new name, the tracks check whether it is a known one: a card that
left its spot bare was moved; one that left a moment ago came back; one that the table holds (`hold`) without
a track was already there. A card that nobody can read is known by where and when it is seen.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from sabot_vision.tracking.holding import Held
from sabot_vision.tracking.leaving import Leaving
from sabot_vision.tracking.likeness import (
    came_as_it_left,
    is_same,
    shows_unread,
    unread_now,
)
from sabot_vision.tracking.track import LEAD_READINGS, Track

INDEX_BESIDE_WIDTHS = 1.2
"""The estimated place of a card with one visible index may be this far off."""

WAITS_S = 2.5
"""How long a card waits for its report while another of its name is covered: it may be that one, moved by the
hand that covers the spot."""

RETURNS_S = 3.0
"""A card that left and comes back within this time is the same card."""

DEALS_S = 1.0
"""A card reported this shortly before a coup opened has opened it."""

LEFT_KEPT = 60


class Known:
    """Those cards. `_t_s` is the time of the reading, `_blind_s` that of the first one after a blind time."""

    def __init__(self) -> None:
        self.tracks: list[Track] = []
        self._left: list[Track] = []
        self._leaving = Leaving()
        self._held = Held(Counter())
        self._coup_s = self._cleared_s = self._blind_s = -1e9
        self._t_s = 0.0

    def hold(self, held: Held) -> None:
        """Take what the table has on the cloth now."""
        if held.coup != self._held.coup:
            self._coup_s = self._t_s
            self._left = [each for each in self._left if each.reported_s >= self._t_s - DEALS_S]
        self._held = held

    def shifted(self, moved: np.ndarray) -> None:
        """What is on the cloth, or left it, lies where `moved` (3 × 3) says in the pictures from now on."""
        for track in (*self.tracks, *self._left):
            track.shifted(moved)

    def _pushed(self) -> None:
        """Cards without a name that left, and lie upon others now, if none came elsewhere as they left."""
        fresh = [each for each in self.tracks if not each.reported and not each.votes]
        for track in [each for each in self._left if not each.names and self._may_return(each)]:
            if any(came_as_it_left(track, each) for each in fresh):
                continue
            if under := unread_now(track, self.tracks):
                track.lies_upon(under, self._t_s)
                self._returns(track)

    def _returns(self, track: Track) -> None:
        """A card that left lies on the cloth."""
        self._left = [each for each in self._left if each is not track]
        self._leaving.stays(track)
        self.tracks.append(track)

    def _may_return(self, track: Track) -> bool:
        """Returns whether a card that left may still come back: for a moment, or as long as the table holds
        it.
        """
        if self._held.open and (not track.names or any(self._lacks(name, []) for name in track.names)):
            return True
        return track.gone_s > self._cleared_s and self._t_s - track.gone_s < RETURNS_S

    def _lacks(self, name: str, left: list[Track]) -> bool:
        """Returns whether the table holds a card of this name that has no track on the cloth or in `left`."""
        reported = [*left, *(each for each in self.tracks if each.reported)]
        return self._held.cards[name] > sum(1 for each in reported if name in each.names or not each.names)

    def _recognised(self, track: Track) -> Track | None:
        """Returns the track of the card that came to rest: a known one, or this one; None while that is not
        clear.
        """
        name, is_first = track.name(), track.first_s <= self._blind_s
        lost = self._lost(name)
        known = self._moved(lost)
        known += [each for each in lost if is_first or self._shows_again(each, track)]
        known += [each for each in self._left if is_same(each, track) and self._may_return(each)]
        known = known or [each for each in self._unread() if came_as_it_left(each, track)]
        if known:
            return self._again(min(known, key=lambda each: each.apart(track.at)), track)
        if name and self._t_s - track.first_s < WAITS_S and not all(each.hidden for each in lost):
            return None
        lies_yet = self._held.open or is_first or any(each.reported for each in self.tracks)
        track.known = bool(name and lies_yet and self._lacks(name, self._left))
        return track

    def _renamed(self, track: Track) -> Track | None:
        """Returns the known card that was pushed upon a reported one, if the name that is read now is its;
        otherwise this one, read better; None while that is not clear.
        """
        name = track.name() or ""
        lost = self._lost(name)
        known = self._moved(lost)
        known += [each for each in self._left if name in each.names and self._may_return(each)]
        if known:
            before = self._again(min(known, key=lambda each: each.apart(track.at)), track)
            track.lies_under(before, self._t_s)
            self.tracks.append(track)
            return before
        waits = any(not each.hidden and self._t_s - (each.missing_s or 0.0) < WAITS_S for each in lost)
        return None if waits else track

    def _squared(self, track: Track) -> None:
        """If another card was laid upon this one before it was reported, and it was read twice by the name
        of a card that left its spot, it is that card.
        """
        name = track.said or ""
        if track.reported or not track.hidden or track.votes[name] < LEAD_READINGS:
            return
        known = self._moved(self._lost(name))
        known += [each for each in self._left if name in each.names and self._may_return(each)]
        if known:
            missing_s = track.missing_s
            before = self._again(known[0], track)
            before.missing_s, before.hidden = missing_s, True

    def _lost(self, name: str | None) -> list[Track]:
        """The reported cards of a name that are not seen."""
        return [each for each in self.tracks if name and each.is_lost and each.card == name]

    def _moved(self, lost: list[Track]) -> list[Track]:
        """Those of the lost cards that lie elsewhere now: what was below them is seen."""
        return [each for each in lost if each.bare_s is not None or shows_unread(each, self.tracks)]

    def _unread(self) -> list[Track]:
        """The reported cards without a name that left their spots."""
        bare = [each for each in self.tracks if each.is_lost and each.bare_s is not None]
        left = [each for each in self._left if self._may_return(each)]
        return [each for each in (*bare, *left) if not each.names]

    def _shows_again(self, hidden: Track, track: Track) -> bool:
        """Returns whether the sighting may be a hidden card with the same name: so little of it shows that
        its place is not exact; unless the table holds one more.
        """
        return (
            hidden.hidden
            and hidden.apart(track.at) < INDEX_BESIDE_WIDTHS
            and not self._lacks(hidden.card or "", [])
        )

    def _again(self, before: Track, track: Track) -> Track:
        """The sightings of `track` were of the card `before`."""
        self.tracks = [each for each in self.tracks if each is not track and each is not before]
        before.lies_where(track)
        self._returns(before)
        return before
