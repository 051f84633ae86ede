"""What the screens must be told once, at start."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from sabot.core.look import OURS, Look
from sabot.core.options import House
from sabot.core.terms import money
from sabot.games.register import USUAL


class TableSettings(Protocol):
    """The table itself."""

    @property
    def name(self) -> str: ...

    @property
    def game(self) -> str: ...

    @property
    def language(self) -> str: ...


class DashboardSettings(Protocol):
    """The screens."""

    @property
    def host(self) -> str: ...

    @property
    def streams(self) -> int: ...

    @property
    def watched_by(self) -> str: ...

    @property
    def names(self) -> str: ...

    @property
    def streams_of_one(self) -> int: ...


class Configured(Protocol):
    """A table's whole configuration, as far as the screens read it."""

    @property
    def table(self) -> TableSettings: ...

    @property
    def dashboard(self) -> DashboardSettings: ...

    @property
    def options(self) -> House: ...


class Screens(NamedTuple):
    """Settings of the screens of one table.

    `lang` is the language around the game for a device that has not chosen one; `limits` a line for the
    public such as `10 – 500`; `person` who deals. `streams` is how many browsers may listen at once,
    `streams_of_one` how many of them from one address.
    `watchers` are the addresses that may ask for the table's numbers.
    `others` is the address for all screens but the table's own, with the `fingerprint` of its certificate
    (empty: it has none), `by_number` the same by a number, for devices that do not know the machine's name,
    where there is one; `has_house_certificate`: browsers know that certificate and may insist on it.
    `hosts` are names, besides `localhost`, this machine's own and plain addresses, under which the pages may
    be asked for. `pockets` has the wheel. `look` is how the house looks,
    `options` what it has chosen for its game.
    """

    table: str = "Table 1"
    game: str = USUAL
    lang: str = "en"
    person: str = ""
    limits: str = ""
    streams: int = 200
    streams_of_one: int = 50
    hosts: tuple[str, ...] = ()
    pockets: int = 37
    watchers: tuple[str, ...] = ()
    others: str = ""
    by_number: str = ""
    fingerprint: str = ""
    has_house_certificate: bool = False
    look: Look = OURS
    options: House | None = None


def screens(settings: Configured | Screens | None) -> Screens:
    """The screens' share of a table's whole configuration; `Screens` itself is left as it is."""
    if isinstance(settings, Screens):
        return settings
    if settings is None:
        return Screens()
    return Screens(
        table=settings.table.name,
        game=settings.table.game,
        lang=settings.table.language,
        limits=limits(settings.options.minimum, settings.options.maximum),
        streams=settings.dashboard.streams,
        streams_of_one=settings.dashboard.streams_of_one,
        hosts=(settings.dashboard.host, *settings.dashboard.names.split()),
        pockets=settings.options.pockets or 37,
        watchers=tuple(settings.dashboard.watched_by.split()),
        options=settings.options,
    )


def limits(minimum: int, maximum: int) -> str:
    """The limits for the public, from minor units: `10 – 500`; empty where the house sets none."""
    low, high = _short(minimum), _short(maximum)
    if minimum and maximum:
        return f"{low} – {high}"
    return f"min. {low}" if minimum else f"max. {high}" if maximum else ""


def _short(amount: int) -> str:
    return money(amount).removesuffix(".00")
