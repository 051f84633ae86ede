"""How the screens answer in JSON (sabot_dashboard/answers.py), and a card in a sentence
(sabot_dashboard/words/sentence.py)."""

from __future__ import annotations

from typing import Any

from sabot.core.observations import BetsClosed
from sabot.core.reasons import reason
from sabot_dashboard.acts import Act
from sabot_dashboard.answers import RECORDED_WITHIN_S, answered, recorded, refused
from sabot_dashboard.pressed import Press, Pressed
from sabot_dashboard.words.sentence import of_reason, with_suit
from tests.dashboard.test_app import Memory


def test_an_answer_names_the_last_record_of_its_act() -> None:
    answer: Any = recorded(Memory(), [BetsClosed(), BetsClosed(), BetsClosed()])
    assert (answer.status_code, answer.json) == (200, {"taken": True, "recorded": 3})


def test_an_act_that_is_not_on_record_is_forgotten_and_its_reason_given() -> None:
    inbox, pressed = Memory(), Pressed()
    inbox.failing = "the disk is full"
    end = Act("end", (BetsClosed(),), "0123456789", None)
    assert pressed.taken(end, 1) == "new"
    answer: Any = recorded(inbox, [BetsClosed()], press=Press(pressed, end))
    assert (answer.status_code, answer.json["taken"], pressed.verdict(end)) == (503, False, "new")
    assert answer.json["why"]["id"] == "the disk is full"


def test_an_answer_waits_two_seconds_for_the_record() -> None:
    assert RECORDED_WITHIN_S == 2.0


def test_no_browser_keeps_an_answer() -> None:
    for answer, status in ((answered({}), 200), (refused({"id": "no"}, 409), 409)):
        assert answer.headers["Cache-Control"] == "no-store"
        assert (answer.status_code, answer.mimetype) == (status, "application/json")


def test_a_card_in_a_sentence_has_the_sign_of_its_suit() -> None:
    assert [with_suit(card) for card in ("TH", "8C", None)] == ["10♥", "8♣", ""]
    told = of_reason(reason("cannot read a card"))
    assert told["values"] == {}
