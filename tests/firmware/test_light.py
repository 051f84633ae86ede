"""The firmware's bar sensor with a converter: pulses in, turns from paper to ink and back out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tests.firmware import board
from tests.firmware.head import SETTLES

PULSE_US = 50
PAPER, INK, BLACK, HALL = 2000, 200, 30, 100


def turns(
    levels: Sequence[float], hall: Callable[[float], float] = lambda pulse: HALL, ground: float = 0
) -> list[tuple[int, int]]:
    """What is said of these lights, one a pulse, in a hall that is as bright as `hall` says at each pulse.

    Before them the head has settled without a card: on `ground`.
    """
    halls = [(hall(0), hall(0.5))] * SETTLES + [(hall(at), hall(at + 0.5)) for at in range(len(levels))]
    lines = (
        f"{max(0, PULSE_US * (at - SETTLES))} {min(4095, round(light + lit))} {min(4095, round(dark))}"
        for at, (light, (lit, dark)) in enumerate(zip([ground] * SETTLES + [*levels], halls, strict=True))
    )
    return [(int(at), int(ink)) for at, ink in (line.split() for line in board.asked("light", lines))]


def test_a_card_is_paper_after_black_and_its_bars_are_ink():
    said = turns([BLACK] * 9 + [PAPER] * 9 + [INK] * 9 + [PAPER] * 9 + [BLACK] * 9)
    assert [ink for _, ink in said] == [0, 1, 0, 1]


def test_a_turn_is_where_the_straight_line_between_two_pulses_goes_through_the_level():
    level = PAPER * 110 / 256
    ((_, _), (at, ink)) = turns([BLACK, PAPER, PAPER, PAPER, PAPER, INK, INK])
    assert ink == 1
    assert at == pytest.approx(4 * PULSE_US + PULSE_US * (PAPER - level) / (PAPER - INK), abs=1.5)


def test_light_that_stops_at_the_level_and_comes_back_is_no_turn():
    near = PAPER * 110 / 256
    assert len(turns([BLACK, PAPER, PAPER, near - 60, PAPER, near - 60, PAPER])) == 1


def test_a_turn_that_takes_several_pulses_has_the_time_of_the_level_and_not_of_the_end():
    near = PAPER * 110 / 256
    said = turns([BLACK, PAPER, PAPER, near + 50, near - 50, near - 60, INK])
    assert said[1][0] == pytest.approx(3.5 * PULSE_US, abs=3)


def test_the_strength_of_the_lamp_moves_no_turn():
    card = [BLACK] * 5 + [PAPER] * 5 + [INK, INK, PAPER, PAPER, INK, PAPER, PAPER]
    weak, strong = (turns([share * each for each in card]) for share in (0.35, 1.8))
    assert [ink for _, ink in weak] == [ink for _, ink in strong] == [0, 1, 0, 1, 0]
    assert [at for at, _ in weak[1:]] == pytest.approx([at for at, _ in strong[1:]], abs=1.5)


def test_a_hall_that_brightens_steadily_moves_no_turn():
    """The dark before a pulse and the dark behind it, together, are the hall in its middle."""
    card = [BLACK] * 5 + [PAPER] * 5 + [INK] * 5 + [PAPER] * 5 + [INK] * 5
    assert turns(card, lambda pulse: 100 + 60 * pulse) == turns(card)


def test_one_pulse_of_light_ends_where_it_ends():
    (begins, paper), (ends, ink) = turns([BLACK, BLACK, 1000, BLACK, BLACK])
    assert (paper, ink) == (0, 1)
    assert PULSE_US < begins < 2 * PULSE_US < ends < 3 * PULSE_US


def test_a_head_without_a_card_sees_ink_however_strong_its_lamp_is():
    assert turns([117] * 50) == []
    assert turns([BLACK, 300, 300]) != []


def test_a_head_that_is_blinded_by_the_hall_sees_ink():
    assert turns([PAPER] * 20, lambda pulse: 4095) == []


def test_one_spark_is_no_paper():
    """Were it taken for white, the paper after it would be ink."""
    assert [ink for _, ink in turns([500] * 5 + [4000, 500, 500, 500])] == [0]


def test_a_darker_card_is_seen_a_second_after_a_brighter_one():
    seconds = 1_000_000 // PULSE_US
    said = turns([BLACK, PAPER, PAPER, PAPER] + [BLACK] * seconds + [400] * 9)
    assert [ink for _, ink in said] == [0, 1, 0]
    assert [ink for _, ink in turns([BLACK, PAPER, PAPER, PAPER] + [BLACK] * 99 + [400] * 9)] == [0, 1]


# --- what is there without a card


def test_light_that_is_there_without_a_card_moves_no_turn():
    """The sheet with the slit, 1.1 mm away, sends back a tenth of white or more (docs/optics.md)."""
    card = [BLACK] * 5 + [PAPER] * 5 + [INK, INK, PAPER, PAPER, INK, PAPER, PAPER]
    assert turns([each + 540 for each in card], ground=540) == turns(card)


@pytest.mark.parametrize("ground", [118, 540, 1500])
def test_a_head_without_a_card_sees_ink_however_bright_its_sheet_is(ground):
    assert turns([ground] * 50, ground=ground) == []


def test_a_card_over_the_slit_at_the_start_is_forgotten_when_it_has_left():
    card = [BLACK] * 9 + [PAPER] * 9 + [INK] * 9 + [PAPER] * 9 + [BLACK] * 9
    assert turns(card * 3, ground=PAPER)[-4:] == turns(card * 3, ground=BLACK)[-4:]


def test_one_dark_pulse_is_not_what_is_there_without_a_card():
    assert turns([540] * 5 + [0] + [540] * 20, ground=540) == []
