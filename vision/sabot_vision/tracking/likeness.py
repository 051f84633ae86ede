"""Which card a sighting may show: the names agree, and so do the places."""

from __future__ import annotations

from collections.abc import Iterable

from sabot_vision.tracking.leaving import SLIDES_S
from sabot_vision.tracking.track import LEAD_READINGS, ONE_CARD_WIDTHS, Sighting, Track, alike

SAME_SPOT_WIDTHS = 0.5
"""A card is searched this far from where it was, in widths of a card."""

HIDES_WIDTHS = 0.9
"""A card that was laid later and nearer than this lies on the other."""

UPON_WIDTHS = 0.3
"""A card this near to another leaves too little bare cloth to notice that it left."""


def shared(one: str | None, other: str) -> bool:
    """Whether two cards are of one rank, or of one suit."""
    return one is not None and (one[0] == other[0] or one[1] == other[1])


def unlike(track: Track, seen: Sighting) -> float:
    """Returns the penalty in widths for a sighting of another name: none for one that the track was read by,
    or where neither has one. A track that was reported without a name may have been misread by one since.
    """
    if not alike(track, seen):
        return SAME_SPOT_WIDTHS
    nameless = not (track.names if track.reported else track.votes)
    fits = seen.card in track.votes if seen.card else nameless
    return 0.0 if fits else SAME_SPOT_WIDTHS / 2


def hides(other: Track, track: Track) -> bool:
    """Returns whether a visible card lies on one that is not visible."""
    return other.laid_s >= track.laid_s and track.apart(other.at) < HIDES_WIDTHS


def is_same(left: Track, track: Track) -> bool:
    """Returns whether the sighting may be the card that left: it has its name, or lies unread on its spot."""
    name = track.name()
    if name:
        return name in left.names or (not left.names and left.apart(track.at) < SAME_SPOT_WIDTHS)
    return left.apart(track.at) < SAME_SPOT_WIDTHS


def came_as_it_left(left: Track, track: Track) -> bool:
    """Returns whether a card came while one without a name left: a hand slid it."""
    left_s = track.first_s if left.missing_s is None else left.missing_s
    return 0 <= track.first_s - left_s < SLIDES_S


def shows_unread(track: Track, tracks: Iterable[Track]) -> bool:
    """Returns whether a card without a name is seen that a lost one was pushed upon."""
    return any(
        each.number in track.over and not each.names and each.missing_s is None
        for each in tracks
        if each.reported
    )


def unread_now(left: Track, tracks: Iterable[Track]) -> Track | None:
    """Returns the nearest card that is seen, but cannot be read any more: one that left may lie upon it."""
    unread = [
        each for each in tracks if each.names and each.missing_s is None and each.unread > LEAD_READINGS
    ]
    return min(unread, key=lambda each: each.apart(left.at), default=None)


def is_half_read(seen: Sighting, lost: list[Track], tracks: Iterable[Track]) -> bool:
    """Returns whether the sighting is half an index (rank or suit) of a known card: the card laid over it is
    read too, so nothing new lies below.
    """
    there = [each for each in tracks if each not in lost]
    return any(
        track.reported and track.apart(seen) < ONE_CARD_WIDTHS and shared(track.card, seen.card or "")
        for track in lost
        if any(other.laid_s > track.laid_s and hides(other, track) for other in there)
    )


def is_off(track: Track, tracks: Iterable[Track], covered: Iterable[Sighting]) -> bool:
    """Returns whether the card below a lost one is read again on its spot: then the lost one was taken off,
    unless something unreadable (`covered`) lies there.
    """
    if track.hidden or any(track.apart(seen) < HIDES_WIDTHS for seen in covered):
        return False
    return any(
        each.number in track.over and each.at.card is not None and each.apart(track.at) < UPON_WIDTHS
        for each in tracks
        if each.missing_s is None
    )


def is_refuted(track: Track, tracks: Iterable[Track]) -> bool:
    """Returns whether another card is read in the place of a lost one: then its one reading was wrong."""
    return any(
        each.missing_s is None and each.at.card is not None and each.apart(track.at) < ONE_CARD_WIDTHS
        for each in tracks
        if each.reported
    )
