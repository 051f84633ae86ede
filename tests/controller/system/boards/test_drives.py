"""The drive of a loader is found by its socket, mounted by root or by the desktop, and written through."""

from __future__ import annotations

import errno
import os
import subprocess
from pathlib import Path

import pytest

from sabot.system.boards import drives
from sabot.system.boards.drives import Drive, DriveError
from tests.controller.system.boards.bench import Clock, Pico, another_loader

DRIVE = Drive("/dev/sda1", "8:1", "1-1.3")
MOUNTS = """22 1 259:2 / / rw,relatime shared:1 - ext4 /dev/nvme0n1p2 rw
90 22 8:17 / /media/pi/STICK rw - vfat /dev/sdb1 rw
91 22 8:1 / /media/pi/RPI\\040RP2 rw,nosuid - vfat /dev/sda1 rw
torn
"""


def test_a_loader_is_a_drive_as_soon_as_its_partition_can_be_mounted(tmp_path):
    pico = Pico(tmp_path)
    assert drives.drives(tmp_path) == []
    pico.becomes("loader")
    assert drives.drives(tmp_path) == [Drive(f"{tmp_path}/dev/sda1", "8:1", "1-1.3")]
    another_loader(tmp_path)
    assert [each.socket for each in drives.drives(tmp_path)] == ["1-1.3", "1-1.4"]
    (tmp_path / "sys/block/sdb/sdb0").mkdir()
    (tmp_path / "dev/sdb0").touch()
    assert [each.device[-4:] for each in drives.drives(tmp_path)] == ["sda1", "sdb1"]
    (tmp_path / "dev/sda1").unlink()
    assert [each.socket for each in drives.drives(tmp_path)] == ["1-1.4"]


@pytest.mark.parametrize(
    ("name", "number"), [("idVendor", "0781"), ("idProduct", "000f"), ("idProduct", "000a")]
)
def test_a_stick_and_the_loader_of_another_chip_are_no_drive_of_ours(tmp_path, name, number):
    pico = Pico(tmp_path)
    pico.becomes("loader")
    (tmp_path / "sys/devices/usb1/1-1.3" / name).write_text(number)
    assert drives.drives(tmp_path) == []


def test_a_disk_that_hangs_at_no_usb_is_no_drive_of_ours(tmp_path):
    (tmp_path / "sys/block/mmcblk0/mmcblk0p1").mkdir(parents=True)
    assert drives.drives(tmp_path) == []


# --- mounting


@pytest.fixture
def tools(tmp_path, monkeypatch):
    """Programs of the system that only note how they were called. A file `wrong` makes them fail."""
    script = """#!/bin/sh
echo "$(basename "$0") $*" >>{folder}/calls
[ ! -e {folder}/wrong ] || {{ cat {folder}/wrong >&2; exit 1; }}
{{ [ "$1" = mount ] && cp {folder}/mounted {folder}/mounts; }} || true
"""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("mount", "umount", "udisksctl", "pkcheck"):
        (folder / name).write_text(script.format(folder=tmp_path))
        (folder / name).chmod(0o755)
    (tmp_path / "mounted").write_text(MOUNTS)
    (tmp_path / "mounts").write_text("")
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return tmp_path


def calls(folder: Path) -> list[str]:
    path = folder / "calls"
    return path.read_text().splitlines() if path.exists() else []


def test_root_mounts_the_drive_in_a_folder_of_its_own_and_lets_go_of_it(tools):
    with drives.mounted(DRIVE, is_root=True) as folder:
        assert folder.is_dir()
        assert calls(tools) == [f"mount -t vfat -o rw,nosuid,nodev,noexec /dev/sda1 {folder}"]
    assert calls(tools)[1:] == [f"umount --lazy {folder}"]
    assert not folder.exists()


def test_what_mount_says_is_passed_on_and_no_folder_is_left(tools, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tools / "temporary"))
    monkeypatch.setattr("tempfile.tempdir", None)
    (tools / "temporary").mkdir()
    (tools / "wrong").write_text("mount: /dev/sda1: no medium found.\n")
    with pytest.raises(
        DriveError, match=r"^the drive /dev/sda1 cannot be mounted: mount: /dev/sda1: no medium"
    ):
        with drives.mounted(DRIVE, is_root=True):
            pass
    assert list((tools / "temporary").iterdir()) == []
    assert len(calls(tools)) == 1


def test_a_drive_that_the_desktop_has_mounted_is_used_where_it_is(tools):
    (tools / "mounts").write_text(MOUNTS)
    with drives.mounted(DRIVE, is_root=False, mounts=tools / "mounts") as folder:
        assert str(folder) == "/media/pi/RPI RP2"
    assert calls(tools) == []


def test_a_drive_that_nobody_has_mounted_is_mounted_by_the_desktops_own_service(tools):
    clock = Clock()
    with drives.mounted(
        DRIVE, is_root=False, mounts=tools / "mounts", wait=clock.wait, monotonic_s=clock
    ) as folder:
        assert str(folder) == "/media/pi/RPI RP2"
    assert calls(tools) == ["udisksctl mount --no-user-interaction -b /dev/sda1"]


def test_a_user_who_may_not_mount_is_told_to_mount_it_or_to_use_sudo(tools):
    (tools / "wrong").write_text("Error mounting: Not authorized to perform operation\n")
    clock = Clock()
    ways = {"is_root": False, "mounts": tools / "mounts", "wait": clock.wait, "monotonic_s": clock}
    with pytest.raises(
        DriveError, match=r"not mounted \(udisksctl: .*Not authorized.*\): mount it, or run .* sudo"
    ):
        with drives.mounted(DRIVE, **ways):
            pass
    assert clock.now_s == pytest.approx(drives.MOUNT_S, abs=1)


def test_whether_this_user_may_mount_is_known_before_a_drive_is_there(tools, monkeypatch):
    assert drives.no_mount(is_root=False) == ""
    assert calls(tools) == [f"pkcheck --action-id {drives.MOUNTING} --process {os.getpid()}"]
    (tools / "wrong").write_text("Not authorized.\n")
    assert drives.no_mount(is_root=False) == "pkcheck: Not authorized."
    assert drives.no_mount(is_root=True) == ""
    (tools / "bin/pkcheck").unlink()
    monkeypatch.setenv("PATH", str(tools / "bin"))
    assert drives.no_mount(is_root=False) == ""
    (tools / "bin/udisksctl").unlink()
    assert drives.no_mount(is_root=False) == "udisksctl is not installed"


def test_a_system_without_the_service_of_a_desktop_is_told_the_same(tools, monkeypatch):
    monkeypatch.setenv("PATH", str(tools / "empty"))
    clock = Clock()
    ways = {"is_root": False, "mounts": tools / "mounts", "wait": clock.wait, "monotonic_s": clock}
    with pytest.raises(DriveError, match="udisksctl is not installed"):
        with drives.mounted(DRIVE, **ways):
            pass


def test_a_program_that_never_ends_is_given_up(tools, monkeypatch):
    def hangs(*words: object, **more: object) -> None:
        raise subprocess.TimeoutExpired("mount", 30)

    monkeypatch.setattr(subprocess, "run", hangs)
    with pytest.raises(DriveError, match="timed out after 30 seconds"):
        with drives.mounted(DRIVE, is_root=True):
            pass


# --- copying


def test_only_the_drive_of_an_rp2040_is_written_to(tmp_path):
    with pytest.raises(DriveError, match=r"is not the drive of an RP2040: its INFO_UF2\.TXT"):
        drives.checked(tmp_path)
    (tmp_path / "INFO_UF2.TXT").write_text(
        "UF2 Bootloader v1.0\nModel: Raspberry Pi RP2350\nBoard-ID: RP2350\n"
    )
    with pytest.raises(DriveError):
        drives.checked(tmp_path)
    (tmp_path / "INFO_UF2.TXT").write_text(
        "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n"
    )
    drives.checked(tmp_path)


def test_every_byte_is_written_through_to_the_drive(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr(os, "fsync", lambda number: synced.append(os.fstat(number).st_size))
    data = bytes(range(256)) * 300
    assert drives.copied(data, tmp_path / "a.uf2") == ""
    assert (tmp_path / "a.uf2").read_bytes() == data
    assert synced == [len(data)]


def test_a_drive_that_goes_away_with_its_last_block_is_no_failure_by_itself(tmp_path, monkeypatch):
    def gone(number: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", gone)
    assert drives.copied(b"data", tmp_path / "a.uf2") == "Input/output error"


def test_a_drive_on_which_no_file_can_be_made_is_a_failure_before_anything_is_written(tmp_path):
    with pytest.raises(DriveError, match="cannot be written: No such file or directory"):
        drives.copied(b"data", tmp_path / "none" / "a.uf2")


def test_a_drive_that_takes_not_one_byte_is_a_failure_before_anything_is_written():
    with pytest.raises(DriveError, match="/dev/full cannot be written: No space left on device"):
        drives.copied(b"data", Path("/dev/full"))


def test_a_drive_that_does_not_say_how_much_room_it_has_is_written_to(tmp_path, monkeypatch):
    (tmp_path / "INFO_UF2.TXT").write_text("Board-ID: RPI-RP2\n")
    monkeypatch.setattr("shutil.disk_usage", lambda folder: (0, 0, 0))
    drives.checked(tmp_path, 1000)

    def refuses(folder: Path) -> None:
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr("shutil.disk_usage", refuses)
    drives.checked(tmp_path, 1000)
    monkeypatch.setattr("shutil.disk_usage", lambda folder: (9000, 8000, 1000))
    drives.checked(tmp_path, 1000)
    with pytest.raises(DriveError, match="has room for 1000 bytes, and the image has 1001"):
        drives.checked(tmp_path, 1001)
