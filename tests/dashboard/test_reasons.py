"""Why an instrument is lost, a card has no name or nothing is recorded: every sentence exists in four
languages. What can be said is read from the sources that say it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sabot.config import extras
from sabot.instruments.line import port
from sabot.instruments.wheel import sabot_wheel
from sabot.instruments.wheel.terms import VOIDING
from sabot.record import journal
from sabot_dashboard import app
from sabot_dashboard.picture import band
from sabot_dashboard.words import forms, records, sentences
from sabot_dashboard.words.languages import catalogue
from tests.dashboard import views

SAYS = re.compile(r"\b(DeviceLost|DeviceTroubled|WheelFault|LostError)\b")
SAYS_TOO = ("port", "discovery", "eye", "messages", "terms", "pins", "extras", "line", "driver")
"""What is said of a line comes from the modules that name these observations, and from these few."""

SAID_ELSEWHERE = {
    *("refusal", "_pattern_refusal", "_texts_refusal", "_keys_refusal", "layout_refusal", "address_refusal"),
    *("troubles", "no_line", "_no_input", "too_vague", "command"),
    *(
        "_from_lines",
        "split",
        "progress",
        "Said",
        "ValueError",
        "DriverInfo",
        "info",
        "debug",
        "warning",
        "exception",
    ),
}
"""Functions and calls whose text goes to a log, or to the person who writes a configuration or reads a
recording."""

PARTS_OF_SENTENCES = {
    *("by watchdog", "wheel sensor", "something may be missing", "no source is named"),
    *("; it is started again", extras.REINSTALL, *extras.FROM_APT.values()),
    *("7 (7 a minute)", "opening the camera", "closing the camera", "the next picture"),
}
FILLED = {"self.CALLED": "shoe", "name": "undo", "others[0]": "undo"}
FILLED |= {"self._last_words()": "7; it is started again", "STARTED_AGAIN": "; it is started again"}


def _called(node: ast.AST) -> str:
    named = node.func if isinstance(node, ast.Call) else node
    return str(getattr(named, "attr", "") or getattr(named, "id", "") or getattr(named, "name", "") or "")


def _filled(text: ast.JoinedStr) -> Iterator[str]:
    for each in text.values:
        constant = isinstance(each, ast.Constant)
        yield str(each.value) if constant else FILLED.get(ast.unparse(each.value), "7")  # type: ignore[attr-defined]


def texts(node: ast.AST) -> Iterator[str]:
    """The texts in a tree, with a 7 in their slots; no docstrings, nor what is compared or said elsewhere."""
    docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    if docstring or isinstance(node, ast.Compare) or _called(node) in SAID_ELSEWHERE:
        return
    if isinstance(node, ast.JoinedStr):
        yield "".join(_filled(node))
    elif isinstance(node, ast.Constant):
        yield str(node.value)
    else:
        for each in ast.iter_child_nodes(node):
            yield from texts(each)


def reasons() -> set[str]:
    """Every sentence in the drivers of instruments and the sources of the eye; the wheel's filled in."""
    eye = Path(app.__file__).parents[2] / "vision" / "sabot_vision" / "sources.py"
    sources = [*Path(port.__file__).parents[1].rglob("*.py"), eye, Path(extras.__file__)]
    spoken = [each for each in sources if each.stem in SAYS_TOO or SAYS.search(each.read_text())]
    assert len(spoken) > 2
    said = {text for file in spoken for text in texts(ast.parse(file.read_text()))}
    spin: Any = SimpleNamespace(laps=2, rotor_rpm=7.5, why="track")
    of_wheel = {sabot_wheel._why(name, spin) for name in VOIDING}
    return {text for text in said if re.search("[a-z]{2}.* [a-z]{2}", text)} - PARTS_OF_SENTENCES | of_wheel


def test_whatever_an_instrument_or_the_journal_says_has_a_form() -> None:
    """A reason without words in four languages fails here; so does a form that nobody says any more."""
    said = reasons() | {f"the journal 7 cannot be used: {why}" for why in journal._WORDS.values()}
    whys = {text: sentences.recognised(text) for text in said}
    assert {text for text, why in whys.items() if why["id"] not in sentences.FORMS} == set()
    values = [value for why in whys.values() for value in why["values"].values()]
    used = {each["id"] for each in (*whys.values(), *values) if isinstance(each, dict)}
    assert set(forms.LINE + forms.RECORD) - used == {
        *("gate blocked at start", "bar sensor sees light without a card"),  # the firmware's own words
        *("reason {n}", "somebody else has written it meanwhile"),
    }


def test_a_reason_is_said_whole_in_the_reader_s_language() -> None:
    english = "the shoe was restarted: a card on its way then may be missing on record"
    french = "le sabot a redémarré\xa0: une carte alors en route manque peut-être dans le journal"
    assert records.in_words(sentences.recognised(english), catalogue("fr")) == french
    stuck = records.in_words(sentences.recognised("button-stuck: rnvp is still down"), catalogue("de"))
    assert stuck == "die Taste „Rien ne va plus“ ist noch gedrückt"


def test_the_return_of_an_instrument_says_the_failed_tries_and_old_journals_have_none() -> None:
    seen = {"kind": "DeviceFound", "role": "sabot", "driver": "lines", "where": "/dev/x"}
    said = [records.step(seen | more, role="sabot", game="") for more in ({}, {"tries": 1}, {"tries": 31})]
    german = catalogue("de")
    assert [records.in_words(each, german) for each in said] == [
        "Schlitten verbunden",
        "Schlitten verbunden nach 1 Fehlversuch",
        "Schlitten verbunden nach 31 Fehlversuchen",
    ]


def test_a_halted_record_is_explained_in_the_reader_s_language() -> None:
    halted = "the journal /t.sqlite3 cannot be used: the disk is full: free some space"
    why = band.shown(views.view_of("") | {"halted": halted}, [])["why"]
    assert records.in_words(why, catalogue("nl")) == (
        "het journaal /t.sqlite3 is niet te gebruiken: de schijf is vol: maak ruimte"
    )
