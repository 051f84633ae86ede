"""A coup act by act: as plain values for a question, read back for the referee, every card where it lies."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from sabot.core.cards import card_named
from sabot.core.events import CardDealt, FaultFound
from sabot.core.observations import (
    Announced,
    BallSeen,
    BetsClosed,
    CardSeen,
    CoupEnded,
    Observation,
    Said,
    Staked,
)
from sabot.core.options import House
from sabot.core.table import Table, opened, step
from sabot.core.terms import Fault, minor_units, money
from sabot.games.register import GAMES
from sabot.school.paying import Breach, Paid, wrong_payout

RNVP, END = "rnvp", "end"

Act = Observation | Paid
Found = Fault | Breach


def written(act: Act) -> dict[str, str]:
    """One act as plain values."""
    match act:
        case CardSeen(card, place):
            return {"card": str(card), "place": place or ""}
        case Said(words):
            return {"says": words}
        case Announced(words):
            return {"announces": words}
        case Staked(where, amount, seat):
            return {"bet": where, "amount": money(amount)} | ({"seat": str(seat)} if seat else {})
        case Paid(where, amount, seat):
            return {"pays": where, "amount": money(amount)} | ({"seat": str(seat)} if seat else {})
        case BallSeen(pocket):
            return {"ball": pocket}
    return {"does": RNVP if type(act) is BetsClosed else END}


def read(plain: dict[str, str]) -> Observation:
    """The observation that was written so."""
    if "card" in plain:
        return CardSeen(card_named(plain["card"]), plain["place"] or None)
    if "bet" in plain:
        return Staked(plain["bet"], *_money(plain))
    if "ball" in plain:
        return BallSeen(plain["ball"])
    if "does" in plain:
        return BetsClosed() if plain["does"] == RNVP else CoupEnded()
    return Said(plain["says"]) if "says" in plain else Announced(plain["announces"])


def read_act(plain: dict[str, str]) -> Act:
    """The act that was written so: an observation, or what was paid."""
    return Paid(plain["pays"], *_money(plain)) if "pays" in plain else read(plain)


def _money(plain: dict[str, str]) -> tuple[int, int | None]:
    return minor_units(plain["amount"]) or 0, int(plain["seat"]) if "seat" in plain else None


def at_table(game: str, options: House, acts: Iterable[Act]) -> tuple[Table, list[tuple[int, Found]]]:
    """The table after these acts, and the faults that the referee finds, each with the number of its act,
    from 0."""
    table, faults = opened(GAMES[game], options), []
    for nth, act in enumerate(acts):
        table, found = done(table, act)
        faults += [(nth, each) for each in found]
    return table, faults


def done(table: Table, act: Act) -> tuple[Table, list[Found]]:
    """The table after one more act, and the faults that are found in it."""
    if isinstance(act, Paid):
        breach = wrong_payout(table, act)
        return table, [breach] if breach else []
    table, events = step(table, act)
    return table, [event.fault for event in events if type(event) is FaultFound]


def laid(game: str, options: House, rng: Random, acts: Iterable[Observation]) -> list[Observation]:
    """The same acts with every card seen where it lies: where it counted, or before a hand that stood."""
    table, placed = opened(GAMES[game], options), []
    for act in acts:
        table, events = step(table, act)
        if type(act) is CardSeen and act.place is None:
            to = next((event.to for event in events if type(event) is CardDealt), None)
            act = act._replace(place=to or rng.choice(GAMES[game].PLACES))
        placed.append(act)
    return placed
