"""The shape of the house as data, and the reading of imports that holds the code to it.

The list is that of docs/architecture.md: a room may import itself and what stands above it, never below.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

PURE = (
    *("progress", "cards", "rules", "observations", "script", "events", "agreement"),
    *("play", "judgement", "calls", "draws", "acts", "room", "table", "series", "view", "referee"),
)
"""The rooms that have no clock, file, thread or chance."""

BELOW = (
    *("inbox", "feed", "chain", "journal", "carried", "resuming", "loop", "state"),
    *("extras", "config", "instruments"),
    *(
        "outputs",
        "printing",
        "rehearsal",
        "odds",
        "bench_rules",
        "bench_rehearsal",
        "training",
        "bench_school",
    ),
    *("chronicle", "replaying", "players", "croupier", "wheel_croupier"),
    *("people", "shift", "payouts", "sound", "evidence", "backup", "setting_up"),
    *("lookout", "service", "updating", "workshop", "office"),
    *("calibrating",),
    *("address", "lines", "simulation", "refusals", "notices", "assemble"),
    *("doctor", "bench_live", "bench_screens", "bench_wheel", "cli"),
)

CONTROLLER = (*PURE, *BELOW)
NEIGHBOURS = ("vision", "dashboard")
MEETING_PLACE = "assemble"

IMPURE = frozenset(
    "asyncio concurrent datetime glob http io logging multiprocessing os pathlib queue random secrets"
    " select selectors shutil signal socket sqlite3 ssl subprocess tempfile threading time urllib"
    " uuid".split()
)
"""What of the standard library a pure room must not know."""


def imported(source: str, module: str) -> Iterator[tuple[int, str]]:
    """(line, full module name) of every import in `source`, also inside functions and `if TYPE_CHECKING`.

    `module` is the dotted name of the file, so that relative imports are resolved. `from a import b` gives
    both a and a.b: b may be a module.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
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
    """What is wrong with the imports of the file called `module` (dotted); empty where all point upward."""
    found = {}
    for line, target in imported(source, module):
        why = refusal(module.split("."), target.split("."))
        if why:
            found.setdefault(line, f"{module}, line {line}: {why}")
    return [found[line] for line in sorted(found)]


def refusal(module: list[str], target: list[str]) -> str:
    """Why `module` may not import `target`; empty where it may."""
    if target[0] == "tests":
        return "the product does not import its tests"
    if module[0] in NEIGHBOURS:
        return neighbour_refusal(module[0], target)
    if target[0] in NEIGHBOURS:
        return "" if module[1:2] == [MEETING_PLACE] else f"only {MEETING_PLACE} knows {target[0]}"
    if module[:1] == ["controller"] and len(module) > 1:
        return room_refusal(module[1], target)
    return ""


def neighbour_refusal(here: str, target: list[str]) -> str:
    """vision and dashboard know the pure part of the controller, and not each other."""
    if target[0] in NEIGHBOURS and target[0] != here:
        return f"{here} does not know {target[0]}"
    if target[0] == "controller" and len(target) > 1 and target[1] not in PURE:
        return f"{here} knows only the pure part of the controller, not {target[1]}"
    return ""


def room_refusal(here: str, target: list[str]) -> str:
    """A room of the controller knows what stands above it."""
    if here not in CONTROLLER:
        return f"{here} has no place in the list yet: give it one here and in docs/architecture.md"
    if target[0] == "controller" and len(target) > 1:
        return "" if is_upward(here, target[1]) else f"{target[1]} stands below {here}"
    if here not in PURE:
        return ""
    if target[0] in IMPURE:
        return f"{here} is pure and must not know {target[0]}"
    return (
        ""
        if target[0] in sys.stdlib_module_names | {"controller"}
        else f"{here} knows only the standard library"
    )


def is_upward(here: str, there: str) -> bool:
    """True where the room `there` is `here` or stands above it. rules know nothing but cards."""
    if there not in CONTROLLER:
        return False
    return CONTROLLER.index(there) <= CONTROLLER.index(here)


def modules() -> Iterator[tuple[str, Path]]:
    """(dotted name, file) of every module of the product."""
    for package in ("controller", *NEIGHBOURS):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
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
