"""What a slow eye says of cards (vision/sabot_vision/tracking/tracks.py), which reads a picture in two thirds
of a second. Lengths as in test_tracking."""

from __future__ import annotations

from sabot_vision.tracking.known import WAITS_S
from tests.vision.test_tracking import Cloth, at

SLOW_S = 0.65


class Slow(Cloth):
    """Readings that far apart."""

    def look(self, *seen: object, times: int = 1, moved: bool = True) -> None:
        """Take readings of these cards."""
        for _ in range(times):
            self.t_s += SLOW_S
            self.read(*seen, moved=moved)  # type: ignore[arg-type]


def test_a_card_that_slides_upon_another_has_not_left_while_its_new_spot_is_being_read() -> None:
    cloth = Slow()
    cloth.look(at("9H", 100, place="noir"), at("JS", 500, place="rouge"), times=6, moved=False)
    cloth.look(at("9H", 100, place="noir"))
    cloth.look(at("JS", 96, place="noir"), times=6)
    cloth.look(at("JS", 96, place="noir"), times=3, moved=False)
    assert [(each.card, each.place) for each in cloth.told if not each.gone] == [
        *(("9H", "noir"), ("JS", "rouge"), ("JS", "noir"))
    ]
    assert not any(each.gone for each in cloth.told)


def test_a_card_that_left_is_told_in_the_end_although_its_name_is_read_elsewhere_now_and_then() -> None:
    """Here readings of a card give two names in turn, and neither comes to lead."""
    cloth = Slow()
    cloth.look(at("9H", 100), at("JS", 500), times=6, moved=False)
    cloth.look(at("9H", 100))
    before_s = cloth.t_s
    while not any(each.gone for each in cloth.told):
        cloth.look(at("9H", 100), at("JS", 900))
        cloth.look(at("9H", 100), at("JC", 900))
    assert WAITS_S <= cloth.t_s - before_s < WAITS_S + 4 * SLOW_S
