"""The virtual table: whole coups at every game and level, judged by the referee itself."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core.observations import Said, Staked
from sabot.core.terms import money
from sabot.core.view import view
from sabot.games.register import GAMES, casino
from sabot.school.dealing import calling, learning, settling
from sabot.school.dealing.acting import ACTS, acted, sat_down
from sabot.school.dealing.dealer import dealt, next_act
from sabot.school.dealing.judging import RefusedError
from sabot.school.dealing.levels import LEVELS, house
from sabot.school.dealing.moving import advanced, next_ms
from sabot.school.dealing.shown import due_act, offered, review, shown, warning
from sabot.school.dealing.state import Setup, State

COUPS = 20
SATURDAY = len(LEVELS)


def setup(game: str = "punto-banco", level: int = 1, mode: str = "coach", seed: int = 1) -> Setup:
    return Setup(game, level, mode, seed, house(GAMES[game].Options(), LEVELS[level - 1]))


def sitting(**given: Any) -> State:
    return sat_down(setup(**given))


def done(state: State, *acts: dict[str, Any]) -> State:
    """The sitting after these acts, a second apart."""
    for act in acts:
        state = acted(state, act, state.at_ms + 1000)
    return state


def until(state: State, kind: str) -> State:
    """The sitting before the first act of this kind of a dealer who makes no mistake."""
    for _ in range(400):
        act = next_act(state)
        if act is not None and act["act"] == kind:
            return state
        state = acted(state, act, state.at_ms) if act else advanced(state, next_ms(state) or 0)
    raise AssertionError(f"nothing to {kind}")


def wrong(state: State) -> list[str]:
    steps = [*(step for coup in state.coups for step in coup.steps), *state.steps]
    return [f"{step.text}: {step.why}" for step in steps if not step.right]


@cache
def of_saturday(game: str) -> State:
    return dealt(sitting(game=game, level=SATURDAY), COUPS)


# --- a dealer who makes no mistake


@pytest.mark.parametrize("level", range(1, len(LEVELS) + 1))
@pytest.mark.parametrize("game", casino())
def test_a_dealer_who_makes_no_mistake_deals_twenty_coups_without_a_fault(game: str, level: int) -> None:
    coups = seed = 0
    while coups < COUPS:
        seed += 1
        state = dealt(sitting(game=game, level=level, seed=seed, mode="silent"), COUPS - coups)
        assert wrong(state) == []
        coups += len(state.coups)


@pytest.mark.parametrize("game", casino())
def test_the_full_saturday_has_stakes_refusals_and_payments_at_every_game(game: str) -> None:
    texts = " ".join(str(step.text) for coup in of_saturday(game).coups for step in coup.steps)
    for word in ("Taken: ", "Refused: ", "Taken in: ", "Paid: ", "Called: ", "The coup is closed"):
        assert word in texts


def test_the_same_seed_and_acts_give_the_same_sitting() -> None:
    one, other = (dealt(sitting(level=7, seed=9), 3) for _ in range(2))
    assert one == other
    assert dealt(sitting(level=7, seed=10), 3).coups != one.coups


def test_time_passes_in_one_step_as_in_many() -> None:
    begun = sitting(level=7)
    at_once = advanced(begun, 60_000)
    slowly = begun
    for at_ms in range(0, 60_001, 250):
        slowly = advanced(slowly, at_ms)
    assert slowly == at_once
    assert len(at_once.wishes) > 1


# --- cards


def test_a_card_is_drawn_into_the_hand_and_then_laid() -> None:
    state = done(sitting(), {"act": "close"}, {"act": "draw"})
    assert state.hand is not None
    after = done(state, {"act": "lay", "to": "punto"})
    assert after.hand is None
    assert after.table.play.game.hand(after.table.play.coup, "punto") == (state.hand,)
    assert wrong(after) == []


def test_a_card_in_the_wrong_place_is_a_fault_with_the_place_where_it_belongs() -> None:
    state = done(sitting(), {"act": "close"}, {"act": "draw"}, {"act": "lay", "to": "banco"})
    step = state.steps[-1]
    assert (step.right, str(step.truth)) == (False, f"{step.text.values[0][1]} belongs to punto")
    assert "banco" in str(step.text)


def test_a_card_too_many_is_a_faux_tirage_with_its_cell_of_the_tableau() -> None:
    state = done(until(sitting(), "end"), {"act": "draw"})
    assert state.hand is None
    assert not state.steps[-1].right
    assert state.steps[-1].cell is not None


def test_a_card_before_rien_ne_va_plus_is_a_fault() -> None:
    state = done(sitting(), {"act": "draw"})
    assert "no card leaves the sabot" in wrong(state)[0]


def test_with_a_coach_a_fault_is_answered_before_anything_else_is_done() -> None:
    state = done(sitting(), {"act": "close"}, {"act": "draw"}, {"act": "lay", "to": "banco"})
    assert offered(state) == ["answer", "stop"]
    with pytest.raises(RefusedError, match="First answer for the fault"):
        acted(state, {"act": "draw"}, state.at_ms)
    assert "draw" in offered(done(state, {"act": "answer"}))


def test_a_silent_sitting_goes_on_after_a_fault_and_shows_it_in_the_review_alone() -> None:
    state = done(sitting(mode="silent"), {"act": "close"}, {"act": "draw"}, {"act": "lay", "to": "banco"})
    told = shown(state)
    assert (told["review"], told["warning"], told["view"]["faults"]) == (None, None, [])
    over = dealt(state, 1)
    assert [each["right"] for each in shown(over)["review"]["steps"]].count(False) == 1


def test_a_silent_table_always_offers_the_same_acts_and_as_many_calls() -> None:
    state = sitting(game="chemin-de-fer", level=4, mode="silent")
    acts, calls = offered(state), len(calling.choices(state))
    for kind in ("close", "draw", "lay", "end"):
        state = until(state, kind)
        assert (offered(state), len(calling.choices(state))) == (acts, calls)


def test_a_silent_table_hides_what_is_owed_and_the_result() -> None:
    state = until(sitting(mode="silent"), "end")
    lies = shown(state)["view"]
    assert (lies["result"], lies["owed"], lies["calls"], lies["phase"]) == (None, None, [], "dealing")
    assert [place["points"] for place in lies["places"]] == [None, None]
    assert lies["results"] == []
    assert len(shown(done(state, {"act": "end"}))["view"]["results"]) == 1


def test_after_the_last_sitting_level_the_review_comes_at_the_end() -> None:
    state = of_saturday("punto-banco")._replace(steps=())
    silent = state._replace(setup=state.setup._replace(mode="silent"))
    assert review(state) is not None
    assert review(silent) is None


# --- players


def test_a_stake_that_the_rules_allow_may_not_be_refused() -> None:
    state = _with_wish(sitting(level=3))
    refused = done(state, {"act": "refuse", "wish": state.wishes[0].id})
    assert refused.steps[-1].why is not None
    taken = done(state, {"act": "accept", "wish": state.wishes[0].id})
    assert taken.steps[-1].right
    assert taken.table.play.coup.stakes


def _with_wish(state: State) -> State:
    while not state.wishes:
        state = advanced(state, next_ms(state) or 0)
    return state


def test_a_stake_over_the_limit_is_a_fault_of_who_takes_it() -> None:
    state = _with_wish(sitting(level=3))
    wish = state.wishes[0]
    assert isinstance(wish.does, Staked)
    over = wish._replace(does=wish.does._replace(amount=state.setup.options.maximum + 1), weighs=False)
    state = state._replace(wishes=(over,))
    assert done(state, {"act": "refuse", "wish": over.id}).steps[-1].right
    assert "largest stake" in str(done(state, {"act": "accept", "wish": over.id}).steps[-1].why)


def test_to_close_over_a_stake_that_waits_is_a_fault_unless_it_had_only_just_come() -> None:
    state = _with_wish(sitting(level=3))
    assert "Not answered" in wrong(done(state, {"act": "close"}))[0]
    assert wrong(acted(state, {"act": "close"}, state.at_ms + 500)) == []


def test_a_player_who_changes_their_mind_takes_the_first_stake_back() -> None:
    states = [advanced(sitting(level=6, seed=seed), 120_000) for seed in range(8)]
    state = next(each for each in states if "change" in {wish.kind for wish in each.wishes})
    changed = [each for each in state.wishes if each.kind == "change"]
    assert changed
    assert not {each.instead_of for each in changed} & {each.id for each in state.wishes}


def test_a_card_that_a_hand_asked_for_is_given_without_another_word() -> None:
    """A trainee who does what was said has heard it; one who does the opposite has not."""
    for seed in range(40):
        state = until(sitting(game="chemin-de-fer", level=3, seed=seed), "accept")
        state = dealt(state, 0)
        state = _at_a_decision(state)
        wish = next((each for each in state.wishes if each.kind == "carte" and each.weighs), None)
        if wish is None or str(wish.does.words) != "ponte carte":  # type: ignore[union-attr]
            continue
        after = done(state, {"act": "draw"}, {"act": "lay", "to": "ponte"})
        assert wrong(after) == []
        assert wish not in after.wishes
        return
    raise AssertionError("no ponte was free")


def _at_a_decision(state: State) -> State:
    """The sitting before the first word of a hand that is free, or the end of its coup."""
    for _ in range(200):
        if any(each.kind == "carte" and each.weighs for each in state.wishes):
            return state
        act = next_act(state)
        if act == {"act": "end"}:
            return state
        state = acted(state, act, state.at_ms) if act else advanced(state, next_ms(state) or 0)
    raise AssertionError("no end")


def test_who_changes_their_mind_too_late_leaves_the_stake_that_was_taken() -> None:
    for seed in range(20):
        state = sitting(level=6, seed=seed)
        late = next((each for each in state.coming if each.instead_of), None)
        if late is None:
            continue
        while state.at_ms < late.due_ms:
            act = next_act(state)
            state = acted(state, act, state.at_ms) if act else advanced(state, next_ms(state) or 0)
        assert late.id not in {each.id for each in state.wishes}
        assert len(state.table.play.coup.stakes) > 0
        return
    raise AssertionError("nobody changed their mind")


def test_what_changes_nothing_may_be_passed_over_and_refused() -> None:
    """A hand that turns up its natural, and a guest with a question."""
    for state in _states(sitting(game="chemin-de-fer", level=SATURDAY, seed=3), 300):
        idle = [each for each in state.wishes if each.does is None or each.does == Said("ponte abat")]
        for wish in idle:
            assert not wish.weighs
            assert done(state, {"act": "refuse", "wish": wish.id}).steps[-1].right
    texts = " ".join(str(step.text) for coup in of_saturday("chemin-de-fer").coups for step in coup.steps)
    assert "A guest asks" in texts
    assert "abat" in texts


def test_a_stake_that_stayed_may_be_taken_back() -> None:
    """Égalité leaves it; the player then wants it back."""
    for seed in range(12):
        for state in _states(sitting(level=7, seed=seed), 400):
            back = [each for each in state.wishes if each.kind == "withdraw"]
            if back:
                after = done(state, {"act": "accept", "wish": back[0].id})
                assert after.steps[-1].right
                assert len(after.table.play.coup.stakes) < len(state.table.play.coup.stakes)
                return
    raise AssertionError("nobody took a stake back")


# --- calls and money


def test_a_true_call_is_right_and_a_false_one_is_a_wrong_announcement() -> None:
    state = until(sitting(level=2), "call")
    true = next_act(state)
    assert true is not None
    assert done(state, true).steps[-1].right
    false = next(each for each in calling.choices(state) if each != true["word"])
    assert not done(state, {"act": "call", "word": false}).steps[-1].right


def test_a_coup_that_is_closed_without_its_call_is_a_fault_where_calls_are_learnt() -> None:
    state = until(sitting(level=2), "end")
    assert wrong(done(state._replace(called=()), {"act": "end"})) == [
        "Not called: the result is called before the coup is closed"
    ]


@pytest.mark.parametrize("game", casino())
def test_every_stake_is_judged_by_the_settlement(game: str) -> None:
    """What is paid is what the rules return beside the stake, and never more."""
    state = sitting(game=game, level=4)
    paid = taken = 0
    for _ in range(8):
        state = until(state, "end")
        for (bet, seat), due in settling.dues(state).items():
            again = state._replace(done=frozenset())
            lot = {"bet": bet, "seat": seat}
            more = done(again, {"act": "pay", **lot, "amount": money(due.paid + 100)})
            assert not more.steps[-1].right
            nothing = done(again, {"act": "pay", **lot, "amount": "0"})
            assert nothing.steps[-1].right == (not due.paid and not due.taken)
            paid, taken = paid + bool(due.paid), taken + bool(due.taken)
        state = dealt(state, 1)
    assert paid and taken


@pytest.mark.parametrize(
    ("game", "cells"),
    [("punto-banco", {"tax to the cent", "pair", "egalite"}), ("roulette", {"plein", "cheval", "simple"})],
)
def test_the_first_payment_of_a_stake_counts_for_the_cell_of_its_drill(game: str, cells: set[str]) -> None:
    learnt: dict[str, bool] = {}
    for state in _states(sitting(game=game, level=SATURDAY), 1200):
        learnt |= {each.cell: each.right for each in state.learnt}
    assert {*learnt} & cells
    assert {*learnt.values()} == {True}
    state = _before_a_payment(sitting(game=game, level=4))
    act = next_act(state) or {}
    slip = done(state, act | {"amount": "0.50"})
    assert [each.right for each in slip.learnt] == [False]
    assert done(slip, act).learnt == ()


def _before_a_payment(state: State) -> State:
    found = until(state, "pay")
    while (next_act(found) or {}).get("amount") == "0.00":
        found = until(done(found, next_act(found) or {}), "pay")
    return found


def test_a_coup_that_is_closed_over_a_stake_names_it() -> None:
    state = until(sitting(level=3), "take")
    assert any("Not settled" in each for each in wrong(done(state, {"act": "end"})))


def test_a_winner_who_is_not_paid_is_named_too() -> None:
    state = _before_a_payment(sitting(level=3))
    assert any("Not settled" in each for each in wrong(done(state, {"act": "end"})))


@pytest.mark.parametrize("game", casino())
def test_a_table_has_at_most_a_dozen_calls_and_the_true_one_is_among_them(game: str) -> None:
    for state in _states(sitting(game=game, level=2), 150):
        act, offered_calls = next_act(state) or {}, calling.choices(state)
        assert len({*offered_calls}) == len(offered_calls) <= 12
        if act.get("act") == "call":
            assert act["word"] in offered_calls


def test_the_true_call_stands_at_no_place_of_its_own() -> None:
    places = set()
    for state in _states(sitting(level=2), 200):
        act = next_act(state) or {}
        if act["act"] == "call" and state.table.play.result:
            places.add(calling.choices(state).index(act["word"]))
    assert len(places) > 2


def test_a_true_result_is_announced_at_the_table() -> None:
    state = until(until(sitting(level=3), "call"), "call")
    after = done(state, next_act(state) or {})
    assert view(after.table)["announced"] != []


def test_a_result_is_called_after_a_hand_that_stands_without_another_word() -> None:
    """The banker says non, and the trainee calls the result: they heard it."""
    for seed in range(60):
        for state in _states(sitting(game="chemin-de-fer", level=3, seed=seed), 400):
            stands = [each for each in state.wishes if each.does == Said("banque non")]
            if stands and stands[0].sound:
                heard = done(state, {"act": "accept", "wish": stands[0].id})
                result = calling.owed(heard)[0]
                if result in calling.choices(state):
                    after = done(state, {"act": "call", "word": result})
                    assert wrong(after) == []
                    assert after.table.play.result is not None
                    return
    raise AssertionError("no banker was free and stood")


# --- the sabot that jams


def test_a_sabot_that_jams_gives_no_card_before_it_is_freed() -> None:
    state = until(sitting(level=SATURDAY, seed=4)._replace(jams_at=0), "draw")
    jammed = done(state, {"act": "draw"})
    assert jammed.is_jammed
    assert jammed.hand is None
    with pytest.raises(RefusedError, match="jammed"):
        acted(jammed, {"act": "draw"}, jammed.at_ms)
    assert done(jammed, {"act": "free"}, {"act": "draw"}).hand is not None


def test_a_coach_says_that_the_number_is_to_be_marked_and_which_stake_is_settled() -> None:
    """The number and the sum are the trainee's to find."""
    state = until(sitting(game="roulette", level=4), "number")
    assert "mark its number" in str(warning(state))
    assert due_act(state) == {"act": "number"}
    state = until(state, "pay")
    assert "taken, paid or left" in str(warning(state))
    lot = {"seat": (next_act(state) or {})["seat"], "bet": (next_act(state) or {})["bet"]}
    assert due_act(state) == {"act": "settle", **lot}
    silent = until(sitting(game="roulette", level=4, mode="silent"), "number")
    assert (warning(silent), due_act(silent)) == (None, None)


@pytest.mark.parametrize(
    ("game", "words"), [("trente-et-quarante", "Le jeu est fait"), ("punto-banco", "Rien ne va plus")]
)
def test_the_bets_are_closed_in_the_words_of_the_game(game: str, words: str) -> None:
    state = done(until(sitting(game=game), "close"), {"act": "close"})
    assert (str(state.said[-1]), str(state.steps[-1].text)) == (words, words)


def test_a_coach_warns_before_the_card() -> None:
    """Seed 1 brings a coup in which a hand stands."""
    warnings = {str(warning(state)) for state in _states(sitting(level=2), 300)}
    assert any("stands" in each for each in warnings)
    assert any("To be called now" in each for each in warnings)


def _states(state: State, acts: int) -> list[State]:
    found = []
    for _ in range(acts):
        if state.is_over:
            break
        found.append(state)
        act = next_act(state)
        state = acted(state, act, state.at_ms) if act else advanced(state, next_ms(state) or 0)
    return found


# --- what the trainee needs


def test_a_coup_asks_what_the_trainee_needs_most_with_the_cards_of_the_sabot() -> None:
    wanted = ("tirage-banco|3/8", "tirage-banco|6/7", "tirage-banco|5/4")
    begun = sat_down(setup(seed=2)._replace(wanted=wanted))
    assert sorted(begun.cards) == sorted(sitting(seed=2).cards)
    state, plain = dealt(begun, 8), dealt(sitting(seed=2), 8)
    assert len(state.wanted) < len(wanted)
    assert state.coups != plain.coups
    assert wrong(state) == []


def test_ten_sittings_with_needed_coups_leave_fewer_errors_than_random_ones() -> None:
    found = learning.measure(sittings=4, coups=10, trainees=2)
    assert found["errors_in_100_coups"]["needed"] < found["errors_in_100_coups"]["before"]  # type: ignore[index]
    assert found["ratio_to_random_in_rare_cells"] < 1  # type: ignore[operator]
    kinds: Any = found["errors_in_100_by_kind_of_cell"]
    assert kinds["tirage-punto"]["cells"] == 8, "a natural asks nothing"
    assert kinds["rare: fewer than 1 in 133"]["ratio"] < 1
    assert all(each["before"] == 50 for each in kinds.values()), "they guess, and are right every other time"
    assert len(found["ratio_to_random_by_cell"]) == 96  # type: ignore[arg-type]


# --- anything at all


WORDS = st.sampled_from(["punto", "banco", "rouge", "17", "0", "2.50", "Carte pour banco", "adjuge", ""])
NUMBERS = st.one_of(st.none(), st.booleans(), st.integers(-2, 40), st.floats())
VALUES = st.one_of(NUMBERS, WORDS, st.lists(WORDS, max_size=2))
NAMES = ["to", "word", "wish", "seat", "bet", "amount", "pocket", "what", "n"]
ANY_ACT = st.one_of(
    st.fixed_dictionaries({"act": st.sampled_from([*ACTS])}, optional=dict.fromkeys(NAMES, VALUES)),
    st.dictionaries(st.sampled_from(["act", *NAMES]), VALUES, max_size=3),
    st.just({"act": "right"}),
)


@settings(max_examples=60, deadline=None)
@given(
    game=st.sampled_from(casino()),
    level=st.sampled_from([1, 4, SATURDAY]),
    mode=st.sampled_from(["coach", "silent"]),
    seed=st.integers(0, 99),
    acts=st.lists(st.tuples(ANY_ACT, st.integers(0, 4000)), max_size=40),
)
def test_no_act_breaks_a_sitting(
    game: str, level: int, mode: str, seed: int, acts: list[tuple[dict[str, Any], int]]
) -> None:
    """`right` stands for what a dealer who makes no mistake does."""
    state = sitting(game=game, level=level, mode=mode, seed=seed)
    for act, pause_ms in acts:
        wanted = next_act(state) or {"act": "none"} if act == {"act": "right"} else act
        before = state
        with suppress(RefusedError):
            state = acted(state, wanted, state.at_ms + pause_ms)
        assert state.n - before.n == (state is not before)
        shown(state)
