"""The page of a pit over its own database, and the commands that serve it and say who may look."""

from __future__ import annotations

import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from sabot.app.pit_page import Places, served_at
from sabot.cli.pit.commands import pit
from sabot.pit.floor.office import PitOffice
from sabot.pit.floor.people import people_in
from sabot.pit.trouble import PitError
from tests.controller.pit.floor import NOW, Tables

pytestmark = pytest.mark.usefixtures("cheap_pins")


def said(*words: str, typed: str = "") -> tuple[int, str]:
    done = CliRunner().invoke(pit, [*words], input=typed)
    return done.exit_code, done.output


def fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=30) as answer:
        return str(answer.read().decode())


def test_the_page_is_served_from_the_pits_database_and_goes_on_when_that_comes_back(
    database, postgres, name, tmp_path: Path
):
    Tables(database).link("t1")
    with served_at(postgres.address(name), tmp_path, "house", Places(own_port=0)) as served:
        assert served.public == ""
        assert 'sabot_pit_table_behind{table="t1"} 0.0' in fetched(f"{served.own}metrics")
        database.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        assert "t1" not in fetched(f"{served.own}enter")
        assert "sabot_pit_database 1.0" in fetched(f"{served.own}metrics")


def test_other_machines_get_it_by_tls_alone(postgres, name, tmp_path: Path):
    with pytest.raises(PitError, match=r"0\.0\.0\.0: other machines get the page by TLS alone"):
        with served_at(postgres.address(name), tmp_path, "house", Places(own_port=0, host="0.0.0.0")):
            pass
    with pytest.raises(PitError, match=r"^--certificate: .* cannot be read"):
        with served_at(
            postgres.address(name), tmp_path, "house", Places(own_port=0, certificate=str(tmp_path / "none"))
        ):
            pass


def test_an_office_asks_the_database_once_for_everybody_who_looks_at_the_same_moment(
    database, postgres, name, tmp_path: Path
):
    Tables(database).link("t1")
    office = PitOffice(postgres.address(name), people_in(tmp_path), clock=lambda: NOW)
    first = office.floor()
    assert office.floor() is first
    office.see("alert:9", by="p-000001 (boss)", word="x")
    assert office.floor() is not first
    office.close()


def test_people_are_added_listed_and_removed(tmp_path: Path):
    here = ("--folder", str(tmp_path))
    assert said("people", "list", *here) == (0, "nobody has a password: nobody can look at the page\n")
    assert said("people", "add", "A. Person", "boss", *here, typed="several plain words\n") == (
        0,
        "A. Person (boss) has a password now\n",
    )
    assert said("people", "list", *here)[1].split()[-2:] == ["A.", "Person"]
    assert said("people", "remove", "A. Person", *here) == (0, "A. Person has no password any more\n")


@pytest.mark.parametrize(
    ("words", "typed", "why"),
    [
        (("add", "A. Person", "boss"), "short\n", "a password has 12 to 128 characters"),
        (("add", "A. Person", "boss"), "", "there is no password: give it as a line of standard input"),
        (("add", "A. Person", "boss"), "1234567890123\n", "digits alone are a PIN"),
        (("remove", "A. Person"), "", "nobody is called A. Person"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(tmp_path: Path, words: tuple[str, ...], typed: str, why: str):
    status, text = said("people", *words, "--folder", str(tmp_path), typed=typed)
    assert (status, why in text, len(text.splitlines())) == (2, True, 1)
