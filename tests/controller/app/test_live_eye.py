"""A whole table with an eye: the process that it starts, what the screens learn, and its end."""

from __future__ import annotations

import json
import time
import urllib.request
from pathlib import Path

import pytest

from sabot.app.assemble import running
from sabot.config import read

PICTURES = Path(__file__).parents[2] / "vision" / "pictures"


def settings(folder: Path, use: str):
    scene = folder / "scene"
    scene.mkdir()
    for number in range(1500):
        (scene / f"{number:04}.jpg").symlink_to(PICTURES / "table-000.jpg")
    return read(
        f'[dashboard]\nport = 0\nstreams = 4\n[journal]\npath = "table.sqlite3"\n[camera]\nsource = "scene"\n'
        f'use = "{use}"\ncorners = "0,0 1279,0 1279,719 0,719"\n',
        file=folder / "table.toml",
    )


@pytest.mark.process
@pytest.mark.slow
def test_an_eye_that_is_the_sabot_shows_what_lies_and_deals_nothing_that_lay_there_before(tmp_path: Path):
    pytest.importorskip("cv2", reason="OpenCV is not installed (extra: camera)")
    with running(settings(tmp_path, "sabot")) as table:
        assert not table.simulated
        assert [reader.watch.role for reader in table.readers] == ["camera"]
        end = time.monotonic() + 60
        while len(lying := table.feed.newest.view["eye"]["lying"]) < 3:
            assert time.monotonic() < end, table.readers[0].status()
            time.sleep(0.05)
        view = table.feed.newest.view
        assert view["coup"] == 0
        assert {"camera"} == {each["role"] for each in view["instruments"] if each["state"] == "found"}
        picture = next(each["picture"] for each in lying if each["picture"])
        with urllib.request.urlopen(f"{table.address}pictures/{picture}", timeout=60) as answer:
            assert answer.headers["Content-Type"] == "image/jpeg"
        told = f"{table.address}technician/camera/status"
        while not shown(told).get("cards"):
            assert time.monotonic() < end
            time.sleep(0.05)


def shown(address: str) -> dict[str, object]:
    with urllib.request.urlopen(address, timeout=60) as answer:
        told: dict[str, object] = json.load(answer)
        return told
