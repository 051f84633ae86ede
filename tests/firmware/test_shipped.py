"""The images that come with the program: those of these sources, the same bytes wherever they are built."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.firmware import bridge
from tests.firmware.board import ROOT
from tools import deb, firmware, firmware_images
from tools.setup import Stopped

DEVICES = firmware.IMAGES
MADE_BY = ("compiler", "sdk")
SOAK = bool(os.environ.get("SABOT_SOAK"))


@pytest.mark.parametrize("device", DEVICES)
def test_an_image_does_not_say_where_it_was_built(device: str) -> None:
    bridge.image(device)
    program = (firmware.BUILT / "rp2040" / f"{device}.bin").read_bytes()
    sources, usb = firmware.sdk()
    assert [each for each in (ROOT, sources, usb) if str(each).encode() in program] == []


@pytest.mark.slow
@pytest.mark.process
def test_an_image_built_in_another_folder_is_the_same_byte_for_byte(tmp_path: Path) -> None:
    """`make soak` builds it; else the one that comes with the program, built elsewhere, is enough."""
    here = bridge.image("sabot-wheel").read_bytes()
    if not SOAK and is_of_the_same_compiler():
        assert (firmware_images.SHIPPED / "sabot-wheel.uf2").read_bytes() == here
        return
    shutil.copytree(ROOT / "firmware", tmp_path / "elsewhere", ignore=shutil.ignore_patterns("node_modules"))
    firmware.compiled(tmp_path / "elsewhere/rp2040", tmp_path, ("sabot-wheel",))
    assert (tmp_path / "sabot-wheel.uf2").read_bytes() == here
    assert b"elsewhere" not in (tmp_path / "rp2040/sabot-wheel.bin").read_bytes()


def test_the_images_that_come_with_the_program_are_of_these_sources() -> None:
    assert firmware_images.fault() == ""


@pytest.mark.parametrize("device", DEVICES)
def test_the_compiler_that_the_manifest_names_makes_the_image_that_comes_with_the_program(
    device: str,
) -> None:
    built = bridge.image(device).read_bytes()
    assert ((firmware_images.SHIPPED / f"{device}.uf2").read_bytes() == built) is is_of_the_same_compiler()


def is_of_the_same_compiler() -> bool:
    """Whether the images that come with the program were made by what makes them here."""
    shipped, here = (firmware_images.read(each) for each in (firmware_images.SHIPPED, firmware.BUILT))
    return all(shipped[each] == here[each] for each in MADE_BY)


# --- shipping


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A folder with the images and their manifest."""
    folder = tmp_path / "built"
    shutil.copytree(firmware_images.SHIPPED, folder, ignore=shutil.ignore_patterns("*.txt"))
    for package in firmware_images.LINKED:
        where = folder / "sdk/usr/share/doc" / package
        where.mkdir(parents=True)
        (where / "copyright").write_text(f"of {package}")
    return folder


def changed(folder: Path, **entries: object) -> None:
    manifest = json.loads((folder / "images.json").read_text()) | entries
    (folder / "images.json").write_text(json.dumps(manifest))


def test_images_and_their_manifest_are_taken_among_the_files_of_the_program(built, tmp_path) -> None:
    target = tmp_path / "target"
    assert firmware_images.ship(built, target) == ""
    assert {each.name for each in target.iterdir()} == {
        each.name for each in firmware_images.SHIPPED.iterdir()
    }
    assert (target / "tinyusb-source.copyright.txt").read_text() == "of tinyusb-source"
    assert firmware_images.read(target) == firmware_images.read(built)
    assert firmware_images.fault(target) == ""


def test_no_image_is_shipped_without_the_licences_of_the_code_in_it(built, tmp_path, monkeypatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(firmware_images, "LINKED", (*firmware_images.LINKED, "no-such-package"))
        assert "the licence of no-such-package is not" in firmware_images.ship(built, tmp_path / "target")
    assert not (tmp_path / "target").exists()
    texts = {each.name: each.read_text() for each in firmware_images.SHIPPED.glob("*.copyright.txt")}
    assert sorted(texts) == sorted(f"{each}.copyright.txt" for each in firmware_images.LINKED)
    assert "Raspberry Pi (Trading) Ltd." in texts["pico-sdk-source.copyright.txt"]
    assert "Ha Thach" in texts["tinyusb-source.copyright.txt"]


def test_sources_that_are_not_committed_give_no_image_of_a_release(built, tmp_path) -> None:
    changed(built, commit="")
    assert firmware_images.ship(built, tmp_path / "target") == firmware_images.NOT_COMMITTED
    assert not (tmp_path / "target").exists()


def test_other_sources_under_the_same_version_are_refused_since_no_board_would_take_them(
    built, tmp_path
) -> None:
    target = tmp_path / "target"
    shutil.copytree(built, target)
    changed(built, sources="others")
    version = firmware_images.numbers()[0]
    assert f"FIRMWARE_VERSION is still {version}" in firmware_images.ship(built, target)
    images = [{**each, "version": "0.5.0"} for each in firmware_images.entries(firmware_images.read(built))]
    changed(built, images=images)
    assert firmware_images.ship(built, target) == ""
    assert "older than the sources" in firmware_images.fault(target)


def test_a_file_that_is_not_the_one_in_its_manifest_is_noticed(built) -> None:
    (built / "sabot-shoe.uf2").write_bytes((built / "sabot-wheel.uf2").read_bytes())
    assert firmware_images.fault(built).startswith("sabot-shoe.uf2 is not the one in its manifest")


@pytest.mark.parametrize("why", ["fault", "stranger"])
def test_a_release_with_images_of_other_sources_or_of_a_strange_commit_is_stopped(
    built, monkeypatch, why
) -> None:
    for name in ("fault", "stranger"):
        monkeypatch.setattr(firmware_images, name, lambda it=name: "not these" if it == why else "")
    with pytest.raises(Stopped, match="not these"):
        deb.build([])


def test_a_commit_that_is_not_in_the_history_is_no_commit_of_a_release(built) -> None:
    changed(built, commit="0" * 40)
    assert "a commit that is not among ours, 000" in firmware_images.stranger(built)


def test_the_digest_of_the_sources_sees_a_name_a_byte_and_a_file_more(tmp_path) -> None:
    for folder in (firmware_images.CHIP, firmware_images.LIGHT, firmware_images.PORTABLE):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    seen = [firmware_images.digest(tmp_path)]
    assert seen == [firmware_images.digest()]

    def differs() -> bool:
        seen.append(firmware_images.digest(tmp_path))
        return seen[-1] not in seen[:-1]

    main, header = (tmp_path / "firmware" / name for name in ("rp2040/main.c", "portable/bytes.h"))
    for file in (
        main,
        header,
        *(tmp_path / "firmware" / each for each in ("portable/crc32.c", "light/lamp.c")),
    ):
        file.write_bytes(file.read_bytes() + b"\n")
        assert differs()
    main.rename(main.with_name("more.c"))
    assert differs()
    (tmp_path / "firmware/portable/other.c").write_text("")
    assert not differs()
    header.write_text('#include "other.h"\n' + header.read_text())
    assert differs()
    (tmp_path / "firmware/portable/other.h").write_text("")
    assert differs()


def test_the_sources_are_every_file_of_the_chip_and_of_the_devices() -> None:
    names = {path.name for path in firmware_images.sources()}
    assert {
        "main.c",
        "usb.c",
        "pins.h",
        "CMakeLists.txt",
        "wheel.c",
        "swipe.c",
        "frame.h",
        "queue.h",
        "lamp.c",
        "light.h",
    } <= names
