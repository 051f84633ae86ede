"""How a house looks, from its configuration: what is wrong is told, and a table opens without it."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from sabot.config import ConfigError, Settings, house, read
from sabot.system import doctor, notices

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path d="M0 0h2v1z"/></svg>'


def png(width_px: int, height_px: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width_px, height_px)


def settled(folder: Path, text: str) -> Settings:
    return read(text, file=folder / "table.toml")


def refused(text: str) -> str:
    with pytest.raises(ConfigError) as error:
        read(text, file=Path("table.toml"))
    return str(error.value)


def test_a_house_has_its_mark_its_colours_its_pictures_and_its_hours(tmp_path: Path) -> None:
    (tmp_path / "mark.svg").write_bytes(SVG)
    (tmp_path / "hall").mkdir()
    (tmp_path / "hall" / "bar.png").write_bytes(png(1920, 1080))
    found = house.look(
        settled(
            tmp_path,
            '[house]\nmark = "mark.svg"\ncloth = "#0B2545"\naccent = "#D9C9A3"\n'
            '[display]\nidle_s = 60\npictures = "hall"\nseconds_per_picture = 20\nopens = "mo-su 15:00"',
        )
    )
    assert found.mark and found.mark.content == SVG
    assert found[1:5] == ("#0B2545", "#D9C9A3", 60, 20)
    assert found.pictures() == {"bar.png": str(tmp_path / "hall" / "bar.png")}
    assert len(found.opens) == 7


def test_a_house_that_chooses_nothing_rests_after_ten_minutes(tmp_path: Path) -> None:
    found = house.look(settled(tmp_path, ""))
    assert (found.mark, found.has_colours, found.idle_s, found.pictures()) == (None, False, 600, {})
    assert doctor.look(settled(tmp_path, "")).state == "found"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[house]\ncloth = "green"', 'line 2: house.cloth: expected a colour such as #0E3B2E, not "green"'),
        ('[house]\ncloth = "#808080"', "line 2: house.cloth: words (#F3EBD8) on the cloth (#808080) have a"),
        ('[house]\naccent = "#0E3B2F"', "line 2: house.accent: words in the accent (#0E3B2F)"),
        (
            '[house]\naccent = "#E69F00"',
            "look like the alarm warning (#E69F00): 0.00 apart; 0.08 is the least",
        ),
        ('[display]\nopens = "15:00"', "line 2: display.opens: expected days and a time such as mo-th 15:00"),
        ('[house]\nmark = 1\ncloth = "#808080"', "house.mark: expected a text in quotes, not 1 (and 1 more"),
    ],
)
def test_colours_and_hours_that_cannot_be_used_are_one_line(text: str, why: str) -> None:
    assert why in refused(text)


@pytest.mark.parametrize(
    ("content", "why"),
    [(None, "cannot be read: No such file"), (SVG.replace(b"path", b"script"), "has an element script")],
)
def test_a_table_opens_without_a_mark_that_cannot_be_used_and_says_so(
    tmp_path: Path, content: bytes | None, why: str
) -> None:
    settings = settled(tmp_path, '[house]\nmark = "mark.svg"')
    if content:
        (tmp_path / "mark.svg").write_bytes(content)
    assert house.look(settings).mark is None
    assert any("house.mark" in each and why in each for each in notices.notices(settings))
    assert doctor.look(settings).state == "missing"
    assert why in doctor.look(settings).why


def test_files_that_are_no_pictures_are_passed_over_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "LARGEST_PICTURE_BYTES", 1000)
    monkeypatch.setattr(house, "MOST_PICTURES", 2)
    (tmp_path / "a folder").mkdir()
    for name, content in {
        ".hidden.png": png(9, 9),
        "1.png": png(1920, 1080),
        "2.txt": b"a list",
        "3.png": png(1920, 1080) + bytes(1000),
        "4.png": png(9000, 9000),
        "5.png": png(800, 600),
        "6.png": png(800, 600),
    }.items():
        (tmp_path / name).write_bytes(content)
    found = house.pictures(tmp_path)
    assert [*found.shown] == ["1.png", "5.png"]
    assert found.passed_over == {
        "2.txt": "no JPEG and no PNG",
        "3.png": "0 MB; 0 MB are the most",
        "4.png": "9000 × 9000 pixels; 40 million are the most",
        "6.png": "more than 2 pictures",
    }
    told = doctor.look(settled(tmp_path, f'[display]\npictures = "{tmp_path}"'))
    assert "display.pictures: 2.txt is passed over: no JPEG and no PNG" in told.why


def test_a_picture_is_found_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bar.png").write_bytes(png(80, 60))
    monkeypatch.chdir(tmp_path)
    found = house.look(read('[display]\npictures = "."', file=Path("table.toml")))
    assert found.pictures() == {"bar.png": str(tmp_path / "bar.png")}


def test_a_folder_that_is_not_there_has_no_pictures_until_it_comes(tmp_path: Path) -> None:
    settings = settled(tmp_path, '[display]\npictures = "stick"')
    found = house.look(settings)
    assert found.pictures() == {}
    assert house.troubles(settings) == ["display.pictures: stick cannot be read: No such file or directory"]
    (tmp_path / "stick").mkdir()
    (tmp_path / "stick" / "bar.png").write_bytes(png(80, 60))
    assert [*found.pictures()] == ["bar.png"]
