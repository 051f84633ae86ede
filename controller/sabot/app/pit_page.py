"""The page of the pit, assembled: the database, the people, the app and its listeners.

The machine of the pit has it without encryption, at an address that no other machine reaches. At any other
address it is encrypted with the house's certificate, or not there.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sabot.config import ConfigError, Settings, extras
from sabot.live import address, encryption
from sabot.live.feed import Feed
from sabot.pit.floor.office import PitOffice
from sabot.pit.floor.people import PitPeople, people_in
from sabot.pit.trouble import PitError
from sabot.staff.pins import PeopleError

if TYPE_CHECKING:
    from sabot.pit.floor.provider import Provider

THIS_MACHINE = "127.0.0.1"


class Served(NamedTuple):
    """Where the page is: `own` for this machine, `public` for others (empty: not at all)."""

    own: str
    public: str


class Places(NamedTuple):
    """Where to serve: a port for this machine, and with a certificate a host and port for others; the file of
    the house's own login, where people come in by it."""

    own_port: int = 8790
    host: str = THIS_MACHINE
    port: int = 8791
    certificate: str = ""
    certificate_key: str = ""
    watched_by: tuple[str, ...] = ()
    provider: Path | None = None


@contextmanager
def served_at(database: str, folder: Path, house: str, places: Places) -> Iterator[Served]:
    """Serves the page until the block ends. Raises PitError."""
    settings = _settings(places)
    if not settings.dashboard.is_of_this_machine and not places.certificate:
        raise PitError(f"{places.host}: other machines get the page by TLS alone: give --certificate FILE")
    try:
        people = people_in(folder)
        login = _login(places.provider, people) if places.provider else None
        with _served(PitOffice(database, people), house, settings, login) as served:
            yield served
    except (ConfigError, PeopleError) as error:
        raise PitError(str(error).replace("the configuration: dashboard.", "--")) from None


def _login(file: Path, people: PitPeople) -> Provider:
    if not extras.is_here("pit-oidc"):
        raise PitError(str(extras.missing("pit-oidc")))
    from sabot.pit.floor.provider import Provider
    from sabot.pit.floor.provider_file import read

    return Provider(read(file), people)


@contextmanager
def _served(
    office: PitOffice, house: str, settings: Settings, login: Provider | None = None
) -> Iterator[Served]:
    from sabot_dashboard.pit.app import create_pit_app
    from sabot_dashboard.server import Server
    from sabot_dashboard.settings import Screens

    section = settings.dashboard
    with ExitStack() as parts:
        parts.callback(office.close)
        encrypted = encryption.opened(settings, now_s=time.time())
        sockets = parts.enter_context(address.listening(settings))
        feed = Feed()
        parts.callback(feed.close)
        screens = Screens(
            table=house,
            hosts=(section.host, *(encrypted.certificate.names if encrypted else ())),
            watchers=tuple(section.watched_by.split()),
            has_house_certificate=encrypted is not None,
        )
        context = encrypted.context if encrypted else None
        app = create_pit_app(office, screens, feed, login)
        server = Server(app, own=sockets.own, public=sockets.public, encrypted=context)
        parts.callback(server.close)
        public = encryption.address(settings, sockets, encrypted) if encrypted else ""
        yield Served(sockets.own_address, public)


def _settings(places: Places) -> Settings:
    """The section of the screens for this page: it is served as a table's screens are. Without a certificate
    the second listener is on this machine, too, at any free port."""
    usual = Settings()
    section = replace(
        usual.dashboard,
        host=places.host,
        port=places.port if places.certificate else 0,
        own_port=places.own_port,
        certificate=places.certificate,
        certificate_key=places.certificate_key,
        watched_by=" ".join(places.watched_by),
    )
    return replace(usual, dashboard=section)
