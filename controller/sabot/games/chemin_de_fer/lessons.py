"""What the school asks of chemin de fer."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from sabot.core.observations import CardSeen, Said
from sabot.games.baccarat.lessons import SPOKEN, of_two_hands
from sabot.games.chemin_de_fer.drills import BANQUE, PONTE
from sabot.games.chemin_de_fer.rehearsal import HOUSE
from sabot.games.lessons import Faults, Lessons, Order, Procedure

LESSONS = Lessons(
    faults=Faults(replace(HOUSE, close="croupier"), speakers=("ponte", "banque")),
    order=Order(replace(HOUSE, close="croupier", rnvp="required"), (CardSeen, Said)),
    procedure=Procedure(cards=4),
    cells=partial(of_two_hands, of_first=PONTE, of_last=BANQUE),
    spoken=SPOKEN,
)
