"""An update is whole or was never begun."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sabot.core.observations import BetsClosed, as_dict
from sabot.core.progress import silent
from sabot.core.reasons import Reason, found, reason
from sabot.record.chain import Entry
from sabot.record.journal import Journal
from sabot.record.resume import remembered
from sabot.system.backup import save
from sabot.system.packed import examined
from sabot.system.update import outcome
from sabot.system.update.checkout import Checkout
from sabot.system.update.running import UpdateError
from sabot.system.update.table import PARTS
from tests.controller.system.update.place import CLOSED, Place, Systemd, changed, git

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

DONE = [("stop", "1"), ("start", "2")]


def test_a_newer_version_is_prepared_beside_the_older_and_the_link_leads_to_it(place: Place) -> None:
    changed(place.house, version="2")
    service = Systemd(place)
    assert place.update(service).done() == "done"
    assert service.told == DONE
    assert (place.copy / "current/version").read_text() == "2"
    assert (place.copy / "version").read_text() == "1"
    told = place.told()
    assert (told["state"], told["before"][0], told["after"][0]) == ("done", "1", "2")
    (backup,) = place.folder.glob("before-update-*.zip")
    assert examined(backup).records == 2
    assert not place.program.is_on_trial
    steps = [line.split()[0] for line in place.lines]
    assert steps == ["fetched", "prepared", "closed", "packed", "checked", "switched", "opened", "up"]
    assert place.update(service).done() == "nothing"
    assert service.told == DONE


def test_a_version_that_is_named_is_taken_and_not_the_newest_one(place: Place) -> None:
    changed(place.house, version="2")
    git(place.house, "tag", "v2")
    second = git(place.house, "rev-parse", "HEAD")
    changed(place.house, version="3")
    assert place.update(to="v2").done() == "done"
    assert (place.copy / "current/version").read_text() == "2"
    assert place.told()["wanted"] == "v2"
    assert place.update(to=second).done() == "nothing"
    assert place.lines[-1].startswith("already here")


def test_an_older_version_is_taken_where_it_is_kept(place: Place) -> None:
    revisions = [git(place.house, "rev-parse", "HEAD")]
    for number in "2345":
        changed(place.house, version=number)
        revisions.append(git(place.house, "rev-parse", "HEAD"))
        assert place.update().done() == "done"
    with pytest.raises(UpdateError, match="is older, and not kept here any more"):
        place.update(to=revisions[1]).done()
    for revision, number in ((revisions[3], "4"), (revisions[0], "1")):
        assert place.update(to=revision).done() == "done"
        assert (place.copy / "current/version").read_text() == number


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("v9", "there is no version v9 here"),
        ("--upload-pack=x", "names no version"),
        ("aside", "origin/main has no version aside"),
    ],
)
def test_what_the_branch_does_not_have_is_not_taken(place: Place, name: str, why: str) -> None:
    git(place.copy, "tag", "aside", git(place.copy, "commit-tree", "HEAD^{tree}", "-m", "aside"))
    with pytest.raises(UpdateError, match=why):
        place.update(to=name).done()
    assert place.told()["state"] == "refused"


def test_the_newer_version_has_the_extras_of_the_older(place: Place) -> None:
    changed(place.house, version="2")
    place.update(Systemd(place)).done()
    assert (place.copy / "current/.venv/words").read_text() == "base --extra camera"


def test_the_version_before_stays_and_older_ones_are_removed(place: Place) -> None:
    for number in "2345":
        changed(place.house, version=number)
        assert place.update(Systemd(place)).done() == "done"
    kept = {path.joinpath("version").read_text() for path in (place.copy / "versions").iterdir()}
    assert kept == {"4", "5"}
    assert len(git(place.copy, "worktree", "list").splitlines()) == 3
    assert (place.copy / "own.txt").read_text() == "somebody's own"


@pytest.mark.parametrize(
    ("house", "why"),
    [
        ({"refuses": "no network"}, "no network"),
        (
            {"sabot_sh": "echo a table could not open; echo also >&2; exit 1"},
            "doctor of the newer version: a table could not open; of this one: a table could open",
        ),
        ({"sabot_sh": "echo no such module >&2; exit 70"}, "no such module"),
    ],
)
def test_what_cannot_be_prepared_or_could_not_open_is_never_switched_to(
    place: Place, house: dict[str, str], why: str
) -> None:
    before, service = place.stands(), Systemd(place)
    changed(place.house, version="2", **house)
    with pytest.raises(UpdateError, match=why):
        place.update(service).done()
    assert place.stands() == before and place.told()["state"] == "refused"
    assert service.up == "active" and not (place.copy / "current").exists()


def test_a_version_that_does_not_come_because_the_network_is_lost_is_untried(place: Place) -> None:
    changed(place.house, version="2")
    place.house.rename(place.house.with_name("away"))
    with pytest.raises(UpdateError, match="git fetch"):
        place.update().done()
    assert (place.told()["state"], place.told()["untried"]) == ("refused", "unreached")


@pytest.mark.parametrize("is_away", [True, False])
def test_a_set_up_that_fails_counts_against_the_version_only_while_the_origin_answers(
    place: Place, monkeypatch, is_away: bool
) -> None:
    changed(place.house, version="2", refuses="no network")
    fetched = Checkout.fetched

    def then_lost(checkout: Checkout, wanted: str = "") -> str:
        found = fetched(checkout, wanted)
        if is_away:
            place.house.rename(place.house.with_name("away"))
        return found

    monkeypatch.setattr(Checkout, "fetched", then_lost)
    with pytest.raises(UpdateError, match="no network"):
        place.update().done()
    assert place.told()["state"] == "refused" and ("untried" in place.told()) == is_away


def test_a_version_that_does_not_start_is_stopped_then_put_back_then_the_older_is_started(
    place: Place,
) -> None:
    """Its start is tried again and again by systemd: put back beneath it, it would open the journal first."""
    before, service = place.stands(), Systemd(place, "Job for sabot.service failed")
    changed(place.house, version="2")
    assert place.update(service).done() == "back"
    assert service.told == [*DONE, ("stop", "2"), ("start", "1")]
    assert place.stands() == before and service.up == "active"
    assert place.told()["state"] == "back" and "Job for sabot.service failed" in place.told()["why"]
    assert remembered(place.settings.journal_path)  # the older could not read what the newer made of it
    (aside,) = place.folder.glob("*-before-2*")
    assert (aside / "table.sqlite3").read_bytes().startswith(b"as no older version")


def test_a_service_that_cannot_be_stopped_is_not_put_back_beneath_it(place: Place) -> None:
    service = Systemd(place, "Job for sabot.service failed", fixed=True)
    changed(place.house, version="2")
    assert place.update(service).done() == "stuck"
    assert (place.copy / "current/version").read_text() == "2" and place.program.is_on_trial
    assert "cannot be put back: systemctl gave no answer" in place.told()["why"]
    assert found(place.told(), "why").key == "{why}; and it cannot be put back: {then}"
    service.fixed = False
    assert place.update(service).settled() == "back"
    assert (place.copy / "current/version").read_text() == "1"


def test_a_coup_that_began_while_the_newer_version_was_prepared_is_not_interrupted(place: Place) -> None:
    changed(place.house, version="2")
    update, service = place.update(), Systemd(place)

    def said(line: str) -> None:
        if line.startswith("prepared"):
            with Journal(place.settings.journal_path) as journal:
                journal.append([Entry("observation", as_dict(BetsClosed()), wall_ns=3)])

    with pytest.raises(UpdateError, match="coup 1 lies on the table: finish it first"):
        update._replace(service=service, say=said).done()
    assert service.told == [] and not (place.copy / "current").exists()


def test_an_update_that_is_told_to_end_while_the_table_is_closed_opens_it_again(place: Place) -> None:
    changed(place.house, version="2")
    service = Systemd(place)

    def said(line: str) -> None:
        if line.startswith("packed"):
            raise KeyboardInterrupt

    with pytest.raises(UpdateError, match="it was broken off"):
        place.update(service)._replace(say=said).done()
    assert service.told == [("stop", "1"), ("start", "1")]
    assert place.told()["state"] == "refused"


def test_a_table_that_does_not_open_again_is_told(place: Place) -> None:
    changed(place.house, version="2")
    service = Systemd(place, "Job for sabot.service failed")
    with pytest.raises(UpdateError, match="packed went wrong"):
        place.update(service, wrong="packed").done()
    assert place.lines[-1] == "NOT OPENED    Job for sabot.service failed"


def test_a_table_that_gives_no_page_is_put_back(place: Place) -> None:
    changed(place.house, version="2")
    service = Systemd(place)
    assert place.update(service, wrong="answers").done() == "back"
    assert service.told == [*DONE, ("stop", "2"), ("start", "1")]
    came_not = reason("the table did not come back: {why}", why=Reason("answers went wrong"))
    assert place.told()["why"] == str(came_not)
    assert found(place.told(), "why") == came_not


class PowerCutError(BaseException):
    """Nothing is done after it."""


def cut(place: Place, nth: int) -> Callable[[str], None]:
    """Lines up to this one are said; with it the power goes."""

    def said(line: str) -> None:
        place.lines.append(line)
        if len(place.lines) > nth:
            raise PowerCutError

    return said


BOARDS = """here=$(dirname "$0")
case "$1" in
--version) echo "sabot, version $(cat "$here/version")" ;;
doctor) echo "a table could open" ;;
flash) [ "$2" = --closed ] && {} ;;
esac
"""


@pytest.mark.parametrize(
    ("flash", "lines"),
    [
        (
            'echo "flashed       sabot-shoe E6 says $(cat "$here/version")"',
            ["flashed       sabot-shoe E6 says 2"],
        ),
        (
            "{ echo half; echo 'sabot: the board waits in its loader' >&2; exit 1; }",
            ["half", "BOARDS LEFT   the board waits in its loader"],
        ),
        ("kill -9 $$", ["BOARDS LEFT   no reason was given"]),
    ],
)
def test_the_newer_version_brings_the_boards_along_and_the_table_opens_whatever_comes_of_that(
    place: Place, flash: str, lines: list[str]
) -> None:
    changed(place.house, version="2", sabot_sh=BOARDS.replace("{}", flash))
    service = Systemd(place)
    assert place.update(service).done() == "done"
    after = place.lines.index(f"switched      {place.program.running}") + 1
    assert place.lines[after : after + len(lines)] == lines
    assert place.lines[after + len(lines)] == "opened        sabot.service"
    left = [line.removeprefix("BOARDS LEFT   ") for line in lines if line.startswith("BOARDS LEFT")]
    assert place.told()["boards"] == "".join(left)
    assert (service.told, service.up) == (DONE, "active")


def test_boards_that_take_too_long_are_left(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sabot.system.update.steps.BOARDS_S", 0.01)
    changed(place.house, version="2", sabot_sh=BOARDS.replace("{}", "exec sleep 60"))
    service = Systemd(place)
    assert place.update(service).done() == "done"
    assert any(line.startswith("BOARDS LEFT   ") and "gave no answer" in line for line in place.lines)
    assert service.up == "active"


def test_power_that_goes_away_between_any_two_steps_leaves_one_whole_version(tmp_path: Path) -> None:
    ends = []
    for nth in range(8):
        place = Place(tmp_path / str(nth), CLOSED)
        before = place.stands()
        changed(place.house, version="2", new="a file that was not there")
        with pytest.raises(PowerCutError):
            place.update(Systemd(place))._replace(say=cut(place, nth)).done()
        resting = Systemd(place)
        resting.up = "inactive"
        place.update(resting).settled()
        assert not place.program.is_on_trial and resting.told == []
        ends.append(place.stands() == before)
        assert place.update(Systemd(place)).done() == ("done" if ends[-1] else "nothing")
        assert (place.copy / "current/new").exists()
    assert ends == [True] * 7 + [False]


def test_an_update_puts_back_what_one_before_it_left_on_trial(place: Place) -> None:
    changed(place.house, version="2")
    with pytest.raises(PowerCutError):
        place.update(Systemd(place))._replace(say=cut(place, 5)).done()
    assert place.program.is_on_trial
    changed(place.house, version="3")
    service = Systemd(place)
    assert place.update(service).done() == "done"
    assert service.told[0] == ("stop", "2")
    assert (place.copy / "current/version").read_text() == "3"
    assert any(line.startswith("put back") and str(outcome.INTERRUPTED) in line for line in place.lines)


def test_of_several_backups_the_last_takes_the_place_of_a_journal_that_cannot_be_read(place: Place) -> None:
    for day in ("20260101", "20260102"):
        save(place.settings, place.folder / f"before-update-{day}-000000.zip", plain=True)
    place.backups[0].write_bytes(b"none")
    place.settings.journal_path.write_bytes(b"as no older version reads it")
    PARTS["mended"](place.settings, silent)
    assert remembered(place.settings.journal_path)


def test_a_journal_that_cannot_be_read_and_has_no_backup_stays(place: Place) -> None:
    place.settings.journal_path.write_bytes(b"as no older version reads it")
    with pytest.raises(UpdateError):
        PARTS["mended"](place.settings, silent)
    assert place.settings.journal_path.read_bytes() == b"as no older version reads it"


@pytest.mark.parametrize("nth", range(8))
def test_a_kill_before_any_change_of_the_disk_leaves_the_link_at_a_whole_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nth: int
) -> None:
    """Seven changes make a switch and its confirmation."""
    newer, left, checkout = tmp_path / "versions/2", iter(range(nth)), Checkout(tmp_path)
    for folder in (tmp_path, newer):
        (folder / ".venv/bin").mkdir(parents=True)
        (folder / ".venv/bin/sabot").touch()
    checkout.link()

    def until_killed(act: Callable[..., Any]) -> Callable[..., Any]:
        def acted(*given: Any, **more: Any) -> Any:
            if next(left, None) is None:
                raise PowerCutError
            return act(*given, **more)

        return acted

    with monkeypatch.context() as patch, nullcontext() if nth == 7 else pytest.raises(PowerCutError):
        for name in ("rename", "unlink", "symlink_to"):
            patch.setattr(Path, name, until_killed(getattr(Path, name)))
        checkout.switch(newer)
        checkout.confirm()
    assert checkout.linked.exists()
    checkout.put_back()
    assert checkout.linked.exists() and not checkout.is_on_trial
    assert checkout.running == (newer if nth == 7 else tmp_path)


@pytest.mark.parametrize("stamp", [None, b"", b"\0" * 60, b"{}"])
def test_a_version_that_was_half_made_is_made_once_more(place: Place, stamp: bytes | None) -> None:
    """A power cut may leave the name of a file whose content was not on disk yet."""
    changed(place.house, version="2")
    revision = place.program.fetched()
    half = place.copy / "versions" / revision[:12]
    half.mkdir(parents=True)
    (half / "version").write_text("half")
    if stamp is not None:
        (half / ".venv").mkdir()
        (half / ".venv/sabot-setup.json").write_bytes(stamp)
    assert place.update(Systemd(place)).done() == "done"
    assert (place.copy / "current/version").read_text() == "2"


def test_nothing_is_begun_under_a_coup_an_open_table_or_a_program_changed_by_hand(tmp_path: Path) -> None:
    lying = Place(tmp_path / "lying", BetsClosed(), CLOSED)
    playing, resting = Place(tmp_path / "playing"), Place(tmp_path / "resting", CLOSED)
    for place in (lying, playing, resting):
        changed(place.house, version="2")
        before = place.stands()
        service = Systemd(place) if place is not resting else None
        with Journal(place.settings.journal_path):
            with pytest.raises(UpdateError, match=r"coup 1 lies|a table is open"):
                place.update(service).done()
        assert place.stands() == before and place.told()["state"] == "refused"
        assert service is None or service.told == []
        assert not (place.copy / "versions").exists()
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


@pytest.mark.parametrize(("free_mb", "came"), [(599, "refused"), (600, "done")])
def test_an_update_wants_room_for_a_second_environment(
    place: Place, monkeypatch: pytest.MonkeyPatch, free_mb: int, came: str
) -> None:
    changed(place.house, version="2")
    free = SimpleNamespace(free=free_mb * 1_000_000)
    monkeypatch.setattr("sabot.system.update.checkout.shutil.disk_usage", lambda path: free)
    with pytest.raises(UpdateError, match="expected 600 MB") if came == "refused" else nullcontext():
        place.update().done()
    assert place.told()["state"] == came
    assert (place.copy / "versions").exists() == (came == "done")


def test_a_table_that_somebody_starts_by_hand_is_switched_too(place: Place) -> None:
    changed(place.house, version="2")
    assert place.update().done() == "done"
    assert (place.copy / "current/version").read_text() == "2" and not place.program.is_on_trial


def test_two_updates_at_once_are_one(place: Place) -> None:
    with outcome.alone(place.folder / "update"), pytest.raises(UpdateError, match="at work already"):
        place.update().done()
