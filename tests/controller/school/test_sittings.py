"""The sittings of a school: kept as acts, replayed after a restart, many at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sabot.school.dealing.dealer import next_act
from sabot.school.dealing.moving import advanced, next_ms
from sabot.school.school import School
from sabot.school.store import SchoolError
from tests.controller.school.clock import Clock


@pytest.fixture
def school(tmp_path: Path, clock: Clock) -> Iterator[School]:
    found = opened(tmp_path, clock)
    yield found
    found.close()


def opened(folder: Path, clock: Clock) -> School:
    school = School(folder / "table.school.sqlite3", wall_s=clock, steady_s=clock)
    school.enrol("Marie")
    school.enrol("Jan")
    return school


def begun(school: School, trainee: int = 1, *, seed: int = 5, **given: Any) -> str:
    body = {"game": "punto-banco", "level": 4, "mode": "coach"} | given
    return school.sittings.begin(trainee, body, seed=seed)


def deals(school: School, clock: Clock, key: str, coups: int, *, trainee: int = 1) -> None:
    """Deal this number of coups without a mistake, a second for each act."""
    for _ in range(500):
        state = school.sittings._of(trainee, key).state
        if len(state.coups) >= coups:
            return
        act_of(school, clock, key, trainee=trainee)


def act_of(school: School, clock: Clock, key: str, *, trainee: int = 1) -> None:
    """One act without a mistake, or the wait for it."""
    state = school.sittings._of(trainee, key).state
    clock.s += 1
    at_ms = school.sittings._of(trainee, key).at_ms(round(1000 * clock.s))
    act = next_act(advanced(state, at_ms))
    if act is None:
        clock.s += (next_ms(advanced(state, at_ms)) or at_ms) / 1000 - at_ms / 1000
        return
    school.sittings.act(trainee, key, act | {"n": state.n})


def test_a_sitting_survives_a_restart_in_the_middle_of_a_coup(tmp_path: Path, clock: Clock) -> None:
    school = opened(tmp_path, clock)
    key = begun(school, level=7)
    deals(school, clock, key, 2)
    before = school.sittings.state(1, key)
    school.close()
    again = opened(tmp_path, clock)
    assert again.sittings.state(1, key) == before
    deals(again, clock, key, 3)
    again.close()


def test_coups_and_cells_of_a_sitting_go_into_the_record_of_the_trainee_once(
    tmp_path: Path, school: School, clock: Clock
) -> None:
    key = begun(school)
    deals(school, clock, key, 3)
    coups = [each for each in school._store.answers(1, "at-table") if each.cell == "coup"]
    assert [each.right for each in coups] == [True, True, True]
    assert all(each.seconds > 0 for each in coups)
    cells = school._store.rows("SELECT count(*) FROM answer")[0][0]
    assert cells > 3
    school.sittings._open.clear()
    school.sittings.state(1, key)
    assert school._store.rows("SELECT count(*) FROM answer")[0][0] == cells


def test_a_wrong_card_is_an_error_in_the_record(school: School, clock: Clock) -> None:
    key = begun(school, level=1, mode="silent")
    for n, act in enumerate(({"act": "close"}, {"act": "draw"}, {"act": "lay", "to": "banco"})):
        school.sittings.act(1, key, act | {"n": n})
    deals(school, clock, key, 1)
    found = {each.cell: each.right for each in school._store.answers(1, "at-table")}
    assert found == {"coup": False, "misplaced-card": False}


def test_a_coup_with_a_stake_that_was_not_settled_is_wrong_in_the_record(
    school: School, clock: Clock
) -> None:
    key = begun(school, level=3, mode="silent")
    while len(school.sittings._of(1, key).state.coups) < 1:
        sitting = school.sittings._of(1, key)
        clock.s += 30
        state = advanced(sitting.state, sitting.at_ms(round(1000 * clock.s)))
        act = next_act(state) or {"act": "close"}
        act = {"act": "end"} if act["act"] in ("take", "pay") else act
        school.sittings.act(1, key, act | {"n": state.n})
    found = [each.right for each in school._store.answers(1, "at-table") if each.cell == "coup"]
    assert found == [False]


def test_an_act_pressed_on_an_older_state_is_refused_and_not_done_twice(school: School) -> None:
    key = begun(school, level=1)
    school.sittings.act(1, key, {"act": "close", "n": 0})
    with pytest.raises(SchoolError, match="went on meanwhile"):
        school.sittings.act(1, key, {"act": "close", "n": 0})
    assert school._store.rows("SELECT count(*) FROM sitting_act")[0][0] == 1


def test_an_act_that_cannot_be_done_is_refused_in_words_and_not_kept(school: School) -> None:
    key = begun(school, level=1)
    for act in ({"act": "lay", "to": "punto"}, {"act": "dance"}, {}, {"act": "draw", "x": "y" * 1000}):
        with pytest.raises(SchoolError):
            school.sittings.act(1, key, act | {"n": 0})
    assert school._store.rows("SELECT count(*) FROM sitting_act")[0][0] == 0
    assert school.sittings.state(1, key)["n"] == 0


def test_the_clock_of_a_sitting_stands_while_nobody_looks(school: School, clock: Clock) -> None:
    """A trainee who comes back the next day meets the ball as they left it."""
    key = begun(school, game="roulette", level=1)
    school.sittings.act(1, key, {"act": "spin", "n": 0})
    clock.s += 86_400
    state = school.sittings.state(1, key)
    assert (state["ball"], state["again_ms"]) == ({"phase": "runs", "pocket": None}, 7200)
    clock.s += 8
    assert school.sittings.state(1, key)["ball"] == {"phase": "slow", "pocket": None}
    clock.s -= 100  # a wall clock that is set back stops it no longer than that
    assert school.sittings.state(1, key)["ball"] == {"phase": "slow", "pocket": None}


def test_after_its_minutes_no_other_coup_begins(school: School, clock: Clock) -> None:
    key = begun(school, level=1, minutes=1)
    assert school.sittings.state(1, key)["sitting"]["left_s"] == 60  # type: ignore[index]
    clock.s += 58
    deals(school, clock, key, 1)
    over = school.sittings.state(1, key)["sitting"]
    assert (over["over"], over["left_s"]) == (True, 0)  # type: ignore[index]
    assert len(school.sittings.replay(1, key)) == 1


def test_a_sitting_of_minutes_goes_on_after_the_coups_of_its_level(school: School, clock: Clock) -> None:
    key = begun(school, level=1, minutes=60)
    deals(school, clock, key, 11)
    sitting: Any = school.sittings.state(1, key)["sitting"]
    assert (sitting["over"], sitting["coup"], sitting["coups"], sitting["of_s"]) == (False, 12, None, 3600)


def test_a_trainer_sees_the_coups_of_a_silent_saturday_before_it_is_over(
    school: School, clock: Clock
) -> None:
    key = begun(school, level=8, mode="silent")
    deals(school, clock, key, 1)
    assert school.sittings.replay(1, key) == []
    assert len(school.sittings.replay(1, key, by_trainer=True)) == 1
    with pytest.raises(SchoolError, match="no such sitting"):
        school.sittings.replay(2, key, by_trainer=True)


def test_the_rating_rises_with_a_right_coup_and_falls_with_a_wrong_one(school: School, clock: Clock) -> None:
    key = begun(school, level=4)
    assert school.sittings.state(1, key)["rating"] == {
        "value": 1200,
        "change": 0,
        "coups": 0,
        "deviation": 350,
    }
    deals(school, clock, key, 2)
    up = school.sittings.rating(1, "punto-banco")
    assert (up.value > 1200, up.change > 0, up.coups) == (True, True, 2)
    easy = begun(school, level=1, mode="silent")
    for n, act in enumerate(({"act": "close"}, {"act": "draw"}, {"act": "lay", "to": "banco"})):
        school.sittings.act(1, easy, act | {"n": n})
    deals(school, clock, easy, 1)
    down = school.sittings.rating(1, "punto-banco")
    assert (down.value < up.value, down.change < 0, down.coups) == (True, True, 3)
    assert school.sittings.rating(1, "roulette").coups == 0


def test_a_silent_saturday_hides_the_rating_until_it_is_over(school: School, clock: Clock) -> None:
    key = begun(school, level=8, mode="silent")
    deals(school, clock, key, 1)
    state = school.sittings.state(1, key)
    assert state["rating"] is None
    assert school.sittings.ratings(1) == []
    assert school.sittings.act(1, key, {"act": "stop", "n": state["n"]})["rating"]["coups"] == 1  # type: ignore[index]
    assert [each["game"] for each in school.sittings.ratings(1)] == ["punto-banco"]


@pytest.mark.parametrize(("level", "kept_after_a_coup"), [(4, True), (8, False)])
def test_the_record_tells_nothing_of_a_silent_sitting_before_its_review(
    school: School, clock: Clock, level: int, *, kept_after_a_coup: bool
) -> None:
    """The record of the trainee is a page, too: what was right shows there with the review, and once."""

    def answers() -> int:
        count: int = school._store.rows("SELECT count(*) FROM answer")[0][0]
        return count

    key = begun(school, mode="silent", level=level)
    learnt = coups = 0
    while not (learnt and coups):
        before = answers()
        act_of(school, clock, key)
        state = school.sittings._of(1, key).state
        learnt, is_closed, coups = learnt + len(state.learnt), len(state.coups) > coups, len(state.coups)
        assert (answers() > before) is (is_closed and kept_after_a_coup)
    assert bool(answers()) is kept_after_a_coup
    deals(school, clock, key, coups + 1)
    school.sittings._open.clear()  # as after a restart
    n = school.sittings.state(1, key)["n"]
    before = answers()
    school.sittings.act(1, key, {"act": "stop", "n": n})
    assert (answers() > before) is not kept_after_a_coup


def test_an_act_that_cannot_be_put_on_record_has_not_happened(
    school: School, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = begun(school, level=1)

    def full(table: str, *values: object) -> bool:
        raise SchoolError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(school._store, "add", full)
        with pytest.raises(SchoolError, match="disk is full"):
            school.sittings.act(1, key, {"act": "close", "n": 0})
    assert school.sittings.state(1, key)["n"] == 0


def test_nobody_deals_at_the_table_of_somebody_else(school: School) -> None:
    key = begun(school, 1)
    for call in (school.sittings.state, school.sittings.replay):
        with pytest.raises(SchoolError, match="no such sitting"):
            call(2, key)


def test_many_sit_at_once_and_the_oldest_is_replayed_when_it_is_asked_for(
    school: School, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sabot.school.dealing.sittings.OPEN_SITTINGS", 2)
    keys = [begun(school, seed=seed) for seed in range(4)]
    for key in keys:
        deals(school, clock, key, 1)
    assert len(school.sittings._open) == 2
    assert [len(school.sittings.replay(1, key)) for key in keys] == [1, 1, 1, 1]
    assert [each["key"] for each in school.sittings.of(1)] == keys[::-1]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": "poker"},
        {"level": 0},
        {"level": 99},
        {"level": "1"},
        {"mode": "off"},
        {"minutes": 61},
        {"minutes": "5"},
        {"game": ["x"]},
    ],
)
def test_a_sitting_that_cannot_be_is_refused_in_words(school: School, body: dict[str, Any]) -> None:
    usual = {"game": "punto-banco", "level": 1, "mode": "coach"} if body else {}
    with pytest.raises(SchoolError):
        school.sittings.begin(1, usual | body)


def test_the_whole_sitting_is_replayed_with_what_was_right(school: School, clock: Clock) -> None:
    key = begun(school, level=8, mode="silent")
    deals(school, clock, key, 2)
    assert school.sittings.replay(1, key) == []
    n = school.sittings.state(1, key)["n"]
    state = school.sittings.act(1, key, {"act": "stop", "n": n})
    assert state["sitting"]["over"]
    coups = school.sittings.replay(1, key)
    assert [coup["right"] for coup in coups[:2]] == [True, True]
    assert coups[0]["steps"][-1]["places"]


def test_old_sittings_are_forgotten_with_their_acts(school: School, clock: Clock) -> None:
    key = begun(school, level=1)
    school.sittings.act(1, key, {"act": "close", "n": 0})
    clock.s += 1000
    school.forgetting.drop_before(clock.s)
    assert school._store.rows("SELECT count(*) FROM sitting")[0][0] == 0
    assert school._store.rows("SELECT count(*) FROM sitting_act")[0][0] == 0
