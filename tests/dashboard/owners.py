"""To which package each sentence belongs: a game, a family of games, or the dashboard for all others.

A sentence belongs to the game or family whose folder holds everything that says it.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from sabot import games
from sabot.core.options import described
from sabot.games.register import DESCRIPTORS
from sabot.school import catalogue
from tests import said
from tests.dashboard import test_languages, test_school_languages

GAMES = Path(games.__file__).parent
EVERYBODY = "sabot_dashboard"
"""The package whose catalogues have what belongs to no game."""


@cache
def families() -> dict[str, set[str]]:
    """Each family with the packages that may say its sentences: its games and itself."""
    found: dict[str, set[str]] = defaultdict(set)
    for game in DESCRIPTORS.values():
        for family in game.families:
            found[family] |= {family, game.folder}
    return found


@cache
def packages() -> tuple[str, ...]:
    """Every package that has sentences."""
    return (EVERYBODY, *families(), *(game.folder for game in DESCRIPTORS.values()))


def owner(places: set[str]) -> str:
    """The package that a sentence belongs to which is said in these packages."""
    if len(places) == 1:
        return next(iter(places))
    return next((family for family, members in families().items() if places <= members), EVERYBODY)


@cache
def owners() -> dict[str, str]:
    """The package of every sentence that the screens and the school can say."""
    places: dict[str, set[str]] = defaultdict(set)
    for sentence, package in [*_of_everybody(), *_of_reasons(), *_of_rules(), *_of_drills()]:
        places[sentence].add(package)
    return {sentence: owner(found) for sentence, found in places.items()}


def package_of(file: Path) -> str:
    """The game's or family's package that a file lies in, else everybody's."""
    inside = file.relative_to(GAMES).parts if file.is_relative_to(GAMES) else ()
    package = f"sabot.games.{inside[0]}" if len(inside) > 1 else EVERYBODY
    return package if package in packages() else EVERYBODY


def _of_everybody() -> Iterator[tuple[str, str]]:
    """What the pages, the drivers and the school say."""
    for sentence in test_languages.of_screens() | test_school_languages.of_school():
        yield sentence, EVERYBODY


def _of_reasons() -> Iterator[tuple[str, str]]:
    of_pit = said.of_pit()
    for each in said.said():
        if each.key not in of_pit:
            yield each.key, package_of(each.file)


def _of_rules() -> Iterator[tuple[str, str]]:
    """The house rules of each game, and their choices in words."""
    for game in DESCRIPTORS.values():
        for option in described(game.rules.Options):
            yield option["doc"], game.folder
            yield from (
                (option["doc"], family) for family in game.families if family in _written()[option["doc"]]
            )
            for choice in option["choices"]:
                if not choice.isdigit():
                    yield choice if choice in ("on", "off") else f"{option['name']}: {choice}", game.folder


def _of_drills() -> Iterator[tuple[str, str]]:
    """What drills ask: of the folders in which it is written; what is put together, of the drill's game."""
    written = _written()
    for drill in test_school_languages.DRILLS.values():
        group = DESCRIPTORS.get(drill.group)
        for sentence in test_school_languages.of_drill(drill):
            for package in written.get(sentence, {group.folder if group else EVERYBODY}):
                yield sentence, package


@cache
def _written() -> dict[str, set[str]]:
    """Every text in the source of the games and of the school, with the packages in which it stands."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in [*GAMES.rglob("*.py"), *Path(catalogue.__file__).parent.glob("*.py")]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found[node.value].add(package_of(file))
    return found
