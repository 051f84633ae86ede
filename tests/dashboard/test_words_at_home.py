"""The words of the screens at a table at home: deals instead of coups, and players by their names."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sabot.core.shapes.view import View
from sabot.games.register import DESCRIPTORS
from sabot_dashboard.picture.cloths import cloth_of, cloth_of_table
from sabot_dashboard.words.at_home import fitting, named, of_page
from sabot_dashboard.words.languages import LANGUAGES, catalogue, catalogue_of_table, words_in
from sabot_dashboard.words.records import in_words
from sabot_dashboard.words.sentence import plain

AT_HOME = [each.name for each in DESCRIPTORS.values() if each.is_at_home]
BY_NUMBER = re.compile(r"\b(?:seat|plaats|place|Platz) (?:\d|\{n\})", re.IGNORECASE)
NAMES: Any = {"home": {"names": {"2": "Anna", "3": "Bram"}}}
OF_THE_CASINO = re.compile(r"\bcoup|\bmises\b|\bsabot\b", re.IGNORECASE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", AT_HOME)
def test_no_sentence_about_a_seat_says_its_number_where_its_player_has_a_name(
    game: str, language: str
) -> None:
    words = fitting(catalogue_of_table(language, game), NAMES, game=game, lang=language)
    said = {key: text for key, text in words.items() if key.endswith(("|2", "|3")) and "seat {n}" in key}
    assert len(said) > 10
    assert {key: text for key, text in said.items() if BY_NUMBER.search(text)} == {}
    assert {key for key, text in said.items() if ("Anna" in text) != key.endswith("|2")} == set()


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "it is the turn of Anna"),
        ("nl", "Anna is aan de beurt"),
        ("fr", "c’est le tour d’Anna"),
        ("de", "Anna ist an der Reihe"),
    ],
)
def test_a_ruling_names_the_player_and_another_seat_keeps_its_number(language: str, says: str) -> None:
    words = fitting(catalogue(language), NAMES, game="nap", lang=language)
    assert in_words(plain("it is the turn of seat {n}", n=2), words) == says
    assert "4" in in_words(plain("it is the turn of seat {n}", n=4), words)


def test_in_french_a_name_is_shortened_only_before_a_vowel() -> None:
    turn, there = "it is the turn of seat {n}", "c’est le tour de la place {n}"
    said = named({"seat {n}": "place {n}", turn: there}, {"1": "Émile", "2": "Bram"})
    assert (said[f"{turn}|1"], said[f"{turn}|2"]) == ("c’est le tour d’Émile", "c’est le tour de Bram")


def test_a_seat_where_nobody_sits_keeps_its_number() -> None:
    words = fitting(catalogue("nl"), NAMES, game="nap", lang="nl")
    assert in_words(plain("nobody sits at seat {n}", n=2), words) == "er zit niemand op plaats 2"


def test_a_script_at_the_table_carries_the_names_and_not_what_only_pages_behind_it_say() -> None:
    words, carried = of_page("nl", "nap", NAMES, at_table=True)
    assert "it is the turn of seat {n}|2" in carried and "People and PINs" not in carried
    assert of_page("nl", "nap", NAMES, at_table=False) == (words, words)


def test_a_casino_has_its_own_words_and_no_names() -> None:
    for game in ("punto-banco", "a game that is gone"):
        assert fitting(catalogue("nl"), NAMES, game=game, lang="nl") == catalogue("nl")


def test_a_table_at_home_without_a_picture_yet_has_no_names() -> None:
    nothing: View = {}  # type: ignore[typeddict-item]
    words = fitting(catalogue("nl"), nothing, game="nap", lang="nl")
    assert words["Is this the coup on the cloth?"] == "Klopt het spel zo?"
    assert "it is the turn of seat {n}|2" not in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_at_home_talks_of_deals_and_says_what_a_casino_says_with_the_same_slots(
    language: str,
) -> None:
    ours, theirs = words_in("sabot_dashboard", language, "home"), catalogue(language)
    counted = {key for key in ours if key.endswith("|0")}  # none counts as one in French
    assert set(ours) - counted == set(words_in("sabot_dashboard", "en", "home"))
    assert set(ours) <= set(theirs)
    slots = re.compile(r"\{\w+\}")
    assert {key for key in ours if not {*slots.findall(ours[key])} <= {*slots.findall(key)}} == set()
    spoken = [text for key, text in ours.items() if not (language == "fr" and key == "mises {amount}")]
    assert [text for text in spoken if OF_THE_CASINO.search(text)] == []


def test_the_notice_of_a_casino_s_coup_is_told_at_home_in_the_words_of_home() -> None:
    from sabot.core.surroundings import lying
    from sabot_dashboard.words.sentence import of_reason

    what = of_reason(lying("punto 8♣ · mises 5.00 · prison 2.50"))
    at_home = fitting(catalogue("nl"), NAMES, game="nap", lang="nl")
    assert in_words(what, at_home) == "punto 8♣ · inzet 5,00 · en prison 2,50"
    assert in_words(what, catalogue("nl")) == "punto 8♣ · mises 5,00 · prison 2,50"


@pytest.mark.parametrize("game", AT_HOME)
def test_the_cloth_of_a_household_game_speaks_the_language_of_the_house(game: str) -> None:
    house: Any = {**NAMES, "lang": "de"}
    german = cloth_of_table(game, house)
    assert (german.names["1"], german.names["2"], german.lang) == ("Platz 1", "Anna", "de")
    said = (german.bets_open, german.wins, german.shut)
    assert said == ("Ein neues Spiel", "{place} gewinnt", "Der Tisch ist geschlossen")
    own = cloth_of(game)
    assert {key: word for key, word in german.names.items() if not key.isdecimal()} == {
        key: word for key, word in own.names.items() if not key.isdecimal()
    }
    assert cloth_of_table(game, NAMES).lang == own.lang
