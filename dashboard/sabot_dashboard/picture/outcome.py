"""A decided coup in the words of its cloth: which places won, and what stands alone on a display.

Nothing is worked out here: the table has decided; this only says which key of its `result` names the
winner of a place.
"""

from __future__ import annotations

from sabot.core.cloth import AT_HOME
from sabot.core.shapes.json import record
from sabot.core.shapes.view import Result
from sabot_dashboard.picture.cloths import Cloth

EVEN = ("egalite", "en-cartes")
"""Words of a coup that both places keep."""


def won(result: Result) -> list[str]:
    """The places and chances that won."""
    if "winners" in result:
        return _won_of_sides(result) if _is_of_sides(result) else [*result["winners"]]
    if "number" in result:
        thirds = {"douzaine": result["dozen"], "colonne": result["column"]}
        return [*_simple(result), *(f"{name}:{third}" for name, third in thirds.items() if third)]
    if result.get("winner") in EVEN:
        return list(result["points"])
    couleur = result.get("couleur")
    petit = None if couleur is None else "couleur" if couleur else "inverse"
    return [each for each in (result.get("winner"), petit) if each]


def _simple(result: Result) -> list[str]:
    return [each for each in (result["colour"], result["parity"], result["half"]) if each]


def lost(result: Result) -> list[str]:
    """The places that lost."""
    if _is_of_sides(result):
        return _lost_of_sides(result)
    places = list(_points(result))
    winners = won(result)
    return [place for place in places if place not in winners] if set(places) & set(winners) else []


def _points(result: Result) -> dict[str, object]:
    """The points of each place; none where the result has those of the bank alone."""
    return record(result.get("points"))


def _is_of_sides(result: Result) -> bool:
    """Whether one bank plays against several sides; at home `winners` are the seats that won, and what."""
    return "winners" in result and "points" in result


def _won_of_sides(result: Result) -> list[str]:
    winners, bank = result["winners"], _bank(result)
    sides = [side for side, who in winners.items() if who == "ponte"]
    return sides + ([bank] if set(winners.values()) == {bank} else [])


def _lost_of_sides(result: Result) -> list[str]:
    winners, bank = result["winners"], _bank(result)
    sides = [side for side, who in winners.items() if who == bank]
    return sides + ([bank] if set(winners.values()) == {"ponte"} else [])


def _bank(result: Result) -> str:
    """The place that plays against all sides."""
    return next(place for place in result["points"] if place not in result["winners"])


def headline(cloth: Cloth, result: Result, calls: list[str]) -> dict[str, object]:
    """What stands alone: `{"text", "tone", "lines": [[name, points, lost]], "note"}`; a text of no more
    letters than fit in capitals of a fifth of the screen."""
    if "number" in result:
        return _number(cloth, result)
    name = _winner(result)
    beaten = lost(result)
    lines = [[cloth.names.get(p, p), count, p in beaten] for p, count in _points(result).items()]
    note = cloth.natural if result.get("natural") else ""
    if "couleur" in result:
        note = calls[-1] if calls and name in ("rouge", "noir") else ""
    return {"text": cloth.names.get(name, name), "tone": name, "lines": lines, "note": note}


def _winner(result: Result) -> str:
    """The one word of the result. Of two sides that differ, the one that the banker paid."""
    if not _is_of_sides(result):
        return str(result.get("winner") or "")
    winners = result["winners"]
    paid = [side for side, who in winners.items() if who == "ponte"]
    if len(paid) == 2 or set(winners.values()) == {"egalite"}:
        return "ponte" if paid else "egalite"
    return paid[0] if paid else _bank(result)


def sentence(cloth: Cloth, result: Result, calls: list[str]) -> str:
    """The result as the public reads it under the cards: the call, but short where two sides have one."""
    if _is_of_sides(result):
        name = _winner(result)
        if name == "egalite":
            return cloth.names[name]
        return (
            "Les pontes gagnent"
            if name == "ponte"
            else cloth.wins.format(place=cloth.place(name)).capitalize()
        )
    if calls and cloth.talks:
        return calls[-1]
    if cloth.layout in AT_HOME:
        return _at_home(cloth, result)
    winner = result.get("winner") or ""
    printed = cloth.names.get(winner, winner)
    return printed if not winner or winner in EVEN else cloth.wins.format(place=printed)


def _at_home(cloth: Cloth, result: Result) -> str:
    """The seats that won: one, several with blanks between them, or those that share a pot."""
    seats = [*result.get("winners", ())] or (result.get("winner") or "").split()
    says = cloth.wins if len(seats) == 1 else cloth.several_win
    *others, last = [cloth.names.get(seat, seat) for seat in seats] or [""]
    return says.format(place=" & ".join(filter(None, [", ".join(others), last]))) if seats else ""


def _number(cloth: Cloth, result: Result) -> dict[str, object]:
    names = [cloth.names.get(each, each) for each in _simple(result)]
    return {
        "text": str(result["number"]),
        "tone": result["colour"] or "zero",
        "lines": [],
        "note": " · ".join(names),
    }
