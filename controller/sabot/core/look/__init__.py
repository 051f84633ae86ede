"""How a house looks on the public's screens and on paper: colours, mark, pictures, and when it opens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from sabot.core.look.mark import Mark
from sabot.core.look.openings import Openings


class Look(NamedTuple):
    """How a house looks.

    An empty `cloth` or `accent` is ours. `idle_s`: after how many seconds without a coup a display shows its
    idle screen; 0: only while the table is closed. `pictures` gives the paths of the pictures that it shows
    then, by their names, for `picture_s` seconds each; `opens` says when the table opens.
    """

    mark: Mark | None = None
    cloth: str = ""
    accent: str = ""
    idle_s: int = 0
    picture_s: int = 30
    pictures: Callable[[], Mapping[str, str]] = dict
    opens: Openings = {}  # noqa: RUF012 - nobody writes it

    @property
    def has_colours(self) -> bool:
        """Whether the house has colours of its own."""
        return bool(self.cloth or self.accent)


OURS = Look()
"""The look of a house that chooses nothing."""
