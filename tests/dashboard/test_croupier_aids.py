"""The payout help and the spoken calls over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from sabot.staff import payouts
from sabot_dashboard.pages.croupier_aids import WHYS
from tests.controller.live.test_sound import ENGINE
from tests.dashboard import views
from tests.dashboard.office import Casino
from tests.dashboard.test_app import ACT


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    engine = tmp_path / "engine"
    engine.write_text(ENGINE.format(log=tmp_path / "made"))
    engine.chmod(0o755)
    found = Casino(tmp_path, serve=False, config=f'[sound]\ncalls = "screens"\nengine = "{engine}"\n')
    yield found
    found.close()


def ask(client: FlaskClient, *stakes: Any, **more: Any) -> Any:
    return client.post("/payout", json={"stakes": list(stakes), **more}, headers=ACT)


def test_what_a_stake_returns_is_what_the_rules_settle(casino: Casino, client: FlaskClient) -> None:
    casino.play(views.BANCO_OWED + " 5D")
    answer = ask(client, {"where": "banco", "amount": "100"}).json
    assert answer["lines"][0]["returned"] == "195.00"
    assert casino.loop.table.play.coup.stakes == (), "nothing is laid at the table"


def test_why_nothing_can_be_said_stands_in_the_catalogues(casino: Casino, client: FlaskClient) -> None:
    for stakes in ([{"where": "banco", "amount": "1"}], [{"where": "x", "amount": "1"}]):
        answer = ask(client, *stakes)
        assert answer.status_code == 400
        assert answer.json["why"]["id"] in WHYS
    source = Path(payouts.__file__).read_text()
    assert all(sentence in source for sentence in WHYS)


@pytest.mark.parametrize("body", [None, [], {"stakes": 5}, {"stakes": [5, None]}, {"number": "9" * 10_000}])
def test_nonsense_is_answered_politely(client: FlaskClient, body: Any) -> None:
    assert client.post("/payout", json=body, headers=ACT).status_code in (200, 400)


def test_ten_thousand_characters_are_answered_politely(casino: Casino, client: FlaskClient) -> None:
    casino.play(views.BANCO_OWED + " 5D")
    assert ask(client, {"where": "é" * 10_000, "amount": "1"}).status_code == 400
    assert len(ask(client, {"where": "é" * 10_000, "amount": "1"}).text) < 600


def test_a_call_is_spoken_to_our_own_pages_alone(client: FlaskClient) -> None:
    answer = client.get("/spoken?text=Rien+ne+va+plus&lang=fr")
    assert (answer.content_type, answer.data) == ("audio/wav", b"RIFF fr Rien ne va plus")
    foreign = client.get("/spoken?text=x", headers={"Sec-Fetch-Site": "cross-site"})
    assert foreign.status_code == 404
    assert client.get("/spoken?text=" + "x" * 5_000).status_code == 404
