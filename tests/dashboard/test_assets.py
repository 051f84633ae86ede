"""Our own files for the browser (sabot_dashboard/assets.py), and what a screen is told at the start
(sabot_dashboard/settings.py)."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path

from sabot.config import read
from sabot_dashboard.assets import Assets
from sabot_dashboard.settings import Screens, screens


def test_a_file_is_had_by_its_path_plain_and_packed(tmp_path: Path) -> None:
    text = b"a { color: red }\n" * 20
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "base.css").write_bytes(text)
    (tmp_path / "letters.woff2").write_bytes(text)
    (tmp_path / "notes.pdf").write_bytes(text)
    assets = Assets(tmp_path)
    assert sorted(assets.paths) == ["css/base.css", "letters.woff2"]
    style, letters = assets.get("css/base.css"), assets.get("letters.woff2")
    assert style is not None
    assert letters is not None
    assert (style.type, style.plain) == ("text/css; charset=utf-8", text)
    assert style.packed == gzip.compress(text, 9, mtime=0)
    assert (letters.type, letters.plain, letters.packed) == ("font/woff2", text, None)
    assert assets.get("notes.pdf") is None


def test_all_faces_of_the_cards_are_one_file_and_the_four_colours_replace_some(tmp_path: Path) -> None:
    for name in ("cards/2C.svg", "cards/2S.svg", "cards/four/2C.svg"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"<svg>{name}</svg>")
    assets = Assets(tmp_path)
    two, four = assets.get("cards/faces.json"), assets.get("cards/four/faces.json")
    assert two is not None
    assert four is not None
    assert json.loads(two.plain) == {"2C": "<svg>cards/2C.svg</svg>", "2S": "<svg>cards/2S.svg</svg>"}
    assert json.loads(four.plain)["2C"] == "<svg>cards/four/2C.svg</svg>"
    assert json.loads(gzip.decompress(four.packed or b""))["2S"] == "<svg>cards/2S.svg</svg>"


def test_the_version_is_another_once_a_byte_or_a_name_is(tmp_path: Path) -> None:
    file = tmp_path / "a.css"
    file.write_bytes(b"one")
    first = Assets(tmp_path).version
    assert first == hashlib.sha256(b"a.css\0one").hexdigest()[:12]
    file.write_bytes(b"two")
    second = Assets(tmp_path).version
    file.rename(tmp_path / "b.css")
    assert len({first, second, Assets(tmp_path).version}) == 3


def test_a_screen_that_is_told_nothing_is_one_of_a_table_of_two_hundred_browsers() -> None:
    usual = Screens()
    assert (usual.table, usual.game, usual.lang) == ("Table 1", "punto-banco", "en")
    assert (usual.streams, usual.pockets) == (200, 37)


def test_the_screens_know_the_limits_the_host_and_the_pockets_of_their_table() -> None:
    text = '[table]\ngame = "roulette"\n[dashboard]\nhost = "10.0.0.7"\nnames = "a.example b"\n'
    given = '[rules.roulette]\npockets = 38\nminimum = "10"\nmaximum = "500"\n'
    found = screens(read(text + given))
    assert (found.game, found.pockets, found.limits) == ("roulette", 38, "10 – 500")
    assert found.hosts == ("10.0.0.7", "a.example", "b")
    assert screens(read("")).pockets == 37
    assert screens(found) is found
