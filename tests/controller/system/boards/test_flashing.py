"""A board is flashed where it is older; a failure says how the board is now and what to do. No board was
there: `bench` stands for one."""

from __future__ import annotations

import errno
from itertools import permutations
from pathlib import Path

import pytest

from sabot.instruments.line.found import Found
from sabot.system.boards import images
from sabot.system.boards.flashing import FlashError
from sabot.system.boards.ports import KINDS
from tests.controller.system.boards.bench import Answering, Pico, another_loader

VERSION = images.shipped("sabot-shoe").version
AS_BEFORE = "pull its USB cable and plug it in again: it then runs the program that it had"
ONCE_MORE = (
    "If it shows up as the drive RPI-RP2 when it is plugged in again, it holds half a program; if it neither"
    " does that nor answers, hold its BOOTSEL button while plugging it in."
    " Then sabot flash --board shoe writes it again"
)


@pytest.mark.parametrize("kind", [*KINDS.values()])
def test_an_older_board_is_flashed_and_asked_for_its_version(tmp_path, kind):
    pico = Pico(tmp_path, kind)
    assert pico.job().done()
    assert (pico.firmware, pico.flashes, pico.state) == (VERSION, 1, "runs")
    assert pico.bauds == [115200, 1200, 115200]
    assert not any(each.is_open for each in pico.lines)
    commit = images.shipped(kind).commit[:12]
    assert pico.says == [
        f"found: {kind} E6616407E3 at /dev/ttyACM0, firmware 0.1.0",
        f"in loader: {kind} E6616407E3, drive {tmp_path}/dev/sda1",
        f"copied: {kind} {VERSION} ({commit})",
        f"flashed: {kind} E6616407E3 says {VERSION}",
    ]


@pytest.mark.parametrize(
    ("firmware", "said"),
    [
        (VERSION, f"same: {VERSION} is in it already"),
        (f"{VERSION} gate blocked at start", f"same: {VERSION} is in it already"),
        ("9.0.0", f"left: its version is newer than {VERSION} (--force flashes it nevertheless)"),
        (
            "of my own",
            f"left: its version cannot be compared with {VERSION} (--force flashes it nevertheless)",
        ),
    ],
)
def test_a_board_that_is_not_older_is_left_unless_it_is_forced(tmp_path, firmware, said):
    pico = Pico(tmp_path, firmware=firmware)
    assert not pico.job().done()
    assert (pico.firmware, pico.bauds, pico.says[1:]) == (firmware, [115200], [said])
    assert pico.job(force=True).done()
    assert (pico.firmware, pico.flashes) == (VERSION, 1)


def test_a_board_of_a_link_version_that_is_not_known_is_newer(tmp_path, monkeypatch):
    pico = Pico(tmp_path)
    monkeypatch.setattr(pico, "answer", unknown)
    assert not pico.job().done()
    assert pico.says[0].endswith("firmware unknown")
    assert "its version is newer" in pico.says[1]


def unknown() -> bytes:
    """The hello of a link version that nobody has written yet."""
    from sabot.instruments.line import link

    return link.encoded(link.Frame(link.HELLO, payload=b"\x09" + b"any"))


@pytest.mark.parametrize(("kind", "other"), [*permutations(KINDS.values(), 2)])
def test_no_board_ever_gets_the_image_of_another_kind_not_even_by_force(tmp_path, monkeypatch, kind, other):
    pico, why = Pico(tmp_path, kind), f"is a {kind}, and the image is for {other}"
    with pytest.raises(FlashError, match=why):
        pico.job(images.shipped(other), force=True).done()
    monkeypatch.setattr(pico, "answer", unknown)  # only its name on USB is known
    with pytest.raises(FlashError, match=why):
        pico.job(images.shipped(other), force=True).done()
    assert (pico.kind, pico.flashes, pico.state) == (kind, 0, "runs")


@pytest.mark.parametrize("kind", [*KINDS.values()])
def test_a_board_that_is_another_one_than_its_name_on_usb_says_gets_no_image_at_all(tmp_path, kind):
    pico = Pico(tmp_path, kind)
    for other in ("sabot-else", *(each for each in KINDS.values() if each != kind)):
        pico.calls_itself = other
        with pytest.raises(FlashError, match=f"is a {other}, and the image is for {kind}"):
            pico.job(force=True).done()
    for other in {*KINDS.values()} - {kind}:
        pico.calls_itself = other
        with pytest.raises(FlashError, match=f"is a {kind}, and the image is for {other}"):
            pico.job(images.shipped(other), force=True).done()
    assert (pico.flashes, pico.state) == (0, "runs")


def test_a_dry_run_asks_and_touches_nothing(tmp_path):
    pico = Pico(tmp_path)
    assert pico.job(dry=True).done()
    assert (pico.firmware, pico.bauds, pico.state) == ("0.1.0", [115200], "runs")
    assert pico.says[-1].startswith(f"would flash: sabot-shoe {VERSION}")
    waiting = Pico(tmp_path / "waiting")
    waiting.becomes("loader")
    assert waiting.job(dry=True).done()
    assert (waiting.firmware, waiting.state) == ("0.1.0", "loader")


@pytest.mark.parametrize(
    ("step", "why", "firmware"),
    [
        ("opening", "was not asked: .* is not there: is the cable in", "0.1.0"),
        ("asking", "was not asked: the cable was pulled", "0.1.0"),
        ("restarting", f"left its port, and no drive RPI-RP2 came within 20 s: {AS_BEFORE}", "0.1.0"),
        ("mounting", f"The board waits in its loader, and nothing was written: {AS_BEFORE}", "0.1.0"),
        ("copying", f"the board did not come back within 20 s. {ONCE_MORE}", "half"),
        ("coming back", f"the board did not come back within 20 s. {ONCE_MORE}", VERSION),
        ("asking again", f"came back, and does not answer. {ONCE_MORE}", VERSION),
    ],
)
def test_a_cable_that_is_pulled_at_any_step_is_one_line_and_the_next_try_ends_well(
    tmp_path, step, why, firmware
):
    pico = Pico(tmp_path, pull=step)
    with pytest.raises(FlashError, match=why):
        pico.job().done()
    assert pico.firmware == firmware
    assert not any(each.is_open for each in pico.lines)
    pico.plugged()
    assert pico.job().done() is (firmware != VERSION)
    assert (pico.firmware, pico.state) == (VERSION, "runs")


def test_a_flash_that_is_told_to_end_says_how_the_board_gets_out_of_its_loader(tmp_path):
    pico = Pico(tmp_path)

    def told_to_end(seconds: float) -> None:
        raise KeyboardInterrupt

    pico.ignores_touch = True
    with pytest.raises(KeyboardInterrupt):
        pico.job()._replace(machine=pico.machine()._replace(wait=told_to_end)).done()
    assert pico.says[-1].startswith(
        f"broken off: the board may wait in its loader: {AS_BEFORE}. If it shows up"
    )


def test_a_board_that_waits_in_its_loader_is_flashed_though_it_cannot_be_asked(tmp_path):
    pico = Pico(tmp_path)
    pico.becomes("loader")
    assert pico.job().done()
    assert (pico.firmware, pico.bauds) == (VERSION, [115200])
    assert pico.says[0] == f"found: a board in its loader, drive {tmp_path}/dev/sda1"


def test_no_board_or_two_that_wait_in_their_loaders_are_none_that_could_be_meant(tmp_path):
    pico = Pico(tmp_path)
    pico.becomes("away")
    with pytest.raises(
        FlashError,
        match=r"^no sabot-shoe runs at a USB port, and no board waits in its loader: is the cable in",
    ):
        pico.job().done()
    pico.becomes("loader")
    another_loader(tmp_path)
    with pytest.raises(FlashError, match=r"^2 boards wait in their loaders: leave one plugged in"):
        pico.job().done()
    assert pico.flashes == 0


def test_another_board_that_waits_elsewhere_is_not_written_to(tmp_path):
    pico = Pico(tmp_path)
    pico.ignores_touch = True
    another_loader(tmp_path)
    with pytest.raises(FlashError, match="did not restart into its loader; it runs as before"):
        pico.job().done()
    assert pico.flashes == 0


def test_a_board_that_does_not_answer_is_left_and_the_button_is_named(tmp_path):
    pico = Pico(tmp_path)
    pico.mute = True
    with pytest.raises(
        FlashError, match=r"does not answer; nothing was changed. Plug it in with its BOOTSEL"
    ):
        pico.job().done()
    assert pico.bauds == [115200]


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError(errno.EBUSY, "busy"), "is in use by another program: by a table\\? Close it first"),
        (PermissionError(errno.EACCES, "no"), "add this user to the group dialout"),
    ],
)
def test_a_port_of_an_open_table_or_of_another_user_is_one_line(tmp_path, monkeypatch, error, why):
    pico = Pico(tmp_path)

    def refuses(device: str, baud: int) -> Answering:
        raise error

    monkeypatch.setattr(pico, "opened", refuses)
    with pytest.raises(FlashError, match=why):
        pico.job().done()


def test_a_board_at_no_socket_of_usb_is_not_touched(tmp_path):
    pico = Pico(tmp_path)
    job = pico.job()
    with pytest.raises(FlashError, match="is no port of USB"):
        job._replace(board=job.board._replace(socket="")).done()
    assert pico.bauds == [115200]


def test_an_image_for_the_other_board_is_refused_before_anything_is_touched(tmp_path):
    pico = Pico(tmp_path, "sabot-wheel")
    with pytest.raises(FlashError, match="is a sabot-wheel, and the image is for sabot-shoe"):
        pico.job(images.shipped("sabot-shoe"), force=True).done()
    assert pico.bauds == [115200]


def test_a_user_who_may_not_mount_the_drive_is_told_so_before_the_board_leaves_its_port(tmp_path):
    pico = Pico(tmp_path)
    pico.may_not_mount = "pkcheck: Not authorized"
    with pytest.raises(FlashError, match=r"may not mount .* \(pkcheck: Not authorized\): sudo sabot flash"):
        pico.job().done()
    assert (pico.bauds, pico.state) == ([115200], "runs")


def test_a_drive_that_cannot_be_mounted_leaves_the_board_as_it_was(tmp_path):
    pico = Pico(tmp_path)
    pico.drive_fails = True
    with pytest.raises(FlashError, match=f"permission denied. The board waits .*: {AS_BEFORE}"):
        pico.job().done()
    assert pico.flashes == 0


def test_the_board_at_the_same_socket_must_come_back_and_not_another_of_its_kind(tmp_path):
    pico = Pico(tmp_path)
    pico.neighbours = [Found("/dev/ttyACM7", "Sabot shoe", "E9")]
    pico.pull = "coming back"
    with pytest.raises(FlashError, match=r"the board did not come back"):
        pico.job().done()


def test_a_drive_that_is_not_of_this_chip_is_not_written_to(tmp_path):
    pico = Pico(tmp_path)
    pico.about = "UF2 Bootloader v1.0\nModel: Raspberry Pi RP2350\nBoard-ID: RP2350\n"
    with pytest.raises(FlashError, match=f"is not the drive of an RP2040.* nothing was written: {AS_BEFORE}"):
        pico.job().done()
    assert [each.name for each in (tmp_path / "disk").iterdir()] == ["INFO_UF2.TXT"]


def test_a_board_that_comes_back_with_a_version_that_nobody_copied_is_told(tmp_path, monkeypatch):
    pico = Pico(tmp_path)

    def another(data: bytes) -> None:
        pico.firmware = "9.0.0"
        pico.becomes("runs")

    monkeypatch.setattr(pico, "takes", another)
    with pytest.raises(FlashError, match=f"came back with 9.0.0, not with {VERSION}"):
        pico.job().done()


@pytest.mark.parametrize(("before", "had"), [("0.1.0", "0.1.0"), ("", "an unknown version")])
def test_a_board_that_runs_neither_what_it_had_nor_what_was_copied_does_not_run_as_before(
    tmp_path, monkeypatch, before, had
):
    pico = Pico(tmp_path, firmware=before)

    def another(data: bytes) -> None:
        pico.firmware = "0.2.0 gate blocked at start"
        pico.becomes("runs")

    monkeypatch.setattr(pico, "takes", another)
    with pytest.raises(FlashError) as told:
        pico.job(force=True).done()
    assert str(told.value) == (
        f"sabot-shoe E6616407E3 came back with 0.2.0 gate blocked at start, not with {VERSION}."
        f" It had {had}, so what runs in it now is neither of the two: flash it once more"
    )
    pico.becomes("loader")  # and of this one nobody knows what it had
    with pytest.raises(FlashError, match=f"not with {VERSION}: flash it once more$"):
        pico.job().done()


@pytest.mark.parametrize("on_usb", ["sabot-shoe", "sabot-wheel"])
def test_a_board_that_comes_back_as_another_kind_is_not_flashed(tmp_path, monkeypatch, on_usb):
    """By its name on USB, or though that is right, by its own answer."""
    pico = Pico(tmp_path)

    def another(data: bytes) -> None:
        pico.kind, pico.calls_itself, pico.firmware = on_usb, "sabot-wheel", VERSION
        pico.becomes("runs")

    monkeypatch.setattr(pico, "takes", another)
    with pytest.raises(FlashError) as told:
        pico.job().done()
    assert str(told.value) == (
        "the board at /dev/ttyACM0 came back as a sabot-wheel, and the image is for sabot-shoe:"
        f" this is not what was copied. {ONCE_MORE}"
    )
    assert not any(each.startswith("flashed") for each in pico.says)


def test_a_drive_without_room_is_not_written_to_and_the_old_program_runs_on(tmp_path, monkeypatch):
    pico = Pico(tmp_path)
    monkeypatch.setattr("shutil.disk_usage", lambda folder: (16384, 8192, 8192))
    with pytest.raises(FlashError) as told:
        pico.job().done()
    needed = len(images.shipped("sabot-shoe").data)
    assert str(told.value) == (
        f"{tmp_path}/disk has room for 8192 bytes, and the image has {needed}."
        f" The board waits in its loader, and nothing was written: {AS_BEFORE}"
    )
    assert [each.name for each in (tmp_path / "disk").iterdir()] == ["INFO_UF2.TXT"]
    with pytest.raises(FlashError, match=f"nothing was written: {AS_BEFORE}, if that is a whole one$"):
        pico.job().done()  # it waited already: it may hold half a program
    pico.becomes("runs")
    assert (pico.firmware, pico.clock.now_s < 1) == ("0.1.0", True)


def test_a_drive_that_loses_the_file_leaves_a_board_that_runs_what_it_had(tmp_path, monkeypatch):
    pico = Pico(tmp_path)
    monkeypatch.setattr(pico, "takes", lambda data: pico.becomes("runs"))
    with pytest.raises(
        FlashError, match=f"came back with 0.1.0, not with {VERSION}: the copy did not arrive"
    ):
        pico.job().done()


def test_a_board_that_is_gone_before_the_drive_says_that_all_is_written_is_asked(tmp_path, monkeypatch):
    pico = Pico(tmp_path)

    def early(data: bytes, target: Path) -> str:
        target.write_bytes(data)
        return "Input/output error"

    monkeypatch.setattr("sabot.system.boards.drives.copied", early)
    assert pico.job().done()
    assert pico.says[2].endswith("(Input/output error)")
    assert pico.says[3].startswith("flashed")
