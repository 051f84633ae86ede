"""Every example in a docstring or on a page of docs/ runs and says what is printed there."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from tests import doctests

FOUND = doctests.found()
LEAST_LINES = 150


@pytest.mark.parametrize("example", FOUND, ids=lambda each: each.name)
def test_an_example_runs_as_it_is_printed(
    example: doctest.DocTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(doctests.furnished(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=told.append)
    assert not told, "".join(told)


def test_the_project_has_many_lines_of_examples() -> None:
    assert doctests.lines(FOUND) >= LEAST_LINES


def test_a_wrong_example_is_seen() -> None:
    wrong = doctests.PARSER.get_doctest(">>> 1 + 1\n3\n", {}, "wrong", "wrong.py", 0)
    told: list[str] = []
    doctest.DocTestRunner().run(wrong, out=told.append)
    assert "Expected:\n    3\nGot:\n    2" in "".join(told)
