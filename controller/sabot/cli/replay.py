"""`sabot replay`: puts a recording through the table once more."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sabot.cli.bars import bars
from sabot.cli.options import Refused, configured, refusal_of, refusals, settings_of

if TYPE_CHECKING:
    from sabot.core.table import Table


@click.command(short_help="A recording, or a journal, as if it were live.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--speed",
    default=0.0,
    show_default=True,
    type=click.FloatRange(0, 1e6),
    help="1: as it was, 10: ten times as fast, 0: without pauses.",
)
@click.option("--hindsight", is_flag=True, help="Of a journal, at the end, the cards that threw a deal away.")
@configured
def replay(file: Path, speed: float, hindsight: bool, config_file: Path | None) -> None:
    """Put a recording of raw instrument bytes, or a journal, through the same code as a live table.

    Prints one JSON line an event, as `sabot referee` does. A journal knows its own game; for a recording,
    game and options are those of the configuration, but the next card closes a coup, because a recording
    holds only instruments. The table makes recordings if the configuration names a folder for them ([journal]
    recordings).
    """
    from sabot.app import replay as replaying
    from sabot.instruments.line.replay import is_recording

    with refusals(), bars(stopped="nothing was changed, the replay kept a journal of its own") as shown:

        def tell(event: dict[str, object]) -> None:
            shown.echo(json.dumps(event, ensure_ascii=False))

        if _begins(file) == b"SQLite format 3":
            replaying.of_journal(file, speed=speed, tell=tell, progress=shown)
            for line in _thrown(file) if hindsight else ():
                tell(line)
        elif is_recording(file):
            with refusal_of(ValueError):
                replaying.of_recording(file, table=_table(config_file), speed=speed, tell=tell)
        else:
            raise Refused(f"{file}: neither a journal nor a recording of an instrument's bytes")


def _thrown(journal: Path) -> Iterator[dict[str, object]]:
    """The cards that threw a deal away, deal by deal."""
    from sabot.school.afterwards.deals import Deals, as_line

    deals = Deals(journal, kept=sys.maxsize)
    for over in reversed(deals.newest()):
        yield from (as_line(over.number, each) for each in deals.of(over.number)[1].thrown)


def _begins(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(15)


def _table(config_file: Path | None) -> Table:
    from sabot.app.replay import by_itself
    from sabot.core.table import opened
    from sabot.games.register import GAMES

    settings = settings_of(config_file)
    return opened(GAMES[settings.table.game], by_itself(settings.options))
