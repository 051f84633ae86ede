"""What the school asks of chemin de fer."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from sabot.core.observations import CardSeen, Said
from sabot.core.table import Table
from sabot.core.terms import Stake
from sabot.games.baccarat.lessons import SPOKEN, of_two_hands
from sabot.games.chemin_de_fer.drills import BANQUE, PONTE
from sabot.games.chemin_de_fer.offers import Offer, called_for
from sabot.games.chemin_de_fer.rehearsal import HOUSE
from sabot.games.lessons import Faults, Lessons, Order, Procedure


def covers(table: Table, seat: int) -> tuple[Stake, ...]:
    """The stake of a banco: the whole bank."""
    bank = table.play.coup.bank
    return called_for(Offer("banco", seat), bank=bank.amount) if bank else ()


LESSONS = Lessons(
    faults=Faults(replace(HOUSE, close="croupier"), speakers=("ponte", "banque")),
    order=Order(replace(HOUSE, close="croupier", rnvp="required"), (CardSeen, Said)),
    procedure=Procedure(cards=4),
    cells=partial(of_two_hands, of_first=PONTE, of_last=BANQUE),
    spoken=SPOKEN,
    covers=covers,
)
