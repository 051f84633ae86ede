"""The command `sabot`. Each subcommand is read only when it is asked for, so that small ones start at
once."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

try:
    import click

    from controller.cli.guard import guarded
except KeyboardInterrupt:  # while the command is still being read
    sys.exit(130)

COMMANDS = {
    "run": "controller.cli.run:run",
    "referee": "controller.cli.referee:referee",
    "games": "controller.cli.referee:games",
    "odds": "controller.cli.odds:odds",
    "replay": "controller.cli.replay:replay",
    "journal": "controller.cli.journal:journal",
    "wheel": "controller.cli.wheel:wheel",
    "ports": "controller.cli.doctor:ports",
    "doctor": "controller.cli.doctor:doctor",
    "calibrate": "controller.cli.calibrate:calibrate",
    "install": "controller.cli.install:install",
    "uninstall": "controller.cli.install:uninstall",
    "update": "controller.cli.update:update",
    "config": "controller.cli.run:config",
    "see": "controller.cli.see:see",
    "print-cards": "controller.cli.cards:print_cards",
    "backup": "controller.cli.backup:backup",
    "restore": "controller.cli.backup:restore",
    "people": "controller.cli.people:people",
    "school": "controller.cli.school:school",
    "bench": "controller.cli.bench:bench",
}
"""Every subcommand, and where it is."""


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
def sabot() -> None:
    """A table that referees itself: instruments observe, the rules decide, the journal remembers.

    \b
    To see one at once:            sabot run
    To check a coup by hand:       echo "8C KD 3H 6S" | sabot referee punto-banco
    To know whether it can open:   sabot doctor
    To look back:                  sabot journal list
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """The entry point: no traceback ever reaches the person who typed the command."""
    sys.exit(guarded(sabot, arguments))
