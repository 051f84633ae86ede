"""Chips are neither made nor lost where the house holds the bank, and each stake is settled by the book.

At the games of bankers every chip that one player loses another has won: `chips` counts them.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core.observations import BallSeen, CardSeen, Observation, Undone
from sabot.core.table import Table, opened, step
from sabot.games.register import GAMES
from tests.controller.dealing import a_script, card
from tests.controller.following import shift
from tests.controller.games.baccarat_banque.test_banque_shifts import _called as called_at_banque
from tests.controller.games.cash import Cash
from tests.controller.games.chemin_de_fer.test_chemin_shifts import _called as called_at_chemin
from tests.controller.games.chips import Till, count
from tests.controller.games.payouts_by_heart import BOOK
from tests.controller.random_coups import Dealt, some_house

WHOLE_COUPS = {
    "punto-banco": ("8C 4S TH 2D", "9C 9D KC KD", "2C 2D 4C 4D KH 5C"),
    "trente-et-quarante": ("TD TC TH AS TD TS TH 4S", "TC TD TH AS TD TS TH AD", "KC KD KH 2C TC TD TH 2D"),
    "roulette": ("0", "17", "18"),
}
"""What decides a coup: ties and refaits too, so that many stakes stay."""


def counted(table: Table, acts: Iterable[Observation]) -> Cash:
    """The cash of a script without undos, and it balances after each act."""
    cash = Cash(table)
    for act in acts:
        before, (table, events) = table, step(table, act)
        cash.hears(Dealt(act, before, table, events))
        cash.balances(table)
    return cash


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", BOOK)
def test_every_stake_of_random_coups_is_settled_by_the_book_in_any_house(game: str, seed: int) -> None:
    done = shift(game, seed=seed, acts=500)
    cash = counted(done.first, done.left)
    assert cash.deposits > 0 < cash.returns


@pytest.mark.slow
@pytest.mark.parametrize("game", BOOK)
@settings(deadline=None, max_examples=50)
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_chips_are_neither_made_nor_lost_over_any_script(game: str, data: st.DataObject, seed: int) -> None:
    rules = GAMES[game]
    whole = st.sampled_from([_coup(text) for text in WHOLE_COUPS[game]])
    stray = a_script(rules).map(lambda acts: [act for act in acts if not isinstance(act, Undone)][:4])
    script = data.draw(st.lists(st.one_of(whole, whole, stray), max_size=20))
    counted(opened(rules, some_house(Random(seed), rules)), [act for acts in script for act in acts])


def _coup(text: str) -> list[Observation]:
    return [BallSeen(each) if each.isdigit() else CardSeen(card(each)) for each in text.split()]


TILLS = {
    "chemin-de-fer": Till(lambda coup: coup.bank.amount + coup.bank.benefice, called_at_chemin),
    "baccarat-banque": Till(lambda coup: coup.bank.amount, called_at_banque),
}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", TILLS)
def test_random_coups_of_bankers_make_no_chip_and_lose_none_in_any_house(game: str, seed: int) -> None:
    """A house that holds its payout back is left out: it settles some acts later."""
    done = shift(game, seed=seed, acts=400)
    table = done.first
    for act in done.left if table.play.options.faux_tirage != "hold" else ():
        before, (table, events) = table, step(table, act)
        count(before, act, table, events, till=TILLS[game])


def test_a_stake_that_comes_back_twice_is_noticed() -> None:
    done = shift("punto-banco", seed=0, acts=60)
    cash = Cash(done.first)
    cash.returns += 1
    with pytest.raises(AssertionError):
        cash.balances(done.first)
