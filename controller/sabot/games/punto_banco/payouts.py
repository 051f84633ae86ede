"""Payouts at punto banco, with the commission and its rounding: asked of the rules' own settlement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from sabot.core.options import House
from sabot.core.reasons import Reason, reason
from sabot.core.table import Table
from sabot.core.terms import Stake, minor_units, money
from sabot.games.punto_banco import coup as punto_banco
from sabot.games.punto_banco.coup import Coup
from sabot.games.punto_banco.options import Options
from sabot.games.questions import Drill, Question, Verdict, any_card, cards_of, chance_of, typed_money
from sabot.games.rehearsal.chips import in_chips

BANK = "payout-punto-banco"

HOUSES: dict[str, tuple[str, dict[str, Any]]] = {
    "tax to the cent": ("banco", {"tax_rounding": "none"}),
    "tax rounded up": ("banco", {"tax_rounding": "up"}),
    "tax rounded down": ("banco", {"tax_rounding": "down"}),
    "no tax": ("banco", {"no_tax": True}),
    "half on one total": ("banco", {"no_tax": True}),
    "egalite": ("egalite", {}),
    "pair": ("paire-punto", {}),
}
"""The cells of punto banco: the chance that wins, and what of the house's options it turns on."""


def won_coup(rng: Random, options: Options, where: str, *, half: bool | None) -> Coup:
    """A coup that `where` wins; with or without the total that pays half, where that matters."""
    while True:
        coup = punto_banco.opening(options)
        while punto_banco.owed(coup) is not None:
            coup, _ = punto_banco.dealt(coup, any_card(rng), None)
        paid = punto_banco.settlement(coup._replace(stakes=(Stake(where, 100_00),)), last=False)[0]
        fits = half is None or half == (punto_banco.points(coup, "banco") == options.half_pay_total)
        if paid.returned > paid.stake and fits:
            return coup


def asked_bank(cell: str, seed: int, *, options: Options) -> Question:
    """A coup and a stake that wins it."""
    rng = chance_of(BANK, cell, seed)
    where, changed = HOUSES[cell]
    house = _house(options, changed)
    half = {"no tax": False, "half on one total": True}.get(cell)
    coup = won_coup(rng, house, where, half=half)
    amount = in_chips(rng.choice((5, 10, 25, 50, 100)) * rng.randrange(1, 40) * 100 // 2)
    shows = {
        "kind": "hands",
        "game": punto_banco.NAME,
        "places": [
            {"name": place, "cards": [*map(str, punto_banco.hand(coup, place))]}
            for place in punto_banco.PLACES
        ],
        "stake": {"where": where, "amount": money(amount)},
        "house": changed,
    }
    values = {"amount": money(amount), "chance": where}
    return Question(BANK, cell, seed, QUESTION_OF_RULE[cell], shows, values, typed="money")


QUESTION_OF_RULE = {
    "tax to the cent": "{amount} on {chance}: what is paid? The tax is taken to the cent.",
    "tax rounded up": "{amount} on {chance}: what is paid? The tax is rounded up to whole units.",
    "tax rounded down": "{amount} on {chance}: what is paid? The tax is rounded down to whole units.",
    "no tax": "{amount} on {chance}: what is paid? There is no tax here, but half on one total.",
    "half on one total": "{amount} on {chance}: what is paid? There is no tax here, but half on one total.",
    "egalite": "{amount} on {chance}: what is paid?",
    "pair": "{amount} on {chance}: what is paid?",
}


def _house(options: Options, changed: dict[str, Any]) -> Options:
    return replace(options, **changed)


def judged_bank(question: Question, answer: str, *, options: Options) -> Verdict:
    """What the stake returns beyond itself."""
    shows = question.shows
    punto, banco = (list(cards_of(place["cards"])) for place in shows["places"])
    coup = punto_banco.opening(_house(options, shows["house"]))
    for card in (punto[0], banco[0], punto[1], banco[1], *punto[2:], *banco[2:]):
        coup, _ = punto_banco.dealt(coup, card, None)
    where, amount = shows["stake"]["where"], minor_units(shows["stake"]["amount"]) or 0
    paid = punto_banco.settlement(coup._replace(stakes=(Stake(where, amount),)), last=False)[0]
    gain = paid.returned - amount
    return Verdict(typed_money(answer) == gain, _why_bank(where, amount, gain), money(gain))


def _why_bank(where: str, amount: int, gain: int) -> Reason:
    if where != "banco":
        return reason(
            "{amount} on {chance} gains {n} to 1: {sum}",
            amount=money(amount),
            chance=where,
            n=gain // amount,
            sum=money(gain),
        )
    return reason(
        "{amount} on banco gains {sum} less {tax}: {note}",
        amount=money(amount),
        sum=money(amount),
        tax=money(amount - gain),
        note=money(gain),
    )


def paid(table: Table, where: str) -> tuple[str, str]:
    """The drill and the cell to which this payment of a decided coup belongs."""
    coup = table.play.coup
    if where != "banco" or not isinstance(coup, Coup):
        return BANK, "egalite" if where == "egalite" else "pair" if where.startswith("paire") else ""
    if coup.options.no_tax:
        is_half = punto_banco.points(coup, "banco") == coup.options.half_pay_total
        return BANK, "half on one total" if is_half else "no tax"
    return BANK, _OF_ROUNDING[coup.options.tax_rounding]


_OF_ROUNDING = {"none": "tax to the cent", "up": "tax rounded up", "down": "tax rounded down"}


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """What a stake is paid, in this house."""
    given = options.get(punto_banco.NAME)
    bank = given if isinstance(given, Options) else Options()
    ask, judge = partial(asked_bank, options=bank), partial(judged_bank, options=bank)
    return (Drill(BANK, "What a stake is paid", (tuple(HOUSES),), ask, judge, 8.0, (), punto_banco.NAME),)
