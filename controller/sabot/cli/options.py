"""What several subcommands share: where the configuration and the journal are, and refusals in one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from sabot.config import Settings
    from sabot.staff.people import People


class Refused(click.ClickException):
    """The request cannot be done: one line, exit status 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the line."""
        click.echo(f"sabot: {self.message}", err=True, file=file)


@contextmanager
def refusal_of(*errors: type[Exception]) -> Iterator[None]:
    """Turn these errors into one line."""
    try:
        yield
    except errors as error:
        raise Refused(str(error)) from None


def refusals() -> AbstractContextManager[None]:
    """Turn the refusals of configuration and journal into one line."""
    from sabot.config import ConfigError
    from sabot.record.journal import JournalError

    return refusal_of(ConfigError, JournalError)


configured = click.option(
    "--config",
    "config_file",
    type=click.Path(dir_okay=False, path_type=Path),
    envvar="SABOT_CONFIG",
    help="The table's configuration (see `sabot config`); without it, that of the set-up if there is one "
    "(table.toml in the folder sabot of $XDG_STATE_HOME or ~/.local/state), else the defaults.",
)


def journaled(command: Callable[..., object]) -> Callable[..., object]:
    """`--config FILE` and `--journal FILE`."""
    option = click.option(
        "--journal",
        "journal_file",
        type=click.Path(dir_okay=False, path_type=Path),
        help="The journal; without it, the one of the configuration.",
    )
    return configured(option(command))


of_a_game = click.option(
    "--option",
    "given",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the game; may be given again.",
)


def settings_of(config_file: Path | None, *, journal_file: Path | None = None) -> Settings:
    """Returns the settings, with another journal if one is named. Raises Refused."""
    from sabot.config import load

    with refusals():
        settings = load(config_file)
    if journal_file is None:
        return settings
    return replace(settings, journal=replace(settings.journal, path=str(journal_file.absolute())))


def people_of(journal_file: Path) -> People:
    """The people of the table with this journal. Raises Refused."""
    from sabot.staff.people import People, beside
    from sabot.staff.pins import PeopleError

    with refusal_of(PeopleError):
        return People(beside(journal_file))
