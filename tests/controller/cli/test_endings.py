"""Every command that goes on for a while ends when it is told to, with all that it has started.

Each is a process of its own and is told when it shows that it works: it has printed something, it has
started its own processes, or it has opened its file. `make soak` ends a hundred tables and takes the time.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import signal
import sqlite3
import subprocess
import sys
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from sabot.core.observations import SabotOpened, as_dict
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.record.chain import Entry
from sabot.record.journal import Journal
from sabot.record.resume import opening
from tools import endings

pytestmark = [pytest.mark.process, pytest.mark.slow]

ROOT = Path(__file__).parents[3]
LONGEST_S = 60.0
MINUTE_NS = 60_000_000_000


class Command(NamedTuple):
    """A command line; how one sees that it works, given its process and its folder; and its exit statuses
    where they are not those of the signals."""

    words: tuple[str, ...]
    works: Callable[[subprocess.Popen[bytes], Path], object]
    statuses: dict[int, int] | None = None


def until(true: Callable[[], object]) -> None:
    """Wait for what must come."""
    given_up_s = time.monotonic() + LONGEST_S
    while not true():
        assert time.monotonic() < given_up_s, "it never came"
        time.sleep(0.01)


def has_spoken(process: subprocess.Popen[bytes], _: Path) -> None:
    assert process.stdout is not None
    assert select.select([process.stdout], [], [], LONGEST_S)[0], "it said nothing"
    assert process.stdout.readline(), "it has ended"


def begins_to_see(process: subprocess.Popen[bytes], folder: Path) -> None:
    assert process.stdin is not None
    process.stdin.write(json.dumps({"source": "simulated", "game": "punto-banco"}).encode() + b"\n")
    process.stdin.flush()
    has_spoken(process, folder)


def has_a_working_child(process: subprocess.Popen[bytes], _: Path, *, of: int = 1) -> None:
    """One that is past its first steps: until then, who started it may not have let go of it."""
    until(lambda: sum(endings.worked_s(each) > 0.2 for each in endings.children(process.pid)) >= of)


def works_on_every_core(process: subprocess.Popen[bytes], folder: Path) -> None:
    has_a_working_child(process, folder, of=len(os.sched_getaffinity(0)))


def reads_its_pipe(process: subprocess.Popen[bytes], folder: Path) -> None:
    until(lambda: folder / "pipe" in opened_by(process.pid))


def opened_by(pid: int) -> list[Path]:
    """The files that a process has open now."""
    found = []
    with suppress(FileNotFoundError):  # the process or one of its files may go as it is looked at
        for each in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(FileNotFoundError):
                found.append(each.readlink())
    return found


SABOT = (sys.executable, "-m", "sabot.cli")
SIMULATED = (sys.executable, "-m", "sabot.instruments.simulated.process")
EYE = (sys.executable, "-m", "sabot_vision.camera")
WELL = {signal.SIGTERM: 0, signal.SIGINT: 0, signal.SIGHUP: 0}
COMMANDS = {
    "run": Command((*SABOT, "run", "--config", "{folder}/table.toml"), has_spoken, WELL),
    "replay a journal": Command((*SABOT, "replay", "{folder}/slow.sqlite3", "--speed", "1"), has_spoken),
    "replay a recording": Command((*SABOT, "replay", "{folder}/slow.jsonl", "--speed", "1"), has_spoken),
    "calibrate": Command((*SABOT, "calibrate", "shoe", "--port", "{port}"), has_spoken),
    "bench live": Command((*SABOT, "bench", "live"), has_a_working_child),
    "bench rehearsal": Command((*SABOT, "bench", "rehearsal"), works_on_every_core),
    "wheel": Command((*SABOT, "wheel", "{folder}/pipe", "--format", "cammegh"), reads_its_pipe),
    "simulated shoe": Command(SIMULATED, has_spoken, WELL),
    "simulated wheel": Command((*SIMULATED, "--driver", "cammegh"), has_spoken, WELL),
    "eye": Command(EYE, begins_to_see, {signal.SIGTERM: -signal.SIGTERM, signal.SIGINT: 0}),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What the commands work on; two acts a minute apart in each recording."""
    (tmp_path / "table.toml").write_text(endings.CONFIGURATION.format(folder=tmp_path))
    os.mkfifo(tmp_path / "pipe")
    lines = [{"t_ns": number * MINUTE_NS, "driver": "lines", "hex": b"8C\n".hex()} for number in (0, 1)]
    (tmp_path / "slow.jsonl").write_text("".join(json.dumps(each) + "\n" for each in lines))
    table = opened(GAMES["punto-banco"], GAMES["punto-banco"].Options())
    with Journal(tmp_path / "slow.sqlite3") as journal:
        journal.append([Entry("opening", opening(table))])
        acts = [Entry("observation", as_dict(SabotOpened()), 0, number * MINUTE_NS) for number in (1, 2)]
        journal.append(acts)
    (tmp_path / "temporary").mkdir()
    return tmp_path


@pytest.fixture
def port() -> Iterator[str]:
    """A serial port from which nothing comes, and which takes nothing more either."""
    master, terminal = os.openpty()
    tty.setraw(terminal)
    os.set_blocking(terminal, False)
    with suppress(BlockingIOError):
        while True:
            os.write(terminal, bytes(64))
    yield os.ttyname(terminal)
    os.close(master)
    os.close(terminal)


@pytest.fixture
def pipe(folder: Path) -> Iterator[None]:
    """A pipe that never ends for its reader."""
    writes = os.open(folder / "pipe", os.O_RDWR)
    yield
    os.close(writes)


def started(command: Command, folder: Path, port: str) -> subprocess.Popen[bytes]:
    words = [word.replace("{folder}", str(folder)).replace("{port}", port) for word in command.words]
    own = {"XDG_STATE_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "TMPDIR": str(folder / "temporary")}
    pipe = subprocess.PIPE
    return subprocess.Popen(words, cwd=ROOT, env=os.environ | own, stdin=pipe, stdout=pipe, stderr=pipe)


@pytest.mark.usefixtures("pipe")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
@pytest.mark.parametrize("name", COMMANDS)
def test_it_ends_when_told_with_the_status_of_the_signal_and_leaves_nothing_behind(
    name, number, folder, port
):
    command = COMMANDS[name]
    with started(command, folder, port) as process:
        command.works(process, folder)
        ending = endings.ended(process, number)
        told = process.stderr.read()
    assert b"Traceback" not in told
    assert ending.status == (command.statuses or {}).get(number, 128 + number)
    until(lambda: not any(map(endings.runs, ending.left)))  # what looks after others ends a moment later
    assert list((folder / "temporary").iterdir()) == []


def test_the_workers_of_a_bench_that_was_killed_end_with_it(folder, port):
    command = COMMANDS["bench rehearsal"]
    with started(command, folder, port) as process:
        command.works(process, folder)
        workers = endings.children(process.pid)
        process.kill()
        process.wait()
    until(lambda: not any(map(endings.runs, workers)))


# --- the table


def test_a_table_hears_a_signal_that_any_of_its_threads_gets(folder):
    """What the kernel does now and then as a browser hangs up, done on purpose."""
    with endings.table(folder) as (process, address):
        endings.stream(address).close()
        threads = {int(each.name) for each in Path(f"/proc/{process.pid}/task").iterdir()}
        other = max(threads - {process.pid})
        libc = ctypes.CDLL(None, use_errno=True)
        assert libc.tgkill(process.pid, other, signal.SIGTERM) == 0
        assert process.wait(LONGEST_S) == 0


@pytest.mark.parametrize("streams", [1, 50])
def test_a_table_ends_as_a_browser_hangs_up_while_others_listen_or_hang(streams):
    """`make soak` ends hundreds."""
    assert well(endings.at_the_worst_moment(streams=streams))


def well(ending: endings.Ending) -> bool:
    """Whether it closed in its time (another status says that it did not), with all that it had started."""
    return ending.status == 0 and not ending.left


_, EYE_ITSELF = MODULES = ("sabot.instruments.simulated.process", "sabot_vision.camera")
EYE_OF_THE_TABLE = '[camera]\nsource = "simulated"\n'


def started_by(process: subprocess.Popen[str]) -> dict[str, int]:
    """The simulated shoe and the eye of a table by their modules, once both run."""
    found: dict[str, int] = {}

    def run() -> bool:
        for each in endings.children(process.pid):
            words = endings.words_of(each)
            found.update({name: each for name in MODULES if name in words})
        return len(found) == len(MODULES)

    until(run)
    return found


def test_a_table_whose_eye_stands_still_ends_in_time_and_leaves_it_not_behind(folder):
    with endings.table(folder, EYE_OF_THE_TABLE) as (process, _):
        os.kill(started_by(process)[EYE_ITSELF], signal.SIGSTOP)
        assert well(endings.ended(process))


def test_a_further_ctrl_c_ends_a_table_whose_parts_take_their_time(folder):
    with endings.table(folder, EYE_OF_THE_TABLE) as (process, _):
        held = started_by(process).values()
        for each in held:
            os.kill(each, signal.SIGSTOP)
        until(lambda: pressed(process))
        told = process.stdout.read()
        for each in held:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
    assert process.returncode == 128 + signal.SIGINT
    assert "sabot: ended at once; what is on record is safe" in told.splitlines()


def pressed(process: subprocess.Popen[str]) -> bool:
    """Press Ctrl-C as an impatient person does; whether the table has ended."""
    process.send_signal(signal.SIGINT)
    return process.poll() is not None


def test_a_table_whose_port_takes_nothing_ends_in_time(folder, port):
    more = f'[[instruments]]\ndriver = "sabot-shoe"\nport = "{port}"\n'
    with endings.table(folder, more) as (process, _):
        assert well(endings.ended(process))


def test_a_table_whose_record_cannot_be_written_ends_in_time(folder):
    with endings.table(folder) as (process, _), closing(sqlite3.connect(folder / "table.sqlite3")) as other:
        other.execute("BEGIN IMMEDIATE")
        assert well(endings.ended(process))


def test_ctrl_c_at_the_terminal_is_not_heard_by_what_the_table_started(folder):
    """A terminal tells every process of its group; a shoe that went first would be on record as lost."""
    with endings.table(folder, EYE_OF_THE_TABLE) as (process, _):
        groups = {name: os.getpgid(each) for name, each in started_by(process).items()}
        assert os.getpgid(process.pid) not in groups.values()
