"""The five games are held against programs that know them from the book alone, act by act, in any house.

A program that believes in another house than the table's must notice it: so each option is known.
"""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random

import pytest

from sabot.core import options
from sabot.games.register import GAMES
from tests.controller.following import shift
from tests.controller.games.oracles import ORACLES, disagreement
from tests.controller.random_coups import SUMS, some_house

ACTS, SHIFTS_AT_MOST = 400, 48

WITHOUT_EFFECT = {
    ("roulette", "faux-tirage", "next"): "there is no card that could open the next coup",
    ("chemin-de-fer", "settle-order", "losers-first"): "all stakes lie on one side: all win, or all lose",
}

HELPS = {
    "half-pay-total": {"no-tax": "on"},
    "no-tax": {"tax-percent": "5"},
    "tax-percent": {"no-tax": "off"},
    "tax-rounding": {"no-tax": "off", "tax-percent": "5"},
    "pair-pays": {"pairs": "on"},
    "prison-full": {"prison-levels": "1", "zero-rule": "prison"},
    "prison-levels": {"zero-rule": "prison", "prison-full": "stays"},
    "half-rest": {"refait": "half"},
    "insurance-minimum": {"insurance": "on"},
    "insurance-percent": {"insurance": "on", "insurance-minimum": "1.00"},
    "premium-back": {"insurance": "on", "insurance-minimum": "1.00"},
    "faux-tirage": {"close": "croupier"},
    "min-cards": {"decks": "1"},
    "tapis-draw": {"decks": "1", "fin": "on"},
    "fin": {"decks": "1"},
    "guignot-large": {"guignot-threshold": "60.00", "fixed-banker": "off"},
    "guignot-threshold": {"fixed-banker": "off"},
    "may-refuse": {"first-bank": "seat1"},
}
"""Other options without which an option has little or no effect."""


def values(game: str, name: str) -> tuple[str, list[str]]:
    """The default of an option, and its other values that are tried."""
    (each,) = [each for each in options.described(GAMES[game].Options) if each["name"] == name]
    known = [*SUMS.get(name, ()), *each["choices"]]
    others = [value for value in known if value != each["default"]]
    return each["default"], others[:1] if len(each["choices"]) > 5 or name in SUMS else others


OPTIONS = [
    (game, each["name"], other)
    for game in ORACLES
    for each in options.described(GAMES[game].Options)
    for other in values(game, each["name"])[1]
    if (game, each["name"], other) not in WITHOUT_EFFECT
]


def is_seen(game: str, name: str, other: str, *, seed: int) -> bool:
    """Whether a program that believes in the default notices a house with another value."""
    kind = GAMES[game].Options
    helps = {key: value for key, value in HELPS.get(name, {}).items() if key in _names(game)}
    house = some_house(Random(seed), GAMES[game], **(helps | {name: other}))
    (default,) = [each.default for each in fields(kind) if options.spelled(each.name) == name]
    believed = replace(house, **{name.replace("-", "_"): default})
    done = shift(game, seed=seed, acts=ACTS, options=house)
    return bool(disagreement(done.first, done.left, house=believed))


def _names(game: str) -> set[str]:
    return {each["name"] for each in options.described(GAMES[game].Options)}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name", "other"), OPTIONS)
def test_every_option_changes_what_the_book_says_must_come(game: str, name: str, other: str) -> None:
    """An option that is added and that no program knows fails here."""
    assert any(is_seen(game, name, other, seed=seed) for seed in range(SHIFTS_AT_MOST))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ORACLES)
def test_the_table_does_what_the_book_says_in_any_house(game: str, seed: int) -> None:
    done = shift(game, seed=seed, acts=500)
    assert not disagreement(done.first, done.left)


def test_every_game_has_a_program_that_knows_it_from_the_book() -> None:
    assert ORACLES.keys() == GAMES.keys()
