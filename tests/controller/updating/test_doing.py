"""An update is whole or was never begun."""

from __future__ import annotations

import shutil
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from controller.backup import examined
from controller.journal import Journal
from controller.observations import BetsClosed
from controller.updating import put_back
from controller.updating.users import UpdateError
from tests.controller.updating.place import CLOSED, Place, Systemd, changed, git
from tests.house import imported

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def test_what_is_newer_is_taken_over_with_a_backup_and_nothing_is_left_lying(place: Place) -> None:
    changed(place.house, version="2")
    service = Systemd()
    assert place.update(service).done() == "done"
    assert (place.copy / ".venv/made").read_text() == "#!/bin/sh\n2"
    told = place.told()
    assert (told["state"], told["before"][0], told["after"][0]) == ("done", "1", "2")
    assert service.told == ["stop", "start"]
    (backup,) = place.folder.glob("before-update-*.zip")
    assert examined(backup).records == 2
    assert not list(place.copy.glob(".venv.*")) and not (place.folder / "update/before.json").exists()
    steps = [line.split()[0] for line in place.lines]
    assert steps == ["fetched", "closed", "packed", "kept", "taken", "checked", "opened", "up"]
    assert place.update(service).done() == "nothing"
    assert service.told == ["stop", "start"]


@pytest.mark.parametrize(
    ("house", "wrong", "why"),
    [
        ({"refuses": "no network"}, "", "no network"),
        (
            {"sabot_sh": "echo a table could not open; echo also >&2; exit 1"},
            "",
            "a table could open before, and cannot now",
        ),
        ({"sabot_sh": "echo no such module >&2; exit 70"}, "", "no such module"),
        ({}, "Job for sabot.service failed", "Job for sabot.service failed"),
    ],
)
def test_what_fails_is_put_back_and_says_why(
    place: Place, house: dict[str, str], wrong: str, why: str
) -> None:
    before, service = place.stands(), Systemd(wrong, place.folder)
    changed(place.house, version="2", new="a file that was not there", **house)
    assert place.update(service).done() == "back"
    assert place.stands() == before
    assert place.told()["state"] == "back" and why in place.told()["why"]
    assert place.lines[-2].startswith("put back") and service.up == "active"
    if wrong:  # and what the newer one made of the journal, the older one cannot read
        (backup,) = place.folder.glob("before-update-*.zip")
        assert (place.folder / "restored").read_text() == f"{backup}\n"


class PowerCutError(BaseException):
    """Nothing is done after it."""


def test_power_that_goes_away_between_any_two_steps_leaves_one_whole_program(tmp_path: Path) -> None:
    ends = []
    for nth in range(8):
        place = Place(tmp_path / str(nth), CLOSED)
        before = place.stands()
        changed(place.house, version="2", new="a file that was not there")

        def cut(line: str, place: Place = place, nth: int = nth) -> None:
            place.lines.append(line)
            if len(place.lines) > nth:
                raise PowerCutError

        with pytest.raises(PowerCutError):
            place.update(Systemd())._replace(say=cut).done()
        assert put_back.main(place.folder / "update") == 0
        after = place.stands()
        assert after == before or (nth == 7 and after["version"] == "2"), place.lines
        ends.append(after == before)
    assert place.update(Systemd()).done() == "nothing"
    assert ends == [True] * 7 + [False]


def test_power_that_goes_away_while_files_are_written_is_put_back_twice_over(place: Place) -> None:
    before, update = place.stands(), place.update()
    changed(place.house, version="2", new="a file that was not there")
    target = place.program.fetched()
    update.folder.mkdir()
    update._prepared(target, "1")
    (place.copy / "version").write_text("half")
    (place.copy / "new").write_text("half")
    (place.copy / ".git/index.lock").touch()
    shutil.rmtree(place.copy / ".venv")
    told = (update.folder / put_back.BEFORE).read_text()
    for _ in range(2):
        (update.folder / put_back.BEFORE).write_text(told)
        assert put_back.main(update.folder) == 0
        assert place.stands() == before
    (update.folder / put_back.BEFORE).write_text(told)
    git(place.copy, "commit", "-q", "--allow-empty", "-m", "mine")
    assert put_back.main(update.folder) == 1  # somebody's own work since then is not thrown away
    assert "somebody went on" in place.told()["why"] and place.told()["state"] == "stuck"


def test_the_way_back_needs_nothing_but_python_itself() -> None:
    source = Path(put_back.__file__).read_text()
    assert {name.split(".")[0] for _, name in imported(source, "put_back")} <= sys.stdlib_module_names


def test_nothing_is_begun_under_a_coup_an_open_table_or_a_program_changed_by_hand(tmp_path: Path) -> None:
    lying = Place(tmp_path / "lying", BetsClosed(), CLOSED)
    playing, resting = Place(tmp_path / "playing"), Place(tmp_path / "resting", CLOSED)
    for place in (lying, playing, resting):
        changed(place.house, version="2")
        before = place.stands()
        service = Systemd() if place is not resting else None
        with Journal(place.settings.journal_path) if place is resting else nullcontext():
            with pytest.raises(UpdateError, match=r"coup 1 lies|its supervisor closes it|a table is open"):
                place.update(service).done()
        assert place.stands() == before and place.told()["state"] == "refused"
        assert service is None or service.told == []
    (resting.copy / "version").write_text("mine")
    with pytest.raises(UpdateError, match="changed by hand: version"):
        resting.update().done()
    git(resting.copy, "commit", "-q", "-a", "-m", "mine")
    with pytest.raises(UpdateError, match="commits of its own"):
        resting.update().done()
    shutil.rmtree(resting.house)
    with pytest.raises(UpdateError, match=r"^git fetch: fatal: .*does not appear"):
        resting.update().done()
    assert not list(resting.folder.glob("before-update-*"))


def test_a_package_is_replaced_by_the_file_that_is_named_and_by_nothing_else(tmp_path: Path) -> None:
    place = Place(tmp_path, CLOSED)
    shutil.rmtree(place.copy / ".git")
    python = place.copy / ".venv/bin/python"
    python.write_text('#!/bin/sh\nfor wheel in "$@"; do :; done\ncp "$wheel" "$(dirname "$0")/../made"\n')
    python.chmod(0o755)
    with pytest.raises(UpdateError, match="does not say where it came from"):
        place.update().done()
    (tmp_path / "newer.whl").write_text("of a wheel")
    kept = (place.copy / ".venv/made").stat().st_nlink
    assert place.update().done(str(tmp_path / "newer.whl")) == "done"
    assert (place.copy / ".venv/made").read_text() == "of a wheel" and kept == 1
