"""What the school asks of punto banco."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from sabot.games.baccarat.lessons import of_two_hands
from sabot.games.lessons import OF_EVERY_GAME, Faults, Lessons, Order, Procedure
from sabot.games.punto_banco.drills import BANCO, PUNTO
from sabot.games.punto_banco.payouts import paid
from sabot.games.punto_banco.rehearsal import HOUSE

LESSONS = Lessons(
    faults=Faults(replace(HOUSE, close="croupier")),
    order=Order(replace(HOUSE, close="croupier", rnvp="required")),
    procedure=Procedure(cards=4),
    cells=partial(of_two_hands, of_first=PUNTO, of_last=BANCO),
    spoken=OF_EVERY_GAME,
    paid=paid,
)
