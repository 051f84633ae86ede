"""`sabot people` and the journal's commands: names, pseudonyms, and what is left of an erased name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sabot.cli import journal as of_journal
from sabot.cli import people as of_people
from sabot.core.observations import Acknowledged, as_dict
from sabot.record.chain import Entry
from sabot.record.journal import Journal, reading, records, verify
from sabot.school import school, store
from sabot.staff.people import People, beside

pytestmark = pytest.mark.usefixtures("cheap_pins")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The journal of a table whose supervisor, M. Dupont, acted once; E. Maes typed their name."""
    path = tmp_path / "table.sqlite3"
    people = People(beside(path))
    acts = [str(people.add("M. Dupont", "supervisor", "4711")), people.claimed("E. Maes")]
    with Journal(path) as journal:
        for by in acts:
            journal.append([Entry("observation", as_dict(Acknowledged(by, "agreed")), 1)])
    return path


def people(path: Path, command: str, *words: str) -> Result:
    return CliRunner().invoke(of_people.people, [command, "--journal", str(path), *words])


def journal(path: Path, command: str, *words: str) -> Result:
    return CliRunner().invoke(of_journal.journal, [command, "--journal", str(path), *words])


def pseudonym(path: Path, name: str) -> str:
    return People(beside(path)).pseudonym_of(name)


def test_the_list_has_those_with_a_pin_and_with_all_every_name_and_its_pseudonym(path: Path) -> None:
    dupont, maes = pseudonym(path, "M. Dupont"), pseudonym(path, "E. Maes")
    assert people(path, "list").output == f"supervisor  {dupont}  M. Dupont\n"
    assert people(path, "list", "--all").output == (
        f"supervisor  {dupont}  M. Dupont\nno PIN      {maes}  E. Maes\n"
    )


@pytest.mark.parametrize(
    "words", [("show", "1"), ("show", "1", "--json"), ("export", "--format", "json")], ids=" ".join
)
def test_an_export_has_pseudonyms_and_names_only_when_asked(path: Path, words: tuple[str, ...]) -> None:
    bare, named = journal(path, *words).output, journal(path, *words, "--names").output
    assert f"{pseudonym(path, 'M. Dupont')} (supervisor)" in bare
    assert "Dupont" not in bare and "Maes" not in bare
    assert "M. Dupont (supervisor)" in named
    assert "(claimed)" in named and "E. Maes" in named
    assert "p-" not in named


def test_an_export_without_names_is_what_is_on_record_to_the_letter(path: Path) -> None:
    lines = [json.loads(line) for line in journal(path, "export", "--format", "json").output.splitlines()]
    with reading(path) as file:
        assert lines == [each._asdict() | {"body": each.plain} for each in records(file)]


def test_an_erased_name_is_forgotten_everywhere_and_the_journal_still_verifies(path: Path) -> None:
    gone = pseudonym(path, "M. Dupont")
    learnt = school.School(store.beside(path))
    learnt.enrol("M. Dupont")
    learnt.close()
    said = people(path, "erase", "M. Dupont")
    assert said.output == f"M. Dupont is erased: {gone}, trainee 1 stays on record\n"
    with reading(path) as file:
        note = list(records(file))[-1].plain
    assert note == {"note": "erased a name", "who": f"{gone}, trainee 1", "by": "terminal"}
    assert not verify(path).wrong
    assert f"{gone} (supervisor)" in journal(path, "show", "1", "--names").output
    kept = b"".join(each.read_bytes() for each in path.parent.iterdir())
    assert b"Dupont" not in kept
    assert b"Maes" in kept


def test_to_erase_a_name_that_nobody_has_is_refused(path: Path) -> None:
    said = people(path, "erase", "A. Claes")
    assert (said.exit_code, said.output) == (2, "sabot: nobody is called A. Claes\n")


def test_while_the_table_is_open_the_command_says_so_and_erases_nothing(path: Path) -> None:
    with Journal(path):
        said = people(path, "erase", "M. Dupont")
    assert said.exit_code == 2
    assert "table" in said.output
    assert pseudonym(path, "M. Dupont")


def test_a_house_without_a_journal_yet_can_erase_a_name(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite3"
    People(beside(path)).add("M. Dupont", "supervisor", "4711")
    assert people(path, "erase", "M. Dupont").exit_code == 0
    assert not path.exists()
