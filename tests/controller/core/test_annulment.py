"""What does not count: an annulled coup, a burned card; and a stake that stays on the table until it is taken
back. The notation (docs/notation.md) names the words."""

from __future__ import annotations

import pytest

from sabot.core.events import as_dict
from sabot.core.observations import Said
from sabot.core.play.state import ALERTS_KEPT
from sabot.core.script import read
from sabot.core.series import steps
from sabot.core.table import opened, step
from sabot.core.view import view
from sabot.games.baccarat_banque.coup import Coup as Banque
from sabot.games.register import GAMES
from sabot.games.trente_et_quarante.coup import Coup as Trente
from tests.controller.dealing import Lines, because, dealt, faults, lines_of, only, prison

GAME = "punto-banco"
NATURAL = "9C 5D JS KH"
TIE = "9C 9D JS KH"
ELEVEN_COUPS = " ".join([NATURAL] * 11)
OPEN = {
    "punto-banco": "bet punto 20 3\nbet banco 10\n8C",
    "trente-et-quarante": "bet noir 20 3\nbet inverse 10\n8C",
    "chemin-de-fer": "say banque 1 40\nbet ponte 20 3\nbet ponte 10 4\n8C",
    "baccarat-banque": "say banque 0 40\nbet droite 20 3\nbet gauche 10 4\n8C",
}


# --- a coup is annulled ------------------------------------------------------


@pytest.mark.parametrize("game", OPEN)
def test_an_annulled_coup_gives_its_stakes_back_and_the_same_sabot_goes_on(game: str) -> None:
    table, lines = dealt(game, f"{OPEN[game]}\nsay annule a card fell")
    (void,) = only(lines, "void")
    assert (void["coup"], void["said"]) == (1, "annule a card fell")
    assert [(each["returned"], each["void"]) for each in only(lines, "settlement")] == [
        ("20.00", True),
        ("10.00", True),
    ]
    assert only(lines, "result") == only(lines, "shoe") == only(lines, "fault") == []
    assert (table.play.sabot.drawn, table.play.opened, table.play.coup.stakes) == (1, False, ())


def test_the_next_coup_has_the_next_number() -> None:
    lines = lines_of(GAME, f"8C\nsay annule misdeal\n{NATURAL}")
    assert [line["coup"] for line in only(lines, "result")] == [2]


def test_the_invitation_follows_an_annulled_coup() -> None:
    lines = lines_of(GAME, "8C\nsay annule misdeal")
    assert (lines[-1]["event"], lines[-1]["text"]) == ("call", "Faites vos jeux")


def test_a_decided_coup_is_annulled_until_it_is_closed() -> None:
    table, lines = dealt(GAME, f"bet punto 20 3\n{NATURAL}\nsay annule the wrong shoe", close="croupier")
    assert [line["returned"] for line in only(lines, "settlement")] == ["40.00", "20.00"]
    assert (table.play.taille.results, table.play.result) == ((), None)
    again = lines_of(GAME, f"{NATURAL} end\nsay annule too late", close="croupier")
    assert faults(again) == ["wrong-order"]


@pytest.mark.parametrize("script", ["", "rnvp undo", f"{NATURAL} end"])
def test_no_coup_is_annulled_where_none_is_under_way(script: str) -> None:
    lines = lines_of(GAME, f"{script}\nsay annule why", close="croupier")
    assert (faults(lines), only(lines, "void")) == (["wrong-order"], [])


def test_a_coup_is_annulled_without_a_reason_too() -> None:
    assert only(lines_of(GAME, "8C\nsay annule"), "void")[0]["said"] == "annule"


def test_an_unread_card_goes_with_its_coup() -> None:
    table, lines = dealt(GAME, "8C ??\nsay annule misdeal\n9C")
    assert only(lines, "void")
    assert [line["card"] for line in only(lines, "card")] == ["8C", "9C"]
    assert table.play.sabot.drawn == 3


def test_a_held_payout_is_never_told_for_an_annulled_coup() -> None:
    house = {"faux_tirage": "hold", "close": "croupier"}
    lines = lines_of(GAME, f"bet punto 20 3\n{NATURAL} 2C\nsay annule a card too many\n8C", **house)
    assert [line["returned"] for line in only(lines, "settlement")] == ["20.00"]
    assert view(dealt(GAME, f"{NATURAL} 2C\nsay annule why", **house)[0])["phase"] == "idle"


def test_a_bank_is_after_the_annulled_coup_what_it_was_before() -> None:
    table, _ = dealt("chemin-de-fer", f"{OPEN['chemin-de-fer']}\nsay annule misdeal")
    bank = table.play.coup.bank
    assert bank is not None
    assert (bank.seat, bank.amount) == (1, 40_00)


def test_prison_outlives_an_annulled_coup() -> None:
    refait = "TS TH TD AS TS TH TD AC"
    table, lines = dealt("trente-et-quarante", f"bet noir 20 3\n{refait}\n8C\nsay annule misdeal")
    assert [line["level"] for line in prison(lines)] == [1]
    assert [(lot.where, lot.level) for lot in table.play.coup.held] == [("noir", 1)]


def test_the_cards_of_an_annulled_coup_count_as_points_of_the_sixain() -> None:
    table, _ = dealt("trente-et-quarante", "TS TH\nsay annule misdeal")
    coup = table.play.coup
    assert isinstance(coup, Trente)
    assert (coup.cards_left, coup.points_before) == (310, 2020)


def test_if_the_last_coup_is_annulled_the_next_one_is_the_last() -> None:
    lines = lines_of(GAME, f"cut\n8C\nsay annule misdeal\n{NATURAL}")
    states = [(line["state"], line.get("coup")) for line in only(lines, "shoe")]
    assert states == [("last-coup", 1), ("last-coup", 2), ("spent", 2)]


def test_an_annulled_coup_before_the_last_changes_nothing_about_it() -> None:
    lines = lines_of(GAME, f"8C cut\nsay annule misdeal\n{NATURAL}", after_cut="3")
    assert [(line["state"], line["coup"]) for line in only(lines, "shoe")] == [("last-coup", 4)]


def test_a_sabot_that_gives_no_other_coup_is_spent() -> None:
    table, lines = dealt(GAME, f"{ELEVEN_COUPS} 2C 3C\nsay annule misdeal\nbet punto 5", decks="1")
    assert [line["state"] for line in only(lines, "shoe")] == ["spent"]
    assert table.play.calls == ()
    assert lines[-1]["because"] == "the sabot is spent: no stake until a new one is opened"


def test_a_cut_card_out_of_a_sabot_that_is_spent_tells_nothing() -> None:
    script = f"{ELEVEN_COUPS} 2C 3C\nsay annule misdeal"
    assert lines_of(GAME, f"{script}\ncut", decks="1") == lines_of(GAME, script, decks="1")


def test_a_card_that_lies_outside_stays_there_when_the_coup_is_annulled() -> None:
    table, _ = dealt(GAME, "9C 5D JS KH 2C\nsay annule misdeal", close="croupier")
    assert [str(each) for each in table.play.taille.aside] == ["2C"]


def test_no_more_open_faults_are_kept_than_the_newest_hundred() -> None:
    table, lines = dealt(GAME, "\n".join(f"say annule {number}" for number in range(ALERTS_KEPT + 5)))
    assert len(faults(lines)) == ALERTS_KEPT + 5
    said = [each.fault.said for each in table.play.taille.alerts]
    assert said == [f"annule {number}" for number in range(5, ALERTS_KEPT + 5)]


def test_roulette_has_no_coup_of_cards_to_annul() -> None:
    table, _ = dealt("roulette", "bet rouge 5 3")
    _, (event,) = step(table, Said("annule why"))
    assert "knows no such call" in str(as_dict(event)["because"])


# --- a card is burned --------------------------------------------------------


@pytest.mark.parametrize("game", OPEN)
def test_a_card_that_showed_itself_is_burned_and_counts_as_drawn(game: str) -> None:
    table, lines = dealt(game, "say brule 8C")
    assert (table.play.sabot.drawn, view(table)["aside"]) == (1, ["8C"])
    assert (faults(lines), table.play.opened) == ([], False)


@pytest.mark.parametrize("close", ["auto", "croupier"])
def test_a_card_is_burned_after_the_result_as_well(close: str) -> None:
    table, lines = dealt(GAME, f"{NATURAL}\nsay brule 8C", close=close)
    assert (faults(lines), table.play.sabot.drawn) == ([], 5)


def test_a_card_is_burned_while_stakes_are_laid() -> None:
    lines = lines_of(GAME, f"bet punto 20 3\nsay brule 8C\n{NATURAL}")
    assert (faults(lines), len(only(lines, "settlement"))) == ([], 1)


def test_no_card_is_burned_within_a_coup() -> None:
    assert faults(lines_of(GAME, "8C\nsay brule 9C")) == ["wrong-order"]
    assert "wrong-order" in faults(lines_of(GAME, "??\nsay brule 9C"))


def test_a_burned_card_that_the_sabot_cannot_hold_is_a_fault() -> None:
    assert faults(lines_of(GAME, "say brule 8C\nsay brule 8C", decks="1")) == ["impossible-card"]


def test_a_card_of_the_burn_that_the_sabot_cannot_hold_is_a_fault_and_is_burned() -> None:
    """docs/notation.md: more copies of a card were seen than the sabot can hold."""
    table, lines = dealt(GAME, "say brule 2C\n2C ??\n8C", decks="1", brule="on")
    assert [(line["kind"], line["card"]) for line in only(lines, "fault")] == [("impossible-card", "2C")]
    assert [line["card"] for line in only(lines, "card")] == ["8C"]
    assert table.play.sabot.drawn == 4


def test_a_sabot_is_spent_when_too_few_cards_are_left_after_a_burn() -> None:
    lines = lines_of(GAME, f"{ELEVEN_COUPS} end\nsay brule 2C\nsay brule 3C\nsay brule 4C", decks="1")
    assert [line["state"] for line in only(lines, "shoe")] == ["spent"]


def test_a_sixain_passes_when_too_few_cards_are_left_after_a_burn() -> None:
    coups = " ".join(["KC KD KH AS KS QC QD 2S"] * 6)
    lines = lines_of("trente-et-quarante", f"{coups} end\nsay brule 2C", decks="1")
    assert [line["state"] for line in only(lines, "shoe")] == ["spent"]


def test_a_burned_card_leaves_fewer_points_in_the_sixain() -> None:
    table, _ = dealt("trente-et-quarante", "say brule TC")
    coup = table.play.coup
    assert isinstance(coup, Trente)
    assert (coup.cards_left, coup.points_before) == (311, 2030)


def test_the_last_cards_of_banque_are_counted_after_a_burn() -> None:
    seven_coups = " ".join(["9C 9D 5S KH KD KC"] * 7)
    table, lines = dealt(
        "baccarat-banque", f"{seven_coups} end\nsay brule 2C\nsay brule 3C", decks="1", fin="on"
    )
    assert len(only(lines, "result")) == 7
    coup = table.play.coup
    assert isinstance(coup, Banque)
    assert (coup.cloth.left, coup.position.table.mode) == (8, "tapis")


# --- a stake that stays ------------------------------------------------------


@pytest.mark.parametrize("close", ["auto", "croupier"])
def test_a_stake_that_egalite_leaves_plays_the_next_coup_by_itself(close: str) -> None:
    lines = lines_of(GAME, f"bet punto 20 3\nbet egalite 5 4\n{TIE} end {NATURAL}", close=close)
    assert [(line["coup"], line["bet"], line["returned"]) for line in only(lines, "settlement")] == [
        (1, "punto", "20.00"),
        (1, "egalite", "45.00"),
        (2, "punto", "40.00"),
    ]


def test_it_stays_through_a_second_tie_and_over_a_new_sabot() -> None:
    lines = lines_of(GAME, f"bet punto 20 3\n{TIE} {TIE} new {NATURAL}")
    assert [line["returned"] for line in only(lines, "settlement")] == ["20.00", "20.00", "40.00"]
    ended = lines_of(GAME, f"bet punto 20 3\n{TIE} end new {NATURAL}")
    assert [line["returned"] for line in only(ended, "settlement")] == ["20.00", "40.00"]


@pytest.mark.parametrize("script", [f"{TIE}\nsay retire punto 3", f"{TIE} end\nsay retire punto 3"])
def test_a_stake_that_was_taken_back_plays_no_more(script: str) -> None:
    lines = lines_of(GAME, f"bet punto 20 3\nbet banco 10\n{script}\n{NATURAL}")
    assert faults(lines) == []
    assert [(line["coup"], line["bet"]) for line in only(lines, "settlement")] == [
        (1, "punto"),
        (1, "banco"),
        (2, "banco"),
    ]


def test_a_stake_is_taken_back_once() -> None:
    lines = lines_of(GAME, f"bet punto 20 3\n{TIE}\nsay retire punto 3\nsay retire punto 3")
    assert because(lines) == "seat 3 has no stake on punto in this coup"


def test_what_the_same_seat_laid_besides_plays_on() -> None:
    lines = lines_of(GAME, f"bet punto 20 3\n{TIE}\nbet punto 50 3\nsay retire punto 3\n{NATURAL}")
    assert [(line["coup"], line["stake"]) for line in only(lines, "settlement")] == [
        (1, "20.00"),
        (2, "50.00"),
    ]


@pytest.mark.parametrize(
    ("script", "because"),
    [
        ("bet punto 20 3\nsay retire punto 3", "seat 3 has no stake on punto in this coup"),
        (f"bet punto 20 3\n{TIE}\nsay retire banco 3", "seat 3 has no stake on banco in this coup"),
        (f"bet punto 20 3\n{NATURAL}\nsay retire punto 3", "seat 3 has no stake on punto in this coup"),
        (
            f"bet punto 20 3\n{TIE} rnvp\nsay retire punto 3",
            "no stake is taken back after rien ne va plus",
        ),
    ],
)
def test_no_other_stake_is_taken_back(script: str, because: str) -> None:
    assert [line["because"] for line in only(lines_of(GAME, script), "fault")] == [because]


def test_after_an_apres_a_free_stake_plays_the_next_coup() -> None:
    apres = "TS TH TD 2S TS TH TD 2C"
    noir = "TS TH TD AS TS TH TD 2C"
    lines = lines_of("trente-et-quarante", f"bet noir 20 3\n{apres} {noir}")
    assert [(line["coup"], line["returned"], line.get("held")) for line in only(lines, "settlement")] == [
        (1, "20.00", "table"),
        (2, "40.00", None),
    ]
    left = lines_of("trente-et-quarante", f"bet noir 20 3\n{apres}\nsay retire noir 3\n{noir}")
    assert len(only(left, "settlement")) == 1


EN_CARTES = "9C 9D JS KH"


@pytest.mark.parametrize("call", ["bet ponte 20 3", "say banco 3"])
@pytest.mark.parametrize("close", ["", " end"])
def test_after_en_cartes_a_stake_is_taken_back_with_its_call(call: str, close: str) -> None:
    script = f"say banque 1 40\n{call}\n{EN_CARTES}{close}\nsay retire ponte 3\nbet ponte 10 4\n{NATURAL}"
    lines = lines_of("chemin-de-fer", script)
    assert faults(lines) == []
    assert [(line["coup"], line["seat"]) for line in only(lines, "settlement")] == [(1, 3), (2, 4)]


def test_after_en_cartes_what_is_not_taken_back_plays_on() -> None:
    script = f"say banque 1 40\nbet ponte 20 3\nbet ponte 10 4\n{EN_CARTES}\nsay retire ponte 4\n{NATURAL}"
    lines = lines_of("chemin-de-fer", script)
    assert [(line["coup"], line["seat"]) for line in only(lines, "settlement")] == [(1, 3), (1, 4), (2, 3)]


@pytest.mark.parametrize("close", ["", " end"])
def test_after_a_tie_a_stake_on_a_side_of_banque_is_taken_back(close: str) -> None:
    tie = "6C 6D 6S KH KS KD"  # both sides and the bank have six
    script = f"say banque 0 40\nbet droite 10 3\nbet gauche 5 4\n{tie}{close}"
    stands = lines_of("baccarat-banque", f"{script}\n{BOTH_WIN}")
    left = lines_of("baccarat-banque", f"{script}\nsay retire droite 3\n{BOTH_WIN}")
    assert faults(left) == []
    assert of_sides(stands)[2:] == [(2, "droite", 3, "20.00"), (2, "gauche", 4, "10.00")]
    assert of_sides(left) == [each for each in of_sides(stands) if each[:2] != (2, "droite")]
    assert [line["amount"] for line in only(stands, "banque")] == ["40.00", "25.00"]
    assert [line["amount"] for line in only(left, "banque")] == ["40.00", "35.00"]


BOTH_WIN = "8C 9C 2C KC QC TC"


def of_sides(lines: Lines) -> list[tuple[int, str, int, str]]:
    return [(line["coup"], line["bet"], line["seat"], line["returned"]) for line in only(lines, "settlement")]


def test_a_stake_of_banque_that_did_not_stay_is_not_taken_back() -> None:
    lines = lines_of("baccarat-banque", f"say banque 0 40\nbet droite 10 3\n{BOTH_WIN}\nsay retire droite 3")
    refusal = "seat 3 has no stake on droite in this coup"
    assert [line["because"] for line in only(lines, "fault")] == [refusal]


def test_after_an_apres_it_lies_there_over_a_new_sixain_too() -> None:
    apres = "TS TH TD 2S TS TH TD 2C"
    lines = lines_of("trente-et-quarante", f"bet noir 20 3\n{apres} new TS TH TD AS TS TH TD 2C")
    assert [line["returned"] for line in only(lines, "settlement")] == ["20.00", "40.00"]


def test_cards_dealt_in_bulk_settle_a_stake_that_stayed() -> None:
    rules = GAMES[GAME]
    script = read(["bet punto 20 3", f"{TIE} {NATURAL} {NATURAL}"], rules, rules.Options())
    lines: Lines = []
    steps(opened(rules), list(script), lambda events: lines.extend(map(as_dict, events)))
    assert [line["coup"] for line in only(lines, "settlement")] == [1, 2]
