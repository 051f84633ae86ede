"""What the eye over a wheel concludes from what its pictures show (vision/sabot_vision/wheel/judging.py)."""

from __future__ import annotations

import numpy as np
import pytest

from sabot.core.observations import BallSeen, Observation, WheelFault, WheelSeen
from sabot_vision.wheel.judging import Judge
from sabot_vision.wheel.lying import Lying, Sighting
from sabot_vision.wheel.rotor import Turned
from sabot_vision.wheel.running import Run
from sabot_vision.wheel.seen import House, Seen

FRAME_S = 1 / 30
POCKETS_S = 12.0
"""How fast the rotor turns: nearly twenty revolutions a minute."""


class Wheel:
    """What an eye sees of a wheel, without pictures."""

    def __init__(self, house: House | None = None, *, pockets_s: float = POCKETS_S) -> None:
        self.judge = Judge(house or House(), "eye")
        self.t_s, self.speed, self.place = 0.0, pockets_s, 0.0
        self.run: Run | None = None
        self.lying: dict[float, Lying] = {}
        self.found: list[Observation] = []

    def passes(
        self,
        seconds: float,
        *,
        lies: tuple[float, ...] = (),
        covered: bool = False,
        dark: bool = False,
        sure: bool = True,
        row: float = 5.0,
        bright: float = 90.0,
    ) -> Wheel:
        """Time goes by, and balls lie at these places, so far out and so bright."""
        for _ in range(round(seconds / FRAME_S)):
            self.t_s += FRAME_S
            self.place += self.speed * FRAME_S
            for place in lies:
                look = Sighting(self.t_s, self.place, place, row, bright)
                self.lying.setdefault(place, Lying(look)).look(look)
            self.lying = {at: each for at, each in self.lying.items() if self.t_s - each.last_s < 1.2}
            rotor = Turned(self.place, self.speed, sure, sure, 0.9)
            run = None if dark else self.run
            seen = Seen(self.t_s, rotor, run, list(self.lying.values()), covered, dark)
            self.found += self.judge.judge(seen)
            if (self.judge.idle or self.judge.failed) and (
                dark or (self.run is not None and self.run.dropped)
            ):
                self.run = None
        return self

    def rolls(
        self,
        laps: float,
        *,
        rev_s: float = -1.5,
        lies: tuple[float, ...] = (),
        since_lap: float = 0.0,
        bright: float = 90.0,
        hand: tuple[float, float] = (0, 0),
    ) -> Wheel:
        """A ball makes these laps and leaves its track; since one of them, others lie at these places, and
        between two of them a hand is over the wheel."""
        begun_s = self.t_s
        while self.run is None or abs(self.run.turns) < laps:
            turns = rev_s * (self.t_s - begun_s)
            self.run = Run(begun_s, self.t_s, turns, rev_s, turns % 1)
            covered = hand[0] <= abs(turns) < hand[1]
            there = lies if abs(turns) >= since_lap else ()
            self.passes(FRAME_S, lies=there, bright=bright, covered=covered)
        self.run = self.run._replace(dropped=True)
        return self.passes(FRAME_S, lies=lies, bright=bright)

    def glitters(self, place: float) -> Wheel:
        """A ball rolls, and something shines in a pocket: before the ball leaves its track and after."""
        self.passes(2.5).rolls(6.5, lies=(place,), since_lap=6, bright=22)
        return self.passes(1.3).passes(1.2, lies=(place,), bright=22)

    def spins(self, *, laps: float = 6.5, lies: float = 8.1) -> Wheel:
        """A whole spin: the ball is picked up, rolls, scatters and rests."""
        return self.passes(2.5).rolls(laps).passes(1.5).passes(1.2, lies=(lies,))

    @property
    def names(self) -> list[str]:
        """What was reported, in a word each."""
        return [_word(each) for each in self.found]


def _word(each: Observation) -> str:
    match each:
        case WheelSeen():
            return each.phase
        case BallSeen():
            return f"number {each.pocket}"
        case WheelFault():
            return f"{each.name} is over" if each.since_ok else each.name
    raise AssertionError(each)


SPIN = ["bets-open", "spin-begun", "ball-dropped", "at-rest", "number 17"]


def test_a_spin_is_reported_phase_by_phase_and_its_number_once():
    wheel = Wheel().spins()
    assert wheel.names == SPIN
    assert wheel.passes(5, lies=(8.1,)).names == SPIN
    begun = next(each for each in wheel.found if isinstance(each, WheelSeen) and each.phase == "spin-begun")
    assert (begun.direction, begun.source, begun.spin) == ("clockwise", "eye", "1")
    assert begun.rotor_rpm == pytest.approx(POCKETS_S * 60 / 37, abs=0.01)


def test_the_number_comes_almost_a_second_after_rest_and_not_before():
    wheel = Wheel().passes(2.5).rolls(6.5).passes(1.5).passes(0.75, lies=(8.1,))
    assert "at-rest" not in wheel.names
    assert "at-rest" in wheel.passes(0.2, lies=(8.1,)).names


def test_rien_ne_va_plus_is_due_when_the_ball_is_slow():
    assert "rnvp-due" not in Wheel().passes(2).rolls(6.5, rev_s=-1.1).names
    assert "rnvp-due" in Wheel().passes(2).rolls(6.5, rev_s=-0.9).names


def test_where_the_ball_left_its_track_is_the_pocket_under_it():
    wheel = Wheel().spins()
    (dropped,) = (
        each for each in wheel.found if isinstance(each, WheelSeen) and each.phase == "ball-dropped"
    )
    assert dropped.zone in wheel.judge.house.order


def test_a_ball_that_lies_for_a_moment_and_jumps_on_gives_the_last_pocket():
    wheel = Wheel().passes(2.5).rolls(6.5).passes(0.6, lies=(3.0,)).passes(0.4).passes(1.2, lies=(20.0,))
    assert wheel.names[-1] == "number 24"


def test_what_glitters_while_the_ball_runs_is_not_its_number_but_a_brighter_ball_there_is():
    wheel = Wheel().glitters(0.1)
    assert not any(name.startswith("number") for name in wheel.names)
    assert wheel.passes(1.3, lies=(20.0,)).names[-1] == "number 24"
    assert Wheel().glitters(0.1).passes(1.3).passes(1.2, lies=(0.1,)).names[-1] == "number 0"


def test_a_glitter_that_comes_only_after_the_ball_left_its_track_counts_as_a_ball():
    wheel = Wheel().passes(2.5).rolls(6.5).passes(1.3).passes(1.2, lies=(0.1,), bright=22.0)
    assert wheel.names[-1] == "number 0"


def test_a_ball_that_hops_and_comes_back_to_its_pocket_has_not_come_to_rest():
    wheel = Wheel().passes(2.5).rolls(6.5).passes(0.5, lies=(3.0,))
    for _ in range(4):
        wheel.t_s += FRAME_S
        wheel.place += wheel.speed * FRAME_S
        wheel.lying[3.0].look(Sighting(wheel.t_s, wheel.place, np.nan))
    assert "at-rest" not in wheel.passes(0.7, lies=(3.0,)).names
    assert "at-rest" in wheel.passes(0.3, lies=(3.0,)).names


def test_a_ball_that_rises_on_the_spot_has_not_come_to_rest():
    wheel = Wheel().passes(2.5).rolls(6.5).passes(0.6, lies=(8.0,)).passes(0.04, lies=(8.0,), row=5.8)
    assert "at-rest" not in wheel.passes(0.7, lies=(8.0,)).names
    assert "at-rest" in wheel.passes(0.3, lies=(8.0,)).names


def test_a_ball_whose_row_is_seen_a_little_differently_rests():
    wheel = Wheel().passes(2.5).rolls(6.5)
    for number in range(20):
        wheel.passes(0.05, lies=(8.0,), row=5.0 + 0.4 * (number % 2))
    assert "at-rest" in wheel.names


def told() -> Wheel:
    """A wheel that gave a number while the ball did not rest yet."""
    return Wheel().spins(lies=8.0).passes(0.4)


def test_a_number_that_proves_false_is_named_with_the_pocket_in_which_the_ball_rests():
    wheel = told().passes(1.0, lies=(20.0,))
    assert wheel.names[-2:] == ["number 17", "ball-moved"]
    assert "24" in str(wheel.found[-1].why)
    assert wheel.passes(3.0, lies=(20.0,)).names[-1] == "ball-moved"


def test_a_ball_that_somebody_laid_elsewhere_does_not_make_its_number_false():
    assert "ball-moved" not in told().passes(0.3, covered=True).passes(2.0, lies=(20.0,)).names


def test_a_ball_that_was_gone_does_not_make_its_number_false_when_it_lies_elsewhere():
    assert told().passes(2.0).passes(2.0, lies=(20.0,)).names[-2:] == ["bets-open", "spin-not-seen"]


def test_the_next_spin_does_not_make_the_number_before_false():
    wheel = Wheel(House(alternate=False)).spins().rolls(3.4)
    assert wheel.names[-1] == "too-few-laps"
    assert "ball-moved" not in wheel.passes(3.0, lies=(20.0,)).names


def test_a_ball_that_stays_or_comes_back_to_its_pocket_does_not_make_its_number_false():
    assert "ball-moved" not in told().passes(2.0, lies=(8.1,)).names


def test_a_spot_that_was_there_before_the_number_does_not_make_it_false():
    wheel = Wheel().passes(2.5).rolls(6.5).passes(1.5).passes(0.3, lies=(20.0,)).passes(1.0, lies=(8.0,))
    assert "ball-moved" not in wheel.passes(0.5, lies=(8.0, 20.0)).passes(1.0, lies=(20.0,)).names


def test_a_spot_that_stands_still_in_the_bowl_is_no_ball_at_rest():
    slow = House(slowest_rpm=0.1)
    assert "at-rest" not in Wheel(slow, pockets_s=0.5).spins().names
    assert "at-rest" in Wheel(slow, pockets_s=2.5).spins().names


def test_a_ball_between_two_pockets_is_unsure():
    wheel = Wheel().passes(2.5).rolls(6.5).passes(9, lies=(8.47,))
    assert wheel.names[-1] == "unsure"
    assert "between two pockets" in str(wheel.found[-1].why)


@pytest.mark.parametrize(
    ("house", "laps", "speed", "fault"),
    [
        (House(), 3.4, 12.0, "too-few-laps"),
        (House(), 4.7, 12.0, "too-few-laps"),
        (House(), 6.5, 4.0, "rotor-too-slow"),
        (House(), 6.5, 25.0, "rotor-too-fast"),
        (House(), 6.5, -12.0, "wrong-direction"),
    ],
)
def test_a_launch_that_the_house_does_not_allow_gives_its_fault_and_no_number(house, laps, speed, fault):
    wheel = Wheel(house, pockets_s=speed).spins(laps=laps)
    assert wheel.names == ["bets-open", "spin-begun", "ball-dropped", fault]
    assert wheel.judge.idle


def test_the_rotor_turns_the_other_way_in_the_next_spin_or_that_is_a_fault_with_its_number():
    wheel = Wheel().spins()
    wheel.spins()
    assert wheel.names[-3:] == ["not-alternated", "at-rest", "number 17"]
    assert "not-alternated" not in Wheel(House(alternate=False)).spins().spins().names


def test_a_ball_that_is_seen_nowhere_left_the_wheel():
    assert Wheel().passes(2).rolls(6.5).passes(9).names[-1] == "ball-out"


def test_a_ball_that_lay_for_a_moment_before_a_hand_came_was_removed():
    wheel = Wheel().passes(2).rolls(6.5).passes(1.5).passes(0.4, lies=(8.0,)).passes(1, covered=True)
    assert "ball-removed" in wheel.passes(8).names


def test_a_hand_over_the_wheel_until_nothing_more_can_come_is_the_reason():
    assert Wheel().passes(2).rolls(6.5).passes(9, covered=True).names[-1] == "hand-in-the-way"


@pytest.mark.parametrize(("covered_s", "fault"), [(3.4, "hand-in-the-way"), (1.0, "ball-out")])
def test_a_hand_that_was_there_for_a_moment_only_is_not_the_reason(covered_s: float, fault: str):
    wheel = Wheel().passes(2).rolls(6.5).passes(covered_s, covered=True).passes(9 - covered_s)
    assert fault in wheel.names


VOIDED = [*SPIN[:3], "hand-in-the-way"]


def test_a_ball_that_rests_elsewhere_after_a_hand_has_no_number():
    wheel = Wheel().passes(2.5).rolls(6.5).passes(1.0).passes(0.6, lies=(8.1,)).passes(1.5, covered=True)
    assert wheel.passes(1.2, lies=(20.1,)).names == VOIDED


def test_a_hand_over_the_pocket_of_the_ball_before_its_number_is_told_voids_it():
    wheel = Wheel().passes(2.5).rolls(6.5).passes(1.0).passes(0.5, lies=(8.1,)).passes(0.2, covered=True)
    assert wheel.passes(1.2, lies=(8.1,)).names == VOIDED


@pytest.mark.parametrize(("from_lap", "after_s"), [(6.5, 1.0), (6.0, 1.0), (6.0, 0.0), (7.0, 0.1)])
def test_a_hand_as_the_ball_leaves_its_track_or_scatters_voids_its_number(from_lap: float, after_s: float):
    wheel = Wheel().passes(2.5).rolls(6.5, hand=(from_lap, 7)).passes(after_s, covered=True).passes(1.0)
    assert wheel.passes(1.2, lies=(8.1,)).names == VOIDED


@pytest.mark.parametrize("hand", [(0.0, 2.5), (3.0, 5.5)])
def test_a_hand_that_launches_the_ball_or_is_gone_while_it_runs_does_no_harm(hand: tuple[float, float]):
    wheel = Wheel().passes(2.5).passes(0.5, covered=True).rolls(6.5, hand=hand).passes(1.5)
    assert wheel.passes(1.2, lies=(8.1,)).names == SPIN


def test_a_hand_that_comes_while_the_ball_lies_in_sight_or_after_its_number_does_no_harm():
    wheel = Wheel().passes(2.5).rolls(6.5).passes(1.5).passes(0.4, lies=(8.1,))
    wheel.passes(1.0, lies=(8.1,), covered=True)
    assert wheel.names == SPIN
    assert wheel.passes(1.0, covered=True).names == SPIN


def test_a_hand_in_one_picture_alone_is_none():
    wheel = Wheel().passes(2.5).rolls(6.5).passes(1.0).passes(FRAME_S, covered=True).passes(0.5)
    assert wheel.passes(1.2, lies=(8.1,)).names == SPIN


def test_a_fault_of_the_launch_is_not_followed_by_one_of_a_hand():
    wheel = Wheel().passes(2.5).rolls(3.4).passes(1.0, covered=True).passes(1.2, lies=(8.1,))
    assert wheel.names == [*SPIN[:3], "too-few-laps"]


@pytest.mark.parametrize("laps", [0.8, 1.6])
def test_a_ball_that_was_launched_and_came_down_at_once_is_a_failed_launch(laps: float):
    """Of a launch of little more than a lap, less than one is seen."""
    assert Wheel().passes(2).rolls(laps).passes(9).names == ["bets-open", "ball-dropped", "launch-failed"]


@pytest.mark.parametrize("laps", [0.8, 1.2, 1.9])
def test_a_ball_that_came_down_at_once_and_rests_made_too_few_laps_and_has_no_number(laps: float):
    wheel = Wheel().spins(laps=laps)
    assert wheel.names == ["bets-open", "ball-dropped", "too-few-laps"]
    assert wheel.judge.idle
    assert f"({round(laps)})" in str(wheel.found[-1].why)
    assert wheel.spins().names[-1] == "number 17"


def test_laps_count_as_whole_ones_as_exactly_as_the_eye_measures_them():
    assert "number 17" in Wheel().spins(laps=4.8).names


def test_a_ball_that_is_launched_again_after_a_launch_that_failed_gives_its_number():
    wheel = Wheel().passes(2).rolls(1.2).passes(2.5)
    assert wheel.rolls(6.5).passes(1.5).passes(1.2, lies=(8.1,)).names == [
        *("bets-open", "ball-dropped", "launch-failed", "launch-failed is over"),
        *SPIN[1:],
    ]


@pytest.mark.parametrize("laps", [0.8, 3.4, 6.5])
def test_a_ball_that_ran_when_the_eye_began_to_look_has_no_number_and_no_phases(laps: float):
    wheel = Wheel().passes(0.5).rolls(laps, rev_s=-0.6).passes(1.5).passes(1.2, lies=(8.1,))
    assert wheel.names == ["spin-not-seen"]
    assert wheel.judge.idle
    wheel.found.clear()
    assert wheel.spins().names == ["bets-open", "spin-not-seen is over", *SPIN[1:]]


def test_a_launch_in_the_dark_was_not_seen():
    wheel = Wheel().passes(2.5).passes(1.0, dark=True).rolls(6.5).passes(1.5).passes(1.2, lies=(8.1,))
    assert wheel.names == ["bets-open", "spin-not-seen"]


def test_a_launch_after_which_pictures_were_missing_was_not_seen():
    wheel = Wheel().passes(2.5)
    wheel.t_s += 2.0
    assert wheel.rolls(6.5).passes(1.5).passes(1.2, lies=(8.1,)).names == ["bets-open", "spin-not-seen"]


@pytest.mark.parametrize(("laps", "names"), [(1.2, []), (6.5, ["spin-not-seen"])])
def test_a_ball_that_ran_when_the_eye_began_to_look_and_left_is_named_where_it_was_a_spin(
    laps: float, names: list[str]
):
    assert Wheel().passes(0.5).rolls(laps).passes(10).names == [*names, "bets-open"]


def test_less_than_a_lap_is_a_hand():
    assert Wheel().passes(2).rolls(0.6).passes(9).names == ["bets-open"]


def test_a_ball_that_comes_to_lie_without_a_spin_is_named_once_and_has_no_number():
    wheel = Wheel().passes(2).passes(4, lies=(8.0,))
    assert wheel.names == ["bets-open", "spin-not-seen"]


def test_a_ball_that_lies_there_at_the_beginning_is_no_fault():
    wheel = Wheel().passes(4, lies=(8.0,))
    assert wheel.names == []
    assert wheel.passes(3).names == ["bets-open"]


def test_a_ball_in_a_pocket_while_another_runs_is_a_second_one():
    wheel = Wheel().passes(2).rolls(6.5, lies=(5.0,)).passes(3, lies=(5.0, 20.0))
    assert wheel.names[1:] == ["spin-begun", "second-ball", "ball-dropped"]
    assert "number" not in " ".join(wheel.passes(8, lies=(5.0, 20.0)).names)


def test_two_balls_that_come_to_rest_are_two_balls_and_no_number():
    wheel = Wheel().passes(2).rolls(6.5).passes(3, lies=(5.0, 20.0)).passes(8, lies=(5.0, 20.0))
    assert wheel.names[-1] == "second-ball"


def test_a_second_ball_is_named_also_where_some_pictures_do_not_show_it():
    wheel = Wheel().passes(2)
    for _ in range(8):
        wheel.passes(0.4, lies=(5.0,)).passes(0.1)
    assert "second-ball" in wheel.rolls(4, lies=(5.0,)).names


def test_what_lay_in_a_pocket_before_the_ball_left_its_track_is_not_its_number():
    early = Wheel().passes(2).rolls(6.5, lies=(5.0,), since_lap=6.0).passes(4, lies=(5.0,))
    assert not any(isinstance(each, BallSeen) for each in early.found)
    assert Wheel().passes(2).rolls(6.5).passes(1.2, lies=(5.0,)).names[-1] == "number 21"


def test_a_spin_that_the_dark_ended_does_not_keep_the_next_one_from_counting():
    wheel = Wheel().passes(2).rolls(4).passes(6, dark=True)
    assert wheel.judge.idle
    assert wheel.spins().names[-1].startswith("number ")


def test_in_the_dark_the_ring_is_not_seen_and_says_so_until_there_is_light():
    wheel = Wheel().passes(2).rolls(4).passes(3, dark=True)
    assert wheel.names[-1] == "ring-not-seen"
    assert "too dark" in str(wheel.found[-1].why)
    assert "at-rest" not in wheel.passes(2, lies=(8.0,)).names
    assert "ring-not-seen is over" in wheel.names


def test_without_the_ring_there_is_no_number():
    wheel = Wheel().passes(2).rolls(6.5).passes(9, lies=(8.0,), sure=False)
    assert wheel.names[-1] == "ring-not-seen"


def test_an_impossible_wheel_is_refused():
    with pytest.raises(ValueError, match="36, but 37, 38 or 39"):
        Judge(House(pockets=36))


def test_a_look_in_which_nothing_was_seen_counts_against_a_stay():
    lying = Lying(Sighting(0.0, 0.0, 4.0))
    for number in range(1, 30):
        lying.look(Sighting(number / 30, number / 3, 4.0 if number % 2 else np.nan))
    assert lying.since(0.0).share == pytest.approx(16 / 30, abs=0.02)
    assert lying.since(0.0).away_s == pytest.approx(2 / 30)
    assert lying.since(5.0).lies_s == 0.0
