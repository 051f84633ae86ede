"""The score sheet of a table at home: a line for each deal, and what each seat has won so far.

A picture carries the newest deals, as many as a display shows; the page `/sheet` has all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypedDict

from sabot.core.shapes.silence import is_silent
from sabot.core.shapes.view import DealShown, View
from sabot.core.terms import minor_units, money

DEALS_SHOWN = 4
"""Deals that a display shows beside the sums."""

DEALS_A_PAGE = 12


class Sums(TypedDict):
    """What each seat has won in all, with its sign, and its points; no points where the game counts none."""

    money: dict[str, str]
    points: dict[str, int]


class Sheet(TypedDict):
    """Deals, the oldest first, each with its sums with a sign; the seats; and the sums over all deals."""

    seats: list[str]
    deals: list[DealShown]
    sums: Sums


class Page(TypedDict):
    """A page of the sheet; `older` and `newer` are the numbers of the pages beside it, 0 for none."""

    sheet: Sheet
    older: int
    newer: int


def newest(view: View) -> Sheet | None:
    """The newest deals with the sums over all; None before the first deal is over."""
    deals = _deals(view)
    return _sheet(view, deals, deals[-DEALS_SHOWN:]) if deals else None


def page(view: View, number: int) -> Page | None:
    """One page of the sheet: number 1 has the newest deals; None where there is no such page."""
    deals = _deals(view)
    last = -(-len(deals) // DEALS_A_PAGE)
    if not 0 < number <= last:
        return None
    end = len(deals) - DEALS_A_PAGE * (number - 1)
    shown = deals[max(0, end - DEALS_A_PAGE) : end]
    return {
        "sheet": _sheet(view, deals, shown),
        "older": number + 1 if number < last else 0,
        "newer": number - 1,
    }


def _deals(view: View) -> list[DealShown]:
    return [] if is_silent(view) else view.get("spread", {}).get("sheet", [])


def _sheet(view: View, deals: list[DealShown], shown: list[DealShown]) -> Sheet:
    """These of the deals, and the sums over all of them."""
    there = map(str, view["spread"].get("seats", ()))
    seats = sorted({*there, *(seat for deal in deals for seat in deal["money"])}, key=int)
    return {
        "seats": seats,
        "deals": [{**deal, "money": _signed(deal["money"].items())} for deal in shown],
        "sums": _sums(deals),
    }


def _sums(deals: list[DealShown]) -> Sums:
    won, points = Counter[str](), Counter[str]()
    for deal in deals:
        for seat, amount in deal["money"].items():
            won[seat] += units(amount)
        for seat, count in deal["points"].items():
            points[seat] += count
    return {"money": _signed((seat, money(amount)) for seat, amount in won.items()), "points": {**points}}


def _signed(sums: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {seat: signed(units(amount)) for seat, amount in sums}


def signed(amount: int) -> str:
    """A sum with its sign, nothing with none.

    >>> signed(50), signed(-5), signed(0)
    ('+0.50', '-0.05', '0.00')
    """
    return f"+{money(amount)}" if amount > 0 else money(amount)


def units(amount: object) -> int:
    """The minor units of a sum, below zero too; 0 where it is none.

    >>> units("12.50"), units("-0.05"), units("0.00")
    (1250, -5, 0)
    """
    text = str(amount)
    return -units(text[1:]) if text.startswith("-") else minor_units(text) or 0
