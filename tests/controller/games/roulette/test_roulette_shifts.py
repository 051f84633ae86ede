"""Roulette over a real permanence, over random shifts, and under any sequence of acts."""

from __future__ import annotations

import os
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.core.cards import DECK
from sabot.core.events import StakeSettled
from sabot.core.observations import (
    Announced,
    BallSeen,
    CardSeen,
    Said,
    Staked,
)
from sabot.core.table import opened, step
from sabot.games.roulette import rules as roulette
from sabot.games.roulette.rules import Options
from sabot.games.roulette.stakes import Lot, worth
from sabot.games.wheel.layout import SIMPLE_CHANCES, WHEELS
from tests.controller.dealing import lines_of, only
from tests.controller.games.anything import (
    ACTS_WITHOUT_WORDS,
    each_act_shows_plain_values_and_can_be_taken_back,
)
from tests.shared import shared

pytestmark = pytest.mark.slow

GAME = "roulette"
BETS = tuple(WHEELS[37].bets)
NUMBERS = None if os.environ.get("SABOT_SOAK") else 30_000


# --- a real permanence ------------------------------------------------------------------------------


def wiesbaden() -> list[str]:
    """The numbers of a table of the casino of Wiesbaden, as it publishes them."""
    text = shared("data/roulette/wiesbaden-table1.txt").read_text()
    return text.replace("\n", ",").strip(",").split(",")


def due(name: str, pocket: str) -> Fraction:
    """What one unit brings back, worked out without the code under test."""
    held = WHEELS[37].bets[name].numbers
    if pocket in held:
        return Fraction(36, len(held))
    return Fraction(1, 2) if pocket == "0" and name in SIMPLE_CHANCES else Fraction(0)


def test_the_bank_keeps_what_counts_and_payouts_say_when_every_bet_lies_on_every_real_coup() -> None:
    fell = Counter(wiesbaden())
    stakes = "\n".join(f"bet {name} 1" for name in BETS)
    bank, reckoned = 0, Fraction(0)
    for pocket, times in fell.items():
        lines = only(lines_of(GAME, f"{stakes}\n{pocket}", double_dozen="on"), "settlement")
        bank += times * sum(
            round(100 * float(line["stake"])) - round(100 * float(line["returned"])) for line in lines
        )
        reckoned += times * sum(100 - 100 * due(name, pocket) for name in BETS)
    assert len(lines) == len(BETS)
    assert bank == reckoned


def test_the_bank_keeps_what_counts_and_payouts_say_over_a_real_permanence() -> None:
    """Every bet in turn, one a coup, through the referee; the balance is the sum of counts times payouts.

    All 187,630 numbers in `make soak`; the first of them, every bet some 180 times, otherwise.
    """
    table, bank, laid = opened(roulette, Options(double_dozen=True)), 0, Counter[tuple[str, str]]()
    for nth, pocket in enumerate(wiesbaden()[:NUMBERS]):
        name = BETS[nth % len(BETS)]
        laid[name, pocket] += 1
        table, _ = step(table, Staked(name, 100))
        table, events = step(table, BallSeen(pocket))
        (settlement,) = (each.settlement for each in events if type(each) is StakeSettled)
        bank += settlement.stake - settlement.returned
    assert bank == sum(times * (100 - 100 * due(*key)) for key, times in laid.items())


def released(levels: list[int], pocket: str) -> tuple[list[int], int]:
    """Stakes in prison after one more number, and how many walk free: TT's rule, by hand."""
    if pocket == "0":
        return [level + 1 for level in levels], 0
    red = pocket in WHEELS[37].bets["rouge"].numbers
    return ([level - 1 for level in levels if level > 1] if red else []), (levels.count(1) if red else 0)


def test_prison_over_a_real_permanence_keeps_what_a_plain_ledger_keeps() -> None:
    table, bank = opened(roulette, Options(zero_rule="prison")), 0
    levels: list[int] = []
    owed = 0
    for pocket in wiesbaden()[:20_000]:
        table, _ = step(table, Staked("rouge", 100))
        table, events = step(table, BallSeen(pocket))
        bank -= sum(each.settlement.returned for each in events if type(each) is StakeSettled)
        levels, free = released(levels, pocket)
        levels += [1] if pocket == "0" else []
        owed -= 100 * free + (200 if pocket in WHEELS[37].bets["rouge"].numbers else 0)
    assert bank == owed
    assert sorted(lot.level for lot in roulette.following(table.play.coup, table.play.sabot).held) == sorted(
        levels
    )


# --- anything may happen -------------------------------------------------------------------------------


POCKETS = st.sampled_from([*WHEELS[39].order, "37", "", "x"])
WHERE = st.sampled_from([*BETS[::7], *SIMPLE_CHANCES, "voisins", "finale:7", "voisins-de:17:2", "nowhere"])
SAYS = st.builds(
    "{} {} {}".format, st.sampled_from(["prison", "moitie"]), WHERE, st.sampled_from(["", "1", "2"])
)
ACTS = st.one_of(
    st.builds(BallSeen, POCKETS),
    st.builds(Staked, WHERE, st.integers(-1, 10_000), st.sampled_from([None, 1, 2])),
    st.builds(Said, SAYS | st.text(max_size=8)),
    st.builds(Announced, POCKETS | st.text(max_size=8)),
    st.builds(CardSeen, st.none() | st.sampled_from(DECK)),
    st.sampled_from(ACTS_WITHOUT_WORDS),
)
HOUSES = st.builds(
    Options,
    pockets=st.sampled_from([37, 38, 39]),
    zero_rule=st.sampled_from(["half", "prison", "choice", "lose"]),
    prison_levels=st.integers(0, 2),
    prison_full=st.sampled_from(["lost", "stays", "half"]),
    double_dozen=st.booleans(),
    close=st.sampled_from(["auto", "croupier"]),
    rnvp=st.sampled_from(["optional", "required"]),
    faux_tirage=st.sampled_from(["burn", "next", "hold"]),
)


@given(HOUSES, st.lists(ACTS, max_size=40))
def test_whatever_happens_the_table_shows_plain_values_and_undo_brings_back_what_was(
    options: Options, acts: list[Any]
) -> None:
    each_act_shows_plain_values_and_can_be_taken_back(opened(roulette, options), acts)


@given(HOUSES, st.lists(ACTS, max_size=40))
def test_no_stake_returns_more_than_its_bet_pays_nor_less_than_nothing(
    options: Options, acts: list[Any]
) -> None:
    table = opened(roulette, options)
    for act in acts:
        table, events = step(table, act)
        for each in (event.settlement for event in events if isinstance(event, StakeSettled)):
            assert 0 <= each.returned <= WHEELS[options.pockets].bets[each.bet].returned(each.stake)
            assert each.held is None or each.returned == 0


@given(st.integers(1, 10**9), st.integers(1, 40))
def test_a_prisoner_is_worth_half_for_each_level(amount: int, level: int) -> None:
    assert worth(Lot("rouge", amount, None, level)) == amount // 2**level
