"""Why an instrument is lost, a card has no name or nothing is recorded: said from the reason itself, in the
reader's language. Journals of older programs have its English text alone."""

from __future__ import annotations

import ast
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from sabot.core import reasons
from sabot.core.observations import (
    CardSeen,
    DeviceLost,
    DeviceTroubled,
    Observation,
    WheelFault,
    as_dict,
    from_dict,
)
from sabot.core.reasons import Reason, Why, reason
from sabot.core.table import opened, step
from sabot.core.view import view
from sabot.games.punto_banco import coup as punto_banco
from sabot.instruments.panel.buttons import CALLED
from sabot.record import trouble
from sabot_dashboard.picture import croupier_band, projection
from sabot_dashboard.words import records
from sabot_dashboard.words.languages import catalogue
from sabot_dashboard.words.sentence import of_reason
from tests import said
from tests.dashboard import views

DEVICE = reason("the shoe")
RESTARTED = reason(
    "{device} was restarted: {why}",
    device=DEVICE,
    why=reason("a card on its way then may be missing on record"),
)


def in_words(why: Reason, language: str) -> str:
    return records.in_words(of_reason(why), catalogue(language))


def literal_reasons() -> set[str]:
    """The texts that a program makes a reason of without `reason`, so that no catalogue is asked for them."""
    found = set()
    for file in (file for folder in said.SOURCES for file in folder.rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            named = (
                isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Reason"
            )
            if named and isinstance(call.args[0], ast.Constant):
                found.add(ast.unparse(call.args[0]))
    return found


def test_only_what_comes_from_elsewhere_is_a_reason_without_words_in_four_languages() -> None:
    """Every call of `reason` has its entry in each catalogue (test_languages.py); nothing goes round it."""
    assert literal_reasons() == {"''"}, "NOTHING alone"


def test_a_reason_is_said_whole_in_the_reader_s_language() -> None:
    french = "le sabot a redémarré\xa0: une carte alors en route manque peut-être dans le journal"
    assert in_words(RESTARTED, "fr") == french
    stuck = reason("button-stuck: {button} is still down", button=CALLED["rnvp"])
    assert str(stuck) == "button-stuck: rnvp is still down"
    assert in_words(stuck, "de") == "die Taste „Rien ne va plus“ ist noch gedrückt"


SEEN: list[tuple[Observation, str]] = [
    (DeviceLost("sabot", RESTARTED), "slof verbinding kwijt: de slof is opnieuw gestart: "),
    (DeviceTroubled("sabot", RESTARTED), "slof: de slof is opnieuw gestart: "),
    (WheelFault("silent", RESTARTED), "Fout van de cilinder: de slof is opnieuw gestart: "),
]


@pytest.mark.parametrize(("seen", "dutch"), SEEN, ids=[type(seen).__name__ for seen, _ in SEEN])
def test_an_observation_on_record_has_its_reason_as_text_and_as_a_value(seen: Any, dutch: str) -> None:
    plain = as_dict(seen)
    assert str(RESTARTED) in plain.values()
    assert from_dict(dict(plain)) == seen
    spoken = records.in_words(records.step(plain, role="sabot", game=""), catalogue("nl"))
    assert spoken.endswith("een kaart die toen onderweg was, ontbreekt misschien in het journaal")


OLD: list[tuple[Why, str]] = [
    ("the lid of the shoe is open", "het deksel van de slof is open"),
    ("5 messages of the shoe are lost: look", "5 messages of the shoe are lost: look"),
]


@pytest.mark.parametrize(("text", "shown"), OLD)
def test_an_older_journal_is_shown_by_its_text(text: str, shown: str) -> None:
    plain = {"kind": "DeviceTroubled", "role": "sabot", "trouble": text, "since_ok": False}
    assert from_dict(dict(plain)) == DeviceTroubled("sabot", Reason(text))
    assert records.in_words(records.step(plain, role="sabot", game=""), catalogue("nl")).endswith(shown)


def test_why_a_card_could_not_be_read_is_said_in_the_reader_s_language() -> None:
    unnamed = reason("the shoe sent card code {source}, which names no card", source="7F")
    table, _ = step(opened(punto_banco), CardSeen(None, note=unnamed))
    why = projection.croupier(view(table))["band"]["why"]
    assert records.in_words(why, catalogue("nl")) == (
        "een kaart die niemand kon lezen beslist niets: neem ze terug en zeg welke kaart het is "
        "(de slof stuurde code 7F, die geen kaart noemt)"
    )


def test_the_return_of_an_instrument_says_the_failed_tries_and_old_journals_have_none() -> None:
    seen = {"kind": "DeviceFound", "role": "sabot", "driver": "lines", "where": "/dev/x"}
    said = [records.step(seen | more, role="sabot", game="") for more in ({}, {"tries": 1}, {"tries": 31})]
    german = catalogue("de")
    assert [records.in_words(each, german) for each in said] == [
        "Schlitten verbunden",
        "Schlitten verbunden nach 1 Fehlversuch",
        "Schlitten verbunden nach 31 Fehlversuchen",
    ]


def full() -> sqlite3.Error:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorname = "SQLITE_FULL"
    return error


def test_a_halted_record_is_explained_in_the_reader_s_language() -> None:
    halted = trouble.explained(Path("/t.sqlite3"), full()).args[0]
    why = croupier_band.band_of(views.view_of("") | {"halted": reasons.as_dict(halted)}, [])["why"]
    assert records.in_words(why, catalogue("nl")) == (
        "het journaal /t.sqlite3 is niet te gebruiken: de schijf is vol: maak ruimte"
    )
