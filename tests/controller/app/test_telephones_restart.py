"""A power cut in the middle of an evening: the game goes on, and so do the telephones, with their hands."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest

from sabot.app.assemble import Running, running
from sabot.config import Settings
from sabot.core.observations import Confirmed, Observation, SabotOpened, Said
from sabot.staff.seats_file import beside
from sabot.system import backup, house_key, restoring
from sabot.system.packed import Unlock
from tests.dashboard.office import settled

pytestmark = [pytest.mark.process, pytest.mark.slow]

HOME = '[home]\ndeal = "cards"\n[dashboard]\nport = 0\n'
HANDS = ("AS KS QS JS TS", "2C 3C 4C 5C 6C", "2D 3D 4D 5D 6D", "2H 3H 4H 5H 6H")

Ask = Callable[..., Any]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settled(tmp_path, "nap", HOME)


def browser() -> Ask:
    """A browser with its cookies: asks a path, and sends a body where there is one."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def ask(address: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"X-Sabot": "act", "Content-Type": "application/json"}
        request = urllib.request.Request(address.rstrip("/") + path, data, headers)
        try:
            with opener.open(request, timeout=60) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            return error.code

    return ask


def seated(table: Running, seat: int) -> Ask:
    """A telephone that holds this seat."""
    code = browser()(table.address, "/seats/code", {"seat": seat})["letters"]
    telephone = browser()
    assert telephone(table.others, f"/seat/{seat}/join", {"code": code}) == {"taken": True}
    return telephone


def happens(table: Running, *acts: Observation) -> None:
    for act in acts:
        table.inbox.put(act).result(60)


@pytest.fixture
def seats(settings: Settings) -> dict[int, Ask]:
    """Two telephones, each with its hand, of a table that is closed in the middle of the auction."""
    with running(settings) as table:
        found = {seat: seated(table, seat) for seat in (2, 3)}
        happens(table, *[Said(f"hand {seat} {cards}") for seat, cards in enumerate(HANDS, 1)])
        happens(table, Said("bid 2 1"))
    return found


def test_the_telephones_come_back_with_their_hands_and_play_on(
    settings: Settings, seats: dict[int, Ask]
) -> None:
    with running(settings) as table:
        happens(table, Confirmed(by="the table"))
        for seat, ask in seats.items():
            shown = ask(table.others, f"/seat/{seat}/now")
            assert shown["hand"] == HANDS[seat - 1].split()
            assert ask(table.others, f"/seat/{5 - seat}/now") == 403
        press = {"words": "bid 3 2", "key": "1a1a-12345678"}
        assert "recorded" in seats[3](table.others, "/seat/3/act", press)
        assert browser()(table.address, "/seats")["seats"][1]["state"] == "holds"


def test_one_that_was_taken_off_does_not_come_back(settings: Settings, seats: dict[int, Ask]) -> None:
    with running(settings) as table:
        browser()(table.address, "/seats/revoke", {"seat": 2})
    with running(settings) as table:
        assert seats[2](table.others, "/seat/2/now") == 403
        assert seats[3](table.others, "/seat/3/now")["hand"] == HANDS[2].split()


def test_nobody_comes_back_to_a_seat_that_is_simulated_now(settings: Settings, seats: dict[int, Ask]) -> None:
    assert settings.file is not None
    more = HOME.replace('"cards"', '"screens"\nsimulated = "2"')
    again = settled(settings.file.parent, "nap", more)
    with running(again) as table:
        assert seats[2](table.others, "/seat/2/now") == 403
        assert seats[3](table.others, "/seat/3/now")["hand"] == HANDS[2].split()
        assert [each["seat"] for each in browser()(table.address, "/seats")["seats"]] == [1, 3, 4]
        assert browser()(table.address, "/seats/code", {"seat": 2}) == 409


def test_another_game_a_new_sabot_and_a_restored_evening_know_nobody(
    settings: Settings, seats: dict[int, Ask]
) -> None:
    assert settings.file is not None
    kept = beside(settings.journal_path).read_bytes()
    with running(settled(settings.file.parent, "rikken", HOME)) as table:
        assert seats[2](table.others, "/seat/2/now") == 403
    with running(settled(settings.file.parent, "nap", HOME)) as table:  # nap again, another evening
        beside(settings.journal_path).write_bytes(kept)
        assert seats[2](table.others, "/seat/2/now") == 403
        again = seated(table, 2)
        happens(table, SabotOpened())
        assert again(table.others, "/seat/2/now") == 403
        assert not beside(settings.journal_path).exists()


def test_a_backup_for_the_house_brings_the_evening_back_and_no_telephone(
    settings: Settings, seats: dict[int, Ask], tmp_path: Path
) -> None:
    public, private = house_key.made()
    house_key.use(settings.journal_path, [public])
    packed = backup.save(settings, tmp_path / "evening.zip.age").file
    other = tmp_path / "other"
    other.mkdir()
    there = settled(other, "nap", HOME)
    unlock = Unlock(tuple(house_key.privates_in(private)))
    restoring.restore(packed, there, unlock=unlock, trust=(restoring.ANY,))
    assert not [each for each in other.iterdir() if "telephone" in each.name]
    with running(there) as table:
        assert seats[2](table.others, "/seat/2/now") == 403
        again = seated(table, 2)
        shown = again(table.others, "/seat/2/now")
        assert (shown["hand"], shown["home"]["contract"]) == (HANDS[1].split(), "2 1")


def test_neither_the_journal_nor_a_backup_has_anything_of_them(
    settings: Settings, seats: dict[int, Ask], tmp_path: Path
) -> None:
    file = beside(settings.journal_path)
    kept = json.loads(file.read_text())["seats"]
    marks = [mark for each in kept.values() for mark in each]
    assert len(marks) == 2
    with zipfile.ZipFile(backup.save(settings, tmp_path / "plain.zip", plain=True).file) as packed:
        inside = b"".join(map(packed.read, packed.namelist()))
    inside += b"".join(each.read_bytes() for each in tmp_path.iterdir() if each.is_file() and each != file)
    assert b'"words":"bid 2 1"' in inside
    assert not [mark for mark in marks if mark.encode() in inside]
