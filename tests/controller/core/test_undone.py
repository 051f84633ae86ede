"""An undo is told: a follower of the lines ends with what the table has. docs/notation.md names the rule."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core import options as house
from sabot.core.events import Event, as_dict
from sabot.core.observations import (
    Acknowledged,
    BetsClosed,
    CardLies,
    CardSeen,
    ClockTicked,
    CoupEnded,
    Observation,
    Undone,
)
from sabot.core.play.state import Play
from sabot.core.series import steps
from sabot.core.table import Table, opened, step
from sabot.core.view import view
from sabot.games.register import GAMES
from tests.controller.dealing import Lines, a_script, card, dealt, faults, lines_of, only, standing

pytestmark = pytest.mark.no_cover

GAME = "punto-banco"
DRAWN = "TC 3D JS KH 9S 2S"


def acted(table: Table, *observations: Observation) -> tuple[Table, Lines]:
    lines: Lines = []
    for observation in observations:
        table, events = step(table, observation)
        lines += map(as_dict, events)
    return table, lines


def test_an_undo_names_the_act_and_the_first_line_that_no_longer_stands() -> None:
    lines = lines_of(GAME, "8C 4S undo")
    second = next(number for number, line in enumerate(lines, 1) if line.get("card") == "4S")
    assert only(lines, "undone") == [{"event": "undone", "coup": 1, "token": "4S", "from": second}]


def test_acts_of_more_than_64_coups_ago_are_said_to_stay() -> None:
    """docs/notation.md: acts of the last 64 coups can be taken back."""
    lines = lines_of("roulette", "7\n" * 66 + "undo\n" * 65)
    assert (faults(lines), len(only(lines, "undone"))) == (["wrong-order"], 64)
    assert lines[-1]["because"] == "coup 2 and those before it can no longer be taken back"


def test_what_holds_now_is_told_after_the_undo() -> None:
    lines = lines_of(GAME, f"{DRAWN} undo")
    after = lines[lines.index(only(lines, "undone")[0]) + 1 :]
    assert [line["event"] for line in after] == ["owed", "call"]
    assert (after[0]["to"], after[1]["text"]) == ("banco", "Carte pour banco")


def test_nothing_is_owed_by_a_spent_sabot_after_an_undo() -> None:
    """docs/notation.md: what holds now is told; from a spent sabot no coup is dealt."""
    lines = lines_of(GAME, "cut 8C 8D KH KD end new undo", close="croupier")
    assert lines[-1]["event"] == "undone"
    table, _ = dealt(GAME, "cut 8C 8D KH KD end", close="croupier")
    assert view(table)["owed"] is None
    assert not any(place["owed"] for place in view(table)["places"])


def test_nobody_is_invited_to_stake_while_the_first_card_waits_for_its_name() -> None:
    """A stake would be refused: no stake after the first card."""
    table, lines = dealt(GAME, "?? 2C undo")
    assert only(lines[lines.index(only(lines, "undone")[0]) :], "call") == []
    assert view(table)["calls"] == []
    table, _ = dealt(GAME, "?? undo")
    assert [call["text"] for call in view(table)["calls"]] == ["Faites vos jeux"]


@pytest.mark.parametrize(
    ("game", "script"),
    [
        ("chemin-de-fer", "say banque 1 16\n??\nsay tableau\nsay ponte carte"),
        ("trente-et-quarante", "TC JH QS AD ??\nsay prison noir"),
    ],
)
def test_nothing_is_called_again_while_a_card_waits_for_its_name(game: str, script: str) -> None:
    calls = [line["text"] for line in only(lines_of(game, script), "call")]
    assert len(calls) == len(set(calls)) == 1


def test_a_result_that_was_taken_back_and_came_again_counts_once() -> None:
    lines = lines_of(GAME, f"bet banco 20 3\n{DRAWN} end undo undo 3H", close="croupier")
    assert len(only(lines, "result")) == 2
    kept = standing(enumerate(lines, 1))
    assert [line["points"] for line in only(kept, "result")] == [{"punto": 9, "banco": 6}]
    assert len(only(kept, "settlement")) == 1


def test_the_coup_in_which_an_undo_falls_is_named_even_when_its_first_act_goes() -> None:
    (undone,) = only(lines_of(GAME, "8C undo"), "undone")
    assert (undone["coup"], undone["token"], undone["from"]) == (1, "8C", 1)


def test_faults_stay_on_record_when_their_act_is_taken_back() -> None:
    lines = lines_of(GAME, "banco:8C undo")
    assert faults(standing(enumerate(lines, 1))) == ["misplaced-card"]
    assert only(standing(enumerate(lines, 1)), "card") == []


def test_an_act_without_a_line_of_its_own_is_named_too() -> None:
    lines = lines_of(GAME, "bet punto 20 4\nbet banco 30\nundo undo")
    assert [line["token"] for line in only(lines, "undone")] == ["bet banco 30.00", "bet punto 20.00 4"]


def test_an_undo_of_nothing_is_a_fault_and_no_undone() -> None:
    lines = lines_of(GAME, "undo")
    assert faults(lines) == ["wrong-order"]
    assert only(lines, "undone") == []


def test_lines_are_counted_on_after_an_undo() -> None:
    lines = lines_of(GAME, "8C 4S undo undo")
    first, second = only(lines, "undone")
    assert (first["from"], second["from"]) == (3, 1)
    again = lines_of(GAME, "8C undo 9D undo")
    assert only(again, "undone")[1]["from"] == again.index(only(again, "card")[1]) + 1


def test_cards_that_were_not_read_go_with_one_undone_from_the_first_of_them() -> None:
    table, _ = acted(opened(GAMES[GAME]), CardSeen(card("8C")), CardSeen(None), CardSeen(None))
    quiet, lines = acted(table, Undone(unread=True))
    assert only(lines, "undone") == [{"event": "undone", "coup": 1, "token": "??", "from": 3}]
    assert quiet.line == table.line + len(lines)


def test_an_answer_to_a_fault_keeps_its_place_among_the_acts() -> None:
    table, _ = acted(opened(GAMES[GAME]), CardSeen(card("8C")), CardSeen(None), Acknowledged("chef"))
    table, lines = acted(table, Undone(), Undone())
    assert [line["token"] for line in only(lines, "undone")] == ["??", "8C"]


def test_a_dispute_with_the_camera_counts_as_a_line() -> None:
    """The eye's dispute is no act: the card after it begins one line later."""
    table, lines = acted(
        opened(GAMES[GAME]),
        CardSeen(card("8C")),
        CardLies(card("9C"), "punto", 0, "a"),
        ClockTicked(10**12),
        CardSeen(card("4S")),
    )
    assert faults(lines) == ["disagreement"]
    _, undone = acted(table, Undone())
    assert undone[0]["from"] == [line.get("card") for line in lines].index("4S") + 1


def unsaid(play: Play) -> Play:
    """The play without what was said of cards that wait: that stays on record when one is taken back."""
    return play._replace(taille=play.taille._replace(waiting=play.taille.waiting._replace(reported=0)))


def test_how_many_cards_wait_is_not_said_again_after_an_undo() -> None:
    once = [CardSeen(None), CardSeen(card("4S")), ClockTicked(10**12)]
    table, lines = acted(opened(GAMES[GAME]), *once, Undone(), *once[1:])
    assert faults(lines).count("unread-card") == 2
    assert table.play.taille.waiting == (1, 1)


FIRST, SECOND = CardSeen(card("4S")), CardSeen(card("6S"))


@pytest.mark.parametrize("between", [(Undone(), FIRST), (BetsClosed(),)])
def test_how_many_cards_wait_is_not_said_again_after_two_undos(between: tuple[Observation, ...]) -> None:
    """A line that was told stands: it counted the cards that come back, too."""
    script = [CardSeen(None), FIRST, SECOND, Undone(), *between, SECOND, Undone()]
    _, lines = acted(opened(GAMES[GAME]), *script)
    assert faults(lines).count("unread-card") == 2


def test_a_card_that_is_taken_back_is_told_of_the_coup_that_is_on_the_table_then() -> None:
    coup = [CardSeen(card(each)) for each in "8C 4S KH 3D".split()]
    table, _ = acted(opened(GAMES[GAME]), *coup, *coup[:2])
    told = []
    for _ in range(3):
        table, (first, *_) = step(table, Undone())
        told.append((first.coup, first.token))
    assert told == [(2, "4S"), (1, "8C"), (1, "3D")]


FACTS = ("card", "result", "settlement", "void", "shoe", "banque", "assurance", "guignot", "paid")


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=25, deadline=None)
@given(data=st.data(), close=st.sampled_from(["auto", "croupier"]))
def test_a_follower_ends_with_what_the_script_without_its_undone_acts_tells(
    game: str, close: str, data: st.DataObject
) -> None:
    rules = GAMES[game]
    script = [*data.draw(a_script(rules)), *data.draw(a_script(rules))]
    options = house.read(rules.Options, [("close", close)])
    table, lines = acted(opened(rules, options), *script)
    left: list[Observation] = []
    for seen in script:
        if not isinstance(seen, Undone):
            left.append(seen)
        elif left:
            left.pop()
    plain_table, plain = acted(opened(rules, options), *left)
    assert unsaid(table.play) == unsaid(plain_table.play)
    kept = standing(enumerate(lines, 1))
    assert [line for line in kept if line["event"] in FACTS] == [
        line for line in plain if line["event"] in FACTS
    ]


@settings(max_examples=25, deadline=None)
@given(data=st.data(), game=st.sampled_from(list(GAMES)), at_once=st.integers(1, 40))
def test_many_at_once_number_their_lines_as_one_at_a_time(
    data: st.DataObject, game: str, at_once: int
) -> None:
    rules = GAMES[game]
    cards = st.builds(CardSeen, st.sampled_from([card(text) for text in "8C 4S KH 9D AS TC 6S".split()]))
    drawn = data.draw(st.lists(st.one_of(cards, cards, cards, st.just(Undone())), max_size=60))
    script: list[Observation] = [*drawn, Undone(), Undone(), CoupEnded()]
    single, lines = acted(opened(rules), *script)
    table = opened(rules)
    gathered: Lines = []

    def tell(events: Sequence[Event]) -> None:
        gathered.extend(map(as_dict, events))

    for begin in range(0, len(script), at_once):
        table = steps(table, script[begin : begin + at_once], tell)
    assert gathered == lines
    assert (table.acts, table.chapters, table.line) == (single.acts, single.chapters, single.line)
