"""What is taught of each game, as the game's own folder has it."""

from __future__ import annotations

from typing import get_args

from sabot.core.cloth import Layout
from sabot.core.descriptor import Descriptor
from sabot.games.lessons import Lessons
from sabot.games.register import DESCRIPTORS

KINDS: tuple[Layout, ...] = get_args(Layout)
"""The kinds of table in the order in which they are learnt."""

NOTHING = Lessons()


def games() -> list[Descriptor]:
    """The games in the order in which a page shows them."""
    return sorted(DESCRIPTORS.values(), key=lambda each: KINDS.index(each.kind))


def lessons(game: str) -> Lessons:
    """What is taught of `game`; nothing of one that is not here."""
    found = DESCRIPTORS.get(game)
    part = found.part("lessons") if found else None
    taught: Lessons = part.LESSONS if part else NOTHING
    return taught
