"""Damage the files that a person gives to `sabot`, and see what each command says.

    .venv/bin/python -m tools.harm --cases 5000 --seed 1

A recording, a backup, a journal, a configuration and a script are damaged by chance: bytes are flipped, cut
out, doubled or set to zero, and the SQL in a journal's schema is changed. Each damaged file goes to the
commands that read it, in this process. A command may refuse it in one line. It must not end in a traceback or
in "this should not have happened", and must not take longer than a second. One JSON object is printed; the
exit status is 0 if no command did. The same seed makes the same damage.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import click

from sabot.cli import sabot
from sabot.cli.guard import BROKEN_STATUS, guarded
from tools.harm_files import DAMAGE, Given, made, opening

SLOWEST_S = 1.0
"""A command may use the processor this long for a damaged file; other programs do not count."""

EXAMPLES_MOST = 10

COMMANDS: dict[str, tuple[tuple[str, ...], ...]] = {
    "recording": (("replay", "{file}"),),
    "backup": (
        ("restore", "{file}", "--look"),
        ("restore", "{file}", "--config", "{config}", "--trust", "any"),
    ),
    "journal": (
        ("journal", "list", "--all", "--journal", "{file}"),
        ("journal", "show", "1", "--journal", "{file}"),
        ("journal", "verify", "--journal", "{file}"),
        ("journal", "export", "--format", "csv", "--journal", "{file}"),
        ("journal", "export", "--format", "json", "--journal", "{file}"),
        ("journal", "export", "--format", "script", "--journal", "{file}"),
        ("journal", "export", "--format", "roads", "--journal", "{file}"),
        ("replay", "{file}"),
        ("opening", "{file}"),
    ),
    "configuration": (("config", "--check", "--config", "{file}"), ("run", "--extras", "--config", "{file}")),
    "script": (("referee", "punto-banco", "{file}"),),
}
"""What reads each file. `opening` is what `sabot run` does with a journal before a table opens."""


class Case(NamedTuple):
    """One damaged file and one command that reads it."""

    seed: int
    kind: str
    how: str
    command: tuple[str, ...]


class Found(NamedTuple):
    """How a command ended, and what it said."""

    case: Case
    status: int
    took_s: float
    said: str

    @property
    def wrong(self) -> str:
        """What must not be; empty where all is well."""
        if self.status == BROKEN_STATUS or "Traceback" in self.said:
            return "should not have happened"
        return "slow" if self.took_s > SLOWEST_S else ""


def cases(first_seed: int, count: int) -> Iterator[Case]:
    """`count` cases. Each kind of file, damage and command comes in turn."""
    kinds = [(kind, how, each) for kind in COMMANDS for how in DAMAGE[kind] for each in COMMANDS[kind]]
    for number in range(count):
        kind, how, command = kinds[number % len(kinds)]
        yield Case(first_seed * 1_000_000 + number, kind, how, command)


def tried(case: Case, given: Given, folder: Path) -> Found:
    """Damages the file, runs the command on it, and returns how it ended."""
    place = folder / "case"
    place.mkdir()
    try:
        file = place / given.paths[case.kind].name
        DAMAGE[case.kind][case.how](given.paths[case.kind], file, random.Random(case.seed))
        config = place / "table-here.toml"
        config.write_text('[journal]\npath = "here.sqlite3"\n')
        return _run(case, [each.format(file=file, config=config) for each in case.command])
    finally:
        shutil.rmtree(place)


def _run(case: Case, arguments: Sequence[str]) -> Found:
    command: click.Command = sabot
    if arguments[0] == "opening":
        command, arguments = opening, arguments[1:]
    out = io.StringIO()
    began_s = time.process_time()
    with redirect_stdout(out), redirect_stderr(out):
        status = guarded(command, list(arguments))
    return Found(case, status, time.process_time() - began_s, out.getvalue())


@contextmanager
def workplace() -> Iterator[tuple[Given, Path]]:
    """The undamaged files, and a folder; the state of this user stays untouched."""
    with tempfile.TemporaryDirectory(prefix="sabot-harm-") as name:
        folder = Path(name)
        with patch.dict(os.environ, {"XDG_STATE_HOME": name}):
            os.environ.pop("SABOT_CONFIG", None)
            yield made(folder), folder


def report(found: Sequence[Found]) -> dict[str, object]:
    """The counts by kind of file and by what was wrong, with the first examples."""
    wrong = [each for each in found if each.wrong]
    return {
        "cases": len(found),
        "by_file": dict(Counter(each.case.kind for each in found)),
        "refused": sum(each.status == 2 for each in found),
        "slowest_s": round(max(each.took_s for each in found), 3),
        "wrong": dict(Counter(f"{each.case.kind}: {each.wrong}" for each in wrong)),
        "examples": [
            {**each.case._asdict(), "took_s": round(each.took_s, 3), "said": each.said[-400:]}
            for each in wrong[:EXAMPLES_MOST]
        ],
    }


def main() -> int:
    """Runs the cases, prints the report, and returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=COMMANDS, help="only this kind of file")
    asked = parser.parse_args()
    chosen = [each for each in cases(asked.seed, asked.cases) if asked.only in (None, each.kind)]
    with workplace() as (given, folder):
        found = [tried(each, given, folder) for each in chosen]
    print(json.dumps(report(found), indent=1))
    return 1 if any(each.wrong for each in found) else 0


if __name__ == "__main__":
    sys.exit(main())
