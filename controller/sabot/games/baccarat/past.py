"""The results of a taille as the baccarats draw them: roads and bead plates, and plain counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from sabot.core.descriptor import Score
from sabot.core.shapes.view import ResultShown
from sabot.games.baccarat import roads
from sabot.games.baccarat.roads import Cell

ROADS: dict[str, Callable[[Sequence[str]], tuple[Cell, ...]]] = {
    "bead": roads.bead,
    "big": roads.big_road,
}
"""The roads in which every cell is a coup and can carry its signs."""

DERIVED: dict[str, Callable[[Sequence[str]], tuple[Cell, ...]]] = {
    "eye": roads.big_eye_boy,
    "small": roads.small_road,
    "pig": roads.cockroach_pig,
}
"""The roads that mark repetition."""

LOOK_BACK = {"eye": 1, "small": 2, "pig": 3}
"""How many columns each of them looks back."""


def drawn_roads(results: Sequence[ResultShown], winners: tuple[str, ...]) -> Score:
    """The roads. A cell is `[column, row, mark, ties, signs]`: signs are the first letters of the places that
    had a pair, `n` for a natural, `!` for the newest coup. `winners` and signs are counted; `next` has for
    each winner but the tie the marks that it would draw in the derived roads: a fact and no advice."""
    fell = [str(result["winner"]) for result in results]
    signs = _all_signs(results)
    cells = {name: [_cell(cell, signs) for cell in road(fell)] for name, road in ROADS.items()}
    bare = {name: [[*cell[:3], 0, ""] for cell in road(fell)] for name, road in DERIVED.items()}
    return {
        "kind": "roads",
        "roads": cells | bare,
        "counts": {winner: Counter(fell)[winner] for winner in winners},
        "signs": _counted_signs(results, winners),
        "next": {winner: _next(fell, winner) for winner in winners if winner != roads.TIE},
        "coups": len(results),
    }


def _next(fell: Sequence[str], winner: str) -> dict[str, str | None]:
    return {road: roads.next_mark(fell, winner, back=back) for road, back in LOOK_BACK.items()}


def _counted_signs(results: Sequence[ResultShown], winners: tuple[str, ...]) -> dict[str, int]:
    """The pairs of each place that can win, and the naturals."""
    pairs = Counter(place for result in results for place in result.get("pairs", ()))
    found = {f"pair {place}": pairs[place] for place in winners if place != roads.TIE}
    return found | {"natural": sum(bool(result.get("natural")) for result in results)}


def drawn_plates(results: Mapping[str, Sequence[ResultShown]], winners: tuple[str, ...]) -> Score:
    """A bead plate for each key of `results`, and the counts of each."""
    plates, counts = {}, {}
    for name, each in results.items():
        fell = [str(result["winner"]) for result in each]
        signs = _all_signs(each)
        plates[name] = [_cell(cell, signs) for cell in roads.bead(fell)]
        counts[name] = {winner: Counter(fell)[winner] for winner in winners}
    coups = max(map(len, results.values()))
    return {"kind": "plates", "plates": plates, "counts": counts, "coups": coups}


def _cell(cell: Cell, signs: list[str]) -> list[object]:
    return [cell.column, cell.row, cell.mark, cell.ties, signs[cell.nth]]


def _all_signs(results: Sequence[ResultShown]) -> list[str]:
    signs = [_signs(result) for result in results]
    if signs:
        signs[-1] += "!"
    return signs


def _signs(result: ResultShown) -> str:
    pairs = "".join(place[0] for place in result.get("pairs", ()))
    return pairs + ("n" if result.get("natural") else "")
