"""The files that `tools.harm` damages, and the ways in which it damages them."""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import click

from sabot.cli.options import refusals
from sabot.config import default_text, read
from sabot.core.cards import DECK
from sabot.core.script import read as acts_of
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.instruments.line.replay import Recorder
from sabot.instruments.simulated.voices import AngelEye, Lines
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.live.loop import Loop
from sabot.record.journal import Journal
from sabot.record.resume import begun
from sabot.system.backup import save

SCRIPT = "bet punto 20\n8C KD 3H 6S KS\nrnvp\nbet banco 50\n9C 8H undo\nbet egalite 5\n4S QD KH 2C 2D\n" * 4
GAME = "punto-banco"

Damage = Callable[[Path, Path, random.Random], None]
"""Writes a damaged copy of a file to another place."""


class Given(NamedTuple):
    """The whole files, by their kind."""

    paths: dict[str, Path]


def made(folder: Path) -> Given:
    """Makes one whole file of each kind."""
    paths = {
        "recording": folder / "day.jsonl",
        "backup": folder / "table.zip",
        "journal": folder / "table.sqlite3",
        "configuration": folder / "table.toml",
        "script": folder / "coups.txt",
    }
    paths["script"].write_text(SCRIPT)
    paths["configuration"].write_text(default_text())
    _recorded(paths["recording"])
    _played(paths["journal"])
    settings = read("", file=folder / "packed.toml")
    settings = replace(settings, journal=replace(settings.journal, path=str(paths["journal"])))
    save(settings, paths["backup"], plain=True)
    return Given(paths)


def _recorded(path: Path) -> None:
    for driver, voice in (("angel-eye", AngelEye()), ("lines", Lines())):
        recorder = Recorder(path, role="sabot", driver=driver)
        for number, card in enumerate(DECK[:12]):
            recorder(voice.card(card, place="punto", index=1, t_us=number), number)
        recorder.close()


def _played(path: Path) -> None:
    game = GAMES[GAME]
    with Journal(path) as journal:
        start = begun(path, fresh=opened(game), name="3", wall_ns=time.time_ns())
        journal.append(start.entries)
        inbox = Inbox()
        loop = Loop(start.table, journal=journal, inbox=inbox, feed=Feed())
        for act in acts_of(SCRIPT.splitlines(), game, game.Options()):
            inbox.put(act)
            loop.keep(inbox.take(0))


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
def opening(file: Path) -> None:
    """Do with a journal what `sabot run` does before its table opens."""
    with refusals(), Journal(file) as journal:
        start = begun(file, fresh=opened(GAMES[GAME]), name="3", wall_ns=time.time_ns())
        journal.append(start.entries)


# --- damage to bytes


def _on_bytes(harm: Callable[[bytearray, random.Random], None]) -> Damage:
    def damage(whole: Path, target: Path, chance: random.Random) -> None:
        data = bytearray(whole.read_bytes())
        for _ in range(chance.choice((1, 1, 2, 8))):
            if data:
                harm(data, chance)
        target.write_bytes(data)

    return damage


def _flip(data: bytearray, chance: random.Random) -> None:
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def _span(data: bytearray, chance: random.Random) -> slice:
    start = chance.randrange(len(data))
    return slice(start, start + chance.choice((1, 2, 7, 64, 512)))


def _cut(data: bytearray, chance: random.Random) -> None:
    del data[_span(data, chance)]


def _cut_end(data: bytearray, chance: random.Random) -> None:
    del data[chance.randrange(len(data)) :]


def _double(data: bytearray, chance: random.Random) -> None:
    span = _span(data, chance)
    data[span] = data[span] * 2


def _zero(data: bytearray, chance: random.Random) -> None:
    span = _span(data, chance)
    data[span] = bytes(len(data[span]))


def _odd_value(data: bytearray, chance: random.Random) -> None:
    """Another value in the place of a word, a number or a text."""
    words = list(re.finditer(rb'-?\d+|"[^"\n]*"|\w+', data))
    if words:
        word = chance.choice(words)
        data[word.start() : word.end()] = chance.choice(ODD)


ODD = (
    b"0",
    b"-1",
    b"9" * 30,
    b"1e999",
    b"null",
    b"true",
    b'""',
    b"[]",
    b"{}",
    b'"\\ud800"',
    b"[" * 5000,
    b"NaN",
)


# --- damage to a journal by SQL


def _by_sql(harm: Callable[[sqlite3.Connection, random.Random], None]) -> Damage:
    def damage(whole: Path, target: Path, chance: random.Random) -> None:
        shutil.copyfile(whole, target)
        with closing(sqlite3.connect(target, isolation_level=None)) as file:
            file.execute("PRAGMA writable_schema = ON")
            harm(file, chance)

    return damage


def _schema_text(file: sqlite3.Connection, chance: random.Random) -> None:
    """A changed text in the schema: a table, an index or a trigger."""
    rows = file.execute("SELECT rowid, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    rowid, sql = chance.choice(rows)
    data = bytearray(sql.encode())
    chance.choice((_flip, _cut, _cut_end, _double, _zero, _odd_value))(data, chance)
    text = data.decode("latin-1") if chance.random() < 0.8 else bytes(data)
    file.execute("UPDATE sqlite_schema SET sql = ? WHERE rowid = ?", (text, rowid))


def _schema_field(file: sqlite3.Connection, chance: random.Random) -> None:
    """Another value in a field of the schema."""
    column = chance.choice(("type", "name", "tbl_name", "rootpage", "sql"))
    value = chance.choice((None, 0, 1, 10**9, "", "records", "table", "x", b"\xff"))
    rowid = chance.choice(file.execute("SELECT rowid FROM sqlite_schema").fetchall())[0]
    file.execute(f"UPDATE sqlite_schema SET {column} = ? WHERE rowid = ?", (value, rowid))


def _record_field(file: sqlite3.Connection, chance: random.Random) -> None:
    """Another value in a field of a record, or in the JSON of its body."""
    file.execute("DROP TRIGGER no_change")
    seq, body = chance.choice(file.execute("SELECT seq, body FROM records").fetchall())
    column = chance.choice(("wall_ns", "coup", "kind", "role", "body", "body", "body", "body"))
    number = chance.choice((0, -1, 2**62, -(2**62)))
    value: object = number if column in ("wall_ns", "coup") else "x"
    if column == "body":
        data = bytearray(body.encode())
        _odd_value(data, chance)
        value = data.decode()
    file.execute(f"UPDATE records SET {column} = ? WHERE seq = ?", (value, seq))


BYTES: dict[str, Damage] = {
    "flip": _on_bytes(_flip),
    "cut": _on_bytes(_cut),
    "cut end": _on_bytes(_cut_end),
    "double": _on_bytes(_double),
    "zero": _on_bytes(_zero),
}
TEXT = {**BYTES, "odd value": _on_bytes(_odd_value)}
SQL = {
    "schema text": _by_sql(_schema_text),
    "schema field": _by_sql(_schema_field),
    "record": _by_sql(_record_field),
}

DAMAGE: dict[str, dict[str, Damage]] = {
    "recording": TEXT,
    "backup": BYTES,
    "journal": {**BYTES, **SQL},
    "configuration": TEXT,
    "script": TEXT,
}
"""The ways in which each kind of file is damaged."""
