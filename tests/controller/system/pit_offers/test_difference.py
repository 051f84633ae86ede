"""What would change is shown line by line; what is secret in it is not."""

from __future__ import annotations

import pytest

from sabot.system.pit_offers.difference import LINES_MOST, difference


@pytest.mark.parametrize(
    "line",
    [
        'token = "hidden"',
        "options = { host = 'a', password = 'hidden', n = 1 }",
        'api-key = "hidden" # comment',
        '"secret" = "hidden"',
        'source = "rtsp://joe:hidden@10.0.0.4/live"',
        'urls = "https://hidden@a.example/x https://b.example/y"',
    ],
)
def test_a_secret_is_masked_where_it_comes_goes_or_stays(line: str):
    for before, after in (("", line), (line, ""), (f"{line}\na = 1", f"{line}\na = 2")):
        shown = "\n".join(difference(before, after))
        assert "hidden" not in shown
        assert "********" in shown


def test_a_secret_that_changes_shows_that_it_does():
    assert difference('pin = "1"', 'pin = "2"')[1:] == ["-pin = ********", "+pin = ********"]


def test_nothing_changes_and_nothing_is_shown():
    assert difference("a = 1\n", "a = 1\n") == []


def test_a_file_that_names_a_secret_keeps_its_name():
    assert '+secret_file = "keys/webhooks"' in difference("", 'secret_file = "keys/webhooks"')


def test_what_is_too_long_to_read_says_how_much_is_left_out():
    shown = difference("", "a = 1\n" * 2 * LINES_MOST)
    assert len(shown) == LINES_MOST + 1
    assert shown[-1] == f"… {LINES_MOST + 1}"
