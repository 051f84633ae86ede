"""Cards in time: readings in, one report a card that has come to rest, out. Pure: time comes in, no picture.

A piece of pasteboard keeps one track from the reading that first shows it until the cloth is seen where it
lay, or the card on which it did. Its name is what most readings say of it. It is reported when it rests and
its name is beyond a single misreading, and again only when it lies at another place or has left. What a
hand, or another card, covers is not gone, however long.

Before a card is told as a new one it is asked whether it can be one that is known: a card that left its spot
bare was moved, one that left a moment ago came back, and one that the table holds (`hold`) without that any
track accounts for it was there already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from sabot_vision.tracking.track import (
    LEAD,
    LEAD_UPON,
    ONE_CARD,
    RESTS,
    Corners,
    Report,
    Sighting,
    Track,
    alike,
    once,
)

__all__ = ["Corners", "Report", "Sighting", "Tracks"]

SAME_SPOT = 0.5
"""A card is looked for so far from where it was, in widths of a card."""

BESIDE = 1.2
"""A card of which only an index is seen may be thought to lie so far from where it does."""

HIDES = 0.9
"""A card that was laid later and nearer than this lies on another."""

UPON = 0.3
"""A card that lies so near to where another does leaves too little cloth bare to be missed by it."""

BARE_S = 0.3
"""So long, and in two readings at least, the cloth is seen where a card lay that is gone, or the card is that
it hid."""

WAITS_S = 2.5
"""So long a card waits to be told while one of its name is covered: it may be that one, moved by the hand
that covers the spot."""

RETURNS_S = 3.0
"""A card that left and comes again within so long is the same."""

FORGOTTEN_S = 0.6
"""So long a card may be missing that was never reported."""

STALE_S = 20.0
"""A card of an earlier coup that was covered for so long, and still is, has been collected."""

DEALS_S = 1.0
"""A card that was told so shortly before a coup opened has opened it."""

LEFT_KEPT = 60


class Held(NamedTuple):
    """What the table holds on the cloth: the names of the cards of coup number `coup`, while it is `open`."""

    cards: Counter[str]
    coup: int = 0
    open: bool = False


def held(told: Any) -> Held:
    """What the controller says that the table holds: `{"cards": ["8C"], "coup": 3, "open": true}`."""
    if not isinstance(told, dict):
        return Held(Counter())
    cards, coup = told.get("cards"), told.get("coup")
    names = [each for each in cards if isinstance(each, str)] if isinstance(cards, list) else []
    return Held(Counter(names), coup if isinstance(coup, int) else 0, told.get("open") is True)


class Tracks:
    """All cards on the cloth. `read` takes one reading after another."""

    def __init__(self) -> None:
        self.tracks: list[Track] = []
        self._left: list[Track] = []
        self._held = Held(Counter())
        self._coup_s = self._cleared_s = self._blind_s = -1e9
        self._t_s = 0.0
        self._last, self._readings = 0, 0
        self._spell = 0
        self._covered: list[Sighting] = []

    def moved(self) -> None:
        """Something moved in the picture: what lies there now may be another card than before."""
        self._spell += 1
        self._readings = 0

    def blinded(self, *, told_anew: bool = False) -> None:
        """For a while nothing could be seen. `told_anew`: what was told has been forgotten."""
        self.moved()
        self._blind_s = 1e9
        for track in self.tracks if told_anew else ():
            track.away = track.told

    def hold(self, held: Held) -> None:
        """What the table holds now."""
        if held.coup != self._held.coup:
            self._coup_s = self._t_s
            self._left = [each for each in self._left if each.told_s >= self._t_s - DEALS_S]
        self._held = held

    @property
    def settled(self) -> bool:
        """Whether a further reading of the same picture could tell nothing new."""
        return self._readings > LEAD and all(each.is_clear for each in self.tracks)

    def read(
        self, sightings: Iterable[Sighting], t_s: float, bare: Callable[[Track], bool] = lambda track: True
    ) -> list[Report]:
        """What there is to report after these sightings at `t_s` seconds, leavings first. `bare` says whether
        the cloth is seen where a card lay that is not seen."""
        self._t_s, self._readings = t_s, self._readings + 1
        self._blind_s = min(self._blind_s, t_s)
        every = list(sightings)
        self._covered = [seen for seen in every if seen.covered]
        left = once(seen for seen in every if not seen.covered)
        lost = self._found_again(left)
        for seen in left:
            if not self._is_misread(seen, lost):
                self._begin(seen)
        gone = self._missed(lost, bare)
        return [*gone, *self._news()]

    def _found_again(self, left: list[Sighting]) -> list[Track]:
        """Each track takes its nearest sighting out of `left`; those that were not seen."""
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
                by_number.pop(name).take(left[number], self._t_s, self._spell)
        left[:] = [seen for number, seen in enumerate(left) if number not in used]
        return list(by_number.values())

    def _may_be(self, track: Track, seen: Sighting) -> bool:
        """Whether a sighting may be of this track: near it and of its name, or on the very spot.

        Another name where something has moved meanwhile is another card: however exactly it lies there, once
        the name of this was read of a still picture.
        """
        if not alike(track, seen) and (track.proven or track.apart(seen) >= RESTS):
            return track.spell == self._spell and not track.hidden and track.apart(seen) < ONE_CARD
        return track.apart(seen) < SAME_SPOT

    def _is_misread(self, seen: Sighting, lost: list[Track]) -> bool:
        """Whether what is read is half an index of a card that is known, of its rank or its suit: what was
        laid over it since is read too, so nothing new lies under that; unless the table holds it."""
        if not seen.card or self._lacks(seen.card, []):
            return False
        return any(
            track.told and track.apart(seen) < ONE_CARD and shared(track.card, seen.card)
            for track in lost
            if any(
                other.laid_s > track.laid_s and _hides(other, track)
                for other in self.tracks
                if other not in lost
            )
        )

    def _begin(self, seen: Sighting) -> None:
        self._last += 1
        track = Track(self._last, seen, self._t_s, self._t_s, self._t_s, self._spell)
        if any(each.told and each.apart(seen) < ONE_CARD for each in self.tracks):
            track.lead = LEAD_UPON
        track.votes.update([seen.card] if seen.card else [])
        track.said = seen.card
        self.tracks.append(track)

    # --- what is not seen

    def _missed(self, lost: list[Track], bare: Callable[[Track], bool]) -> list[Report]:
        """Lost tracks are covered, by a hand or another card, or gone."""
        seen = [track for track in self.tracks if track not in lost]
        for track in seen:  # what is read beside it, it does not hide
            track.over.difference_update(other.number for other in seen)
        for track in lost:
            if track.missing_s is None:
                track.missing_s = self._t_s
            upon = [other for other in seen if _hides(other, track)]
            track.hidden = bool(upon)
            for other in upon:
                other.over.add(track.number)
            if not (bare(track) or self._is_off(track)):
                track.bare_s = None
            elif track.bare_s is None:
                track.bare_s = self._t_s
        gone = [track for track in lost if self._is_gone(track)]
        self.tracks = [track for track in self.tracks if track not in gone]
        return self._forgotten([track for track in gone if track.told])

    def _is_gone(self, track: Track) -> bool:
        missing_s = self._t_s - (self._t_s if track.missing_s is None else track.missing_s)
        if not track.told:  # a single reading that nothing bears out
            return track.hidden or missing_s >= FORGOTTEN_S or self._is_refuted(track)
        if track.bare_s is not None and self._t_s - track.bare_s >= BARE_S:
            return True
        return missing_s >= STALE_S and track.told_s < self._coup_s - DEALS_S

    def _is_off(self, track: Track) -> bool:
        """Whether a card that it lay upon, and hid, is read on the very spot again: it has been taken off,
        unless something that is not read lies there."""
        if track.hidden or any(track.apart(seen) < HIDES for seen in self._covered):
            return False
        return any(
            each.number in track.over and each.at.card is not None and each.apart(track.at) < UPON
            for each in self.tracks
            if each.missing_s is None
        )

    def _is_refuted(self, track: Track) -> bool:
        """Whether another card is read where this was: what was read once of this was a misreading of it."""
        return any(
            each.missing_s is None and each.at.card is not None and each.apart(track.at) < ONE_CARD
            for each in self.tracks
            if each.told
        )

    def _forgotten(self, gone: list[Track]) -> list[Report]:
        """The leavings of these tracks; they are remembered, for what left may come back."""
        heard = [each for each in gone if not each.away]
        for track in gone:
            track.gone_s, track.away = self._t_s, True
        self._left = [*self._left, *gone][-LEFT_KEPT:]
        collected = not self._held.open or not self._held.cards
        if collected and not any(track.told for track in self.tracks):
            self._cleared_s = self._t_s
        return [Report(each.number, each.card, each.place, 0, each.at, True) for each in heard]

    def _may_return(self, track: Track) -> bool:
        """Whether a card that left is still awaited: for a moment, or as long as the table holds it."""
        if self._held.open and (not track.names or any(self._lacks(name, []) for name in track.names)):
            return True
        return track.gone_s > self._cleared_s and self._t_s - track.gone_s < RETURNS_S

    def _lacks(self, name: str, left: list[Track]) -> bool:
        """Whether the table holds a card of this name for which no track on the cloth, nor in `left`,
        accounts."""
        told = [*left, *(each for each in self.tracks if each.told)]
        return self._held.cards[name] > sum(1 for each in told if name in each.names or not each.names)

    # --- what is

    def _news(self) -> list[Report]:
        fresh = [track for track in self.tracks if track.is_news(self._t_s)]
        told = []
        for track in sorted(fresh, key=lambda each: (each.told, each.at.x)):
            before = track if track.told else self._recognised(track)
            if before is not None and before.is_news(self._t_s):
                told.append(before.tell(self._order(before), self._t_s))
        return told

    def _order(self, track: Track) -> int:
        """How many cards lie at the place of a card that is new there; 0 where it is not."""
        if track.told and not track.has_changed_place:
            return 0
        return sum(
            1 for each in self.tracks if each.told and each is not track and each.place == track.at.place
        )

    def _recognised(self, track: Track) -> Track | None:
        """The track of the card that has come to rest: a known one, or this; None while that is not clear."""
        name, is_first = track.name(), track.first_s <= self._blind_s
        lost = [
            each for each in self.tracks if each.told and each.missing_s is not None and each.card == name
        ]
        known = [each for each in lost if name and (each.bare_s is not None or is_first)]
        known += [each for each in lost if name and self._shows_again(each, track)]
        known += [each for each in self._left if _is_same(each, track) and self._may_return(each)]
        if known:
            return self._again(min(known, key=lambda each: each.apart(track.at)), track)
        if name and self._t_s - track.first_s < WAITS_S and not all(each.hidden for each in lost):
            return None
        lies_yet = self._held.open or is_first or any(each.told for each in self.tracks)
        track.known = bool(name and lies_yet and self._lacks(name, self._left))
        return track

    def _shows_again(self, hidden: Track, track: Track) -> bool:
        """Whether a card under others may be what is read of its name beside its spot: so little of it is
        seen that nobody knows where it lies; unless the table holds one more."""
        return hidden.hidden and hidden.apart(track.at) < BESIDE and not self._lacks(hidden.card or "", [])

    def _again(self, before: Track, track: Track) -> Track:
        """The card `before` is what has been seen as `track`."""
        self.tracks = [each for each in self.tracks if each is not track and each is not before]
        self._left = [each for each in self._left if each is not before]
        before.lies_where(track)
        self.tracks.append(before)
        return before


def shared(one: str | None, other: str) -> bool:
    """Whether two cards are of one rank, or of one suit."""
    return one is not None and (one[0] == other[0] or one[1] == other[1])


def unlike(track: Track, seen: Sighting) -> float:
    """How much farther from its track a sighting may be thought to lie, in widths: not at all where it says
    the track's own name."""
    if not alike(track, seen):
        return SAME_SPOT
    return 0.0 if seen.card and track.votes else SAME_SPOT / 2


def _hides(other: Track, track: Track) -> bool:
    """Whether a card that is seen lies on one that is not."""
    return other.laid_s >= track.laid_s and track.apart(other.at) < HIDES


def _is_same(left: Track, track: Track) -> bool:
    """Whether what lies there may be the card that left: it has its name, or lies on its spot unread."""
    name = track.name()
    if name:
        return name in left.names or (not left.names and left.apart(track.at) < SAME_SPOT)
    return left.apart(track.at) < SAME_SPOT
