"""One mistake is one fault: what only follows from it gives no line."""

from __future__ import annotations

import pytest

from sabot.core.cards import JOKER
from sabot.core.events import FaultFound
from sabot.core.observations import Acknowledged, CardSeen
from sabot.core.script import read
from sabot.core.table import Table, opened, step
from sabot.core.view import view
from sabot.games.register import GAMES
from sabot.referee import refereed
from tests.controller.dealing import dealt, faults, lines_of, only

CHEMIN = "chemin-de-fer"
SIX = "6C 5D KH KS"
"""The ponte has 6 and stands; the banker has 5 and draws against no third card."""

DROITE_SIX = "6C 2D 4H KS KC KD"
"""Baccarat banque: droite stands, gauche and the banker draw."""


def told(game: str, script: str, **options: str) -> list[str]:
    return faults(lines_of(game, script, **options))


def acted(table: Table, game: str, script: str) -> tuple[Table, list[object]]:
    kinds: list[object] = []
    for observation in read([*script.splitlines()], GAMES[game], table.play.options):
        table, events = step(table, observation)
        kinds += [event.fault.kind for event in events if isinstance(event, FaultFound)]
    return table, kinds


# --- words -------------------------------------------------------------------------------------------


def test_closing_twice_is_a_fault_also_after_a_word_against_the_rules_in_the_coup_before() -> None:
    decided = "TS 9C 2C KD\nsay ponte non"
    assert told(CHEMIN, f"{decided}\nend", close="croupier") == ["faux-tirage"]
    assert told(CHEMIN, f"{decided}\nend\nend", close="croupier") == ["faux-tirage", "wrong-order"]


@pytest.mark.parametrize(
    "script",
    [
        f"{SIX}\nsay ponte carte\n2C",
        f"{SIX}\nsay ponte carte\nponte:2C\nend",
        f"{SIX}\nsay ponte carte\nend\n2C",
        f"{SIX}\nsay banque non\nend\nend\n3C",
        "4C 5D KH KS\nsay ponte non\nend",
        "7C 7D KH KS\nsay banque carte\n2C",
        "9C 7D KH KS\nsay ponte carte\n2C",
    ],
)
def test_a_wrong_word_its_card_and_closing_upon_it_are_one_fault(script: str) -> None:
    assert told(CHEMIN, script) == ["faux-tirage"]


@pytest.mark.parametrize("house", ["burn", "next", "hold"])
def test_it_is_so_whatever_the_house_does_with_the_card(house: str) -> None:
    assert told(CHEMIN, f"{SIX}\nsay ponte carte\n2C\nend", faux_tirage=house) == ["faux-tirage"]


def test_the_first_line_says_what_follows_from_it() -> None:
    (fault,) = only(lines_of(CHEMIN, f"{SIX}\nsay ponte carte\n2C"), "fault")
    assert str(fault["because"]).endswith("counts in no hand, and the others play without it")
    (fault,) = only(lines_of(CHEMIN, "7C 7D KH KS\nsay banque carte\n2C"), "fault")
    assert str(fault["because"]).endswith("a card that comes for this counts in no hand")
    (fault,) = only(lines_of(CHEMIN, "4C 5D KH KS\nsay ponte non"), "fault")
    assert str(fault["because"]).endswith("the card is still owed before the coup is closed")


def test_where_the_coup_stands_as_it_was_dealt_nothing_stays_outside() -> None:
    (fault,) = only(lines_of(CHEMIN, f"{SIX}\nsay ponte carte\n2C", faux_tirage="stand"), "fault")
    assert ";" not in str(fault["because"])


def test_a_hand_that_stands_on_a_decided_coup_is_owed_nothing() -> None:
    """The banker has a natural that nobody has seen: the ponte's word breaks the rule all the same."""
    (fault,) = only(lines_of(CHEMIN, "3C 9D KH KS\nsay ponte non"), "fault")
    assert ";" not in str(fault["because"])


@pytest.mark.parametrize(
    ("script", "kinds"),
    [
        (f"{SIX}\nsay ponte carte\nsay ponte non\nend", ["faux-tirage"] * 2),
        ("7C 7D KH KS\nsay banque carte\n2C 2C", ["faux-tirage"]),
        ("4C 5D KH KS\nsay ponte non\n6S end", ["faux-tirage"] * 2),
        (f"{SIX}\nsay ponte carte\nbanque:2C 3C", ["faux-tirage"]),
        (f"{SIX}\nend", ["faux-tirage"]),
    ],
)
def test_what_is_newly_wrong_is_a_fault(script: str, kinds: list[str]) -> None:
    assert told(CHEMIN, script) == kinds


def test_a_second_card_after_the_one_asked_for_is_a_fault() -> None:
    script = "7C 7D KH KS\nsay banque carte\n2C 2C"
    assert told(CHEMIN, script, close="croupier") == ["faux-tirage", "faux-tirage"]


def test_a_card_laid_before_another_hand_than_asked_for_it_is_a_fault() -> None:
    script = "7C 7D KH KS\nsay banque carte\nponte:2C"
    assert told(CHEMIN, script, close="croupier") == ["faux-tirage", "faux-tirage"]


def test_a_card_with_no_word_before_it_is_a_fault_at_the_card() -> None:
    (fault,) = only(lines_of(CHEMIN, "7C 7D KH KS 2C", close="croupier"), "fault")
    assert fault["card"] == "2C"


def test_a_side_that_is_still_to_have_its_card_is_forgotten_and_that_is_another_mistake() -> None:
    assert told("baccarat-banque", f"{DROITE_SIX}\nsay droite carte\n9S end") == ["faux-tirage"] * 2


def test_the_banker_of_three_hands_plays_by_the_card_that_was_asked_for() -> None:
    assert told("baccarat-banque", f"{DROITE_SIX}\nsay droite carte\n9S TH end") == ["faux-tirage"]


def test_once_it_is_answered_for_the_card_is_a_fault_of_its_own() -> None:
    table, _ = dealt(CHEMIN, f"{SIX}\nsay ponte carte")
    table, _ = step(table, Acknowledged(by="chef de table"))
    assert acted(table, CHEMIN, "2C")[1] == ["faux-tirage"]


def test_the_open_fault_names_the_card_when_it_has_come() -> None:
    table, _ = dealt(CHEMIN, f"{SIX}\nsay ponte carte\n2C")
    (fault,) = view(table)["faults"]
    assert (fault["said"], fault["card"]) == ("ponte carte", "2C")


def test_a_payout_confirmed_at_the_word_is_held_again_for_the_card() -> None:
    script = f"say banque 1 8\nsay banco 2\n{SIX}\nsay ponte carte\nsay confirme\n2C 3C"
    assert only(lines_of(CHEMIN, script + "\nend", faux_tirage="hold"), "settlement") == []
    assert only(lines_of(CHEMIN, script + "\nsay confirme\nend", faux_tirage="hold"), "settlement")


# --- too early ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "script"), [("roulette", "17"), ("punto-banco", "9C 5D JS KH")])
def test_rien_ne_va_plus_after_what_came_too_early_is_no_second_fault(game: str, script: str) -> None:
    house = {"rnvp": "required", "close": "croupier"}
    assert len(told(game, f"{script} rnvp", **house)) == 1
    assert len(told(game, f"{script} rnvp end rnvp rnvp", **house)) == 2


def test_a_ball_that_came_too_early_stays_an_open_fault() -> None:
    table, _ = dealt("roulette", "17", rnvp="required")
    assert [fault["kind"] for fault in view(table)["faults"]] == ["wrong-order"]


@pytest.mark.parametrize(
    ("game", "script", "because"),
    [
        ("roulette", "rnvp\nbet rouge 5", "no stake after rien ne va plus"),
        ("punto-banco", "rnvp\nbet punto 5", "no stake after rien ne va plus"),
        ("punto-banco", "8C\nbet punto 5", "no stake after the first card"),
        ("trente-et-quarante", "8C\nbet noir 5", "no stake after the first card"),
        ("punto-banco", "8C\nsay retire punto 3", "no stake is taken back after the first card"),
        ("punto-banco", "rnvp\nsay retire punto 3", "no stake is taken back after rien ne va plus"),
    ],
)
def test_a_stake_that_comes_too_late_says_after_what(game: str, script: str, because: str) -> None:
    assert [line["because"] for line in only(lines_of(game, script), "fault")] == [because]


UNREAD = "the coup waits until the card that nobody could read is named"


@pytest.mark.parametrize(
    ("game", "script", "because"),
    [
        ("punto-banco", "??\nbet punto 20 3", "no stake after the first card"),
        ("punto-banco", "?? 8C 9C\nbet punto 20 3", "no stake after the first card"),
        ("punto-banco", "9C 9D JS KH ??\nsay retire punto 3", "no stake is taken back after the first card"),
        ("punto-banco", "??\nrnvp", "the stakes are closed already"),
        ("trente-et-quarante", "bet noir 500 3\n??\nsay assurance noir 3", UNREAD),
        ("chemin-de-fer", "??\nsay banque 1 16", UNREAD),
        ("baccarat-banque", "??\nsay banque 0 16", UNREAD),
    ],
)
def test_a_card_that_nobody_could_read_is_a_first_card(game: str, script: str, because: str) -> None:
    assert last_because(game, script) == because


def test_what_was_refused_after_an_unread_card_changes_nothing() -> None:
    lines = lines_of("punto-banco", "??\nbet punto 20 3\nundo\nundo\n8C 3D KH 6S")
    assert faults(lines) == ["unread-card", "wrong-order"]
    assert len(only(lines, "result")) == 1
    assert only(lines, "settlement") == []


BEGUN = {
    "chemin-de-fer": "say banque 1 20\nbet ponte 5 2\nrnvp",
    "baccarat-banque": "say banque 0 20\nbet droite 5 2\nrnvp",
}


@pytest.mark.parametrize("word", ["banco 3", "banque 2 20", "adjuge"])
@pytest.mark.parametrize("game", BEGUN)
def test_a_call_about_the_bank_that_comes_too_late_says_after_what(game: str, word: str) -> None:
    after_rnvp = last_because(game, f"{BEGUN[game]}\nsay {word}")
    assert after_rnvp == "no call about the bank or the stakes after rien ne va plus"
    after_a_card = last_because(game, f"{BEGUN[game]}\n8C\nsay {word}")
    assert after_a_card == "no call about the bank or the stakes after the first card"


def test_a_banker_who_passes_after_the_first_card_hears_that() -> None:
    because = last_because("chemin-de-fer", f"{BEGUN['chemin-de-fer']}\n8C\nsay passe")
    assert because == "no call about the bank or the stakes after the first card"


def last_because(game: str, script: str) -> str:
    return str(only(lines_of(game, script), "fault")[-1]["because"])


# --- cards after one that nobody could read ----------------------------------------------------------

TWO = "the coup waits until the card that nobody could read is named; 2 cards drawn after it wait too"
ONE = "the coup waits until the card that nobody could read is named; one card drawn after it waits too"


def waiting(script: str) -> list[str]:
    """Why there are faults after the first, once the script is read to its end."""
    events = refereed(GAMES["punto-banco"], script)
    return [str(event.fault.because) for event in events if isinstance(event, FaultFound)][1:]


@pytest.mark.parametrize(
    "ending",
    [
        "",
        "end",
        "end end",
        "undo",
        "undo undo undo",
        "rnvp undo undo",
        "cut",
        "\nsay annule misdeal",
        "end undo",
    ],
)
def test_the_cards_after_an_unread_one_are_one_fault_that_says_how_many_wait(ending: str) -> None:
    found = waiting(f"rnvp 8C ?? 4S 5D {ending}")
    assert [why for why in found if "drawn after" in why] == [TWO]


def test_of_one_card_it_is_said_in_the_singular() -> None:
    assert waiting("8C ?? 4S end") == [ONE]


def test_cards_drawn_on_after_it_was_told_are_told_again() -> None:
    assert waiting("8C ?? 4S end 5D end") == [ONE, TWO]
    assert waiting("8C ?? 4S 5D undo 6D end") == [TWO]


def test_while_nothing_waits_closing_says_what_the_coup_waits_for() -> None:
    assert waiting("8C ?? end") == ["the coup waits until the card that nobody could read is named"]


def test_the_next_unread_card_begins_a_new_count() -> None:
    assert waiting("8C ?? 4S end undo undo undo KD ?? 4S")[-1] == ONE


def test_the_view_counts_the_cards_that_wait_one_by_one() -> None:
    table = opened(GAMES["punto-banco"])
    for act, count in [("8C ??", 1), ("4S", 2), ("5D", 2), ("6D", 2)]:
        table, _ = acted(table, "punto-banco", act)
        assert len(view(table)["faults"]) == count
    assert view(table)["faults"][-1]["because"]["values"] == {"n": 3}


def test_what_an_undo_leaves_is_counted_in_the_view_too() -> None:
    table, _ = dealt("punto-banco", "8C ?? 4S 5D undo")
    assert "one card" in str(view(table)["faults"][-1]["because"])


@pytest.mark.parametrize("game", [CHEMIN, "punto-banco", "trente-et-quarante"])
def test_a_joker_out_of_a_sabot_is_a_card_that_nobody_could_read(game: str) -> None:
    table = opened(GAMES[game], GAMES[game].Options())
    table, events = step(table, CardSeen(JOKER, source="camera"))
    faults = [event.fault for event in events if isinstance(event, FaultFound)]
    assert [fault.kind for fault in faults] == ["unread-card"]
    assert table.play.sabot.drawn == 1
