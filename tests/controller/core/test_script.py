"""The table script, as docs/notation.md describes it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.core import options as house
from sabot.core import script
from sabot.core.observations import Announced, CardSeen, Observation, SabotOpened, Said, Staked, Undone
from sabot.core.script import ScriptError, read, written
from sabot.games.punto_banco import coup as punto_banco
from sabot.games.register import GAMES, game_named
from sabot.referee import described, judge
from tests.controller.dealing import a_script, card

OPTIONS = punto_banco.Options()


def seen(text: str) -> list[Observation]:
    return list(read(text.splitlines(), punto_banco, OPTIONS))


def refused(text: str) -> ScriptError:
    with pytest.raises(ScriptError) as error:
        seen(text)
    return error.value


def test_blank_lines_and_comments_are_passed_over() -> None:
    assert seen("\n  # nothing\n8C # a card 9D\n") == [CardSeen(card("8C"))]


@pytest.mark.parametrize("text", ["TH", "th", "10H", "10h"])
def test_a_ten_is_written_either_way_in_any_case(text: str) -> None:
    assert seen(text) == [CardSeen(card("TH"))]


def test_a_card_may_say_where_it_was_laid() -> None:
    assert seen("punto:8C BANCO:10h banco:??") == [
        CardSeen(card("8C"), "punto"),
        CardSeen(card("TH"), "banco"),
        CardSeen(None, "banco"),
    ]


def test_say_bet_and_announce_take_the_rest_of_the_line() -> None:
    script = "8C bet banco 5.5 3\nbet Égalité 20 # eight to one\nannounce  Égalité\nsay BRULE 3C\nnew undo"
    assert seen(script)[1:] == [
        Staked("banco", 550, 3),
        Staked("egalite", 2000),
        Announced("egalite"),
        Said("brule 3c"),
        SabotOpened(),
        Undone(),
    ]


@pytest.mark.parametrize(
    ("text", "token", "line", "column", "expected"),
    [
        ("8C 8X", "8X", 1, 4, "a card such as 8C"),
        ("\n  1C", "1C", 2, 3, "a card such as 8C"),
        ("droite:8C", "droite:8C", 1, 1, "a place of punto-banco before the colon: punto, banco"),
        ("bet banco", "bet banco", 1, 1, "bet WHERE AMOUNT [SEAT]"),
        ("bet lune 5", "bet lune 5", 1, 1, "a chance of punto-banco"),
        ("bet banco 5.005", "bet banco 5.005", 1, 1, "an amount above zero"),
        ("bet banco -5", "bet banco -5", 1, 1, "an amount above zero"),
        ("bet banco 0", "bet banco 0", 1, 1, "an amount above zero"),
        ("bet banco 5 0", "bet banco 5 0", 1, 1, "a seat"),
        ("bet banco 5 first", "bet banco 5 first", 1, 1, "a seat"),
        ("bet banco 5 0003", "bet banco 5 0003", 1, 1, "a seat"),
        ("say retire banco 0003", "say retire banco 0003", 1, 1, "a call of punto-banco"),
        ("say abracadabra", "say abracadabra", 1, 1, "a call of punto-banco"),
        ("say brule 8X", "say brule 8X", 1, 1, "a call of punto-banco"),
        ("rvnp", "rvnp", 1, 1, "a card such as 8C or TH, or a word such as rnvp, "),
        ("bet pair-punto 5", "bet pair-punto 5", 1, 1, "a chance of punto-banco such as paire-punto, "),
        ("announce pair", "announce pair", 1, 1, "announce punto|banco|egalite"),
        ("announce", "announce", 1, 1, "announce punto|banco|egalite"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place_and_what_was_expected(
    text: str, token: str, line: int, column: int, expected: str
) -> None:
    error = refused(text)
    assert (error.line, error.column, error.token) == (line, column, token)
    assert error.expected.startswith(expected)
    assert str(error).startswith(f"line {line}, column {column}: {token!r}")


@pytest.mark.parametrize("text", ["8X", "bet lune 5", "say abracadabra"])
def test_an_unknown_word_is_answered_with_the_three_nearest_and_not_with_all(text: str) -> None:
    assert (
        refused(text)
        .expected.partition(" such as ")[2]
        .removeprefix("8C or TH, or a word such as ")
        .count(",")
        == 2
    )


def test_an_endless_token_is_shortened_in_the_message() -> None:
    assert len(str(refused("X" * 5000))) < 300


def test_a_seat_of_endless_digits_is_none() -> None:
    assert refused("bet banco 5 " + "1" * 5000).expected == "a seat as a number from 1"


def test_an_endless_line_is_no_script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "MAX_LINE", 1000)
    assert refused("8C " * 1000).expected == "a line of at most 1000 characters"


def test_a_whole_evening_may_stand_on_one_line() -> None:
    assert len(list(read(["8C KD 3H 6S end new " * 5000], punto_banco, OPTIONS))) == 30_000


def test_any_white_space_stands_between_the_words_of_a_stake_or_a_call() -> None:
    lines = ["bet\tbanco\t20 3", "say\u00a0brule\t8C", "announce\tbanco"]
    stakes = [Staked("banco", 2000, 3), Said("brule 8c"), Announced("banco")]
    assert list(read(lines, punto_banco, OPTIONS)) == stakes


def test_the_mark_that_some_editors_put_before_a_text_is_no_token() -> None:
    assert list(read(["\ufeff8C"], punto_banco, OPTIONS)) == [CardSeen(card("8C"))]
    assert refused("8C\n\ufeff8C").line == 2


@pytest.mark.parametrize("token", ["cut", "??"])
def test_a_wheel_has_no_tokens_of_a_sabot(token: str) -> None:
    roulette = GAMES["roulette"]
    with pytest.raises(ScriptError) as error:
        list(read(["new rnvp end undo 17", f"17 {token}"], roulette, roulette.Options()))
    assert (error.value.line, error.value.token) == (2, token)
    assert "cut" not in error.value.expected
    assert "??" not in error.value.expected


def test_what_stands_before_an_unreadable_token_has_been_told() -> None:
    lines: list[str] = []
    with pytest.raises(ScriptError):
        judge(punto_banco, OPTIONS, lines=["8C nonsense"], tell=lines.append)
    assert len(lines) == 2


def test_a_line_is_judged_before_the_next_one_is_asked_for() -> None:
    lines: list[str] = []

    def typed() -> Iterator[str]:
        yield "8C"
        assert len(lines) == 2
        yield "4S"

    judge(punto_banco, OPTIONS, lines=typed(), tell=lines.append)
    assert len(lines) == 4


def test_what_waited_for_a_choice_is_told_at_the_end_of_the_script() -> None:
    lines: list[str] = []
    roulette = GAMES["roulette"]
    options = house.read(roulette.Options, [("zero_rule", "choice")])
    judge(roulette, options, lines=["bet rouge 10 3", "0"], tell=lines.append)
    assert '"event": "settlement"' in lines[-1]


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    with suppress(ScriptError):
        assert all(isinstance(each, tuple) for each in seen(text))


@given(a_script(punto_banco))
def test_what_is_written_down_reads_the_same(observations: list[Observation]) -> None:
    text = "\n".join(str(written(each)) for each in observations)
    assert seen(text) == observations


@pytest.mark.parametrize("text", ["say brule 3c", "announce egalite", "bet banco 5.50 3"])
def test_what_is_said_is_written_with_its_token(text: str) -> None:
    (observation,) = seen(text)
    assert written(observation) == text


def test_what_the_notation_has_no_word_for_is_not_written() -> None:
    from sabot.core.observations import BallSeen, ClockTicked

    assert written(ClockTicked(1)) is None
    assert written(BallSeen("17")) == "17"


def test_every_game_describes_its_words_and_options() -> None:
    assert {each["game"] for each in described()} == set(GAMES)
    decks = next(each for each in described()[0]["options"] if each["name"] == "decks")
    assert decks["default"] == "6"
    assert decks["doc"]
    assert game_named("Punto_Banco") is punto_banco
    assert game_named("bridge") is None
