"""The tool that changes code and looks whether a test notices (tools/mutants.py, tools/mutating.py)."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tools import mutants as tool
from tools.mutants import NEAREST_S, TESTS_S, Outcome, Unchanged, near, stages
from tools.mutating import mutants


def changed(source: str) -> list[str]:
    """What `mutants` makes of a piece of code."""
    return [each.made(source) for each in mutants("file.py", source)]


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ("A = 1", ["A = 2", "A = 0"]),
        ("A = 0.5", ["A = 1.5", "A = -0.5"]),
        ("A = True", ["A = False"]),
        ("A = b < c", ["A = b <= c"]),
        ("A = b not in c", ["A = b in c"]),
        ("A = b < c < d", []),
        ("A = b + c", ["A = b - c"]),
        ("A = b // c", ["A = b * c"]),
        ("A = b and c", ["A = b or c"]),
        ("A = not b", ["A = b"]),
        ("a.b = c", ["pass"]),
        ("a += b", ["pass"]),
        ("f(a)", ["pass"]),
        ("raise a", ["pass"]),
        ("a = b", []),
        ("A = 'text'", []),
    ],
)
def test_each_kind_of_code_is_changed_in_its_way(source: str, made: list[str]):
    assert changed(source) == made


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring."""',
        "a: int | None",
        "assert a == 1",
        "log.warning('%s', a + 1)",
        "A = f'{a + 1}'",
        "A = zip(a, b, strict=True)",
        "@frozen(True)\ndef f(a: b | c) -> d | e:\n    return a",
    ],
)
def test_what_no_test_should_see_is_left_alone(source: str):
    assert changed(source) == []


def test_one_place_is_changed_at_a_time_and_the_rest_stays():
    source = "def f(a):\n    return a + 1 if a < 2 else 1"
    made = changed(source)
    assert "def f(a):\n    return a - 1 if a < 2 else 1" in made
    assert "def f(a):\n    return a + 1 if a <= 2 else 1" in made
    assert len(made) == len({*made}) == 8


def test_a_change_has_a_name_that_other_code_does_not_change():
    def keys(source: str) -> list[str]:
        return [each.key for each in mutants("file.py", source)]

    source = "class C:\n    def f(a):\n        return [a < b, a < b]"
    assert keys(source) == ["file.py::C.f: a < b -> a <= b", "file.py::C.f: a < b -> a <= b #1"]
    assert set(keys(source)) < set(keys("X = 3\n" + source))


@pytest.mark.slow
def test_the_nearest_tests_are_those_named_like_the_module_then_those_that_import_it():
    tests = near("controller/sabot/instruments/line/watch.py")
    assert tests[0] == "tests/controller/instruments/test_watch.py"
    assert tests.index("tests/controller/instruments/test_port.py") < len(tests) / 2
    assert near("dashboard/sabot_dashboard/roles.py")[0] == "tests/dashboard/test_roles.py"
    assert near("dashboard/sabot_dashboard/pages/setup.py")[0] == "tests/dashboard/test_setup_pages.py"


def test_a_change_is_judged_by_its_nearest_tests_first_and_by_others_while_there_is_time():
    seconds = {"a": 1.0, "b": NEAREST_S - 1, "c": 1.0, "d": TESTS_S, "e": TESTS_S - NEAREST_S - 1}
    assert stages("abcdex", seconds) == [["a", "b"], ["c", "e"]]
    assert stages("dab", seconds) == [["d"]]
    assert stages("x", seconds) == []


def test_a_report_of_pytest_says_how_long_each_file_takes_and_what_fails_anyway(tmp_path: Path):
    report = tmp_path / "report.xml"
    report.write_text(
        "<testsuites><testsuite>"
        '<testcase classname="tests.core.test_a" name="test_one" time="1.5"/>'
        '<testcase classname="tests.core.test_a" name="test_two[x]" time="0.25"><failure/></testcase>'
        "</testsuite></testsuites>"
    )
    known = tool.read(report)
    assert known == Unchanged({"tests/core/test_a.py": 1.75}, ["tests/core/test_a.py::test_two[x]"])


class Runs:
    """Tests that end with these statuses, one run after the other (None: they hang), and what they saw of the
    module that was changed."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, *statuses: int | None) -> None:
        self.tree, self.file = folder, folder / "a.py"
        self.file.write_text("A = 1\nB = 2\n")
        self.runs: list[tuple[str, list[str], tuple[str, ...], float]] = []
        self._statuses = list(statuses)
        monkeypatch.setattr(tool, "started", self.started)
        monkeypatch.setattr(tool, "LOOK_S", 0.001)

    def started(self, tree: Path, files: list[str], *more: str, limit_s: float) -> int:
        """A process that ends as these tests do."""
        self.runs.append((self.file.read_text(), files, more, limit_s))
        status = self._statuses.pop(0)
        command = (
            "sleep 60"
            if status is None
            else f"kill -XCPU $$; exit {status}"
            if status < 0
            else f"exit {status}"
        )
        return os.posix_spawn("/bin/sh", ["sh", "-c", command], os.environ, setpgroup=0)

    def outcome(self) -> Outcome:
        """What becomes of the first change of the module."""
        known = Unchanged({"t.py": 2.0, "u.py": 1.0}, ["t.py::test_b"])
        first = next(mutants("a.py", self.file.read_text()))
        trial = tool.Trial(first, self.tree, [["t.py"], ["u.py"]], known)
        while (found := trial.outcome()) is None:
            continue
        return found


@pytest.mark.process
@pytest.mark.parametrize(
    ("statuses", "verdict"),
    [
        ((1,), "caught"),
        ((2,), "caught"),
        ((-1,), "hangs"),
        ((0, 1), "caught"),
        ((0, 0), "survived"),
        ((5, 5), "survived"),
    ],
)
def test_a_change_is_made_judged_stage_by_stage_and_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statuses: tuple[int, ...], verdict: str
):
    tests = Runs(tmp_path, monkeypatch, *statuses)
    before_s = tests.file.stat().st_mtime
    assert tests.outcome().verdict == verdict
    assert (
        tests.runs
        == [
            ("A = 2\nB = 2", ["t.py"], ("--deselect=t.py::test_b",), 26.0),
            ("A = 2\nB = 2", ["u.py"], (), 23.0),
        ][: len(statuses)]
    )
    assert tests.file.read_text() == "A = 1\nB = 2\n"
    assert tests.file.stat().st_mtime == pytest.approx(before_s, abs=0.001)


@pytest.mark.process
def test_tests_that_never_end_are_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tool, "LONGEST_S", 0.05)
    assert Runs(tmp_path, monkeypatch, None).outcome().verdict == "hangs"


@pytest.mark.process
def test_a_run_goes_on_where_the_last_one_stopped_and_again_tries_the_survivors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    tests = Runs(tmp_path, monkeypatch, *(1, 1, 0), 0, *(0, 1))
    chosen = list(mutants("a.py", tests.file.read_text()))
    monkeypatch.setattr(tool, "RESULTS", tmp_path / "mutants.json")
    monkeypatch.setattr(tool, "TREES", tmp_path.parent)
    monkeypatch.setattr(tool, "copied", lambda tree: None)
    monkeypatch.setattr(tool, "near", lambda file: ["t.py"])
    monkeypatch.setattr(tool, "unchanged", lambda files: Unchanged({"t.py": 1.0}, []))
    (tmp_path.parent / "0").symlink_to(tmp_path)

    def verdicts(several: list[Any], *, again: bool) -> list[str]:
        found = tool.run(several, minutes=1, again=again, workers=1)
        return [found[each.key].verdict for each in several]

    assert verdicts(chosen[:3], again=False) == ["caught", "caught", "survived"]
    assert verdicts(chosen, again=False) == ["caught", "caught", "survived", "survived"]
    assert [each[0] for each in tests.runs] == [each.made("A = 1\nB = 2\n") for each in chosen]
    assert verdicts(chosen, again=True) == ["caught", "caught", "survived", "caught"]
    assert len(tests.runs) == 6
    assert len(json.loads((tmp_path / "mutants.json").read_bytes())) == 4


def test_the_sample_of_a_seed_grows_without_changing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tool, "ROOMS", ("controller/sabot/live/outputs",))
    few = [each.key for each in tool.sample(20, seed=1)]
    assert [each.key for each in tool.sample(40, seed=1)][:20] == few
    assert [each.key for each in tool.sample(20, seed=2)] != few
    assert all(each.startswith(tool.ROOMS) for each in few)
