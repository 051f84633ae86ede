"""A training that is interrupted goes on where it was, and says how long it took."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from sabot_vision.training import rebuild
from sabot_vision.training.courses import lasting
from sabot_vision.training.courses.lasting import Batch, Spent, rate_at, taught, took

STEPS, SEED = 12, 5


class Sums:
    """Learns a number that depends on each sample, their order and the rate."""

    def __init__(self, value: float = 1.0) -> None:
        self.value = value
        self.saved: list[tuple[float, Spent]] = []

    def step(self, batch: Batch, rate: float) -> list[float]:
        self.value = (
            self.value * 1.1 + float((batch[0] * np.arange(1, len(batch[0]) + 1)).sum()) * rate
        ) % 97
        return [self.value]

    def kept(self, target: Path, spent: Spent) -> None:
        self.saved.append((self.value, spent))


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lasting, "KEPT_STEPS", 4)
    monkeypatch.setattr(lasting, "TOLD_EVERY", 2)
    monkeypatch.setattr(lasting, "SAVED_EVERY", 5)


def drawn(first: int, last: int) -> Iterator[tuple[Batch, float]]:
    for step in range(first, last):
        yield (np.array([step, step + 0.5]),), 0.25


def whole(pupil: Sums, folder: Path, spent: Spent = Spent("12 steps")) -> list[tuple[Spent, np.ndarray]]:  # noqa: B008
    return list(taught(pupil, drawn, folder / "sums.pt", SEED, STEPS, spent))


@pytest.mark.parametrize("after", [0, 1])
def test_a_training_that_is_interrupted_ends_like_one_that_is_not(after: int, tmp_path: Path) -> None:
    pupil = Sums()
    whole(pupil, tmp_path)
    value, spent = pupil.saved[after]
    other = Sums(value)
    whole(other, tmp_path, spent)
    assert spent.done == (5, 10)[after]
    assert other.value == pupil.value


def test_samples_of_earlier_steps_are_shown_again_beside_the_new_ones(tmp_path: Path) -> None:
    shown = []

    class Looking(Sums):
        def step(self, batch: Batch, rate: float) -> list[float]:
            shown.append(batch[0])
            return super().step(batch, rate)

    whole(Looking(), tmp_path)
    again = [(step, batch[2]) for step, batch in enumerate(shown) if len(batch) == 4]
    assert len(again) > 4
    assert all(step - 4 < earlier < step for step, earlier in again)
    assert all(batch[0] == step for step, batch in enumerate(shown))


def test_a_training_that_is_done_draws_nothing_and_saves_nothing(tmp_path: Path) -> None:
    pupil, asked = Sums(), []

    def seldom(first: int, last: int) -> Iterator[tuple[Batch, float]]:
        asked.append((first, last))
        return drawn(first, last)

    done = Spent("12 steps", done=STEPS)
    assert list(taught(pupil, seldom, tmp_path / "sums.pt", SEED, STEPS, done)) == []
    assert (pupil.value, pupil.saved, asked, list(tmp_path.iterdir())) == (1.0, [], [], [])


def test_the_last_steps_are_saved_and_said_whatever_their_number(tmp_path: Path) -> None:
    pupil = Sums()
    told = whole(pupil, tmp_path)
    assert [spent.done for _, spent in pupil.saved] == [5, 10, 12]
    assert [spent.done for spent, _ in told] == [2, 4, 6, 8, 10, 12]
    assert json.loads((tmp_path / "sums.json").read_text())["done"] == STEPS


def test_the_time_adds_up_over_an_interruption_with_that_of_drawing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lasting.time, "monotonic", count(100, 3).__next__)
    monkeypatch.setattr(lasting.time, "process_time", count(7, 2).__next__)
    pupil = Sums()
    whole(pupil, tmp_path, Spent("12 steps", done=10, clock_s=60, processor_s=50))
    report = rebuild.spent_on(tmp_path / "sums.json")
    assert (report.clock_s, report.processor_s) == (66, 54.5)
    assert took("corner", report._replace(machine="a mill, 2 cores")) == (
        "corner: 12 steps; 0:01:06, 0:00:54 of the processor; a mill, 2 cores"
    )


def test_the_rate_rises_stays_and_falls_to_nothing_in_the_last_third() -> None:
    assert [round(rate_at(step, 900), 2) for step in (0, 99, 400, 599, 750, 900)] == [0.01, 0.5, 1, 1, 0.5, 0]


def test_a_machine_is_called_by_its_processor_and_the_number_of_its_cores() -> None:
    assert lasting.machine().endswith(" cores")


@pytest.mark.parametrize("broken", ["corner", "stranger"])
def test_make_model_trains_two_networks_at_a_time_and_stops_when_one_failed(
    broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    class Process:
        def __init__(self, command: list[str]) -> None:
            asked.append(command[-5:])

        def wait(self) -> int:
            return int(asked[-1][-1] == broken or broken == "corner")

    monkeypatch.setattr(rebuild.subprocess, "Popen", Process)
    with pytest.raises(SystemExit, match="a training failed"):
        rebuild.train("8")
    assert [each[-1] for each in asked] == ["corner", "face", "finder", "stranger"]
    assert all(each[:4] == ["--seed", "8", "--fonts", "build/model/fonts"] for each in asked)


def test_make_model_teaches_the_russian_letters_in_the_fonts_of_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = list[list[str]]()
    monkeypatch.setattr(rebuild.subprocess, "run", lambda command, check: asked.append(command))
    rebuild.teach_russian("8")
    assert [command[2:] for command in asked] == [
        ["sabot_vision.training.oddities.russian", "--seed", "8", "--fonts", "build/model/fonts"]
    ]


def test_fonts_are_unpacked_once_and_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def run(command: list[str], cwd: Path = tmp_path, check: bool = False) -> None:
        asked.append(command)
        if command[0] == "apt-get":
            (cwd / "fonts-lato.deb").touch()
        else:
            command[-1].mkdir()

    monkeypatch.setattr(rebuild.subprocess, "run", run)
    monkeypatch.setattr(rebuild.shutil, "which", "/usr/bin/{}".format)
    for _ in range(2):
        rebuild.fetch_fonts(tmp_path / "fonts")
    (fetched, unpacked) = asked
    assert fetched[:2] == ["apt-get", "download"]
    assert "fonts-lato" in fetched
    assert unpacked[:3] == ["dpkg", "-x", tmp_path / "packages" / "fonts-lato.deb"]
    assert (tmp_path / "fonts").is_dir()


def test_without_debian_there_are_no_fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuild.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match="apt-get"):
        rebuild.fetch_fonts(tmp_path / "fonts")
