"""How the coup under way came about, act by act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sabot.core.observations import Acknowledged, Observation
from sabot.core.play.acts import ACTS, acknowledged
from sabot.core.play.state import Play
from sabot.core.table import Table, newest_first


class Past(NamedTuple):
    """One act of the coup, with the play before and after it."""

    act: Observation
    before: Play
    after: Play


def history(table: Table) -> Iterator[Past]:
    """The acts since the last coup was opened, the oldest first; an act that was taken back is not there."""
    play = table.chapters[-1].play
    for act in reversed([*newest_first(table.acts)]):
        after = acknowledged(play, act) if isinstance(act, Acknowledged) else ACTS[type(act)](play, act)[0]
        yield Past(act, play, after)
        play = after
