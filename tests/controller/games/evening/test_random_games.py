"""200 random games at each household game, and an illegal act at a random place of each."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from sabot.core.cards import any_card_named
from sabot.core.events import as_dict
from sabot.core.observations import Undone
from sabot.core.table import opened, step
from sabot.core.view import view
from tests.controller.games.evening.random_games import (
    HOUSEHOLD,
    after,
    coup_of,
    dealt,
    illegal,
    refusal,
)

pytestmark = pytest.mark.no_cover

GAMES_PLAYED = 60
every_game = pytest.mark.parametrize("name", HOUSEHOLD)


@every_game
def test_in_random_games_money_is_kept_and_an_illegal_act_is_refused_where_it_is_made(name: str) -> None:
    refused = 0
    for seed in range(GAMES_PLAYED):
        positions = dealt(HOUSEHOLD[name], seed, deals=1)
        rng = Random(seed)
        position = rng.choice(positions)
        act = illegal(position, rng)
        if act is not None:
            refused += 1
            assert refusal(position, act) == ""
    assert refused > GAMES_PLAYED / 2


@every_game
def test_an_act_in_the_middle_of_a_deal_can_be_taken_back(name: str) -> None:
    positions = dealt(HOUSEHOLD[name], 7)
    for before, later in pairwise(positions):
        back, _ = step(later.table, Undone())
        assert back.play._replace(taille=before.table.play.taille) == before.table.play


@every_game
def test_the_same_script_leads_to_the_same_table(name: str) -> None:
    last = dealt(HOUSEHOLD[name], 11)[-1]
    table = opened(HOUSEHOLD[name], last.table.play.options)
    for act in last.script:
        table, _ = after(table, act)
    assert table.play == last.table.play


@every_game
def test_no_screen_that_everybody_sees_shows_a_card_of_a_hand(name: str) -> None:
    for position in dealt(HOUSEHOLD[name], 13):
        coup = coup_of(position.table)
        hidden = {str(card) for seat in coup.deal.evening.seats for card in coup.hand_of(seat) or ()}
        open_now = {**view(position.table), "results": []}  # a card of an earlier deal may be in a hand again
        shown = {word for text in _texts(open_now) for word in text.split() if any_card_named(word)}
        assert not shown & hidden


@every_game
def test_no_screen_that_everybody_sees_says_that_a_seat_may_do_something_secret(name: str) -> None:
    """Who may declare the king at écarté holds it; who may split has a pair."""
    for seed in (13, 14):
        for position in dealt(HOUSEHOLD[name], seed):
            assert all(turn["acts"] for turn in view(position.table)["turns"][1:])


TWICE = {"nap": 5, "ecarte": 5, "napoleonnen": 5, "rikken": 13, "poker": 5, "commetten": 8, "mieen": 3}
"""Games in which a hand may be known, and how many cards it has."""


@pytest.mark.parametrize("name", TWICE)
def test_a_hand_that_is_refused_names_no_card(name: str) -> None:
    """Which card is in another hand would be read by everybody."""
    cards = [f"{rank}{suit}" for suit in "SH" for rank in "9TJQKA8765432"]
    count = TWICE[name]
    table, _ = after(opened(HOUSEHOLD[name], HOUSEHOLD[name].Options()), f"hand 2 {' '.join(cards[:count])}")
    _, events = after(table, f"hand 1 {' '.join([*cards[13 : 12 + count], cards[0]])}")
    (fault,) = map(as_dict, events)
    assert fault["kind"] == "impossible-card"
    named = {word for text in _texts(fault) for word in text.split() if any_card_named(word)}
    assert named - {"as"} == set()


def _texts(plain: object) -> list[str]:
    """Every text in plain values."""
    if isinstance(plain, dict):
        return [text for each in plain.values() for text in _texts(each)]
    if isinstance(plain, list | tuple):
        return [text for each in plain for text in _texts(each)]
    return [plain] if isinstance(plain, str) else []
