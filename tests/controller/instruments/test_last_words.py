"""What is shown of an eye's process that has ended (sabot/instruments/camera/eye.py), without a process."""

from __future__ import annotations

import pytest

from sabot.instruments.camera.eye import last_words


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (b"", ""),
        (b"one\ntwo\n\n", "two"),
        (b"rtsp://me:secret@10.0.0.7/live: no route", "rtsp://10.0.0.7/live: no route"),
        (b"\xff", "\ufffd"),
        (b"x" * 200, "x" * 200),
        (b"x" * 201, "x" * 200),
    ],
)
def test_the_last_line_of_a_process_is_shown_without_a_password_and_in_two_hundred_letters(
    written: bytes, shown: str
):
    assert last_words(written) == shown
