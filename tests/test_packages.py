"""tools/packages.py: what is missing, and how it is installed."""

from __future__ import annotations

import pytest

from tools import packages


@pytest.fixture
def apt(monkeypatch) -> list[str]:
    """The words given to apt-get instead of calling it."""
    asked: list[str] = []
    monkeypatch.setattr(packages, "apt_prefix", list)
    monkeypatch.setattr(packages.time, "sleep", lambda seconds: None)

    def failure(command: list[str]) -> str:
        asked.append(" ".join(command))
        return ""

    monkeypatch.setattr(packages, "failure", failure)
    return asked


@pytest.fixture
def nothing(monkeypatch) -> None:
    """A machine without any of it."""
    monkeypatch.setattr(packages, "is_here", lambda shown: False)


def test_two_parts_that_need_the_same_name_it_once(nothing):
    assert packages.lacking("firmware", "tests").count("build-essential") == 1


def test_what_is_there_is_not_asked_for(monkeypatch):
    monkeypatch.setattr(packages, "is_here", lambda shown: shown != "npm")
    assert packages.lacking("browser", "emulator") == ["npm"]


@pytest.mark.parametrize(
    ("shown", "here"),
    [
        ("sh", True),
        ("none", False),
        ("no-such-command|sh", True),
        ("/etc", True),
        ("/no/such", False),
    ],
)
def test_a_package_shows_in_a_command_or_a_file(shown, here):
    assert packages.is_here(shown) is here


def test_all_is_installed_in_one_go_after_a_look_at_what_there_is(nothing, apt):
    packages.need(["emulator", "fresh"], "looking")
    assert [line.split("apt-get ")[1].split("120 ")[1] for line in apt] == [
        "update",
        "install --no-install-recommends nodejs npm debootstrap util-linux git",
    ]


def test_where_nothing_is_missing_apt_get_is_not_called(monkeypatch, apt):
    monkeypatch.setattr(packages, "is_here", lambda shown: True)
    packages.need(list(packages.PARTS), "looking")
    assert apt == []


def test_an_apt_get_that_fails_is_tried_again_and_then_quoted(apt, monkeypatch):
    calls: list[str] = []

    def failure(command: list[str]) -> str:
        calls.append(command[-1])
        return "no route to the mirror"

    monkeypatch.setattr(packages, "failure", failure)
    with pytest.raises(packages.Stopped, match=r"no route to the mirror\nBy hand:\n  sudo apt-get update"):
        packages.install_system(["chromium"], "looking")
    assert calls == ["update", "chromium"] * packages.TRIES_MOST
