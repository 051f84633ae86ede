"""No answer for other programs has a hand, a card that lies face down, or a result that is withheld."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from sabot.core import table as referee
from sabot.core.shapes.past import News, PastCoup, PastFault
from sabot.core.shapes.turns import own_shown
from sabot.core.shapes.view import View
from sabot.core.view import view
from sabot.games.evening.player import PLAYERS
from sabot.games.register import DESCRIPTORS, GAMES
from sabot.simulation import home
from sabot_dashboard.programs import reading
from tests.controller.simulation.test_company import Beside
from tests.dashboard import programs, tables

ROLES = ("", "reader", "croupier", "supervisor")
AT_HOME = [name for name, game in DESCRIPTORS.items() if game.is_at_home]


def every_answer(shown: View) -> dict[str, Any]:
    """What each role gets of this view."""
    found: dict[str, Any] = {}
    for role in ROLES:
        made = reading.table(shown, name="Table 3", role=role, seq=7)
        programs.fits(json.loads(json.dumps(made)), "Table")
        found[role] = made
    return found


@pytest.mark.parametrize("game", [name for name in GAMES if name not in AT_HOME])
def test_every_moment_of_an_evening_fits_the_description(game: str) -> None:
    table = tables.table(game)
    for each in tables.read(tables.taille(game, 2).splitlines(), table.play.game, table.play.options):
        table, _ = referee.step(table, each)
        every_answer(view(table))


def test_cards_that_lie_face_down_are_backs_for_everybody() -> None:
    for answer in every_answer(tables.view_of("chemin-de-fer", tables.CHEMIN_FREE)).values():
        cards = {place["name"]: place["cards"] for place in answer["places"]}
        assert cards == {"ponte": ["back", "back"], "banque": ["back", "back"]}
        assert [place["points"] for place in answer["places"]] == [None, None]
        assert not {"4C", "3D", "AH", "KS"} & set(json.dumps(answer).split('"'))


@pytest.mark.parametrize("game", AT_HOME)
def test_in_whole_deals_at_home_no_answer_has_a_card_of_a_hand(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "players", lambda game: PLAYERS)  # nobody thinks: that takes time
    beside, held = Beside(game), set[str]()
    while beside.table.play.number < 2:
        assert beside.works()
        shown = view(beside.table)
        seats = shown["spread"]["seats"]
        hands = {card for seat in seats for card in own_shown(beside.table, seat)["hand"] or ()}
        hidden = hands - words_of(shown["spread"]) - words_of(shown["handed"])
        held |= hidden
        for role, answer in every_answer(shown).items():
            assert not words_of(answer) & hidden, role
    assert bool(held) == (game not in NO_HANDS)


NO_HANDS = ("mijn-en-dijn", "zeilen", "loterijen", "verloten", "handelen")
"""Games in which nobody holds a card that others do not see."""


def words_of(value: object) -> set[str]:
    return set(re.split(r"[^A-Z0-9]+", json.dumps(value)))


FAULT = {
    "kind": "revoke",
    "because": {"id": "{seat} still holds {card}", "values": {"seat": "2", "card": {"card": "8C"}}},
    "card": "9D",
    "to": None,
    "owed": None,
    "said": None,
    "picture": None,
    "coup": 1,
}


@pytest.mark.parametrize("game", AT_HOME)
def test_a_fault_at_home_is_its_kind_alone_for_every_key(game: str) -> None:
    shown: Any = {**tables.view_of(game, ""), "faults": [FAULT]}
    for role, answer in every_answer(shown).items():
        if role in ("croupier", "supervisor"):
            (fault,) = answer["staff"]["faults"]
            assert fault == {"coup": 1, "kind": "revoke", "because": None, "card": None}
    past = PastFault(7, 1, 1, game, "revoke", "seat 2 still holds 8C", "9D", 2)
    told = reading.fault(past, is_bare=False)
    assert (told["because"], told["card"], told["seat"]) == (None, None, 2)


def test_a_fault_of_a_game_that_is_not_known_any_more_names_no_card() -> None:
    past = PastFault(7, 1, 1, "whist", "revoke", "seat 2 still holds 8C", "9D", 2)
    assert reading.fault(past, is_bare=False)["because"] is None


@pytest.mark.parametrize("game", AT_HOME)
def test_a_coup_at_home_and_a_void_one_are_told_without_cards(game: str) -> None:
    result: Any = {"winners": {"2": "4.00"}, "hands": {"2": ["8C", "9C"]}, "cards": {"3": ["TH"]}}
    past = PastCoup(1, game, 1, 2, result, {"2": ["8C"]}, 0, 0)
    shown = reading.coup(past, counts=True)
    assert (shown["cards"], shown["outcome"]["won"]) == ({}, ["2"])
    assert not {"8C", "9C", "TH"} & set(json.dumps(shown).split('"'))
    void = PastCoup(1, "chemin-de-fer", 1, 2, None, {"ponte": ["8C", "9C"]}, 0, 0, True)
    assert reading.coup(void, counts=True)["cards"] == {}


@pytest.mark.parametrize("role", ROLES)
def test_in_silent_mode_no_key_but_a_supervisor_s_learns_what_the_rules_say(role: str) -> None:
    shown: Any = {**tables.view_of("punto-banco", "rnvp 2C 3S 3D 4H 2H 5C"), "training": "silent"}
    answer = reading.table(shown, name="Table 3", role=role, seq=7)
    assert answer["phase"] == "dealing"
    assert (answer["outcome"], answer["results"]) == (None, [])
    assert [place["points"] for place in answer["places"]] == [None, None]
    if role == "croupier":
        assert (answer["staff"]["faults"], answer["staff"]["owed"], answer["record"]) == ([], None, None)
    if role == "supervisor":
        assert answer["staff"]["faults"] and answer["record"] == 7


def news(kind: str, seq: int, coup: int = 1, of: int = 0) -> News:
    return News(seq, 0, kind, coup, {"from": of} if kind == "undone" else {}, "")


@pytest.mark.parametrize(
    ("found", "left"),
    [
        ([news("result", 5), news("undone", 8, of=5)], [8]),
        ([news("result", 5), news("undone", 8, of=6)], [5, 8]),
        ([news("result", 5), news("void", 8)], [8]),
        ([news("result", 5), news("void", 8, coup=2)], [5, 8]),
        ([news("undone", 4, of=2), news("result", 5)], [4, 5]),
        ([news("fault", 5), news("undone", 8, of=5)], [5, 8]),
    ],
)
def test_a_result_that_was_taken_back_before_anybody_heard_of_it_is_left_out(
    found: list[News], left: list[int]
) -> None:
    assert [each.seq for each in reading.standing(found)] == left


HELD = ("result",)


@pytest.mark.parametrize(
    ("role", "kinds", "disputed", "silent", "may"),
    [
        ("reader", HELD, False, False, True),
        ("reader", HELD, True, False, False),
        ("reader", ("fault",), True, False, True),
        ("reader", (), False, True, False),
        ("croupier", HELD, True, False, True),
        ("croupier", HELD, False, True, False),
        ("supervisor", HELD, True, True, True),
    ],
)
def test_who_hears_what_and_when(
    role: str, kinds: tuple[str, ...], disputed: bool, silent: bool, may: bool
) -> None:
    shown: Any = {**tables.view_of("punto-banco", "rnvp 2C 3S 3D 4H 2H" + " 5C" * disputed)}
    shown |= {"training": "silent"} if silent else {}
    assert reading.may_hear(shown, role, kinds) == may


def test_before_the_table_is_open_nobody_but_a_supervisor_hears_anything() -> None:
    assert [reading.may_hear({}, role, ()) for role in ROLES] == [False, False, False, True]
    assert reading.is_over(1, {}) is False
