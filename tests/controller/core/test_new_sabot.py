"""A new sabot is mixed and cut, in every game of cards; it is spent when it cannot give another coup."""

from __future__ import annotations

import pytest

from sabot.core import options as house
from sabot.core.cards import Card
from sabot.core.events import FaultFound
from sabot.core.observations import CardSeen, Said
from sabot.core.table import opened, step
from sabot.core.view import view
from sabot.games.register import GAMES
from tests.controller.dealing import CASINO, dealt, faults, lines_of, only

OF_CARDS = [name for name in CASINO if GAMES[name].PLACES]
BEFORE = "the cards are mixed and cut before the first card of a sabot"


@pytest.mark.parametrize("game", OF_CARDS)
def test_the_staff_mix_and_a_player_cuts_before_the_first_card(game: str) -> None:
    lines = lines_of(game, "say mélange\nsay coupe 3\n8C new\nsay melange\nsay coupe\n8C")
    assert faults(lines) == ["wrong-order"]  # the coup that the new sabot broke off
    assert [line["coup"] for line in only(lines, "card")] == [1, 2]


@pytest.mark.parametrize("game", OF_CARDS)
@pytest.mark.parametrize("words", ["melange", "melange 3", "coupe", "coupe 3"])
@pytest.mark.parametrize("drawn", ["8C", "??", "8C end"])
def test_nobody_mixes_or_cuts_cards_that_have_been_dealt_from(game: str, words: str, drawn: str) -> None:
    last = only(lines_of(game, f"{drawn}\nsay {words}"), "fault")[-1]
    assert (last["because"], last["said"]) == (BEFORE, words)


@pytest.mark.parametrize("game", OF_CARDS)
def test_a_player_mixes_too_but_at_trente_et_quarante_only_where_the_house_lets_them(game: str) -> None:
    refused = ["wrong-order"] if game == "trente-et-quarante" else []
    assert faults(lines_of(game, "say melange 3")) == refused
    assert not faults(lines_of("trente-et-quarante", "say melange 3", player_shuffle="on"))


@pytest.mark.parametrize("game", OF_CARDS)
def test_mixing_opens_no_coup(game: str) -> None:
    assert faults(lines_of(game, "say melange\nsay coupe 2\nend")) == ["wrong-order"]
    assert lines_of(game, "say melange\nsay coupe 2") == []


@pytest.mark.parametrize(
    ("script", "after_cut", "states"),
    [
        ("9C 3D cut KH 5S 9D 3C cut KS 5H", "1", [("last-coup", 2), ("spent", 2)]),
        ("cut 8C 3D KH 6S cut", "0", [("last-coup", 1), ("spent", 1)]),
        ("cut undo 8C 3D cut KH 6S", "0", [("last-coup", 1), ("last-coup", 1), ("spent", 1)]),
        ("cut cut undo undo cut", "1", [("last-coup", 1), ("last-coup", 1)]),
        ("cut 8C 3D KH 6S new cut", "0", [("last-coup", 1), ("spent", 1), ("new", None), ("last-coup", 2)]),
    ],
)
def test_a_sabot_has_one_cut_card(script: str, after_cut: str, states: list[tuple[str, int | None]]) -> None:
    lines = lines_of("punto-banco", script, after_cut=after_cut)
    assert faults(lines) == []
    assert [(line["state"], line.get("coup")) for line in only(lines, "shoe")] == states


# --- cards that leave the sabot between the result and the next coup ---------------------------------

NATURAL = "9C 2D KH 3S"
ELEVEN = " end ".join([NATURAL] * 11)
"""At punto banco and chemin de fer, from one pack: eight cards are left, and a coup needs seven or six."""
REFAIT = "TC TD TH AS TH TD TC AC"
SPENT = "the sabot is spent"

EMPTIED = {
    "punto-banco": (f"{ELEVEN} 4H 4D end\nbet punto 5 1\n8C", "croupier", 11),
    "baccarat-banque": (
        " ".join(["9C 9D 2H KC KD KH end"] * 8) + " 2C 3D 4H KC end rnvp\nbet droite 5 1\n8C",
        "croupier",
        9,
    ),
    "chemin-de-fer": (
        " ".join([NATURAL] * 10) + f" 2C 2D KH 3S 4C\nsay banque carte\n2H\nsay banque carte\n5H {NATURAL}",
        "auto",
        11,
    ),
    "trente-et-quarante": (
        " end ".join([REFAIT] * 4) + " TC TD TH KD end\nbet noir 5 1\nTC",
        "croupier",
        4,
    ),
}
"""A script in which cards too many leave too few for another coup; how it closes coups, and the last one."""


@pytest.mark.parametrize("game", EMPTIED)
def test_no_coup_is_opened_when_too_few_cards_are_left_at_its_start(game: str) -> None:
    script, close, last = EMPTIED[game]
    lines = lines_of(game, script, decks="1", close=close)
    assert only(lines, "result")[-1]["coup"] == only(lines, "card")[-1]["coup"] == last
    assert [(line["state"], line["coup"]) for line in only(lines, "shoe")] == [("spent", last)]
    at = lines.index(only(lines, "shoe")[0])
    refused = only(lines[at:], "fault")
    assert refused
    assert all(each["because"].startswith(SPENT) for each in refused if each["kind"] != "impossible-card")
    assert not [line for line in only(lines[at:], "call") if "jeu" in line["text"]]


def test_cards_that_lie_ready_are_there_for_the_next_coup() -> None:
    script = f"{ELEVEN} 4H 4D end 5C 9D"
    lines = lines_of("punto-banco", script, decks="1", close="croupier", faux_tirage="next")
    assert only(lines, "result")[-1]["cards"] == {"punto": ["4H", "5C"], "banco": ["4D", "9D"]}


def test_a_stake_closes_the_coup_and_finds_the_sabot_spent() -> None:
    emptied, _, last = EMPTIED["chemin-de-fer"]
    lines = lines_of("chemin-de-fer", f"{emptied.removesuffix(NATURAL)}\nbet ponte 5 2", decks="1")
    assert [line["state"] for line in only(lines, "shoe")] == ["spent"]
    assert lines[-1]["because"].startswith(SPENT)
    assert only(lines, "result")[-1]["coup"] == last


def test_what_was_spent_by_a_card_too_many_is_not_once_it_was_taken_back() -> None:
    script = f"{ELEVEN} 4H 4D end undo undo end 8C 9D TC TD"
    lines = lines_of("punto-banco", script, decks="1", close="croupier")
    assert only(lines, "result")[-1]["coup"] == 12


@pytest.mark.parametrize("close", ["auto", "croupier"])
def test_cards_burned_after_the_result_leave_too_few_as_well(close: str) -> None:
    burned = f"{ELEVEN}\nsay brule 4H\nsay brule 4D\nend\nbet punto 5 1\n8C"
    lines = lines_of("punto-banco", burned, decks="1", close=close)
    assert [line["state"] for line in only(lines, "shoe")] == ["spent"]
    assert only(lines, "card")[-1]["coup"] == 11


def test_a_card_burned_from_a_spent_sabot_invites_nobody_to_stake() -> None:
    spent = f"{ELEVEN} end\nsay brule 4H\nsay brule 4D\nsay brule 4S"
    lines = lines_of("punto-banco", spent, decks="1", close="croupier")
    assert (lines[-1]["event"], lines[-1]["state"]) == ("shoe", "spent")


def test_a_wheel_is_not_mixed() -> None:
    table = opened(GAMES["roulette"])
    assert [event for event in step(table, Said("melange 3"))[1] if isinstance(event, FaultFound)]


def test_an_open_fault_outlives_its_sabot() -> None:
    table, lines = dealt("punto-banco", "9C 5D JS KH 2C end new", close="croupier")
    assert faults(lines) == [each["kind"] for each in view(table)["faults"]] == ["faux-tirage"]


def test_a_card_at_the_wrong_place_that_the_sabot_cannot_hold_is_two_faults() -> None:
    game = GAMES["punto-banco"]
    table = opened(game, house.read(game.Options, [("decks", "1")]))
    eight = Card("8", "C")
    table, _ = step(table, CardSeen(eight))
    _, events = step(table, CardSeen(eight, "punto"))
    kinds = [each.fault.kind for each in events if isinstance(each, FaultFound)]
    assert kinds == ["misplaced-card", "impossible-card"]
