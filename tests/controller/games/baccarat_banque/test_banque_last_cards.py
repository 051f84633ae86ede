"""The last cards of a sabot at baccarat banque: tapis pour dix, la plus belle à une, rouge ou noir (HS p. 16;
the bands between the book's figures are the house's)."""

from __future__ import annotations

import pytest

from sabot.games.baccarat_banque.hands import mode_for
from tests.controller.dealing import Lines, dealt, faults, lines_of, only, returned
from tests.controller.games.baccarat_banque.test_banque_tirage import GAME, coup

DECIDED = coup(6, 6, 7)


def emptied(left: int) -> str:
    """A decided coup, and extra cards beside it until `left` are left of two packs."""
    return DECIDED + "\n" + "5S " * (104 - 6 - left) + "\nend\n"


def with_left(left: int, script: str, **options: str) -> Lines:
    """The lines of a script that begins with `left` cards in the sabot."""
    before = lines_of(GAME, emptied(left), close="croupier", **options)
    return lines_of(GAME, emptied(left) + script, close="croupier", **options)[len(before) :]


def result(lines: Lines) -> dict[str, object]:
    (line,) = only(lines, "result")
    return line


@pytest.mark.parametrize(
    ("left", "mode"),
    [
        *((left, "rouge-noir") for left in (1, 2)),
        *((left, "belle") for left in (3, 4, 5)),
        *((left, "tapis") for left in (6, 7, 8)),
        *((left, "normal") for left in (9, 10, 104)),
    ],
)
def test_the_cards_left_say_how_a_coup_is_played(left: int, mode: str) -> None:
    assert mode_for(left) == mode


@pytest.mark.parametrize(
    ("left", "mode"), [(8, "tapis"), (6, "tapis"), (5, "belle"), (3, "belle"), (1, "rouge-noir")]
)
def test_the_banker_says_how_they_play_on_and_only_the_fitting_game_is_allowed(left: int, mode: str) -> None:
    for each in ("tapis", "belle", "rouge-noir"):
        lines = with_left(left, f"say fin {each}")
        assert faults(lines) == ([] if each == mode else ["wrong-order"])


def test_with_nine_cards_left_a_coup_is_played_as_always() -> None:
    lines = with_left(9, "say fin tapis\n" + "AC TD 2H AD JC 2S 3S 4S 3D")
    assert faults(lines) == ["wrong-order"]
    assert "9 cards are left" in only(lines, "fault")[0]["because"]
    assert "fin" not in result(lines)
    assert only(lines, "shoe")[-1]["state"] == "spent"


def test_fin_is_for_the_beginning_of_a_coup() -> None:
    assert faults(with_left(8, "2C\nsay fin tapis")) == ["wrong-order"]


# --- tapis pour dix ----------------------------------------------------------------------------------


def test_at_tapis_pour_dix_each_hand_has_a_ten_and_one_card_and_may_draw_one() -> None:
    lines = with_left(6, "say fin tapis\n2C 3D 4H 5S KC 4S\nsay banque carte")
    assert [line["to"] for line in only(lines, "card")] == ["droite", "gauche", "banque"] * 2
    assert result(lines)["points"] == {"droite": 7, "gauche": 3, "banque": 8}
    assert result(lines)["fin"] == "tapis"
    assert only(lines, "call")[0]["text"] == "J'en donne"


def test_tapis_is_called_and_its_hands_are_not_more_than_their_cards() -> None:
    table, lines = dealt(GAME, emptied(7) + "3C", close="croupier")
    assert "Tapis pour dix et l'on tire" in [line["text"] for line in only(lines, "call")]
    assert len(table.play.game.hand(table.play.coup, "droite")) == 1


@pytest.mark.parametrize(
    ("script", "kinds"),
    [
        ("3C 6D 7H\nsay droite non", ["faux-tirage"]),
        ("5C 6D 7H\nsay droite non", []),
        ("6C 6D 7H\nsay droite carte", ["faux-tirage"]),
        ("8C 6D 9H\nsay gauche carte", ["faux-tirage"]),
        ("3C 6D 7H\nend", ["faux-tirage"]),
    ],
)
def test_the_rules_of_the_tirage_hold_for_the_ten_and_the_card(script: str, kinds: list[str]) -> None:
    assert faults(with_left(8, script)) == kinds


@pytest.mark.parametrize("choice", ["carte\n2{}", "non"])
def test_with_tapis_draw_free_every_hand_draws_as_it_likes(choice: str) -> None:
    said = (f"say {who} {choice}" for who in ("droite", "gauche", "banque"))
    script = "3C 6D 7H\n" + "\n".join(said).format("S", "D", "H")
    lines = with_left(8, script, tapis_draw="free")
    assert faults(lines) == []
    assert "is free at tapis pour dix" in only(lines, "owed")[-1]["why"]
    assert result(lines)["fin"] == "tapis"


def test_free_at_tapis_the_croupier_leaves_it_to_the_banker() -> None:
    lines = with_left(
        8, "bet droite 5\n7C 6D 4H\nsay droite non\nsay gauche non\nsay tableau", tapis_draw="free"
    )
    assert only(lines, "call")[-1]["text"] == "À volonté, monsieur"


# --- la plus belle à une -----------------------------------------------------------------------------


def test_at_la_plus_belle_the_best_of_one_card_each_wins_and_equal_ones_push() -> None:
    bets = "say banque 0 40\nbet droite 5\nbet gauche 7\n"
    lines = with_left(5, bets + "say fin belle\nKC 6D 6H")
    assert result(lines)["winners"] == {"droite": "banque", "gauche": "egalite"}
    assert result(lines)["fin"] == "belle"
    assert returned(lines) == {"droite": "0.00", "gauche": "7.00"}


def test_nobody_draws_at_la_plus_belle() -> None:
    lines = with_left(5, "9C 2D 3H\nsay droite carte\nsay tableau\ngauche:2S")
    assert faults(lines) == ["wrong-order", "wrong-order", "faux-tirage"]
    assert result(lines)["natural"] is False
    assert "one card a hand" in only(lines, "fault")[-1]["because"]


# --- rouge ou noir -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("named", "card", "won"),
    [
        ("say rouge", "KH", "ponte"),
        ("say noir 1", "KH", "banque"),
        ("say noir", "2S", "ponte"),
        ("say rouge 1", "2C", "banque"),
        ("", "KD", "ponte"),
    ],
)
def test_the_main_names_a_colour_and_the_next_card_decides(named: str, card: str, won: str) -> None:
    lines = with_left(2, f"say banque 0 20\nbet droite 5\nsay fin rouge-noir\n{named}\n{card}")
    assert faults(lines) == []
    assert result(lines)["winners"] == {"droite": won, "gauche": won}
    assert result(lines)["colour"] == ("noir" if "noir" in named else "rouge")
    assert result(lines)["cards"] == {"droite": [], "gauche": [], "banque": [card]}
    assert only(lines, "banque")[0]["net"] == ("-5.00" if won == "ponte" else "5.00")


def test_the_colour_is_called() -> None:
    calls = [line["text"] for line in only(with_left(2, "rnvp\nKH\nend"), "call")]
    assert "Rouge : les pontes gagnent" in calls
    assert calls[-2:] == ["Rouge ou noir", "Faites vos jeux"]


def test_only_the_main_names_a_colour_and_only_when_one_decides() -> None:
    assert faults(with_left(2, "say rouge 4")) == ["wrong-order"]
    assert faults(with_left(3, "say rouge")) == ["wrong-order"]


def test_at_rouge_ou_noir_nothing_is_said_drawn_or_closed_early() -> None:
    lines = with_left(2, "bet droite 5\nend\nsay tableau\nsay droite carte\nKH\nsay banque carte\nKS")
    assert faults(lines) == ["faux-tirage", *["wrong-order"] * 3, "faux-tirage"]


def test_the_sabot_is_played_to_its_last_card_and_then_spent() -> None:
    lines = with_left(2, "KH\nend\nKS\nend\nKD\nbet droite 5\nnew\n2C")
    assert [line["winners"]["droite"] for line in only(lines, "result")] == ["ponte", "banque"]
    assert [line["state"] for line in only(lines, "shoe")] == ["spent", "new"]
    assert faults(lines) == ["faux-tirage", "wrong-order"]


def test_without_fin_the_sabot_is_spent_when_fewer_than_nine_are_left() -> None:
    few = lines_of(GAME, emptied(9) + DECIDED, close="croupier", fin="off")
    assert [line["state"] for line in only(few, "shoe")] == ["spent"]
    lines = lines_of(GAME, "say fin tapis", fin="off")
    assert faults(lines) == ["wrong-order"]
    assert "option fin" in only(lines, "fault")[0]["because"]


def test_the_banker_may_have_the_last_cards_mixed_instead() -> None:
    lines = with_left(7, "new\n" + DECIDED)
    assert faults(lines) == []
    assert "fin" not in result(lines)
