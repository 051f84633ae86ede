"""The referee, with punto banco on the cloth. The notation (docs/notation.md) names the rules."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core.cards import DECK, card_named
from sabot.core.events import as_dict
from sabot.core.observations import (
    EXPLAINED,
    KINDS,
    Acknowledged,
    Announced,
    BallSeen,
    BetsClosed,
    ButtonPressed,
    CardSeen,
    ClockTicked,
    Confirmed,
    CoupEnded,
    CutCardSeen,
    DeviceFound,
    DeviceLost,
    DeviceTroubled,
    Noted,
    Observation,
    SabotOpened,
    Said,
    Staked,
    Undone,
    from_dict,
)
from sabot.core.observations import as_dict as observation_as_dict
from sabot.core.play.acts import ACTS
from sabot.core.reasons import as_reason
from sabot.core.table import CHAPTERS_KEPT, Table, opened, resumed, step
from sabot.core.view import view
from sabot.games.punto_banco import coup as punto_banco
from tests.controller.dealing import dealt, faults, lines_of, only, returned

GAME = "punto-banco"
NATURAL = "9C 5D JS KH"
DRAWN = "TC 3D JS KH 9S 2S"
DECIDED_FOR_THE_BANK = "5D 9C KH JS"


def after(*observations: Observation, table: Table | None = None) -> Table:
    table = table or opened(punto_banco)
    for observation in observations:
        table, _ = step(table, observation)
    return table


def a_card(text: str, place: str | None = None) -> CardSeen:
    return CardSeen(card_named(text), place)


# --- a coup opens, is decided and closes ------------------------------------


def test_a_decided_coup_closes_by_itself_when_the_next_card_comes() -> None:
    lines = lines_of(GAME, f"{NATURAL} {DRAWN}")
    assert [line["coup"] for line in only(lines, "result")] == [1, 2]
    assert not faults(lines)


def test_a_stake_or_rien_ne_va_plus_opens_the_next_coup_too() -> None:
    lines = lines_of(GAME, f"{NATURAL}\nbet punto 5\nrnvp\n{NATURAL}")
    assert [line["coup"] for line in only(lines, "settlement")] == [2]
    assert not faults(lines)


def test_only_the_croupier_closes_where_the_house_says_so() -> None:
    lines = lines_of(GAME, f"{NATURAL} end {DRAWN} end", close="croupier")
    assert [line["coup"] for line in only(lines, "result")] == [1, 2]
    assert not faults(lines)


def test_the_result_comes_before_the_end() -> None:
    assert only(lines_of(GAME, NATURAL), "result")


def test_there_is_no_coup_to_close_between_coups() -> None:
    assert faults(lines_of(GAME, "end")) == ["wrong-order"]
    assert "coup" not in lines_of(GAME, "end")[0]


def test_a_coup_with_stakes_alone_cannot_be_closed() -> None:
    assert faults(lines_of(GAME, "bet punto 5\nend")) == ["faux-tirage"]


def test_what_is_owed_follows_every_card() -> None:
    owed = [line["to"] for line in only(lines_of(GAME, DRAWN), "owed")]
    assert owed == ["banco", "punto", "banco", "punto", "banco"]


# --- a card too many ------------------------------------


def test_a_card_too_many_stays_outside_and_changes_nothing() -> None:
    table, lines = dealt(GAME, f"{NATURAL} 2C", close="croupier")
    assert faults(lines) == ["faux-tirage"]
    assert view(table)["aside"] == ["2C"]
    assert view(table)["result"] == view(dealt(GAME, NATURAL)[0])["result"]


def test_a_card_too_many_may_open_the_next_coup() -> None:
    _table, lines = dealt(GAME, f"{NATURAL} 2C 3D end 9S", close="croupier", faux_tirage="next")
    places = [(line["card"], line["to"]) for line in only(lines, "card") if line["coup"] == 2]
    assert places == [("2C", "punto"), ("3D", "banco"), ("9S", "punto")]


def test_cards_too_many_that_the_next_coup_does_not_need_wait_for_the_one_after_it() -> None:
    script = "rnvp 9C 4S KD 3H 8C 2S KH 3D 7C end rnvp end 4D"
    _table, lines = dealt(GAME, script, close="croupier", faux_tirage="next")
    laid = [(line["coup"], line["card"], line["to"]) for line in lines if line["event"] == "card"]
    assert laid[4:8] == [(2, "8C", "punto"), (2, "2S", "banco"), (2, "KH", "punto"), (2, "3D", "banco")]
    assert laid[8:] == [(3, "7C", "punto"), (3, "4D", "banco")]


def test_the_settlement_waits_for_the_supervisor_where_it_is_held() -> None:
    script = f"bet punto 5\n{NATURAL} 2C end"
    held = lines_of(GAME, script, close="croupier", faux_tirage="hold")
    assert not returned(held)
    assert faults(held) == ["faux-tirage", "wrong-order"]
    confirmed = lines_of(GAME, f"{script}\nsay confirme\nend", close="croupier", faux_tirage="hold")
    assert returned(confirmed) == {"punto": "10.00"}


def test_without_a_fault_a_held_settlement_comes_with_the_end() -> None:
    lines = lines_of(GAME, f"bet punto 5\n{NATURAL} end", close="croupier", faux_tirage="hold")
    assert returned(lines) == {"punto": "10.00"}
    assert not faults(lines)


def test_a_held_table_says_so() -> None:
    table, _ = dealt(GAME, f"{NATURAL} 2C", close="croupier", faux_tirage="hold")
    assert view(table)["phase"] == "hold"
    assert view(after(Acknowledged("chef"), table=table))["phase"] == "decided"


# --- places, copies, cards that nobody could read ------------------------------------


def test_a_misplaced_card_counts_for_the_hand_that_was_owed_it() -> None:
    lines = lines_of(GAME, "banco:8C")
    assert only(lines, "card")[0]["to"] == "punto"
    fault = only(lines, "fault")[0]
    assert (fault["kind"], fault["card"], fault["to"], fault["owed"]) == (
        "misplaced-card",
        "8C",
        "banco",
        "punto",
    )


def test_a_card_laid_where_it_is_owed_is_no_fault() -> None:
    assert not faults(lines_of(GAME, "punto:8C banco:4S Punto:QD banco:KH"))


def test_a_third_copy_is_impossible_in_a_sabot_of_two_packs() -> None:
    lines = lines_of(GAME, "8C 8C 8C", decks="2")
    assert faults(lines) == ["impossible-card"]
    assert len(only(lines, "card")) == 3
    assert faults(lines_of(GAME, "8C 8C 8C", decks="3")) == []


def test_of_one_pack_it_is_said_in_the_singular() -> None:
    (fault,) = only(lines_of(GAME, "8C 8C", decks="1"), "fault")
    assert fault["because"] == "a sabot of one pack holds each card once"


def test_an_impossible_card_too_many_is_both() -> None:
    lines = lines_of(GAME, "9C 5D JS KH 9C", decks="1", close="croupier")
    assert faults(lines) == ["faux-tirage", "impossible-card"]


def test_a_card_that_nobody_could_read_waits_to_be_named() -> None:
    lines = lines_of(GAME, "8C ?? undo 4S")
    assert faults(lines) == ["unread-card"]
    assert [line["card"] for line in only(lines, "card")] == ["8C", "4S"]


def test_a_card_after_an_unread_one_is_kept_out_and_the_coup_cannot_close() -> None:
    table, lines = dealt(GAME, "8C ?? 4S end")
    assert faults(lines) == ["unread-card", "unread-card"]
    assert view(table)["phase"] == "unread"
    assert view(table)["sabot"]["drawn"] == 3
    assert view(table)["owed"] is None


def test_an_unread_card_after_a_decided_coup_waits_in_the_next_one() -> None:
    lines = lines_of(GAME, f"{NATURAL} ?? undo 8C")
    assert faults(lines) == ["unread-card"]
    assert only(lines, "card")[-1] == {"event": "card", "coup": 2, "card": "8C", "to": "punto", "points": 8}


def test_the_reader_says_why_it_could_not_read() -> None:
    _, events = step(opened(punto_banco), CardSeen(None, note="pulled back"))
    assert "pulled back" in str(as_dict(events[0])["because"])


# --- rien ne va plus, stakes and limits ------------------------------------


def test_a_card_before_rien_ne_va_plus_is_early_where_it_is_required() -> None:
    assert faults(lines_of(GAME, NATURAL, rnvp="required")) == ["early-card"]
    assert faults(lines_of(GAME, f"rnvp {NATURAL} rnvp {NATURAL}", rnvp="required")) == []


def test_rien_ne_va_plus_after_an_early_card_is_late_and_no_second_fault() -> None:
    assert faults(lines_of(GAME, "8C rnvp KD KH 5S", rnvp="required")) == ["early-card"]
    assert faults(lines_of(GAME, "rnvp rnvp", rnvp="required")) == ["wrong-order"]
    assert faults(lines_of(GAME, "8C rnvp")) == ["wrong-order"]


@pytest.mark.parametrize("house", ["optional", "required"])
def test_rien_ne_va_plus_is_said_once_also_when_cards_lie(house: str) -> None:
    assert faults(lines_of(GAME, "rnvp 8C rnvp KD KH 5S", rnvp=house)) == ["wrong-order"]


def test_rien_ne_va_plus_twice_is_out_of_order() -> None:
    assert faults(lines_of(GAME, "rnvp rnvp")) == ["wrong-order"]
    assert faults(lines_of(GAME, f"{NATURAL} rnvp", close="croupier")) == ["wrong-order"]


def test_rien_ne_va_plus_says_which_card_is_owed() -> None:
    assert only(lines_of(GAME, "rnvp"), "owed")[0]["to"] == "punto"


@pytest.mark.parametrize(
    ("script", "because"),
    [
        ("rnvp\nbet punto 5", "no stake after rien ne va plus"),
        ("8C\nbet punto 5", "no stake after the first card"),
        ("bet punto 1", "the smallest stake at this table is 2.00"),
        ("bet punto 11", "the largest stake at this table is 10.00"),
        (f"{NATURAL}\nbet punto 5", "the coup is decided"),
    ],
)
def test_a_stake_out_of_time_or_limits_is_refused_with_the_rule(script: str, because: str) -> None:
    lines = lines_of(GAME, script, minimum="2", maximum="10", close="croupier")
    assert only(lines, "fault")[0]["because"].startswith(because)
    assert not returned(lines)


@pytest.mark.parametrize("stake", [Staked("lune", 500), Staked("punto", 0), Staked("punto", -5)])
def test_a_stake_that_no_script_can_write_is_refused_too(stake: Staked) -> None:
    table, events = step(opened(punto_banco), stake)
    assert [as_dict(event)["kind"] for event in events] == ["wrong-order"]
    assert view(table)["stakes"] == []


# --- calls and announcements ------------------------------------


def test_a_true_announcement_passes_and_a_false_one_is_a_fault() -> None:
    assert faults(lines_of(GAME, f"{NATURAL}\nannounce punto")) == []
    assert faults(lines_of(GAME, f"{NATURAL}\nannounce Égalité")) == ["wrong-announcement"]


def test_announcing_before_the_cards_have_decided_is_a_fault_that_says_what_is_owed() -> None:
    fault = only(lines_of(GAME, "2C 3D 2S KH\nannounce banco"), "fault")[0]
    assert (fault["kind"], fault["owed"], fault["said"]) == ("wrong-announcement", "punto", "banco")


def test_a_call_that_the_game_does_not_know_is_out_of_order() -> None:
    _, events = step(opened(punto_banco), Said("abracadabra"))
    assert as_dict(events[0])["kind"] == "wrong-order"


def test_nothing_waits_to_be_confirmed_at_a_quiet_table() -> None:
    assert faults(lines_of(GAME, "say confirme")) == ["wrong-order"]


def test_no_ball_comes_to_a_table_of_cards() -> None:
    assert faults([as_dict(event) for event in step(opened(punto_banco), BallSeen("17"))[1]]) == [
        "wrong-order"
    ]
    lines = [as_dict(event) for event in step(dealt(GAME, NATURAL, close="croupier")[0], BallSeen("17"))[1]]
    assert faults(lines) == ["wrong-order"]


def test_a_ball_before_rien_ne_va_plus_is_out_of_order_where_it_is_required() -> None:
    table = opened(punto_banco, punto_banco.Options(rnvp="required"))
    assert faults([as_dict(event) for event in step(table, BallSeen("17"))[1]]) == [
        "wrong-order",
        "wrong-order",
    ]


# --- the life of the sabot ------------------------------------


def test_a_new_sabot_is_told_with_no_cards_drawn() -> None:
    assert only(lines_of(GAME, "8C 4S 9D KH new"), "shoe") == [{"event": "shoe", "state": "new", "cards": 0}]


def test_the_shuffle_and_the_cut_are_announced_at_a_new_sabot() -> None:
    calls = [line["text"] for line in lines_of(GAME, "new")[1:]]
    assert calls == ["Les cartes sont mêlées", "La coupe, s'il vous plaît"]
    assert only(lines_of("roulette", "new"), "call") == []


@pytest.mark.parametrize(("game", "fewest"), [("chemin-de-fer", 5), ("baccarat-banque", 8)])
def test_fewer_players_than_the_game_is_for_are_a_notice_and_no_fault(game: str, fewest: int) -> None:
    chance = "ponte" if game == "chemin-de-fer" else "droite"
    bets = [f"bet {chance} 1 {seat}" for seat in range(2, 20)]

    def notices(players: int) -> list[dict[str, object]]:
        seats = "\n".join(bets[: players - 1])
        table, lines = dealt(game, f"say banque 1 500\n{seats}\nrnvp", seats="12" if fewest == 8 else "9")
        assert faults(lines) == []
        return [each["values"] for each in view(table)["notices"]]  # type: ignore[misc]

    assert notices(fewest) == []
    assert notices(fewest - 1) == [{"n": fewest - 1, "m": fewest}]


def test_punto_banco_may_be_played_by_one() -> None:
    assert view(dealt(GAME, "bet punto 5 1\nrnvp")[0])["notices"] == []
    assert view(dealt("chemin-de-fer", "bet ponte 5 1")[0])["notices"] == []


def test_a_new_sabot_abandons_an_unfinished_coup() -> None:
    lines = lines_of(GAME, "8C new 9C")
    assert [line["event"] for line in lines if line["event"] in ("fault", "shoe")] == ["fault", "shoe"]
    assert faults(lines) == ["wrong-order"]
    assert only(lines, "card")[-1] == {"event": "card", "coup": 2, "card": "9C", "to": "punto", "points": 9}


def test_one_more_coup_is_played_after_the_one_in_which_the_cut_card_shows() -> None:
    lines = lines_of(GAME, f"8C cut 5D JS KH {NATURAL} 2C")
    states = [(line["state"], line.get("coup")) for line in only(lines, "shoe")]
    assert states == [("last-coup", 2), ("spent", 2)]
    assert faults(lines) == ["faux-tirage"]


def test_a_cut_card_between_coups_makes_the_next_one_the_last() -> None:
    lines = lines_of(GAME, f"{NATURAL} end cut {NATURAL}")
    assert [line["state"] for line in only(lines, "shoe")] == ["last-coup", "spent"]


@pytest.mark.parametrize("game", ["punto-banco", "chemin-de-fer"])
def test_nobody_is_invited_to_a_coup_from_a_spent_sabot(game: str) -> None:
    script = f"{NATURAL} end cut {NATURAL} end"
    table, lines = dealt(game, script, close="croupier")
    assert view(table)["sabot"]["state"] == "spent"
    assert lines[-1]["event"] == "shoe"
    assert view(table)["calls"] == []
    assert view(dealt(game, f"{script} new", close="croupier")[0])["calls"]


def test_a_coup_in_which_only_the_bank_was_named_cannot_be_closed() -> None:
    lines = lines_of(
        "chemin-de-fer", f"say banque 1 8\nbet ponte 8 2\n{DECIDED_FOR_THE_BANK}\nsay passe\nend"
    )
    (fault,) = only(lines, "fault")
    assert (fault["kind"], fault["because"]) == ("wrong-order", "there is no coup to close")


def test_a_spent_sabot_deals_no_coup_until_a_new_one_is_opened() -> None:
    _table, lines = dealt(GAME, f"cut {NATURAL} end 2C new {NATURAL}")
    assert faults(lines) == ["faux-tirage"]
    assert len(only(lines, "result")) == 2
    assert view(dealt(GAME, f"cut {NATURAL}")[0])["sabot"]["state"] == "spent"
    assert view(dealt(GAME, "cut")[0])["sabot"]["state"] == "last-coup"


def test_no_coup_is_opened_with_fewer_cards_than_the_house_wants() -> None:
    lines = lines_of(GAME, "9C 5D JS KH 8C 7D", decks="1", min_cards="49")
    assert [(line["state"], line["cards"]) for line in only(lines, "shoe")] == [("spent", 4)]
    assert faults(lines) == ["faux-tirage", "faux-tirage"]


def test_the_burn_takes_as_many_cards_as_its_first_counts() -> None:
    table, lines = dealt(GAME, f"say brule 3C\n?? ?? ?? {NATURAL}", brule="on")
    assert not faults(lines)
    assert view(table)["sabot"]["drawn"] == 8
    assert len(only(lines, "result")) == 1


def test_a_burned_figure_takes_ten() -> None:
    _table, lines = dealt(GAME, "say brule KC\n" + "?? " * 10 + "8C", brule="on")
    assert not faults(lines)
    assert only(lines, "card")[0]["card"] == "8C"


def test_a_burn_is_due_where_the_house_burns_and_out_of_order_within_a_coup() -> None:
    assert faults(lines_of(GAME, NATURAL, brule="on")) == ["wrong-order"]
    assert faults(lines_of(GAME, "8C\nsay brule 3C")) == ["wrong-order"]
    assert faults(lines_of(GAME, "say brule 3C\n?? ?? ?? 8C\nsay brule 4C", brule="on")) == ["wrong-order"]
    assert faults(lines_of(GAME, "say brule 3C\n??\nsay brule 4C", brule="on")) == ["wrong-order"]


# --- taking back ------------------------------------


def test_an_undo_brings_back_what_was_owed() -> None:
    lines = lines_of(GAME, "8C 4S undo")
    assert lines[-1]["event"] == "owed"
    assert lines[-1]["to"] == "banco"


def test_undo_goes_back_act_by_act_over_closed_coups() -> None:
    start = view(opened(punto_banco))
    table, _ = dealt(GAME, f"bet punto 5\nrnvp {NATURAL} end 8C cut 4S new 2C")
    acts = 12
    for _ in range(acts):
        table, events = step(table, Undone())
        assert not faults([as_dict(event) for event in events])
    assert view(table) == start
    _, events = step(table, Undone())
    assert [as_dict(event)["kind"] for event in events] == ["wrong-order"]


def test_an_answered_fault_stays_answered_when_an_earlier_act_is_taken_back() -> None:
    table = after(a_card("8C"), a_card("4S", "punto"), Acknowledged("chef"), Undone())
    assert view(table)["faults"] == []
    assert [place["cards"] for place in view(table)["places"]] == [["8C"], []]


def test_taking_back_leaves_the_room_as_it_is() -> None:
    table = after(a_card("8C"), Acknowledged("chef"), ButtonPressed("supervisor"), a_card("4S"), Undone())
    assert view(table)["help_wanted"] is True


def test_all_cards_that_were_not_read_are_withdrawn_together_and_no_other() -> None:
    before = after(a_card("8C"), a_card("4S"))
    noisy = after(*[CardSeen(None)] * 120, Acknowledged("chef"), CardSeen(None), table=before)
    quiet, events = step(noisy, Undone("chef", unread=True))
    assert quiet.play == before.play
    assert [as_dict(event)["event"] for event in events] == ["undone", "owed"]
    still, events = step(quiet, Undone("chef", unread=True))
    assert still.play == quiet.play
    assert [as_dict(event)["because"] for event in events] == ["there is nothing to take back"]


def test_undo_takes_the_open_fault_of_its_act_along() -> None:
    table = after(a_card("8C"), CardSeen(None), Undone())
    assert view(table)["faults"] == []


def test_a_long_evening_keeps_a_bounded_history() -> None:
    table = opened(punto_banco)
    for _ in range(CHAPTERS_KEPT + 10):
        table = after(*(a_card(card) for card in NATURAL.split()), SabotOpened(), table=table)
    assert len(table.chapters) == CHAPTERS_KEPT
    acts = 5 * CHAPTERS_KEPT
    for _ in range(acts):
        table, events = step(table, Undone())
    assert [as_dict(event)["kind"] for event in events if "kind" in as_dict(event)] == []
    assert view(table)["coup"] == 10
    assert as_dict(step(table, Undone())[1][0])["kind"] == "wrong-order"


# --- around the play ------------------------------------


def test_buttons_mean_what_is_written_on_them() -> None:
    table = after(ButtonPressed("rnvp"), *(a_card(card) for card in NATURAL.split()), ButtonPressed("end"))
    assert view(table)["phase"] == "idle"
    assert view(after(ButtonPressed("undo"), table=table))["phase"] == "decided"
    assert view(after(ButtonPressed("acknowledge"), table=table))["help_wanted"] is False


def test_the_supervisor_is_wanted_until_somebody_answers() -> None:
    table = after(ButtonPressed("supervisor"))
    assert view(table)["help_wanted"] is True
    assert view(after(Acknowledged("chef"), table=table))["help_wanted"] is False


def test_an_instrument_is_found_troubled_and_lost_since_a_moment() -> None:
    table = after(
        DeviceFound("sabot", "angel-eye", "/dev/ttyUSB0"), ClockTicked(5), DeviceLost("sabot", "unplugged")
    )
    (shown,) = view(table)["instruments"]
    assert (shown["state"], shown["why"], shown["since_ns"], shown["driver"]) == (
        "lost",
        {"id": "unplugged", "values": {}},
        5,
        "angel-eye",
    )
    table = after(DeviceTroubled("sabot", "lid open"), table=table)
    assert view(table)["instruments"][0]["state"] == "troubled"
    table = after(DeviceTroubled("sabot", "lid open", since_ok=True), table=table)
    assert view(table)["instruments"][0]["state"] == "found"
    assert len(view(after(DeviceFound("camera"), table=table))["instruments"]) == 2


def test_a_resumed_coup_waits_to_be_confirmed() -> None:
    table = resumed(after(a_card("8C")))
    assert view(table)["unconfirmed"] is True
    assert view(after(Confirmed("croupier"), table=table))["unconfirmed"] is False
    assert view(resumed(opened(punto_banco)))["unconfirmed"] is False


def test_a_table_is_shut_and_opened_by_a_person_and_a_remark_changes_nothing() -> None:
    shut = after(Noted("table-closed", "M. Dupont (supervisor)", counted=1_250_000))
    assert view(shut)["shut"] is True
    assert view(after(Noted("remark", text="the lamp was dim", about=3), table=shut)) == view(shut)
    assert view(after(Noted("table-opened"), table=shut))["shut"] is False


def test_a_card_entered_by_hand_is_marked_until_its_coup_is_closed() -> None:
    by_hand = CardSeen(card_named("5D"), source="manual")
    table = after(BetsClosed(), a_card("8C"), by_hand)
    assert view(table)["manual"] == ["5D"]
    assert view(after(Undone(), table=table))["manual"] == []
    assert view(after(SabotOpened(), table=table))["manual"] == ["5D"]


# --- anything may happen ------------------------------------

text = st.text(max_size=12)
observations: st.SearchStrategy[Observation] = st.one_of(
    st.builds(
        CardSeen,
        st.sampled_from([*DECK, None]),
        st.sampled_from([None, "punto", "banco", "lune"]),
        text,
        text,
    ),
    st.sampled_from([SabotOpened(), BetsClosed(), CoupEnded(), CutCardSeen(), Undone(), Acknowledged()]),
    st.builds(Said, st.sampled_from(["confirme", "brule 3C", "banco 4", ""]) | text),
    st.builds(Staked, st.sampled_from(["punto", "banco", "egalite", "paire-punto"]) | text, st.integers()),
    st.builds(Announced, st.sampled_from(["punto", "égalité"]) | text),
    st.builds(Noted, st.sampled_from(["table-opened", "table-closed", "remark"]) | text),
    st.builds(BallSeen, text),
    st.builds(ButtonPressed, st.sampled_from(["rnvp", "end", "undo", "supervisor", "acknowledge"]) | text),
    st.builds(DeviceLost, text, text),
    st.builds(ClockTicked, st.integers()),
)
options = st.builds(
    punto_banco.Options,
    close=st.sampled_from(["auto", "croupier"]),
    rnvp=st.sampled_from(["optional", "required"]),
    faux_tirage=st.sampled_from(["burn", "next", "hold"]),
    decks=st.integers(1, 2),
    brule=st.booleans(),
    pairs=st.booleans(),
)


@pytest.mark.no_cover
@given(options, st.lists(observations, max_size=60))
@settings(max_examples=150, deadline=None)
def test_a_step_never_fails_whatever_is_seen(chosen: Any, seen: list[Observation]) -> None:
    table = opened(punto_banco, chosen)
    for observation in seen:
        table, events = step(table, observation)
        assert view(table)["coup"] >= 0
        assert all(as_dict(event)["event"] for event in events)


@pytest.mark.no_cover
@given(options, st.lists(observations, max_size=40), observations.filter(lambda each: type(each) in ACTS))
@settings(max_examples=150, deadline=None)
def test_taking_an_act_back_leaves_no_trace(chosen: Any, seen: list[Observation], act: Observation) -> None:
    table = opened(punto_banco, chosen)
    for observation in seen:
        table, _ = step(table, observation)
    again, _ = step(step(table, CoupEnded())[0], Undone())
    assert view(again) == view(table)


@given(options, st.lists(observations, max_size=40))
@settings(max_examples=100, deadline=None)
def test_a_fault_never_changes_what_the_cards_prove(chosen: Any, seen: list[Observation]) -> None:
    """A result, once told, is withdrawn by an undo alone, or by the end of the coup."""
    table = opened(punto_banco, chosen)
    for observation in seen:
        before = table.play.result
        table, _ = step(table, observation)
        undoes = isinstance(observation, Undone) or observation == ButtonPressed("undo")
        if before is not None and table.play.number == before.coup and not undoes:
            assert table.play.result in (None, before)


def with_reason(observation: Observation) -> Observation:
    """The observation as the inbox takes it: with a reason where text was given."""
    name = EXPLAINED.get(type(observation))
    return observation._replace(**{name: as_reason(getattr(observation, name))}) if name else observation


@given(observations.map(with_reason))
def test_every_observation_is_read_back_as_it_was_written(observation: Observation) -> None:
    assert from_dict(observation_as_dict(observation)) == observation


def test_an_observation_of_a_kind_unknown_here_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="Comet"):
        from_dict({"kind": "Comet"})
    with pytest.raises(ValueError, match="CardSeen"):
        from_dict({"kind": "CardSeen", "colour": "red"})
    assert set(KINDS) >= {"CardSeen", "Undone"}
