"""The hands of baccarat banque, followed by the rules of the book and told the other way round than in the
referee."""

from __future__ import annotations

from sabot.games.baccarat import rehearsal as baccarat
from sabot.games.baccarat_banque.hands import PLACES, SIDES
from sabot.games.rehearsal import by_heart


class Hands(baccarat.Hands):
    """The values before droite, gauche and banque; a virtual ten first at the games of one card."""

    def is_over(self) -> bool:
        """Whether the banker has a natural, or both sides have."""
        naturals = {who for who in PLACES if self.two(who) > 7}
        return "banque" in naturals or naturals == {"droite", "gauche"}

    def law(self, who: str, options: baccarat.Options) -> str:
        """`carte`, `non`, or `free`."""
        points = self.two(who)
        if who == "banque":
            open_sides = [side for side in SIDES if self.two(side) < 8]
            wanted = {self._against(points, side) for side in open_sides}
            return wanted.pop() if len(wanted) == 1 else "free"
        return by_heart.ponte(points, on_five=options.ponte_five)

    def _against(self, points: int, side: str) -> str:
        given = self.values[side][2:]
        return by_heart.banker(points, given[0] if given else None)
