"""The shape of the house as data, and the reading of imports that holds the code to it.

The rooms stand in the order of docs/architecture.md. A room may import itself and the rooms above it.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]

SOURCES = {
    "sabot": ROOT / "controller",
    "sabot_vision": ROOT / "vision",
    "sabot_dashboard": ROOT / "dashboard",
}
"""Each package of the product, and the folder in which it lies."""

ROOMS = (
    *("core", "games", "referee", "config", "printing", "record", "instruments"),
    *("live", "school", "simulation", "system", "staff", "pit", "app", "bench", "cli"),
)
"""The rooms of `sabot`, each below those that it may import."""

NEIGHBOURS = ("sabot_vision", "sabot_dashboard")
FRONT_DOOR = "__init__"
"""The public names of `sabot`: it may name every room, and imports none before it is asked."""

MEETING_PLACE = "app"
"""The one room that knows the neighbours."""

FAMILIES = ("baccarat", "wheel", "evening", "tricks", "auctions", "pots", "banks", "scores")
"""Folders under `games` that several games share."""

OTHER_ROOMS_OF_A_GAME = frozenset(
    "odds odds_cards odds_rows odds_sets equilibrium outcomes counting player rehearsal drills payouts"
    " by_heart lessons coach questions wishes".split()
)
"""Modules and folders under `games` that belong to other rooms' work: odds, simulation, school. Not pure."""

IMPURE = frozenset(
    "asyncio concurrent datetime glob http io logging multiprocessing os pathlib queue random secrets"
    " select selectors shutil signal socket sqlite3 ssl subprocess tempfile threading time urllib"
    " uuid".split()
)
"""What of the standard library a pure module must not know."""


def is_pure(module: str) -> bool:
    """True for a module (dotted name) without a clock, file, thread or chance: the core, the referee, and
    the rules in a game's folder."""
    parts = module.split(".")
    if parts[0] != "sabot" or len(parts) < 2:
        return False
    return parts[1] in ("core", "referee") or (
        parts[1] == "games" and not OTHER_ROOMS_OF_A_GAME & set(parts[2:])
    )


MOST_UNPACKED = 6


class Contents(NamedTuple):
    """What the tests of the house look at in a source: whether it says what it is, how many statements it
    has, how often the name `Any` stands in it, and the lines on which more than MOST_UNPACKED values are
    taken by position."""

    says: bool
    statements: int
    anys: int
    unpacked: tuple[int, ...]


@cache
def contents(source: str) -> Contents:
    """What stands in this source, which is read once for all tests that ask."""
    tree, anys, unpacked = ast.parse(source), 0, []
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.alias):
            anys += "Any" in (getattr(node, "id", ""), getattr(node, "name", ""))
        else:
            targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
            unpacked += [each.lineno for each in targets if is_wide(each)]
    return Contents(bool(ast.get_docstring(tree)), len(tree.body), anys, (*unpacked,))


BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
"""Where a statement keeps those within it."""


@cache
def imports(source: str) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """Every import of this source, also within other statements. No import stands in an expression, and of
    those nearly all of a source is made: none is looked into."""
    nodes: list[ast.AST] = [ast.parse(source)]
    for node in nodes:  # which grows meanwhile
        for block in BLOCKS:
            within = getattr(node, block, None)
            nodes += within if isinstance(within, list) else []
    return tuple(node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))


def is_wide(target: ast.AST | None) -> bool:
    """Whether this takes more than MOST_UNPACKED values by position."""
    return isinstance(target, ast.Tuple) and len(target.elts) > MOST_UNPACKED


def imported(source: str, module: str) -> Iterator[tuple[int, str]]:
    """(line, full module name) of every import in `source`, also inside functions and `if TYPE_CHECKING`.

    `module` is the dotted name of the file, so that relative imports are resolved. `from a import b` gives
    both a and a.b: b may be a module.
    """
    for node in imports(source):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        else:
            base = absolute(node, module)
            yield node.lineno, base
            yield from ((node.lineno, f"{base}.{name.name}") for name in node.names)


def absolute(node: ast.ImportFrom, module: str) -> str:
    """The module that a `from … import` names, relative dots resolved."""
    if not node.level:
        return node.module or ""
    parents = module.split(".")[: -node.level]
    return ".".join([*parents, *([node.module] if node.module else [])])


def complaints(source: str, module: str) -> list[str]:
    """What is wrong with the imports of the file called `module` (dotted); empty where all are allowed."""
    found: dict[int, str] = {}
    for line, target in imported(source, module):
        why = refusal(module, target)
        if why:
            found.setdefault(line, f"{module}, line {line}: {why}")
    return [found[line] for line in sorted(found)]


def refusal(module: str, target: str) -> str:
    """Why `module` may not import `target`; empty where it may."""
    here, there = module.split("."), target.split(".")
    if there[0] == "tests":
        return "the product does not import its tests"
    if here[0] in NEIGHBOURS:
        return neighbour_refusal(here[0], target)
    if there[0] in NEIGHBOURS:
        return "" if here[1:2] == [MEETING_PLACE] else f"only {MEETING_PLACE} knows {there[0]}"
    if here[0] != "sabot" or len(here) < 2:
        return ""
    return room_refusal(here[1], there) or purity_refusal(module, target)


def neighbour_refusal(here: str, target: str) -> str:
    """The eye and the screens know the pure part of `sabot`, and not each other."""
    there = target.split(".")
    if there[0] in NEIGHBOURS and there[0] != here:
        return f"{here} does not know {there[0]}"
    if there[0] == "sabot" and len(there) > 1 and not is_pure(target):
        return f"{here} knows only the pure part of sabot, not {target}"
    return ""


def room_refusal(here: str, there: list[str]) -> str:
    """A room knows the rooms above it."""
    if here == FRONT_DOOR:
        return ""
    if here not in ROOMS:
        return f"{here} has no place in the list yet: give it one here and in docs/architecture.md"
    if there[0] != "sabot" or len(there) < 2 or there[1] not in ROOMS:
        return ""
    return "" if ROOMS.index(there[1]) <= ROOMS.index(here) else f"{there[1]} stands below {here}"


def purity_refusal(module: str, target: str) -> str:
    """A pure module knows the standard library without the world, and pure modules; a game's rules know no
    other game."""
    if not is_pure(module):
        return ""
    top = target.partition(".")[0]
    if top in IMPURE:
        return f"{module} is pure and must not know {top}"
    if top not in sys.stdlib_module_names | {"sabot"}:
        return f"{module} knows only the standard library"
    if top == "sabot" and target.count(".") and not is_pure(target):
        return f"{module} is pure and must not know {target}"
    return game_refusal(module.split("."), target.split("."))


def game_refusal(here: list[str], there: list[str]) -> str:
    """Of the games, a game's rules know its own folder and the families'."""
    if here[1] != "games" or there[:2] != ["sabot", "games"] or min(len(here), len(there)) < 3:
        return ""
    if len(here) == 3:  # the register knows all of them
        return ""
    return "" if there[2] in (here[2], *FAMILIES) else f"{here[2]} does not know {there[2]}"


def modules() -> Iterator[tuple[str, Path]]:
    """(dotted name, file) of every module of the product."""
    for package, folder in SOURCES.items():
        for path in sorted((folder / package).rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            yield ".".join(parts), path


NAMESPACE = re.compile(r"http://www\.w3\.org/(?:2000/svg|1999/\w+)(?=[\"'])")
"""The name of a kind of XML, which nobody fetches."""

ELSEWHERE = re.compile(r"""\b(?:https?|wss?|ftp):[^\s"'`)>]*|(?<=["'`(=])\s*//[\w.-]+""", re.IGNORECASE)
"""An address with a scheme, or one that begins with a host."""

SCRIPT_IMPORT = re.compile(r"""\b(?:from|import)\s*\(?\s*["'`]([^"'`]+)["'`]""")


def foreign(text: str) -> list[str]:
    """The addresses of other hosts in what a browser gets: a script, a style, a page, a drawing."""
    return ELSEWHERE.findall(NAMESPACE.sub("", text))


def script_imports(text: str) -> list[str]:
    """What a script imports, at its head or later."""
    return SCRIPT_IMPORT.findall(text)
