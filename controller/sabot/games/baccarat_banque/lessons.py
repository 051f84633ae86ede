"""What the school asks of baccarat banque."""

from __future__ import annotations

from dataclasses import replace

from sabot.core.observations import CardSeen, Said
from sabot.core.shapes.view import View
from sabot.core.table import Table
from sabot.core.terms import Stake
from sabot.games.baccarat.lessons import SPOKEN, hands_of, judged, third
from sabot.games.baccarat.points import NATURAL_POINTS
from sabot.games.baccarat_banque import drills
from sabot.games.baccarat_banque.hands import SIDES, mode_for
from sabot.games.baccarat_banque.offers import a_cheval
from sabot.games.baccarat_banque.rehearsal import HOUSE
from sabot.games.lessons import Dealt, Faults, Lessons, Order, Played, Procedure


def cells(played: Played) -> list[Dealt]:
    """Baccarat banque: the ponte of each side, and the banker who reads the tableau twice. The games of one
    card, at the end of the sabot, ask nothing of it."""
    hands = hands_of(played)
    if min(map(len, hands.values())) < 2 or not _as_always(played.view):
        return []
    two = {place: sum(hand[:2]) % 10 for place, hand in hands.items()}
    sides = [place for place in SIDES if two[place] not in NATURAL_POINTS]
    if two["banque"] in NATURAL_POINTS or not sides:
        return []
    seen = [third(hands[side]) if side in sides else drills.NATURAL for side in SIDES]
    column = drills.column_of(two["banque"], (seen[0], seen[1]))
    decisions = [(side, drills.SIDE, str(two[side])) for side in sides]
    return judged(played, [*decisions, ("banque", drills.BANKER, f"{two['banque']}/{column}")])


def _as_always(view: View) -> bool:
    """Whether enough cards were left for a coup of two cards a hand (HS p. 16)."""
    sabot, lie = view["sabot"], sum(len(place["cards"]) for place in view["places"])
    left = sabot["cards"] - sabot["drawn"] if sabot else 0
    return mode_for(left + lie + len(view["aside"])) == "normal"


def covers(table: Table, seat: int) -> tuple[Stake, ...]:
    """The stakes of a banco: half of the bank on each side."""
    bank = table.play.coup.bank
    return a_cheval(bank.amount, seat) if bank else ()


LESSONS = Lessons(
    faults=Faults(replace(HOUSE, close="croupier", fin=False), speakers=("droite", "gauche", "banque")),
    order=Order(replace(HOUSE, close="croupier", rnvp="required", fin=False), (CardSeen, Said)),
    procedure=Procedure(cards=6),
    cells=cells,
    spoken=SPOKEN,
    covers=covers,
)
