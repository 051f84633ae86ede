"""Mijn en dijn: the examples of HS p. 60-62, a whole bank, and what is refused."""

from __future__ import annotations

import pytest

from sabot.core.observations import CardSeen, Staked
from sabot.games.evening.player import observed
from sabot.games.mijn_en_dijn import rules
from tests.controller.games.evening.lines import acts, faults, of, played, pot, purses, table_of

BANK = "\n".join(map(str, rules.WHOLE_PACK[:32] + rules.WHOLE_PACK[32:62]))


def test_dijn_pays_the_stakes_on_the_rank_that_is_turned_hs_p61() -> None:
    table, lines = played(table_of("mijn-en-dijn"), "bet 7 0.10 2\nbet 7 0.25 3\nbet 7 0.20 4\n7S")
    assert faults(lines) == []
    assert purses(table) == {1: -55, 2: 10, 3: 25, 4: 20}
    assert of(lines, "card") == [{"event": "card", "coup": 1, "card": "7S", "to": "7", "word": "dijn"}]


def test_md_take_hs_p61_mijn_takes_the_stakes_on_the_rank_that_is_turned() -> None:
    table, lines = played(table_of("mijn-en-dijn"), "bet vrouw 0.50 2\nbet aas 0.10 3\n7S\nQD")
    assert faults(lines) == []
    assert (purses(table), pot(table)) == ({1: 50, 2: -50, 3: -10, 4: 0}, 10)


def test_md_count_hs_p61_sixty_two_of_64_cards_are_turned_31_of_each_word() -> None:
    table, lines = played(table_of("mijn-en-dijn"), BANK)
    words = [line["word"] for line in of(lines, "card")]
    assert (words.count("dijn"), words.count("mijn")) == (31, 31)
    assert of(lines, "result")[0]["turned"] == 62
    assert table.play.coup.spread["dealer"] == 1
    table, _ = played(table, "7S")
    assert table.play.coup.spread["bank"] == {"seat": 2, "amount": "0.00"}


def test_stakes_that_no_card_decides_go_back() -> None:
    almost = BANK.rsplit("\n", maxsplit=1)
    table, _ = played(table_of("mijn-en-dijn"), almost[0])
    table, lines = played(table, "bet aas 0.50 2\nbet boer 0.10 3\nbet boer 0.20 3\n" + almost[1])
    returned = [(line["bet"], line["returned"], line["seat"]) for line in of(lines, "settlement")]
    assert faults(lines) == []
    assert returned == [("aas", "0.50", 2), ("boer", "0.10", 3), ("boer", "0.20", 3)]
    assert purses(table) == {1: 0, 2: 0, 3: 0, 4: 0}
    assert rules.due(table.play.coup.deal) == ()  # type: ignore[attr-defined]
    assert table.play.coup.spread["contract"] is None


def test_suits_do_not_count_and_a_stake_may_be_raised_until_it_is_decided() -> None:
    table, _ = played(table_of("mijn-en-dijn"), "bet 10 0.50 2\n8C\n9C\nbet 10 0.50 2\nTH")
    assert purses(table) == {1: -100, 2: 100, 3: 0, 4: 0}


def test_a_banker_with_chips_pays_as_far_as_they_go() -> None:
    table, _ = played(
        table_of("mijn-en-dijn"), "sit 1 0.60\nsit 2 1\nsit 3 1\nbet 7 0.50 2\nbet 7 0.50 3\n7C"
    )
    assert purses(table) == {1: 0, 2: 150, 3: 110}


def test_a_player_with_chips_stakes_no_more_than_they_have() -> None:
    table, lines = played(table_of("mijn-en-dijn"), "sit 1\nsit 2 1\nbet 7 1.01 2")
    assert [kind for kind, _ in faults(lines)] == ["wrong-order"]
    table, lines = played(table, "bet 7 1 2")
    assert (faults(lines), acts(table)) == ([], ["CARD"])


def test_where_holding_the_bank_is_free_it_is_declined_before_it_begins_and_one_must_hold_it() -> None:
    table = table_of("mijn-en-dijn", bank_compulsory="off", players="2")
    assert "answer 1 weg" in acts(table)
    table, lines = played(table, "answer 1 weg")
    assert faults(lines) == []
    assert (acts(table)[0], "answer 2 weg" in acts(table)) == ("CARD", False)
    table, _ = played(table, "bet 7 0.50 1\n7C")
    assert purses(table) == {1: 50, 2: -50}


@pytest.mark.parametrize(
    ("script", "kind", "because"),
    [
        ("bet 7 1 1", "wrong-order", "a stake names its seat: every player but the banker stakes"),
        ("7S\nanswer 1 weg", "wrong-order", "stakes lie on a rank until it is turned: mijn is next"),
        ("bet 7 1 2\nanswer 2 terug", "wrong-order", "stakes lie on a rank until it is turned: dijn is next"),
        ("2:7S", "wrong-order", "stakes lie on a rank until it is turned: dijn is next"),
        ("6S", "impossible-card", "6S is not in this pack"),
        ("7S\n7S\n7S", "impossible-card", "7S was turned twice already: two packs have it twice"),
    ],
)
def test_what_is_not_allowed_is_refused(script: str, kind: str, because: str) -> None:
    _, lines = played(table_of("mijn-en-dijn"), script)
    assert faults(lines) == [(kind, because)]


def test_nobody_holds_cards() -> None:
    assert table_of("mijn-en-dijn").play.coup.hand_of(1) is None


def test_a_simulated_player_stakes_and_the_banker_turns_a_card() -> None:
    assert observed("bet vrouw 0.50 2") == Staked("vrouw", 50, 2)
    assert isinstance(observed("QD"), CardSeen)


def test_a_stake_says_how_much_lies_on_its_rank_from_this_player() -> None:
    _, lines = played(table_of("mijn-en-dijn"), "bet 7 0.10 2\nbet 7 0.20 3\nbet 8 0.05 2\nbet 7 0.25 2")
    assert [line["stake"] for line in of(lines, "stake")] == ["0.10", "0.20", "0.05", "0.35"]
