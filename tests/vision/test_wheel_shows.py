"""Films of wheels by the thousand: which are shown, what is kept and what is counted."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tools import wheel_films
from tools.wheel_films import Case, Report, cases


def line(case: Case, *counts: dict[str, int], wrong: str = "") -> dict[str, Any]:
    """What is kept of a wheel whose spins came to this."""
    spin = {"wrong": wrong, "notes": [], "took_s": [0.8], "picture_ms": [1.0, 2.0], "share": 0.03}
    return {"case": case, "refused": "", "spins": [{**spin, "counts": each} for each in counts]}


def shows(monkeypatch: pytest.MonkeyPatch, *words: str, counts: dict[str, int]) -> tuple[int, list[Case]]:
    """The exit status, and the wheels that were shown."""
    asked: list[Case] = []

    def shown(missing: list[Case], _: argparse.Namespace) -> list[dict[str, Any]]:
        asked.extend(missing)
        return [line(case, counts) for case in missing]

    monkeypatch.setattr(sys, "argv", ["wheel_films", *words])
    monkeypatch.setattr(wheel_films, "_shown", shown)
    return wheel_films.main(), asked


def test_a_wheel_that_was_kept_is_not_shown_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    kept = ("--kept", str(tmp_path / "films.jsonl"))
    status, first = shows(monkeypatch, "--spins", "12", *kept, counts={"right": 1})
    assert (status, len(first)) == (0, 2)
    with (tmp_path / "films.jsonl").open("a") as cut_off:
        cut_off.write('{"case": ["pla')
    capsys.readouterr()
    status, second = shows(monkeypatch, "--spins", "24", *kept, counts={"right": 1})
    assert len(second) == 2
    assert not set(first) & set(second)
    assert json.loads(capsys.readouterr().out)["counts"]["valid"] == {"right": 4}
    assert shows(monkeypatch, "--spins", "24", *kept, counts={"right": 1}) == (0, [])


def test_a_wrong_number_is_an_exit_status(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    words = "--spins", "6", "--kept", str(tmp_path / "films.jsonl")
    assert shows(monkeypatch, *words, counts={"wrong": 1})[0] == 1


def test_every_look_meets_every_ring_and_both_rates():
    names = {"looks": "plain,worn,dim", "layouts": "french,american", "fps": 0.0, "size": "small"}
    asked = list(cases(argparse.Namespace(spins=6 * 18, seed=5, **names)))
    assert len({(case.look, case.layout) for case in asked}) == 6
    assert {case.fps for case in asked} == {30.0, 60.0}
    assert [case.seed for case in asked] == list(range(5, 23))


def test_what_goes_wrong_is_counted_by_its_name_and_the_rest_by_look_ring_and_rate():
    case = Case("worn", "french", "small", 60.0, 1)
    report = Report([line(case, {"right": 1}, {"unsure": 1}), line(case, {"named": 1}, wrong="dark")])
    assert report.counts["worn"] == report.counts["french"] == report.counts["60/s"]
    assert report.counts["worn"] == {"right": 1, "unsure": 1}
    assert report.counts["dark"] == report.counts["faulty"] == {"named": 1}
    assert report.as_dict()["rest_to_number_s"] == [0.8] * 4
