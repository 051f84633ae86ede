"""`sabot run`: the live table. `sabot config`: its configuration."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from sabot.cli.asked import Asked, EndSignal
from sabot.cli.options import Refused, configured, journaled, refusals, settings_of
from sabot.system.json_lines import speak_json

if TYPE_CHECKING:
    from sabot.app.assemble import Running
    from sabot.app.on_trial import OnTrial
    from sabot.config import Settings
    from sabot.system.service.notifying import Heart, Turning


@click.command(short_help="Open the live table.")
@journaled
@click.option("--host", help="Listen there instead; 0.0.0.0: wherever another device can reach this machine.")
@click.option("--port", type=click.IntRange(0, 65535), help="Listen on this port instead; 0: any free one.")
@click.option("--log", "form", type=click.Choice(["text", "json"]), help="How standard error has the log.")
@click.option("--extras", is_flag=True, help="Only name the extras that this table lacks, a line each.")
def run(
    config_file: Path | None,
    journal_file: Path | None,
    host: str | None,
    port: int | None,
    form: str | None,
    extras: bool,
) -> None:
    """Open the live table and print the addresses of its screens.

    It uses the instruments of the configuration, or those that it finds; without any, a simulated shoe or
    wheel, croupier and players start a game at once. The table listens only on this machine, unless
    `--host` or the configuration says otherwise. After a crash or a power cut it continues the same coup,
    and asks the croupier to confirm it.

    \b
    sabot run
    sabot run --config table.toml
    sabot run --host 0.0.0.0
    """
    if extras:
        _lacking(settings_of(config_file))
        return
    with suppress(EndSignal), Asked() as asked:  # a signal came while it was still opening
        _opened(asked, config_file, journal_file, elsewhere=Elsewhere(host, port), form=form)


class Elsewhere(NamedTuple):
    """Where to listen instead of what the configuration says; None: as it says."""

    host: str | None = None
    port: int | None = None

    def applied(self, settings: Settings) -> Settings:
        """The settings with this host and this port."""
        section = settings.dashboard
        if self.host is not None:
            section = replace(section, host=self.host)
        if self.port is not None:
            section = replace(section, port=self.port, own_port=0)
        return replace(settings, dashboard=section)


def _opened(
    asked: Asked,
    config_file: Path | None,
    journal_file: Path | None,
    *,
    elsewhere: Elsewhere,
    form: str | None,
) -> None:
    """Opens the table, again whenever the set-up asks for it, until a request to end. A table whose journal
    was changed shows one page instead, and opens with a supervisor's word."""
    from sabot.app.on_trial import OnTrial
    from sabot.record.journal import ChangedError
    from sabot.system.service.notifying import Heart, Notifier

    trial = OnTrial(config_file)

    with Heart(Notifier()) as heart:  # it beats on while the table closes and opens again
        while not asked.ended:
            asked.opens()
            with trial:
                settings = elsewhere.applied(settings_of(config_file, journal_file=journal_file))
                if (form or settings.log.format) == "json":
                    speak_json(settings.table.name)
                with refusals():
                    try:
                        _run(asked, settings, heart, trial)
                    except ChangedError as error:
                        _stay_shut(asked, settings, heart, why=str(error))


def _run(asked: Asked, settings: Settings, heart: Heart, trial: OnTrial) -> None:
    from sabot.app.assemble import running
    from sabot.live.garbage import kept_short

    with running(settings, renew=asked.to_renew) as table, kept_short():
        trial.opened(table.inbox)
        click.echo(f"{_named(settings, simulated=table.simulated)}: {table.address}")
        for line in addresses(table, settings):
            click.echo(line)
        if offer := _offered(settings):
            click.echo(f"{offer} The set-up asks: {table.address}setup#panel")
        _wait(asked, heart, table.feed, status=table.address)


def addresses(table: Running, settings: Settings) -> Iterator[str]:
    """What is said of an open table's addresses, after that of its own screen: how other devices get in."""
    from sabot.live.encryption import by_number

    if settings.dashboard.is_of_this_machine:
        yield f"No other device can open it. {_opening(settings)}"
        yield f"For a proxy on this machine: {table.others}"
        return
    ways = " or ".join([table.others, *by_number(settings, table.others)])
    yield f"That is the table’s own screen, on this machine alone. All others: {ways}"
    if table.fingerprint:
        yield f"Fingerprint of its certificate (SHA-256): {table.fingerprint}"


def _opening(settings: Settings) -> str:
    """Returns how other devices are let in to a table that only its own machine reaches."""
    from sabot.config import own_file

    file = settings.file
    with suppress(FileNotFoundError):  # a user without a home folder
        file = file or own_file()
    key = f'set host = "0.0.0.0" under [dashboard] in {file or "the configuration"}'
    return f"To let phones and televisions in, start it with --host 0.0.0.0, or {key}"


def _stay_shut(asked: Asked, settings: Settings, heart: Heart, *, why: str) -> None:
    from sabot.app.shut import shut

    with shut(settings, renew=asked.to_renew) as screen:
        click.echo(f"sabot: {why}", err=True)
        click.echo(f"The table stays shut. A supervisor opens it at its own screen: {screen.address}")
        _wait(asked, heart, screen, status="the journal was changed: a supervisor opens the table")


def _wait(asked: Asked, heart: Heart, turning: Turning, *, status: str) -> None:
    """Wait for a request; tell the system what happens."""
    from sabot.system.service.notifying import ENDING, READY

    with heart.following(turning):
        heart.notifier.say(READY, f"STATUS={status}")
        ends = asked.wait()
    if ends:
        asked.watch_closing()
        heart.notifier.say(ENDING)


def _lacking(settings: Settings) -> None:
    """Print each missing extra, and after a tab what needs it: `make run` reads these lines."""
    from sabot.system.notices import lacking

    with refusals():
        for each in lacking(settings):
            click.echo(f"{each.extra}\t{each.what}")


def _named(settings: Settings, *, simulated: bool) -> str:
    from sabot.core.cloth import AT_HOME
    from sabot.games.register import DESCRIPTORS

    by_kind = {
        "wheel": "a simulated wheel, croupier and players",
        **dict.fromkeys(AT_HOME, "simulated players"),
    }
    there = by_kind.get(DESCRIPTORS[settings.table.game].kind, "a simulated shoe, croupier and players")
    stands_in = f", with {there}" if simulated else ""
    return f"{settings.table.name} ({settings.table.game}{stands_in}) is open"


def _offered(settings: Settings) -> str:
    """Returns what a first start, without a configuration, says about a usable panel."""
    from sabot.live.outputs.fitted import offered

    offer = "" if settings.file else offered(settings.panel)
    return offer and f"The panel is {offer}."


@click.command(short_help="Print the default configuration, or check one.")
@configured
@click.option("--check", is_flag=True, help="Read the configuration and say whether it can be used.")
@click.pass_context
def config(context: click.Context, config_file: Path | None, check: bool) -> None:
    """Print the default configuration, with the purpose of every key.

    \b
    sabot config > table.toml
    sabot config --config table.toml --check
    """
    from sabot.config import default_text

    if not check:
        if context.get_parameter_source("config_file") is click.core.ParameterSource.COMMANDLINE:
            raise Refused("--config is read only with --check; without both the defaults are printed")
        click.echo(default_text(), nl=False)
        return
    settings = settings_of(config_file)
    from sabot.app.preflight import at_the_moment, checked
    from sabot.system.notices import notices

    with refusals():
        checked(settings)
        noticed = notices(settings)
    click.echo(f"{settings.file or 'the defaults'}: can be used")
    for each in noticed:
        click.echo(f"notice: {each}")
    if why := at_the_moment(settings):
        click.echo(f"but not at this moment: {why}")
