"""A revoke is proven by later cards, or by counting."""

from __future__ import annotations

from sabot.core.cards import Card, card_named
from sabot.games.tricks.revokes import Hands, impossible_suits, void_since, voids


def trick(*plays: str) -> list[tuple[int, Card]]:
    """`2:AS` and so on."""
    pairs = (play.split(":") for play in plays)
    return [(int(seat), card) for seat, name in pairs if (card := card_named(name))]


def test_a_card_that_does_not_follow_says_that_its_player_is_void() -> None:
    laid = [trick("1:AS", "2:2S"), trick("1:KS", "2:3H")]
    assert void_since(laid, 2, "S") == 2
    assert void_since(laid, 1, "S") is None
    assert void_since(laid, 3, "S") is None


def test_a_later_card_of_the_suit_takes_that_back() -> None:
    laid = [trick("1:KS", "2:3H"), trick("2:4S", "1:5S")]
    assert void_since(laid, 2, "S") is None
    assert void_since([*laid, trick("1:6S", "2:5H"), trick("1:7S", "2:6H")], 2, "S") == 3


def test_every_void_of_the_players_is_known() -> None:
    laid = [trick("1:KS", "2:3H", "3:2C")]
    assert voids(laid, [1, 2]) == {(2, "S")}


def test_cards_that_fit_nowhere_prove_a_revoke() -> None:
    """The theorem of Hall: five clubs are out, and only a hand of four cards may hold clubs."""
    void = {(2, "C"), (3, "C")}
    assert impossible_suits(Hands({1: 4, 2: 4, 3: 4}, {"C": 5, "S": 7}), void) == frozenset("C")
    assert impossible_suits(Hands({1: 4, 2: 4, 3: 4}, {"C": 4, "S": 8}), void) is None


def test_two_suits_together_may_be_too_many() -> None:
    void = {(2, "C"), (2, "D"), (3, "C"), (3, "D")}
    assert impossible_suits(Hands({1: 4, 2: 4, 3: 4}, {"C": 3, "D": 3, "S": 6}), void) == frozenset("CD")
