"""Chemin de fer over long evenings, and under any sequence of acts."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.core.cards import DECK
from sabot.core.events import CoupDecided
from sabot.core.observations import (
    Announced,
    CardSeen,
    Said,
    Staked,
)
from sabot.core.shapes.view import Result
from sabot.core.table import opened, step
from sabot.core.view import view
from sabot.games.chemin_de_fer import coup as coup_rules
from sabot.games.chemin_de_fer.offers import called_for
from sabot.games.chemin_de_fer.options import Options
from sabot.games.chemin_de_fer.rehearsal import Hands, shift
from sabot.games.register import GAMES
from tests.controller.dealing import card
from tests.controller.games import chips
from tests.controller.games.anything import (
    ACTS_WITHOUT_WORDS,
    each_act_shows_plain_values_and_can_be_taken_back,
)

pytestmark = pytest.mark.slow


def test_who_looks_first_changes_no_result() -> None:
    for seed in range(20):
        acts = [act for act, _ in shift(Random(seed), coups=10)]
        first, second = (outcomes(acts, banker_peeks_first=peeks) for peeks in (True, False))
        assert first == second


def outcomes(acts: list[Any], **options: Any) -> list[Result]:
    table, found = opened(GAMES["chemin-de-fer"], Options(**options)), []
    for act in acts:
        table, events = step(table, act)
        found += [event.result for event in events if isinstance(event, CoupDecided)]
    return found


def test_faultless_coups_end_as_a_dealer_who_knows_no_referee_has_it() -> None:
    acts = [act for act, _ in shift(Random(5), coups=500)]
    for result in outcomes(acts):
        ponte, banque = (
            sum(_value(card) for card in result["cards"][place]) for place in ("ponte", "banque")
        )
        assert result["points"] == {"ponte": ponte % 10, "banque": banque % 10}
        assert result["winner"] == Hands({"ponte": [ponte], "banque": [banque]}).winner()


def _value(card: str) -> int:
    return 1 if card[0] == "A" else int(card[0]) if card[0].isdigit() else 0


WORDS = (
    *("banque 1 16", "banque 2 5", "banco 3", "banco 12", "suivi 3", "avec-la-table 4", "passe", "prend 6 8"),
    *("enchere 6 9", "enchere 3 20", "prend 4 16", "adjuge", "annule"),
    *("refuse 1", "associe 5", "tableau", "ponte carte", "ponte non", "ponte abat"),
    *("banque carte", "banque non", "banque abat", "confirme", "nonsense"),
)
ANYTHING = st.one_of(
    st.builds(
        CardSeen,
        st.sampled_from([*DECK, None]),
        st.sampled_from([None, "ponte", "banque"]),
        st.just("sabot"),
        st.just(""),
    ),
    st.builds(Said, st.sampled_from(WORDS)),
    st.builds(Said, st.sampled_from(WORDS)),
    st.builds(
        Staked, st.sampled_from(["ponte", "banque"]), st.integers(-1, 3000), st.none() | st.integers(1, 12)
    ),
    st.sampled_from([*ACTS_WITHOUT_WORDS, Announced("banque")]),
)
HOUSES = st.builds(
    Options,
    close=st.sampled_from(["auto", "croupier"]),
    rnvp=st.sampled_from(["optional", "required"]),
    faux_tirage=st.sampled_from(["burn", "next", "hold", "stand"]),
    decks=st.just(1),
    direction=st.sampled_from(["right", "left"]),
    first_bank=st.sampled_from(["seat1", "auction"]),
    may_refuse=st.booleans(),
    bank_minimum=st.sampled_from([0, 500]),
    pass_offer=st.sampled_from(["auction", "next"]),
    banker_peeks_first=st.booleans(),
    ponte_five=st.sampled_from(["free", "draw"]),
    suivi=st.sampled_from(["next", "kept"]),
)


@given(st.lists(ANYTHING, max_size=60), HOUSES)
def test_whatever_happens_the_table_goes_on_and_the_stakes_never_exceed_the_bank(
    acts: list[Any], options: Options
) -> None:
    table = opened(GAMES["chemin-de-fer"], options)
    for act in acts:
        table, _ = step(table, act)
        coup = table.play.coup
        if coup.bets_closed and coup.bank.amount:
            assert sum(stake.amount for stake in coup.stakes) <= coup.bank.amount
        assert all(stake.amount > 0 for stake in coup.stakes)
        assert len(coup.ponte) <= 3 >= len(coup.banque)
        assert coup.bank.benefice >= 0
        view(table)


@given(st.lists(ANYTHING, min_size=1, max_size=40), HOUSES)
def test_taking_the_last_act_back_leaves_the_table_as_it_was(acts: list[Any], options: Options) -> None:
    each_act_shows_plain_values_and_can_be_taken_back(opened(GAMES["chemin-de-fer"], options), acts)


def _bank(coup: Any) -> int:
    return int(coup.bank.amount + coup.bank.benefice)


def _called(coup: Any) -> int:
    """The stakes on the cloth for a banco, or for half of the bank."""
    laid = () if coup.kept else called_for(coup_rules.served(coup), bank=coup.bank.amount)
    return sum(stake.amount for stake in laid)


TILL = chips.Till(_bank, _called)


WHOLE_COUPS = ("TH 5C TD 4S", "5H TC 4D TS", "QC KC 9D 9H")
"""Cards that decide a coup, so that many are settled."""
CHUNKS = st.one_of(
    st.lists(ANYTHING, min_size=1, max_size=2),
    st.lists(ANYTHING, min_size=1, max_size=2),
    st.sampled_from([[CardSeen(card(text)) for text in cards.split()] for cards in WHOLE_COUPS]),
)


@given(st.lists(CHUNKS, max_size=25), HOUSES)
def test_chips_are_neither_made_nor_lost(chunks: list[list[Any]], options: Options) -> None:
    options = replace(options, faux_tirage="burn" if options.faux_tirage == "hold" else options.faux_tirage)
    table = opened(GAMES["chemin-de-fer"], options)
    chips.count_all(table, [Said("banque 1 16"), *chain.from_iterable(chunks)], till=TILL)


STRAY = (
    *("passe", "enchere 3 9", "enchere 12 20", "prend 4 16", "adjuge", "annule", "banco 3", "banco 12"),
    *("avec-la-table 4", "suivi", "associe 5", "refuse 1", "retire ponte 3"),
)


@pytest.mark.parametrize("seed", range(10))
def test_chips_are_neither_made_nor_lost_in_an_evening_with_stray_words(seed: int) -> None:
    rng = Random(seed)
    house: Any = chips.chosen(
        rng, {"direction": ("right", "left"), "first_bank": ("seat1", "auction"), "suivi": ("next", "kept")}
    )
    options = Options(bank_minimum=10_00, **house)
    acts = chips.with_stray(rng, shift(rng, coups=60, faults=0.3, options=options), STRAY)
    chips.count_all(opened(GAMES["chemin-de-fer"], options), acts, till=TILL)
