"""How options and calls are read: every refusal says what was expected."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sabot
from sabot.core import options as house
from sabot.core.options import OptionError
from sabot.core.terms import minor_units, money
from sabot.core.words import match, plain
from sabot.games.punto_banco.options import Options


def test_an_option_is_read_with_hyphen_or_underscore() -> None:
    assert house.read(Options, [("half-pay-total", "6")]) == house.read(Options, [("half_pay_total", "6")])


@pytest.mark.parametrize(
    ("name", "text", "field", "value"),
    [
        ("no_tax", "on", "no_tax", True),
        ("no_tax", "False", "no_tax", False),
        ("decks", "8", "decks", 8),
        ("close", "Croupier", "close", "croupier"),
        ("minimum", "2.50", "minimum", 250),
        ("maximum", "0", "maximum", 0),
        ("maximum", "0.00", "maximum", 0),
    ],
)
def test_an_option_is_read_as_its_kind(name: str, text: str, field: str, value: object) -> None:
    assert getattr(house.read(Options, [(name, text)]), field) == value


@pytest.mark.parametrize("game", ["mieen", "commetten", "verpachten"])
def test_a_counter_that_pots_are_divided_by_is_worth_something(game: str) -> None:
    with pytest.raises(OptionError) as error:
        house.read(sabot.GAMES[game].Options, [("unit", "0.00")])
    assert str(error.value) == "unit=0.00: expected an amount of 0.01 or more such as 5 or 2.50"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("no_tax", "maybe", "no-tax=maybe: expected on or off"),
        ("decks", "0", "decks=0: expected a whole number from 1 to 12"),
        ("decks", "six", "decks=six: expected a whole number from 1 to 12"),
        ("min_cards", "-1", "min-cards=-1: expected a whole number of 0 or more"),
        ("close", "never", "close=never: expected auto, croupier"),
        ("minimum", "2.505", "minimum=2.505: expected an amount such as 5 or 2.50"),
        ("moon", "on", "unknown option 'moon'; expected one such as "),
        ("deck", "6", "unknown option 'deck'; expected one such as decks, "),
    ],
)
def test_an_option_that_cannot_be_read_says_what_was_expected(name: str, text: str, message: str) -> None:
    with pytest.raises(OptionError) as error:
        house.read(Options, [(name, text)])
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(("text", "without"), [("off", True), ("on", False)])
def test_a_switch_may_be_named_by_its_contrary(text: str, *, without: bool) -> None:
    options = sabot.GAMES["een-en-twintig"].Options
    assert house.read(options, [("no-raise", "on"), ("raise", text)]).no_raise is without
    with pytest.raises(OptionError, match=r"^raise=maybe: expected on or off$"):
        house.read(options, [("raise", "maybe")])


def test_no_limit_is_written_as_none_or_as_nothing() -> None:
    options = sabot.GAMES["mieen"].Options
    assert [house.read(options, [("dead_cap", text)]).dead_cap for text in ("none", "None", "0", "5")] == [
        *(0, 0, 0, 500)
    ]


@pytest.mark.parametrize("each", house.described(Options), ids=lambda each: each["name"])
def test_every_default_reads_back_as_itself(each: dict[str, str]) -> None:
    assert house.read(Options, [(each["name"], each["default"])]) == Options()
    assert each["doc"]


@given(st.integers(1, 10**14 - 1))
def test_money_is_read_as_it_is_written(amount: int) -> None:
    assert minor_units(money(amount)) == amount


def test_a_loss_is_written_with_its_sign() -> None:
    assert money(-5) == "-0.05"


@pytest.mark.parametrize("text", ["", "0", "0.00", "-1", "1.", "1.234", "1,5", "١", "1e3", "9" * 13])
def test_what_is_no_amount_is_none(text: str) -> None:
    assert minor_units(text) is None


PATTERNS = ("banco SEAT", "ponte carte|non", "banque NUMBER AMOUNT", "brule CARD", "passe [CHANCE]")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("BANCO 4", ("banco", 4)),
        ("ponte  Carte", ("ponte", "carte")),
        ("banque 0 2.50", ("banque", 0, 250)),
        ("passe", ("passe", None)),
        ("passé noir", ("passe", "noir")),
        ("banco 0", None),
        ("banco", None),
        ("ponte peut-être", None),
        ("brule 8X", None),
        ("passe noir rouge", None),
        ("", None),
    ],
)
def test_a_call_follows_one_of_the_patterns_or_none(text: str, words: object) -> None:
    assert match(PATTERNS, text) == words


@pytest.mark.parametrize("text", ["avec la table 4", "Avec-la-table 4", "avec  la-table 4"])
def test_what_a_pattern_joins_may_be_spoken_in_words(text: str) -> None:
    assert match(["banco SEAT", "avec-la-table SEAT"], text) == ("avec-la-table", 4)


@pytest.mark.parametrize(("text", "meant"), [("1", True), ("yes", True), ("0", False), ("OFF", False)])
def test_a_switch_is_set_by_word_or_digit(text: str, *, meant: bool) -> None:
    assert house.read(Options, [("no_tax", text)]).no_tax is meant


def test_plain_words_have_no_accents_and_single_spaces() -> None:
    assert plain("  ÉGALITÉ   à deux ") == "egalite a deux"


@given(st.text())
def test_any_text_matches_or_does_not(text: str) -> None:
    assert match(PATTERNS, text) is None or plain(text)
