"""What the telephone of a seat draws, from the table alone, and what it may do."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.core import table as referee
from sabot.core.observations import Said
from sabot.core.shapes.turns import own_shown
from sabot.core.shapes.view import OwnShown, TurnShown
from sabot.core.view import view
from sabot_dashboard.picture.telephone import is_due, own_turns, telephone
from tests.dashboard import tables

DEALT = ("hand 2 2C 3C 4C 5C 6C", "hand 3 2D 3D 4D 5D 6D")


def at(game: str, *acts: str) -> referee.Table:
    """A table of `game` after these acts."""
    table = tables.table(game)
    for act in acts:
        table, _ = referee.step(table, Said(act))
    return table


def drawn(table: referee.Table, seat: int, **more: object) -> dict[str, Any]:
    """The picture of the telephone at this seat; `more` of the view is as it says."""
    return telephone({**view(table), **more}, own_shown(table, seat))  # type: ignore[typeddict-item]


def due(*acts: str) -> list[TurnShown]:
    """One turn with these acts."""
    return [{"seat": 2, "acts": [*acts], "limits": None, "why": None}]


def own(*acts: str, seat: int = 2) -> list[str]:
    """Which of these acts the telephone of a seat may do."""
    shown: OwnShown = {"seat": seat, "hand": None, "turns": due(*acts)}
    return [act for turn in own_turns(shown, {}) for act in turn["acts"]]


def test_a_table_that_is_not_open_is_closed() -> None:
    assert telephone({}, own_shown(at("nap"), 2)) == {"phase": "closed"}


def test_the_hand_of_its_seat_stands_there_and_no_other() -> None:
    table = at("nap", *DEALT)
    assert [drawn(table, seat)["hand"] for seat in (2, 4)] == [["2C", "3C", "4C", "5C", "6C"], None]
    assert drawn(table, 12)["hand"] is None


def test_a_deal_begins_at_the_table() -> None:
    acts = [act for turn in drawn(at("nap"), 1)["turns"] for act in turn["acts"]]
    assert not [act for act in acts if act.startswith(("deal", "hand"))]
    assert own("deal", "hand 2 CARDS", "draw 2 CARDS", "sit 2 AMOUNT", "leave 2", "dealer 2", "CARD") == []


def test_a_dealer_who_deals_at_the_table_reads_why_it_is_their_turn_and_not_what_a_misdeal_costs() -> None:
    picture = drawn(at("nap"), 1)
    assert picture["turns"][0]["acts"] == ["answer 1 misdeal"]
    assert picture["turns"][0]["why"]["id"] == "{n} cards are dealt to each"


def test_a_player_does_what_begins_with_their_own_seat() -> None:
    acts = ("play 2 8C", "swap 2 NUMBER", "answer 2 weg", "claim 2 NUMBER", "bet kaart AMOUNT 2")
    assert own(*acts, "play 3 8C", "bet 2 AMOUNT 3", "hand 2 CARDS") == [*acts]
    assert own("play 2 8C", "show 12 CARDS", seat=12) == ["show 12 CARDS"]


def test_while_a_trainee_deals_in_silent_mode_a_telephone_offers_nothing() -> None:
    table = at("nap", *DEALT, "hand 1 AS KS QS JS TS", "hand 4 2H 3H 4H 5H 6H")
    assert drawn(table, 2)["turns"]
    assert drawn(table, 2, training="silent")["turns"] == []


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("play 2 8C", "play 2 8c"),
        ("play 2 CARD", "play 2 TH"),
        ("swap 2 CARDS", "swap 2 8C"),
        ("swap 2 CARDS", "swap 2 8C 9D TH"),
        ("raise 2 AMOUNT", "raise 2 0.50"),
        ("name 2 SUIT", "name 2 d"),
        ("bid 2 open_misere", "bid 2 open_misere"),
        ("bet kaart AMOUNT 2", "bet kaart 1 2"),
    ],
)
def test_an_act_that_is_due_may_be_done(act: str, words: str) -> None:
    assert is_due(words, due("fold 2", act))


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("play 2 8C", "play 2 9C"),
        ("play 2 8C", "play 2"),
        ("play 2 8C", "play 2 8C 9C"),
        ("play 2 CARD", "play 2 card"),
        ("play 2 CARD", "play 3 8C"),
        ("swap 2 CARDS", "swap 2"),
        ("swap 2 CARDS", "swap 2 8C and more"),
        ("raise 2 AMOUNT", "raise 2 -1"),
        ("raise 2 AMOUNT", "raise 2 much"),
        ("name 2 SUIT", "name 2 X"),
        ("bid 2 pass", ""),
        ("bid 2 pass", "undo"),
    ],
)
def test_anything_else_may_not(act: str, words: str) -> None:
    assert not is_due(words, due(act))
    assert not is_due(words, [])


def test_a_ruling_names_its_seat_its_trick_and_what_happens_now() -> None:
    table = at("nap", "deal", "bid 3 2")
    ruling = drawn(table, 4)["ruling"]
    assert ruling["seat"] == 3
    assert ruling["because"]["id"]
    assert ruling["now"]["id"].startswith("Nothing has changed.")
    assert drawn(at("nap", "deal"), 4)["ruling"] is None
