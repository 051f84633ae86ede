"""The grammar of games in which players act in turns: verbs, hands and suits in a script."""

from __future__ import annotations

import pytest

from sabot.core.cards import JOKER, Card, any_card_named
from sabot.core.observations import CardSeen, Said, as_dict, from_dict
from sabot.core.reasons import reason
from sabot.core.script import ScriptError, read, written
from sabot.core.shapes.turns import public_acts
from sabot.core.table import opened, step
from sabot.core.terms import Turn
from sabot.core.view import view
from sabot.core.words import in_public, match, spoken
from sabot.games.register import GAMES

NAP = GAMES["nap"]


def acts(script: str) -> list[object]:
    return [*read(script.splitlines(), NAP, NAP.Options())]


def test_a_verb_needs_no_say_and_takes_the_rest_of_its_line() -> None:
    assert acts("bid 2 pass\nsay bid 2 pass") == [Said("bid 2 pass"), Said("bid 2 pass")]
    assert acts("2:8C 3:9C  # a trick") == [CardSeen(Card("8", "C"), "2"), CardSeen(Card("9", "C"), "3")]


@pytest.mark.parametrize("token", ["bid 2 pass", "play 3 8c", "hand 2 8c 7d", "deal", "sit 4 12.50"])
def test_every_act_is_written_as_it_is_read(token: str) -> None:
    (said,) = read([token], NAP, NAP.Options())
    assert written(said) == token


def test_an_act_that_cannot_be_read_is_named_with_what_was_expected() -> None:
    with pytest.raises(ScriptError, match=r"'bid two': expected an act of nap such as bid SEAT"):
        acts("bid two")
    with pytest.raises(ScriptError, match="expected a call of nap such as say "):
        acts("say bid two")


def test_a_game_of_the_casino_has_no_verbs() -> None:
    with pytest.raises(ScriptError, match="expected a card"):
        list(read(["bid 2 pass"], GAMES["punto-banco"], GAMES["punto-banco"].Options()))
    assert written(Said("banco 4")) == "say banco 4"


def test_cards_and_a_suit_stand_in_slots() -> None:
    assert match(["hand SEAT CARDS"], "hand 2 8c th") == ("hand", 2, (Card("8", "C"), Card("T", "H")))
    assert match(["hand SEAT CARDS"], "hand 2 8c 9x") is None
    assert match(["name SEAT SUIT [CARD]"], "name 4 d as") == ("name", 4, "D", Card("A", "S"))
    assert match(["name SEAT SUIT"], "name 4 x") is None


def test_the_joker_is_read_at_home_and_at_no_table_of_the_casino() -> None:
    assert acts("3:JOKER") == [CardSeen(JOKER, "3")]
    assert from_dict(as_dict(CardSeen(JOKER, "3"))) == CardSeen(JOKER, "3")
    assert (any_card_named("joker"), str(JOKER), JOKER.is_red) == (JOKER, "JOKER", False)
    with pytest.raises(ScriptError):
        list(read(["JOKER"], GAMES["punto-banco"], GAMES["punto-banco"].Options()))


def test_the_cards_of_a_hand_are_in_no_public_token() -> None:
    assert in_public("say hand 2 8c 7d") == "hand 2"
    assert in_public("swap 2 3") == "swap 2"
    assert in_public("") == ""
    assert spoken(("draw", 2, (JOKER,)), ["draw SEAT CARDS"]) == "draw 2"
    assert spoken(("bet", "pot", 250, None), []) == "bet pot 2.50"
    assert spoken(("show", 2, (JOKER, Card("8", "C"))), ["show SEAT CARDS"]) == "show 2 JOKER 8C"


def test_acts_that_would_betray_a_hand_are_shown_to_nobody_else() -> None:
    assert public_acts(Turn(2, ("bid 2 malheur",), private=True)) == ()
    hidden = Turn(2, ("name 2 H AS",), private=True, open_acts=("name 2 H AS", "name 2 H AC"))
    assert public_acts(hidden) == ("name 2 H AS", "name 2 H AC")
    assert public_acts(Turn(2, ("show 2 8C 9C", "deal"))) == ("show 2 CARD", "deal")


def test_a_card_that_nobody_could_read_says_what_its_reader_said() -> None:
    table, (fault,) = step(opened(NAP), CardSeen(None, "2", note=reason("the code is torn")))
    assert "the code is torn" in str(fault)
    (shown,) = view(table)["faults"]
    assert shown["kind"] == "unread-card"


def test_a_fault_of_a_player_names_the_seat_and_the_trick() -> None:
    table = opened(NAP)
    script = "deal\nbid 2 4\nbid 3 pass\nbid 4 pass\nbid 1 pass\n3:8C"
    for observation in read(script.splitlines(), NAP, NAP.Options()):
        table, _ = step(table, observation)
    (shown,) = view(table)["faults"]
    assert (shown["seat"], shown["trick"]) == (3, 1)
