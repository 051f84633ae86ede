"""The search in C finds what the search in Python finds, with as many positions, and refuses garbage."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.bench import open_hands
from sabot.core.cards import Card
from sabot.games.tricks.double_dummy import answers, asking
from sabot.games.tricks.double_dummy.answers import Contract, Open, best_cards, can_be_made, errors
from sabot.games.tricks.double_dummy.asking import Searching
from tests.controller.games.tricks.compiled import built, extension, loaded
from tests.controller.games.tricks.test_double_dummy import allowed, some
from tests.house import ROOT

pytestmark = pytest.mark.no_cover

Search = Callable[..., Searching]
Deal = tuple[Open, Contract]
SMALL_DEALS = 2_000
WHOLE_LIMIT = 1_000


@pytest.fixture(scope="session")
def in_c(tmp_path_factory: pytest.TempPathFactory) -> Search:
    return loaded(built(tmp_path_factory.mktemp("compiled")))


@pytest.fixture
def both(in_c: Search, monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], list[object]]:
    """What a question comes to in Python and in C, each with the positions that all its searches took."""

    def asked(question: Callable[[], object]) -> list[object]:
        return [(question_of(each, question, monkeypatch)) for each in (None, in_c)]

    return asked


def question_of(
    search: Search | None, question: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> tuple[object, list[int]]:
    made: list[Searching] = []

    def noted(*given: object) -> Searching:
        made.append(asking.search_in(*given))
        return made[-1]

    monkeypatch.setattr(asking, "IN_C", search)
    monkeypatch.setattr(answers, "search_in", noted)
    return question(), [each.positions for each in made]


@pytest.mark.parametrize("first", range(0, SMALL_DEALS, 250))
def test_both_answer_alike_with_as_many_positions(first: int, both) -> None:
    for seed in range(first, first + 250):
        deal, contract = some(seed)
        in_python, in_c = both(lambda dealt=(deal, contract): can_be_made(*dealt))
        assert in_python == in_c, (deal, contract)


def random_play(deal: Open, contract: Contract, chance: random.Random) -> list[Card]:
    plays: list[Card] = []
    while deal.hands[deal.leader]:
        plays.append(chance.choice(allowed(deal, contract)))
        deal = deal.after(plays[-1], contract)
    return plays


@pytest.mark.parametrize("first", range(3_000, 3_200, 100))
def test_both_name_the_same_best_cards_and_errors_in_the_middle_of_a_trick_too(first: int, both) -> None:
    for seed in range(first, first + 100):
        deal, contract = some(seed)
        plays = random_play(deal, contract, random.Random(seed))
        later = deal.after(plays[0], contract)
        one, other = both(
            lambda dealt=(deal, later, contract, plays): (
                best_cards(dealt[0], dealt[2]),
                best_cards(dealt[1], dealt[2]),
                errors(dealt[0], dealt[2], dealt[3]),
            )
        )
        assert one == other, (deal, contract)


@pytest.mark.parametrize("kind", ["_rik", "_alone", "_misere", "_piek"])
def test_both_decide_the_same_whole_deals_within_a_limit(kind: str, both) -> None:
    dealt = getattr(open_hands, kind)
    for seed in range(2):
        deal, contract = dealt(random.Random(seed))
        one, other = both(lambda dealt=(deal, contract): can_be_made(*dealt, limit=WHOLE_LIMIT))
        assert one == other, (deal, contract)


def test_a_hard_deal_is_decided_in_c(in_c: Search, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes more positions than the search in Python may look at."""
    deal, contract = hard_deal()
    made, (positions,) = question_of(in_c, lambda: can_be_made(deal, contract), monkeypatch)
    assert made is not None
    assert positions > asking.POSITION_LIMIT


def hard_deal() -> Deal:
    chance = random.Random(1)
    return [open_hands._rik(chance) for _ in range(HARD + 1)][HARD]


HARD = 43
"""Of the riks of the bench one that takes more than a hundred thousand positions."""


def test_other_threads_go_on_while_it_searches_and_may_not_ask_the_same_search(in_c: Search) -> None:
    assert any(turned_away(in_c) for _ in range(20))


def turned_away(in_c: Search) -> bool:
    """Whether a second thread found the search under way; on a busy machine it may have ended before."""
    deal, contract = hard_deal()
    table = answers._Table(deal, contract, 1)
    search = in_c(**handed_over(deal, contract))
    cards = {"cards": table._cards(deal), "leader": 0, "plays": b"", "need": contract.tricks}
    thread = threading.Thread(target=lambda: search.made(**cards, limit=100_000))
    thread.start()
    try:
        while thread.is_alive():
            if search.positions:
                search.made(**cards, limit=0)
    except RuntimeError as error:
        return "another thread" in str(error)
    finally:
        thread.join()
    return False


def handed_over(deal: Open, contract: Contract) -> dict[str, object]:
    holder = {card: nth for nth, held in enumerate(deal.hands.values()) for card in held}
    owners = bytes(holder.get(answers.card_of(bit, contract.order), asking.OWNER_NOBODY) for bit in range(52))
    side = sum(1 << deal.seats.index(seat) for seat in contract.side)
    return PLAIN | {"owners": owners, "players": len(deal.hands), "side": side}


PLAIN = {"exactly": False, "trump": -1, "ruff": False, "head": False, "asked": -1}
TWO_CARDS = bytes([0, 1] + [asking.OWNER_NOBODY] * 50)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"owners": bytes(51)}, "52 cards"),
        ({"players": 1}, "two to eight"),
        ({"players": 9}, "two to eight"),
        ({"owners": bytes([2]) + TWO_CARDS[1:]}, "does not play"),
        ({"owners": bytes(14) + TWO_CARDS[14:]}, "thirteen cards"),
        ({"side": 4}, "side"),
        ({"side": -1}, "side"),
        ({"trump": 4}, "pack"),
        ({"trump": -2}, "pack"),
        ({"asked": 52}, "pack"),
        ({"asked": -2}, "pack"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(in_c: Search, wrong: dict[str, object], why: str) -> None:
    good = PLAIN | {"owners": TWO_CARDS, "players": 2, "side": 1}
    assert in_c(**good).positions == 0
    with pytest.raises(ValueError, match=why):
        in_c(**good | wrong)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"leader": 2}, "leader"),
        ({"leader": -1}, "leader"),
        ({"cards": 1}, "as many cards"),
        ({"cards": 7}, "nobody holds"),
        ({"plays": bytes([1])}, "does not hold"),
        ({"plays": bytes([255])}, "does not hold"),
        ({"plays": bytes([0, 1])}, "lacks a card"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(in_c: Search, wrong: dict[str, object], why: str) -> None:
    search = in_c(**PLAIN | {"owners": TWO_CARDS, "players": 2, "side": 2})
    good = {"cards": 3, "leader": 0, "plays": bytes([0]), "need": 1, "limit": 9}
    assert search.made(**good) is True
    with pytest.raises(ValueError, match=why):
        search.made(**good | wrong)


@given(st.integers(), st.integers())
def test_any_number_of_tricks_and_positions_has_an_answer_or_is_refused(
    in_c: Search, need: int, limit: int
) -> None:
    search = in_c(**PLAIN | {"owners": TWO_CARDS, "players": 2, "side": 2})
    if -(2**31) <= need < 2**31 and -(2**63) <= limit < 2**63:
        made = search.made(cards=3, leader=0, plays=b"", need=need, limit=limit)
        assert made is (need <= 1) or (made is None and limit < 1)
    else:
        with pytest.raises(OverflowError):
            search.made(cards=3, leader=0, plays=b"", need=need, limit=limit)


def test_where_it_has_to_forget_it_looks_at_more_positions_and_answers_alike(
    in_c: Search, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgetful = loaded(built(tmp_path, "-DENTRIES_MOST=4096"))
    for seed, forgets in {3: False, 4: True, 6: True}.items():
        deal, contract = open_hands._rik(random.Random(seed))
        question = partial(can_be_made, deal, contract)
        made, (positions,) = question_of(in_c, question, monkeypatch)
        later, (more,) = question_of(forgetful, question, monkeypatch)
        assert later == made
        assert (more > positions) == forgets


@pytest.mark.process
def test_sanitizers_find_nothing_also_where_it_has_to_forget(tmp_path) -> None:
    flags = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-DENTRIES_MOST=256"]
    file = built(tmp_path, *flags)
    asan = subprocess.run(["cc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True)
    done = subprocess.run(
        [sys.executable, "-m", "tests.controller.games.tricks.sanitized", str(file)],
        cwd=ROOT,
        env=os.environ
        | {"LD_PRELOAD": asan.stdout.strip(), "ASAN_OPTIONS": "detect_leaks=0", "PYTHONMALLOC": "malloc"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_every_file_of_the_folder_is_built() -> None:
    folder = ROOT / "controller/sabot/games/tricks/double_dummy/c"
    named = {*extension()["sources"], *extension()["depends"]}
    assert named == {str(path.relative_to(ROOT)) for path in folder.iterdir()}


def test_the_installed_one_is_this_one(both, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = asking.compiled()
    if installed is None:
        pytest.skip("the search in C was not built as this checkout was installed: make setup")
    deal, contract = hard_deal()
    (_, found), (_, positions) = both(lambda: can_be_made(deal, contract, limit=WHOLE_LIMIT))
    assert (
        question_of(installed, lambda: can_be_made(deal, contract, limit=WHOLE_LIMIT), monkeypatch)[1]
        == found
    )
    assert found == positions
