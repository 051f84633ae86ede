"""The five games are held against programs that know them from the book alone, act by act, in any house.

A program that believes in another house than the table's must notice it: so each option is known.
"""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from typing import NamedTuple

import pytest

from sabot.core import options
from sabot.core.script import read
from sabot.core.table import opened
from sabot.games.register import GAMES
from tests.controller.dealing import CASINO
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
    assert sorted(ORACLES) == sorted(CASINO)


# --- what random coups seldom meet ---------------------------------------------------------------------


class Rare(NamedTuple):
    """A few coups that random ones seldom come to, and the options of their house."""

    game: str
    script: str
    house: dict[str, str] = {}  # noqa: RUF012 (nobody writes to it)


IN_PRISON = "bet rouge 8.01 1\n0\n0\n0\n"
A_BANCO_WON = "say banque 1 10\nsay banco 3\n2C 8D KH KD\nend\n"
EN_CARTES = "9C 7H 8S KC KD KS\nend\n"
THREE_EN_CARTES = "say banque 0 10\nsay banco 3\n" + f"{EN_CARTES}say suivi\n" * 2 + EN_CARTES

RARE = {
    "half at level 1": Rare(
        "roulette",
        "bet rouge 8.01 1\n0\nsay prison rouge 1\n0\nsay moitie rouge 1\nend",
        {"zero-rule": "choice"},
    ),
    "half at level 3": Rare("roulette", f"{IN_PRISON} 0\nsay moitie rouge 1\nend", {"zero-rule": "prison"}),
    "out from level 3": Rare("roulette", f"{IN_PRISON} 1 1 1 1 end", {"zero-rule": "prison"}),
    "in and out again": Rare("roulette", f"{IN_PRISON} 1 0 1 1 1 end", {"zero-rule": "prison"}),
    "lost at level 2": Rare("roulette", f"{IN_PRISON} 1 2 end", {"zero-rule": "prison"}),
    **{
        f"the deepest level: {full}": Rare(
            "roulette",
            f"{IN_PRISON} 1 1 1 end",
            {"zero-rule": "prison", "prison-levels": "2", "prison-full": full},
        )
        for full in ("lost", "stays", "half")
    },
    "the worth at level 3": Rare("roulette", f"{IN_PRISON} new", {"zero-rule": "prison"}),
    "half pay": Rare("punto-banco", "bet banco 0.25 1\n2C 5D TH TS TD\nend", {"no-tax": "on"}),
    "no half pay": Rare("punto-banco", "bet banco 0.25 1\n2C 4D TH TS TD TC\nend", {"no-tax": "on"}),
    "the last coup annulled": Rare(
        "punto-banco", "cut\n2C 5D 4H 4D\nsay annule\n" * 2 + "8C 7D KH KD end 8C"
    ),
    **{
        f"annulled {after} coups before the last": Rare(
            "punto-banco",
            "2C cut 5D 4H 4D\nsay annule\n8C 7D KH KD end\n8D 7C KC KS end\n8S 7S QC QS end\n8H",
            {"after-cut": after},
        )
        for after in ("1", "2")
    },
    "a fourth banco en cartes": Rare("baccarat-banque", f"{THREE_EN_CARTES}say suivi", {"decks": "4"}),
    "a banco of another": Rare("baccarat-banque", f"{THREE_EN_CARTES}say banco 4", {"decks": "4"}),
    **{
        f"seat {seat} on both sides after three": Rare(
            "baccarat-banque",
            f"{THREE_EN_CARTES}bet droite 2 {seat}\nbet gauche 2 {seat}\nrnvp",
            {"decks": "4"},
        )
        for seat in (1, 2, 3)
    },
    "the full sum among seats": Rare(
        "chemin-de-fer",
        f"{A_BANCO_WON}say passe\nsay prend 5 20\nsay prend 3 20\nsay prend 7 20\nsay adjuge\n"
        "bet ponte 20 2\n2C 8D KH KD\nend",
    ),
    "the full sum from seat 4 on": Rare(
        "chemin-de-fer",
        f"{A_BANCO_WON.replace('banque 1', 'banque 4')}say passe\nsay prend 2 20\nsay prend 6 20\n"
        "say adjuge\nbet ponte 20 2\n2C 8D KH KD\nend",
    ),
    "an equal bid": Rare(
        "chemin-de-fer",
        f"{A_BANCO_WON}say passe\nsay enchere 5 12\nsay enchere 3 12\nsay prend 4 20\nsay enchere 5 25\n"
        "say adjuge\nbet ponte 20 2\n2C 8D KH KD\nend",
    ),
    **{
        f"suivi {kept} after a coup of others": Rare(
            "chemin-de-fer",
            f"{A_BANCO_WON}bet ponte 20 2\n2C 8D KH KD\nsay banco 2\nsay suivi\n2C 8D",
            {"suivi": kept},
        )
        for kept in ("next", "kept")
    },
    "suivi of a bank that was sold": Rare(
        "chemin-de-fer", f"{A_BANCO_WON}say passe\nsay prend 5 20\nsay banco 2\nsay suivi\n2C 8D KH KD\nend"
    ),
    "a partner's cent": Rare(
        "chemin-de-fer", "say banque 1 10\nsay associe 2\nbet ponte 0.01 3\n8D KH KD KS\nend"
    ),
}


@pytest.mark.parametrize("what", RARE)
def test_the_table_does_what_the_book_says_where_random_coups_seldom_come(what: str) -> None:
    game = GAMES[RARE[what].game]
    house = options.read(game.Options, RARE[what].house.items())
    acts = read(RARE[what].script.splitlines(), game, house)
    assert not disagreement(opened(game, house), acts)
