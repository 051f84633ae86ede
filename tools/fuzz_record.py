"""What `tools.fuzz` feeds to the readers of records and files."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

from sabot.config import SECTIONS, ConfigError, InstrumentSection, default_text
from sabot.config import read as configuration_of
from sabot.core.observations import KINDS
from sabot.core.table import opened
from sabot.core.view import view
from sabot.games.register import GAMES
from sabot.instruments.line.replay import arrivals
from sabot.instruments.registry import DRIVERS
from sabot.record.chain import DamagedError, Record
from sabot.record.journal import JournalError
from sabot.record.resume import after, opening, read, reopened
from sabot.staff.people import People
from sabot.staff.pins import PeopleError
from tools.fuzz_chance import nested, spoilt_text, value
from tools.fuzz_table import tables
from tools.fuzz_target import Fed
from tools.harm import COMMANDS, Case, tried, workplace
from tools.harm_files import DAMAGE


def record() -> Fed:
    """A record of a journal whose chain somebody has made right."""
    samples = list(KINDS)
    keys = [*{name for kind in KINDS.values() for name in kind._fields}, "reason"]

    def make(chance: random.Random) -> tuple[int, str]:
        kind = chance.choice(samples)
        names = KINDS[kind]._fields if chance.random() < 0.8 else chance.sample(keys, 3)
        body = {"kind": kind} | {name: value(chance, [*samples, "8C", "punto"], 3) for name in names}
        written = json.dumps(body) if chance.random() < 0.97 else nested(chance)
        return int(chance.random() * 1000), spoilt_text(written, chance) if chance.random() < 0.2 else written

    return Fed(make, _replayed)


def _replayed(given: tuple[int, str]) -> None:
    number, body = given
    table = tables()[number % len(tables())]
    with suppress(JournalError, DamagedError):
        seen = read(Record(1, 1, 1, "observation", 0, "", "", body, ""))
        after(table, seen, 1)


def beginning() -> Fed:
    """The record with which a table begins."""
    openings = [opening(opened(game)) for game in GAMES.values()]

    def make(chance: random.Random) -> object:
        body = json.loads(json.dumps(chance.choice(openings)))
        for _ in range(chance.choice((1, 1, 2))):
            key = chance.choice([*body, "carried", "players"])
            body[key] = value(chance, [*GAMES, "punto"])
        return body

    return Fed(make, _reopened)


def _reopened(body: Any) -> None:
    with suppress(JournalError):
        view(reopened(body))


def configuration() -> Fed:
    """A configuration: the default with damage, or keys with values that nobody means."""
    default = default_text()
    kinds = {**SECTIONS, "instruments": InstrumentSection}
    keys = [(name, each.name) for name, kind in kinds.items() for each in fields(kind)]

    def make(chance: random.Random) -> str:
        if chance.random() < 0.2:
            return spoilt_text(default, chance)
        lines = []
        for _ in range(chance.choice((1, 2, 5))):
            section, key = chance.choice(keys)
            head = f"[[{section}]]" if section == "instruments" else f"[{section}]"
            lines += [head, f"{key} = {_toml(chance)}"]
        return spoilt_text("\n".join(lines), chance) if chance.random() < 0.3 else "\n".join(lines)

    return Fed(make, _configured)


def _toml(chance: random.Random) -> str:
    return json.dumps(value(chance, ["auto", "angel-eye", "punto-banco", "fr", "/dev/ttyS0"], 3))


def _configured(given: str) -> None:
    with suppress(ConfigError):
        configuration_of(given)


def recording(path: Path) -> Fed:
    """A recording of an instrument's bytes."""
    line = '{"t_ns": 12, "role": "sabot", "driver": "angel-eye", "hex": "0530"}\n'

    def make(chance: random.Random) -> str:
        if chance.random() < 0.5:
            return spoilt_text(line * 3, chance)
        names = ("t_ns", "role", "driver", "hex")
        return json.dumps({name: value(chance, ["sabot", *DRIVERS, "05"], 3) for name in names})

    def take(given: str) -> None:
        path.write_text(given, "utf-8", "replace")
        with suppress(ValueError):
            for _ in arrivals(path):
                pass

    return Fed(make, take)


def people(path: Path) -> Fed:
    """The file of the people: it is read, and somebody tries to come in."""
    cheap = {"n": 2, "r": 1, "p": 1}
    entry = {"name": "A", "role": "supervisor", "salt": "00", "hash": "00" * 32, **cheap}
    phrase = {"salt": "01", "hash": "00" * 32, **cheap}
    whole = {
        "people": [entry | {"phrase": phrase}, entry | {"name": "B", "role": "croupier"}],
        "wrong": {"A": 1},
        "key": "00" * 32,
        "names": {"p-7f3a1c": "A"},
        "erased": ["p-000001"],
        "tried": {"A": 5.0},
    }

    def make(chance: random.Random) -> str:
        if chance.random() < 0.3:
            return spoilt_text(json.dumps(whole), chance)
        kept = json.loads(json.dumps(whole))
        part = chance.choice(
            (kept, *kept["people"], kept["people"][0]["phrase"], kept["wrong"], kept["names"])
        )
        part[chance.choice([*part, "A"])] = value(chance, ["A", "supervisor", "00"])
        return json.dumps(kept) if chance.random() < 0.98 else nested(chance)

    def take(given: str) -> None:
        path.write_text(given, "utf-8", "replace")
        with suppress(PeopleError):
            found = People(path)
            found.listed()
            found.inside("a.b")
            for name in "AB":
                found.known(name, "471180", place="10.0.0.9")

    return Fed(make, take)


@contextmanager
def files() -> Iterator[Fed]:
    """Backups, journals, recordings, configurations and scripts, as the commands read them (`tools.harm`)."""
    kinds = [(kind, how, each) for kind in COMMANDS for how in DAMAGE[kind] for each in COMMANDS[kind]]

    def made(chance: random.Random) -> Case:
        kind, how, command = chance.choice(kinds)
        return Case(chance.getrandbits(40), kind, how, command)

    with workplace() as (given, folder):

        def taken(case: Case) -> None:
            found = tried(case, given, folder)
            assert not found.wrong, f"{found.wrong}: {found.said}"

        yield Fed(made, taken)
