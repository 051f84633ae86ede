"""The tool that changes code and looks whether a test notices (tools/mutants.py, tools/mutating.py)."""

from __future__ import annotations

import json
from pathlib import Path

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


def test_the_nearest_tests_are_those_named_like_the_module_then_those_of_its_room_that_import_it():
    tests = near("controller/sabot/instruments/line/watch.py")
    assert tests[0] == "tests/controller/instruments/test_watch.py"
    assert tests.index("tests/controller/instruments/test_port.py") < len(tests) - 1
    assert near("dashboard/sabot_dashboard/roles.py")[0] == "tests/dashboard/test_roles.py"


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


class Tree:
    """A tree with one module, whose tests fail as `status` says; what they saw of it is kept."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, status: int | None) -> None:
        self.file, self.seen = folder / "a.py", list[tuple[str, object, tuple[str, ...], float]]()
        self.file.write_text("A = 1\n")

        def pytest(tree: Path, files: object, *more: str, limit_s: float) -> int | None:
            self.seen.append((self.file.read_text(), files, more, limit_s))
            return status

        monkeypatch.setattr(tool, "pytest", pytest)

    def judged(self) -> Outcome:
        """The verdict on the first change of the module."""
        first = next(mutants("a.py", self.file.read_text()))
        known = Unchanged({"t.py": 2.0, "u.py": 1.0}, ["t.py::test_b"])
        return tool.judged(first, [["t.py"], ["u.py"]], known, self.file.parent)


@pytest.mark.parametrize(
    ("status", "verdict"),
    [(1, "caught"), (2, "caught"), (-11, "caught"), (None, "hangs"), (0, "survived"), (5, "survived")],
)
def test_a_change_is_made_judged_and_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int | None, verdict: str
):
    tree = Tree(tmp_path, monkeypatch, status)
    stat = tree.file.stat()
    assert tree.judged().verdict == verdict
    assert tree.seen[0] == ("A = 2", ["t.py"], ("--deselect=t.py::test_b",), 28.0)
    assert tree.seen[1:] == ([("A = 2", ["u.py"], (), 24.0)] if verdict == "survived" else [])
    assert tree.file.read_text() == "A = 1\n"
    assert tree.file.stat().st_mtime_ns == pytest.approx(stat.st_mtime_ns, abs=1000)


def test_a_run_goes_on_where_the_last_one_stopped_and_again_tries_the_survivors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    chosen = list(mutants("a.py", "A = 1\nB = 2\n"))
    monkeypatch.setattr(tool, "RESULTS", tmp_path / "mutants.json")
    monkeypatch.setattr(tool, "copied", lambda tree: None)
    monkeypatch.setattr(tool, "near", lambda file: ["t.py"])
    monkeypatch.setattr(tool, "unchanged", lambda files: Unchanged({"t.py": 1.0}, []))
    tried: list[str] = []

    def judged(mutant: tool.Mutant, *_: object) -> Outcome:
        tried.append(mutant.key)
        return Outcome("caught" if "1 -> " in mutant.key else "survived", 1.0, 1)

    monkeypatch.setattr(tool, "judged", judged)
    assert tool.run(chosen[:3], minutes=1, again=False, workers=1).keys() == {each.key for each in chosen[:3]}
    found = tool.run(chosen, minutes=1, again=False, workers=1)
    assert tried == [each.key for each in chosen]
    assert [each.verdict for each in found.values()] == ["caught", "caught", "survived", "survived"]
    tool.run(chosen, minutes=1, again=True, workers=2)
    assert tried[4:] == [each.key for each in chosen[2:]]
    assert len(json.loads((tmp_path / "mutants.json").read_bytes())) == 4
    assert tool.run([], minutes=1, again=False, workers=1) == {}


def test_the_sample_of_a_seed_grows_without_changing():
    few = [each.key for each in tool.sample(20, seed=1)]
    assert [each.key for each in tool.sample(40, seed=1)][:20] == few
    assert [each.key for each in tool.sample(20, seed=2)] != few
    assert all(each.startswith(tool.ROOMS) for each in few)
