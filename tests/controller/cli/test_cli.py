"""The command `sabot`: what it prints, its exit status, and that nobody ever meets a traceback."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from pathlib import Path

import click
import pytest

from sabot.app import replay as replaying
from sabot.cli import COMMANDS, main, sabot
from sabot.cli.bench import BENCHES
from sabot.core.observations import Undone
from sabot.games.register import GAMES
from sabot.record.chain import Entry
from sabot.record.journal import Journal
from tests.controller.dealing import standing
from tests.controller.live.test_loop import Table, card, coup

ROOT = Path(__file__).parents[3]


class Outcome:
    """What a command printed, and its exit status."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


@pytest.fixture
def state(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("SABOT_CONFIG", raising=False)
    return tmp_path


@pytest.fixture
def run(state, capsys, monkeypatch):
    def run(*arguments: object, stdin: str = "") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as end:
            main([str(each) for each in arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Outcome(int(end.value.code or 0), out, err)

    return run


@pytest.fixture
def journal(state) -> Path:
    """A journal of two coups and a half, one card of the second taken back."""
    path = state / "sabot" / "table.sqlite3"
    table = Table(path)
    coup(table)
    table.does(*map(card, ("9C", "8H")))
    table.does(Undone("chef", "misread"))
    table.does(*map(card, ("8D", "2C", "KS")))
    table.killed()
    return path


# --- help


def commands(group: click.Command = sabot, way: tuple[str, ...] = ()):
    ctx = click.Context(group)
    if not isinstance(group, click.Group):
        yield way, group
        return
    for name in group.list_commands(ctx):
        yield from commands(group.get_command(ctx, name), (*way, name))


ALL = dict(commands())


@pytest.mark.parametrize("way", ALL, ids=" ".join)
def test_help_teaches_every_command_and_names_every_option(run, way):
    shown = run(*way, "--help")
    assert shown.status == 0
    assert ALL[way].help
    text = "".join(shown.out.split())  # a long line is broken anywhere
    for option in offered(way):
        assert any(name in text for name in (*option.opts, option.make_metavar(click.Context(ALL[way]))))
        assert isinstance(option, click.Argument) or option.help


def offered(way: tuple[str, ...]) -> list[click.Parameter]:
    """The parameters of a command that are for people; a hidden one is for the program itself."""
    return [each for each in ALL[way].params if not getattr(each, "hidden", False)]


@pytest.mark.parametrize("way", ALL, ids=" ".join)
def test_the_document_names_every_command_and_every_option(way):
    text = (ROOT / "docs" / "commands.md").read_text()
    assert f"sabot {' '.join(way)}" in text
    start = re.search(rf"^## .*sabot {way[0]}\b", text, re.MULTILINE)
    section = text[start.start() :].partition("\n## ")[0] + text.partition("\n## ")[0]
    named = set(re.findall(r"--[a-z-]+", section))
    wanted = {name for option in offered(way) for name in option.opts if name.startswith("--")}
    assert wanted <= named


def test_the_commands_of_the_house_are_there():
    assert {"run", "referee", "games", "replay", "journal", "ports", "doctor", "bench", "config"} <= set(
        COMMANDS
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("shuffle", "No such command 'shuffle'. See sabot --help"),
        ("journal show -1", "No such option '-1'. See sabot journal show --help"),
        ("people add x", "Missing argument"),
        ("people add x croupier", "there is no PIN: give it as --pin DIGITS"),
    ],
)
def test_what_is_asked_wrongly_is_one_line(run, words, why):
    refused = run(*words.split())
    assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert why in refused.err


def test_the_version_is_told(run):
    assert re.fullmatch(r"sabot \d+\.\d+\.\d+\n", run("--version").out)


# --- the guard


def test_what_nobody_foresaw_is_one_line_and_the_details_are_in_the_log(run, state, monkeypatch):
    monkeypatch.setattr("sabot.cli.referee.described", lambda: 1 / 0)
    broken = run("games")
    assert broken.status == 70
    assert broken.err.count("\n") == 1
    assert "ZeroDivisionError" in broken.err
    assert f"{state}/sabot/sabot.log" in broken.err
    assert "Traceback" in (state / "sabot" / "sabot.log").read_text()


def test_a_file_that_may_not_be_read_is_one_line(run, tmp_path):
    refused = run("referee", "punto-banco", tmp_path / "none.txt")
    assert (refused.status, refused.err) == (2, f"sabot: {tmp_path}/none.txt: No such file or directory\n")


@pytest.mark.process
def test_whatever_the_locale_scripts_and_events_are_utf_8(state):
    old = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"}
    command = [sys.executable, "-m", "sabot.cli", "referee", "punto-banco"]
    told = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | old,
        input="bet égalité 5\n9C 2D KD 2H".encode(),
        capture_output=True,
    )
    assert (told.returncode, told.stderr) == (0, b"")
    assert "neuf à quatre" in told.stdout.decode("utf-8")


@pytest.mark.process
def test_standard_streams_that_are_closed_are_empty(state):
    command = f"{sys.executable} -m sabot.cli referee punto-banco <&- >&-"
    told = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True)
    assert (told.returncode, told.stdout, told.stderr) == (0, b"", b"")


def test_a_user_without_a_home_is_told_so_in_one_line(run, monkeypatch):
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.delenv("HOME")
    monkeypatch.setattr(os, "getuid", lambda: 4_000_000)  # nobody in the system's list
    refused = run("journal", "list")
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "this user has no home folder: set HOME" in refused.err
    assert run("referee", "punto-banco", stdin="8C").status == 0


def test_a_pipe_that_is_closed_early_is_no_mistake(tmp_path):
    (tmp_path / "coups.txt").write_text("8C KD KH QD\n" * 20_000)
    command = [sys.executable, "-m", "sabot.cli", "referee", "punto-banco", str(tmp_path / "coups.txt")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 128 + signal.SIGPIPE


def test_a_replay_to_which_nobody_listens_any_more_ends(state):
    table = Table(state / "t.sqlite3")
    for _ in range(3):
        coup(table)
    table.killed()
    told = []

    def tell(event):
        told.append(event)
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        replaying.of_journal(state / "t.sqlite3", speed=0, tell=tell)
    assert len(told) == 1


def test_ctrl_c_while_the_command_is_still_being_read_is_no_traceback():
    stopped = (
        "import sys\n"
        "class Pressed:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'click': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Pressed())\n"
        "from sabot.cli import main\n"
    )
    told = subprocess.run([sys.executable, "-c", stopped], cwd=ROOT, capture_output=True)
    assert (told.returncode, told.stderr) == (128 + signal.SIGINT, b"")


# --- referee, games


def test_a_script_is_judged_from_standard_input_and_from_a_file(run, tmp_path):
    (tmp_path / "coup.txt").write_text("8C KD KH QD")
    piped = run("referee", "punto-banco", stdin="8C KD KH QD")
    assert piped.status == 0
    assert [json.loads(line)["event"] for line in piped.lines].count("card") == 4
    assert run("referee", "Punto_Banco", tmp_path / "coup.txt").out == piped.out
    assert run("referee", "punto-banco", "-", stdin="8C KD KH QD").out == piped.out


def test_faults_of_the_table_are_events_and_not_errors(run):
    judged = run("referee", "punto-banco", stdin="8C KD end")
    assert judged.status == 0
    assert json.loads(judged.lines[-1])["kind"] == "faux-tirage"


def test_a_token_that_cannot_be_read_ends_with_status_2_and_its_place(run):
    refused = run("referee", "punto-banco", stdin="8C\nKD 3X")
    assert refused.status == 2
    assert refused.err.startswith("sabot: standard input: line 2, column 4: '3X': expected a card")
    assert refused.err.count("\n") == 1
    assert len(refused.lines) == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("faro",), "no game 'faro'; there are: "),
        (("punto-banco", "--option", "decks"), "expected NAME=VALUE"),
        (("punto-banco", "--option", "deks=6"), "unknown option 'deks'"),
        (("punto-banco", "--option", "decks=99"), "decks=99: expected a whole number from 1 to 12"),
    ],
)
def test_a_game_or_an_option_that_cannot_be_is_one_line(run, arguments, words):
    refused = run("referee", *arguments)
    assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert words in refused.err


def test_the_games_are_told_for_people_and_for_programs(run):
    assert [each["game"] for each in json.loads(run("games", "--json").out)] == list(GAMES)
    told = run("games").out
    for name in GAMES:
        assert f"{name}: " in told


# --- journal


def test_the_coups_are_listed_as_they_lie_in_the_end(run, journal):
    first, second = map(json.loads, run("journal", "list", "--json").lines)
    assert (first["coup"], first["result"]["winner"], first["corrections"]) == (1, "punto", 0)
    assert second["cards"] == {"punto": ["9C", "2C"], "banco": ["8D", "KS"]}
    assert (second["result"]["winner"], second["corrections"]) == ("banco", 1)
    told = run("journal", "list").lines
    assert "punto 9C 2C  banco 8D KS  banco  (1 taken back)" in told[1]
    assert len(run("journal", "list", "--last", 1).lines) == 1
    assert len(run("journal", "list", "--last", 1, "--all").lines) == 2


def test_every_record_of_a_coup_is_shown(run, journal):
    shown = run("journal", "show", 1)
    assert "<- CardSeen  card=8C" in shown.out
    assert "-> result" in shown.out
    kinds = [json.loads(line)["kind"] for line in run("journal", "show", 1, "--json").lines]
    assert kinds[0] == "observation"
    assert run("journal", "show", 99).err == "sabot: there is no coup 99 in this journal\n"


def test_a_whole_journal_is_proven_and_its_head_is_an_anchor(run, journal):
    whole = run("journal", "verify")
    head = whole.out.split()[-1]
    assert re.fullmatch(rf"{journal}: (\d+) records, whole; head \1:[0-9a-f]{{64}}\n", whole.out)
    assert whole.status == 0
    assert run("journal", "verify", "--anchor", head).status == 0
    assert run("journal", "verify", "--anchor", f"99:{head.split(':')[1]}").status == 1
    assert "NUMBER:HASH" in run("journal", "verify", "--anchor", "x").err


def test_a_head_that_cannot_be_read_is_refused_with_the_reason(run, journal, tmp_path):
    (tmp_path / "head.txt").write_bytes(b"SABOT-HEAD-1 \xff")
    (tmp_path / "note.txt").write_text("8C")
    none = "this is no signed head: one begins with SABOT-HEAD-1"
    for given, why in {
        tmp_path / "head.txt": "byte 14 is not UTF-8 text",
        tmp_path / "note.txt": none,
        tmp_path: "cannot be read: Is a directory",
        "none.txt": f"there is no such file, and as a text {none}",
        "SABOT-HEAD-1 " + "0" * 300: f"there is no such file, and as a text {none}",
    }.items():
        refused = run("journal", "verify", "--head", given)
        assert (refused.status, refused.out) == (2, "")
        assert refused.err == f"sabot: --head {str(given)[:60]}: {why}\n"


def test_a_journal_that_was_altered_is_named_with_status_1(run, journal):
    with sqlite3.connect(journal) as file:
        file.execute("DROP TRIGGER no_change")
        file.execute("UPDATE records SET body = replace(body, '8C', '9C') WHERE seq = 5")
    file.close()
    broken = run("journal", "verify")
    no_trigger = "the trigger no_change, which refuses to change or remove a record, is missing"
    assert broken.status == 1
    assert broken.lines == [f"{journal}: record 5 was altered", f"{journal}: {no_trigger}"]


def test_a_journal_is_exported_as_csv_json_and_script(run, journal):
    rows = list(csv.DictReader(io.StringIO(run("journal", "export").out)))
    assert [row["winner"] for row in rows] == ["punto", "banco"]
    assert rows[1]["cards"] == "punto 9C 2C; banco 8D KS"
    kept = [json.loads(line) for line in run("journal", "export", "--format", "json").lines]
    assert [each["seq"] for each in kept] == list(range(1, len(kept) + 1))
    assert len(kept[-1]["chain"]) == 64


def test_an_exported_script_is_judged_to_the_events_on_record(run, journal):
    script = run("journal", "export", "--format", "script").out
    options = re.findall(r"--option \S+", script.splitlines()[1])
    arguments = [word for option in options for word in option.split()]
    judged = [json.loads(line) for line in run("referee", "punto-banco", *arguments, stdin=script).lines]
    records = [json.loads(line) for line in run("journal", "export", "--format", "json").lines]
    kept = [(each["seq"], each["body"]) for each in records if each["kind"] == "event"]
    assert [unnumbered(line) for line in judged] == [unnumbered(body) for _, body in kept]
    assert standing(enumerate(judged, 1)) == standing(kept)


def unnumbered(line):
    """The line without the number of another, which a journal and a pipe count each in its own way."""
    return {key: value for key, value in line.items() if key != "from"}


def test_a_journal_that_is_not_there_is_one_line(run, state):
    for name in ("list", "verify", "export"):
        refused = run("journal", name)
        assert (refused.status, refused.err) == (
            2,
            f"sabot: there is no journal {state}/sabot/table.sqlite3: a table makes it when it first opens\n",
        )


def test_a_bench_that_lacks_a_package_says_so_before_the_first_one_begins(run, monkeypatch):
    monkeypatch.setitem(BENCHES, "rules", "a_package_that_is_not_there")
    monkeypatch.setattr("sabot.bench.live.measure", lambda **_: pytest.fail("it was begun"))
    refused = run("bench", "live", "rules")
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith("sabot: rules needs a_package_that_is_not_there: ")


def test_the_eye_is_measured_as_its_process_runs_with_numpy_on_one_core(run, monkeypatch):
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "8")
    monkeypatch.setenv("OMP_NUM_THREADS", "8")
    monkeypatch.setattr("sabot_vision.bench.measure", lambda **_: os.environ["OPENBLAS_NUM_THREADS"])
    assert json.loads(run("bench", "vision").out)["vision"] == "1"
    assert os.environ["OMP_NUM_THREADS"] == "1"


# --- replay


def test_a_journal_is_replayed_to_its_own_events(run, journal):
    records = [json.loads(line) for line in run("journal", "export", "--format", "json").lines]
    kept = [(each["seq"], each["body"]) for each in records if each["kind"] == "event"]
    replayed = [json.loads(line) for line in run("replay", journal).lines]
    assert [unnumbered(line) for line in replayed] == [unnumbered(body) for _, body in kept]
    assert standing(enumerate(replayed, 1)) == standing(kept)
    assert run("replay", journal, "--speed", "1000000").out == run("replay", journal).out


def test_a_recording_of_raw_bytes_is_replayed_through_its_driver(run, tmp_path):
    lines = [
        {"t_ns": at, "role": "sabot", "driver": "lines", "hex": f"{text}\n".encode().hex()}
        for at, text in enumerate(("8C", "KD", "KH", "QD"))
    ]
    recording = tmp_path / "shoe.jsonl"
    recording.write_text("".join(json.dumps(line) + "\n" for line in lines))
    replayed = run("replay", recording)
    assert (replayed.status, replayed.err) == (0, "")
    assert [json.loads(line)["event"] for line in replayed.lines].count("card") == 4
    assert json.loads(replayed.lines[-1])["event"] in ("result", "call")


def test_a_recording_with_a_line_that_is_none_is_refused_at_that_line(run, tmp_path):
    line = json.dumps({"t_ns": 1, "role": "sabot", "driver": "lines", "hex": b"8C\n".hex()})
    (tmp_path / "shoe.jsonl").write_text(line + '\n{"x": 1}\n')
    refused = run("replay", tmp_path / "shoe.jsonl")
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "shoe.jsonl:2: not a line of a recording" in refused.err


def test_what_is_neither_recording_nor_journal_is_refused(run, tmp_path):
    (tmp_path / "x").write_text("8C")
    assert "neither a journal nor a recording" in run("replay", tmp_path / "x").err


def test_a_journal_without_a_table_is_refused(run, tmp_path):
    with Journal(tmp_path / "empty.sqlite3") as journal:
        journal.append([Entry("note", {})])
    assert "tells of no table" in run("replay", tmp_path / "empty.sqlite3").err


# --- config, ports, doctor


def test_the_default_configuration_is_printed_and_can_be_used(run, tmp_path):
    (tmp_path / "table.toml").write_text(run("config").out)
    assert "can be used" in run("config", "--config", tmp_path / "table.toml", "--check").out


def test_a_file_that_would_not_be_read_is_refused_and_the_environment_is_no_file_for_this(
    run, tmp_path, monkeypatch
):
    refused = run("config", "--config", tmp_path / "table.toml")
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == "sabot: --config is read only with --check; without both the defaults are printed\n"
    monkeypatch.setenv("SABOT_CONFIG", str(tmp_path / "table.toml"))
    assert run("config").status == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[dashboard]\nprot = 1", "line 2: dashboard.prot: unknown key; did you mean port?"),
        ('[[instruments]]\ndriver = "lnes"', "instruments[1].driver: no driver 'lnes'; there are: "),
        (
            '[[instruments]]\ndriver = "lines"\nport = "/dev/none"',
            "instruments[1].port: /dev/none is not there: is the cable in? Expected one of the ports found (",
        ),
        (
            '[[instruments]]\ndriver = "lines"\nport = "replay://none.jsonl"',
            "instruments[1].port: there is no recording none.jsonl",
        ),
        (
            '[[instruments]]\ndriver = "lines"\nport = "/dev/null"\noptions = {x = 1}',
            "instruments[1].options: driver lines has no option 'x'",
        ),
        (
            '[[instruments]]\ndriver = "lines"\nport = "/dev/none"\nwait = true\n' * 2,
            "instruments: ",
        ),
        (
            '[[instruments]]\ndriver = "lines"\nport = "/dev/null"',
            "instruments[1].port: /dev/null is no serial line. Expected a device such as /dev/ttyUSB0",
        ),
        (
            '[[instruments]]\ndriver = "lines"\nport = "/etc/passwd"\nwait = true',
            "instruments[1].port: /etc/passwd is no serial line.",
        ),
        (
            '[[instruments]]\ndriver = "lines"\nrole = "sabto"',
            "instruments[1].role: expected nothing or sabot or wheel, not",
        ),
        ('[simulation]\ndriver = "x"', ""),
    ],
)
def test_a_configuration_that_cannot_be_is_one_line_before_anything_opens(run, tmp_path, text, words):
    (tmp_path / "table.toml").write_text(text)
    for command in (("run",), ("config", "--check")):
        if "simulation" in text and command != ("run",):
            continue
        refused = run(*command, "--config", tmp_path / "table.toml")
        assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)
        assert str(tmp_path / "table.toml") in refused.err
        assert words in refused.err


def _nobody_knows(host: str) -> None:
    raise socket.gaierror(socket.EAI_NONAME, f"no address of {host}")


@pytest.mark.parametrize("host", ["elsewhere", "a" * 70, "192.0.2.1"])
def test_a_host_that_is_not_this_machine_is_named_as_such_by_table_and_doctor(
    run, tmp_path, monkeypatch, host
):
    if host == "elsewhere":  # no name server is asked by a test
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: _nobody_knows(host))
    (tmp_path / "table.toml").write_text(f'[dashboard]\nhost = "{host}"\nport = 0')
    refused = run("run", "--config", tmp_path / "table.toml")
    assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert f"{tmp_path}/table.toml: dashboard.host: " in refused.err
    assert (
        refused.err.removeprefix("sabot: ").strip() in run("doctor", "--config", tmp_path / "table.toml").out
    )


def test_a_folder_given_as_a_file_is_one_line(run, tmp_path):
    for command in (("referee", "punto-banco", tmp_path), ("doctor", "--config", tmp_path)):
        refused = run(*command)
        assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)
        assert "is a directory" in refused.err


def test_a_port_that_is_taken_is_one_line(run, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = run("run", "--port", taken.getsockname()[1])
    assert (refused.status, refused.out) == (2, "")
    assert "cannot be listened on: Address already in use; expected a free port" in refused.err


def test_the_doctor_says_of_everything_whether_it_is_there(run):
    told = run("doctor", "--json")
    findings = {json.loads(line)["what"]: json.loads(line) for line in told.lines}
    assert {"journal", "disk", "instruments", "screens", "camera", "display", "clock"} <= set(findings)
    assert told.status == (0 if all(each["state"] != "fails" for each in findings.values()) else 1)
    assert "a table could " in run("doctor").lines[-1]


def test_the_ports_of_this_machine_are_told(run):
    assert run("ports").status == 0
    for line in run("ports", "--json").lines:
        assert json.loads(line)["device"]


# --- run


def opening(state, **pipes):
    """A process that opens a table of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "sabot.cli", "run", "--port", "0"],
        cwd=ROOT,
        env=os.environ | {"XDG_STATE_HOME": str(state)},
        stdout=subprocess.PIPE,
        text=True,
        **pipes,
    )


@pytest.mark.process
@pytest.mark.slow
def test_a_table_opens_prints_both_addresses_and_ends_when_it_is_told(state):
    process = opening(state, stderr=subprocess.PIPE)
    line = process.stdout.readline()
    assert re.fullmatch(
        r"Table 1 \(punto-banco, with a simulated shoe, croupier and players\) is open: http://\S+/\n", line
    )
    assert process.stdout.readline().startswith("No other device can open it. ")
    others = process.stdout.readline()
    assert re.fullmatch(r"For a proxy on this machine: http://\S+/\n", others)
    for each in (line, others):
        with urllib.request.urlopen(each.split()[-1], timeout=60) as page:
            assert page.status == 200
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (0, "", "")
    assert [each for each in children if Path(f"/proc/{each}").exists()] == []


@pytest.mark.process
@pytest.mark.slow
def test_a_killed_table_leaves_no_simulator_behind(state):
    process = opening(state)
    process.stdout.readline()
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    waits = [os.pidfd_open(int(each)) for each in children]
    process.kill()
    process.communicate()
    for each in waits:
        assert select.select([each], [], [], 60)[0], "the simulator outlived its table"
        os.close(each)
