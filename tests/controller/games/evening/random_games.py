"""Random games at every household game: legal acts only, with the invariants that hold at each of them."""

from __future__ import annotations

import re
from dataclasses import fields
from random import Random
from typing import NamedTuple

from sabot.core import options as house
from sabot.core.events import Event, FaultFound
from sabot.core.script import ScriptError, read
from sabot.core.table import Table, opened, step
from sabot.core.words import match
from sabot.games.evening.household import Coup, HouseholdGame
from sabot.games.evening.wishes import acts
from sabot.games.register import DESCRIPTORS

HOUSEHOLD = {name: each.rules for name, each in DESCRIPTORS.items() if isinstance(each.rules, HouseholdGame)}
TRIES_MOST = 200
"""How many cards may be named that lie elsewhere before one is found that can come."""
FIVE_TRICKS = re.compile(r"^(bid \d+) 5$")
ACTS_MOST = 2000
"""A deal has fewer acts."""


class Position(NamedTuple):
    """A table, and the acts of its deal so far."""

    table: Table
    script: tuple[str, ...]


def some_options(game: HouseholdGame, rng: Random) -> house.House:
    """The defaults of this house, or something else for a few of its options."""
    given = {}
    for each in house.described(game.Options):
        if each["choices"] and rng.random() < 0.3:
            given[each["name"]] = rng.choice(each["choices"])
    for common in fields(house.House):
        given.pop(house.spelled(common.name), None)
    return house.read(game.Options, given.items())


def after(table: Table, act: str) -> tuple[Table, tuple[Event, ...]]:
    """The table after an act in the words of the script, and its events."""
    (observation,) = read([act], table.play.game, table.play.options)
    return step(table, observation)


def coup_of(table: Table) -> Coup:
    """The deal at this table."""
    coup = table.play.coup
    assert isinstance(coup, Coup)
    return coup


def faults(events: tuple[Event, ...]) -> list[FaultFound]:
    """The faults among these events."""
    return [event for event in events if isinstance(event, FaultFound)]


def money_of(table: Table) -> int:
    """All money at this table."""
    deal = coup_of(table).deal
    return sum(deal.evening.purses.values()) + deal.in_play


def some_act(table: Table, rng: Random) -> tuple[str, Table]:
    """A legal act by chance, and the table after it. Where an act names a card that is elsewhere, another is
    tried; no other act that is due may be a fault."""
    for tried, act in enumerate(acts(coup_of(table), rng)):
        later, events = after(table, act)
        found = faults(events)
        if not found:
            return act, later
        assert {each.fault.kind for each in found} == {"impossible-card"}, (act, [*map(str, found)])
        assert tried < TRIES_MOST, act
    raise AssertionError(f"nothing is due: {coup_of(table).deal}")


def dealt(game: HouseholdGame, seed: int, *, deals: int = 2) -> list[Position]:
    """Every position of a few random deals. The money stays the same, and each trick has one taker."""
    rng = Random(f"{game.NAME} {seed}")
    table = opened(game, some_options(game, rng))
    whole, positions = money_of(table), []
    script: tuple[str, ...] = ()
    for number in range(1, deals + 1):
        while table.play.number < number or table.play.result is None:
            positions.append(Position(table, script))
            act, table = some_act(table, rng)
            script = (*script, act)
            assert money_of(table) == whole, (act, script)
            assert len(script) < ACTS_MOST * number, "the deal has no end"
        assert_tricks_are_taken(coup_of(table))
    return positions


def assert_tricks_are_taken(coup: Coup) -> None:
    """Each trick has one taker, and they are counted from one."""
    tricks = [keys for name, keys in coup.deal.lines if name == "trick"]
    assert [keys["number"] for keys in tricks] == [*range(1, len(tricks) + 1)]
    assert all(keys["seat"] in coup.deal.evening.seats for keys in tricks)


def illegal(position: Position, rng: Random) -> str | None:
    """An act in the words of the game that is not due; None where chance finds none."""
    coup = coup_of(position.table)
    for _ in range(20):
        act = _some_words(coup, rng)
        if act is not None and not is_due(coup, act):
            return act
    return None


def _some_words(coup: Coup, rng: Random) -> str | None:
    """Words of this game, by chance."""
    slots = {"SEAT": str(rng.randint(1, 8)), "NUMBER": str(rng.randint(0, 9)), "AMOUNT": "1.25", "SUIT": "H"}
    slots |= {"CARD": "8C", "CARDS": "8C 9D"}
    words = []
    for part in rng.choice(coup.rules.WORDS).split():
        word = part.strip("[]")
        words.append(slots.get(word) or rng.choice(word.split("|")))
    act = " ".join(words)
    return act if match(coup.rules.WORDS, act) else None


def is_due(coup: Coup, act: str) -> bool:
    """Whether the act is due, or may be: one with slots that begins alike is, and a bid of five where that is
    called nap."""
    called = FIVE_TRICKS.sub(r"\1 nap", act)
    act = called if any(called in turn.acts for turn in coup.turns) else act
    return any(
        _fits(offer, act) or (offer in _cards_of(turn.seat) and act.startswith(f"play {turn.seat} "))
        for turn in coup.turns
        for offer in turn.acts
    )


def _cards_of(seat: int) -> tuple[str, str]:
    """A card that is turned up and one that is drawn: either may also be seen where this seat laid it."""
    return "CARD", f"draw {seat} CARDS"


def _fits(offer: str, act: str) -> bool:
    said, offered = act.lower().split(), offer.split()
    if len(said) < len(offered) or (_is_slot(offered[0]) and len(said) > 1):  # a card alone is one word
        return False
    return all(_is_slot(word) or word.lower() == each for word, each in zip(offered, said, strict=False))


def _is_slot(word: str) -> bool:
    return word.isalpha() and word.isupper()


def refusal(position: Position, act: str) -> str:
    """What is wrong with the answer to an illegal act; empty where it is refused and nothing else changes."""
    before = position.table
    try:
        later, events = after(before, act)
    except ScriptError as error:
        return str(error)
    if not faults(events):
        return f"{act}: no fault after {position.script}"
    old, new = coup_of(before), coup_of(later)
    if (later.play.result is None) != (before.play.result is None) or later.play.number != before.play.number:
        return f"{act}: a fault opened or ended a deal after {position.script}"
    same = new.deal._replace(faults=old.deal.faults) == old.deal  # type: ignore[attr-defined]
    return "" if same else f"{act}: a fault changed the deal after {position.script}"
