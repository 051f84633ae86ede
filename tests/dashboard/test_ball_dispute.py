"""A number over which wheel and camera disagree, on the croupier's page and in the record."""

from __future__ import annotations

from sabot.core.observations import BallLies, BallSeen, DeviceFound, DeviceLost, as_dict
from sabot.core.table import opened, step
from sabot.core.view import view
from sabot.games.register import GAMES
from sabot_dashboard.picture.faults import TITLES, WAYS, kind_of
from sabot_dashboard.picture.projection import croupier
from sabot_dashboard.words import records


def test_a_disputed_number_has_a_title_of_its_own_and_only_the_supervisor_settles_it() -> None:
    table, _ = step(opened(GAMES["roulette"]), BallLies("17"))
    (fault,) = view(step(table, BallSeen("18"))[0])["faults"]
    kind = kind_of(fault)
    assert TITLES[kind] == "Two numbers for one spin"
    assert next((way.act, way.by) for way in WAYS[kind]) == ("acknowledge", "chef de table")
    assert kind_of({"kind": "disagreement", "card": "8C"}) == "disagreement-unheard"
    entered = kind_of({"kind": "disagreement", "card": "8C", "said": "3H", "to": None})
    assert TITLES[entered] == "Two names for one card"


def test_what_the_camera_saw_is_a_step_of_the_coup() -> None:
    said = records.step(as_dict(BallLies("17")), role="camera", game="roulette")
    assert records.in_words(said, {}) == "The camera sees the ball in 17"


def test_a_lost_instrument_of_a_wheel_asks_for_no_card_and_the_wheel_is_named_before_the_camera() -> None:
    table = opened(GAMES["roulette"])
    for role in ("camera", "wheel"):
        table, _ = step(table, DeviceLost(role, "the cable was pulled"))
    band = croupier(view(table))["band"]
    assert band["lost"]["role"] == "wheel"
    assert band["ways"] == []
    still, _ = step(table, DeviceFound("wheel", "cammegh", ""))
    assert croupier(view(still))["band"]["ways"] == []
