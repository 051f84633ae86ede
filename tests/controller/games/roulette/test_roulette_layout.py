"""The wheels and the cloth. HS is *Hazardspelen*, p. 91-95; wheels of more zeros are the house's data."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest

from sabot.games.roulette.announced import SECTORS, announced, chips
from sabot.games.wheel.layout import PAYS, POCKETS, RED_NUMBERS, SIMPLE_CHANCES, WHEELS, in_french
from tests.shared import vectors

SINGLE = WHEELS[37]


def numbers(where: str, pockets: int = 37) -> set[str]:
    """The numbers of a bet, however it is spelled."""
    wheel = WHEELS[pockets]
    name = wheel.bet_named(where)
    assert name is not None, where
    return set(wheel.bets[name].numbers)


def texts(*of: int) -> set[str]:
    return set(map(str, of))


# --- wheels ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pockets", [37, 38, 39])
def test_a_wheel_has_every_number_once_and_its_zeros(pockets: int) -> None:
    zeros = ["0", "00", "000"][: pockets - 36]
    assert sorted(WHEELS[pockets].order) == sorted([*zeros, *map(str, range(1, 37))])
    assert WHEELS[pockets].order[0] == "0"


def test_colours_alternate_round_the_single_zero_wheel() -> None:
    colours = [SINGLE.pockets[name].colour for name in SINGLE.order]
    assert colours[0] is None
    assert all(a != b for a, b in pairwise(colours))


def test_the_double_zero_wheel_sets_each_number_opposite_the_one_that_follows_it() -> None:
    order = WHEELS[38].order
    opposite = {name: order[(place + 19) % 38] for place, name in enumerate(order)}
    assert opposite["0"] == "00"
    assert all(opposite[str(odd)] == str(odd + 1) for odd in range(1, 37, 2))


def test_the_colours_are_those_of_the_book() -> None:
    """HS p. 94."""
    told = vectors("casino")["vectors"]
    book = next(each["expected"] for each in told if each["id"] == "ro-colours")
    assert set(book["red"]) == RED_NUMBERS == {int(name) for name in numbers("rouge")}
    assert {int(name) for name in numbers("noir")} == set(book["black"])


def test_zero_has_no_colour_no_parity_no_half_no_dozen_and_no_column() -> None:
    """HS p. 95."""
    for name in ("0", "00", "000"):
        assert POCKETS[name][3:] == (None, None, None, None, None)
    outside = [bet for bet in WHEELS[39].bets.values() if len(bet.numbers) >= 12]
    assert len(outside) == 3 + 3 + 2 + 2 + 6
    assert not any(bet.numbers & {"0", "00", "000"} for bet in outside)


def test_seventeen_is_black_odd_low_in_the_second_dozen_and_column() -> None:
    assert POCKETS["17"][1:] == (17, "Dix-sept, noir, impair et manque", "noir", "impair", "manque", 2, 2)


def test_the_numbers_are_said_in_french() -> None:
    said = [in_french(number) for number in (0, 1, 16, 17, 20, 21, 22, 29, 30, 31, 36)]
    expected = "zéro,un,seize,dix-sept,vingt,vingt et un,vingt-deux,vingt-neuf,trente,trente et un,trente-six"
    assert ",".join(said) == expected
    assert len({in_french(number) for number in range(37)}) == 37


# --- bets --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "held"),
    [
        ("plein:17", texts(17)),
        ("plein:0", texts(0)),
        ("cheval:17-20", texts(17, 20)),
        ("cheval:17-18", texts(17, 18)),
        ("cheval:0-3", texts(0, 3)),
        ("transversale-pleine:16", texts(16, 17, 18)),
        ("transversale-pleine:0-1-2", texts(0, 1, 2)),
        ("transversale-pleine:0-2-3", texts(0, 2, 3)),
        ("carre:16-20", texts(16, 17, 19, 20)),
        ("carre:32-36", texts(32, 33, 35, 36)),
        ("quatre-premiers", texts(0, 1, 2, 3)),
        ("transversale-simple:13", texts(*range(13, 19))),
        ("transversale-simple:31", texts(*range(31, 37))),
        ("colonne:1", texts(*range(1, 35, 3))),
        ("colonne:2", texts(*range(2, 36, 3))),
        ("colonne:3", texts(*range(3, 37, 3))),
        ("douzaine:1", texts(*range(1, 13))),
        ("douzaine:3", texts(*range(25, 37))),
        ("colonne:2-3", texts(*range(2, 36, 3), *range(3, 37, 3))),
        ("colonne:1-2", texts(*range(1, 35, 3), *range(2, 36, 3))),
        ("douzaine:1-2", texts(*range(1, 25))),
        ("douzaine:2-3", texts(*range(13, 37))),
        ("pair", texts(*range(2, 37, 2))),
        ("impair", texts(*range(1, 37, 2))),
        ("manque", texts(*range(1, 19))),
        ("passe", texts(*range(19, 37))),
    ],
)
def test_a_bet_holds_the_numbers_that_its_name_says(where: str, held: set[str]) -> None:
    """HS p. 94-95 (the third column is 3 to 36: the book prints 2-36); trios with zero are the house's."""
    assert numbers(where) == held


def test_the_cloth_has_as_many_bets_of_each_kind_as_it_has_places_for_them() -> None:
    kinds = Counter(name.partition(":")[0] for name in SINGLE.bets)
    assert kinds == {
        "plein": 37,
        "cheval": 24 + 33 + 3,
        "transversale-pleine": 12 + 2,
        "carre": 22,
        "quatre-premiers": 1,
        "transversale-simple": 11,
        "colonne": 3 + 2,
        "douzaine": 3 + 2,
        **dict.fromkeys(SIMPLE_CHANCES, 1),
    }


def test_neighbours_on_the_cloth_lie_side_by_side_or_one_above_the_other() -> None:
    for bet in SINGLE.bets.values():
        if bet.name.startswith("cheval:") and "0" not in bet.numbers:
            low, high = sorted(map(int, bet.numbers))
            same_row = (low - 1) // 3 == (high - 1) // 3
            assert high - low == 3 or (high - low == 1 and same_row), bet.name


@pytest.mark.parametrize(
    "where",
    [
        *("cheval:3-4", "cheval:17-19", "cheval:0-4", "cheval:17-17", "cheval:17", "cheval:"),
        *("transversale-pleine:17", "transversale-pleine:0-1-3", "carre:3-7", "carre:34-38", "carre:16"),
        *("transversale-simple:34", "transversale-simple:2", "plein:37", "plein:00", "plein:07", "plein:"),
        *(
            "colonne:0",
            "colonne:1-3",
            "douzaine:4",
            "douzaine:1-3",
            "rouge:1",
            "quatre-premiers:1",
            "vert",
            "",
        ),
        *("cinq-premiers", "plein", "-", ":", "17"),
    ],
)
def test_what_has_no_place_on_the_cloth_is_no_bet(where: str) -> None:
    assert SINGLE.bet_named(where) is None


@pytest.mark.parametrize(
    ("spelled", "name"),
    [
        ("cheval:20-17", "cheval:17-20"),
        ("carre:16-17-19-20", "carre:16-20"),
        ("carre:20-16", "carre:16-20"),
        ("transversale-pleine:16-18", "transversale-pleine:16"),
        ("transversale_pleine:16-17-18", "transversale-pleine:16"),
        ("transversale-pleine:2-0-1", "transversale-pleine:0-1-2"),
        ("transversale-simple:13-18", "transversale-simple:13"),
        ("transversale-zero", "transversale-pleine:0-2-3"),
        ("transversale-zero:2-1-0", "transversale-pleine:0-1-2"),
        ("transversale_zero:0-2-3", "transversale-pleine:0-2-3"),
        ("carre:0-3", "quatre-premiers"),
        ("carre:0-1-2-3", "quatre-premiers"),
        ("quatre_premiers", "quatre-premiers"),
    ],
)
def test_a_bet_may_be_spelled_with_all_its_numbers_in_any_order(spelled: str, name: str) -> None:
    assert SINGLE.bet_named(spelled) == name


@pytest.mark.parametrize("pockets", [37, 38, 39])
def test_every_spelling_holds_the_numbers_that_it_names(pockets: int) -> None:
    wheel = WHEELS[pockets]
    for spelled, name in wheel.spellings.items():
        named = set(spelled.partition(":")[2].split("-")) - {""}
        assert named <= wheel.bets[name].numbers, spelled


# --- what they pay -----------------------------------------------------------------------------------


@pytest.mark.parametrize("pockets", [37, 38, 39])
def test_every_bet_pays_as_if_there_were_thirty_six_numbers(pockets: int) -> None:
    """HS p. 95: 36/n - 1; five numbers, which do not divide 36, pay the whole part (published: 6 to 1)."""
    for bet in WHEELS[pockets].bets.values():
        fair = Fraction(36, len(bet.numbers)) - 1
        assert Fraction(*bet.pays) == (6 if len(bet.numbers) == 5 else fair), bet.name


@pytest.mark.parametrize(
    ("vector", "where"),
    [
        ("plein", "plein:17"),
        ("cheval", "cheval:17-20"),
        ("carre", "carre:16-20"),
        ("quatre_premiers", "quatre-premiers"),
        ("transversale_simple", "transversale-simple:13"),
        ("colonne", "colonne:1"),
        ("douzaine", "douzaine:2"),
        ("chance_simple", "rouge"),
    ],
)
def test_the_book_pays_this(vector: str, where: str) -> None:
    """HS p. 95."""
    told = vectors("casino")["vectors"]
    book = next(each for each in told if each["id"] == f"ro-pay-{vector}")
    bet = SINGLE.bets[where]
    assert len(bet.numbers) == book["inputs"]["numbers"]
    assert bet.pays == PAYS[len(bet.numbers)] == (book["expected"]["odds_to_1"], 1)
    assert bet.returned(100) == 100 * (book["expected"]["odds_to_1"] + 1)


def test_two_dozens_pay_one_to_two() -> None:
    assert SINGLE.bets["douzaine:1-2"].returned(10) == 15


# --- two and three zeros -----------------------------------------------------------------------------


def test_a_double_zero_cloth_has_its_own_bets_at_the_zeros() -> None:
    at_zero = {name for name, bet in WHEELS[38].bets.items() if bet.numbers & {"0", "00"}}
    assert at_zero == {
        *("plein:0", "plein:00", "cheval:0-00", "cheval:0-1", "cheval:0-2", "cheval:00-2", "cheval:00-3"),
        *("transversale-pleine:0-1-2", "transversale-pleine:0-00-2", "transversale-pleine:00-2-3"),
        "cinq-premiers",
    }
    assert numbers("cinq-premiers", 38) == {"0", "00", "1", "2", "3"}


@pytest.mark.parametrize("pockets", [38, 39])
def test_the_rows_of_three_at_zero_are_those_that_the_cloth_has(pockets: int) -> None:
    """Two zeros lie above 1, 2 and 3: no bet holds 0 with 3, and the row of the voisins has no place."""
    wheel = WHEELS[pockets]
    assert wheel.bet_named("transversale-zero:1-2-0") == "transversale-pleine:0-1-2"
    assert wheel.bet_named("transversale-zero:00-0-2") == "transversale-pleine:0-00-2"
    for name in ("transversale-zero", "transversale-pleine:0-2-3", "quatre-premiers", "carre:0-3"):
        assert wheel.bet_named(name) is None


def test_a_third_zero_adds_its_own_plein_and_what_touches_it() -> None:
    added = WHEELS[39].bets.keys() - WHEELS[38].bets.keys()
    assert added == {"plein:000", "cheval:0-000", "cheval:00-000", "transversale-pleine:0-00-000"}
    assert numbers("cheval:000-0", 39) == {"0", "000"}


# --- announced bets ----------------------------------------------------------------------------------


def covered(name: str, pockets: int = 37) -> Counter[str]:
    """How many chips win with each number."""
    return Counter(n for chip in chips(pockets, name) for n in WHEELS[pockets].bets[chip].numbers)


def on_the_wheel(first: str, last: str) -> set[str]:
    """The pockets of the single-zero wheel from `first` clockwise to `last`."""
    order = SINGLE.order * 2
    begin = order.index(first)
    return set(order[begin : order.index(last, begin) + 1])


@pytest.mark.parametrize(
    ("name", "count", "parts"),
    [
        ("voisins", 9, [("22", "25")]),
        ("tiers", 6, [("27", "33")]),
        ("orphelins", 5, [("17", "6"), ("1", "9")]),
        ("orphelins-plein", 8, [("17", "6"), ("1", "9")]),
        ("jeu-zero", 4, [("12", "15")]),
    ],
)
def test_a_sector_covers_its_part_of_the_wheel(name: str, count: int, parts: list[tuple[str, str]]) -> None:
    """The layout of the chips is the custom of French tables."""
    assert len(chips(37, name)) == count
    assert set(covered(name)) == set().union(*(on_the_wheel(*part) for part in parts))


def test_the_three_great_sectors_share_out_the_wheel() -> None:
    shared_out = [set(covered(name)) for name in ("voisins", "tiers", "orphelins")]
    assert sum(map(len, shared_out)) == 37
    assert set().union(*shared_out) == set(SINGLE.order)


def test_voisins_lays_two_chips_on_0_2_3_and_two_on_the_carre_of_25() -> None:
    laid = Counter(chips(37, "voisins"))
    assert laid["transversale-pleine:0-2-3"] == laid["carre:25-29"] == 2
    assert sorted(laid.values()) == [1] * 5 + [2, 2]


def test_seventeen_wins_twice_in_the_orphelins() -> None:
    assert {number for number, times in covered("orphelins").items() if times == 2} == {"17"}


@pytest.mark.parametrize(("digit", "count"), [(0, 4), (6, 4), (7, 3), (9, 3)])
def test_a_finale_is_every_number_that_ends_so(digit: int, count: int) -> None:
    assert len(chips(37, f"finale:{digit}")) == count
    assert set(covered(f"finale:{digit}")) == {str(n) for n in range(37) if n % 10 == digit}


def test_a_finale_a_cheval_joins_two_endings_and_leaves_the_last_alone() -> None:
    assert chips(37, "finale-a-cheval:4-7") == ("cheval:4-7", "cheval:14-17", "cheval:24-27", "plein:34")
    assert chips(37, "finale-a-cheval:7-10") == ("cheval:7-10", "cheval:17-20", "cheval:27-30")


def test_a_number_and_its_neighbours_lie_together_on_the_wheel() -> None:
    assert chips(37, "voisins-de:17:2") == ("plein:2", "plein:25", "plein:17", "plein:34", "plein:6")
    assert chips(37, "voisins-de:0:1") == ("plein:26", "plein:0", "plein:32")
    assert chips(38, "voisins-de:00:1") == ("plein:1", "plein:00", "plein:27")


@pytest.mark.parametrize(
    ("spelled", "name"),
    [
        ("voisins-du-zero", "voisins"),
        ("tiers_du_cylindre", "tiers"),
        ("orphelins-a-cheval", "orphelins"),
        ("jeu_zero", "jeu-zero"),
        ("voisins-de:17", "voisins-de:17:2"),
        ("voisins-de:17:3", "voisins-de:17:3"),
    ],
)
def test_an_announced_bet_has_one_spelling(spelled: str, name: str) -> None:
    assert announced(37, spelled) == name


@pytest.mark.parametrize(
    "where",
    [
        *("voisins-de:37:2", "voisins-de:17:0", "voisins-de:17:10", "voisins-de:", "voisins-de:17:2:1"),
        *("finale:10", "finale:", "finale-a-cheval:1-2", "voisins:1", "plein:17", ""),
    ],
)
def test_what_is_not_announced_at_these_tables_is_no_announced_bet(where: str) -> None:
    assert announced(37, where) is None
    assert chips(37, where) == ()


@pytest.mark.parametrize("pockets", [38, 39])
def test_the_sectors_belong_to_the_single_zero_wheel(pockets: int) -> None:
    assert [announced(pockets, name) for name in SECTORS] == [None] * len(SECTORS)
    assert announced(pockets, "finale:7") == "finale:7"
    assert announced(pockets, "finale-a-cheval:0-3") is None


@pytest.mark.parametrize("pockets", [37, 38, 39])
def test_every_chip_of_an_announced_bet_is_a_bet_of_its_cloth(pockets: int) -> None:
    wheel = WHEELS[pockets]
    names = [*SECTORS, *(f"finale:{n}" for n in range(10)), *(f"voisins-de:{n}:9" for n in wheel.order)]
    for name in names:
        assert set(chips(pockets, name)) <= wheel.bets.keys(), name
