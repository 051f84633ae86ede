"""What a stake at punto banco returns: one to one, banco less the tax; égalité and pairs pay more."""

from __future__ import annotations

from collections.abc import Sequence

from sabot.core.terms import Settlement, Stake
from sabot.games.punto_banco.options import Options
from sabot.games.punto_banco.tirage import Position

CHANCES = ("punto", "banco", "egalite", "paire-punto", "paire-banco")


def settled(stake: Stake, options: Options, decided: Position, *, pairs: Sequence[str]) -> Settlement:
    """What the stake returns; `pairs` are the places that have one. At égalité punto and banco stay."""
    where, amount = stake.where, stake.amount
    if decided.winner == "egalite" and where in ("punto", "banco"):
        return Settlement(where, amount, amount, stake.seat, "table")
    wins = where in map("paire-{}".format, pairs) or where == decided.winner
    returned = amount + _gain(stake, options, banco=decided.points[1]) if wins else 0
    return Settlement(where, amount, returned, stake.seat)


def _gain(stake: Stake, options: Options, *, banco: int) -> int:
    """What a winning stake gains over itself (CB; the rounding of the tax is the house's)."""
    if stake.where == "banco":
        return _banco_gain(options, stake.amount, banco)
    if stake.where == "egalite":
        return stake.amount * options.egalite_pays
    return stake.amount * (options.pair_pays if stake.where.startswith("paire") else 1)


def _banco_gain(options: Options, amount: int, points: int) -> int:
    if options.no_tax:
        return amount // 2 if points == options.half_pay_total else amount
    return amount - min(amount, tax(amount, percent=options.tax_percent, rounding=options.tax_rounding))


def tax(amount: int, *, percent: int, rounding: str) -> int:
    """The tax on a gain of `amount`: to the cent (a broken cent goes to the house), or to whole units up or
    down."""
    exact = amount * percent
    if rounding == "down":
        return exact // 10000 * 100
    return -(-exact // 10000) * 100 if rounding == "up" else -(-exact // 100)
