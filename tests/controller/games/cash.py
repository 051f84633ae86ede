"""The cash of a table in which the house holds the bank: counted from what players lay down, never from the
table's own stakes.

deposits = returns + the money on the cloth + the house. What the house has is reckoned by the book
(`payouts_by_heart`), and each coup is held against its settlement lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil
from typing import Any

from sabot.core.events import as_dict
from sabot.core.observations import Said, Staked
from sabot.core.play.state import Play
from sabot.core.table import Table
from sabot.games.roulette.announced import chips
from tests.controller.games.payouts_by_heart import BOOK, Decided, Fate, Lot, premium_back
from tests.controller.random_coups import Dealt

Line = dict[str, Any]
Place = tuple[str, int | None]


class Cash:
    """What was brought in, what went back, what the house has, and the lots that lie there, in cents."""

    def __init__(self, table: Table) -> None:
        self.house: Any = table.play.options
        self.fate = BOOK[table.play.game.NAME]
        self.deposits = self.returns = self.kept = 0
        self.lots: list[Lot] = []
        self.choices: dict[Place, str] = {}
        self.insured: set[Place] = set()
        self.retired: set[Place] = set()

    def hears(self, dealt: Dealt) -> None:
        """One more act with its lines. Asserts that a coup that is closed was settled by the book."""
        before, after = dealt.before.play, dealt.after.play
        lines = [*map(as_dict, dealt.events)]
        voided = any(line["event"] == "void" for line in lines)
        if before.result is not None and after.result is not before.result and not voided:
            self._closes(before)
        if voided:
            self._gives_back(lines)
        if any(line.get("state") == "new" for line in lines):
            self._opens_sabot(lines)
        if not any(line["event"] == "fault" and line["kind"] == "wrong-order" for line in lines):
            self._acts(dealt)
        if after.result is not None and after.result is not before.result:
            self._insures(lines)

    def _acts(self, dealt: Dealt) -> None:
        act, play = dealt.act, dealt.after.play
        if isinstance(act, Staked):
            self._laid(act, play)
        elif isinstance(act, Said):
            verb, *more = act.words.split()
            seat = int(more[-1]) if more and more[-1].isdigit() else None
            place = (more[0] if more else "", seat)
            if verb in ("prison", "moitie"):
                self.choices[place] = verb
            elif verb == "passe":
                self.choices[place] = more[1]
            elif verb == "assurance":
                self.insured.add(place)
            elif verb == "retire":
                self._takes_back(place, play)

    def _laid(self, act: Staked, play: Play) -> None:
        pockets = self.house.pockets if play.game.NAME == "roulette" else 0
        laid = chips(pockets, act.where) if pockets else ()
        lots = [Lot(where, act.amount, act.seat) for where in laid or (act.where,)]
        self.deposits += sum(lot.amount for lot in lots)
        self.lots += lots

    def _takes_back(self, place: Place, play: Play) -> None:
        """Before the cards, what stayed; after the result it stays no longer when the coup is closed."""
        if play.result is not None:
            self.retired.add(place)
            return
        stayed = Counter((each.where, each.amount, each.seat) for each in play.coup.stakes)
        kept = []
        for lot in self.lots:
            gone = (lot.where, lot.seat) == place and not lot.level and not stayed[lot[:3]]
            if not gone and not lot.level:
                stayed[lot[:3]] -= 1
            self.returns += lot.amount if gone else 0
            kept += [] if gone else [lot]
        self.lots = kept

    def _closes(self, play: Play) -> None:
        """The coup is over: what the book says of every lot is what its lines say."""
        assert play.result is not None
        told = [as_dict(event) for event in play.taille.settled]
        fates = [(lot, self._met(lot, play)) for lot in self.lots]
        here = Counter(_line(lot, met) for lot, met in fates if (lot.where, lot.seat) not in self.retired)
        lines = [line for line in told if line["event"] == "settlement"]
        there = Counter(_told(line) for line in lines if (line["bet"], line.get("seat")) not in self.retired)
        assert here == there, (play.result, self.choices, self.insured)
        self.lots = []
        for lot, met in fates:
            self._settles(lot, met)
        self.choices, self.insured, self.retired = {}, set(), set()

    def _met(self, lot: Lot, play: Play) -> Fate:
        assert play.result is not None
        place = (lot.where, lot.seat)
        insured = place in self.insured and not lot.level
        now = Decided({**play.result.result}, self.choices.get(place, ""), insured, play.taille.spent)
        return self.fate(self.house, lot, now)

    def _settles(self, lot: Lot, met: Fate) -> None:
        stays, place = met.stays, (lot.where, lot.seat)
        back = met.back
        if stays is not None and not stays.level:
            if place in self.retired:
                stays = None
            elif stays == lot:
                back = 0
        self.returns += back
        self.lots += [stays] if stays is not None else []
        self.kept += lot.amount - back - (stays.amount if stays is not None else 0)

    def _gives_back(self, lines: Sequence[Line]) -> None:
        """A void coup: every stake that is not in prison goes back, each by a line."""
        free = Counter((lot.where, lot.seat, lot.amount) for lot in self.lots if not lot.level)
        void = [line for line in lines if line.get("void") and line["event"] == "settlement"]
        gone = Counter((line["bet"], line.get("seat"), _cents(line["stake"])) for line in void)
        if not self.retired:
            assert free == gone
        self.returns += sum(lot.amount for lot in self.lots if not lot.level)
        self.lots = [lot for lot in self.lots if lot.level]
        self.choices, self.insured, self.retired = {}, set(), set()

    def _opens_sabot(self, lines: Sequence[Line]) -> None:
        """Prison does not outlive a taille: each level halves what its stakes are worth."""
        worth = [(lot, lot.amount >> lot.level) for lot in self.lots if lot.level]
        back = [line for line in lines if line["event"] == "settlement" and not line.get("void")]
        newly = back[len(back) - len(worth) :]
        assert sorted(_cents(line["returned"]) for line in newly) == sorted(each for _, each in worth)
        self.returns += sum(each for _, each in worth)
        self.kept += sum(lot.amount - each for lot, each in worth)
        self.lots = [lot for lot in self.lots if not lot.level]

    def _insures(self, lines: Sequence[Line]) -> None:
        """The premium is one percent, a broken cent the house's; it comes back only if the house says so."""
        result = next(line for line in lines if line["event"] == "result")
        for line in lines:
            if line["event"] == "assurance":
                premium = ceil(_cents(line["stake"]) * self.house.insurance_percent / 100)
                back = premium_back(self.house, result, premium)
                assert (_cents(line["premium"]), _cents(line["returned"])) == (premium, back)

    def balances(self, table: Table) -> None:
        """Asserts that nothing was made or lost, and that the table has the same lots as were counted."""
        lying = sum(lot.amount for lot in self.lots)
        assert self.deposits == self.returns + lying + self.kept
        if table.play.result is None:
            coup = table.play.coup
            assert lying == sum(each.amount for each in (*coup.stakes, *coup.held))


def _line(lot: Lot, met: Fate) -> tuple[object, ...]:
    held = None if met.stays is None else "prison" if met.stays.level else "table"
    return lot.where, lot.seat, lot.amount, met.back, held, (met.stays.level or None) if met.stays else None


def _told(line: Line) -> tuple[object, ...]:
    sums = (_cents(line["stake"]), _cents(line["returned"]))
    return line["bet"], line.get("seat"), *sums, line.get("held"), line.get("level")


def _cents(text: str) -> int:
    return round(100 * float(text))
