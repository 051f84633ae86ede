"""What helps before a commit and an issue: hooks, templates and the settings of editors say what is true."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sabot.cli import COMMANDS
from tests.house import ROOT
from tests.test_house import CODE, kept_files, makefile_targets

HOOKS = ROOT / ".pre-commit-config.yaml"
TEMPLATES = sorted((ROOT / ".github").rglob("*.md"))


def entries() -> list[list[str]]:
    """The command of each hook, as words."""
    return [line.split() for line in re.findall(r"^ +entry: (.+)$", HOOKS.read_text(), re.MULTILINE)]


def is_tidy(text: bytes) -> bool:
    """True where a text is as .editorconfig wants it: one line feed at the end, no blank before one."""
    return not text or (text.endswith(b"\n") and not re.search(rb"[ \t\r]\n|\n\n\Z", text))


def test_every_hook_is_of_this_project_and_fetches_nothing() -> None:
    text = HOOKS.read_text()
    assert set(re.findall(r"repo: (\S+)", text)) == {"local"}
    assert set(re.findall(r"language: (\S+)", text)) == {"system"}
    assert "additional_dependencies" not in text


def test_every_hook_calls_a_program_of_the_environment() -> None:
    assert entries()
    assert {Path(words[0]).parts[:2] for words in entries()} == {(".venv", "bin")}
    names = [Path(words[0]).name for words in entries()]
    assert [name for name in names if not (Path(sys.prefix) / "bin" / name).exists()] == []


def test_every_file_that_a_hook_names_is_there() -> None:
    files = [word for words in entries() for word in words[1:] if word.endswith(".py")]
    assert files
    assert [name for name in files if not (ROOT / name).exists()] == []


def test_pre_commit_understands_the_hooks() -> None:
    command = [sys.executable, "-m", "pre_commit", "validate-config", str(HOOKS)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")


def test_every_text_is_as_the_settings_of_the_editors_want_it() -> None:
    others = {".svg", ".json"}  # drawn or written by programs
    suffixes = {*CODE, ".mjs", ".yaml"} - others
    texts = [path for path in kept_files() if path.suffix in suffixes and ".min" not in path.suffixes]
    assert len(texts) > 100
    assert [str(path.relative_to(ROOT)) for path in texts if not is_tidy(path.read_bytes())] == []


@pytest.mark.parametrize("text", [b"a", b"a \nb\n", b"a\r\n", b"a\n\n", b"\ta\t\n"])
def test_an_untidy_text_is_seen(text: bytes) -> None:
    assert not is_tidy(text)


@pytest.mark.parametrize("text", [b"", b"a\n", b"a\n\n\tb\n"])
def test_a_tidy_text_passes(text: bytes) -> None:
    assert is_tidy(text)


def test_there_is_a_template_for_each_kind_of_issue_and_for_a_pull_request() -> None:
    heads = [re.search(r"^name: (.+)$", path.read_text(), re.MULTILINE) for path in TEMPLATES]
    names = {head.group(1) for head in heads if head}
    assert names == {"A new instrument", "A rule that we got wrong", "A defect"}
    assert [path.name for path, head in zip(TEMPLATES, heads, strict=True) if not head] == [
        "pull_request_template.md"
    ]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_a_template_names_only_files_and_commands_that_are_there(path: Path) -> None:
    text = path.read_text()
    files = re.findall(r"`([\w./-]+\.md)`", text)
    makes, commands = re.findall(r"`make (\w+)", text), re.findall(r"`sabot (\w+)", text)
    assert files or makes or commands
    assert [name for name in files if not (ROOT / name).exists()] == []
    assert set(makes) <= set(makefile_targets())
    assert set(commands) <= set(COMMANDS)
