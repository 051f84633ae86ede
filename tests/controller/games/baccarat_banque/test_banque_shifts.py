"""Baccarat banque over long shifts and under anything at all."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.core.cards import DECK
from sabot.core.events import LedgerChanged, StakeSettled
from sabot.core.observations import (
    Announced,
    BallSeen,
    CardSeen,
    CoupEnded,
    Said,
    Staked,
)
from sabot.core.table import opened, step
from sabot.games.baccarat_banque import rules as baccarat_banque
from sabot.games.baccarat_banque.cover import served
from sabot.games.baccarat_banque.options import Options
from sabot.games.baccarat_banque.rehearsal import shift
from tests.controller.dealing import card
from tests.controller.games import chips
from tests.controller.games.anything import (
    ACTS_WITHOUT_WORDS,
    each_act_shows_plain_values_and_can_be_taken_back,
)

pytestmark = pytest.mark.slow


PLACES = st.sampled_from([None, *baccarat_banque.PLACES])
SEATS = st.sampled_from([1, 2, 12, 13])
WORDS = st.one_of(
    st.builds("{} {}".format, PLACES, st.sampled_from(["carte", "non", "abat"])),
    st.builds("{} {}".format, st.sampled_from(["banco", "suivi", "rouge", "noir"]), SEATS),
    st.builds(
        "{} {} {}".format, st.sampled_from(["banque", "prend"]), SEATS, st.sampled_from([10, 20, 0.03])
    ),
    st.builds("enchere {} {}".format, SEATS, st.sampled_from([5, 10, 15, 20, 40])),
    st.sampled_from(["adjuge", "annule", "new"]),
    st.builds("banque 0 {}".format, st.sampled_from([10, 20, 0.03])),
    st.builds("passe {} {} {}".format, PLACES, PLACES, SEATS),
    st.sampled_from(["ouverte", "egaux", "brule", "suite", "tableau", "rouge", "confirme"]),
    st.builds("fin {}".format, st.sampled_from(["tapis", "belle", "rouge-noir"])),
    st.text(max_size=8),
)
CARDS = st.builds(CardSeen, st.sampled_from([None, *DECK]), PLACES, st.just("sabot"), st.just(""))
ACTS = st.one_of(
    CARDS,
    CARDS,
    st.builds(Said, WORDS),
    st.builds(
        Staked, st.sampled_from(["droite", "gauche", "banque"]), st.integers(-1, 3000), SEATS | st.none()
    ),
    st.builds(
        Announced, st.sampled_from(["ponte", "banque ponte", "en cartes", "droite egalite"]) | st.text()
    ),
    st.sampled_from([*ACTS_WITHOUT_WORDS, BallSeen("7")]),
)
HOUSES = st.builds(
    Options,
    decks=st.sampled_from([1, 2]),
    ponte_five=st.sampled_from(["free", "draw"]),
    natural=st.sampled_from(["points", "at-once"]),
    fixed_banker=st.booleans(),
    fin=st.booleans(),
    tapis_draw=st.sampled_from(["rules", "free"]),
    guignot_base=st.sampled_from(["deposit", "winnings"]),
    close=st.sampled_from(["auto", "croupier"]),
    rnvp=st.sampled_from(["optional", "required"]),
    faux_tirage=st.sampled_from(["burn", "next", "hold", "stand"]),
)
BEFORE = st.sampled_from([0, 92, 97, 100, 102])
"""Cards laid beside a first coup, so that the last ones of a sabot come soon."""


def beginning(options: Options, emptied: int) -> Any:
    table = opened(baccarat_banque, options)
    six = [DECK[5], DECK[18], DECK[32], DECK[11], DECK[24], DECK[37]]
    for dealt in [*six, *[DECK[3]] * (emptied - 6)][:emptied]:
        table, _ = step(table, CardSeen(dealt))
    return step(table, CoupEnded())[0] if emptied else table


@given(HOUSES, BEFORE, st.lists(ACTS, max_size=40))
def test_whatever_happens_the_table_shows_plain_values_and_undo_brings_back_what_was(
    options: Options, emptied: int, acts: list[Any]
) -> None:
    each_act_shows_plain_values_and_can_be_taken_back(beginning(options, emptied), acts)


@given(HOUSES, BEFORE, st.lists(ACTS, max_size=40))
def test_no_money_comes_from_nowhere(options: Options, emptied: int, acts: list[Any]) -> None:
    """A stake returns nothing, itself or twice itself, and what the bank wins is what the stakes lose."""
    table = beginning(options, emptied)
    for act in acts:
        table, events = step(table, act)
        settled = [event.settlement for event in events if isinstance(event, StakeSettled)]
        assert all(each.returned in (0, each.stake, 2 * each.stake) for each in settled)
        told = [event for event in events if isinstance(event, LedgerChanged)]
        nets = [event.entries["net"] for event in told if event.name == "banque"]
        if nets and options.faux_tirage == "burn":
            lost = sum(each.stake - each.returned for each in settled)
            assert round(100 * float(nets[0])) == lost


@given(HOUSES, st.lists(ACTS, max_size=40))
def test_stakes_never_exceed_half_the_bank_on_a_side(options: Options, acts: list[Any]) -> None:
    table = opened(baccarat_banque, options)
    for act in acts:
        table, _ = step(table, act)
        coup = table.play.coup
        if options.fixed_banker or coup.cloth.ouverte or not coup.bank.known or not coup.bets_closed:
            continue
        for side in ("droite", "gauche"):
            laid = sum(stake.amount for stake in coup.stakes if stake.where == side)
            assert laid <= coup.bank.amount - coup.bank.amount // 2


def _called(coup: Any) -> int:
    """The stakes on the cloth for a banco."""
    offer = None if coup.bank.is_missing else served(coup)
    return coup.bank.amount if offer else 0


TILL = chips.Till(lambda coup: coup.bank.amount, _called)


WHOLE_COUPS = ("2C 3C 9D KC KD KH", "9C 8C 2D KC KD KH", "9C 2C 9D KC KD KH", "8H KC 3D KS KH KD 5C 6S")
"""Cards that decide a coup, so that many are settled."""
CHUNKS = st.one_of(
    st.lists(ACTS, min_size=1, max_size=2),
    st.lists(ACTS, min_size=1, max_size=2),
    st.sampled_from([[CardSeen(card(text)) for text in cards.split()] for cards in WHOLE_COUPS]),
)


@given(HOUSES, BEFORE, st.lists(CHUNKS, max_size=25))
def test_chips_are_neither_made_nor_lost(options: Options, emptied: int, chunks: list[list[Any]]) -> None:
    options = replace(options, faux_tirage="burn" if options.faux_tirage == "hold" else options.faux_tirage)
    acts = [Said("banque 0 10"), *chain.from_iterable(chunks)]
    chips.count_all(beginning(options, emptied), acts, till=TILL)


STRAY = (
    *("brule", "suite", "enchere 3 9", "enchere 0 20", "prend 4 16", "adjuge", "annule", "banco 3", "egaux"),
    *("ouverte", "suivi", "passe droite gauche 3", "banque 0 30", "retire droite 3"),
)


@pytest.mark.parametrize("seed", range(10))
def test_chips_are_neither_made_nor_lost_in_an_evening_with_stray_words(seed: int) -> None:
    rng = Random(seed)
    own = {"natural": ("points", "at-once"), "guignot_base": ("deposit", "winnings")}
    house: Any = chips.chosen(rng, own)
    options = Options(**house)
    acts = chips.with_stray(rng, shift(rng, coups=60, faults=0.3, options=options), STRAY)
    chips.count_all(opened(baccarat_banque, options), acts, till=TILL)
