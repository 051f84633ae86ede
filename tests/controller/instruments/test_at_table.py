"""What an instrument is told of its table."""

from __future__ import annotations

import pytest

from sabot.games.punto_banco import coup as punto_banco
from sabot.games.register import GAMES
from sabot.games.roulette import rules as roulette
from sabot.instruments.at_table import suited
from sabot.instruments.registry import DRIVERS, driver
from sabot.instruments.shoes import angel_eye_wire
from sabot.instruments.simulated.voices import AngelEye
from tests.controller.dealing import card


@pytest.mark.parametrize(
    ("game", "place"),
    [
        ("punto-banco", "punto"),
        ("chemin-de-fer", "ponte"),
        ("baccarat-banque", None),
        ("trente-et-quarante", None),
    ],
)
def test_the_angel_eye_names_the_places_of_the_games_that_have_its_two_hands(game, place):
    options = suited("angel-eye", {}, game=game, rules=GAMES[game].Options())
    said = AngelEye().card(card("8C"), place=place or "punto", index=1, t_us=0)
    assert [each.place for each in driver("angel-eye").made(options).feed(said)] == [place]


@pytest.mark.parametrize(("brule", "kind"), [(True, "Said"), (False, "CardSeen")])
def test_the_first_card_is_burned_only_in_a_house_that_burns(brule, kind):
    rules = punto_banco.Options(brule=brule)
    options = suited("angel-eye", {}, game="punto-banco", rules=rules)
    data = angel_eye_wire.card_data(card("8C"), place=angel_eye_wire.FIRST_CARD, index=1)
    seen = driver("angel-eye").made(options).feed(angel_eye_wire.report(0x31, "D", data))
    assert [type(each).__name__ for each in seen] == [kind]


def test_what_the_configuration_says_of_the_instrument_goes_before():
    given = {"burn": "ignore", "game": "chemin-de-fer", "report-r": "card"}
    assert suited("angel-eye", given, game="punto-banco", rules=GAMES["punto-banco"].Options()) == given


def test_a_wheel_is_told_its_pockets():
    rules = roulette.Options(pockets=38)
    assert suited("cammegh", {}, game="roulette", rules=rules) == {"pockets": 38}


@pytest.mark.parametrize("name", sorted(DRIVERS))
def test_every_instrument_can_stand_at_every_table(name):
    for game in GAMES:
        options = suited(name, {}, game=game, rules=GAMES[game].Options())
        assert driver(name).made(options).feed(b"\0\5noise\n") is not None, game
