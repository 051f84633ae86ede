"""Which tests are near a file: those named like it, then those of the same room that import it, then others,
with more imports between."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tests.house import SOURCES, imported

ROOT = Path(__file__).resolve().parents[1]

ROOMS = (
    "controller/sabot/live",
    "controller/sabot/record",
    "controller/sabot/instruments",
    "dashboard/sabot_dashboard",
)
"""Whose code is changed."""

IMPORTS_AWAY_MOST = 4
"""How many imports may lie between a module and its tests."""


@cache
def modules() -> dict[str, Path]:
    """Every module of the product and the tests, by its dotted name."""
    found = {}
    for folder, pattern in (*((each, "**/*.py") for each in SOURCES.values()), (ROOT, "tests/**/*.py")):
        for path in sorted(folder.glob(pattern)):
            name = ".".join(path.relative_to(folder).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = path
    return found


@cache
def imports(module: str) -> frozenset[str]:
    """The modules that this one imports."""
    return frozenset(name for _, name in imported(modules()[module].read_text(), module))


@cache
def importers(module: str) -> frozenset[str]:
    """The modules that import this one; what a helper of the tests imports counts as its tests'."""
    direct = {name for name in modules() if module in imports(name)}
    helpers = {name for name in direct if name.startswith("tests.") and not is_test(name)}
    return frozenset(direct.difference(helpers).union(*map(importers, helpers)))


def is_test(module: str) -> bool:
    """Whether a module holds tests."""
    return module.startswith("tests.") and module.rpartition(".")[2].startswith("test_")


def near(file: str) -> list[str]:
    """The files of tests for this file, nearest first: those of its room that are named like it, then by the
    imports between, those of its room first."""
    root, room = Path(file).parts[0], Path(file).parts[2]
    mirrored = "tests.dashboard." if root == "dashboard" else f"tests.{root}.{room}."

    def is_named(test: str) -> bool:
        return test.startswith(mirrored) and f".test_{Path(file).stem}" in test

    far = distances(next(name for name, path in modules().items() if path == ROOT / file))
    far |= {name: 0 for name in modules() if is_test(name) and is_named(name)}
    tests = sorted(far, key=lambda test: (far[test], not test.startswith(mirrored), test))
    return [str(modules()[each].relative_to(ROOT)) for each in tests]


def distances(module: str) -> dict[str, int]:
    """How many imports lie between this module and each of its tests."""
    found: dict[str, int] = {}
    layer, seen = {module}, {module}
    for distance in range(1, IMPORTS_AWAY_MOST + 1):
        layer = set().union(*map(importers, layer)) - seen
        seen |= layer
        found |= {name: distance for name in layer if is_test(name)}
        layer = {name for name in layer if not is_test(name)}
    return found
