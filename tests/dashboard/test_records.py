"""What is on record as a person reads it who looks back (sabot_dashboard/words/records.py)."""

from __future__ import annotations

from typing import Any

import pytest

from sabot_dashboard.words import records
from sabot_dashboard.words.languages import catalogue


def told(seen: dict[str, Any], *, role: str = "", game: str = "punto-banco", lang: str = "en") -> str:
    """A step as an English sentence."""
    return records.in_words(records.step(seen, role=role, game=game), catalogue(lang))


@pytest.mark.parametrize(
    ("seen", "role", "sentence"),
    [
        ({"kind": "CardSeen", "card": None}, "sabot", "A card that could not be read"),
        ({"kind": "CardSeen", "card": "TH", "source": "manual"}, "", "Card 10♥, entered by hand"),
        ({"kind": "CardSeen", "card": "8C"}, "", "Card 8♣, seen by the sabot"),
        ({"kind": "CardSeen", "card": "8C"}, "camera", "Card 8♣, seen by the camera"),
        ({"kind": "CardLies", "card": None}, "", "A card that the eye cannot read"),
        ({"kind": "CardLies", "card": "9D"}, "", "Card 9♦, seen by the eye"),
        ({"kind": "BallSeen", "pocket": "17", "source": "manual"}, "", "Number 17, entered by hand"),
        ({"kind": "BallSeen", "pocket": "0"}, "", "The ball rests in 0"),
        ({"kind": "Staked", "where": "banco", "amount": 1250}, "", "Stake: banco 12.50"),
        ({"kind": "Staked", "where": "paire-punto", "amount": 500}, "", "Stake: paire punto 5.00"),
        ({"kind": "Staked", "where": "carre:16-20", "amount": 500}, "", "Stake: carré 16-20 5.00"),
        ({"kind": "Said", "words": "avec-la-table 4"}, "", "Said: avec la table 4"),
        ({"kind": "Said", "words": "assurance cheval:17-20 4"}, "", "Said: assurance cheval 17-20 4"),
        ({"kind": "Announced", "words": "carte pour punto"}, "", "Announced: carte pour punto"),
        ({"kind": "DeviceFound", "role": "sabot"}, "", "sabot found"),
        ({"kind": "DeviceFound", "role": "sabot", "tries": 0}, "", "sabot found"),
        ({"kind": "WheelSeen", "phase": "rnvp-due"}, "", "The wheel: rien ne va plus is due"),
        ({"kind": "Shuffled"}, "", "Shuffled"),
    ],
)
def test_a_step_is_told_in_a_sentence(seen: dict[str, Any], role: str, sentence: str) -> None:
    assert told(seen, role=role) == sentence


def test_an_instrument_that_was_hard_to_open_is_told_with_its_failed_tries() -> None:
    assert told({"kind": "DeviceFound", "role": "sabot", "tries": 3}) == "sabot found after 3 failed tries"


@pytest.mark.parametrize(
    ("by", "said"),
    [
        ("A. Claes (supervisor)", "Quittiert von A. Claes (Tischchef): einig"),
        ('"A. (trainer)" (claimed)', 'Quittiert von "A. (trainer)" (nach eigener Angabe): einig'),
        ("chef de table", "Quittiert von Tischchef: einig"),
        ("A. Claes (of no role)", "Quittiert von A. Claes (of no role): einig"),
    ],
)
def test_the_role_of_a_person_stands_in_the_language_of_the_reader(by: str, said: str) -> None:
    seen = {"kind": "Acknowledged", "by": by, "reason": "einig"}
    assert records.in_words(records.step(seen, role="", game="punto-banco"), catalogue("de")) == said


@pytest.mark.parametrize("kind", ["Undone", "Acknowledged", "Confirmed"])
def test_an_answer_is_told_with_the_person_and_their_reason_if_there_is_one(kind: str) -> None:
    verb = {"Undone": "Withdrawn", "Acknowledged": "Acknowledged", "Confirmed": "Confirmed"}[kind]
    assert told({"kind": kind, "by": "M. Dupont", "reason": "misread"}) == f"{verb} by M. Dupont: misread"
    assert told({"kind": kind, "by": "M. Dupont", "reason": ""}) == f"{verb} by M. Dupont"
    assert told({"kind": kind}) == f"{verb} by –"


@pytest.mark.parametrize(
    ("note", "sentence"),
    [
        ({"what": "remark", "by": "M. Dupont", "text": "late"}, "Remark of M. Dupont: late"),
        ({"what": "remark", "by": "", "text": ""}, "Remark of –: "),
        (
            {"what": "table-opened", "by": "M. Dupont", "counted": 1_250_050},
            "The table was opened by M. Dupont, float 12,500.50. ",
        ),
        ({"what": "table-closed", "by": "A", "counted": None}, "The table was closed by A, float –. "),
        (
            {"what": "next-opening", "by": "A", "counted": 545},
            "The next opening was set to 09:05 by A. ",
        ),
        ({"what": "sabot-opened", "by": "A", "counted": 312}, "A sabot was opened by A, 312 cards. "),
        ({"what": "sabot-closed", "by": "A", "counted": 0}, "The sabot was closed by A, 0 cards left. "),
        (
            {"what": "clock-set", "counted": 60, "text": "12:00 → 12:01"},
            "The clock was set by +60 s: 12:00 → 12:01",
        ),
        (
            {"what": "clock-behind", "counted": 60, "text": "12:00"},
            "The clock was 60 s behind the record: 12:00",
        ),
        ({"what": "tea", "by": "A", "text": "at five"}, "Remark of A: at five"),
    ],
)
def test_a_note_is_told_with_what_was_counted(note: dict[str, Any], sentence: str) -> None:
    assert records.in_words(records.note(note), catalogue("en")) == sentence
    assert told({"kind": "Noted", **note}) == sentence


def test_a_fault_of_the_wheel_is_told_by_its_reason_and_else_by_its_name() -> None:
    nameless = {"kind": "WheelFault", "name": "wrong-direction", "why": ""}
    assert told(nameless) == "Fault of the wheel: wrong direction"
    assert told(nameless | {"why": "it turns to the left"}) == "Fault of the wheel: it turns to the left"


@pytest.mark.parametrize(("card", "sign"), [("8C", "8♣"), ("TD", "10♦"), ("KH", "K♥"), ("AS", "A♠")])
def test_a_card_has_the_sign_of_its_suit(card: str, sign: str) -> None:
    assert records.short(card) == sign


def test_a_result_is_told_by_the_name_that_the_cloth_has_for_it() -> None:
    def result(game: str, **event: Any) -> str:
        found = records.verdict({"event": "result", **event}, game)
        return records.in_words(found, catalogue("en")) if found else ""

    assert result("punto-banco", winner="egalite") == "Result: Égalité"
    assert result("roulette", number="17") == "Result: 17"
    assert result("roulette") == ""


def test_who_won_at_home_is_named_in_the_reader_s_language_and_not_in_that_of_the_house() -> None:
    found = records.verdict({"event": "result", "winner": "2"}, "een-en-twintig")
    assert [records.in_words(found, catalogue(each)) for each in ("en", "de")] == [
        "Result: seat 2",
        "Ergebnis: Platz 2",
    ]
    shared = records.verdict({"event": "result", "winner": "1 3 4"}, "poker")
    assert records.in_words(shared, catalogue("fr")).endswith("place 1 & place 3 & place 4")


def test_of_what_was_decided_only_faults_results_and_annulled_coups_are_told() -> None:
    assert records.verdict({"event": "owed"}, "punto-banco") is None
    because = {"id": "a card fell", "values": {}}
    void = records.verdict({"event": "void", "reason": because}, "punto-banco")
    assert records.in_words(void, catalogue("en")) == "▲ Coup annulled: a card fell"
    fault = {"event": "fault", "kind": "wrong-order", "reason": because}
    assert (
        records.in_words(records.verdict(fault, "punto-banco"), catalogue("en")) == "▲ Not now: a card fell"
    )


def test_a_count_takes_the_singular_and_a_number_the_point_of_its_language() -> None:
    two = {"id": "{n} coups", "values": {"n": 2}}
    one = {"id": "{n} coups", "values": {"n": 1}}
    assert [records.in_words(each, catalogue("en")) for each in (one, two)] == ["1 coup", "2 coups"]
    assert records.in_words(1.5, catalogue("fr")) == "1,5"
