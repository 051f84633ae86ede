"""Trente et quarante over long shifts: faults at known places, the bank's ledger, and any sequence of
acts."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.core.cards import DECK
from sabot.core.events import CoupDecided, ShoeChanged, StakeSettled
from sabot.core.observations import (
    Announced,
    BallSeen,
    CardSeen,
    CoupEnded,
    SabotOpened,
    Said,
    Staked,
)
from sabot.core.table import opened, step
from sabot.games.trente_et_quarante import rules as game
from sabot.games.trente_et_quarante.rehearsal import HOUSE, Sixain, shift
from sabot.games.trente_et_quarante.stakes import CHANCES, Options
from tests.controller.games.anything import (
    ACTS_WITHOUT_WORDS,
    each_act_shows_plain_values_and_can_be_taken_back,
)

pytestmark = pytest.mark.slow


def test_the_sixain_ends_when_the_dealer_whose_count_it_is_says_so() -> None:
    """TT: eight cards and 62 points; or a coup for which the cards did not suffice."""
    table = opened(game, HOUSE)
    spent = False
    for observation, _ in shift(Random(7), coups=3_000, options=HOUSE):
        assert spent == (type(observation) is SabotOpened) or type(observation) in (Announced, CoupEnded)
        table, events = step(table, observation)
        spent = (spent and type(observation) is not SabotOpened) or any(
            type(event) is ShoeChanged and event.state == "spent" for event in events
        )


def freed(levels: list[int], won: bool | None, winner: str | None) -> tuple[list[int], int]:
    """Stakes in prison after one more coup, and how many walk free: TT's rule, by hand."""
    if winner == "refait":
        return [level + 1 for level in levels], 0
    if won is None:
        return levels, 0
    return ([level - 1 for level in levels if level > 1], levels.count(1)) if won else ([], 0)


def test_prison_over_a_hundred_sixains_keeps_what_a_plain_ledger_keeps() -> None:
    """One stake plays every coup; after an après it is the one that stays on the table."""
    rng, table = Random(31), opened(game)
    paid = reckoned = 0
    stays = False
    for _ in range(100):
        levels: list[int] = []
        sixain = Sixain(rng, 6)
        table, events = step(table, SabotOpened())
        while not table.play.taille.spent:
            if (not table.play.opened or table.play.result) and not stays:
                table, _ = step(table, Staked("noir", 64_00))
            table, events = step(table, CardSeen(sixain.draw()))
            settled = [each.settlement for each in events if type(each) is StakeSettled]
            paid += sum(each.returned for each in settled)
            if any(type(each) is CoupDecided for each in events):
                stays = any(each.held == "table" for each in settled)
            for result in (each.result for each in events if type(each) is CoupDecided):
                winner = result["winner"]
                won = None if winner in ("apres", "refait", None) else winner == "noir"
                levels, free = freed(levels, won, winner)
                levels += [1] if winner == "refait" else []
                reckoned += 64_00 * free + {"noir": 128_00, "rouge": 0, "refait": 0}.get(winner, 64_00)
        reckoned += sum(64_00 >> level for level in levels)
    assert paid == reckoned


WHERE = st.sampled_from([*CHANCES, "vert"])
SEAT = st.sampled_from(["", " 1", " 2"])
SAYS = st.one_of(
    st.builds(
        "{} {}{}".format, st.sampled_from(["prison", "moitie", "assurance", "passe noir"]), WHERE, SEAT
    ),
    st.sampled_from(["melange", "melange 3", "coupe 3", "confirme", "brule 8C"]),
    st.text(max_size=8),
)
CARDS = st.sampled_from([card for card in DECK if card.rank in "TJA"])
CALLS = st.sampled_from(["un", "Un, un après", "rouge perd et couleur", "quarante, après", "noir"])
ACTS = st.one_of(
    st.builds(CardSeen, CARDS, st.sampled_from([None, None, "noir", "rouge"])),
    st.builds(CardSeen, CARDS),
    st.builds(CardSeen, st.none()),
    st.builds(Staked, WHERE, st.integers(-1, 100_000), st.sampled_from([None, 1, 2])),
    st.builds(Said, SAYS),
    st.builds(Announced, CALLS | st.text(max_size=8)),
    st.builds(BallSeen, st.text(max_size=3)),
    st.sampled_from(ACTS_WITHOUT_WORDS),
)
"""Tens and aces, so that rows of 31 and refaits are common."""

HOUSES = st.builds(
    Options,
    decks=st.sampled_from([1, 6]),
    after_cut=st.integers(0, 1),
    refait=st.sampled_from(["choice", "prison", "half"]),
    half_rest=st.sampled_from(["bank", "play"]),
    prison_levels=st.integers(0, 2),
    prison_full=st.sampled_from(["lost", "stays", "half"]),
    premium_back=st.sampled_from(["never", "refait", "apres", "both"]),
    insurance_minimum=st.just(100_00),
    close=st.sampled_from(["auto", "croupier"]),
    rnvp=st.sampled_from(["optional", "required"]),
    faux_tirage=st.sampled_from(["burn", "next", "hold"]),
)


@given(HOUSES, st.lists(ACTS, max_size=60))
def test_whatever_happens_the_table_shows_plain_values_and_undo_brings_back_what_was(
    options: Options, acts: list[Any]
) -> None:
    each_act_shows_plain_values_and_can_be_taken_back(opened(game, options), acts)


@given(HOUSES, st.lists(ACTS, max_size=60))
def test_no_stake_returns_more_than_twice_itself_nor_less_than_nothing(
    options: Options, acts: list[Any]
) -> None:
    table = opened(game, options)
    for act in acts:
        table, events = step(table, act)
        for each in (event.settlement for event in events if isinstance(event, StakeSettled)):
            assert 0 <= each.returned <= 2 * each.stake
            assert each.held != "prison" or each.returned == 0
