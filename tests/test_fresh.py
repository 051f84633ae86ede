"""tools/fresh.py, tools/minimal.py: what a row asks, what is read from this machine. No system is entered."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools import fresh, minimal

NAMED = "setup: what was asked for needs python3.13-venv g++, which this user may not install. Run:\n"
TYPED = "  sudo apt-get update && sudo apt-get install --no-install-recommends python3.13-venv g++\n"


class ScriptedPlace:
    """A place in which commands only say something and end with a status."""

    target, user = "test", "user"

    def __init__(self, *answers: tuple[int, str]) -> None:
        self.answers, self.log = list(answers), ""
        self.asked: list[tuple[str, ...]] = []

    def ran(self, *words: str, user: str = "") -> int:
        self.asked.append((*words, user))
        status, said = self.answers.pop(0)
        self.log += f"\n$ {' '.join(words)}  # {user}\n{said}"
        return status

    def said(self) -> str:
        return self.log


# --- rows


def test_there_are_eight_rows_and_those_of_a_sudoer_only_when_named():
    assert len(fresh.chosen([])) == 8
    assert {user for _, _, user in fresh.chosen([])} == {"root", "user"}
    assert fresh.chosen(["12/run/sudoer"]) == [("12", "run", "sudoer")]
    assert len(fresh.chosen(["13/*"])) == 7
    assert fresh.chosen(["*/hardware/*"]) == [("12", "hardware", "root"), ("13", "hardware", "root")]


def test_a_row_that_does_not_exist_is_refused_with_those_that_do():
    with pytest.raises(fresh.Stopped, match=r"no row is called 14/run; there are 12/run/root, "):
        fresh.chosen(["14/run"])


def test_root_gives_a_user_exactly_the_one_command_that_make_named():
    place = ScriptedPlace((2, NAMED + TYPED), (0, ""))
    assert fresh.given(place) == "told of 2 packages in one command, then "
    assert place.asked[0] == ("CI=true", "make", "test", "")
    assert place.asked[1] == (
        *("sh", "-c"),
        "apt-get update && DEBIAN_FRONTEND=noninteractive "
        "apt-get install --no-install-recommends python3.13-venv g++",
        "root",
    )


@pytest.mark.parametrize(
    ("status", "said", "why"),
    [
        (0, TYPED, "status 0, 1 commands"),
        (2, NAMED, "status 2, 0 commands"),
        (2, TYPED + TYPED, "status 2, 2 commands"),
    ],
)
def test_a_user_must_be_stopped_with_one_command(status, said, why):
    with pytest.raises(fresh.Failed, match=why):
        fresh.given(ScriptedPlace((status, said)))


def test_a_command_that_does_not_work_fails_the_row():
    with pytest.raises(fresh.Failed, match=r"does not work: apt-get install --no-install-recommends python3"):
        fresh.given(ScriptedPlace((2, TYPED), (100, "E: Unable to locate package")))


def test_tests_tell_what_pytest_counted():
    line = "===== 5101 passed, 54 skipped in 612.30s (0:10:12) =====\n"
    assert fresh.tests(ScriptedPlace((0, line))) == "5101 passed, 54 skipped, 10.2 min"


def test_tests_that_fail_tell_how_many_and_the_status():
    line = "= 2 failed, 5099 passed in 600.00s (0:10:00) =\nmake test: failed: tests\n"
    with pytest.raises(fresh.Failed, match=r"2 failed, 5099 passed, 10.0 min \(status 2\)"):
        fresh.tests(ScriptedPlace((2, line)))


def test_tests_that_never_began_tell_the_last_line():
    with pytest.raises(fresh.Failed, match=r"setup: pip install failed \(status 2\)"):
        fresh.tests(ScriptedPlace((2, "setup: pip install failed\n\n")))


def test_only_an_address_of_this_start_is_asked_for_a_page(monkeypatch):
    def opened(address: str, timeout: float):
        pytest.fail(f"{address} was asked")

    monkeypatch.setattr(fresh, "urlopen", opened)
    assert not fresh.answers(
        "$ make run  # user\nhttp://127.0.0.1:9/\n$ make run  # user\nsetup: making .venv"
    )


def test_a_page_that_does_not_answer_yet_is_asked_again():
    assert not fresh.answers("$ make run  # user\nTable 1 is open: http://127.0.0.1:9/\n")


def test_what_make_hardware_drew_is_counted_and_where_it_fails_its_last_words_are_told(tmp_path):
    for name in ("nose.stl", "nose.png", "head/head-F_Cu.gbr"):
        file = tmp_path / "build/hardware" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    place = SimpleNamespace(clone=tmp_path, ran=lambda *words: 0, said=lambda: "hardware: no mirror\n")
    assert fresh.drawings(place) == "1 .stl, 1 .png, 0 .svg, 1 .gbr, 0 .erc"
    place.ran = lambda *words: 2
    with pytest.raises(fresh.Failed, match=r"hardware: no mirror \(status 2\)"):
        fresh.drawings(place)


# --- the table


def test_the_table_has_a_line_for_each_row_tried_or_not():
    found = {"13/run/root": {"good": True, "said": "first page after 9.0 s", "seconds": 12}}
    lines = fresh.table(found).splitlines()
    assert len(lines) == 2 + 8
    assert "| Debian 13 | make run | root | passed | first page after 9.0 s | 12 |" in lines
    assert "| Debian 12 | make test | user | not tried |  |  |" in lines


def test_results_of_another_commit_are_not_results(monkeypatch, tmp_path):
    monkeypatch.setattr(fresh, "RESULTS", tmp_path / "results.json")
    assert fresh.known() == {}
    old = {"good": True, "said": "", "seconds": 1, "commit": "0000000"}
    fresh.RESULTS.write_text(
        json.dumps({"12/run/root": old, "13/run/root": {**old, "commit": fresh.commit()}})
    )
    assert list(fresh.known()) == ["13/run/root"]


@pytest.fixture
def rows(monkeypatch, tmp_path) -> list[str]:
    """The rows that were tried, instead of trying them; those of Debian 12 fail."""
    tried: list[str] = []

    def row(each: fresh.Row):
        tried.append("/".join(each))
        return {"good": each[0] == "13", "said": "", "seconds": 1, "commit": fresh.commit()}

    monkeypatch.setattr(fresh, "RESULTS", tmp_path / "results.json")
    monkeypatch.setattr(fresh, "tried", row)
    monkeypatch.setattr(fresh, "need", lambda parts, why: None)
    return tried


def test_what_passed_is_not_tried_again_and_what_failed_is(rows):
    assert fresh.main(["--only", "*/run/root"]) == 1
    assert fresh.main(["--only", "*/run/root"]) == 1
    assert rows == ["12/run/root", "13/run/root", "12/run/root"]
    assert fresh.main(["--only", "13/run/root", "--again"]) == 0
    assert rows[3:] == ["13/run/root"]


def test_the_table_alone_tries_nothing(rows):
    assert fresh.main(["--table"]) == 1
    assert rows == []


# --- what is read from this machine


def test_the_settings_of_apt_are_those_of_fetching_and_no_others():
    dump = 'Acquire::http::Proxy "http://cache:3142";\nAcquire::Check-Date "false";\nAPT::Clean "1";\n'
    assert minimal.apt_settings(dump).splitlines() == [
        'Acquire::http::Proxy "http://cache:3142";',
        'Acquire::Check-Date "false";',
        'APT::Get::Assume-Yes "true";',
    ]


def test_the_settings_of_pip_are_taken_without_folders_of_this_machine():
    listed = """:env:.cert='/etc/ssl/certs/ca.crt'
:env:.find-links='/opt/wheels'
global.index-url='https://pypi.example/simple'
global.extra-index-url='file:///opt/pypi/simple https://more.example/simple'
install.trusted-host='pypi.example'
"""
    assert minimal.pip_settings(listed) == (
        "[global]\ncert = /etc/ssl/certs/ca.crt\nindex-url = https://pypi.example/simple\n"
        "extra-index-url = https://more.example/simple\ntrusted-host = pypi.example\n"
    )


def test_proxies_and_certificates_go_with_it_and_nothing_else_does(monkeypatch):
    monkeypatch.setattr(minimal.shutil, "which", lambda name: None)
    for name in (
        "https_proxy",
        "NO_PROXY",
        "SSL_CERT_FILE",
        "NODE_EXTRA_CA_CERTS",
        "PYTHONPATH",
        "A_PROXY_X",
    ):
        monkeypatch.setenv(name, "x")
    kept = minimal.environment()
    assert {"https_proxy", "NO_PROXY", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"} <= set(kept)
    assert not {"PYTHONPATH", "A_PROXY_X", "PATH", "HOME"} & set(kept)


def test_a_system_reads_the_mirror_of_this_machine_or_debian_s_own(monkeypatch):
    monkeypatch.setattr(minimal, "mirror", lambda security=False: None)
    assert minimal.sources("trixie").splitlines()[2] == (
        "deb http://deb.debian.org/debian-security trixie-security main"
    )
    monkeypatch.setattr(minimal, "mirror", lambda security=False: f"http://near/{security}")
    assert minimal.sources("trixie").splitlines() == [
        "deb http://near/False trixie main",
        "deb http://near/False trixie-updates main",
        "deb http://near/True trixie-security main",
    ]


def test_nobody_but_root_builds_a_system(monkeypatch, tmp_path):
    monkeypatch.setattr(minimal.os, "geteuid", lambda: 1000)
    with pytest.raises(minimal.Stopped, match="sudo make fresh"):
        minimal.made("13", tmp_path)


def test_a_command_runs_as_its_user_with_a_clean_environment(tmp_path):
    system = minimal.System("13", tmp_path, {"https_proxy": "http://cache"})
    command, own = system.command(["make"], tmp_path / "row", user="user", bound={Path("/here"): "/there"})
    inner = command[command.index("enter") + 1 :]
    assert inner[:4] == ["env", "-i", "-C", "/home/user"]
    assert {"https_proxy=http://cache", "HOME=/home/user", "USER=user"} <= set(inner)
    assert inner[-1] == "make"
    assert (own["ID"], own["BOUND"]) == ("1000", "/here /there")
    assert {"--mount", "--pid", "--kill-child"} <= set(command)


def test_the_lines_that_enter_a_system_are_shell():
    subprocess.run(["sh", "-n", "-c", minimal.ENTER], check=True)


def test_the_tool_explains_itself_without_anything_installed():
    script = str(fresh.ROOT / "tools" / "fresh.py")
    done = subprocess.run([sys.executable, "-I", "-S", script, "--help"], capture_output=True, text=True)
    assert "--only" in done.stdout, done.stderr
