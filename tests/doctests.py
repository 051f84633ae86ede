"""The examples that run: those of every docstring of the product and of every page of docs/.

An example runs in a folder with two files, so that it may name them: `evening.sqlite3`, the journal of an
evening, and `cards.jpg`, a photograph of cards.
"""

from __future__ import annotations

import ast
import doctest
import re
import shutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

from tests.house import ROOT, SOURCES

FILES = {
    "evening.sqlite3": ROOT / "tests/vectors/journal-of-the-older-tree.db",
    "cards.jpg": ROOT / "tests/vision/pictures/table-000.jpg",
}
"""The files in the folder of an example, and where each is kept."""

FENCE = re.compile("^```.*$", re.MULTILINE)
"""Where code begins and ends on a page; what a line of code prints ends there too."""

PARSER = doctest.DocTestParser()


def furnished(folder: Path) -> Path:
    """The folder, with the files that examples name."""
    for name, kept in FILES.items():
        shutil.copy(kept, folder / name)
    return folder


def texts() -> Iterator[tuple[str, str, Path, int]]:
    """(name, text, file, line) of every docstring beside an example and every page of docs/."""
    for package, source in SOURCES.items():
        for path in sorted((source / package).rglob("*.py")):
            for name, text, line in docstrings(path):
                yield f"{path.relative_to(source).as_posix()}:{name}", text, path, line
    for path in sorted((ROOT / "docs").rglob("*.md")):
        yield path.relative_to(ROOT).as_posix(), FENCE.sub("", path.read_text()), path, 0


def docstrings(path: Path) -> Iterator[tuple[str, str, int]]:
    """(name, text, line) of each docstring in a file with an example: of the module, its classes and
    functions."""
    source = path.read_text()
    for node in ast.walk(ast.parse(source if ">>>" in source else "")):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                name = getattr(node, "name", "module")
                yield name, text, node.body[0].lineno


def known(path: Path) -> dict[str, object]:
    """The names that an example in this file may use without importing them: those of its module."""
    for source in SOURCES.values():
        if path.is_relative_to(source):
            parts = path.relative_to(source).with_suffix("").parts
            return dict(vars(import_module(".".join(parts).removesuffix(".__init__"))))
    return {}


@cache
def found() -> list[doctest.DocTest]:
    """All examples, those of one docstring or page together."""
    return [
        PARSER.get_doctest(text, known(path), name, str(path), line)
        for name, text, path, line in texts()
        if ">>>" in text
    ]


def lines(examples: list[doctest.DocTest]) -> int:
    """How many lines of code all these examples have."""
    return sum(len(one.source.splitlines()) for each in examples for one in each.examples)
