"""Punto banco from the book (CB)."""

from __future__ import annotations

from tests.controller.games.oracles import hands
from tests.controller.games.oracles.lines import Due, Laid, Line
from tests.controller.games.oracles.listening import Oracle
from tests.controller.games.payouts_by_heart import Decided, Fate, Lot, of_punto_banco


class PuntoBanco(Oracle):
    """Nobody chooses anything."""

    PLACES = ("punto", "banco")

    def due(self) -> Due | None:
        punto, banco = self.hands.values()
        if len(banco) < 2:
            return Due("punto" if len(punto) == len(banco) else "banco")
        if hands.is_natural(punto) or hands.is_natural(banco):
            return None
        if len(punto) == 2 and hands.count(punto) <= 5:
            return Due("punto")
        # Where the players choose two cells freely, punto banco draws.
        draws = hands.banker(hands.count(banco[:2]), hands.third(punto)) in "DF"
        return Due("banco") if draws and len(banco) == 2 else None

    def points(self, place: str) -> int:
        return hands.count(self.hands[place])

    def result(self) -> Line | None:
        if self.due() is not None:
            return None
        punto, banco = self.points("punto"), self.points("banco")
        winner = "egalite" if punto == banco else "punto" if punto > banco else "banco"
        return {
            "winner": winner,
            "points": {"punto": punto, "banco": banco},
            "cards": {place: [*cards] for place, cards in self.hands.items()},
            "natural": any(map(hands.is_natural, self.hands.values())),
            "pairs": [place for place, cards in self.hands.items() if cards[0][0] == cards[1][0]],
        }

    def playable(self) -> bool:
        return self.left >= int(self.house.min_cards)

    def stakes_on(self, laid: Laid) -> None:
        if laid.where.startswith("paire") and not self.house.pairs:
            self.refuses = True
        else:
            super().stakes_on(laid)

    def _fates(self) -> list[tuple[Laid, Fate]]:
        result = self.result()
        assert result is not None
        lots = [(laid, Lot(laid.where, laid.amount, laid.seat)) for laid in self.stakes]
        return [(laid, of_punto_banco(self.house, lot, Decided(result))) for laid, lot in lots]

    def settlements(self) -> list[Line]:
        return [
            self.settlement(laid, met.back, held="table" if met.stays else None)
            for laid, met in self._fates()
        ]

    def follows(self) -> None:
        self.stakes = [laid for laid, met in self._fates() if met.stays]
        for laid in self.stakes:
            laid.stayed = True
