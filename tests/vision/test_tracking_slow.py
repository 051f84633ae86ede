"""What a slow eye says of cards (vision/sabot_vision/tracking/tracks.py), which reads a picture in half a
second. Lengths as in test_tracking."""

from __future__ import annotations

from sabot_vision.tracking.known import WAITS_S
from tests.vision.test_tracking import Cloth, at

SLOW_S = 0.45


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


def test_a_card_that_is_covered_before_its_new_spot_was_read_often_has_not_left() -> None:
    cloth, five, jack = Slow(), at("5D", 100), at("JS", 500)
    cloth.look(five, jack, at("5H", 900), times=6, moved=False)
    cloth.look(five, at("5H", 900))
    cloth.look(at("JS", 97, place="noir"), at("5H", 900), times=2)
    cloth.look(at("5H", 115), times=9)
    cloth.look(at("5H", 115), times=9, moved=False)
    assert not any(each.gone for each in cloth.told)
    assert [each.place for each in cloth.told if each.card == "JS"] == ["punto"]  # it is covered
    assert [name for name, _ in cloth.lying()] == ["5D", "5H", "JS"]
    cloth.look(at("JS", 97), times=6)
    assert [name for name, _ in cloth.lying()] == ["5D", "JS"]


def test_a_card_that_was_read_but_once_before_it_was_covered_is_no_card_that_left() -> None:
    cloth, five, jack = Slow(), at("5D", 100), at("JS", 500)
    cloth.look(five, jack, at("5H", 900), times=6, moved=False)
    cloth.look(five, at("5H", 900))
    cloth.look(at("JS", 97), at("5H", 900))
    cloth.look(at("5H", 115), times=9)
    assert [each.card for each in cloth.told if each.gone] == ["JS"]


def test_a_card_that_left_is_told_in_the_end_although_its_name_is_read_now_here_now_there() -> None:
    cloth = Slow()
    cloth.look(at("9H", 100), at("JS", 500), times=6, moved=False)
    cloth.look(at("9H", 100))
    before_s, x = cloth.t_s, 900.0
    while not any(each.gone for each in cloth.told):
        cloth.look(at("9H", 100), at("JS", x))
        x += 200
    assert WAITS_S <= cloth.t_s - before_s < WAITS_S + 4 * SLOW_S


def test_a_card_that_left_is_told_at_once_although_its_equal_lies_there() -> None:
    cloth = Slow()
    cloth.look(at("JS", 100), at("JS", 500), times=6, moved=False)
    cloth.look(at("JS", 100), times=3, moved=False)
    assert [each.card for each in cloth.told if each.gone] == ["JS"]


def test_a_card_squared_upon_a_pile_takes_none_off_it_although_the_picture_always_shakes() -> None:
    """No name was read twice in a still picture, and the new one is read where one of them lies covered."""
    cloth, pile = Cloth(), [at("8D", 100)]
    left = [at("3S", 300), at("KD", 500), at("TS", 700)]
    cloth.read(*pile, *left, times=9, moved=True)
    for name, x in (("3S", 104), ("KD", 101), ("TS", 103)):
        left.pop(0)
        cloth.read(at(name, x), *left, times=9, moved=True, covered=pile)
        pile.append(at(name, x))
    assert not any(each.gone for each in cloth.told)
    assert [name for name, _ in cloth.lying()] == ["3S", "8D", "KD", "TS"]
