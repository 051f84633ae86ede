"""The tool that changes code and looks whether a test notices (tools/mutants.py)."""

from __future__ import annotations

import ast
import marshal
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tools import choosing, judging
from tools import mutants as tool
from tools.equal_changes import EQUAL
from tools.judging import Verdict
from tools.mutants import Outcome
from tools.mutating import mutants
from tools.nearness import ROOT, near
from tools.touching import Touching, nothing, read


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


SOURCE = """
from x import y

LIMIT = 3
DOUBLE = LIMIT * 2


def small(a):
    return a < LIMIT


def large(a):
    if a > DOUBLE:
        return (
            a + 1
        )
    return a - 2
"""


@pytest.fixture
def product(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A product of one file."""
    (tmp_path / "a.py").write_text(SOURCE)
    monkeypatch.setattr(choosing, "ROOT", tmp_path)
    monkeypatch.setattr(choosing, "SHARING_FILES", 0)
    monkeypatch.setattr(choosing, "near", lambda file: ["t.py", "u.py"])
    monkeypatch.setattr(choosing, "sources", lambda: [("a.py", ast.parse(SOURCE))])
    choosing.uses.cache_clear()
    choosing.derived.cache_clear()
    yield tmp_path
    choosing.uses.cache_clear()
    choosing.derived.cache_clear()


LINES = {9: ["u.py::small", "t.py::small"], 13: ["t.py::large"], 14: ["t.py::sum"], 17: ["t.py::rest"]}
SECONDS = {"u.py::small": 0.1, "t.py::small": 2.0, "t.py::large": 1.0, "t.py::sum": 1.0, "t.py::rest": 1.0}


def chosen(change: str, **more: object) -> tuple[list[str], bool]:
    """The tests for the change of this name."""
    (mutant,) = (each for each in mutants("a.py", SOURCE) if each.key.endswith(change))
    known = Touching(SECONDS, {"a.py": LINES}, set(), set(), {})._replace(**more)  # type: ignore[arg-type]
    return tuple(choosing.choice(mutant, known))  # type: ignore[return-value]


@pytest.mark.usefixtures("product")
def test_a_change_is_judged_by_the_tests_that_touch_its_statement_the_nearest_file_first():
    assert chosen("a < LIMIT -> a <= LIMIT") == (["t.py::small", "u.py::small"], True)
    assert chosen("large: 1 -> 2") == (["t.py::sum"], True)
    assert chosen("a > DOUBLE -> a >= DOUBLE") == (["t.py::large"], True)


def test_after_them_come_the_other_tests_of_the_nearest_files(product: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(choosing, "SHARING_FILES", 1)
    assert chosen("large: 1 -> 2")[0] == ["t.py::sum", "t.py::large", "t.py::rest", "t.py::small"]


@pytest.mark.usefixtures("product")
def test_a_change_outside_functions_is_judged_by_the_tests_of_those_that_use_what_it_makes(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(choosing, "NEAREST_FILES", 0)
    assert chosen("::: 2 -> 3") == (["t.py::large", "t.py::rest", "t.py::sum"], False)
    assert {*chosen("::: 3 -> 4")[0]} == {*SECONDS}


@pytest.mark.usefixtures("product")
def test_a_change_outside_functions_is_also_judged_by_the_nearest_files(monkeypatch: pytest.MonkeyPatch):
    """A driver's table of settings is read by tests, and by no function that names it."""
    monkeypatch.setattr(choosing, "NEAREST_FILES", 1)
    seconds = SECONDS | {"t.py::table": 0.1, "u.py::table": 0.1}
    assert set(chosen("::: 2 -> 3", seconds=seconds)[0]) == {each for each in seconds if each[0] == "t"}


@pytest.mark.usefixtures("product")
def test_tests_that_take_long_or_fail_where_nothing_is_changed_judge_nothing():
    long = SECONDS | {"t.py::small": choosing.TESTS_S}
    assert chosen("a < LIMIT -> a <= LIMIT", seconds=long)[0] == ["u.py::small"]
    assert chosen("a < LIMIT -> a <= LIMIT", failing={"u.py::small"})[0] == ["t.py::small"]


def test_those_of_the_nearest_file_come_before_quicker_ones(product: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(choosing, "SHARING_FILES", 1)
    monkeypatch.setattr(choosing, "TESTS_S", 2.0)
    assert chosen("a < LIMIT -> a <= LIMIT")[0] == ["t.py::small"]


@pytest.mark.usefixtures("product")
def test_tests_near_the_file_that_start_processes_judge_it_too():
    seconds = SECONDS | {"u.py::starts": 1.0, "v.py::starts": 1.0}
    tests, _ = chosen("large: 1 -> 2", seconds=seconds, processes={"u.py::starts", "v.py::starts"})
    assert tests == ["t.py::sum", "u.py::starts"]


@pytest.mark.usefixtures("product")
def test_what_runs_while_its_module_is_imported_needs_a_fresh_process():
    assert chosen("a < LIMIT -> a <= LIMIT", lines={"a.py": {9: ["", "t.py::small"]}}) == (
        ["t.py::small"],
        False,
    )


def test_what_is_known_of_tests_is_kept_and_added_to(tmp_path: Path):
    known, new = nothing(), nothing()
    known.lines["a.py"] = {1: ["t"]}
    new.lines["a.py"] = {1: ["u"], 2: ["u"]}
    new.seconds["u"] = 1.0
    known.add(new)
    (tmp_path / "kept").write_bytes(known.kept())
    assert read(tmp_path / "kept") == known
    assert known.lines == {"a.py": {1: ["t", "u"], 2: ["u"]}}


@pytest.mark.process
@pytest.mark.parametrize(
    ("run", "verdict"),
    [
        (lambda told: 0, Verdict("survived", "")),
        (lambda told: 5, Verdict("survived", "")),
        (lambda told: 2, Verdict("caught", "")),
        (lambda told: os.write(told, b"t.py::a") and 1, Verdict("caught", "t.py::a")),
        (lambda told: os.kill(os.getpid(), signal.SIGXCPU), Verdict("hangs", "")),
        (lambda told: 1 // 0, Verdict("caught", "")),
    ],
)
def test_what_becomes_of_a_change_is_told_by_how_its_tests_end(run: Callable[[int], int], verdict: Verdict):
    assert judging.judged(run, 60.0) == verdict


@pytest.mark.process
def test_a_file_of_tests_that_cannot_be_collected_is_named_with_the_reason(tmp_path: Path):
    (tmp_path / "test_good.py").write_text("def test_a():\n    pass\n")
    (tmp_path / "test_bad.py").write_text("import nowhere_at_all\n")
    (tmp_path / "test_worse.py").write_text("def test_a(:\n    pass\n")
    assert judging.uncollected(tmp_path, ["test_good.py"]) == {}
    found = judging.uncollected(tmp_path, ["test_bad.py", "test_good.py", "test_worse.py"])
    assert found["test_bad.py"] == "ModuleNotFoundError: No module named 'nowhere_at_all'"
    assert "SyntaxError" in found["test_worse.py"]
    assert len(found) == 2


def test_no_change_is_tried_while_a_file_of_tests_cannot_be_collected(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(tool, "sample", lambda count, seed: [])
    monkeypatch.setattr(tool, "copied", lambda tree: None)
    monkeypatch.setattr(tool, "candidates", list)
    monkeypatch.setattr(tool, "uncollected", lambda tree, files: {"tests/test_a.py": "NameError: b"})
    monkeypatch.setattr(sys, "argv", ["mutants"])
    assert tool.main() == 1
    assert capsys.readouterr().err.splitlines() == [
        "mutants: tests/test_a.py cannot be collected: NameError: b",
        "mutants: no change was tried; mend that first, then run it again",
    ]


def test_every_change_that_nobody_could_see_is_still_a_change_of_the_code():
    files = {key.partition("::")[0] for key in EQUAL}
    there = {each.key for file in files for each in mutants(file, (ROOT / file).read_text())}
    assert EQUAL.keys() - there == set()


@pytest.mark.process
def test_tests_that_never_end_are_ended(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(judging, "LONGEST_S", 0.05)
    assert judging.judged(lambda told: threading.Event().wait(60), 60.0).said == "hangs"


def test_a_function_that_is_there_already_gets_its_changed_code():
    source = "def f(a):\n    def g():\n        return a + 1\n    return g"
    space: dict[str, Any] = {}
    exec(compile(source, "file.py", "exec", dont_inherit=True), space)
    inner = space["f"](5)
    (mutant,) = (each for each in mutants("file.py", source) if each.key.endswith("a + 1 -> a - 1"))
    codes = [compile(each, "file.py", "exec", dont_inherit=True) for each in (source, mutant.tree(source))]
    job = judging.Job([], 1.0, *map(marshal.dumps, codes))
    functions = judging.found()
    pairs = [pair for pair in judging.differing(job) if judging.named(pair[0]) in functions]
    assert [before.co_name for before, _ in pairs] == ["f", "g"]
    judging.give(functions, pairs, [])
    assert (inner(), space["f"](5)()) == (4, 4)


@pytest.mark.process
def test_a_change_is_made_in_the_copy_judged_and_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file, saw = tmp_path / "a.py", []
    file.write_text("A = 1\n")
    before_s = file.stat().st_mtime
    (first, _) = mutants("a.py", "A = 1\n")
    worker = tool.Worker.__new__(tool.Worker)
    worker._tree, worker._known = tmp_path, nothing()._replace(seconds={"t": 2.0})
    monkeypatch.setattr(tool, "choice", lambda mutant, known: (["t"], False))

    def cold(tree: Path, job: judging.Job) -> Verdict:
        saw.append((file.read_text(), job.tests, job.limit_s, file.stat().st_mtime > before_s))
        return Verdict("caught", "t")

    monkeypatch.setattr(tool, "cold", cold)
    assert worker.outcome(first)[:3] == ("caught", "t", 1)
    assert saw == [("A = 2", ["t"], 12.0, True)]
    assert file.read_text() == "A = 1\n"
    assert file.stat().st_mtime == pytest.approx(before_s, abs=0.001)


def test_a_run_goes_on_where_the_last_one_stopped_and_again_tries_the_survivors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tool, "RESULTS", tmp_path / "mutants.jsonl")
    one, two, three = list(mutants("a.py", "A = 1\nB = 2\n"))[:3]
    for mutant, verdict in ((one, "survived"), (two, "survived"), (one, "caught")):
        tool.keep(mutant.key, Outcome(verdict, "", 1, 0.1, 1))
    found = tool.results()
    assert tool.due([one, two, three], found, again=False) == [three]
    assert tool.due([one, two, three], found, again=True) == [two, three]


def test_the_report_says_the_share_of_each_room_and_names_what_survived():
    live, record = f"{tool.ROOMS[0]}/a.py::f: 1 -> 2", f"{tool.ROOMS[1]}/b.py::f: 1 -> 2"
    found = {live: Outcome("survived", "", 3, 1.0, 7), record: Outcome("hangs", "", 3, 1.0, 8)}
    assert tool.report(found).splitlines() == [
        f"{live} (line 7)",
        "controller/sabot/live: 0 of 1 caught (0%)",
        "controller/sabot/record: 1 of 1 caught (100%)",
        "all: 1 of 2 caught (50%)",
    ]


def test_the_sample_of_a_seed_grows_without_changing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tool, "ROOMS", ("controller/sabot/live/outputs",))
    few = [each.key for each in tool.sample(20, seed=1)]
    assert [each.key for each in tool.sample(40, seed=1)][:20] == few
    assert [each.key for each in tool.sample(20, seed=2)] != few
    assert all(each.startswith(tool.ROOMS) for each in few)
