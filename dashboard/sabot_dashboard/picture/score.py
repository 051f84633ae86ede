"""The results of a taille as a screen draws them: roads, plates, the card, the numbers, and plain counts.

Every score says over how many `coups` it was taken; `kind` names the drawing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from sabot.games.baccarat import roads
from sabot.games.baccarat.roads import Cell
from sabot.games.roulette import permanence as roulette_permanence
from sabot.games.trente_et_quarante import card as trente_card
from sabot.games.wheel.layout import POCKETS, WHEELS

Results = list[dict[str, Any]]
Score = dict[str, Any]

ROADS: dict[str, Callable[[Sequence[str]], tuple[Cell, ...]]] = {
    "bead": roads.bead,
    "big": roads.big_road,
}
"""The roads of which every cell is a coup and can carry its signs."""

DERIVED: dict[str, Callable[[Sequence[str]], tuple[Cell, ...]]] = {
    "eye": roads.big_eye_boy,
    "small": roads.small_road,
    "pig": roads.cockroach_pig,
}
"""The roads that mark repetition."""

NUMBERS_SHOWN = 24
"""How many of the last numbers a screen gets."""
WINDOW = 100
"""Over how many of the last coups the numbers are counted."""
MOST, LINES = 4, 40
"""How many numbers are named as frequent and as absent; how many lines of the card are sent."""


def score(view: dict[str, Any], *, pockets: int = 37) -> Score | None:
    """The score of `view["results"]`, or None in a game that has none. `pockets`: of the roulette wheel."""
    results = view["results"]
    match view["game"]:
        case "punto-banco":
            return _roads(results)
        case "chemin-de-fer":
            return _plates({"": results}, ("ponte", "banque", "en-cartes"))
        case "baccarat-banque":
            sides = {
                side: [{**each, "winner": each["winners"][side]} for each in results]
                for side in ("droite", "gauche")
            }
            return _plates(sides, ("ponte", "banque", "egalite"))
        case "trente-et-quarante":
            return _card(results)
        case "roulette":
            return _numbers(results, pockets)
    return None


def _roads(results: Results) -> Score:
    """A cell is `[column, row, mark, ties, signs]`: signs are `p` and `b` for the pairs of punto and banco,
    `n` for a natural, `!` for the newest coup."""
    winners = [result["winner"] for result in results]
    signs = _all_signs(results)
    cells = {name: [_cell(cell, signs) for cell in road(winners)] for name, road in ROADS.items()}
    bare = {name: [[*cell[:3], 0, ""] for cell in road(winners)] for name, road in DERIVED.items()}
    return {
        "kind": "roads",
        "roads": cells | bare,
        "counts": {winner: Counter(winners)[winner] for winner in ("punto", "banco", "egalite")},
        "coups": len(results),
    }


def _plates(results: dict[str, Results], winners: tuple[str, ...]) -> Score:
    """A bead plate for each key of `results`, and the counts of each."""
    plates, counts = {}, {}
    for name, each in results.items():
        fell = [result["winner"] for result in each]
        signs = _all_signs(each)
        plates[name] = [_cell(cell, signs) for cell in roads.bead(fell)]
        counts[name] = {winner: Counter(fell)[winner] for winner in winners}
    coups = max(map(len, results.values()))
    return {"kind": "plates", "plates": plates, "counts": counts, "coups": coups}


def _cell(cell: Cell, signs: list[str]) -> list[Any]:
    return [cell.column, cell.row, cell.mark, cell.ties, signs[cell.nth]]


def _all_signs(results: Results) -> list[str]:
    signs = [_signs(result) for result in results]
    if signs:
        signs[-1] += "!"
    return signs


def _signs(result: dict[str, Any]) -> str:
    pairs = "".join(place[0] for place in result.get("pairs", ()))
    return pairs + ("n" if result.get("natural") else "")


def _card(results: Results) -> Score:
    """The card of trente et quarante: `lines` of `[grand, petit]`, oldest first, and the `figures` in them as
    `[tableau, figure, first, last, chance]` by line; lines before the first that is sent count below zero."""
    card = trente_card.card(results)
    hidden = max(0, len(card.lines) - LINES)
    last = len(card.lines) - 1
    figures = [
        [each.tableau, each.figure, each.first - hidden, each.last - hidden, each.chance, each.length]
        for each in card.markers
        if each.last >= hidden
    ]
    return {
        "kind": "card",
        "lines": [[line.grand, line.petit] for line in card.lines[hidden:]],
        "figures": figures,
        "now": [each for each in figures if each[3] == last - hidden],
        "counts": {**card.counts, "apres": card.apres, "refait": card.refaits},
        "coups": len(results),
    }


def _numbers(results: Results, pockets: int) -> Score:
    """The last numbers as `[number, colour, by hand]`, newest first, and the counts of a window of them."""
    fell = roulette_permanence.pockets_of(results)
    last = [_fallen(each) for each in reversed(results[-NUMBERS_SHOWN:])]
    known = WHEELS[pockets].pockets
    counted = roulette_permanence.counts([each for each in fell if each in known], wheel=pockets, over=WINDOW)
    simple = {**counted.colour, **counted.parity, **counted.half}
    often = sorted(counted.numbers, key=lambda name: -counted.numbers[name].came)
    absent = sorted(counted.numbers, key=lambda name: -counted.numbers[name].ecart)
    return {
        "kind": "numbers",
        "numbers": last,
        "counts": {name: count.came for name, count in simple.items()} | {"zero": counted.zero.came},
        "dozens": [counted.dozen[nth].came for nth in (1, 2, 3)],
        "often": [_frequent(name, counted.numbers[name].came) for name in often[:MOST]],
        "absent": [_frequent(name, counted.numbers[name].ecart) for name in absent[:MOST]],
        "coups": len(fell),
        "over": counted.over,
    }


def _fallen(result: dict[str, Any]) -> list[Any]:
    """A number, its colour, and whether a person entered it."""
    name = str(result["number"])
    return [name, POCKETS[name].colour or "zero", bool(result.get("by_hand"))]


def _frequent(name: str, count: int) -> list[Any]:
    return [name, POCKETS[name].colour or "zero", count]
