"""The sixain of trente et quarante: mixed, cut, and spent. TT is the treatise of Baden-Baden (1854); the rest
is the house's choice and says so."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.core.cards import DECK, Sabot, card_named
from sabot.core.events import as_dict
from sabot.core.observations import CardSeen, CutCardSeen, SabotOpened, Said, Staked
from sabot.core.script import read
from sabot.core.table import Table, opened, step
from sabot.core.view import view
from sabot.games.trente_et_quarante import rules as game
from sabot.games.trente_et_quarante.coup import enough
from sabot.games.trente_et_quarante.rows import VALUE
from sabot.games.trente_et_quarante.stakes import Options
from tests.controller.dealing import Lines, dealt, faults, lines_of, only, returned, settled
from tests.controller.games.trente_et_quarante.rows_of_trente import (
    GAME,
    REFAIT,
    coup,
    row,
    texts,
    vector,
)

THE_CARDS_PASS = "Messieurs, le coup n'y est plus. Les cartes passent"


# --- mixing and cutting (TT) --------------------------------------------------------------------------


def test_a_new_sixain_may_be_asked_for_between_two_coups_but_not_within_one() -> None:
    assert not faults(lines_of(GAME, f"{coup(33, 35)} new TC"))
    assert faults(lines_of(GAME, "TC new")) == ["wrong-order"]


def test_nothing_waits_to_be_confirmed() -> None:
    assert faults(lines_of(GAME, "say confirme")) == ["wrong-order"]


# --- the end of the sixain ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tq-end-8-61", "tq-end-8-62", "tq-end-20-62"])
def test_a_coup_is_begun_with_eight_cards_and_sixty_two_points(name: str) -> None:
    """TT."""
    example = vector(name)
    given, expected = example["inputs"], example["expected"]
    assert enough(given["cards_left"], given["points_left"]) == expected["coup_possible"]
    assert expected["call"] in (None, THE_CARDS_PASS)


def test_a_coup_needs_more_than_seven_cards() -> None:
    assert not enough(7, 70)
    assert enough(8, 80)


def short_sixain(*left: str, **options: str) -> Table:
    """A table whose sixain holds only the cards `left` when the first coup begins."""
    decks = {"decks": 1} | options
    table = opened(game, Options(**decks))
    seen = Sabot(1)
    rest = [card_named(text) for text in left]
    for card in DECK:
        if card not in rest:
            seen = seen.after(card)
    points = sum(VALUE[card.rank] for card in rest if card)
    coup_left = table.play.coup._replace(cards_left=len(rest), points_before=points)
    return table._replace(play=table.play._replace(sabot=seen, coup=coup_left))


def after(table: Table, *acts: Any) -> tuple[Table, Lines]:
    """The table after more cards (as text) and other acts, and the event lines of them."""
    lines = []
    for act in acts:
        seen = CardSeen(card_named(act)) if isinstance(act, str) else act
        table, events = step(table, seen)
        lines += [as_dict(event) for event in events]
    return table, lines


COUP = ("TC", "JH", "QS", "3S", "TD", "JC", "QD", "5S")
"""Noir 33, rouge 35."""


def test_the_cards_pass_when_the_sixain_cannot_make_another_coup() -> None:
    """TT: seven tens and a two are left, 72 points, but only eight cards with one more."""
    rest = ("TH", "TS", "JD", "JS", "QC", "QH", "KC")
    table, lines = after(short_sixain(*COUP, *rest), *COUP)
    assert texts(lines)[-1] == THE_CARDS_PASS
    assert only(lines, "shoe") == [{"event": "shoe", "coup": 1, "state": "spent", "cards": 45}]
    _, lines = after(table, "TH")
    assert faults(lines) == ["faux-tirage"]


def test_eight_cards_of_sixty_two_points_are_dealt_and_of_sixty_one_are_not() -> None:
    """TT."""
    sixty_two = ("TH", "TS", "JD", "JS", "QC", "9C", "2C", "AD")
    sixty_one = (*sixty_two[:5], "9C", "AC", "AD")
    for rest, passes in ((sixty_two, False), (sixty_one, True)):
        _, lines = after(short_sixain(*COUP, *rest), *COUP)
        assert (THE_CARDS_PASS in texts(lines)) == passes


def test_where_the_croupier_closes_they_say_that_the_cards_pass_after_they_have_closed() -> None:
    table, lines = after(short_sixain(*COUP, "TH", close="croupier"), *COUP)
    assert THE_CARDS_PASS not in texts(lines)
    table, lines = after(table, *_acts("end"))
    assert texts(lines) == [THE_CARDS_PASS]
    assert view(table)["owed"] is None


def test_where_the_next_card_closes_it_is_not_said_twice() -> None:
    table, _ = after(short_sixain(*COUP, "TH"), *COUP)
    table, lines = after(table, *_acts("end"))
    assert texts(lines) == []


def _acts(*words: str) -> list[Any]:
    return list(read(words, game, Options()))


def test_no_stake_when_the_cards_pass() -> None:
    table, _ = after(short_sixain(*COUP, "TH"), *COUP)
    _, lines = after(table, Staked("noir", 10_00))
    assert faults(lines) == ["wrong-order"]


def test_a_burned_card_may_leave_too_little_for_the_next_coup() -> None:
    """Nine cards of 62 points are left, a ten is drawn too many: the cards pass at once."""
    rest = ("TH", "TS", "JD", "JS", "QC", "9C", "AC", "AD", "AH")
    table, lines = after(short_sixain(*COUP, *rest, close="croupier"), *COUP)
    assert only(lines, "shoe") == []
    table, _ = after(table, "TH")
    table, lines = after(table, *_acts("end"))
    assert texts(lines) == [THE_CARDS_PASS]
    _, lines = after(table, Staked("noir", 10_00))
    assert faults(lines) == ["wrong-order"]
    _, lines = after(table, "TS")
    assert faults(lines) == ["faux-tirage"]
    _, lines = after(table, Said("melange"))
    assert faults(lines) == ["wrong-order"]


def test_cards_burned_after_a_stake_may_leave_too_little_for_its_coup() -> None:
    rest = ("TH", "TS", "JD", "JS", "QC", "9C", "AC", "AD", "AH")
    table, _ = after(short_sixain(*COUP, *rest, close="croupier"), *COUP)
    table, _ = after(table, *_acts("end\nbet noir 10"))
    table, lines = after(table, Said("brule th"))
    assert texts(lines) == [THE_CARDS_PASS]
    _, lines = after(table, Staked("noir", 10_00))
    assert faults(lines) == ["wrong-order"]
    _, lines = after(table, "TS")
    assert faults(lines) == ["faux-tirage"]


def test_a_coup_for_which_the_cards_do_not_suffice_is_void_and_stakes_come_back() -> None:
    """The house's choice: 62 points may fall so that the second row stays short."""
    cards = ("TH", "TS", "JD", "9H", "JS", "QC", "AC", "AD")
    table, lines = after(short_sixain(*cards), Staked("noir", 10_00, 3), *cards)
    (result,) = only(lines, "result")
    assert (result["winner"], result["couleur"], result["void"]) == (None, None, True)
    assert result["points"] == {"noir": 39, "rouge": 22}
    assert returned(lines) == {"noir": "10.00"}
    assert texts(lines) == ["Neuf", THE_CARDS_PASS]
    assert only(lines, "shoe")[0]["state"] == "spent"
    opened_anew = after(table, SabotOpened())[1]
    assert [line["event"] for line in opened_anew] == ["shoe", "call", "call"]


def test_a_void_coup_gives_back_what_a_prisoner_is_worth() -> None:
    refait = ("KC", "KD", "KS", "AS", "KH", "9C", "9D", "3C")
    cards = (*refait, "TH", "TS", "JD", "9H", "JS", "QC", "AC", "2D")
    table, _ = after(short_sixain(*cards), Staked("noir", 10_00, 3), *cards[:8])
    _, lines = after(table, *cards[8:])
    assert only(lines, "result")[0]["void"] is True
    assert settled(lines) == [(1, "noir", "0.00", "prison"), (2, "noir", "5.00", None)]


def test_after_the_cut_card_one_more_coup_is_dealt() -> None:
    """The house's choice, for tables that end a sixain by a cut card."""
    table, _ = dealt(GAME, "TC cut")
    assert view(table)["sabot"]["state"] == "last-coup"
    lines = lines_of(GAME, f"TC cut JH QS 3S {row(35)} {REFAIT} end")
    assert [line["state"] for line in only(lines, "shoe")] == ["last-coup", "spent"]
    assert texts(lines)[-1] == THE_CARDS_PASS


def test_a_refait_after_the_cut_card_is_the_last_coup_too() -> None:
    table, _ = dealt(GAME, f"TC JH QS 3S {row(35)} end\nbet noir 10 3", after_cut="0")
    table, _ = step(table, CutCardSeen())
    _, lines = after(table, *(REFAIT.split()))
    assert settled(lines) == [(2, "noir", "5.00", None)]


def test_a_cut_card_between_two_coups_that_allows_none_after_it_makes_the_next_the_last() -> None:
    lines = lines_of(GAME, f"{coup(33, 35)} end cut\n{REFAIT} TC", after_cut="0")
    assert [line["state"] for line in only(lines, "shoe")] == ["last-coup", "spent"]
    assert faults(lines) == ["faux-tirage"]
