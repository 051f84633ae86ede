"""The catalogues of the four languages around the game: gettext `.po` files, with English as the key.

No compiled catalogue and no build step: a `.po` file is read at start. Only what these files use of the
format is understood (`msgid`, `msgstr`, plurals of two forms, continued lines, comments); the tests hold the
result against Babel's reader.

A sentence with a count is known by its plural, `{n} coups`. The counts that take the singular stand beside
it: `{n} coups|1`, in French `{n} coups|0` as well.
"""

from __future__ import annotations

import ast
import logging
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path

from sabot.core.options import described
from sabot.games.register import DESCRIPTORS, GAMES

log = logging.getLogger(__name__)

FOLDER = Path(__file__).parents[1] / "translations"
LANGUAGES = {"en": "English", "fr": "Français", "nl": "Nederlands", "de": "Deutsch"}
"""Each language by its own name."""


def chosen(*wishes: str | None) -> str:
    """The first of `wishes` that is a language we speak, else English."""
    return next((wish for wish in wishes if wish in LANGUAGES), "en")


def catalogue(language: str, part: str = "", *, game: str = "") -> dict[str, str]:
    """English sentence -> sentence in `language`, one of LANGUAGES; of a `part` of the pages that has
    catalogues of its own, such as `school`. Each game brings its own sentences: those of `game` alone, or of
    every game where none is named."""
    games = [game] if game else [*DESCRIPTORS]
    return words_of_games(language, part, games=games) | words_in("sabot_dashboard", language, part)


@cache
def words_in(package: str, language: str, part: str = "") -> dict[str, str]:
    """The sentences in the folder `translations` of a package; none where it has no such file."""
    file = resources.files(package) / "translations" / part / f"{language}.po"
    return read_po(file.read_text(encoding="utf-8")) if file.is_file() else {}


def words_of_games(language: str, part: str = "", *, games: Iterable[str]) -> dict[str, str]:
    """The sentences in the folders of these games and of their families."""
    found: dict[str, str] = {}
    for game in [DESCRIPTORS[name] for name in games if name in DESCRIPTORS]:
        try:
            for package in (*game.families, game.folder):
                found |= words_in(package, language, part)
        except Exception as error:  # noqa: BLE001 - the pages open in spite of any foreign package
            name = type(error).__name__
            log.error("the words of %s (%s) cannot be read: %s: %s", game.name, language, name, error)
    return found


FIELDS = ("msgid", "msgid_plural", "msgstr", "msgstr[0]", "msgstr[1]")
SINGULAR = {"n != 1": (1,), "n > 1": (0, 1)}
"""The counts that take the singular, by the plural's rule in the header."""


def read_po(text: str) -> dict[str, str]:
    """The translated entries of a `.po` file; its header and entries without translation are left out."""
    entries: dict[str, str] = {}
    counts = next((ones for rule, ones in SINGULAR.items() if f"plural=({rule})" in text), (1,))
    fields, current = dict.fromkeys(FIELDS, ""), "msgid"
    for line in [*text.splitlines(), "msgid"]:
        keyword, _, rest = line.partition(" ")
        if keyword == "msgid":
            entries |= _entry(fields, counts)
            fields = dict.fromkeys(FIELDS, "")
        if keyword in fields:
            current, line = keyword, rest
        if line.startswith('"'):
            fields[current] += ast.literal_eval(line)
    return entries


def _entry(fields: dict[str, str], counts: tuple[int, ...]) -> dict[str, str]:
    """One entry under its name; a sentence with a count also under each count of the singular."""
    english, many, text, one, more = fields.values()
    if many and one and more:
        return {many: more} | {f"{many}|{count}": one for count in counts}
    return {english: text} if english and text else {}


def number(value: object, words: Mapping[str, str]) -> str:
    """A number with decimals as written in this language, `1,234.5` or `1.234,5`; any other text as it is."""
    text = str(value)
    return grouped(text, words) if re.fullmatch(r"-?\d+\.\d+", text) else text


def grouped(value: int | str, words: Mapping[str, str]) -> str:
    """A number with its thousands grouped as in this language: `12,345.60`, `12.345,60`, `12 345,60`."""
    group, point = words.get("x,xxx", "x,xxx")[1], words.get("1.5", "1.5")[1]
    whole, dot, part = str(value).partition(".")
    sign, digits = whole[: -len(whole.lstrip("-"))], whole.lstrip("-")
    return sign + f"{int(digits):,}".replace(",", group) + (point + part if dot else "")


@cache
def catalogue_of_table(language: str, game: str) -> dict[str, str]:
    """The catalogue of the screens at a table of `game`. It leaves out what only the pages behind the table
    say, which is most of it, and what other games say: these screens come over a network of their own."""
    elsewhere = _elsewhere()
    return {
        english: text
        for english, text in catalogue(language, game=game).items()
        if english.partition("|")[0] not in elsewhere
    }


def house_rules() -> set[str]:
    """What the set-up says of the house rules: each rule, and its choices in words (`close: auto`, `on`)."""
    rules = [option for game in GAMES.values() for option in described(game.Options)]
    worded = {(each["name"], choice) for each in rules for choice in each["choices"] if not choice.isdigit()}
    return {each["doc"] for each in rules} | {
        choice if choice in ("on", "off") else f"{name}: {choice}" for name, choice in worded
    }


AT_TABLE = {"sabot", "camera", "wheel", "panel", "found", "lost", "troubled", "draw", "stand", "nothing"}
"""What the screens at the table say although pages behind it say it too: instruments, parts of reasons."""

CALIBRATION = ("mark {marks} ", "four points are", "the four points", "the cards are not as large")
"""How the reasons begin that only the page of the camera shows, where its eye is set up."""

BEHIND = (
    *("supervisor", "setup", "technician", "camera", "sight", "eye"),
    *("enter", "school", "records", "report", "desk", "shut"),
)
"""How the files of the pages behind the table begin; every template speaks for itself."""


@cache
def _elsewhere() -> frozenset[str]:
    here = FOLDER.parent
    scripts = [*here.rglob("*.py"), *(here / "static" / "js").glob("*.mjs")]
    behind = {file for file in scripts if file.name.startswith(BEHIND)}
    theirs = "\n".join(file.read_text("utf-8") for file in [*behind, *(here / "templates").glob("*.html")])
    ours = "\n".join(file.read_text("utf-8") for file in scripts if file not in behind)
    docs = house_rules()
    return frozenset(
        english
        for english in catalogue("en")
        if english.startswith(CALIBRATION)
        or (
            (english in docs or _stands(english, theirs))
            and not _stands(english, ours)
            and english not in AT_TABLE
        )
    )


def _stands(english: str, text: str) -> bool:
    """Whether this sentence stands in the text of programs or pages, in quotation marks."""
    sentence = english.partition("|")[0]
    return f'"{sentence}"' in text or f"'{sentence}'" in text
