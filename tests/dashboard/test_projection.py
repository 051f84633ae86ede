"""What each screen may know: the public never sees what is not final, in dispute, or still in the sabot."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.config import extras
from sabot.core import table as tables
from sabot.core.cards import DECK
from sabot.core.observations import Acknowledged, BetsClosed, CardSeen, CoupEnded, SabotOpened, Undone
from sabot.core.reasons import Reason, as_dict
from sabot.core.table import opened
from sabot.core.view import view
from sabot.games.punto_banco import coup as punto_banco
from sabot.games.register import GAMES
from sabot.record.resume import counting_on
from sabot_dashboard.picture import croupier_band, projection
from sabot_dashboard.words.sentence import plain
from tests.controller.dealing import dealt
from tests.dashboard import tables as tables_of
from tests.dashboard import views

STAKES = "bet "
FULL = as_dict(Reason("the disk is full"))
PUBLIC_KEYS = {
    *("rests", "opens_minute"),
    *("game", "coup", "phase", "says", "simulated", "places", "won", "lost", "number", "result", "score"),
    *("manual", "events", "home", "ruling"),
}


def public(script: str, **options: Any) -> dict[str, Any]:
    return projection.public(views.view_of(script, **options))


def croupier(script: str, **options: Any) -> dict[str, Any]:
    return projection.croupier(views.view_of(script, **options))


def test_the_public_sees_the_cards_in_their_places() -> None:
    shown = public("rnvp 2C 4S 3D")
    assert [(place["name"], place["cards"], place["points"]) for place in shown["places"]] == [
        ("punto", ["2C", "3D"], 5),
        ("banco", ["4S"], 4),
    ]


def test_of_hands_that_lie_face_down_the_public_sees_backs_and_the_third_card() -> None:
    shown = projection.public(view(dealt("chemin-de-fer", "4C 3D KH KS 9C")[0]))
    assert [(place["cards"], place["points"]) for place in shown["places"]] == [
        (["back", "back", "9C"], None),
        (["3D", "KS"], 3),
    ]


def test_the_public_is_told_nothing_else() -> None:
    shown = public(STAKES + views.BANCO_OWED)
    assert set(shown) == PUBLIC_KEYS
    text = json.dumps(shown)
    for word in ("sabot", "stake", "owed", "faults", "aside", "instruments", "312", "20.00", "settlement"):
        assert word not in text, word


def test_the_public_is_told_the_state_in_the_words_of_the_game() -> None:
    assert public("")["says"] == "Faites vos jeux"
    assert public("rnvp")["says"] == "Rien ne va plus"
    assert public(views.BANCO_STANDS)["says"] == "Égalité"
    assert public(views.BANCO_OWED + " 5D")["says"] == "Banco gagne"


def test_a_result_in_dispute_is_not_shown_to_the_public() -> None:
    shown = public(views.taille(3) + views.FAUX_TIRAGE)
    assert (shown["phase"], shown["says"], shown["result"]) == ("moment", "Un instant", None)
    assert shown["score"]["coups"] == 3


def test_a_result_is_shown_once_the_dispute_is_answered() -> None:
    shown = public(views.taille(3) + views.BANCO_STANDS)
    assert shown["result"]["winner"] == "egalite"
    assert shown["score"]["coups"] == 4


def test_the_public_waits_while_a_card_is_unread_or_the_coup_unconfirmed() -> None:
    assert public("rnvp 8C ??")["phase"] == "moment"
    assert projection.public(views.unconfirmed(views.BANCO_OWED))["phase"] == "moment"
    assert projection.public(views.view_of("") | {"halted": FULL})["says"] == "Un instant"


def test_before_the_table_is_open_both_screens_say_so() -> None:
    assert projection.public({}) == projection.croupier({}) == {"phase": "closed"}


def test_the_events_that_move_something_come_with_the_picture() -> None:
    shown = views.view_of(views.BANCO_OWED + " 5D")
    events = ({"event": "card"}, {"event": "result"}, {"event": "settlement"}, {"event": "call"})
    assert projection.public(shown, events)["events"] == ["card", "result"]
    assert projection.croupier(shown, events)["events"] == ["card", "result", "call"]


moves = st.lists(
    st.sampled_from([BetsClosed(), CoupEnded(), Undone(), SabotOpened(), CardSeen(None)])
    | st.sampled_from(DECK).map(CardSeen),
    max_size=40,
)


@given(moves)
def test_every_table_has_a_picture_for_both_screens(observations: list[Any]) -> None:
    table = tables.opened(punto_banco, punto_banco.Options(close="croupier"))
    for observation in observations:
        table, _ = tables.step(table, observation)
        known = view(table)
        mine, theirs = projection.croupier(known), projection.public(known)
        json.dumps([mine, theirs])
        assert set(theirs) == PUBLIC_KEYS
        assert mine["band"]["text"]["id"]
        disputes = [fault for fault in known["faults"] if fault["kind"] != "wrong-order"]
        final = known["result"] is not None and not disputes and known["phase"] == "decided"
        assert (theirs["result"] is not None) == final


def tone(picture: dict[str, Any]) -> str:
    found: str = picture["band"]["tone"]
    return found


@pytest.mark.parametrize(
    ("script", "expected", "words"),
    [
        ("", "open", "Faites vos jeux"),
        ("rnvp", "owed", "Carte pour punto"),
        ("rnvp 8C", "owed", "Carte pour banco"),
        (views.BANCO_OWED, "owed", "Carte pour banco"),
        (views.BANCO_OWED + " 5D", "decided", "Banco gagne, neuf à un"),
        (views.FAUX_TIRAGE, "fault", "Faux tirage"),
        ("rnvp 8C ??", "fault", "Card not read"),
        (views.BANCO_OWED + " lost", "lost", "Carte pour banco"),
    ],
)
def test_the_band_says_what_comes_first(script: str, expected: str, words: str) -> None:
    picture = croupier(script)
    assert (tone(picture), picture["band"]["text"]["id"]) == (expected, words)


def test_an_act_that_was_merely_refused_is_no_dispute() -> None:
    picture = croupier("rnvp rnvp")
    assert tone(picture) == "refused"
    assert public("rnvp rnvp")["says"] == "Rien ne va plus"
    both = croupier(views.FAUX_TIRAGE + " rnvp")["band"]
    assert (both["tone"], both["text"]["id"], both["also"]) == ("fault", "Faux tirage", [])
    assert both["cell"] == {"of": "banco", "row": 7, "column": "2"}


def answer_to(picture: dict[str, Any]) -> tuple[Any, ...]:
    way = next(way for way in picture["band"]["ways"] if way["act"] == "acknowledge")
    return way["label"], way["by"], way["hold"]


def test_no_open_fault_is_hidden_and_who_answers_for_all_is_the_one_the_gravest_needs() -> None:
    alone = projection.croupier(tables_of.view_of("punto-banco", "rnvp 8C 4S QD KH\nannounce banco"))
    assert answer_to(alone) == ("Announce what the cards show", "croupier", False)
    script = "rnvp 2C 3S 3D 4H 2H 5C\nannounce punto"
    both = projection.croupier(tables_of.view_of("punto-banco", script))
    assert both["band"]["text"]["id"] == "Wrong announcement"
    assert [(each["title"]["id"], each["card"]) for each in both["band"]["also"]] == [("Faux tirage", "5♣")]
    label, *who = answer_to(both)
    assert (label["values"], who) == ({"n": 2}, ["chef de table", True])


def test_beside_a_fault_of_the_game_that_of_the_wheel_is_named() -> None:
    wheel = {
        "seen": None,
        "faults": [{"name": "wrong-direction", "why": as_dict(Reason("wrong direction")), "answered": False}],
    }
    also = projection.croupier(views.view_of(views.FAUX_TIRAGE) | {"wheel": wheel})["band"]["also"]
    assert [each["title"]["id"] for each in also] == ["The wheel reports a fault"]


def test_a_card_is_withdrawn_as_that_card_only_while_it_is_the_last() -> None:
    assert [len(croupier(script)["band"]["ways"]) for script in ("rnvp ??", "rnvp ?? ??")] == [3, 3]
    labels = [
        [way["label"] for way in croupier(script)["faults"][0]["ways"] if way["act"] == "undo"]
        for script in (views.FAUX_TIRAGE, views.FAUX_TIRAGE + " end rnvp 4S", "rnvp ??", "rnvp ?? rnvp")
    ]
    assert labels == [
        ["The card was not drawn: withdraw it"],
        ["Withdraw the last act"],
        ["No card was drawn: withdraw it"],
        ["Withdraw the last act"],
    ]


def test_a_coup_that_was_abandoned_for_another_game_has_no_card_to_draw() -> None:
    script = "rnvp 9C 4S 8D end"
    owed = views.view_of(script)
    other = view(counting_on(opened(GAMES["roulette"]), 1, views.played(script)[0].play.taille.alerts))
    ways = [projection.croupier(each)["faults"][0]["ways"] for each in (owed, other)]
    assert [[way["label"] for way in each] for each in ways] == [
        ["Draw the card that is owed", "Misdeal: annul the coup", "Call the supervisor"],
        ["Understood", "Call the supervisor"],
    ]


def test_no_answer_goes_round_a_card_that_nobody_could_read() -> None:
    table, _ = views.played("rnvp 8C ??")
    answered, _ = tables.step(table, Acknowledged("panel"))
    shown = projection.croupier(view(answered))["band"]
    assert (shown["text"]["id"], shown["ways"][0]["act"]) == ("Card not read", "name-card")
    named, _ = tables.step(tables.step(answered, Undone())[0], CardSeen(DECK[0], source="manual"))
    assert tone(projection.croupier(view(named))) == "owed"


def test_of_two_instruments_that_one_is_told_first_without_which_nothing_is_dealt() -> None:
    known = views.view_of(views.BANCO_OWED + " lost")
    known["instruments"] = [
        each | {"state": "lost", "why": None, "since_ns": 0} for each in known["instruments"]
    ]
    for instruments in (known["instruments"], known["instruments"][::-1]):
        found = projection.croupier(known | {"instruments": instruments})["band"]
        assert (found["lost"]["role"], [way["act"] for way in found["ways"]]) == ("sabot", ["card"])


def test_a_coup_found_after_a_restart_is_asked_for() -> None:
    picture = projection.croupier(views.unconfirmed(views.BANCO_OWED))
    assert tone(picture) == "check"
    assert [way["act"] for way in picture["band"]["ways"]] == ["confirm", "undo"]


def test_a_halted_record_comes_before_everything() -> None:
    picture = projection.croupier(views.view_of(views.FAUX_TIRAGE) | {"halted": FULL})
    assert picture["band"]["text"]["id"] == "The record is halted"
    assert picture["band"]["why"]["id"] == "the disk is full"


def test_at_a_closed_table_nothing_is_to_be_announced() -> None:
    assert projection.croupier(views.view_of(""))["calls"]
    assert projection.croupier(views.view_of("") | {"shut": True})["calls"] == []


def test_the_croupier_is_told_what_works_and_the_technician_what_to_install() -> None:
    known = views.view_of(views.BANCO_OWED + " lost")
    missing = as_dict(extras.missing("camera"))
    gone = [each | {"why": missing} for each in known["instruments"]]
    found = projection.croupier(known | {"instruments": gone})["band"]["lost"]
    assert missing["id"] == croupier_band.EXTRA_MISSING
    assert found["why"] == plain("a part of the program is not installed; the technician’s page says how")
    assert found["still"] == ["camera"]


def test_a_lost_sabot_leaves_the_card_by_hand_and_says_what_works() -> None:
    found = croupier(views.BANCO_OWED + " lost")["band"]
    assert found["lost"]["still"] == ["camera"]
    assert found["lost"]["why"]["id"].startswith("the cable was pulled")
    assert [way["act"] for way in found["ways"]] == ["card"]


def test_a_choice_that_is_owed_stands_in_the_band() -> None:
    known = views.view_of("rnvp") | {"phase": "decision", "calls": []}
    known["owed"] = {"to": None, "of": "ponte", "choices": ["carte", "non"], "why": ""}  # type: ignore[typeddict-item]
    found = croupier_band.band_of(known, [])
    assert found["text"]["id"] == "carte / non"
    assert [way["words"] for way in found["ways"]] == ["ponte carte", "ponte non"]


def test_nothing_owed_leaves_the_call() -> None:
    known = views.view_of("rnvp") | {"owed": None, "calls": []}
    assert croupier_band.band_of(known, [])["tone"] == "open"


def test_a_fault_shows_its_rule_its_cell_and_its_ways_out() -> None:
    fault = croupier(views.FAUX_TIRAGE)["faults"][0]
    assert fault["because"]["id"] == "the banker drew: {why}"
    assert fault["because"]["values"]["why"]["id"] == "banco has {n} against {given} and stands"
    assert fault["because"]["values"]["why"]["values"]["given"]["id"] == "a 2"
    assert fault["cell"] == {"of": "banco", "row": 7, "column": "2"}
    assert 2 <= len(fault["ways"]) <= 3
    assert all(way["by"] in ("croupier", "chef de table") for way in fault["ways"])


def test_a_misdeal_is_a_way_out_while_its_coup_is_under_way() -> None:
    assert "annul" in [way["act"] for way in croupier(views.FAUX_TIRAGE)["faults"][0]["ways"]]
    over = croupier(views.FAUX_TIRAGE + " end")["faults"][0]["ways"]
    assert "annul" not in [way["act"] for way in over]
    assert len(over) <= 3


def test_what_overrides_the_rules_is_for_the_chef_and_must_be_held() -> None:
    for script in (views.FAUX_TIRAGE, "rnvp 8C ??", "rnvp 2C 4S 3D KH end"):
        for way in croupier(script)["faults"][-1]["ways"]:
            assert way["hold"] == (way["by"] == "chef de table"), way


def test_a_coup_closed_too_early_leads_back_to_the_card_that_is_owed() -> None:
    fault = croupier("rnvp 2C 4S 3D KH end")["faults"][0]
    assert fault["title"]["id"] == "A card is still owed"
    assert fault["cell"] == {"of": "punto", "row": 0, "column": "5"}


def test_a_fault_of_an_older_coup_marks_no_cell_of_this_one() -> None:
    old = croupier(views.FAUX_TIRAGE + " end " + views.BANCO_OWED)["faults"][0]
    assert old["cell"] is None


def test_cards_laid_aside_are_shown_while_they_are_in_question() -> None:
    assert croupier(views.FAUX_TIRAGE)["aside"] == ["5C"]
    assert croupier(views.BANCO_STANDS)["aside"] == []


def test_a_spent_sabot_is_said_where_nobody_is_invited_any_more() -> None:
    shown = croupier("9C 5D JS KH end cut 9C 5D JS KH end", close="croupier")["band"]
    assert shown["text"]["id"] == "◆ sabot spent"
    assert "until a new one is opened" in shown["why"]["id"]


@pytest.mark.parametrize("noise", [1, 2, 120])
def test_many_unread_cards_are_withdrawn_by_one_button_one_by_its_own(noise: int) -> None:
    ways = [way["act"] for way in croupier("8C " + "?? " * noise)["band"]["ways"]]
    assert ("undo-unread" in ways) == (noise > 1)


def test_the_cloth_says_which_line_about_money_is_the_bank() -> None:
    lines = [{"event": "banque", "amount": "59.00"}, {"event": "paid", "amount": "16.00"}]
    of_banque = views.view_of("") | {"game": "baccarat-banque", "ledger": lines, "handed": lines[1:]}
    drawn = projection.croupier(of_banque)
    assert drawn["ledger"] == [lines[0] | {"is_bank": True}, lines[1] | {"is_bank": False}]
    assert drawn["handed"] == [lines[1] | {"is_bank": False}]
    assert not projection.croupier(of_banque | {"game": "punto-banco"})["ledger"][0]["is_bank"]
