"""What the eye knows of its cards after its camera was lost, or once its pictures have another size
(vision/sabot_vision/looking.py). Its table is dealt what it sees."""

from __future__ import annotations

import json

import numpy as np
import pytest

from sabot.core.observations import CardSeen
from sabot.instruments.camera.driver import Options, Parser
from sabot_vision.finding.found import Found
from tests.vision.test_looking import Rigged, cloth, found


class Dealing(Rigged):
    """An eye that is the sabot. `times`: its pictures are this many times smaller than 1280 × 720."""

    def __init__(self, use: str) -> None:
        super().__init__(use=use)
        self.table, self.times = Parser(Options(use=use, source="/dev/video0")), 1
        self.pass_s(0.5)

    def picture(self) -> np.ndarray:
        picture = cloth(self.background, int(self.t_s * 15) % 5)[:: self.times, :: self.times].copy()
        for x, y, width, height in (each.box for each in self.cards):
            picture[y : y + height, x : x + width] = 235
        return np.asarray(picture)

    def drawn(self, card: str) -> None:
        """A card is drawn past the nose."""
        for x in (60, 240, 420, 600):
            self.cards = [found(card, x, 180)]
            self.pass_s(1 / 15)
        self.cards = []
        self.pass_s(0.3)

    def halve(self) -> None:
        """From now on its pictures are half as large, and so are the cards in them."""
        self.times = 2
        self.cards = [half_as_large(each) for each in self.cards]

    @property
    def dealt(self) -> list[str]:
        seen = [each for told in self.told for each in self.table.feed(json.dumps(told).encode() + b"\n")]
        self.told.clear()
        return [str(each.card) for each in seen if isinstance(each, CardSeen)]


def half_as_large(card: Found) -> Found:
    left, top, width, height = card.box
    quad = tuple((x / 2, y / 2) for x, y in card.quad)
    return card._replace(box=(left // 2, top // 2, width // 2, height // 2), quad=quad)  # type: ignore[arg-type]


def test_a_card_that_was_seen_and_not_yet_dealt_when_the_camera_was_lost_is_dealt_when_it_comes_back():
    rig = Dealing("sabot")
    rig.cards = [found("8C", 330)]
    rig.pass_s(2 / 15)
    assert rig.eye._tracks.tracks
    assert rig.dealt == []
    rig.pass_s(0.2, why="the cable was pulled")
    rig.pass_s(1)
    assert rig.dealt == ["8C"]


def test_a_card_in_the_nose_when_the_camera_was_lost_is_dealt_when_it_comes_back():
    rig = Dealing("nose")
    rig.cards = [found("8C", 200)]
    rig.pass_s(1 / 15)
    rig.pass_s(0.2, why="the cable was pulled")
    rig.cards = [found("8C", 400)]
    rig.pass_s(0.2)
    assert rig.dealt == ["8C"]


def test_cards_that_lay_before_the_eye_began_are_not_dealt_after_a_loss_either():
    rig = Rigged(use="sabot")
    rig.cards = [found("8C", 330)]
    rig.pass_s(1 / 15)
    rig.pass_s(0.2, why="the cable was pulled")
    rig.pass_s(1)
    assert [each["old"] for each in rig.told if each["eye"] == "lies"] == [True]


@pytest.mark.parametrize("lost", [True, False])
def test_cards_on_the_cloth_are_known_in_pictures_of_another_size_and_new_ones_are_dealt(lost: bool):
    rig = Dealing("sabot")
    rig.cards = [found("8C", 330), found("KD", 900)]
    rig.pass_s(1)
    assert rig.dealt == ["8C", "KD"]
    if lost:
        rig.pass_s(0.2, why="the cable was pulled")
    rig.cards = rig.cards[1:]
    rig.halve()
    rig.pass_s(1.5)
    assert [each["track"] for each in rig.told if each["eye"] == "left"] == ([] if lost else ["1"])
    rig.cards += [half_as_large(found("3H", 600)), half_as_large(found("TS", 1100))]
    rig.pass_s(1)
    assert rig.dealt == ["3H", "TS"]


def test_the_nose_deals_every_card_also_in_pictures_of_another_size():
    rig = Dealing("nose")
    for card in ("8C", "KD"):
        rig.drawn(card)
    rig.halve()
    for card in ("2S", "9D", "TC"):
        rig.drawn(card)
    assert rig.dealt == ["8C", "KD", "2S", "9D", "TC"]


def test_a_card_that_slipped_back_into_the_nose_is_not_dealt_again_in_pictures_of_another_size():
    rig = Dealing("nose")
    rig.drawn("KD")
    for x in (200, 240, 280, 260, 240, 200):
        rig.cards = [found("8C", x, 180)]
        rig.pass_s(1 / 15)
    rig.halve()
    rig.pass_s(0.2)
    rig.drawn("8C")
    assert rig.dealt == ["KD", "8C"]
