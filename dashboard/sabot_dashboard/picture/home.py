"""A table at home: the seats around the cloth, the cards and chips in the middle, and whose turn it is.

It is drawn from the open cards and sums (`spread`), the acts of each seat (`turns`) and the payments of this
deal. No hand is in any of them, so the public display and the tablet on the table get the same.
"""

from __future__ import annotations

import re
from collections import Counter

from sabot.core.shapes.json import Plain, record, row
from sabot.core.shapes.silence import is_silent
from sabot.core.shapes.view import Spread, TurnShown, View
from sabot.core.terms import money
from sabot_dashboard.picture import sheet
from sabot_dashboard.picture.cloths import cloth_of
from sabot_dashboard.picture.sheet import signed, units


def home(view: View) -> Plain | None:
    """The table as everybody may see it; None where players do not act in turns."""
    spread = view.get("spread")
    if spread is None:
        return None
    turns = [] if is_silent(view) else view["turns"]
    return {
        "seats": [_seat(view, spread, turns, seat) for seat in spread.get("seats", ())],
        "trick": [*spread.get("trick", ())],
        "taken": _taken(view),
        "turned": [*spread.get("turned", ())],
        "trump": spread.get("trump"),
        "asked": spread.get("asked"),
        "contract": _bid(_standing(view, spread)),
        "pots": _pots(spread),
        "is_over": view["phase"] == "decided",
        "sheet": sheet.newest(view),
    }


PASSES = ("pass", "pas", "weg")
"""Bids that bid nothing."""


def _standing(view: View, spread: Spread) -> str | None:
    """The contract, or in the auction the bid that stands, with its seat. A stake against a bank is none."""
    contract = None if _score(spread) else spread.get("contract")
    if contract or cloth_of(view["game"]).layout == "bank":
        return contract
    bids = [each for each in spread.get("bids", ()) if each["bid"] not in PASSES]
    return f"{bids[-1]['seat']} {bids[-1]['bid']}" if bids else None


def _seat(view: View, spread: Spread, turns: list[TurnShown], seat: int) -> Plain:
    """One seat; `in_deal`: see `_won`; `stands`: trumps of the bid that stands, where it is theirs; "" while
    there are none; `asks`: the card that they asked then."""
    key = str(seat)
    bank = spread.get("bank")
    bids = [each["bid"] for each in spread.get("bids", ()) if each["seat"] == seat]
    stands = (_standing(view, spread) or "").partition(" ")[0] == key
    return {
        "seat": seat,
        "purse": spread.get("purses", {}).get(key),
        "deals": spread.get("dealer") == seat,
        "is_next": bool(turns) and turns[0]["seat"] == seat,
        "tricks": spread.get("tricks", {}).get(key),
        "hand": spread.get("hands", {}).get(key),
        "bid": _bid(bids[-1]) if bids else None,
        "stands": (spread.get("trump") or "") if stands else None,
        "asks": spread.get("asked") if stands else None,
        "cards": spread.get("cards", {}).get(key, []),
        "stake": _sum(view, seat) or spread.get("stakes", {}).get(key),
        "bank": bank["amount"] if bank and bank["seat"] == seat else None,
        "in_deal": _won(view, seat),
        "points": _points(view, spread, key),
    }


def _taken(view: View) -> Plain | None:
    """The trick that was taken last, with the `seat` that took it and its `cards` as they were played; None
    before the first one."""
    played: list[Plain] = []
    last: Plain | None = None
    for line in view.get("handed", ()):
        if line["event"] == "card" and str(line.get("to")).isdecimal():  # not turned up from the stock
            played.append({"seat": int(str(line["to"])), "card": line["card"]})
        if line["event"] == "trick":
            count = len(row(line.get("cards")))
            last = {"seat": line.get("seat"), "cards": played[-count:]}
    return last


def _bid(bid: str | None) -> str | None:
    """A bid in the words of the game, as people read them."""
    return bid.replace("_", " ") if bid else None


def _pots(spread: Spread) -> list[Plain]:
    """The pots that hold anything, by name; one alone has none."""
    named = spread.get("pots", {})
    pots = [*named.items()] if named else [("", spread.get("pot", "0.00"))]
    return [{"name": name, "amount": amount} for name, amount in pots if units(amount)]


def _sum(view: View, seat: int) -> str | None:
    """What this seat has staked."""
    amount = sum(units(each["amount"]) for each in view["stakes"] if each["seat"] == seat)
    return money(amount) if amount else None


def _won(view: View, seat: int) -> str | None:
    """What other seats and the pot paid to this seat in this deal, less what it paid to other seats; None
    while nothing was paid."""
    moved: Counter[str] = Counter()
    for line in (*view.get("handed", ()), *view["ledger"]):
        if line["event"] == "paid":
            moved[str(line.get("seat"))] += units(line.get("amount"))
            moved[str(line.get("of"))] -= units(line.get("amount"))
    if str(seat) not in moved:
        return None
    return signed(moved[str(seat)])


def _score(spread: Spread) -> dict[str, int]:
    """The points of each seat, where a game has them for its contract: "1:0 2:4". They stand at the seats."""
    score = re.findall(r"(\d+):(\d+)(?= |$)", spread.get("contract") or "")
    return {seat: int(points) for seat, points in score}


def _points(view: View, spread: Spread, seat: str) -> object:
    """The points of this seat on the score sheet, where the game counts any."""
    if score := _score(spread):
        return score.get(seat)
    scores = [record(line.get("points")) for line in view["ledger"] if line["event"] == "score"]
    return scores[-1].get(seat) if scores else None
