"""A region is read and written as one house at a time: a query that forgets to name it sees no other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from psycopg import Connection
from psycopg.errors import InsufficientPrivilege

from sabot.cli.pit.commands import pit
from sabot.pit.database import connected
from sabot.pit.database import prepare as prepare_house
from sabot.pit.region import facts
from sabot.pit.region.database import as_house, enter, prepare
from sabot.pit.trouble import PitError
from sabot.record.chain import Entry
from tests.controller.pit.regions import REGION, Region, joined, new_database, said

OF_HOUSES = (*facts.FACT_COLUMNS, "log", "entry", "alert", "answer", "quarantine")
"""The tables with rows of houses."""


@pytest.fixture(scope="module")
def both(postgres, models: dict[str, str]) -> Iterator[Region]:
    """A region that has something of both houses in every table, for tests that change nothing."""
    with joined(postgres, models) as region:
        region.run()
        for house in region.houses:
            said(region, house, Entry("tips", {}))
            with as_house(region.database, house):
                region.database.execute("INSERT INTO answer SELECT house, id, 'a', 'b', now() FROM alert")
        yield region


def seen(database: Connection) -> set[tuple[str, str]]:
    """What queries without a WHERE see: tables, and the houses in them."""
    found = ((table, database.execute(f"SELECT house FROM {table}".encode())) for table in OF_HOUSES)
    return {(table, house) for table, rows in found for (house,) in rows}


def all_of(*houses: str) -> set[tuple[str, str]]:
    return {(table, house) for table in OF_HOUSES for house in houses}


def test_a_query_that_forgets_its_where_sees_one_house(both: Region):
    for house in both.houses:
        with as_house(both.database, house):
            assert seen(both.database) == all_of(house)


def test_without_a_house_a_query_sees_nothing(both: Region):
    assert seen(both.database) == set()
    with connected(both.address) as new:  # in which no house was ever named
        assert seen(new) == all_of(*both.houses)  # no policy is for a superuser
        enter(new, REGION)
        assert seen(new) == set()


def test_the_owner_of_the_tables_is_kept_to_one_house_too(both: Region):
    with connected(both.address) as owner, owner.transaction(force_rollback=True):
        owner.execute("CREATE ROLE owner_of_all NOLOGIN")
        for table in OF_HOUSES:
            owner.execute(f"ALTER TABLE {table} OWNER TO owner_of_all".encode())
        owner.execute("SET LOCAL ROLE owner_of_all")
        assert seen(owner) == set()
        with as_house(owner, "breda"):
            assert seen(owner) == all_of("breda")


def test_every_table_of_the_region_but_the_names_is_kept_to_one_house(both: Region):
    found = both.database.execute(
        "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        " AND NOT (relrowsecurity AND relforcerowsecurity)"
    ).fetchall()
    assert sorted(found) == [("house",), ("region",)]
    columns = both.database.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_name = 'house'"
    )
    assert columns.fetchall() == [("house",)]


@pytest.mark.parametrize("change", ["UPDATE {} SET house = 'breda'", "INSERT INTO {} SELECT * FROM taken"])
def test_who_writes_as_one_house_cannot_write_rows_of_another(both: Region, change: str):
    for table in OF_HOUSES:
        with (
            pytest.raises(InsufficientPrivilege, match=f'row-level security policy for table "{table}"'),
            as_house(both.database, "nijmegen"),
        ):
            both.database.execute(f"CREATE TEMP TABLE taken ON COMMIT DROP AS SELECT * FROM {table}".encode())
            both.database.execute("UPDATE taken SET house = 'breda'")
            sql = change.format(table).replace(" SELECT", " OVERRIDING SYSTEM VALUE SELECT")
            both.database.execute(sql.encode())


def test_who_writes_as_one_house_cannot_change_or_delete_rows_of_another(both: Region):
    for table in OF_HOUSES:
        with as_house(both.database, "nijmegen"):
            for change in (f"UPDATE {table} SET house = house", f"DELETE FROM {table}"):
                done = both.database.execute(f"{change} WHERE house = 'breda'".encode())
                assert done.rowcount == 0, change
    with as_house(both.database, "breda"):
        assert seen(both.database) == all_of("breda")


# --- whose database it is


def test_the_databases_of_a_house_and_of_a_region_are_not_taken_for_each_other(region: Region):
    house = region.houses["breda"]
    with pytest.raises(PitError, match="is that of a house: use another one for the region benelux"):
        prepare(house.database, REGION)
    with pytest.raises(PitError, match="is not a region's yet"):
        enter(house.database)
    with connected(region.address) as owner:
        with pytest.raises(
            PitError, match="this database is a region's: use another one for the house breda"
        ):
            prepare_house(owner, "breda")
        with pytest.raises(PitError, match="is that of the region benelux: use another one for europe"):
            prepare(owner, "europe")
        owner.execute("UPDATE region SET version = 99")
        with pytest.raises(PitError, match="another version of the program"):
            enter(owner)


def test_a_user_who_may_make_no_roles_is_told_what_an_administrator_runs(postgres):
    with (
        connected(new_database(postgres)) as database,
        database.transaction(force_rollback=True),
        pytest.raises(PitError, match="runs `CREATE ROLE sabot_region NOLOGIN; GRANT sabot_region TO "),
    ):
        database.execute("CREATE ROLE plain; GRANT CREATE ON SCHEMA public TO plain")
        database.execute("DROP OWNED BY sabot_region; ALTER ROLE sabot_region RENAME TO sabot_region_away")
        database.execute("SET LOCAL ROLE plain")
        prepare(database, REGION)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("status",), "is not a region's yet: its collector makes it one (`sabot pit region collect`)"),
        (("carry", "--region", "A B"), "is no name"),
        (("carry", "--region", REGION, "--broker", "10.0.0.1:1883"), "only 127.0.0.1"),
        (("collect", "--region", REGION, "--broker", "10.0.0.1:1883"), "only 127.0.0.1"),
        (("collect", "--region", REGION), "is that of a house: use another one for the region benelux"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_line(folder, postgres, models, words, why, monkeypatch):
    monkeypatch.chdir(folder)
    address = postgres.address(models["breda"])
    env = {"SABOT_PIT_DATABASE": address, "SABOT_REGION_DATABASE": address}
    done = CliRunner().invoke(pit, ["region", *words], env=env)
    assert done.exit_code != 0
    assert why in done.output
    assert len(done.output.splitlines()) == 1
