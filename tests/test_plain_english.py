"""Plain English: no quaint word in a docstring, comment, document or sentence of a screen, and no number with
a name of one word."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from sabot_dashboard.words.languages import catalogue
from tests import said
from tests.test_house import kept_text, named

QUAINT = re.compile(
    r"\b(whoever|whomever|whatever|whichever|anew|so many|thereof|hitherto|wherein|whereof"
    r"|of which|what lies)\b",
    re.IGNORECASE,
)
"""Words that a reader from another country must look up, and those that make a sentence run backwards."""
HE = re.compile(r"\b(he|his|him|himself|she|her|hers|herself)\b", re.IGNORECASE)
"""A person is *they*, in the code and on the screens."""
VAGUE_NAME = re.compile(r"\b_?(told|told_as|as_told|\w*Told|TOLD|lookout|Lookout|at_hand|desks)\b")
"""A name that says only that something is told, watched or near, and not what."""
TEST = re.compile(r"^def (test_\w+)", re.MULTILINE)
RIDDLING = {"he", "his", "him", "himself", "whoever", "whomever", "anew", "thereof", "hitherto"}
"""Words that the name of a test does not have."""
COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*|<!--.*?-->|\{#.*?#\}", re.DOTALL)
"""A comment of a script, a style, a page or the firmware."""
ONE_WORD = re.compile(r"_?[A-Z][A-Z0-9]*")
CODES = {
    "angel_eye.py": "a code of the shoe's protocol",
    "angel_eye_wire.py": "control characters and codes of the shoe's protocol",
    "devices.py": "numbers of the kernel's input buses and keys",
    "driver.py": "numbers of the kernel's input events",
    "layouts.py": "numbers of the kernel's keys",
    "link.py": "message types of our own protocol",
    "odds_cards.py": "NINE, the value of a card",
    "outcomes.py": "SIX, a total of the book",
}
"""Files whose numbers are codes or values that have one word as their name, and what they are."""

OF_EVERY_RULES = "SEATS"
"""The fewest and the most players, which the rules of every household game name."""


def prose(source: str) -> Iterator[tuple[int, str]]:
    """(line, text) of every comment and every string that stands alone, as a docstring does."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.lineno, str(node.value.value)


def comments(source: str) -> Iterator[tuple[int, str]]:
    """(line, text) of every comment in a script, a style, a page or a file of the firmware."""
    for found in COMMENT.finditer(source):
        yield source.count("\n", 0, found.start()) + 1, found.group()


def lines(text: str) -> Iterator[tuple[int, str]]:
    """(line, text) of a document."""
    yield from enumerate(text.splitlines(), start=1)


READERS = {".py": prose, ".md": lines} | dict.fromkeys((".mjs", ".css", ".html", ".c", ".h", ".ts"), comments)
NOT_READ = {"test_plain_english.py": "it names the words"}
NAMES_THE_WORDS = {*NOT_READ, "test_words.py"}
"""Modules whose strings are the refused words themselves."""
NOT_OF_TODAY = ("docs/words.md:", "CHANGELOG.md:")
"""The page that names the refused words, and what was written of older versions."""


def strings(source: str) -> Iterator[tuple[int, str]]:
    """(line, text) of every string of a module, docstrings and parts of f-strings included."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def read_by_people() -> list[Path]:
    """Every file of the repository with something that people read."""
    return [path for path in kept_text() if path.suffix in READERS and path.name not in NOT_READ]


def with_word(pattern: re.Pattern[str], files: Iterable[Path]) -> Iterator[tuple[Path, str]]:
    """(path, text) of the files that have the word somewhere, be it in a name: only these are taken apart."""
    read = ((path, path.read_text("utf-8")) for path in files)
    return ((path, text) for path, text in read if pattern.search(text))


def texts(pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    """(place, text) of everything that people read in the files with that word."""
    return [
        (f"{named(path)}:{line}", text)
        for path, source in with_word(pattern, read_by_people())
        for line, text in READERS[path.suffix](source)
    ]


def names_of(source: str) -> set[str]:
    """Every name in a module: what it defines, and what it uses."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {token.string for token in tokens if token.type == tokenize.NAME}


def slips(pattern: re.Pattern[str], found: list[tuple[str, str]]) -> list[str]:
    """Each text that holds a refused word, by its place."""
    return [f"{place}: {hit.group()}" for place, text in found if (hit := pattern.search(text))]


def test_no_docstring_comment_or_document_has_a_quaint_word() -> None:
    assert len(read_by_people()) > 1000
    assert slips(QUAINT, texts(QUAINT)) == []


def test_every_docstring_comment_and_document_calls_a_person_they() -> None:
    read = [(place, text) for place, text in texts(HE) if not place.startswith(NOT_OF_TODAY)]
    assert read
    assert slips(HE, read) == []


def test_every_text_of_the_code_calls_a_person_they() -> None:
    """Help of a command, messages, reasons: any string of a module."""
    modules = [path for path in kept_text() if path.suffix == ".py" and path.name not in NAMES_THE_WORDS]
    read = [
        (f"{named(path)}:{line}", text)
        for path, source in with_word(HE, modules)
        for line, text in strings(source)
    ]
    assert len(modules) > 1000
    assert slips(HE, read) == []


@pytest.mark.parametrize("pattern", [QUAINT, HE])
def test_every_reason_is_plain_and_calls_a_person_they(pattern: re.Pattern[str]) -> None:
    """Its English stands in event lines, too."""
    keys = said.keys() | said.keys(of_school=True) | said.of_pit()
    assert len(keys) > 150
    assert slips(pattern, [(key, key) for key in keys]) == []


def test_no_name_of_the_code_is_vague() -> None:
    """`told` stood for a report, a status, a flag and a dozen other things."""
    modules = [path for path in kept_text() if is_product(path)]
    assert len(modules) > 250
    names = {(named(path), name) for path, text in with_word(VAGUE_NAME, modules) for name in names_of(text)}
    assert len(names) > 1000
    names |= {(named(path), path.stem) for path in modules}
    assert sorted((path, name) for path, name in names if VAGUE_NAME.fullmatch(name)) == []


def test_every_name_of_a_test_is_plain_and_calls_a_person_they() -> None:
    tests = [path for path in kept_text() if path.name.startswith("test_") and path.suffix == ".py"]
    names = {(named(path), name) for path in tests for name in TEST.findall(path.read_text("utf-8"))}
    assert len(names) > 2000
    assert [
        name for name in sorted(names) if set(name[1].split("_")) & RIDDLING or "_of_which_" in name[1]
    ] == []


@pytest.mark.parametrize("pattern", [QUAINT, HE])
@pytest.mark.parametrize("part", ["", "school"])
def test_every_sentence_of_a_screen_is_plain_and_calls_a_person_they(
    part: str, pattern: re.Pattern[str]
) -> None:
    assert slips(pattern, [(text, text) for text in catalogue("en", part).values()]) == []


@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        (".py", "# who knows his cards"),
        (".mjs", "// what he puts on record"),
        (".html", "<!-- her cards -->"),
        (".md", "The banker looks at himself."),
    ],
)
def test_a_person_who_is_not_they_is_found_in_every_kind_of_file(suffix: str, text: str) -> None:
    assert slips(HE, [("here", found) for _, found in READERS[suffix](text)])


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Whoever deals, deals.", "Whoever"),
        ("a card of which nothing is known", "of which"),
        ("a letter of which language?", "of which"),
        ("opened anew", "anew"),
        ("after so many cards", "so many"),
    ],
)
def test_a_quaint_word_is_found(text: str, word: str) -> None:
    assert slips(QUAINT, [("here", text)]) == [f"here: {word}"]


def is_number(node: ast.expr) -> bool:
    """True for a number, a sum or product of numbers, and a tuple of them."""
    if isinstance(node, ast.UnaryOp):
        return is_number(node.operand)
    if isinstance(node, ast.BinOp):
        return is_number(node.left) and is_number(node.right)
    if isinstance(node, ast.Tuple):
        return bool(node.elts) and all(map(is_number, node.elts))
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def constants(source: str) -> Iterator[str]:
    """The names of the numbers of a module."""
    for node in ast.parse(source).body:
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            several = isinstance(target, ast.Tuple) and len(target.elts) == len(values)
            pairs = zip(target.elts, values, strict=True) if several else [(target, node.value)]  # type: ignore[attr-defined]
            yield from (name.id for name, value in pairs if isinstance(name, ast.Name) and is_number(value))


def is_product(path: Path) -> bool:
    """True for a module of the product or of the tools."""
    return path.suffix == ".py" and named(path).split("/")[0] in (
        "controller",
        "vision",
        "dashboard",
        "tools",
    )


def test_the_name_of_a_number_says_what_and_in_which_unit() -> None:
    """One word cannot: `NEAR` had five meanings."""
    modules = [path for path in kept_text() if is_product(path)]
    assert len(modules) > 250
    vague = {
        f"{named(path)}: {name}"
        for path in modules
        if path.name not in CODES
        for name in constants(path.read_text("utf-8"))
        if ONE_WORD.fullmatch(name) and name != OF_EVERY_RULES
    }
    assert vague == set()


def test_a_number_under_a_name_of_one_word_is_found() -> None:
    source = "NEAR = 3\nA, B_S = 1, 2.0\nC = -1 * 2\nWORDS = ('one',)\nPAIR = (1, 2)"
    assert [*constants(source)] == ["NEAR", "A", "B_S", "C", "PAIR"]
