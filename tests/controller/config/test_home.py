"""The section of a table at home: seats, names, chips."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.app.preflight import checked
from sabot.config import ConfigError, read
from sabot.simulation.seats import seats_of, shown


def home(text: str, game: str = "nap", *, is_wired: bool = False):
    settings = read(f'[table]\ngame = "{game}"\n[home]\n{text}', file=Path("table.toml"))
    checked(settings)
    return seats_of(settings, is_wired=is_wired)


def refused(text: str) -> str:
    with pytest.raises(ConfigError) as error:
        home(text)
    return str(error.value)


def test_without_a_configuration_every_seat_is_simulated_and_the_house_deals():
    seats = home("")
    assert (seats.simulated, seats.deals, seats.opening, seats.are_alone) == ({1, 2, 3, 4}, True, (), True)


def test_one_plays_against_three():
    seats = home('simulated = "2 3 4"\nnames = "Anna, , Ben"')
    assert (seats.simulated, seats.are_alone) == ({2, 3, 4}, False)
    assert shown(seats) == {"deals": True, "simulated": [2, 3, 4], "names": {"1": "Anna", "3": "Ben"}}


def test_real_cards_are_not_dealt_to_simulated_players():
    assert home('deal = "cards"').simulated == frozenset()
    assert not home('deal = "cards"').deals
    assert home('simulated = "2 3"', is_wired=True).simulated == frozenset()
    assert "real cards cannot be dealt" in refused('deal = "cards"\nsimulated = "2"')
    assert home('deal = "cards"\nsimulated = "none"').simulated == frozenset()


def test_chips_and_the_first_dealer_are_settled_before_the_first_deal():
    opening = home("chips = 20.5\ndealer = 3").opening
    assert opening == ("sit 1 20.50", "sit 2 20.50", "sit 3 20.50", "sit 4 20.50", "dealer 3")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('simulated = "2, 3"', "home.simulated: expected seats from 1 to 12"),
        ('simulated = "0"', "home.simulated: expected seats"),
        ('simulated = "13"', "home.simulated: expected seats"),
        ('simulated = "5"', "home.simulated: seat 5: rules.nap.players says 4"),
        ("dealer = 5", "home.dealer: seat 5"),
        ("dealer = 13", "home.dealer: expected a whole number from 0 to 12"),
        ('names = "A,B,C,D,E"', "home.names: seat 5"),
        (f'names = "{"," * 12}"', "home.names: expected 12 names at most"),
        (f'names = "{"x" * 21}"', "home.names: expected names of 20 letters at most"),
        ("names = 4", "home.names: expected a text in quotes"),
        ("chips = -1", "home.chips: expected a number from 0"),
        ("chip = 1", "home.chip: unknown key; did you mean chips?"),
    ],
)
def test_what_cannot_be_is_named(text, why):
    assert why in refused(text)


def test_at_a_game_of_the_casino_the_section_counts_for_nothing():
    settings = read('[home]\nsimulated = "12"\ndealer = 9')
    checked(settings)
