"""The pictures beside a journal (controller/sabot/record/evidence.py)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

import pytest

from sabot.record.evidence import Evidence, beside, is_named


@pytest.mark.parametrize(("size_bytes", "given"), [(2_000_000, True), (2_000_001, False)])
def test_a_picture_has_two_million_bytes_at_most(tmp_path: Path, size_bytes: int, given: bool):
    data = bytes(size_bytes)
    name = f"{hashlib.sha256(data).hexdigest()[:32]}.jpg"
    (tmp_path / name).write_bytes(data)
    assert (Evidence(tmp_path).picture(name) == data) is given


def test_a_picture_is_named_by_the_first_32_digits_of_its_hash():
    digest = hashlib.sha256(b"card").hexdigest()
    assert is_named(b"card", f"{digest[:32]}.jpg")
    assert not is_named(b"card", f"{digest[:31]}.jpg")
    assert not is_named(b"card", f"{digest[:33]}.jpg")


def test_the_pictures_are_in_a_folder_that_is_named_after_the_journal():
    assert beside(Path("/state/table 7.sqlite3")) == Path("/state/table 7-pictures")


def test_the_pictures_are_counted_while_the_eye_deletes_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for nth in range(3):
        (tmp_path / f"{nth:032x}.jpg").write_bytes(b"card")
    glob = Path.glob

    def listed(folder: Path, pattern: str) -> Iterable[Path]:
        first, *others = sorted(glob(folder, pattern))
        first.unlink()
        return [first, *others]

    monkeypatch.setattr(Path, "glob", listed)
    assert Evidence(tmp_path).stored() == {"pictures": 2, "bytes": 8}


def test_a_table_without_a_folder_of_pictures_has_none(tmp_path: Path) -> None:
    assert Evidence(tmp_path / "none").stored() == {"pictures": 0, "bytes": 0}
