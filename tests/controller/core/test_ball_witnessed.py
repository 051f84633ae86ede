"""The wheel and a camera beside it: one number, or a dispute that names both."""

import pytest

from sabot.core.events import FaultFound
from sabot.core.events import as_dict as line
from sabot.core.observations import (
    Acknowledged,
    BallLies,
    BallSeen,
    ClockTicked,
    CoupEnded,
    DeviceFound,
    DeviceLost,
    DeviceTroubled,
    Said,
    Staked,
    Undone,
    WheelFault,
    WheelSeen,
    as_dict,
    from_dict,
)
from sabot.core.table import opened, step
from sabot.games.register import GAMES

BY_HAND = BallSeen("18", "manual")
CHEF = Acknowledged(by="chef")
DENIED = "the camera sees the ball in 17, and the wheel says 18: name the number by hand"
LATE = "the camera sees the ball in 17, and 18 was told before"
REFUSED = "the coup is decided and not yet closed: the ball decides one coup at a time"


def after(*seen, **options):
    game = GAMES["roulette"]
    table, said = opened(game, game.Options(**{"close": "croupier"} | options)), []
    for each in seen:
        table, events = step(table, each)
        said += [str(event.fault.because) for event in events if isinstance(event, FaultFound)]
    return table, said


def number(*seen):
    table, said = after(*seen)
    return (table.play.result.result["number"] if table.play.result else None), said


def test_where_wheel_and_camera_agree_nothing_is_said_whichever_was_first():
    assert number(BallLies("17"), BallSeen("17")) == (17, [])
    assert number(BallSeen("17"), BallLies("17")) == (17, [])


def test_a_number_that_the_camera_contradicts_is_not_taken_until_a_person_names_it():
    dispute = "the camera sees the ball in 17, and the wheel says 18: name the number by hand"
    assert number(BallLies("17"), BallSeen("18")) == (None, [dispute])
    assert number(BallLies("17"), BallSeen("18"), BY_HAND) == (18, [dispute])


def test_a_dispute_is_a_disagreement_that_stays_until_somebody_answers_and_numbers_its_line():
    table, _ = after(BallLies("17"), BallSeen("18"))
    (alert,) = table.play.taille.alerts
    assert (alert.fault.kind, alert.fault.said, alert.fault.card) == ("disagreement", "18", None)
    assert (table.line, table.acts) == (2, ())
    assert step(table, Acknowledged(by="chef"))[0].play.taille.alerts == ()


def test_a_number_that_was_announced_stands_and_the_dispute_is_told():
    said = ["the camera sees the ball in 17, and 18 was told before"]
    assert number(BallSeen("18"), BallLies("17")) == (18, said)


def test_a_number_by_hand_that_the_camera_contradicts_stands_and_the_dispute_is_told_first():
    table, said = after(BallLies("17"))
    table, events = step(table, BY_HAND)
    assert said == []
    assert [line(each)["event"] for each in events][:2] == ["fault", "result"]
    assert str(events[0].fault.because) == "the camera sees the ball in 17, and 18 was entered by hand"
    assert table.play.result.result["number"] == 18


def test_what_the_camera_saw_belongs_to_one_round_alone():
    begun, opens = WheelSeen("spin-begun", "2"), WheelSeen("bets-open", "2")
    assert number(BallLies("17"), begun, BallSeen("18")) == (18, [])
    assert number(BallSeen("18"), CoupEnded(), opens, BallLies("17")) == (None, [])
    later = WheelSeen("ball-dropped", "2")
    assert len(number(BallLies("17"), later, BallSeen("18"))[1]) == 1


def test_a_new_round_leaves_the_faults_of_the_wheel():
    table, _ = after(WheelFault("ball-out"), WheelSeen("spin-begun", "2"))
    assert [each.name for each in table.room.wheel.faults] == ["ball-out"]


def test_a_dispute_is_told_once_and_a_number_that_replaces_one_the_camera_saw_is_disputed():
    entered = "the camera sees the ball in 17, and 18 was entered by hand"
    told = "the camera sees the ball in 17, and the wheel says 18: name the number by hand"
    assert number(BallLies("17"), BallSeen("17"), Undone(), BY_HAND) == (18, [entered])
    assert number(BallLies("17"), BallSeen("18"), BY_HAND, Undone(), BY_HAND) == (18, [told])
    assert number(BallLies("17"), BallSeen("18"), CHEF, BY_HAND) == (18, [told])
    assert number(BallLies("17"), BY_HAND, Undone(), BY_HAND) == (18, [entered] * 2)


def test_a_number_that_was_taken_back_is_not_what_the_camera_is_compared_with():
    assert number(BallSeen("18"), Undone(), BallLies("17")) == (None, [])
    assert number(BallSeen("18"), Undone(), BallLies("17"), BallSeen("17")) == (17, [])
    assert number(BallSeen("18"), BallSeen("17", "manual"), BallLies("18")) == (18, [REFUSED])


def alerts(*seen, **options):
    """The words of the open faults, and whether a settlement waits for the supervisor."""
    table, _ = after(*seen, **options)
    return [str(each.fault.because) for each in table.play.taille.alerts], bool(table.play.taille.awaiting)


def test_a_number_of_the_wheel_before_the_end_of_the_coup_says_what_to_do_with_it():
    (because,) = number(BallSeen("17"), BallSeen("4"))[1]
    assert because.endswith("this number counts for none: close it, then enter the number by hand")


@pytest.mark.parametrize("close", ["croupier", "auto"])
def test_over_a_dispute_nothing_is_settled_until_the_supervisor_has_decided(close):
    stake = Staked("rouge", 500)
    late = (stake, BallSeen("18"), BallLies("17"))
    first = (stake, BallLies("17"), BallSeen("18"), BY_HAND)
    for disputed, words in ((late, LATE), (first, DENIED)):
        assert alerts(*disputed, close=close) == ([words], True)
        held, _ = after(*disputed, CoupEnded(), stake, close=close)
        assert held.play.result.result["number"] == 18
        assert alerts(*disputed, CHEF, close=close) == ([], False)
        settled, _ = after(*disputed, CHEF, CoupEnded(), stake, close=close)
        assert (settled.play.number, settled.play.result) == (2, None)


def test_while_a_number_is_still_to_be_named_nothing_is_held_yet():
    assert alerts(BallLies("17"), BallSeen("18")) == ([DENIED], False)
    assert alerts(BallLies("17"), BallSeen("18"), CHEF, BY_HAND) == ([], False)


def test_a_dispute_over_a_number_that_never_counted_or_still_stands_is_not_undone():
    stake = Staked("rouge", 500)
    assert alerts(stake, BallLies("17"), BallSeen("18"), Undone()) == ([DENIED], False)
    assert alerts(BallLies("17"), BallSeen("18"), BY_HAND, Undone()) == ([DENIED], False)
    said = Said("rouge moitie")
    assert alerts(stake, BallSeen("18"), BallLies("17"), said, Undone())[0] == [LATE]
    assert alerts(BallSeen("18"), BallLies("17"), Undone()) == ([], False)


def test_a_dispute_that_was_left_open_holds_the_next_settlement_too():
    closed = (BallSeen("18"), CoupEnded(), BallLies("17"))
    assert alerts(*closed) == ([LATE], False)
    assert alerts(*closed, WheelSeen("spin-begun", "2"), BallSeen("5")) == ([LATE], True)


def test_two_alarms_at_once_are_both_told_and_each_has_its_own_answer():
    seen = (BallLies("17"), WheelFault("not-alternated"), BallSeen("18"), BY_HAND)
    table, _ = after(*seen, Acknowledged(by="croupier", fault="not-alternated"))
    assert [each.answered for each in table.room.wheel.faults] == [True]
    assert len(table.play.taille.alerts) == 1
    table, _ = after(*seen, CHEF)
    assert [each.answered for each in table.room.wheel.faults] == [False]


def test_a_second_number_of_the_camera_is_compared_with_the_one_that_was_corrected():
    corrected = (BallSeen("17"), BallLies("17"), Undone(), BY_HAND, CHEF)
    assert alerts(*corrected, BallLies("18")) == ([], False)
    assert alerts(*corrected, BallLies("17")) == ([], False)
    again = "the camera sees the ball in 5, and 18 was told before"
    assert alerts(*corrected, BallLies("5")) == ([again], True)


def test_what_the_camera_saw_of_one_coup_is_not_held_against_the_number_of_the_next():
    unseen = (BallLies("17"), BallSeen("17"), CoupEnded())
    assert number(*unseen, BallSeen("5", "manual")) == (5, [])
    assert number(*unseen, Staked("rouge", 500), BallLies("5"), BallSeen("5")) == (5, [])
    denied = (BallSeen("9"), CoupEnded(), WheelSeen("spin-begun", "2"), BallLies("17"), BallSeen("18"))
    assert number(*denied, BallLies("18")) == (None, [DENIED])


# --- a number of the wheel waits for a camera that has not seen the ball yet

WATCHED = DeviceFound("camera", "wheel-camera", "eye://0")
SECOND_NS = 1_000_000_000


def at(seconds):
    return ClockTicked(int(seconds * SECOND_NS))


def test_a_number_of_the_wheel_waits_for_the_camera_and_is_disputed_before_anybody_is_told():
    assert number(WATCHED, BallSeen("18")) == (None, [])
    assert number(WATCHED, BallSeen("18"), at(1), BallLies("18")) == (18, [])
    assert number(WATCHED, BallSeen("18"), at(1), BallLies("17")) == (None, [DENIED])


def test_it_waits_for_a_second_and_a_half_and_no_longer_however_the_clock_is_set():
    assert number(WATCHED, at(9), BallSeen("18"), at(10.4)) == (None, [])
    assert number(WATCHED, at(9), BallSeen("18"), at(10.5)) == (18, [])
    assert number(WATCHED, at(9), BallSeen("18"), at(8)) == (18, [])
    assert number(WATCHED, BallSeen("18"), at(2), BallLies("17")) == (18, [LATE])


@pytest.mark.parametrize(
    "ends",
    [
        DeviceLost("camera", "pulled out"),
        DeviceTroubled("camera", "dark"),
        WheelSeen("bets-open", "2"),
        BallSeen("18"),
    ],
)
def test_it_waits_no_longer_where_the_camera_is_lost_or_the_wheel_goes_on(ends):
    assert number(WATCHED, BallSeen("18"), ends)[0] == 18


def test_a_camera_that_is_lost_or_of_no_use_is_not_waited_for_nor_is_a_person():
    assert number(WATCHED, DeviceLost("camera", "pulled out"), BallSeen("18")) == (18, [])
    assert number(WATCHED, DeviceTroubled("camera", "dark"), BallSeen("18")) == (18, [])
    assert number(WATCHED, BY_HAND) == (18, [])
    assert number(DeviceFound("wheel"), BallSeen("18")) == (18, [])
    fine = DeviceTroubled("camera", "", since_ok=True)
    other = DeviceLost("sabot", "away")
    assert number(WATCHED, BallSeen("18"), fine, other, WheelSeen("at-rest", "1")) == (None, [])


def test_a_person_who_enters_a_number_meanwhile_comes_after_the_wheel():
    said = number(WATCHED, BallSeen("17"), BY_HAND)
    assert said == (17, [REFUSED])


def test_the_direction_of_the_last_valid_spin_is_remembered_over_the_rounds():
    rests = WheelSeen("at-rest", "1", "clockwise")
    table, _ = after(rests, WheelSeen("bets-open", "2"), WheelSeen("spin-begun", "2", "anticlockwise"))
    assert table.room.wheel.turned == "clockwise"
    assert after(rests, WheelSeen("at-rest", "2"))[0].room.wheel.turned == "clockwise"


def test_what_a_camera_saw_is_read_back_from_the_journal():
    seen = BallLies("00")
    assert as_dict(seen) == {"kind": "BallLies", "pocket": "00", "source": "camera"}
    assert from_dict(as_dict(seen)) == seen


BEGUN, RESTS = WheelSeen("spin-begun", "1"), WheelSeen("at-rest", "1")
OTHER = "the wheel says 17, and 18 was entered by hand for this spin: look at the ball"


def test_the_number_of_a_spin_that_a_person_has_entered_decides_no_second_coup():
    """docs/wheel.md: a number once a spin. The cable of a wheel was out, and is in again before the next
    spin."""
    closed, said = after(BEGUN, BY_HAND, CoupEnded(), Staked("rouge", 500), RESTS, BallSeen("18"))
    assert (closed.play.number, closed.play.result, said) == (2, None, [])
    assert number(BEGUN, BY_HAND, RESTS, BallSeen("18")) == (18, [])


def test_another_number_than_the_one_entered_for_its_spin_is_a_dispute_and_holds_the_payment():
    table, said = after(Staked("rouge", 500), BEGUN, BY_HAND, RESTS, BallSeen("17"))
    assert said == [OTHER]
    assert table.play.taille.awaiting
    assert table.play.result.result["number"] == 18
    assert number(BEGUN, BY_HAND, RESTS, BallSeen("17"), Undone(), BallSeen("17", "manual")) == (17, [OTHER])


def test_a_dispute_over_the_number_of_a_closed_coup_names_that_coup_and_holds_no_other():
    table, said = after(BEGUN, BY_HAND, CoupEnded(), Staked("rouge", 500), RESTS, BallSeen("17"))
    assert said == [OTHER]
    assert [each.coup for each in table.play.taille.alerts] == [1]
    assert not table.play.taille.awaiting
    assert (table.play.number, table.play.result) == (2, None)


def test_the_next_spin_decides_its_coup_after_one_that_was_entered_by_hand():
    following = (WheelSeen("spin-begun", "2"), WheelSeen("at-rest", "2"), BallSeen("4"))
    assert number(BEGUN, BY_HAND, CoupEnded(), *following) == (4, [])
    assert number(BEGUN, BY_HAND, CoupEnded(), WheelSeen("at-rest", "2"), BallSeen("4")) == (4, [])
    assert number(WheelSeen("bets-open", "1"), BY_HAND, CoupEnded(), RESTS, BallSeen("4")) == (4, [])


def test_a_number_by_hand_that_was_taken_back_leaves_the_spin_to_the_wheel():
    assert number(BEGUN, BY_HAND, Undone(), RESTS, BallSeen("17")) == (17, [])


def test_a_number_entered_for_the_spin_waits_for_no_camera_and_is_compared_with_it():
    camera = DeviceFound("camera", "wheel-camera")
    assert number(camera, BEGUN, BY_HAND, CoupEnded(), RESTS, BallSeen("18")) == (None, [])


def test_a_wheel_that_missed_a_number_asks_for_none_that_a_person_has_entered() -> None:
    """Who obeyed would make a coup that never was."""
    missed = WheelFault("number-missed", spin="1")
    for told in (missed, WheelFault("number-missed")):
        table, _ = after(BEGUN, BY_HAND, CoupEnded(), told)
        assert table.room.wheel.faults == ()
    for asks in ((BEGUN, missed), (BEGUN, BY_HAND, WheelFault("number-missed", spin="2"))):
        table, _ = after(*asks)
        assert [each.name for each in table.room.wheel.faults] == ["number-missed"]
