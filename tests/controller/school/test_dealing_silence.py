"""What a silent virtual table tells before its review: the same of a right act and of a wrong one."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.core.observations import Said, Staked
from sabot.games.lessons import Dealt
from sabot.games.register import GAMES
from sabot.school.dealing import calling, settling
from sabot.school.dealing.acting import acted
from sabot.school.dealing.dealer import dealt, next_act
from sabot.school.dealing.judging import stepped
from sabot.school.dealing.shown import shown
from sabot.school.dealing.state import State, Wish
from tests.controller.dealing import CASINO
from tests.controller.school.test_dealing import SATURDAY, _states, done, sitting, until, wrong

OF_CARDS = [game for game in CASINO if game != "roulette"]


def told(state: State, *, without: tuple[str, ...] = ()) -> dict[str, Any]:
    """All that the page gets, but for what the act itself changes before everybody's eyes."""
    return {name: value for name, value in shown(state).items() if name not in ("said", *without)}


def with_cards_apart(told_now: dict[str, Any]) -> dict[str, Any]:
    """The same without where each card lies."""
    places = [place | {"cards": []} for place in told_now["view"]["places"]]
    return told_now | {"view": told_now["view"] | {"places": places}}


def cards(state: State) -> dict[str, list[str]]:
    return {each["name"]: each["cards"] for each in shown(state)["view"]["places"]}  # type: ignore[index]


@pytest.mark.parametrize("game", OF_CARDS)
def test_a_card_lies_where_it_was_laid_and_nothing_else_differs(game: str) -> None:
    state = until(sitting(game=game, level=4, mode="silent"), "lay")
    right = next_act(state) or {}
    amiss = next(each for each in GAMES[game].PLACES if each != right["to"])
    one, other = done(state, right), done(state, right | {"to": amiss})
    assert (wrong(one), len(wrong(other))) == ([], 1)
    assert len(cards(one)[right["to"]]) == 1
    assert len(cards(other)[amiss]) == 1
    assert with_cards_apart(told(one)) == with_cards_apart(told(other))


@pytest.mark.parametrize("game", OF_CARDS)
def test_a_card_too_many_comes_into_the_hand_and_lies_where_it_was_laid(game: str) -> None:
    state = until(sitting(game=game, level=4, mode="silent"), "end")
    place = GAMES[game].PLACES[-1]
    drawn = done(state, {"act": "draw"})
    assert shown(drawn)["hand"] == str(state.cards[-1])
    laid = done(drawn, {"act": "lay", "to": place})
    assert len(wrong(laid)) == 1
    assert cards(laid)[place] == [*cards(state)[place], str(state.cards[-1])]
    assert (shown(laid)["review"], shown(laid)["view"]["faults"]) == (None, [])  # type: ignore[index]


@pytest.mark.parametrize("game", CASINO)
def test_a_true_call_and_a_false_one_look_the_same(game: str) -> None:
    state = until(sitting(game=game, level=4, mode="silent"), "close")
    state = until(state, "call")
    true = next_act(state) or {}
    false = next(each for each in reversed(calling.choices(state)) if each != true["word"])
    one, other = done(state, true), done(state, true | {"word": false})
    assert (wrong(one), len(wrong(other))) == ([], 1)
    assert told(one) == told(other)


@pytest.mark.parametrize("game", CASINO)
def test_a_right_sum_and_a_wrong_one_look_the_same(game: str) -> None:
    state = until(until(sitting(game=game, level=SATURDAY, mode="silent"), "call"), "take")
    right = next_act(state) or {}
    lot = {"seat": right["seat"], "bet": right["bet"]}
    one, other = done(state, right), done(state, {"act": "pay", "amount": "1.00", **lot})
    assert (wrong(one), len(wrong(other))) == ([], 1)
    assert told(one) == told(other)


@pytest.mark.parametrize("game", OF_CARDS)
def test_a_stake_may_be_settled_too_early_and_only_the_review_says_so(game: str) -> None:
    state = until(until(sitting(game=game, level=4, mode="silent"), "draw"), "lay")
    lots = settling.on_cloth(state)
    (bet, seat), *_ = lots
    after = done(state, {"act": "take", "bet": bet, "seat": seat})
    assert wrong(after)[-1].endswith("this is not to be settled now")
    assert len(settling.on_cloth(after)) == len(lots) - 1


def test_what_lies_on_the_cloth_is_the_same_before_and_after_the_coup_is_decided() -> None:
    """With the premium of an insured stake."""
    for seed in range(30):
        state = until(sitting(game="trente-et-quarante", level=SATURDAY, mode="silent", seed=seed), "lay")
        before = settling.on_cloth(state)
        if any(where.startswith("assurance-") for where, _ in before):
            break
    else:
        raise AssertionError("nobody insured a stake")
    decided = until(state, "take")
    assert decided.table.play.result is not None
    assert settling.on_cloth(decided) == before


def test_a_stake_that_was_taken_against_the_rules_lies_there_like_another() -> None:
    state = sitting(level=3, mode="silent")
    much = Staked("punto", state.setup.options.maximum + 1, 1)
    state = state._replace(wishes=(Wish(99, 0, much, "stake", 1, sound=False, weighs=False),))
    after = done(state, {"act": "accept", "wish": 99})
    assert len(wrong(after)) == 1
    assert [each["where"] for each in shown(after)["view"]["stakes"]] == ["punto"]  # type: ignore[index]
    assert ("punto", 1) in settling.on_cloth(done(after, {"act": "close"}))


@pytest.mark.parametrize("word", ["banco", "suivi"])
@pytest.mark.parametrize("game", ["chemin-de-fer", "baccarat-banque"])
def test_the_chips_of_a_banco_that_the_rules_refuse_come_like_those_of_another(game: str, word: str) -> None:
    """The banker themselves calls it, or a seat without the suivi; late or not."""
    state, _ = stepped(sitting(game=game, level=4, mode="silent"), Said("banque 1 100"))

    def called(said: str, state: State = state) -> State:
        wish = Wish(99, 0, Said(said), said.split()[0], int(said[-1]), sound=False, weighs=False)
        return done(state._replace(wishes=(wish,), coming=()), {"act": "accept", "wish": 99})

    def lying(state: State) -> list[tuple[str, str]]:
        return [(each["where"], each["amount"]) for each in shown(state)["view"]["stakes"]]  # type: ignore[index]

    right, amiss = called("banco 2"), called(f"{word} 1")
    assert (wrong(right), len(wrong(amiss))) == ([], 1)
    assert lying(right) == lying(amiss) != []
    assert lying(called(f"{word} 1", right)) == lying(right)
    assert lying(called(f"{word} 3", done(state, {"act": "close"}))) == lying(right)


@pytest.mark.parametrize("word", ["carte", "non"])
def test_any_call_has_heard_a_hand_that_spoke(word: str) -> None:
    """A word that stayed there after a false call would tell that it was false."""
    for seed in range(40):
        for state in _states(sitting(game="chemin-de-fer", level=4, mode="silent", seed=seed), 80):
            spoken = [each.does for each in state.wishes if each.kind == "carte" and each.weighs]
            if any(isinstance(each, Said) and each.words.endswith(word) for each in spoken):
                heard = [done(state, {"act": "call", "word": each}) for each in calling.choices(state)[1:]]
                assert {each.kind for after in heard for each in after.wishes} & {"carte"} == set()
                assert len({after.table.play.owed for after in heard}) == 1
                assert {len(wrong(dealt(after, 1))) for after in heard} == {0, 1}
                return
    raise AssertionError(f"no hand said {word}")


def test_hands_lie_open_before_anybody_can_know_that_the_coup_is_decided() -> None:
    state = until(sitting(game="chemin-de-fer", level=4, mode="silent"), "lay")
    state = done(state, next_act(state) or {})
    assert shown(state)["view"]["places"][0]["face_down"]  # type: ignore[index]
    while any(len(lying) < 2 for lying in cards(state).values()):
        state = done(state, next_act(state) or {})
    assert not any(place["face_down"] for place in shown(state)["view"]["places"])  # type: ignore[index]


def test_the_buttons_of_a_result_fit_the_cards_before_it_is_decided_too() -> None:
    """Or the calls that do not would tell that a card is still due."""
    state = sitting(level=2, mode="silent", seed=3)
    fitting = 0
    for _ in range(60):
        state = acted(state, next_act(state) or {}, state.at_ms)
        play = state.table.play
        if play.result is None and all(len(lying) > 1 for lying in cards(state).values()):
            pool = calling.calls_of("punto-banco", state.setup.options)
            alike = pool.of_points.get(tuple(play.game.points(play.coup, each) for each in play.game.PLACES))
            fitting += alike in calling.choices(state)
    assert fitting


@pytest.mark.parametrize("game", OF_CARDS)
def test_a_coup_that_is_closed_too_early_is_over_and_wrong(game: str) -> None:
    """A table that stayed as it is would tell that a card is due."""
    state = until(sitting(game=game, level=4, mode="silent"), "lay")
    state = done(state, next_act(state) or {}, {"act": "end"})
    assert [coup.right for coup in state.coups] == [False]
    assert cards(state) == {place: [] for place in GAMES[game].PLACES}
    assert (Dealt("at-table", "coup", right=False) in state.learnt, state.table.play.taille.alerts) == (
        True,
        (),
    )
    assert len(dealt(state, 1).coups) == 2
