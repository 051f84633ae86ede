"""What stays on the cloth of a virtual table, what is insured, and the wheel and the sabot that bring it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sabot.core.options import read
from sabot.core.terms import money
from sabot.school.dealing import players, settling
from sabot.school.dealing.acting import acted, sat_down
from sabot.school.dealing.dealer import dealt, next_act
from sabot.school.dealing.judging import RefusedError
from sabot.school.dealing.levels import written
from sabot.school.dealing.moving import advanced
from sabot.school.dealing.shown import due_act, shown
from sabot.school.dealing.state import State
from tests.controller.dealing import dealt as at_a_table
from tests.controller.games.trente_et_quarante.rows_of_trente import REFAIT
from tests.controller.school.test_dealing import (
    COUPS,
    SATURDAY,
    _states,
    done,
    setup,
    sitting,
    until,
    wrong,
)

# --- what stays on the cloth


def of_a_refait(**options: Any) -> State:
    """The sitting after a refait, with stakes on the cloth."""
    for seed in range(200):
        made = setup(game="trente-et-quarante", level=4, seed=seed)
        state = sat_down(made._replace(options=replace(made.options, **options)))
        for _ in range(3):
            state = until(state, "end")
            result = state.table.play.result
            if result and result.result["winner"] == "refait":
                return state
            state = dealt(state, 1)
    raise AssertionError("no refait came")


def test_a_stake_that_goes_to_prison_is_left_as_it_lies() -> None:
    state = of_a_refait(refait="prison")
    dues = settling.dues(state)
    assert dues
    assert {(due.taken, due.paid) for due in dues.values()} == {(0, 0)}
    assert wrong(state) == []


def test_of_a_stake_that_loses_half_the_half_is_taken() -> None:
    state = of_a_refait(refait="half")
    for lot, due in settling.dues(state).items():
        assert due.taken * 2 == due.staked
        assert settling.wrong_taking(state, lot, due.taken) is None
        assert "the rest goes back" in str(settling.wrong_taking(state, lot, None))


def test_after_a_refait_the_players_choose_before_their_stakes_are_settled() -> None:
    state = of_a_refait(refait="choice")
    said = [str(step.text) for step in state.steps]
    assert any(word in text for text in said for word in ("prison", "moitie", "passe"))
    before = _states_until_a_choice(state)
    lots = {players.seat_of(each.does) for each in before.wishes if each.does}
    assert lots & {stake.seat for stake in before.table.play.coup.stakes}
    assert len(settling.dues(before)) < len(before.table.play.coup.stakes)


def _states_until_a_choice(state: State) -> State:
    """The sitting of that refait as its first choice stands there."""
    begun = sat_down(state.setup)
    for each in _states(begun, 400):
        result = each.table.play.result
        if result and result.result["winner"] == "refait" and each.wishes:
            return each
    raise AssertionError("nobody chose")


def of_an_insured_stake(**options: Any) -> State:
    """The sitting as the coup with an insured stake is to be settled."""
    for seed in range(30):
        made = setup(game="trente-et-quarante", level=4, seed=seed)
        state = until(sat_down(made._replace(options=replace(made.options, **options))), "end")
        if any(due.is_premium for due in settling.dues(state).values()):
            return state
    raise AssertionError("nobody insured a stake")


def test_the_premium_of_an_insured_stake_is_taken_by_the_trainee() -> None:
    """One percent of the stake; it is lost in every coup (option premium-back)."""
    state = of_an_insured_stake()
    (lot,) = [lot for lot, due in settling.dues(state).items() if due.is_premium]
    due = settling.dues(state)[lot]
    staked = settling.dues(state)[lot[0].removeprefix("assurance-"), lot[1]].staked
    assert (due.taken, due.paid) == (staked // 100, 0)
    act = {"act": "take", "bet": lot[0], "seat": lot[1]}
    assert done(state._replace(done=frozenset()), act).steps[-1].right
    left = done(state._replace(done=frozenset()), act | {"act": "pay", "amount": "0"})
    assert str(left.steps[-1].why) == f"the premium of an insurance is taken: {money(due.taken)}"
    assert any("assurance" in each for each in wrong(done(state._replace(done=frozenset()), {"act": "end"})))


@pytest.mark.parametrize(("back", "taken"), [("never", 5_00), ("refait", 0)])
def test_a_premium_that_comes_back_is_left_as_it_lies(back: str, taken: int) -> None:
    script = f"bet noir 500 3\nsay assurance noir 3\n{REFAIT}"
    table, _ = at_a_table("trente-et-quarante", script, premium_back=back, close="croupier")
    state = sitting(game="trente-et-quarante", level=4)._replace(table=table)
    lot = ("assurance-noir", 3)
    assert settling.dues(state)[lot] == settling.Due(5_00, taken, 0, is_premium=True)
    assert (settling.wrong_paying(state, lot, 0) is None) is (taken == 0)
    assert (settling.wrong_taking(state, lot, None) is None) is (taken > 0)


# --- the wheel and the sabot


def of_a_failed_spin(how: str) -> State:
    """A sitting at roulette whose spin fails like this."""
    for seed in range(400):
        state = until(sitting(game="roulette", level=SATURDAY, seed=seed), "spin")
        state = acted(state, {"act": "spin"}, state.at_ms)
        if state.spin is not None and state.spin.fails == how:
            return state
    raise AssertionError(f"no spin failed: {how}")


@pytest.mark.parametrize("how", ["out", "stuck", "stands"])
def test_a_spin_that_fails_gives_no_number_and_the_ball_is_launched_again(how: str) -> None:
    state = of_a_failed_spin(how)
    if (next_act(advanced(state, state.spin.due_ms if state.spin else 0)) or {}).get("act") == "close":
        state = acted(state, {"act": "close"}, state.spin.due_ms if state.spin else 0)
    failed = advanced(state, state.spin.rests_ms if state.spin else 0)
    assert (failed.failed, failed.spin, failed.table.play.result) == (how, None, None)
    assert shown(failed)["ball"] == {"phase": how, "pocket": None}
    assert due_act(failed) == {"act": "free"}
    with pytest.raises(RefusedError, match="take the ball back"):
        acted(failed, {"act": "spin"}, failed.at_ms)
    again = done(failed, {"act": "free"})
    assert wrong(again) == []
    assert len(dealt(again, 1).coups) == 1


def test_a_ball_that_runs_is_not_taken_back() -> None:
    state = until(sitting(game="roulette"), "spin")
    with pytest.raises(RefusedError, match="has not failed"):
        acted(state, {"act": "free"}, state.at_ms)


def test_the_cut_card_shows_near_the_end_of_the_sabot_and_a_new_one_is_opened() -> None:
    made = setup()
    state = sat_down(
        made._replace(options=read(type(made.options), (written(made.options) | {"decks": "1"}).items()))
    )
    said: set[str] = set()
    for each in _states(state, 200):
        said |= set(map(str, each.said))
    over = dealt(state, COUPS)
    assert "The cut card shows" in said
    assert over.sabots == 2
    assert wrong(over) == []


def test_a_ball_that_rests_before_rien_ne_va_plus_is_a_fault() -> None:
    state = acted(until(sitting(game="roulette"), "spin"), {"act": "spin"}, 1000)
    assert wrong(state) == []
    assert "before rien ne va plus" in wrong(advanced(state, 60_000))[0]


def test_a_wrong_number_on_the_cloth_is_a_fault() -> None:
    state = until(sitting(game="roulette"), "number")
    true = next_act(state)
    assert true is not None
    assert done(state, true).steps[-1].right
    other = {"act": "number", "pocket": "1" if true["pocket"] != "1" else "2"}
    assert not done(state, other).steps[-1].right
