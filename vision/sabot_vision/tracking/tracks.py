"""Cards in time: readings in, one report for each card at rest out. Pure: it gets the time, and no picture.

A card keeps one track from its first reading until the cloth, or the card below it, is seen in its place. Its
name is that of most readings. It is reported when it rests and one misreading cannot change its name, and
again only when it lies at another place or has left. A card under a hand or another card has not left,
however long it is covered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sabot_vision.tracking.known import DEALS_S, LEFT_KEPT, WAITS_S, Known
from sabot_vision.tracking.likeness import (
    SAME_SPOT_WIDTHS,
    hides,
    is_half_read,
    is_off,
    is_refuted,
    shows_unread,
    unlike,
)
from sabot_vision.tracking.track import (
    LEAD_READINGS,
    LEAD_UPON_READINGS,
    ONE_CARD_WIDTHS,
    REST_WIDTHS,
    UNSURE_S,
    Report,
    Sighting,
    Track,
    alike,
    once,
)

BARE_S = 0.3
"""A card has gone after the cloth, or the card below it, is seen in its place for this long and in two
readings."""

FORGOTTEN_S = 0.6
"""How long a card that was never reported may be missing."""

STALE_S = 20.0
"""A card of an earlier coup that has been covered this long has been collected."""


class Tracks(Known):
    """All cards on the cloth. `read` takes one reading after another."""

    def __init__(self) -> None:
        super().__init__()
        self._last, self._readings = 0, 0
        self._still_period = 0
        self._covered: list[Sighting] = []

    def moved(self) -> None:
        """Something moved in the picture: other cards may lie there now."""
        self._still_period += 1
        self._readings = 0
        self._leaving.moved()

    def blinded(self, *, forgotten: bool = False) -> None:
        """The eye was blind for a while. `forgotten`: the controller has forgotten the reports."""
        self.moved()
        self._blind_s = 1e9
        for track in self.tracks if forgotten else ():
            track.reported_gone = track.reported

    @property
    def settled(self) -> bool:
        """Whether a further reading of the same picture could tell nothing new."""
        is_clear = not self._leaving and all(each.is_clear for each in self.tracks)
        return is_clear and self._readings > LEAD_READINGS

    def read(
        self, sightings: Iterable[Sighting], t_s: float, bare: Callable[[Track], bool] = lambda track: True
    ) -> list[Report]:
        """Returns the reports after these sightings at `t_s` seconds, cards that left first. `bare` says
        whether the cloth is seen where a missing card lay.
        """
        self._t_s, self._readings = t_s, self._readings + 1
        self._blind_s = min(self._blind_s, t_s)
        self._leaving.read(t_s)
        every = list(sightings)
        self._covered = [seen for seen in every if seen.covered]
        left = once(seen for seen in every if not seen.covered)
        lost = self._found_again(left)
        for seen in left:
            is_new = not seen.card or self._lacks(seen.card, [])
            if is_new or not is_half_read(seen, lost, self.tracks):
                self._begin(seen)
        self._missed(lost, bare)
        self._pushed()
        news = self._news()
        return [*self._gone(), *news]

    def _found_again(self, left: list[Sighting]) -> list[Track]:
        """Each track takes its nearest sighting out of `left`. Returns the tracks that were not seen."""
        pairs = sorted(
            (track.apart(seen) + unlike(track, seen), track.number, number)
            for track in self.tracks
            for number, seen in enumerate(left)
            if self._may_be(track, seen)
        )
        by_number = {track.number: track for track in self.tracks}
        used: set[int] = set()
        for _, name, number in pairs:
            if name in by_number and number not in used:
                used.add(number)
                by_number.pop(name).take(left[number], self._t_s, self._still_period)
        left[:] = [seen for number, seen in enumerate(left) if number not in used]
        return list(by_number.values())

    def _may_be(self, track: Track, seen: Sighting) -> bool:
        """Returns whether a sighting may be of this track: near it with its name, or on the same spot.

        After a movement, another name is another card, however exactly it lies there, if the name of this one
        was read in a still picture.
        """
        if seen.card and track.is_lost and seen.card not in track.names and self._lies_below(track):
            return False  # what is read there is the card upon it, or another that was laid upon that
        if track.is_lost and not track.names and is_off(track, self.tracks, self._covered):
            return False  # the card below it was read a moment ago: this is that one, misread or unclear
        if not alike(track, seen) and (track.proven or track.apart(seen) >= REST_WIDTHS):
            return (
                track.still_period == self._still_period
                and not track.hidden
                and track.apart(seen) < ONE_CARD_WIDTHS
            )
        return track.apart(seen) < SAME_SPOT_WIDTHS

    def _lies_below(self, track: Track) -> bool:
        """Whether another card lies on this one, seen now or not."""
        return any(track.number in each.over for each in self.tracks)

    def _begin(self, seen: Sighting) -> None:
        self._last += 1
        track = Track(self._last, seen, self._t_s, self._t_s, self._t_s, self._still_period)
        if any(each.reported and each.apart(seen) < ONE_CARD_WIDTHS for each in self.tracks):
            track.lead = LEAD_UPON_READINGS
        track.votes.update([seen.card] if seen.card else [])
        track.said = seen.card
        self.tracks.append(track)

    # --- what is not seen

    def _missed(self, lost: list[Track], bare: Callable[[Track], bool]) -> None:
        """Lost tracks are covered, by a hand or another card, or gone."""
        seen = [track for track in self.tracks if track not in lost]
        for track in seen:  # a card read beside it is not hidden by it
            track.over.difference_update(other.number for other in seen)
        for track in lost:
            if track.missing_s is None:
                track.missing_s = self._t_s
            upon = [other for other in seen if hides(other, track)]
            track.hidden = bool(upon)
            for other in upon:
                other.over.add(track.number)
            if not (bare(track) or self._is_off(track)):
                track.bare_s = None
            elif track.bare_s is None:
                track.bare_s = self._t_s
        for track in lost:
            self._squared(track)
        gone = [track for track in lost if self._is_gone(track)]
        self.tracks = [track for track in self.tracks if track not in gone]
        self._forget([track for track in gone if track.reported])

    def _is_off(self, track: Track) -> bool:
        """Returns whether a card below a lost one is seen again: at once if it is read, else after a
        while, for it may be the lost one.
        """
        since_s = self._t_s if track.missing_s is None else track.missing_s
        if self._t_s - since_s >= UNSURE_S and shows_unread(track, self.tracks):
            return True
        return is_off(track, self.tracks, self._covered)

    def _is_gone(self, track: Track) -> bool:
        missing_s = self._t_s - (self._t_s if track.missing_s is None else track.missing_s)
        if not track.reported:  # a single reading that nothing confirms
            return track.hidden or missing_s >= FORGOTTEN_S or is_refuted(track, self.tracks)
        if track.bare_s is not None and self._t_s - track.bare_s >= BARE_S:
            return True
        return missing_s >= STALE_S and track.reported_s < self._coup_s - DEALS_S

    def _forget(self, gone: list[Track]) -> None:
        """These cards left; they are remembered, because a card may come back."""
        for track in gone:
            track.gone_s = self._t_s
            if not track.reported_gone:
                self._leaving.leaves(track, self._t_s, at_once=is_off(track, self.tracks, self._covered))
        self._left = [*self._left, *gone][-LEFT_KEPT:]
        collected = not self._held.open or not self._held.cards
        if collected and not any(track.reported for track in self.tracks):
            self._cleared_s = self._t_s

    def _gone(self) -> list[Report]:
        """Returns the reports of cards that left, and are not only moved."""
        gone = self._leaving.gone(self._t_s, self._is_read)
        for track in gone:
            track.reported_gone = True
        return [Report(each.number, each.card, each.place, 0, each.at, True) for each in gone]

    def _is_read(self, gone: Track) -> bool:
        """Returns whether a card that left may be the one that is read elsewhere and not reported yet: a slow
        eye needs long for the readings of a name.
        """
        fresh = [each.at.card for each in self.tracks if not each.reported]
        return self._t_s - gone.gone_s < WAITS_S and any(name in gone.names for name in fresh)

    # --- what is

    def _news(self) -> list[Report]:
        fresh = [track for track in self.tracks if track.is_news(self._t_s)]
        reported = []
        for track in sorted(fresh, key=lambda each: (each.reported, each.at.x)):
            if not track.reported:
                before = self._recognised(track)
            else:
                before = self._renamed(track) if track.is_renamed else track
            if before is not None and before.is_news(self._t_s):
                reported.append(before.tell(self._order(before), self._t_s))
        return reported

    def _order(self, track: Track) -> int:
        """Returns how many cards lie at the place of a card that is new there; 0 if it is not new."""
        if track.reported and not track.has_changed_place:
            return 0
        return sum(
            1 for each in self.tracks if each.reported and each is not track and each.place == track.at.place
        )
