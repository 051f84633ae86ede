"""Stakes at trente et quarante: what wins, the refait, prison, insurance. HS is *Hazardspelen*, p. 79-80; TT
the treatise of Baden-Baden (1854); the rest is the house's choice and says so."""

from __future__ import annotations

from dataclasses import fields

import pytest

from sabot.core.view import view
from sabot.games.trente_et_quarante.rows import position
from sabot.games.trente_et_quarante.stakes import CHANCES, Fate, Lot, Options, fate, premium
from tests.controller.dealing import because, dealt, faults, lines_of, only, prison, returned, settled
from tests.controller.games.trente_et_quarante.rows_of_trente import (
    GAME,
    NOIR_AND_COULEUR,
    NOIR_AND_INVERSE,
    REFAIT,
    ROUGE_AND_COULEUR,
    ROUGE_AND_INVERSE,
    coup,
    vector,
)

APRES = coup(35, 35)
ALL_FOUR = "\n".join(f"bet {chance} 10 3" for chance in CHANCES)
WINS = NOIR_AND_COULEUR
LOSES = ROUGE_AND_COULEUR


# --- what wins ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "won"),
    [
        (NOIR_AND_COULEUR, {"noir", "couleur"}),
        (NOIR_AND_INVERSE, {"noir", "inverse"}),
        (ROUGE_AND_COULEUR, {"rouge", "couleur"}),
        (ROUGE_AND_INVERSE, {"rouge", "inverse"}),
    ],
)
def test_every_chance_pays_even_money(cards: str, won: set[str]) -> None:
    back = returned(lines_of(GAME, f"{ALL_FOUR}\n{cards}"))
    assert back == {chance: "20.00" if chance in won else "0.00" for chance in CHANCES}


def order_of_settlement(script: str, **options: str) -> list[str]:
    return [line["bet"] for line in only(lines_of(GAME, script, **options), "settlement")]


def test_the_losers_are_collected_before_the_winners_are_paid() -> None:
    """TT; the winners were laid first here, and each kind keeps the order in which it was laid."""
    script = f"bet noir 10 1\nbet rouge 10 2\nbet couleur 10 3\nbet inverse 10 4\n{NOIR_AND_COULEUR}"
    assert order_of_settlement(script) == ["rouge", "inverse", "noir", "couleur"]
    assert order_of_settlement(script, settle_order="stakes") == ["noir", "rouge", "couleur", "inverse"]


def test_a_stake_that_stays_on_the_table_is_not_collected_with_the_losers() -> None:
    script = f"{ALL_FOUR}\n{APRES}"
    assert order_of_settlement(script) == list(CHANCES)


def test_a_record_from_before_the_choice_is_dealt_in_the_order_of_the_stakes() -> None:
    (field,) = (each for each in fields(Options) if each.name == "settle_order")
    assert (field.default, field.metadata["before"]) == ("losers-first", "stakes")


def test_after_an_apres_the_stakes_are_free() -> None:
    """HS p. 79."""
    assert settled(lines_of(GAME, f"{ALL_FOUR}\n{APRES}")) == [
        (1, chance, "10.00", "table") for chance in CHANCES
    ]


def test_no_stake_on_a_chance_of_another_game() -> None:
    lines = lines_of(GAME, "bet noir 10 3\nrnvp\nbet rouge 5")
    assert faults(lines) == ["wrong-order"]


# --- the refait ---------------------------------------------------------------------------------------


def test_who_says_nothing_after_a_refait_goes_to_prison() -> None:
    lines = lines_of(GAME, f"bet noir 100 3\n{REFAIT}")
    assert settled(lines) == [(1, "noir", "0.00", "prison")]
    assert [line["level"] for line in prison(lines)] == [1]


def test_who_takes_half_gets_half_and_the_bank_keeps_half() -> None:
    """HS p. 79, TT."""
    example = vector("tq-refait-half")
    lines = lines_of(GAME, f"bet noir {example['inputs']['stake']} 3\n{REFAIT}\nsay moitié noir 3\n{WINS}")
    assert settled(lines) == [(1, "noir", f"{example['expected']['returned']}.00", None)]


def test_the_half_that_is_not_taken_back_may_stay_in_play() -> None:
    """TT, German column."""
    lines = lines_of(GAME, f"bet noir 100 3\n{REFAIT}\nsay moitie noir 3\n{WINS}", half_rest="play")
    assert settled(lines) == [(1, "noir", "50.00", "table"), (2, "noir", "100.00", None)]


def test_each_player_chooses_alone() -> None:
    lines = lines_of(
        GAME, f"bet noir 100 3\nbet noir 60 4\nbet noir 20\n{REFAIT}\nsay moitie noir 4\nsay moitie noir"
    )
    told_last = {(line.get("seat")): line["returned"] for line in only(lines, "settlement")}
    assert told_last == {3: "0.00", 4: "30.00", None: "10.00"}


def test_a_stake_is_settled_once_when_its_player_has_chosen_or_the_coup_closes() -> None:
    script = f"bet noir 100 3\nbet noir 60 4\n{REFAIT}\nsay moitie noir 4"
    _, lines = dealt(GAME, script)
    assert settled(lines) == [(1, "noir", "30.00", None)]
    for closing in ("end", "rnvp", "new", "bet noir 5", "TC"):
        after = settled(dealt(GAME, f"{script}\n{closing}")[1])
        assert after[:2] == [(1, "noir", "30.00", None), (1, "noir", "0.00", "prison")]


def test_a_choice_may_be_changed_until_the_next_coup() -> None:
    lines = lines_of(GAME, f"bet noir 100 3\n{REFAIT}\nsay moitie noir 3\nsay prison noir 3\n{WINS}")
    assert settled(lines)[-2:] == [(1, "noir", "0.00", "prison"), (2, "noir", "100.00", None)]


def test_a_stake_may_be_moved_before_it_is_imprisoned() -> None:
    """TT."""
    lines = lines_of(GAME, f"bet noir 100 3\n{REFAIT}\nsay passe noir rouge 3\n{ROUGE_AND_INVERSE}")
    assert settled(lines)[-1] == (2, "rouge", "100.00", None)
    assert prison(lines)[-1]["moved"] == "rouge"


def test_the_house_may_take_half_of_all_or_imprison_all() -> None:
    """The house's choice."""
    lines = lines_of(GAME, f"bet noir 100 3\n{REFAIT}\nsay prison noir 3", refait="half")
    assert settled(lines) == [(1, "noir", "50.00", None)]
    assert "nobody chooses" in because(lines)
    lines = lines_of(GAME, f"bet noir 100 3\n{REFAIT}\nsay moitie noir 3", refait="prison")
    assert settled(lines) == [(1, "noir", "0.00", "prison")]
    assert "nobody chooses" in because(lines)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("moitie noir 4", "seat 4 has no stake on noir"),
        ("moitie noir", "nobody without a seat"),
        ("prison rouge 3", "no stake on rouge"),
        ("passe noir noir 3", "another chance"),
    ],
)
def test_a_choice_needs_a_stake_and_a_move_another_chance(said: str, why: str) -> None:
    lines = lines_of(GAME, f"bet noir 100 3\n{REFAIT}\nsay {said}")
    assert faults(lines) == ["wrong-order"]
    assert why in because(lines)


@pytest.mark.parametrize("before", ["", "TC", APRES, WINS, f"{REFAIT} end", f"{REFAIT} TC"])
def test_a_choice_is_made_after_a_refait_and_before_the_next_coup(before: str) -> None:
    lines = lines_of(GAME, f"bet noir 100 3\n{before}\nsay moitie noir 3")
    assert faults(lines) == ["wrong-order"]
    assert "after a refait" in because(lines)


def test_the_refait_that_is_the_last_coup_returns_half_and_imprisons_nobody() -> None:
    """HS p. 80."""
    example = vector("tq-last-refait")
    stake = f"bet noir {example['inputs']['stake']} 3"
    lines = lines_of(GAME, f"TC cut {WINS[3:]}\n{stake}\n{REFAIT}\nsay moitie noir 3\nsay prison noir 3\nnew")
    assert settled(lines) == [(2, "noir", f"{example['expected']['returned']}.00", None)]
    assert "last coup" in because(lines)


def test_a_half_that_stays_in_play_does_not_outlive_the_last_coup() -> None:
    script = f"TC cut {WINS[3:]}\nbet noir 10 3\n{REFAIT}\nsay moitie noir 3\nnew"
    assert settled(lines_of(GAME, script, half_rest="play"))[-1] == (2, "noir", "5.00", None)


# --- prison -------------------------------------------------------------------------------------------


def test_a_prisoner_who_wins_comes_back_without_gain_who_loses_is_lost_and_stays_at_an_apres() -> None:
    """HS p. 79, TT."""
    expected = vector("tq-prison")["expected"]
    begin = f"bet noir 100 3\n{REFAIT}"
    assert settled(lines_of(GAME, f"{begin} {WINS}"))[1:] == [
        (2, "noir", f"{expected['win']['returned']}.00", None)
    ]
    assert settled(lines_of(GAME, f"{begin} {LOSES}"))[1:] == [(2, "noir", "0.00", None)]
    lines = lines_of(GAME, f"{begin} {APRES}")
    assert settled(lines)[1:] == [(2, "noir", "0.00", "prison")]
    assert prison(lines)[-1]["level"] == expected["après"]["level"]


def test_the_table_shows_who_lies_in_prison() -> None:
    table, _ = dealt(GAME, f"bet noir 100 3\n{REFAIT}\nbet rouge 5")
    assert view(table)["prison"] == [{"where": "noir", "amount": "100.00", "seat": 3, "level": 1}]


@pytest.mark.parametrize("name", ["tq-double-prison", "tq-double-prison-lose"])
def test_in_double_prison_a_stake_must_win_twice(name: str) -> None:
    """TT."""
    example = vector(name)
    given, expected = example["inputs"], example["expected"]
    happens = {"un après": REFAIT, "win": WINS, "lose": LOSES}
    cards = "\n".join(happens[each] for each in given["sequence"])
    lines = lines_of(GAME, f"bet noir {given['stake']} 3\n{cards}")
    levels = {line["coup"]: line["level"] for line in prison(lines)}
    assert [levels.get(number, 0) for number in range(1, 5)] == [
        0 if level == "lost" else level for level in expected["levels"]
    ]
    assert settled(lines)[-1] == (4, "noir", f"{expected['returned']}.00", None)


def test_a_prisoner_may_leave_at_half_of_what_they_are_worth_at_a_further_refait() -> None:
    lines = lines_of(GAME, f"bet noir 100 3\n{REFAIT} {REFAIT}\nsay moitie noir 3\n{WINS}")
    assert settled(lines)[-1] == (2, "noir", "25.00", None)


def test_the_lines_tell_equal_stakes_of_one_seat_apart_by_how_deep_they_lay() -> None:
    twice = f"bet noir 100 3\n{REFAIT}\nbet noir 100 3\n{REFAIT}"
    lines = lines_of(GAME, f"{twice}\n{WINS} new")
    told = [(line["coup"], line.get("prison"), line.get("level")) for line in only(lines, "settlement")]
    assert told[:-1] == [(1, None, 1), (2, 1, 2), (2, None, 1), (3, 2, 1), (3, 1, None)]
    left = only(lines, "settlement")[-1]
    assert (left["returned"], left["prison"], left.get("held")) == ("50.00", 1, None)


def test_a_premium_is_told_once_also_if_the_stake_is_taken_back_before_others_have_chosen() -> None:
    insured = f"bet noir 500 3\nbet rouge 10 4\nsay assurance noir 3\n{REFAIT}"
    lines = lines_of(GAME, f"{insured}\nsay retire noir 3\nsay prison rouge 4")
    assert faults(lines) == []
    assert [(line["stake"], line["premium"]) for line in only(lines, "assurance")] == [("500.00", "5.00")]


def test_a_premium_is_told_where_settlements_are_held_and_the_stake_left_before_the_coup_was_closed() -> None:
    insured = f"bet noir 500 3\nbet rouge 10 4\nsay assurance noir 3\n{REFAIT}"
    words = f"{insured}\nsay retire noir 3\nsay moitie rouge 4\nend"
    lines = lines_of(GAME, words, close="croupier", faux_tirage="hold")
    assert faults(lines) == []
    assert [(line["stake"], line["premium"]) for line in only(lines, "assurance")] == [("500.00", "5.00")]


def test_a_stake_that_stayed_and_leaves_before_the_coup_takes_its_premium_with_it() -> None:
    stayed = f"bet noir 500 3\nsay assurance noir 3\n{REFAIT}\nend\nsay assurance noir 3\nsay retire noir 3"
    lines = lines_of(GAME, f"{stayed}\n{REFAIT}\nend", close="croupier")
    assert faults(lines) == []
    assert [line["coup"] for line in only(lines, "assurance")] == [1]


@pytest.mark.parametrize(("laid", "premiums"), [("1", []), ("500", ["5.00"])])
def test_what_is_laid_where_an_insured_stake_was_taken_back_is_insured_only_if_it_may_be(
    laid: str, premiums: list[str]
) -> None:
    stayed = f"bet noir 500 3\n{APRES}\nbet noir {laid} 3\nsay assurance noir 3\nsay retire noir 3"
    lines = lines_of(GAME, f"{stayed}\n{REFAIT}")
    assert faults(lines) == []
    assert [line["premium"] for line in only(lines, "assurance")] == premiums


def test_an_insurance_ends_with_its_stake() -> None:
    stayed = f"bet noir 500 3\n{APRES}\nsay assurance noir 3\nsay retire noir 3\nbet noir 500 3"
    lines = lines_of(GAME, f"{stayed}\n{REFAIT}")
    assert (faults(lines), only(lines, "assurance")) == ([], [])


def test_a_prisoner_is_not_moved() -> None:
    lines = lines_of(GAME, f"bet noir 100 3\n{REFAIT} {REFAIT}\nsay passe noir rouge 3")
    assert "not once it lies there" in because(lines)


def test_a_free_stake_is_moved_without_the_prisoner_beside_it() -> None:
    lines = lines_of(GAME, f"bet noir 100 3\n{REFAIT}\nbet noir 40 3\n{REFAIT}\nsay passe noir rouge 3")
    levels = [(line.get("moved"), line["stake"], line["level"]) for line in prison(lines)]
    assert levels[-1] == ("rouge", "40.00", 1)
    assert (None, "100.00", 2) in levels


def test_prisoners_and_free_stakes_are_settled_side_by_side() -> None:
    lines = lines_of(GAME, f"bet noir 100 3\n{REFAIT}\nbet noir 40 4\n{WINS}")
    assert settled(lines)[1:] == [(2, "noir", "100.00", None), (2, "noir", "80.00", None)]


@pytest.mark.parametrize(
    ("full", "expected"),
    [
        ("lost", [("0.00", "prison"), ("0.00", None)]),
        ("stays", [("0.00", "prison"), ("0.00", "prison")]),
        ("half", [("0.00", "prison"), ("50.00", None)]),
    ],
)
def test_a_house_may_know_no_deeper_prison(full: str, expected: list[tuple[str, str | None]]) -> None:
    """The house's choice."""
    lines = lines_of(GAME, f"bet noir 100 3\n{REFAIT} {REFAIT}", prison_levels="1", prison_full=full)
    assert [(back, held) for _, _, back, held in settled(lines)] == expected


def test_a_new_sixain_gives_prisoners_what_they_are_worth() -> None:
    """The value of what may still come: each level halves it."""
    example = vector("tq-end-values")
    stake = example["inputs"]["stake"]
    for level, value in zip(
        example["inputs"]["prison_level_when_cards_run_out"], example["expected"]["returned"], strict=True
    ):
        lines = lines_of(GAME, f"bet noir {stake} 3\n{' '.join([REFAIT] * level)} new")
        assert settled(lines)[-1] == (level, "noir", f"{value:.2f}", None)


def test_a_new_sixain_in_the_midst_of_a_coup_gives_free_stakes_back_whole() -> None:
    lines = lines_of(GAME, f"bet noir 100 3\n{REFAIT}\nbet rouge 7 4\nTC new")
    assert faults(lines) == ["wrong-order"]
    assert [(bet, back) for _, bet, back, _ in settled(lines)[1:]] == [("rouge", "7.00"), ("noir", "50.00")]


def test_the_bank_keeps_a_broken_cent() -> None:
    """The house's choice: it has no coin for it."""
    assert settled(lines_of(GAME, f"bet noir 0.25 3\n{REFAIT}\nsay moitie noir 3"))[-1][2] == "0.12"


@pytest.mark.parametrize("level", range(1, 6))
def test_at_level_n_a_stake_must_win_n_times(level: int) -> None:
    lot = Lot("noir", 64_00, 3, level)
    options, wins = Options(), position(33, 35, False)
    for _ in range(level - 1):
        met = fate(options, lot, wins)
        assert (met.returned, met.held) == (0, "prison")
        assert met.kept is not None
        lot = met.kept
    assert fate(options, lot, wins) == Fate(64_00)


@pytest.mark.parametrize("level", range(5))
def test_the_last_coup_leaves_nobody_in_prison(level: int) -> None:
    lot, options = Lot("noir", 64_00, 3, level), Options()
    assert fate(options, lot, position(31, 31, False), last=True) == Fate(64_00 >> (level + 1))
    if level:
        assert fate(options, lot, position(35, 35, False), last=True) == Fate(lot.worth)


# --- insurance ----------------------------------------------------------------------------------------


def test_an_insured_stake_takes_a_refait_for_an_apres() -> None:
    """HS p. 80."""
    example = vector("tq-insurance")
    stake, expected = example["inputs"]["stake"], example["expected"]
    lines = lines_of(GAME, f"bet noir {stake} 3\nsay assurance noir 3\n{REFAIT}")
    assert settled(lines) == [(1, "noir", f"{stake}.00", "table")]
    (paid,) = only(lines, "assurance")
    assert paid["premium"] == f"{expected['premium']}.00"
    assert paid["returned"] == "0.00"
    assert Options().insurance_minimum == expected["minimum_insurable"] * 100


@pytest.mark.parametrize("cards", [WINS, LOSES, APRES])
def test_the_premium_is_lost_whatever_comes(cards: str) -> None:
    (paid,) = only(lines_of(GAME, f"bet noir 500\nsay assurance noir\n{cards}"), "assurance")
    assert paid == {
        "event": "assurance",
        "coup": 1,
        "bet": "noir",
        "stake": "500.00",
        "premium": "5.00",
        "returned": "0.00",
    }


@pytest.mark.parametrize(
    ("back", "refait", "apres", "wins"),
    [
        ("never", "0.00", "0.00", "0.00"),
        ("refait", "5.00", "0.00", "0.00"),
        ("apres", "0.00", "5.00", "0.00"),
        ("both", "5.00", "5.00", "0.00"),
    ],
)
def test_a_house_may_give_the_premium_back(back: str, refait: str, apres: str, wins: str) -> None:
    """Houses differ; by the rules it is lost."""
    for cards, expected in ((REFAIT, refait), (APRES, apres), (WINS, wins)):
        lines = lines_of(GAME, f"bet noir 500\nsay assurance noir\n{cards}", premium_back=back)
        assert only(lines, "assurance")[0]["returned"] == expected


def test_insurance_holds_for_one_coup() -> None:
    lines = lines_of(GAME, f"bet noir 500 3\nsay assurance noir 3\n{REFAIT}\n{REFAIT}")
    assert [held for _, _, _, held in settled(lines)] == ["table", "prison"]


def test_two_stakes_of_a_seat_on_a_chance_are_insured_as_one() -> None:
    """The house's choice: the marker lies on the chance of the seat."""
    lines = lines_of(GAME, f"bet noir 300 3\nbet noir 250 3\nsay assurance noir 3\n{REFAIT}")
    assert only(lines, "assurance")[0]["premium"] == "5.50"
    assert [held for _, _, _, held in settled(lines)] == ["table", "table"]


def test_an_insured_player_has_nothing_to_choose() -> None:
    lines = lines_of(GAME, f"bet noir 500 3\nsay assurance noir 3\n{REFAIT}\nsay moitie noir 3")
    assert "insured" in because(lines)


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("bet noir 499.99 3\nsay assurance noir 3", "from 500.00"),
        ("say assurance noir 3", "seat 3 has no stake on noir"),
        ("bet noir 500\nTC\nsay assurance noir", "before the first card"),
        ("bet noir 500\nsay assurance noir\nsay assurance noir", "already"),
        (f"bet noir 500 3\n{REFAIT}\nsay assurance noir 3", "no stake on noir"),
    ],
)
def test_insurance_is_refused_with_its_rule(script: str, why: str) -> None:
    lines = lines_of(GAME, script)
    assert faults(lines) == ["wrong-order"]
    assert why in because(lines)


def test_a_house_may_take_no_insurance() -> None:
    lines = lines_of(GAME, "bet noir 500\nsay assurance noir", insurance="off")
    assert "takes no insurance" in because(lines)


def test_a_stake_left_in_play_may_be_insured_for_the_next_coup() -> None:
    script = f"bet noir 1000 3\n{REFAIT}\nsay moitie noir 3\nsay assurance noir 3\n{REFAIT}"
    lines = lines_of(GAME, script, half_rest="play")
    assert not faults(lines)
    assert settled(lines)[-1] == (2, "noir", "500.00", "table")


def test_a_broken_cent_of_the_premium_goes_to_the_house() -> None:
    assert premium(Options(), 500_50) == 5_01


def test_an_undone_choice_is_as_if_it_had_never_been_said() -> None:
    before, _ = dealt(GAME, f"bet noir 100 3\n{REFAIT}")
    after, _ = dealt(GAME, f"bet noir 100 3\n{REFAIT}\nsay moitie noir 3\nundo")
    assert before.play == after.play


@pytest.mark.parametrize(
    ("words", "who"), [("noir", "nobody without a seat"), ("noir 3", "seat 3")], ids=["no seat", "seat 3"]
)
def test_insurance_without_a_stake_is_refused_by_who_asks(words: str, who: str) -> None:
    lines = lines_of(GAME, f"say assurance {words}")
    assert because(lines) == f"{who} has no stake on noir that could be insured"
