"""`sabot see`: one JSON line a picture, and a word about every file that is none."""

from __future__ import annotations

import errno
import json
import os
import struct
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from sabot.cli import main
from sabot_vision.pictures import PictureError, loaded
from sabot_vision.places import MARK_NUMBERS, mark

PICTURES = Path(__file__).with_name("pictures")


def see(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, list[dict[str, object]], str]:
    """The exit status, the lines and what was said on standard error."""
    with pytest.raises(SystemExit) as end:
        main(["see", *map(str, words)])
    told = capsys.readouterr()
    return int(end.value.code or 0), [json.loads(line) for line in told.out.splitlines()], told.err


def jpeg(path: Path, picture: np.ndarray) -> Path:
    cv2.imwrite(str(path), picture)
    return path


def test_each_picture_is_one_line_with_its_cards(capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted(PICTURES.glob("table-*.jpg"))[:2]
    status, lines, said = see(capsys, *files)
    assert (status, said) == (0, "")
    assert [line["file"] for line in lines] == [str(path) for path in files]
    for line in lines:
        assert set(line) == {"file", "cards", "ms"}
        for card in line["cards"]:  # type: ignore[attr-defined]
            assert set(card) - {"unsure"} == {"card", "confidence", "box", "quad", "zone"}
            assert (card["card"] is None) == ("unsure" in card)
            assert len(card["box"]) == len(card["quad"]) == 4


def test_files_that_are_no_pictures_are_named_and_the_others_still_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = tmp_path / "words.jpg"
    words.write_text("not a picture")
    good = jpeg(tmp_path / "good.png", np.full((100, 100, 3), 90, np.uint8))
    status, lines, said = see(capsys, tmp_path / "absent.jpg", words, good)
    assert status == 1
    assert [line["file"] for line in lines] == [str(good)]
    assert said.splitlines() == [
        f"sabot: {tmp_path / 'absent.jpg'}: No such file or directory",
        f"sabot: {words}: no picture, or damaged",
    ]


def test_the_marked_picture_is_written_beside_others_of_its_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    first = jpeg(tmp_path / "a.jpg", np.full((80, 80, 3), 90, np.uint8))
    second = jpeg(tmp_path / "a.png", np.full((80, 80, 3), 90, np.uint8))
    see(capsys, "--draw", tmp_path / "out" / "marked", first, second)
    assert sorted(path.name for path in (tmp_path / "out" / "marked").iterdir()) == ["a-2.png", "a.png"]


def test_a_file_whose_name_is_not_utf_8_is_read_and_drawn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    strange = tmp_path / os.fsdecode(b"a\xff.png")
    jpeg(tmp_path / "a.png", np.full((80, 80, 3), 90, np.uint8)).rename(strange)
    status, lines, said = see(capsys, "--draw", tmp_path / "out", strange)
    assert (status, said) == (0, "")
    assert lines[0]["file"] == str(strange)
    assert os.listdir(os.fsencode(tmp_path / "out")) == [b"a\xff.png"]


def test_a_marked_picture_that_cannot_be_written_is_told_and_what_was_read_is_still_printed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    file = jpeg(tmp_path / "a.png", np.full((80, 80, 3), 90, np.uint8))
    monkeypatch.setattr(Path, "write_bytes", full)
    status, lines, said = see(capsys, "--draw", tmp_path / "out", file)
    drawn = tmp_path / "out" / "a.png"
    assert (status, lines[0]["cards"]) == (1, [])
    assert said == f"sabot: {file}: not drawn: {drawn} cannot be written: No space left on device\n"


WHOLE = "0,0 1279,0 1279,719 0,719"
"""The corners of a table that fills a picture of 1280 × 720."""


def config(folder: Path, camera: str = "", *, game: str = "baccarat-banque") -> Path:
    """A configuration with these lines about its camera."""
    file = folder / "table.toml"
    file.write_text(f'[table]\ngame = "{game}"\n[camera]\n{camera}\n')
    return file


def zones(line: dict[str, object]) -> list[tuple[str, str | None]]:
    """Each card and where it lies, by name."""
    return sorted((card["card"] or "?", card["zone"]) for card in line["cards"])  # type: ignore[attr-defined]


LIE = [("2D", "gauche"), ("5S", "banque"), ("8H", "droite"), ("TH", "gauche"), ("TS", "droite")]
"""What `table-000.jpg` shows besides a Dutch Queen, who lies in the middle."""


def test_a_card_in_a_zone_of_the_table_is_told_with_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = config(tmp_path, f'corners = "{WHOLE}"')
    status, lines, said = see(capsys, "--config", file, PICTURES / "table-000.jpg")
    assert (status, said) == (0, "")
    assert zones(lines[0]) == sorted([*LIE, ("?", "banque")])


def test_a_card_between_the_zones_lies_in_none(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """On a table of 800 × 500 mm the left half of the picture ends at 400 mm."""
    file = config(tmp_path, f'corners = "{WHOLE}"\nzones = "left 0,0 300,500"')
    _, lines, _ = see(capsys, "--config", file, PICTURES / "table-000.jpg")
    left = {("2D", "left"), ("TH", "left")}
    assert set(zones(lines[0])) == left | {(card, None) for card in ("?", "5S", "8H", "TS")}


def test_without_a_configuration_no_zone_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, said = see(capsys, PICTURES / "table-000.jpg")
    assert (status, said) == (0, "")
    assert {zone for _, zone in zones(lines[0])} == {None}


@pytest.mark.parametrize(("camera", "game"), [('use = "nose"', "baccarat-banque"), ("", "roulette")])
def test_where_there_are_no_zones_no_marks_are_missed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, camera: str, game: str
) -> None:
    empty = jpeg(tmp_path / "empty.png", np.full((100, 100, 3), 90, np.uint8))
    status, _, said = see(capsys, "--config", config(tmp_path, camera, game=game), empty)
    assert (status, said) == (0, "")


def test_without_kept_corners_the_marks_in_each_picture_say_where_the_zones_are(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A picture that shows none is read all the same: its cards lie in no zone, and one line says why."""
    bare = PICTURES / "table-000.jpg"
    laid = cv2.imread(str(bare))
    for number, (x, y) in zip(MARK_NUMBERS, ((0, 0), (1216, 0), (1216, 656), (0, 656)), strict=True):
        laid[y : y + 64, x : x + 64] = cv2.cvtColor(mark(number, 48), cv2.COLOR_GRAY2BGR)
    shown = jpeg(tmp_path / "marks.png", laid)
    status, lines, said = see(capsys, "--config", config(tmp_path), bare, shown)
    assert status == 0
    assert {zone for _, zone in zones(lines[0])} == {None}
    assert set(LIE) <= set(zones(lines[1]))
    assert len(said.splitlines()) == 1
    assert said.startswith(f"sabot: {bare}: no zones: mark 0, 1, 2, 3 is not seen")


def test_the_letters_are_those_of_the_configuration_unless_others_are_asked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = config(tmp_path, f'letters = "nl"\ncorners = "{WHOLE}"')
    _, dutch, _ = see(capsys, "--config", file, PICTURES / "table-000.jpg")
    _, french, _ = see(capsys, "--config", file, "--letters", "fr", PICTURES / "table-000.jpg")
    assert ("QC", "banque") in zones(dutch[0])
    assert ("JC", "banque") in zones(french[0])


def test_zones_are_drawn_into_the_marked_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    empty = jpeg(tmp_path / "empty.png", np.full((200, 200, 3), 90, np.uint8))
    file = config(tmp_path, 'corners = "20,20 180,20 180,180 20,180"')
    see(capsys, "--config", file, "--draw", tmp_path / "out", empty)
    out = cv2.imread(str(tmp_path / "out" / "empty.png"))
    assert (out != 90).any(), "the outline of the zones"


@pytest.mark.parametrize(
    ("camera", "why"),
    [
        ('corners = "10,20 30,40"', "camera: four points are needed"),
        ('corners = "10;20"', "camera: '10;20' is no point"),
        ('zones = "punto 0,0"', "camera: zone 'punto': two or more corners"),
        ('corner = ""', "did you mean corners?"),
    ],
)
def test_a_configuration_that_cannot_be_is_refused_in_words_before_a_picture_is_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, camera: str, why: str
) -> None:
    file = config(tmp_path, camera)
    status, lines, said = see(capsys, "--config", file, PICTURES / "table-000.jpg")
    assert (status, lines) == (2, [])
    assert said.startswith(f"sabot: {file}")
    assert why in said
    assert len(said.splitlines()) == 1


def test_without_the_extra_one_line_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "sabot_vision"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "cv2", None)
    status, lines, said = see(capsys, "any.jpg")
    assert (status, lines) == (2, [])
    assert "setup EXTRA=camera" in said
    assert len(said.splitlines()) == 1


def noted(path: Path, picture: np.ndarray, orientation: int) -> Path:
    """A JPEG with an EXIF note of how the camera was held."""
    data = cv2.imencode(".jpg", picture)[1].tobytes()
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff = b"MM\x00\x2a\x00\x00\x00\x08" + struct.pack(">H", 1) + entry + b"\x00" * 4
    exif = b"Exif\x00\x00" + tiff
    path.write_bytes(data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:])
    return path


def test_a_picture_is_turned_as_its_exif_note_says(tmp_path: Path) -> None:
    """Orientation 6 of the EXIF standard: the camera's top is at the right."""
    picture = np.zeros((60, 100, 3), np.uint8)
    picture[:20] = 255
    turned = loaded(noted(tmp_path / "held.jpg", picture, 6))
    assert turned.shape == (100, 60, 3)
    assert turned[:, 45:].mean() > 200


def enormous(path: Path) -> Path:
    """A PNG that claims 60,000 pixels either way in a few bytes."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\x00" * 1000)) + chunk(b"IEND", b"")
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + parts)
    return path


@pytest.mark.parametrize("kind", ["jpg", "png"])
def test_a_picture_that_is_cut_short_is_refused_not_read_in_part(tmp_path: Path, kind: str) -> None:
    whole = jpeg(tmp_path / f"whole.{kind}", np.random.default_rng(1).integers(0, 255, (300, 300, 3)))
    cut = tmp_path / f"cut.{kind}"
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size * 2 // 3])
    with pytest.raises(PictureError, match="cut short"):
        loaded(cut)


@pytest.mark.parametrize("size", [(50, 50_000), (41, 30_000), (20_000, 45)])
def test_in_a_picture_that_is_hardly_more_than_a_line_there_are_no_cards(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, size: tuple[int, int]
) -> None:
    line = jpeg(tmp_path / "line.png", np.full((*size, 3), 90, np.uint8))
    status, lines, said = see(capsys, line)
    assert (status, lines[0]["cards"], said) == (0, [], "")


def test_a_heic_file_is_called_so_with_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "phone.heic"
    file.write_bytes(b"\x00\x00\x00\x24ftypheic" + b"\x00" * 400)
    with pytest.raises(PictureError, match="a HEIC file, which is not read here: let the camera save JPEG"):
        loaded(file)


def test_pictures_beyond_bearing_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="larger than 64 million pixels"):
        loaded(enormous(tmp_path / "huge.png"))
    with pytest.raises(PictureError, match="only 9 × 9 pixels"):
        loaded(jpeg(tmp_path / "tiny.png", np.zeros((9, 9, 3), np.uint8)))
    (tmp_path / "nothing.jpg").touch()
    with pytest.raises(PictureError, match="empty"):
        loaded(tmp_path / "nothing.jpg")
    with pytest.raises(PictureError, match="directory"):
        loaded(tmp_path)
