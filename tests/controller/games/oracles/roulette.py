"""Roulette from the book (HS p. 91-95): pockets, chips, zero and prison."""

from __future__ import annotations

from typing import Any

from tests.controller.games.oracles.lines import Due, Laid, Line
from tests.controller.games.oracles.listening import Oracle
from tests.controller.games.payouts_by_heart import RED, SIMPLE, Decided, Fate, Lot, numbers, of_roulette

FRENCH = (
    "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
)
AMERICAN = (
    "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
)
ZEROS = {37: ("0",), 38: ("0", "00"), 39: ("0", "00", "000")}
CHIPS = {
    "voisins": "transversale-pleine:0-2-3 2, cheval:4-7, cheval:12-15, cheval:18-21, cheval:19-22, "
    "cheval:32-35, carre:25-29 2",
    "tiers": "cheval:5-8, cheval:10-11, cheval:13-16, cheval:23-24, cheval:27-30, cheval:33-36",
    "orphelins": "plein:1, cheval:6-9, cheval:14-17, cheval:17-20, cheval:31-34",
    "jeu-zero": "cheval:0-3, cheval:12-15, plein:26, cheval:32-35",
}
"""The chips of the parts of the French wheel, each alone or two together."""


def chips(pockets: int, bet: str) -> list[str]:
    """The bets on which one chip each is laid."""
    if bet.startswith("finale:"):
        return [f"plein:{number}" for number in range(37) if str(number)[-1] == bet[-1]]
    if bet.startswith("voisins-de:"):
        _, middle, each_side = bet.split(":")
        wheel = (AMERICAN if pockets == 38 else FRENCH).split()
        at, reach = wheel.index(middle), int(each_side)
        return [f"plein:{wheel[(at + step) % len(wheel)]}" for step in range(-reach, reach + 1)]
    if bet not in CHIPS:
        return [bet]
    laid = [each.split() for each in CHIPS[bet].split(", ")]
    return [name for name, *twice in laid for _ in range(int(twice[0]) if twice else 1)]


class Roulette(Oracle):
    """The ball decides; zero strikes the simple chances."""

    def __init__(self, house: Any) -> None:
        super().__init__(house)
        self.pocket = ""
        self.held: list[Lot] = []
        self.choices: dict[tuple[str, int | None], str] = {}

    def due(self) -> Due | None:
        return None

    def ball(self, act: Any) -> None:
        self._closes_itself()
        if self.is_decided:
            self.refuses = True
            return
        self._opens()
        if self.house.rnvp == "required" and not self.bets_closed:
            self.refuses, self.early_coup = True, self.number
        if act.pocket in (*ZEROS[self.house.pockets], *map(str, range(1, 37))):
            self.pocket, self.bets_closed = act.pocket, True
        else:
            self.refuses = True
        self._judges()

    def result(self) -> Line | None:
        if not self.pocket:
            return None
        if self.pocket.startswith("0"):
            number = 0 if self.pocket == "0" else self.pocket
            return {"number": number} | dict.fromkeys(("colour", "parity", "half", "dozen", "column"))
        number = int(self.pocket)
        return {
            "number": number,
            "colour": "rouge" if number in RED else "noir",
            "parity": "impair" if number % 2 else "pair",
            "half": "manque" if number <= 18 else "passe",
            "dozen": (number + 11) // 12,
            "column": number % 3 or 3,
        }

    def stakes_on(self, laid: Laid) -> None:
        kind, _, which = laid.where.partition(":")
        if (
            kind in ("colonne", "douzaine")
            and "-" in which
            and (not self.house.double_dozen or laid.amount % 2)
        ):
            self.refuses = True
            return
        each = chips(int(self.house.pockets), laid.where)
        covered = {number for where in each if where not in SIMPLE for number in numbers(where)}
        if covered & {"00", "000"} - {*ZEROS[self.house.pockets]}:
            self.refuses = True
        else:
            self.stakes += [Laid(where, laid.amount, laid.seat) for where in each]

    def _lots(self) -> list[Lot]:
        return [*self.held, *(Lot(laid.where, laid.amount, laid.seat) for laid in self.stakes)]

    def _fates(self) -> list[tuple[Lot, Fate]]:
        result = {"number": self.pocket}
        return [
            (lot, of_roulette(self.house, lot, Decided(result, self.choices.get((lot.where, lot.seat), ""))))
            for lot in self._lots()
        ]

    def _may_choose(self) -> bool:
        return self.pocket.startswith("0") and self.house.zero_rule in ("prison", "choice")

    def _struck(self) -> set[tuple[str, int | None]]:
        return {(lot.where, lot.seat) for lot in self._lots() if lot.where in SIMPLE}

    def says(self, words: list[str]) -> None:
        choice, where, *seat = words
        place = (where, int(seat[0]) if seat else None)
        if self.is_decided and self._may_choose() and place in self._struck():
            self.choices[place] = choice
        else:
            self.refuses = True

    def settlements(self) -> list[Line]:
        return [self._settled(lot, met) for lot, met in self._fates()]

    def _settled(self, lot: Lot, met: Fate) -> Line:
        level = met.stays.level if met.stays else None
        before = lot.level or None
        return self.settlement(lot, met.back, held="prison" if level else None, level=level, prison=before)

    def waits_for_choice(self, line: Line) -> bool:
        place = (line["bet"], line.get("seat"))
        return self._may_choose() and place in self._struck() - self.choices.keys()

    def _is_over(self) -> None:
        self.stakes, self.choices, self.pocket = [], {}, ""

    def follows(self) -> None:
        self.held = [met.stays for _, met in self._fates() if met.stays]
        self._is_over()

    def is_annulled(self) -> None:
        self._is_over()

    def reopens(self) -> list[Line]:
        lines = [self.settlement(lot, lot.amount // 2**lot.level, prison=lot.level) for lot in self.held]
        self.stakes, self.held = [], []
        return lines
