"""Cards that left, until that is reported: a hand may just slide them to another place. Pure."""

from __future__ import annotations

from collections.abc import Callable

from sabot_vision.tracking.track import Track

STILL_S = 0.3
"""A card that left is reported after nothing has moved for this time: no hand can be sliding it."""

SLIDES_S = 1.2
"""While something moves, it is reported after this time."""


class Leaving:
    """The cards that left and are not reported yet. The times are seconds."""

    def __init__(self) -> None:
        self._going: list[tuple[float, Track]] = []
        self._moves, self._moved_s = False, -1e9

    def __len__(self) -> int:
        return len(self._going)

    def moved(self) -> None:
        """Something has moved since the last reading."""
        self._moves = True

    def read(self, t_s: float) -> None:
        """A picture was read that was taken at `t_s`."""
        if self._moves:
            self._moves, self._moved_s = False, t_s

    def leaves(self, track: Track, t_s: float, *, at_once: bool) -> None:
        """A card left."""
        self._going.append((t_s + (0 if at_once else SLIDES_S), track))

    def stays(self, track: Track) -> None:
        """It is seen again: it was only moved."""
        self._going = [each for each in self._going if each[1] is not track]

    def gone(self, t_s: float, is_read: Callable[[Track], bool]) -> list[Track]:
        """Returns the cards that are reported as gone now. `is_read` says whether a card of that name is read
        at another place, where it is not known yet.
        """
        is_still = t_s - self._moved_s >= STILL_S
        due = [track for due_s, track in self._going if is_still or t_s >= due_s]
        due = [track for track in due if not is_read(track)]
        self._going = [each for each in self._going if each[1] not in due]
        return due
