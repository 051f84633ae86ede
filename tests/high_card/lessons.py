"""What the school asks of high card."""

from __future__ import annotations

from dataclasses import replace

from sabot.games.lessons import Dealt, Faults, Lessons, Order, Played, Procedure
from tests.high_card.drills import HIGHER
from tests.high_card.rehearsal import HOUSE


def cells(played: Played) -> list[Dealt]:
    """A trainee who dealt a coup without a fault knew which place won."""
    return [Dealt(HIGHER, str(played.view["result"]["winner"]), not played.lapses)]


LESSONS = Lessons(
    faults=Faults(HOUSE, acts=range(3, 20)),
    order=Order(replace(HOUSE, rnvp="required")),
    procedure=Procedure(cards=2, calls=("call of the end",)),
    cells=cells,
)
