"""Which tests judge a change: those that touch its line, the quickest first. Where it is no line of a
function, those that touch the functions that use its name, and all of the nearest files."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from tools.mutating import Mutant, way
from tools.nearness import ROOMS, ROOT, near
from tools.touching import AT_IMPORT, Touching

TESTS_S = 12.0
"""How long the tests of a change take at most where nothing is changed; the slowest are left out."""

NEAREST_FILES = 8
"""From this many of the nearest files come tests of what coverage cannot see: of processes that they start,
and of what runs while a module is imported."""

SHARING_FILES = 2
"""All tests of this many of the nearest files are taken: what a fixture or a memory has made for several
tests was seen once."""

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class Choice(NamedTuple):
    """The tests for one change, in their order, and whether its lines run in functions alone."""

    tests: list[str]
    in_function: bool


class Use(NamedTuple):
    """A function that uses a name."""

    file: str
    lines: range


def choice(mutant: Mutant, touching: Touching) -> Choice:
    """The tests for this change."""
    nodes = [*way(ast.parse((ROOT / mutant.file).read_text()), mutant.path)]
    lines = touching.lines.get(mutant.file, {})
    if runs_when_called(nodes, mutant):
        span = statement(nodes)
        touched = {test for line in span for test in lines.get(line, ())}
        in_function = AT_IMPORT not in touched
    else:
        nearest = near(mutant.file)[:NEAREST_FILES]
        close = {test for test in touching.seconds if of(test) in nearest}
        touched, in_function = {*touching_names(bound(nodes), touching), *close}, False
    tests = {test for test in touched if test and test not in touching.failing}
    return Choice(ordered(tests, mutant.file, touching), in_function)


def ordered(tests: set[str], file: str, touching: Touching) -> list[str]:
    """As many of these as run in `TESTS_S`, those of the nearest files first and then the quickest, and after
    them tests near the file that coverage may not have seen: those that start processes, and those that share
    what another has made. Those of one file stand together."""
    files, chosen, spent_s = near(file), list[str](), 0.0
    others = {*touching.seconds} - touching.failing - tests
    starting = {test for test in others & touching.processes if of(test) in files[:NEAREST_FILES]}
    sharing = {test for test in others - starting if of(test) in files[:SHARING_FILES]}
    close = {test for test in tests if of(test) in files[:SHARING_FILES]}
    for group in (close, tests - close, starting, sharing):
        for test in sorted(group, key=lambda test: (touching.seconds[test], test)):
            if spent_s + touching.seconds[test] <= TESTS_S:
                chosen.append(test)
                spent_s += touching.seconds[test]
    rank = {each: number for number, each in enumerate(files)}
    return sorted(chosen, key=lambda test: (test not in tests, rank.get(of(test), len(files))))


def of(test: str) -> str:
    """The file of a test."""
    return test.partition("::")[0]


def runs_when_called(nodes: list[ast.AST], mutant: Mutant) -> bool:
    """Whether the last of these nodes runs when a function is called, and not when its module is imported."""
    return any(
        isinstance(node, FUNCTIONS) and step == "body"
        for node, (step, _) in zip(nodes, mutant.path, strict=False)
    )


def statement(nodes: list[ast.AST]) -> range:
    """The lines of the innermost statement around the last node; of one that holds others, its head."""
    innermost = next(node for node in reversed(nodes) if isinstance(node, ast.stmt))
    held = [each for name in ("body", "handlers") for each in getattr(innermost, name, ())]
    last = held[0].lineno - 1 if held else innermost.end_lineno or innermost.lineno
    return range(innermost.lineno, max(last, innermost.lineno) + 1)


def bound(nodes: list[ast.AST]) -> set[str]:
    """The names that the code around the last of these nodes gives to something."""
    found = set[str]()
    for node in nodes:
        match node:
            case ast.Assign(targets):
                found |= {each.id for each in targets if isinstance(each, ast.Name)}
                found |= {
                    each.id
                    for many in targets
                    if isinstance(many, ast.Tuple)
                    for each in many.elts
                    if isinstance(each, ast.Name)
                }
            case ast.AnnAssign(ast.Name(name)) | ast.FunctionDef(name) | ast.ClassDef(name):
                found.add(name)
    return found


def touching_names(names: set[str], touching: Touching) -> Iterator[str]:
    """The tests that touch a function that uses one of these names, or a name that another was made from."""
    users = uses()
    every, further = set[str](), {*names}
    while further:
        every |= further
        further = {made for name in further for made in derived().get(name, ())} - every
    for use in {use for name in every for use in users.get(name, ())}:
        lines = touching.lines.get(use.file, {})
        for line in use.lines:
            yield from lines.get(line, ())


@cache
def sources() -> list[tuple[str, ast.Module]]:
    """The syntax tree of each file of the product."""
    return [
        (str(path.relative_to(ROOT)), ast.parse(path.read_text()))
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
    ]


@cache
def uses() -> dict[str, list[Use]]:
    """The functions that use each name."""
    found: dict[str, list[Use]] = {}
    for file, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                use = Use(file, range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1))
                for name in {node.name, *used(node.body)}:
                    found.setdefault(name, []).append(use)
    return found


@cache
def derived() -> dict[str, set[str]]:
    """The names at the top of a module or class that are made from each name."""
    found: dict[str, set[str]] = {}
    for _, tree in sources():
        classes = [each.body for each in tree.body if isinstance(each, ast.ClassDef)]
        for body in (tree.body, *classes):
            for node in body:
                if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
                    for name in used([node.value]):
                        found.setdefault(name, set()).update(bound([node]))
    return found


def used(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that stand in this code."""
    every = [each for node in nodes for each in ast.walk(node)]
    names = {each.id for each in every if isinstance(each, ast.Name)}
    return names | {each.attr for each in every if isinstance(each, ast.Attribute)}
