"""The words of the screens at a table at home: a coup is a deal there, and who sits at a seat is called by
name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from sabot.core.shapes.view import View
from sabot.games.register import DESCRIPTORS
from sabot_dashboard.words.languages import catalogue, catalogue_of_table, words_in

SEAT = "seat {n}"
EMPTY = "nobody "
"""How the sentences begin that are about a seat where nobody is."""
VOWELS = tuple("AEIOUYÀÂÄÉÈÊËÎÏÔÖÙÛÜ")


def of_page(language: str, game: str, view: View, *, at_table: bool) -> tuple[dict[str, str], dict[str, str]]:
    """All that a page may say at a table of this game, and what its scripts say."""
    words = fitting(catalogue(language), view, game=game, lang=language)
    if not at_table:
        return words, words
    shown = fitting(catalogue_of_table(language, game), view, game=game, lang=language)
    faults = {each for fault in view.get("faults", ()) for each in _sentences(fault["because"])}
    return words, {each: words[each] for each in faults & words.keys()} | shown


def _sentences(value: object) -> Iterator[str]:
    """The sentences of a reason. That of a fault which was open when the table was opened for another game is
    one of the game before."""
    if isinstance(value, Mapping) and "id" in value:
        yield str(value["id"])
        for each in value["values"].values():
            yield from _sentences(each)


def fitting(words: Mapping[str, str], view: View, *, game: str, lang: str) -> dict[str, str]:
    """The catalogue `words` of this language, in the words of the game that is played."""
    if game not in DESCRIPTORS or not DESCRIPTORS[game].is_at_home:
        return {**words}
    here = view.get("home")
    ours = {**words, **words_in("sabot_dashboard", lang, "home")}
    return ours | named(ours, here["names"] if here else {})


def named(words: Mapping[str, str], names: Mapping[str, str]) -> dict[str, str]:
    """Each sentence about a seat, as it is said of each player with a name: under its key and the
    number, like a sentence with a count.

    >>> words = {"seat {n}": "place {n}", "this is the hand of seat {n}": "c’est la main de la place {n}"}
    >>> named(words, {"2": "Anna"})["this is the hand of seat {n}|2"]
    'c’est la main d’Anna'
    """
    seat = re.compile(rf"(?:(de )?la )?{re.escape(words.get(SEAT, SEAT))}")
    about = [(english, text) for english, text in words.items() if SEAT in english]
    return {
        f"{english}|{number}": _called(seat, name, text)
        for english, text in about
        if not english.startswith(EMPTY)
        for number, name in names.items()
    }


def _called(seat: re.Pattern[str], name: str, text: str) -> str:
    """The text with this name for the seat; in French the word before it is shortened before a vowel."""
    of = "d’" if name.upper().startswith(VOWELS) else "de "
    return seat.sub(lambda found: of + name if found[1] else name, text)
