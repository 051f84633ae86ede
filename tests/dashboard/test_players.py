"""What players say and stake over HTTP: the cloth for it, what is offered, and a stake that is taken back."""

from __future__ import annotations

import math
from itertools import count
from typing import Any

import pytest
from flask.testing import FlaskClient

from sabot.games.roulette.announced import announced
from sabot.games.wheel.layout import WHEELS
from sabot_dashboard.picture.felt import TRACK_COLUMNS, finales_a_cheval, spots, track
from tests.dashboard.office import Casino
from tests.dashboard.test_app import ACT


def test_the_cloth_has_the_seats_the_places_and_the_chips_in_the_words_of_the_game(
    client: FlaskClient,
) -> None:
    html = client.get("/players?lang=de").json["html"]
    assert html.count("data-seat=") == 10
    assert 'data-where="paire-punto" data-text="Paire punto"' in html
    assert ">paire-punto<" not in html
    assert "Einsatz setzen" in html


def test_what_a_seat_may_do_is_told_in_words_and_what_it_may_not_with_the_reason(
    casino: Casino, client: FlaskClient
) -> None:
    assert client.get("/offers?seat=0001999999").json == client.get("/offers").json, "there is no such seat"
    first = client.get("/offers?seat=4").json
    assert first["refused"] == {}
    assert {"words": "coupe 4", "text": "Coupe", "sum": False}.items() <= first["calls"][-1].items()
    casino.play("rnvp 8C")
    then = client.get("/offers?seat=4").json
    assert then["refused"]["punto"]["id"] == "no stake after the first card"
    assert casino.loop.table.play.coup.stakes == ()


def test_in_silent_mode_every_call_is_offered_and_no_reason_is_given(
    casino: Casino, client: FlaskClient
) -> None:
    marie = casino.school.enrol("Marie")
    casino.school.table.seat("silent", marie["id"])
    casino.play("rnvp 8C")
    assert client.get("/offers?seat=4").json["refused"] == {}


@pytest.mark.parametrize("seat", ["", "0", "-1", "x", "9" * 5000, "٣"])
def test_a_seat_that_is_none_is_nobody_s(client: FlaskClient, seat: str) -> None:
    answer = client.get("/offers", query_string={"seat": seat})
    assert answer.status_code == 200
    assert answer.json["calls"][-1]["words"] == "coupe"


def test_a_stake_is_taken_back_only_while_nothing_was_laid_after_it(
    casino: Casino, client: FlaskClient
) -> None:
    """Two tablets at once: the one takes back what it laid, never what the other laid since."""

    keys = (f"key-{nth:08}" for nth in count())

    def act(**fields: Any) -> Any:
        return client.post("/acts", json={"key": next(keys), **fields}, headers=ACT)

    for seat in (4, 5):
        assert act(act="stake", where="banco", amount="20", seat=seat).json["taken"]
    assert act(act="undo", by="croupier", stakes=1).status_code == 409
    assert [stake.seat for stake in casino.loop.table.play.coup.stakes] == [4, 5]
    assert act(act="undo", by="croupier", stakes=2).json["taken"]
    assert [stake.seat for stake in casino.loop.table.play.coup.stakes] == [4]


@pytest.mark.parametrize("pockets", [37, 38, 39])
def test_every_bet_has_a_place_of_its_own_on_the_cloth_and_every_pocket_on_the_racetrack(
    pockets: int,
) -> None:
    wheel, found = WHEELS[pockets], spots(pockets)
    assert {spot["name"] for spot in found} == wheel.bets.keys()
    assert len({(spot["x"], spot["y"]) for spot in found}) == len(found)
    assert not [spot for spot in found if not spot["text"] or ":" in str(spot["text"])]
    around = track(pockets)
    assert [each["name"] for each in around].index("0") < TRACK_COLUMNS // 2
    assert {each["name"] for each in around} == wheel.pockets.keys()
    assert all(announced(pockets, f"finale-a-cheval:{pair}") for pair in finales_a_cheval(pockets))
    assert len(finales_a_cheval(pockets)) == (10 if pockets == 37 else 9)
    assert len({(each["column"], each["row"]) for each in around}) == pockets


def test_a_chip_lies_where_a_croupier_lays_it() -> None:
    places = {str(spot["name"]): (float(str(spot["x"])), float(str(spot["y"]))) for spot in spots(37)}
    texts = {spot["name"]: spot["text"] for spot in spots(37)}
    seventeen, twenty = places["plein:17"], places["plein:20"]
    between = tuple(sum(axis) / 2 for axis in zip(seventeen, twenty, strict=True))
    assert math.dist(places["cheval:17-20"], between) < 0.01
    assert places["transversale-pleine:16"][1] == places["transversale-simple:13"][1] == 42
    assert texts["carre:16-20"] == "Carré 16-20"
    assert texts["transversale-pleine:0-2-3"] == "Transversale 0-2-3"
    assert texts["rouge"] == "Rouge"
