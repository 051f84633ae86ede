"""May this be done? What the drills answer is what the referee takes or refuses, act for act."""

from __future__ import annotations

import pytest

from sabot.core.reasons import Reason
from sabot.games.banken_variaties import drills as banken
from sabot.games.banken_variaties.options import Options as BankenOptions
from sabot.games.evening.drills import settling
from sabot.games.evening.drills.allowing import NO, YES, seat_of, values_of
from sabot.games.evening.drills.choosing import Choice
from sabot.games.evening.drills.settling import Subject
from sabot.games.questions import chance_of
from tests.controller.games.drills.referee import DRILLS, asked, played, seeds

NAMES = [name for name in DRILLS if name.startswith("may-")]
CELLS = [(name, cell) for name in NAMES for cell in DRILLS[name].cells()]
GAMES_OF_CARDS = ("rikken", "nap", "ecarte", "napoleonnen", "mieen", "commetten")


def subject_of(name: str, cell: str) -> Subject:
    """What the drill asks about; at banken met variaties each cell is a game of its own."""
    if name == "may-banken-variaties":
        return banken.may(BankenOptions(), cell)
    found: Subject = DRILLS[name].asks.keywords["asks"].__self__  # type: ignore[attr-defined]
    return found


def test_every_game_with_something_to_refuse_is_drilled() -> None:
    others = ("banken-variaties", "handelen", "loterijen", "mijn-en-dijn", "verloten", "verpachten", "zeilen")
    assert {f"may-{game}" for game in (*GAMES_OF_CARDS, *others)} == {*NAMES}


@pytest.mark.parametrize(("name", "cell"), CELLS)
def test_the_referee_takes_what_may_be_done_and_refuses_what_may_not(name: str, cell: str) -> None:
    drill, subject = DRILLS[name], subject_of(name, cell)
    for seed in seeds(drill, cell):
        question, told, acts, truth = asked(drill, subject, cell, seed)
        assert isinstance(told, Choice)
        table = played(drill.group, subject.taught.options, (*acts, told.tried))
        assert (truth == YES.answer) == (not table.faults), (question, told.tried)
        verdict = drill.judge(question, truth)
        assert verdict.right
        if table.faults:
            assert verdict.why == table.faults[-1], told.tried
        assert not drill.judge(question, (NO if truth == YES.answer else YES).answer).right
        assert not drill.judge(question, "").right
        assert question.ask.format(**question.values)
        assert "{" not in question.ask.format(**question.values)


@pytest.mark.parametrize("name", NAMES)
def test_both_answers_come_up_in_every_drill(name: str) -> None:
    drill = DRILLS[name]
    questions = (drill.ask(cell, seed) for seed in range(8) for cell in drill.cells())
    truths = (drill.judge(each, "").truth for each in questions)
    first = next(truths)
    assert {first, next(each for each in truths if each != first)} == {YES.answer, NO.answer}


@pytest.mark.parametrize("game", GAMES_OF_CARDS)
def test_the_card_that_is_asked_about_lies_in_the_hand_that_is_shown(game: str) -> None:
    drill = DRILLS[f"may-{game}"]
    for cell in drill.cells():
        question = drill.ask(cell, 3)
        (hand,) = question.shows["hands"]
        told = subject_of(drill.name, cell).asks(cell, _chance(drill.name, cell))
        assert told.tried.split()[-1] in hand["cards"]
        assert str(hand["seat"]) == question.values["n"]


def _chance(name: str, cell: str):
    return chance_of(name, cell, 3)


def test_a_card_that_does_not_follow_is_answered_with_the_rule_that_forbids_it() -> None:
    drill = DRILLS["may-ecarte"]
    questions = [drill.ask("suit void/a plain suit led", seed) for seed in range(20)]
    reasons = {drill.judge(each, "").truth: str(drill.judge(each, "").why) for each in questions}
    assert reasons[YES.answer] == "follow suit if you can, else play trump if you can"
    assert reasons[NO.answer] == "the rules of following suit do not allow this card"


def test_the_banker_of_mijn_en_dijn_is_told_that_only_the_others_stake() -> None:
    drill = DRILLS["may-mijn-en-dijn"]
    verdicts = [drill.judge(drill.ask("a stake before dijn", seed), "") for seed in range(12)]
    assert {"a stake names its seat: every player but the banker stakes"} == {
        str(each.why) for each in verdicts if each.truth == NO.answer
    }


def test_an_act_names_its_seat_first_and_a_stake_names_it_last() -> None:
    assert (seat_of("bid 2 pass"), seat_of("bet aas 0.50 3"), seat_of("deal")) == (2, 3, 0)
    assert values_of("deal") == {"n": "0"}
    assert values_of("buy 4") == {"n": "4"}
    assert values_of("bid 2 weg") == {"n": "2", "note": "weg"}


def test_players_who_do_nothing_that_is_allowed_end_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "MOMENTS_MOST", 7)
    subject = subject_of("may-handelen", "a bid")
    tried: list[str] = []

    def stubborn(coup: object, rng: object) -> str:
        tried.append("fold")
        return "answer 1 houdt"

    stuck = subject._replace(chooses=stubborn)
    with pytest.raises(LookupError, match="no moment belongs to a bid"):
        stuck.asks("a bid", _chance("may-handelen", "a bid"))
    assert len(tried) == 7


def test_the_reason_of_an_allowed_act_is_the_rule_of_its_own_seat() -> None:
    drill = DRILLS["may-handelen"]
    verdict = next(
        found
        for seed in range(30)
        if (found := drill.judge(drill.ask("a packet is offered", seed), "")).truth == "yes"
    )
    assert isinstance(verdict.why, Reason)
    assert "pakket" in str(verdict.why)
