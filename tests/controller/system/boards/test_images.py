"""Which files may be flashed: whole UF2 files for the chip, whose hash a manifest knows."""

from __future__ import annotations

import json
import shutil
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.instruments.line import link
from sabot.system.boards import images
from sabot.system.boards.images import ImageError
from sabot.system.boards.ports import KINDS

SHOE = (images.SHIPPED / "sabot-shoe.uf2").read_bytes()
BLOCKS = len(SHOE) // 512


def changed(at: int, value: int, block: int = 1) -> bytes:
    """The image of the shoe with another number in one block."""
    data = bytearray(SHOE)
    struct.pack_into("<I", data, block * 512 + at, value)
    return bytes(data)


@pytest.mark.parametrize("board", KINDS.values())
def test_an_image_comes_with_the_program_for_each_board(board):
    image = images.shipped(board)
    assert (image.board, image.link_version, len(image.commit)) == (board, link.LINK_VERSION, 40)
    pieces = (image.data[at + 32 : at + 288] for at in range(0, len(image.data), 512))
    assert board.encode() + b"\0" in b"".join(pieces)
    assert image.called() == f"{board} {image.version} ({image.commit[:12]})"


def test_a_board_for_which_no_image_comes_is_told_so():
    with pytest.raises(ImageError, match="no image for sabot-panel comes with this version"):
        images.shipped("sabot-panel")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "is no UF2 file"),
        (b"UF2\n" * 200, "is no UF2 file"),
        (SHOE[:31], "is no UF2 file"),
        (b"\x7fELF" + SHOE, "is no UF2 file"),
        (SHOE[:-1], "is cut: 511 bytes follow the last whole block"),
        (SHOE[:-512], f"is cut: it has {BLOCKS - 1} blocks of {BLOCKS}"),
        (SHOE[512:], "is cut: it has"),
        (SHOE + SHOE[-512:], "is cut: it has"),
        (changed(0, 7), "is damaged in block 1"),
        (changed(4, 7), "is damaged in block 1"),
        (changed(508, 7, BLOCKS - 1), f"is damaged in block {BLOCKS - 1}"),
        (changed(28, 0xE48BFF59), "is for another chip: family e48bff59; e48bff56, the RP2040, was expected"),
        (changed(8, 0), "is for another chip"),
        (changed(8, 0x2001), "is for another chip"),
        (changed(12, 0x10000000), "is not in order at block 1"),
        (changed(16, 255), "is not in order at block 1"),
        (changed(20, 2), "is not in order at block 1"),
        (bytes(SHOE[:512]) * 8193, "is larger than the flash of the chip"),
    ],
)
def test_a_file_that_is_no_whole_image_for_this_chip_is_refused_before_anything_is_touched(
    tmp_path, data, why
):
    file = tmp_path / "sabot-shoe.uf2"
    file.write_bytes(data)
    with pytest.raises(ImageError) as refused:
        images.checked(file)
    assert str(refused.value).startswith(f"{file} {why}")
    assert "Nothing was touched" in str(refused.value)


@given(st.integers(0, BLOCKS - 1), st.integers(0, 255), st.integers(0, 255))
def test_a_file_with_any_other_byte_is_in_no_manifest(block, at, bits):
    data = bytearray(SHOE)
    data[block * 512 + 32 + at] ^= bits
    with_file = images.SHIPPED / "sabot-shoe.uf2"
    assert images.fault(bytes(data)) == ""
    assert (images.known(bytes(data), with_file) is not None) is (bits == 0)


def test_a_file_that_only_the_manifest_in_its_own_folder_knows_is_taken(tmp_path):
    data = changed(40, 7)
    file = tmp_path / "mine.uf2"
    file.write_bytes(data)
    with pytest.raises(ImageError, match=r"is unknown: neither .* has its hash"):
        images.checked(file)
    entry = {"name": "sabot-shoe", "file": "mine.uf2", "version": "0.9.1", "link_version": 2}
    entry["sha256"] = images.digest(data)
    (tmp_path / "images.json").write_text(json.dumps({"commit": "", "images": [entry]}))
    image = images.checked(file)
    assert (image.board, image.version, image.data, image.file) == ("sabot-shoe", "0.9.1", data, file)
    assert image.called() == "sabot-shoe 0.9.1 (of no commit)"


def test_an_image_of_this_version_is_known_under_any_name_and_in_any_folder(tmp_path):
    file = Path(shutil.copy(images.SHIPPED / "sabot-wheel.uf2", tmp_path / "board.bin"))
    assert images.checked(file)[:2] == images.shipped("sabot-wheel")[:2]


@pytest.mark.parametrize(
    "text", ["", "{", '{"images": [{"link_version": []}]}', '{"images": [{"link_version": "x"}]}']
)
def test_a_manifest_that_cannot_be_read_is_one_line(tmp_path, text):
    (tmp_path / "images.json").write_text(text)
    file = Path(shutil.copy(images.SHIPPED / "sabot-wheel.uf2", tmp_path))
    with pytest.raises(ImageError, match=r"images.json cannot be read .*: take the files of a release"):
        images.checked(file)


@pytest.mark.parametrize("text", ["[]", "{}", '{"images": 3}', '{"images": [3, {}]}'])
def test_a_manifest_that_names_no_image_knows_none(tmp_path, text):
    (tmp_path / "images.json").write_text(text)
    assert {each.sha256 for each in images.listed(tmp_path)} <= {""}


def test_a_manifest_names_files_of_its_own_folder_only(tmp_path):
    (tmp_path / "images.json").write_text(json.dumps({"images": [{"file": "../../etc/passwd"}]}))
    (entry,) = images.listed(tmp_path)
    assert entry.file == tmp_path / "passwd"


def test_of_a_file_without_an_end_no_more_is_read_than_the_flash_of_the_chip_holds():
    with pytest.raises(ImageError, match="is no UF2 file"):
        images.checked(Path("/dev/zero"))


def test_a_file_that_is_not_there_is_one_line(tmp_path):
    with pytest.raises(ImageError, match="cannot be read: No such file or directory"):
        images.checked(tmp_path / "none.uf2")


@pytest.mark.parametrize(
    ("version", "than", "order"),
    [
        ("0.1.0", "0.2.0", -1),
        ("0.2.0", "0.2.0", 0),
        ("0.10.0", "0.9.9", 1),
        ("1.0.0", "0.99.99", 1),
        ("0.2.0 gate blocked at start by watchdog", "0.2.0", 0),
        ("0.2.0 9.9.9", "0.2.0", 0),
        ("", "0.2.0", None),
        ("0.2", "0.2.0", None),
        ("0.2.0", "two", None),
        ("0.2.0-rc1", "0.2.0", None),
        ("0.2.٣", "0.2.0", None),
        ("9" * 5000 + ".0.0", "0.2.0", None),
    ],
)
def test_versions_are_compared_by_their_numbers_and_what_is_none_is_not_compared(version, than, order):
    assert images.order(version, than) == order
