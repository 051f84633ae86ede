"""Every command that may take long shows how far it is, on a terminal; on a pipe it is silent."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from sabot.bench import rehearsal as bench_rehearsal
from sabot.bench import rules as bench_rules
from sabot.bench import wheel as bench_wheel
from sabot.cli import COMMANDS, bars, main
from sabot.instruments.wheel import edges as wheel_edges
from sabot.instruments.wheel import physics as wheel_physics
from sabot.school import learner
from sabot.school.dealing import learning
from tests.controller.cli.terminal import Terminal, ctrl_c, shown
from tests.controller.instruments.wheel_lines import rounds
from tests.controller.live.test_loop import Table, coup

ROOT = Path(__file__).parents[3]

READ = ["reading bytes", "verifying records"]
COUNTED = ["counting rows", "counting last cards"]

LONG = {
    "journal list": ["reading records"],
    "journal list --all": ["reading records"],
    "journal show 1": ["reading records"],
    "journal verify": ["verifying records", "verifying indexes"],
    "journal export --format csv": ["reading records"],
    "journal export --format json": ["reading records"],
    "journal export --format script": ["reading records"],
    "doctor": ["verifying records"],
    "backup --plain {tmp}/new.zip": ["packing bytes", *READ],
    "restore {tmp}/saved.zip --look": READ,
    "restore {tmp}/saved.zip": [*READ, "putting back bytes", "verifying records"],
    "replay {journal}": ["replaying acts"],
    "referee punto-banco {tmp}/coups.txt": ["judging bytes"],
    "wheel {tmp}/edges.csv": ["judging spins"],
    "wheel {tmp}/cammegh.tsv": ["reading bytes"],
    "wheel --statistics": ["reading records"],
    "odds punto-banco --decks infinite": ["counting"],
    "odds chemin-de-fer": ["counting tableaux"],
    "odds baccarat-banque": ["counting hands", "counting tableaux"],
    "odds trente-et-quarante --study --composition A=2,2=2,3=2,4=1,5=1": COUNTED,
    "odds trente-et-quarante --study --composition A=2,2=2,3=2,4=1,5C=1": COUNTED,
    "print-cards {tmp}/cards.pdf --decks 1": ["drawing cards"],
    "see {root}/vision/sabot_vision/model/table.jpg {tmp}/coups.txt": ["reading pictures"],
    "bench rules": ["timing runs"],
    "bench rehearsal": ["rehearsing coups"],
    "bench school": ["teaching trainees", "sitting at the virtual table"],
    "bench wheel": ["judging spins"],
    "simulate --evenings 2 --json": ["playing evenings"],
    "bench vision": ["reading frames", "following tables", "following larger pictures", "reading tables"],
}
"""What is typed, and the stages that a person sees. Every long command of the house stands here; the stages
of the benches that open tables are looked at in tests/controller/bench, where they are measured anyway."""

BRIEF = {
    *("run", "games", "config", "ports", "calibrate", "people", "school", "backup-key"),
    *("install", "uninstall", "update", "flash"),  # a line for each step
    "pit",
}
"""Commands without a bar."""


@pytest.fixture(autouse=True)
def interrupting():
    with ctrl_c():
        yield


@pytest.fixture
def typed(tmp_path, monkeypatch):
    """What is typed, as words: the table has a journal, and the files that are named are there."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("SABOT_CONFIG", raising=False)
    journal = tmp_path / "sabot" / "table.sqlite3"
    table = Table(journal)
    coup(table)
    table.killed()
    (tmp_path / "coups.txt").write_text("8C KD 3H 6S\n")
    places = {"tmp": tmp_path, "journal": journal, "root": ROOT}
    return lambda words: [word.format(**places).replace(",", " ") for word in words.split()]


@pytest.fixture
def at_a_terminal(monkeypatch):
    """Run the command with standard error on a terminal; everything that was written there."""

    def run(arguments: list[str], *, status: int | None = 0) -> str:
        terminal = Terminal()
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setattr(bars, "BRIEF_WORK_S", 0.0)
        monkeypatch.setattr(sys, "stderr", terminal.file)
        with pytest.raises(SystemExit) as end:
            main(arguments)
        assert status is None or end.value.code == status
        return terminal.said()

    return run


@pytest.fixture
def small(monkeypatch):
    """The benches, with little to do."""
    for module, less in {
        bench_rules: {"runs": 1},
        bench_rehearsal: {"coups": 20},
        learner: {"trainees": 1, "days": 2},
        learning: {"trainees": 1, "sittings": 1, "coups": 2},
        bench_wheel: {"spins": 4},
    }.items():
        monkeypatch.setattr(module, "measure", partial(module.measure, **less))


@pytest.fixture
def small_pictures(monkeypatch, tmp_path):
    bench = pytest.importorskip("sabot_vision.bench")
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "one.jpg").symlink_to(ROOT / "vision" / "sabot_vision" / "model" / "table.jpg")
    for name in ("several", "each_frame"):
        monkeypatch.setattr(bench, name, partial(getattr(bench, name), tmp_path / "tables"))
    monkeypatch.setattr(bench, "FRAMES_UNTIL_SETTLED", 9)  # a slow machine reads a picture in five
    monkeypatch.setattr(bench, "measure", partial(bench.measure, 1))


def recordings(folder: Path) -> None:
    """Of both sorts of wheel."""
    rng = random.Random(2)
    _, pulses = wheel_physics.spin(rng, clockwise=True)
    (folder / "edges.csv").write_text(wheel_edges.written(wheel_physics.edges(pulses)))
    lines = (b"%d.5\t%s" % (at, line) for at, line in enumerate(rounds([17, 4])))
    (folder / "cammegh.tsv").write_bytes(b"".join(lines))


def saved(typed) -> None:
    with pytest.raises(SystemExit):
        main(typed("backup --plain {tmp}/saved.zip"))


def stages(said: str) -> list[str]:
    """The bars that reached their end, in order."""
    return [line.partition("  [")[0] for line in shown(said) if line.endswith("]  100%")]


def test_every_command_is_either_long_or_brief():
    assert {words.split()[0] for words in LONG} | BRIEF == set(COMMANDS)
    assert not {words.split()[0] for words in LONG} & BRIEF


@pytest.mark.parametrize("words", LONG)
def test_a_long_command_shows_each_of_its_stages_up_to_100_percent(
    words, typed, at_a_terminal, tmp_path, request, monkeypatch
):
    if words.startswith("restore"):
        saved(typed)
    recordings(tmp_path)
    if words.startswith("bench"):
        request.getfixturevalue("small_pictures" if words.endswith("vision") else "small")
    said = at_a_terminal(typed(words), status=1 if words.startswith("see") else 0)
    assert stages(said) == LONG[words]


QUICK = [words for words in LONG if words.split()[0] not in ("bench", "odds", "see", "print-cards")]


@pytest.mark.parametrize("words", QUICK)
def test_on_a_pipe_it_is_silent_and_prints_what_it_prints_on_a_terminal(
    words, typed, at_a_terminal, tmp_path, capsys
):
    saved(typed)
    recordings(tmp_path)
    capsys.readouterr()
    with pytest.raises(SystemExit):
        main(typed(words))
    plain, err = capsys.readouterr()
    assert (err, plain != "") == ("", True)
    if words.split()[0] not in ("backup", "restore", "doctor"):  # they tell of dates and places
        at_a_terminal(typed(words))
        assert capsys.readouterr().out == plain


# --- Ctrl-C


def stopped_at(stage: str, monkeypatch) -> None:
    """Press Ctrl-C in this stage, when its first step is done, or before it where it has none."""
    begun = bars.Bars.__call__

    def opened(self, doing, total):
        if doing == stage:
            monkeypatch.setattr(bars.Bar, "__call__", pressed)
        return begun(self, doing, total)

    def pressed(self, steps):
        self.done += steps
        if steps:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(bars.Bars, "__call__", opened)


UNWRITTEN = "nothing was changed, and {tmp}/new.zip was not written"


@pytest.mark.parametrize(
    ("words", "stage", "left"),
    [
        ("journal verify", "verifying records", "the journal was only read, nothing was changed"),
        ("journal export", "reading records", "the journal was only read, nothing was changed"),
        ("backup --plain {tmp}/new.zip", "packing bytes", UNWRITTEN),
        ("backup --plain {tmp}/new.zip", "verifying records", UNWRITTEN),
        ("restore {tmp}/saved.zip", "reading bytes", "nothing was changed"),
        ("restore {tmp}/saved.zip", "verifying records", "nothing was changed"),
        ("restore {tmp}/saved.zip", "putting back bytes", "nothing was changed"),
        ("print-cards {tmp}/cards.pdf --decks 1", "drawing cards", "{tmp}/cards.pdf was not written"),
        ("replay {journal}", "replaying acts", "nothing was changed, the replay kept a journal of its own"),
        ("bench rehearsal", "rehearsing coups", "what was measured is not kept; nothing was changed"),
    ],
)
def test_ctrl_c_says_how_far_it_was_and_what_it_leaves(
    words, stage, left, typed, at_a_terminal, tmp_path, monkeypatch, small
):
    monkeypatch.setattr("sabot.record.journal.STRIDE_RECORDS", 1)
    saved(typed)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    stopped_at(stage, monkeypatch)
    said = at_a_terminal(typed(words), status=130)
    assert f"sabot: stopped at {stage}, " in said
    assert f"): {left.format(tmp=tmp_path)}" in said
    assert said.endswith("\n")
    assert list((tmp_path / "temporary").iterdir()) == []
    assert not list(tmp_path.glob("new.zip*"))


def test_what_ctrl_c_interrupts_while_it_is_put_back_is_put_back_by_the_next_try(
    typed, at_a_terminal, tmp_path, monkeypatch
):
    saved(typed)
    folder = tmp_path / "sabot"
    kept, names = (folder / "table.sqlite3").read_bytes(), sorted(folder.iterdir())
    with monkeypatch.context() as pressing:
        stopped_at("putting back bytes", pressing)
        at_a_terminal(typed("restore {tmp}/saved.zip"), status=130)
    assert (folder / "table.sqlite3").read_bytes() == kept
    assert sorted(folder.iterdir()) == names
    at_a_terminal(typed("restore {tmp}/saved.zip"))
    at_a_terminal(typed("journal verify"))


def test_ctrl_c_while_files_take_their_places_says_where_those_before_are(
    typed, at_a_terminal, tmp_path, monkeypatch
):
    saved(typed)
    monkeypatch.setattr(
        "sabot.system.restoring._put_in_place", lambda *given: signal.raise_signal(signal.SIGINT)
    )
    said = at_a_terminal(typed("restore {tmp}/saved.zip"), status=130)
    assert "not everything is back, restore it again; what was there is in " in said
    assert list((tmp_path / "sabot").glob("*.new")) == []


def test_ctrl_c_when_all_is_back_says_so(typed, at_a_terminal, monkeypatch):
    saved(typed)
    monkeypatch.setattr("sabot.record.journal.STRIDE_RECORDS", 1)
    putting_back = bars.Bars.__call__

    def opened(self, doing, total):
        if doing == "putting back bytes":
            monkeypatch.setattr(bars.Bars, "__call__", putting_back)
            stopped_at("verifying records", monkeypatch)
        return putting_back(self, doing, total)

    monkeypatch.setattr(bars.Bars, "__call__", opened)
    said = at_a_terminal(typed("restore {tmp}/saved.zip"), status=130)
    assert "everything is back; `sabot journal verify` looks at it once more" in said


@pytest.mark.process
def test_ctrl_c_pressed_at_a_real_terminal_ends_a_long_command_in_one_line(typed, tmp_path):
    """A replay as slow as can be waits at its first act; the keys go through the terminal itself."""
    terminal = Terminal()
    there = ["sh", "-c", 'exec "$@" <"$0" >"$0" 2>&1', os.ttyname(terminal.line)]
    process = subprocess.Popen(
        [*there, sys.executable, "-m", "sabot.cli", *typed("replay {journal} --speed 1e-9")],
        cwd=ROOT,
        env=os.environ | {"TERM": "xterm"},
        start_new_session=True,  # the first terminal that it opens becomes its own
    )
    try:
        terminal.waits_for("replaying acts")
        terminal.types(b"\x03")
        assert process.wait(timeout=60) == 130
    finally:
        process.kill()
    said = terminal.said()
    assert "Traceback" not in said
    assert "sabot: stopped at replaying acts, " in shown(said)[-2]  # behind the ^C that a terminal shows
