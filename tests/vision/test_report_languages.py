"""The report of one's own table in four languages: every sentence of it is in each catalogue."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sabot.app.eye import report_words
from sabot_dashboard.words.languages import LANGUAGES
from sabot_vision import pictures, seeing
from sabot_vision.report import advice, causes, looked, page
from sabot_vision.report.sentence import Said, spoken
from tests.vision.test_report import SMALL, folder_of, laid, looked_like, reported, unsure

FILES = [Path(str(each.__file__)) for each in (advice, causes, looked, page, seeing, pictures)]
WORDS = {"cause", "cards", "blurred", "glare", "overlapped", "unclear", "small", "1.5", "50%"}
"""Those that are no sentence."""
OF_THE_READER = {"no index", "indices disagree", "language not known", "letter not known"}
OTHERS = [language for language in LANGUAGES if language != "en"]


def sentences() -> set[str]:
    """All that a report says, by its source: texts with a blank or a slot, no docstring and no HTML."""
    return {text for file in FILES for text in texts(ast.parse(file.read_text("utf-8")))} - {page.STYLE}


def texts(tree: ast.AST) -> Iterator[str]:
    quiet = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    quiet += [part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in quiet:
            text = node.value
            if "<" not in text and text.strip() and (" " in text.strip() or "{" in text):
                yield text


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_sentence_of_a_report_is_in_each_language_and_no_other_is(language: str) -> None:
    words = report_words(language)
    assert sentences() - set(words) == set()
    assert set(words) - sentences() - WORDS - OF_THE_READER == set()
    for english, text in words.items():
        slots = [sorted(re.findall(r"\{\w+\}", each)) for each in (english, text)]
        assert slots[0] == slots[1], english


def test_a_sentence_is_said_with_its_numbers_and_sentences_as_the_language_has_them() -> None:
    ways = [Said("the camera {part} nearer", part="39%"), Said("a lens {times} times as long", times="1.6")]
    line = "{cards} too small: the index is {high} pixels high, {wanted} wanted. Any of these: {ways}."
    said = Said(line, cards=Said("1 card is"), high=12, wanted=20, ways=ways)
    assert said.endswith("20 wanted. Any of these: the camera 39% nearer, a lens 1.6 times as long.")
    assert spoken(said, report_words("nl")) == (
        "1 kaart is te klein: de index is 12 pixels hoog, 20 gewenst. Een van deze: de camera 39% "
        "dichterbij, een lens die 1,6 maal zo lang is."
    )
    assert "39\u202f% näher, ein 1,6-mal so langes" in spoken(said, report_words("de"))
    assert spoken("my deck {1}.jpg", report_words("de")) == "my deck {1}.jpg"


@pytest.mark.parametrize("language", OTHERS)
def test_no_line_of_a_report_stays_english(language: str) -> None:
    seen = looked_like(laid(("8C", SMALL)), unsure(SMALL), times=2)
    seen.refused = [("a.jpg", "the file is empty")]
    words = report_words(language)
    for line in page.text(seen):
        assert spoken(line, words) != str(line)
    shown = "\n".join(page.page(seen, Said("Cards in {folder}", folder="x"), words, language))
    assert f'<html lang="{language}">' in shown
    assert [english for english in sentences() if len(english) > 12 and f">{english}<" in shown] == []


def test_the_report_speaks_the_language_that_is_asked_for_or_that_of_the_table(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder_of(tmp_path, laid(("8C", SMALL)), "a.png")
    config = tmp_path / "table.toml"
    config.write_text('[table]\nlanguage = "de"\n')
    begins = {"": "Pictures: 1.", "--lang nl": "Beelden: 1.", f"--config {config}": "Bilder: 1."}
    begins[f"--config {config} --lang fr"] = "Images\u00a0: 1."
    for options, words in begins.items():
        _, said, error = reported(capsys, "--report", tmp_path, *options.split())
        assert (said.startswith(words), error) == (True, "")
