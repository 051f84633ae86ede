"""Each sentence stands in the folder that it belongs to: a game's, its family's, or the dashboard's."""

from __future__ import annotations

import pytest

from sabot.games.register import DESCRIPTORS
from sabot_dashboard.words import languages
from sabot_dashboard.words.at_home import of_page
from sabot_dashboard.words.languages import LANGUAGES, catalogue, words_in
from tests.dashboard.owners import EVERYBODY, families, owner, owners, packages
from tests.dashboard.tables import view_of

PARTS = ("", "school")
GAMES = [game.folder for game in DESCRIPTORS.values()]


def sentences(package: str, language: str) -> list[str]:
    """The sentences in the catalogues of this folder, without the forms of a count."""
    return [
        english
        for part in PARTS
        for english in words_in(package, language, part)
        if english.split("|")[0] == english
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", packages())
def test_a_folder_has_every_sentence_that_belongs_to_it_and_no_other(package: str, language: str) -> None:
    belonging = {sentence for sentence, home in owners().items() if home == package}
    assert sorted(sentences(package, language)) == sorted(belonging)


@pytest.mark.parametrize("game", [each.folder for each in DESCRIPTORS.values() if "payouts" in each.parts])
def test_a_game_whose_payouts_are_learnt_says_things_of_its_own_at_table_and_in_school(game: str) -> None:
    assert all(words_in(game, "nl", part) for part in PARTS)


@pytest.mark.parametrize(
    ("places", "home"),
    [
        ({"sabot.games.roulette"}, "sabot.games.roulette"),
        ({"sabot.games.roulette", "sabot.games.wheel"}, "sabot.games.wheel"),
        ({"sabot.games.punto_banco", "sabot.games.chemin_de_fer"}, "sabot.games.baccarat"),
        ({"sabot.games.punto_banco", "sabot.games.roulette"}, EVERYBODY),
        ({"sabot.games.punto_banco", EVERYBODY}, EVERYBODY),
    ],
)
def test_a_sentence_belongs_to_the_folder_that_holds_all_that_say_it(places: set[str], home: str) -> None:
    assert owner(places) == home


def test_three_games_share_the_words_of_baccarat() -> None:
    sizes = {family.split(".")[-1]: len(members) for family, members in families().items()}
    assert (sizes["baccarat"], sizes["wheel"]) == (4, 2)
    assert catalogue("de")["the banker stood"] == words_in("sabot.games.baccarat", "de")["the banker stood"]


def test_what_the_drills_of_a_game_say_is_not_carried_by_the_pages_of_the_table() -> None:
    assert "Counting rows" in catalogue("fr", "school")
    assert "Counting rows" not in catalogue("fr")


def test_a_folder_without_a_language_has_no_words_in_it() -> None:
    assert words_in("sabot.games", "nl") == {}


def test_a_game_does_not_change_a_sentence_of_the_screens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "words_in", lambda package, *_: {"New sabot": package, package: "its own"})
    found = catalogue("fr")
    assert (found["New sabot"], found["sabot.games.roulette"]) == (EVERYBODY, "its own")


def test_a_fault_that_stays_open_when_another_game_is_opened_is_said_in_the_language_of_the_page() -> None:
    """docs/journal.md: open faults stay open at a table that opens for another game."""
    before = view_of("punto-banco", "rnvp 8C 2D\nend")
    shown = view_of("trente-et-quarante", "")
    _, alone = of_page("nl", "trente-et-quarante", shown, at_table=True)
    shown["faults"] = before["faults"]
    _, said = of_page("nl", "trente-et-quarante", shown, at_table=True)
    sentence = "the first four cards go to punto, banco, punto, banco"
    assert said[sentence] == "de eerste vier kaarten gaan naar punto, banco, punto, banco"
    assert sentence not in alone
