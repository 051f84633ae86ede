"""Which coup a card on the cloth belongs to (vision/sabot_vision/tracking/tracks.py). Lengths and times as in
test_tracking."""

from __future__ import annotations

import pytest

from sabot_vision.tracking.tracks import STALE_S
from tests.vision.test_tracking import STEP_S, Cloth, at


@pytest.mark.parametrize(("early_s", "lies"), [(0.9, True), (1.1, False)])
def test_a_card_told_up_to_a_second_before_a_coup_opens_belongs_to_it(early_s: float, lies: bool):
    """The table opens the coup because of the card, so it says so after the eye saw it. Cards of earlier
    coups that nobody has seen for long are thought to be collected; those of this one lie under something."""
    cloth, card = Cloth(), at("8C", 100)
    cloth.read(card, times=8)
    (track,) = cloth.tracks.tracks
    cloth.tracks._t_s = track.reported_s + early_s
    cloth.hold("8C", coup=1)
    cloth.read(times=round((STALE_S + 1) / STEP_S), covered=[card])
    assert bool(cloth.lying()) == lies


@pytest.mark.parametrize(("early_s", "dealt"), [(0.9, ["8C"]), (1.1, ["8C", "8C"])])
def test_a_card_that_was_carried_as_its_coup_opened_is_not_dealt_a_second_time(
    early_s: float, dealt: list[str]
):
    """What left before this coup is forgotten, for a card of its name may be dealt again."""
    cloth = Cloth()
    cloth.read(at("8C", 100), at("KD", 700), times=8)
    track = next(each for each in cloth.tracks.tracks if each.card == "8C")
    cloth.read(at("KD", 700), times=5, moved=True)
    cloth.tracks._t_s = track.reported_s + early_s
    cloth.hold("KD", coup=1)
    cloth.read(at("KD", 700), at("8C", 400), times=8, moved=True)
    assert [name for name in cloth.dealt if name == "8C"] == dealt
