"""When sightings are enough for a number: a ball jumps until 10.0 s here, at a rotor that takes 3 s a turn.

A ball at rest comes by once a revolution at one place; what a jumping ball and a hand may leave is refused
(docs/wheel.md, "When a number can be given").
"""

import pytest

from sabot.instruments.wheel.rest import Moments, Sighting, agreed, rest

UNTIL_S, TURN_S = 10.0, 3.0


def place(*seen, over=False):
    """Where the ball rests, seen so (seconds, pocket, by pocket2 where it says so) and live at the last of
    these moments."""
    sightings = [Sighting(at_s, at_s / TURN_S, pocket, *eye) for at_s, pocket, *eye in seen]
    return rest(sightings, Moments(UNTIL_S, seen[-1][0], TURN_S, over), pockets=37).place


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((9.6, 5.2), (12.6, 5.0)),  # even if a pass was missed on the track, it no longer jumps
        ((7.5, 5.02), (10.5, 5.0)),
        ((4.5, 5.03), (10.5, 5.0)),  # one pass left no edge
        ((6.6, 5.02), (9.6, 5.0)),  # a moment too early, but hardly another could leave it
    ],
)
def test_two_sightings_are_enough_the_nearer_together_the_sooner(first, second):
    assert place(first, second) == pytest.approx(5.0, abs=0.15)


@pytest.mark.parametrize(
    "seen",
    [
        [(12.6, 5.0)],  # one alone is a hand's as well
        [(7.5, 5.2), (10.5, 5.0)],  # it may have dropped a lap later, where a pass was missed
        [(7.5, 5.32), (10.5, 5.3)],  # between two pockets
        [(6.6, 5.05), (9.6, 5.0)],  # a moment too early, and not near enough
        [(6.6, 5.22), (9.6, 5.2)],  # not in the middle of a pocket
        [(6.6, 5.0), (8.0, 22.0), (9.6, 5.0)],  # it jumped after the first
        [(6.4, 5.0), (9.4, 5.0)],  # too early
        [(3.6, 5.0), (12.6, 5.0)],  # three turns without the ball: the second is a hand
        [(9.6, 5.0), (11.0, 22.0), (12.6, 5.0)],  # something else was seen since
    ],
)
def test_what_a_jump_or_a_hand_may_leave_is_not_taken(seen):
    assert place(*seen) is None


def test_three_at_one_place_are_enough_at_once():
    assert place((3.0, 5.2), (6.0, 5.0), (9.0, 5.1)) == pytest.approx(5.1)


def test_a_ball_picked_up_after_two_early_sightings_is_known_when_nothing_else_was_seen():
    assert place((5.0, 5.02), (8.0, 5.0), over=True) == pytest.approx(5.01)
    assert place((5.0, 5.08), (8.0, 5.0), over=True) is None


def judged(*seen, over=False, now_s=None):
    """The whole verdict on these sightings."""
    sightings = [Sighting(at_s, at_s / TURN_S, pocket, *eye) for at_s, pocket, *eye in seen]
    now_s = seen[-1][0] if now_s is None and seen else now_s or 0.0
    return rest(sightings, Moments(UNTIL_S, now_s, TURN_S, over), pockets=37)


@pytest.mark.parametrize(
    ("seen", "why", "times"),
    [
        ([], "nothing", 0),
        ([(12.6, 5.0)], "few", 1),
        ([(7.5, 5.2), (10.5, 5.2)], "few", 2),
        ([(9.6, 5.4), (12.6, 5.4)], "between", 2),
        ([(9.6, 5.0), (11.0, 22.0), (12.6, 5.0)], "several", 2),
    ],
)
def test_what_is_not_known_says_why_and_how_often_the_ball_was_seen(seen, why, times):
    found = judged(*seen)
    assert (found.place, found.why, found.seen) == (None, why, times)


def test_three_at_one_place_are_not_enough_where_the_ball_was_seen_elsewhere_after_an_early_last():
    three = [(3.0, 5.0), (6.0, 5.0), (9.0, 5.0)]
    assert judged(*three, (9.5, 22.0)).why == "several"
    assert judged(*three).place == 5.0


def test_three_at_one_place_may_have_one_other_sighting_among_them_and_not_two():
    three = [(10.5, 5.0), (13.5, 5.0), (16.5, 5.0)]
    assert judged(*sorted([*three, (11.5, 22.0)])).place == 5.0
    assert judged(*sorted([*three, (11.5, 22.0), (12.5, 9.0)])).why == "several"


def test_a_ball_that_moved_after_its_number_was_known_has_none():
    moved = judged((10.5, 5.0), (13.5, 5.0), (16.5, 9.0), (19.5, 9.0), (22.5, 9.0), (25.5, 9.0))
    assert (moved.place, moved.why) == (None, "moved")


def test_two_eyes_that_see_the_ball_lie_in_different_pockets_contradict_each_other():
    times_s = (10.5, 13.5, 16.5, 19.5)
    seen = [each for at_s in times_s for each in ((at_s, 5.0), (at_s + 1.3, 9.0, "pocket2"))]
    assert judged(*seen).why == "eyes"


def test_a_number_says_when_the_ball_came_by_again_and_since_when_it_is_known():
    found = judged((10.5, 5.0), (13.5, 5.0), (16.5, 5.0))
    assert (found.place, found.at_s, found.known_s, found.seen) == (5.0, 13.5, 13.5, 3)
    assert found.confidence == 0.99999


def test_an_early_pair_is_known_a_turn_after_the_last_possible_jump():
    pair = [(5.0, 5.0), (8.0, 5.02)]
    quiet_s = UNTIL_S + 1.15 * TURN_S
    assert judged(*pair, now_s=quiet_s - 0.1).place is None
    found = judged(*pair, now_s=quiet_s + 0.1)
    assert found.place == pytest.approx(5.01)
    assert (found.confidence, found.known_s) == (0.9999, pytest.approx(quiet_s))


def test_a_place_beside_the_zero_is_near_the_last_pocket():
    assert judged((10.5, 36.95), (13.5, 0.03), (16.5, 36.98)).place % 36.9 == pytest.approx(0.09, abs=0.1)


# --- two eyes, which see a resting ball by turns: 1.3 s and 1.7 s apart here


@pytest.mark.parametrize(
    "seen",
    [
        [(5.3, 5.0), (6.6, 5.1, "pocket2"), (8.3, 5.02)],  # a whole turn, and nothing else
        [(5.3, 5.0), (8.3, 5.02), (9.6, 5.1, "pocket2")],  # one pass left no edge
        [(7.3, 5.2), (8.6, 5.3, "pocket2"), (10.3, 5.2)],  # when it jumps no more, as roughly as they like
        [(5.8, 5.0), (10.1, 5.02, "pocket2")],  # two passes left none
    ],
)
def test_two_eyes_that_see_it_by_turns_for_a_whole_turn_are_enough(seen):
    assert place(*seen) == pytest.approx(5.05, abs=0.2)


@pytest.mark.parametrize(
    "seen",
    [
        [(8.7, 5.0), (10.0, 5.0, "pocket2")],  # less than a turn: it may be taken away, or jump
        [(4.9, 5.0), (6.2, 5.0, "pocket2"), (7.9, 5.0)],  # too early
        [(5.3, 5.0), (6.6, 5.25, "pocket2"), (8.3, 5.0)],  # the eyes do not see it at one place
        [(5.3, 5.0), (6.6, 5.0, "pocket2"), (7.4, 22.0), (8.3, 5.0)],  # it jumped
        [
            (6.6, 5.0),
            (8.0, 9.1, "pocket2"),
            (9.6, 5.0),
            (11.0, 9.1, "pocket2"),
            (12.6, 5.0),
        ],  # one is crooked
        [(6.6, 5.0), (8.0, 22.0, "pocket2"), (9.6, 5.0), (12.6, 5.0)],  # it may be, and missed one
    ],
)
def test_a_ball_that_two_eyes_saw_for_less_or_elsewhere_is_not_known(seen):
    assert place(*seen) is None


def test_a_revolution_has_passed_after_more_than_nine_tenths_of_one():
    """0.9 is what `WHOLE_TURNS` says; a ball that came by again sooner was seen in one pass."""

    def why(turn):
        seen = [Sighting(20.0, 0.0, 5.0), Sighting(23.0, turn, 5.0)]
        return rest(seen, Moments(UNTIL_S, 23.0, TURN_S), pockets=37).why

    assert (why(0.9), why(0.91)) == ("few", "")


def test_three_sightings_agree_after_more_than_a_revolution_and_nine_tenths():
    def seen(turn):
        return [Sighting(3 * each, each, 5.0) for each in (0.0, turn / 2, turn)]

    assert agreed(seen(1.9), pockets=37) is None
    assert agreed(seen(1.95), pockets=37) == 5.0


def test_how_sure_a_number_is():
    def confidence(*seen, over=False):
        sightings = [Sighting(at_s, at_s / TURN_S, pocket) for at_s, pocket in seen]
        return rest(sightings, Moments(UNTIL_S, seen[-1][0], TURN_S, over), pockets=37).confidence

    assert confidence((3.0, 5.0), (6.0, 5.0), (9.0, 5.0)) == 0.99999
    assert confidence((9.6, 5.0), (12.6, 5.0)) == 0.9999
    assert confidence((5.0, 5.0), (8.0, 5.0), over=True) == 0.9999
    assert confidence((12.6, 5.0)) == 0.0


@pytest.mark.parametrize(
    ("first", "second", "is_known"),
    [
        ((6.5, 5.02), (9.5, 5.0), True),  # half a second before it jumps no more
        ((6.49, 5.02), (9.49, 5.0), False),
        ((7.0, 5.0), (10.0, 5.0), True),
        ((7.0, 5.0625), (10.0, 5.0), False),  # not near enough together
        ((9.25, 5.125), (12.25, 5.0), True),  # late, so it need not be near
        ((9.1, 5.125), (12.1, 5.0), False),
        ((4.75, 5.0), (12.25, 5.0), True),  # two turns and a half
        ((4.7, 5.0), (12.25, 5.0), False),
        ((9.5, 5.25), (12.5, 5.0), True),  # a quarter of a pocket apart is one place
        ((9.5, 5.26), (12.5, 5.0), False),
    ],
)
def test_two_sightings_count_up_to_their_very_bounds(first, second, is_known):
    assert (place(first, second) is not None) is is_known


@pytest.mark.parametrize(("apart", "contradict"), [(0.5, False), (0.5625, True)])
def test_eyes_contradict_each_other_beyond_half_a_pocket(apart, contradict):
    times_s = (10.5, 13.5, 16.5, 19.5)
    seen = [each for at_s in times_s for each in ((at_s, 5.0), (at_s + 1.3, 5.0 + apart, "pocket2"))]
    assert (judged(*seen).why == "eyes") is contradict


@pytest.mark.parametrize(("turn", "why"), [(0.9, "few"), (0.92, "")])
def test_sightings_less_than_nine_tenths_of_a_turn_apart_are_one_pass_of_the_ball(turn, why):
    seen = [Sighting(20.0, 0.0, 5.0), Sighting(20.0 + 3 * turn, turn, 5.0)]
    found = rest(seen, Moments(UNTIL_S, 23.0, TURN_S), pockets=37)
    assert (found.why, found.seen) == (why, 1 if why else 2)


@pytest.mark.parametrize(
    ("places", "middle"), [((5.0, 5.1, 5.2), 5.1), ((36.9, 0.0, 0.1), 0.0), ((0.1, 36.9, 0.0), 0.0)]
)
def test_the_place_of_a_ball_is_the_middle_of_its_sightings_also_beside_the_zero(places, middle):
    seen = [Sighting(3.0 * turn, float(turn), pocket) for turn, pocket in enumerate(places)]
    found = agreed(seen, pockets=37)
    assert (found - middle + 18.5) % 37 - 18.5 == pytest.approx(0.0)


def test_sightings_within_a_fifth_of_a_turn_are_one_pass():
    close = [Sighting(10.5, 3.5, 5.0), Sighting(11.0, 3.6875, 5.0), Sighting(13.5, 4.5, 5.0)]
    assert rest(close, Moments(UNTIL_S, 13.5, TURN_S), pockets=37).seen == 2


def test_two_sightings_that_are_not_near_together_agree_on_nothing_however_far_apart_in_time():
    def seen(place):
        return [Sighting(0.0, 0.0, 5.0), Sighting(6.0, 2.0, place)]

    assert agreed(seen(5.1), pockets=37) is None
    assert agreed(seen(5.02), pockets=37) == pytest.approx(5.01)


def test_three_by_two_eyes_count_at_the_very_moment_at_which_the_ball_jumps_no_more():
    assert place((7.0, 5.2), (8.3, 5.3, "pocket2"), (10.0, 5.2)) == pytest.approx(5.23, abs=0.01)
    assert place((6.99, 5.2), (8.3, 5.3, "pocket2"), (9.99, 5.2)) is None
