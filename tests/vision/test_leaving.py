"""When a card that left is reported (vision/sabot_vision/tracking/leaving.py): not while a hand slides it."""

from __future__ import annotations

import pytest

from tests.vision.test_tracking import Cloth, at


@pytest.mark.parametrize("carried", [3, 8, 14])
def test_a_card_that_a_hand_slides_to_another_place_is_told_there_and_never_left(carried: int):
    cloth = Cloth()
    cloth.read(at("KD", 900), times=3)
    cloth.read(at("8C", 100), at("KD", 900), times=5)
    cloth.read(at("KD", 900), times=carried, moved=True)
    cloth.read(at("8C", 500, place="banco"), at("KD", 900), times=6, moved=True)
    assert not any(each.gone for each in cloth.told)
    assert cloth.lying() == [("8C", "banco"), ("KD", "punto")]


def test_a_card_taken_away_has_left_when_the_hand_is_gone_or_after_a_second_and_a_half_at_most():
    for moved, times in ((False, 5), (True, 17)):
        cloth = Cloth()
        cloth.read(at("8C", 100), times=5)
        cloth.read(times=times, moved=moved)
        assert cloth.lying() == []
    cloth = Cloth()
    cloth.read(at("8C", 100), times=5)
    cloth.read(times=12, moved=True)
    assert cloth.lying() == [("8C", "punto")]
    assert not cloth.tracks.settled
    cloth.read(times=3)
    assert cloth.lying() == []
