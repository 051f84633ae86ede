"""What the eye learned, kept in a file (vision/sabot_vision/learning/file.py) and forgotten from it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sabot_vision.learning import file as files
from sabot_vision.learning.hearing import NEWEST_CARDS
from sabot_vision.learning.samples import FEATURE_COUNT, Look
from sabot_vision.learning.teacher import Teacher
from tests.vision.test_learning import UNDECIDED, samples


def test_what_was_learned_comes_back_from_its_file_which_nobody_else_reads(tmp_path: Path):
    file, every = tmp_path / "table-learned.npz", samples(1)
    every[3] = every[3]._replace(look=Look(every[3].look.features[:1], UNDECIDED))
    files.write(file, every, 1700.0)
    assert file.stat().st_mode & 0o777 == 0o600
    again, since_s = files.found(file)
    assert since_s == 1700.0
    assert [each[:1] + each[2:] for each in again] == [each[:1] + each[2:] for each in every]
    assert len(again[3].look.features) == 1
    np.testing.assert_allclose(again[5].look.features, every[5].look.features, atol=0.02)
    files.write(file, [], 0.0)
    assert not file.exists()


def test_a_file_with_any_bit_of_its_lists_turned_over_ends_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """The lists of an archive say how each part is packed, and each part begins with how to read it."""
    file = tmp_path / "table-learned.npz"
    data = files.packed(samples(1), 1.0)
    begins = (b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06", b"\x93NUMPY")
    places = {data.find(each) + n for each in begins for n in range(70)}
    for place in sorted(places | {data.rfind(b"PK\x01\x02") + n for n in range(46)}):
        for bit in (0, 3, 7):
            damaged = bytearray(data)
            damaged[place % len(data)] ^= 1 << bit
            file.write_bytes(damaged)
            found, since_s = files.found(file)
            assert (len(found), since_s) in ((52, 1.0), (0, 0.0)), (place, bit)
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith(f"{file}: it is not a file of what was learned: ")
    assert told[0].endswith("; the eye begins to learn again")


def test_a_file_with_a_sample_that_no_card_gives_is_as_if_nothing_was_learned(tmp_path: Path):
    file, good = tmp_path / "table-learned.npz", samples(1)
    for wrong in (
        good[0]._replace(name="XX"),
        good[0]._replace(look=Look(np.full((2, FEATURE_COUNT), np.nan, np.float32), UNDECIDED)),
        good[0]._replace(look=Look(np.zeros((0, FEATURE_COUNT), np.float32), UNDECIDED)),
    ):
        file.write_bytes(files.packed([*good, wrong], 1.0))
        assert files.found(file) == ([], 0.0)
    file.write_bytes(files.packed(good, float("nan")))
    assert files.found(file) == ([], 0.0)


def test_a_file_that_is_damaged_or_of_another_network_is_as_if_nothing_was_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = tmp_path / "table-learned.npz"
    assert files.found(file) == files.found(None) == ([], 0.0)
    for damaged in (b"", b"no numbers", files.packed(samples(1), 1.0)[:-400]):
        file.write_bytes(damaged)
        assert files.found(file) == ([], 0.0)
    files.write(file, samples(1), 1.0)
    monkeypatch.setattr(files, "network", lambda: "another")
    with pytest.raises(ValueError, match="another network"):
        files.unpacked(file.read_bytes())
    files.write(tmp_path / "missing" / "file", samples(1), 1.0)  # a disk that refuses stops nothing


def test_while_the_disk_has_not_answered_it_says_neither_and_the_next_quiet_frame_tells(tmp_path: Path):
    asked: list[files.Order] = []
    file = tmp_path / "learned"
    files.write(file, samples(3), 5.0)
    told: list[dict[str, object]] = []
    teacher = Teacher(file, told.append, write=asked.append)
    teacher.forget(NEWEST_CARDS)
    teacher.forget()
    teacher.rest()
    assert (told, "unforgotten" in teacher.status) == ([], False)
    asked[0].done("")  # the older order ends last
    teacher.rest()
    assert told == []
    files.carried_out(asked[1])
    teacher.rest()
    assert told == [{"eye": "taught", "what": "forgot", "cards": 156}]
    assert not file.exists()


def test_on_a_full_disk_what_is_forgotten_is_gone_and_nothing_is_left_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file, told = tmp_path / "learned", list[dict[str, object]]()
    files.write(file, samples(3), 5.0)
    teacher = Teacher(file, told.append)

    def full(path: Path, data: bytes) -> int:
        path.touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert files.write(file, samples(1), 6.0) == "No space left on device"
    assert len(files.found(file)[0]) == 156
    teacher.forget(NEWEST_CARDS)
    assert told == [{"eye": "taught", "what": "drifted", "cards": 156}]
    assert list(tmp_path.iterdir()) == []
