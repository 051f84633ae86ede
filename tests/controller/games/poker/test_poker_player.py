"""Simulated players at poker: what they keep, and that they play legally and with sense."""

from __future__ import annotations

from random import Random

import pytest

from sabot.core.cards import any_card_named
from sabot.core.events import FaultFound
from sabot.core.observations import CardSeen, Said
from sabot.core.table import Table, opened, step
from sabot.core.terms import Turn
from sabot.games.poker.descriptor import POKER
from sabot.games.poker.options import Options
from sabot.games.poker.player import PLAYERS, spoken, strength, swapped
from tests.controller.games.evening.random_games import coup_of, money_of


def hand(text: str):
    return tuple(card for name in text.split() if (card := any_card_named(name)))


@pytest.mark.parametrize(
    ("cards", "act"),
    [
        ("KC KD 7S 5H 3S", "swap 2 7S 5H 3S"),
        ("KC KD 7S 7H 3S", "swap 2 3S"),
        ("AC KD 9S 7H 3S", "swap 2 KD 9S 7H 3S"),
        ("AC 8D 9S 7H joker", "swap 2 8D 9S 7H"),
        ("9C 8D 7S 6H 5S", "swap 2 0"),
        ("AH KH 9H 7H 3H", "swap 2 0"),
        ("KC KD KS 7H 7S", "swap 2 0"),
    ],
)
def test_what_makes_a_combination_is_kept(cards: str, act: str):
    assert swapped(2, hand(cards)) == act


@pytest.mark.parametrize(
    ("cards", "value"), [("AC KD", 0), ("AC AD", 1), ("AC joker 7D", 1), ("7C 7D 7H", 2), ("7C 7D 8H 8S", 2)]
)
def test_a_hand_of_stud_is_weighed_as_far_as_it_is_dealt(cards: str, value: int):
    assert strength(hand(cards)) == value


def went_on(value: int, *, limits: tuple[int, int] = (10, 500)) -> list[str]:
    turn = Turn(2, ("fold 2", "see 2", "raise 2 AMOUNT"), limits)
    offered = {act.split()[0]: act for act in turn.acts}
    return [spoken(offered, value, turn, rng=Random(seed)).split()[0] for seed in range(200)]


def test_the_better_the_hand_the_more_it_is_played_and_raised():
    raised = [went_on(value).count("raise") for value in (0, 1, 2)]
    folded = [went_on(value).count("fold") for value in (0, 1, 2)]
    assert raised == sorted(raised)
    assert folded == sorted(folded, reverse=True)
    assert folded[2] < 20 < raised[2]


def dealt(variant: str, *, seed: int, acts: int) -> tuple[Table, int]:
    """A table after this many acts of its players, and how many deals were decided by comparing hands."""
    rng, compared = Random(seed), 0
    tables = [opened(POKER.rules, Options(variant=variant, jackpot="both"))]
    while len(tables) <= acts:
        for proposed in PLAYERS.speak(lambda: tables[-1].play, rng):
            assert isinstance(proposed, Said | CardSeen)
            later, events = step(tables[-1], proposed)
            if not any(isinstance(event, FaultFound) for event in events):
                tables.append(later)
                compared += any("showdown" in str(event) for event in events)
                break
    return tables[-1], compared


@pytest.mark.parametrize("variant", ["draw", "doubles", "five-stud", "seven-stud"])
def test_players_play_whole_deals_and_show_their_hands(variant: str):
    table, compared = dealt(variant, seed=3, acts=400)
    assert table.play.number > 3
    assert compared > 0
    assert money_of(table) == 0
    assert coup_of(table).deal.evening.number > 3
