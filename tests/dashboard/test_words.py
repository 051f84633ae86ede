"""One word for one thing: the catalogues keep to the glossary in docs/words.md."""

from __future__ import annotations

import re

import pytest

from sabot_dashboard.words.languages import LANGUAGES, catalogue
from tests.house import ROOT

GLOSSARY = (ROOT / "docs" / "words.md").read_text("utf-8")
NO_WORDS = re.compile(
    r'`sabot [^`]*`|letters = "[^"]*"|Tafel tien|'
    r"\bsabot(?= (?:school|doctor)\b|-update)|\{\w+\}| \((?:say|option) [^)]*\)"
)
"""The command, which is called `sabot` in every language, a variation by its name, the slots of a sentence,
and what it tells the writer of a script alone."""

NAMES_LANGUAGE = re.compile(r"\b(en|fr|nl|de): ([^;]+)")
QUOTES = {"fr": "“”„‘\"'", "nl": "“”„«»\"'", "de": "”‘’«»\"'"}
"""Signs that the language does not use."""


PARTS = ("", "home", "pit", "report", "school")
"""The catalogues of the pages, by the folders in which they are."""

CHOSEN = {
    "sabot": {"fr": "sabot", "nl": "slof", "de": "schlitten"},
    "cut card": {"fr": "carte de coupe", "nl": "snijkaart", "de": "schnittkarte"},
    "cloth": {"fr": "tapis", "nl": "laken", "de": "tuch"},
    "float": {"fr": "encaisse", "nl": "tafelkas", "de": "tischbestand"},
    "amount": {"fr": "montant", "nl": "bedrag", "de": "betr[aä]g"},
    "chip": {"fr": "jeton", "nl": "fiche", "de": "jeton"},
    "wheel": {"fr": "cylindre", "nl": "cilinder", "de": "kessel"},
    "ball": {"fr": "bille", "nl": "bal", "de": "kugel"},
    "pocket": {"fr": "case", "nl": "vak", "de": "f[aä]ch"},
    "supervisor": {"fr": "chef de table", "nl": "tafelchef", "de": "tischchef"},
    "trainer": {"fr": "formateur", "nl": "opleider", "de": "ausbilder"},
    "acknowledg": {"fr": "acquitt", "nl": "afhandel|afgehandeld", "de": "quittier"},
    "median": {"fr": "médian", "nl": "median|mediaan", "de": "median"},
    "journal": {"fr": "journal", "nl": "journaal", "de": "journal"},
    "instrument": {"fr": "appareil", "nl": "appara", "de": "gerät"},
    "camera": {"fr": "caméra", "nl": "camera", "de": "kamera"},
    "disk": {"fr": "disque", "nl": "schijf", "de": "datenträger"},
    "backup": {"fr": "sauvegarde", "nl": "back-up", "de": "sicherung"},
}
"""What an English sentence says, and how its translation says it: the beginning of a word, or several."""


def rows() -> list[list[str]]:
    """The cells of each row of the tables: the thing, its four words, and what is rejected."""
    lines = [line for line in GLOSSARY.splitlines() if line.startswith("| ") and "---" not in line]
    return [
        cells
        for line in lines
        if (cells := [cell.strip() for cell in line.strip("|").split("|")])[0] != "thing"
    ]


def rejected(language: str) -> list[tuple[str, str]]:
    """(thing, word) for each word that this language does not use."""
    return [
        (cells[0], word.strip())
        for cells in rows()
        for tongue, words in NAMES_LANGUAGE.findall(cells[5])
        if tongue == language
        for word in words.split(",")
    ]


def sought(word: str) -> re.Pattern[str]:
    """Finds the word or phrase as a whole, and with any ending where it has `…`."""
    end = "" if word.endswith("…") else r"\b"
    return re.compile(rf"\b{re.escape(word.rstrip('…'))}{end}", re.IGNORECASE)


def said(language: str) -> list[str]:
    """What all pages, reports and rules say in this language, without slots and commands."""
    files = (ROOT / "controller" / "sabot" / "games").glob(f"*/translations/rules/{language}.txt")
    rules = [line for file in files for line in file.read_text("utf-8").splitlines()]
    texts = [text for part in PARTS for text in catalogue(language, part).values()]
    return [NO_WORDS.sub("", text) for text in (*texts, *rules)]


def slips(texts: list[str], language: str) -> list[str]:
    """Each text that holds a rejected word, with the thing that has another name here."""
    return [
        f"{thing}: “{word}” in “{text}”"
        for thing, word in rejected(language)
        for text in texts
        if sought(word).search(text)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_catalogue_says_a_word_that_the_glossary_rejects(language: str) -> None:
    assert slips(said(language), language) == []


def mistranslated(said: dict[str, str], language: str) -> list[str]:
    """The sentences whose English has a chosen word that the translation lacks. A key with a colon in its
    first words, such as `tax-rounding: up`, is the name of a choice and not a sentence."""
    sentences = {NO_WORDS.sub("", key): text for key, text in said.items() if not re.match(r"[a-z-]+: ", key)}
    return [
        f"{word}: “{english}” → “{text}”"
        for word, words in CHOSEN.items()
        for english, text in sentences.items()
        if re.search(rf"\b{word}", english, re.IGNORECASE)
        and not re.search(words[language], text, re.IGNORECASE)
    ]


@pytest.mark.parametrize("language", ["fr", "nl", "de"])
def test_a_word_is_translated_by_the_word_that_was_chosen_for_it(language: str) -> None:
    for part in ("", "pit", "school"):
        assert mistranslated(catalogue(language, part), language) == []


def test_the_chosen_words_are_those_of_the_glossary() -> None:
    columns = {"fr": 2, "nl": 3, "de": 4}
    for word, words in CHOSEN.items():
        row = next(row for row in rows() if re.search(rf"\b{word}", row[1]) or word == "camera")
        for language, stem in words.items():
            assert word == "camera" or re.search(stem, row[columns[language]], re.IGNORECASE), (word, row)


def test_another_word_than_the_chosen_one_is_found() -> None:
    assert mistranslated({"Open a new sabot": "Neuen Schuh öffnen"}, "de")
    assert not mistranslated({"Open a new sabot": "Neuen Schlitten öffnen"}, "de")
    assert not mistranslated({"start `sabot run`": "starten Sie `sabot run`"}, "de")


def test_every_row_of_the_glossary_has_a_word_in_each_language() -> None:
    for thing, english, *others, _ in rows():
        assert english, thing
        assert all(others) or thing == "a person", thing


def test_the_glossary_is_read_whole() -> None:
    assert len(rows()) > 40
    assert ("cloth", "kleed") in rejected("nl")
    assert ("a person", "his") in rejected("en")
    assert ("money in the rack of the table", "Tronc") in rejected("de")


def test_a_slip_is_found_as_a_whole_word_with_its_endings_and_in_capitals() -> None:
    assert slips(["Sabot en oog"], "nl")
    assert slips(["De aankondiging van de coup"], "nl")
    assert not slips(["Speel op het laken", "de kassa"], "nl")
    assert not slips([NO_WORDS.sub("", "start `sabot journal verify`"), "Slof openen"], "nl")


@pytest.mark.parametrize("language", QUOTES)
def test_a_catalogue_quotes_as_its_language_does(language: str) -> None:
    assert [text for text in said(language) if set(text) & set(QUOTES[language])] == []


CALL = re.compile(r"(?<![«„‘])(?<!«\u00a0)rien ne va plus(?!\u00a0»|“|’)")


@pytest.mark.parametrize("language", QUOTES)
def test_rien_ne_va_plus_stands_in_quotation_marks_inside_a_sentence(language: str) -> None:
    assert [text for text in said(language) if CALL.search(text) and text != "rien ne va plus"] == []


@pytest.mark.parametrize("language", ["en", "nl"])
def test_the_sign_of_percent_touches_its_number(language: str) -> None:
    assert [text for text in said(language) if re.search(r"[\d}] %", text)] == []


@pytest.mark.parametrize("part", PARTS)
def test_in_french_an_ellipsis_touches_its_word(part: str) -> None:
    assert [text for text in catalogue("fr", part).values() if re.search(r"\s…", text)] == []
