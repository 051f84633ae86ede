"""`sabot referee`: a script in, event lines out. `sabot games`: the list of games."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import click

from sabot.cli.bars import bars
from sabot.cli.options import Refused, of_a_game
from sabot.core.game import Game
from sabot.core.options import House, OptionError, read
from sabot.core.progress import Advance
from sabot.core.script import MAX_LINE, ScriptError
from sabot.games.register import GAMES, game_named
from sabot.referee import described, judge

PROGRESS_BYTES = 65_536
"""How many bytes of a file are read between two updates of the progress."""

ACTS_AT_ONCE = 5_000
"""How many acts of a file are read before they are judged; a whole evening must not fill the memory."""


@click.command(short_help="Judge a script: event lines out.")
@click.argument("game")
@of_a_game
@click.option(
    "--hindsight", is_flag=True, help="After each deal whose hands are known, the cards that threw it away."
)
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path), required=False)
def referee(game: str, given: tuple[str, ...], hindsight: bool, file: Path | None) -> None:
    """Judge a script of GAME, from FILE or standard input: one JSON line an event, as it happens.

    A script says what happened at a table: cards in the order drawn (8C TH AS), rnvp, end, bet banco 20, new,
    undo (docs/notation.md). Faults of the table are events; the exit status is 2 only if the script cannot be
    read.

    \b
    echo "8C KD 3H 6S" | sabot referee punto-banco
    sabot referee punto-banco --option no-tax=on coups.txt
    """
    rules = game_named(game)
    if rules is None:
        raise Refused(f"no game {game!r}; there are: {', '.join(GAMES)}")
    try:
        options = read(rules.Options, [pair(each) for each in given])
    except OptionError as error:
        raise Refused(f"{game}: {error}") from None
    judged = _judged_in_hindsight if hindsight else _judged
    if file is None or str(file) == "-":
        judged(rules, options, sys.stdin, called="standard input")
        return
    with file.open(encoding="utf-8", errors="replace") as lines:
        judged(rules, options, lines, called=str(file))


def _judged_in_hindsight(rules: Game, options: House, lines: IO[str], *, called: str) -> None:
    """The same, act by act, and after each deal what its cards say of it."""
    from sabot.school.afterwards.deals import after_each

    try:
        for line in after_each(rules, options, lines):
            click.echo(json.dumps(line, ensure_ascii=False))
    except ScriptError as error:
        raise Refused(f"{called}: {error}") from None


def _judged(rules: Game, options: House, lines: IO[str], *, called: str) -> None:
    live = _may_wait(lines)
    try:
        if live:
            bounded = iter(lambda: lines.readline(MAX_LINE + 1), "")
            judge(rules, options, lines=bounded, tell=_teller(sys.stdout, live=True))
        else:
            _judged_at_once(rules, options, lines)
    except ScriptError as error:
        raise Refused(f"{called}: {error}") from None
    finally:
        sys.stdout.flush()


def _judged_at_once(rules: Game, options: House, file: IO[str]) -> None:
    """Judge a complete file; a bar shows the progress."""
    size = os.fstat(file.fileno()).st_size
    with bars(stopped="what stands above was judged") as shown, shown("judging bytes", size) as advance:
        tell = shown.echo if sys.stdout.isatty() else _teller(sys.stdout, live=False)
        judge(rules, options, lines=_read(file, advance), tell=tell, at_once=ACTS_AT_ONCE)


def _read(file: IO[str], advance: Advance) -> Iterator[str]:
    """Yields the lines of a file; a line that is too long comes in pieces."""
    read = 0
    while line := file.readline(MAX_LINE + 1):
        read += len(line)
        if read > PROGRESS_BYTES:
            advance(read)
            read = 0
        yield line


def _may_wait(lines: IO[str]) -> bool:
    """Returns whether the next line may take long, as from a pipe or a person; a file is complete."""
    try:
        return not stat.S_ISREG(os.fstat(lines.fileno()).st_mode)
    except OSError:
        return True


def _teller(out: IO[str], *, live: bool) -> Callable[[str], None]:
    def tell(line: str) -> None:
        out.write(line + "\n")
        if live:
            out.flush()  # the reader sees each event as it happens

    return tell


def pair(text: str) -> tuple[str, str]:
    """`NAME=VALUE` in two. Raises Refused."""
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise Refused(f"--option {text}: expected NAME=VALUE, such as --option no-tax=on")
    return name, value


@click.command(short_help="The games, their options and defaults.")
@click.option(
    "--json", "as_json", is_flag=True, help="As JSON, with every option, its default and its choices."
)
def games(as_json: bool) -> None:
    """The games that can be dealt, with their options and defaults."""
    if as_json:
        click.echo(json.dumps(described(), ensure_ascii=False, indent=2))
        return
    for game in described():
        click.echo(f"{game['game']}: {', '.join(game['places'] or ['a wheel'])}")
        for option in game["options"]:
            choices = f" [{'|'.join(option['choices'])}]" if 0 < len(option["choices"]) <= 4 else ""
            click.echo(f"  {option['name']}={option['default']}{choices}  {option['doc']}")
