"""What a pit must refuse, it refuses by name, and no other table is harmed: with Mosquitto and PostgreSQL."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from sabot.cli.pit.commands import pit
from sabot.pit.attack import attempts
from sabot.pit.attack import ground as attack_ground
from sabot.pit.attack.attempts import ATTACKS
from sabot.pit.attack.ground import opened
from sabot.pit.services import DatabaseService, MissingError, mosquitto
from sabot.pit.trust import rights

pytestmark = pytest.mark.process


@pytest.fixture(autouse=True)
def broker() -> None:
    try:
        mosquitto()
    except MissingError as error:
        pytest.skip(str(error))


def test_every_attack_is_refused_by_name_and_the_other_table_is_unharmed(
    postgres: DatabaseService, name: str
) -> None:
    done = CliRunner().invoke(pit, ["attack", "--json", "--database", postgres.address(name)])
    found = {each["attack"]: each for each in map(json.loads, done.stdout.splitlines())}
    assert [*found] == [*ATTACKS]
    assert {name: each["why"] for name, each in found.items() if not each["is_held"]} == {}
    assert done.exit_code == 0
    named = {
        "another table's topic": "Not authorized",
        "a stolen client id": "the broker calls it guilty",
        "a forged have with the collector's key": "its journal has no such record",
        "a poisoned record": "has a NUL",
        "a revoked certificate": "has revoked",
        "a certificate that has ended": "has ended",
        "a certificate of another house": "is of another house",
        "no certificate": "showed none",
    }
    assert {name: words in found[name]["why"] for name, words in named.items()} == dict.fromkeys(named, True)


def test_a_pit_whose_broker_lets_all_tables_write_everything_is_seen(
    folder: Path, postgres: DatabaseService, name: str, monkeypatch
) -> None:
    """The attack would find what it looks for."""
    monkeypatch.setattr(attack_ground, "LIMIT_S", 3)  # a table that is harmed is not waited for
    monkeypatch.setattr(rights, "rights", lambda house: f"pattern readwrite sabot/1/{house}/#\n")
    monkeypatch.setattr(
        attempts, "ATTACKS", {each: ATTACKS[each] for each in ("another table's topic", "a forged have")}
    )
    with opened(folder, postgres.address(name)) as ground:
        found = [*attempts.outcomes(ground)]
    assert [each.is_refused for each in found] == [False, False]
    assert "GOT THROUGH: taken: " in str(found[0])


def test_without_the_clients_name_a_stolen_client_id_is_seen(
    folder: Path, postgres: DatabaseService, name: str, monkeypatch
) -> None:
    listener = rights.LISTENER.replace("use_username_as_clientid true\n", "")
    monkeypatch.setattr(rights, "LISTENER", listener)
    with opened(folder, postgres.address(name)) as ground:
        assert ground.harm() == ""
        is_refused, why = attempts.stolen_client_id(ground)
    assert not is_refused
    assert why.endswith("and pit.collector")


def test_a_pit_that_runs_is_not_attacked(database, postgres: DatabaseService, name: str) -> None:
    done = CliRunner().invoke(pit, ["attack", "--database", postgres.address(name)])
    assert done.exit_code == 2
    assert "this database is that of the house" in done.output
