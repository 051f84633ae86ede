"""The command `sabot`. A subcommand is imported only when it is called, so small ones start at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

try:
    import click

    from sabot.cli.guard import guarded
    from sabot.config import state
except KeyboardInterrupt:  # while Python still imports the command
    sys.exit(130)

COMMANDS = {
    "run": "sabot.cli.run:run",
    "referee": "sabot.cli.referee:referee",
    "games": "sabot.cli.referee:games",
    "odds": "sabot.cli.odds:odds",
    "replay": "sabot.cli.replay:replay",
    "journal": "sabot.cli.journal:journal",
    "wheel": "sabot.cli.wheel:wheel",
    "ports": "sabot.cli.doctor:ports",
    "doctor": "sabot.cli.doctor:doctor",
    "calibrate": "sabot.cli.instruments.calibrate:calibrate",
    "flash": "sabot.cli.instruments.flash:flash",
    "install": "sabot.cli.install:install",
    "uninstall": "sabot.cli.install:uninstall",
    "update": "sabot.cli.update:update",
    "config": "sabot.cli.run:config",
    "see": "sabot.cli.see:see",
    "print-cards": "sabot.cli.cards:print_cards",
    "backup": "sabot.cli.backup:backup",
    "backup-key": "sabot.cli.backup:backup_key",
    "restore": "sabot.cli.backup:restore",
    "people": "sabot.cli.people:people",
    "school": "sabot.cli.school:school",
    "pit": "sabot.cli.pit.commands:pit",
    "bench": "sabot.cli.bench:bench",
    "simulate": "sabot.cli.bench:simulate",
}
"""Every subcommand, and where it is."""

FOR_THE_SYSTEM = ("install", "uninstall", "update")
"""The subcommands whose files other users read too."""


class Lazy(click.Group):
    """A group that imports a subcommand when it is called, or named in `--help`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The subcommands in the order in which a person meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The subcommand of this name, if there is one."""
        if name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[name].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="sabot", message="%(prog)s %(version)s")
@click.pass_context
def sabot(ctx: click.Context) -> None:
    """A table that referees itself: instruments observe, the rules decide, the journal remembers.

    \b
    To see one at once:            sabot run
    To check a coup by hand:       echo "8C KD 3H 6S" | sabot referee punto-banco
    To know whether it can open:   sabot doctor
    To look back:                  sabot journal list
    """
    if ctx.invoked_subcommand not in FOR_THE_SYSTEM:
        os.umask(state.PRIVATE_UMASK)


def main(arguments: Sequence[str] | None = None) -> None:
    """The entry point. No traceback ever reaches the person who typed the command."""
    sys.exit(guarded(sabot, arguments))
