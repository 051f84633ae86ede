"""The simulated camera (vision/sabot_vision/cloth.py): a drawn cloth before the true reader, tracks and
agreement. Time is counted, not waited for."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from sabot.core.cards import DECK, card_named
from sabot.core.observations import CardSeen, ClockTicked
from sabot.core.reasons import from_dict
from sabot.core.shapes.view import View
from sabot.core.table import opened, step
from sabot.core.view import view
from sabot.games.punto_banco import coup as punto_banco
from sabot.instruments.camera.driver import SIMULATED as AS_THE_CONTROLLER_SAYS
from sabot.instruments.camera.driver import Options, Parser
from sabot_vision import drawing
from sabot_vision.camera import cloth_of
from sabot_vision.cloth import SIMULATED, Cloth
from sabot_vision.looking import Eye
from sabot_vision.reading.cards import read
from sabot_vision.rig import Rig
from sabot_vision.sources import Frame, Settings, frames

LAID = (("punto", "7D"), ("banco", "QH"), ("punto", "8H"), ("banco", "3D"))
"""Red cards, which the reader tells apart most surely."""


class Rigged:
    """A table dealt in red, with the simulated eye over it."""

    def __init__(self) -> None:
        self.t_s, self.dealt, self.told = 0.0, 0, list[dict[str, Any]]()
        rig = Rig(letters="en")
        self.cloth: Cloth = cloth_of(rig)
        self.cloth._now, self.cloth._wait = lambda: self.t_s, lambda seconds: None
        self.eye = Eye(rig._replace(corners=self.cloth.corners), self.told.append, read)
        self.table, self.parser = opened(punto_banco), Parser(Options())

    def deal(self, count: int) -> None:
        """The sabot deals the first `count` cards, and they are laid."""
        dealt = LAID[:count]
        for _, name in dealt[self.dealt :]:
            self.table, _ = step(self.table, CardSeen(card_named(name)))
        self.dealt = count
        self.cloth.obey({"do": "lay", "cards": [list(each) for each in dealt]})

    def pass_s(self, seconds: float) -> None:
        """The eye looks five times a second, and the table hears what it tells."""
        for _ in range(round(seconds * 5)):
            self.t_s += 0.2
            picture, _ = self.cloth.read()
            self.eye.see(Frame(0, self.t_s, picture))
            lines = "".join(json.dumps(each) + "\n" for each in self.told)
            self.told.clear()
            for seen in (*self.parser.feed(lines.encode()), ClockTicked(int(self.t_s * 1e9))):
                self.table, _ = step(self.table, seen)

    def view(self) -> View:
        return view(self.table)


def test_what_the_sabot_deals_is_read_off_the_drawn_cloth_and_agrees() -> None:
    rig = Rigged()
    rig.deal(4)
    rig.pass_s(2)
    eye = rig.view()["eye"]
    assert eye["unseen"] == []
    assert {(each["place"], each["card"]) for each in eye["lying"] if each["agreed"]} == set(LAID)
    assert rig.view()["faults"] == []


def test_another_card_on_the_drawn_cloth_is_a_dispute_that_names_both_readings() -> None:
    rig = Rigged()
    rig.deal(3)
    rig.cloth.obey({"do": "fault", "fault": "other"})
    rig.pass_s(2)
    rig.deal(4)
    rig.pass_s(2)
    (fault,) = rig.view()["faults"]
    assert str(from_dict(fault["because"])) == "the eye reads 9H at punto, and the sabot said 8H"


@pytest.mark.parametrize(("fault", "state"), [("dark", "black"), ("frozen", "frozen")])
def test_a_lamp_that_is_off_and_a_frozen_camera_are_named_and_pass(fault: str, state: str) -> None:
    rig = Rigged()
    rig.pass_s(1)
    rig.cloth.obey({"do": "fault", "fault": fault})
    rig.pass_s(2)
    assert rig.parser.beat["state"] == state
    rig.cloth.obey({"do": "fault", "fault": ""})
    rig.pass_s(1)
    assert rig.parser.beat["state"] == "fine"


def test_a_covered_card_is_not_seen_and_the_sabots_word_stands() -> None:
    rig = Rigged()
    rig.cloth.obey({"do": "fault", "fault": "covered"})
    rig.deal(1)
    rig.pass_s(2)
    assert (rig.view()["eye"]["lying"], rig.view()["faults"]) == ([], [])
    rig.cloth.obey({"do": "lay", "cards": []})
    rig.cloth.obey({"do": "lay", "cards": [list(LAID[0])]})
    rig.pass_s(1)
    assert [each["agreed"] for each in rig.view()["eye"]["lying"]] == [True]


def test_a_camera_pulled_out_is_lost_until_it_is_put_back() -> None:
    cloth = Rigged().cloth
    taken = frames(SIMULATED, open_source=lambda *named: cloth, now=lambda: 0.0, wait=lambda seconds: None)
    assert next(taken).picture is not None
    cloth.obey({"do": "fault", "fault": "lost"})
    assert str(next(taken).why) == "the simulated camera was pulled out"
    cloth.obey({"do": "fault", "fault": ""})
    assert next(taken).picture is not None


@pytest.mark.parametrize(
    "command",
    [
        *(None, [], "lay", {"do": "dance"}, {"do": "lay"}, {"do": "fault", "fault": "fire"}),
        *(
            {"do": "lay", "cards": cards}
            for cards in (7, [7], [["punto"]], [["cloud", "8C"]], [["punto", 8]])
        ),
        {"do": "lay", "cards": [["punto", "1X"], ["punto", "8CC"]]},
    ],
)
def test_what_cannot_be_laid_is_left_lying(command: Any) -> None:
    cloth = Cloth(Settings(width=320, height=240), (800, 500), {"punto": ((0, 0), (390, 500))})
    before, _ = cloth.read()
    cloth.obey(command)
    after, _ = cloth.read()
    assert np.abs(after.astype(int) - before).max() < 30


@pytest.mark.parametrize("aside", [(900, 0), (-700, 0), (0, 700), (0, -700)])
def test_a_zone_outside_the_picture_leaves_its_cards_unseen(aside: tuple[int, int]) -> None:
    zone = (aside, (aside[0] + 300, aside[1] + 400))
    cloth = Cloth(Settings(width=320, height=240), (800, 500), {"punto": zone}, wait=lambda seconds: None)
    before, _ = cloth.read()
    cloth.obey({"do": "lay", "cards": [["punto", "8C"], ["punto", "KD"]]})
    after, _ = cloth.read()
    assert np.abs(after.astype(int) - before).max() < 30


def test_every_card_of_the_pack_has_a_face_of_its_own() -> None:
    assert len({drawing.card(str(card)).tobytes() for card in DECK}) == 52


def test_the_drawn_cloth_is_no_sabot_and_both_sides_call_it_alike() -> None:
    assert Options(source=SIMULATED, use="sabot").refusal()
    assert Options(source=SIMULATED).refusal() == ""
    assert AS_THE_CONTROLLER_SAYS == SIMULATED
