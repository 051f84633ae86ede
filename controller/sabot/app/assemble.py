"""The one file that knows all parts: it builds a running table and closes it again."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from sabot.app import mqtt, preflight, webhooks
from sabot.app.retained import retained
from sabot.config import ConfigError, Settings, house
from sabot.core.shapes.silence import hushed
from sabot.core.shapes.view import View
from sabot.core.table import opened
from sabot.games.register import DESCRIPTORS, GAMES
from sabot.instruments.contract import PortSettings
from sabot.instruments.line.port import Reader
from sabot.live import address, camera_link, encryption
from sabot.live import readers as lines
from sabot.live.clock import behind
from sabot.live.descriptors import room_for
from sabot.live.encryption import Encryption
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.live.loop import Loop, Output
from sabot.live.outputs import fitted
from sabot.live.speech import Spoken, speakers
from sabot.record import keys
from sabot.record import resume as resuming
from sabot.record.heads import Signer
from sabot.record.journal import Journal, JournalError
from sabot.school import opening as schooling
from sabot.simulation import home, seats
from sabot.simulation import table as simulation
from sabot.staff.office import Known, Office, TableAccess, known, office
from sabot.staff.people import People
from sabot.staff.pins import PeopleError
from sabot.system import notices
from sabot.system.measuring import Gauges

if TYPE_CHECKING:
    from sabot_dashboard.settings import Screens

log = logging.getLogger(__name__)

MOST_CONNECTIONS = 1000
"""Connections to the public listener at least; more where the configuration has many streams."""


class Running(NamedTuple):
    """An open table: the address of its own screen, that of all other screens with the fingerprint of its
    certificate (empty: it has none), and the parts that a caller may use."""

    address: str
    loop: Loop
    inbox: Inbox
    feed: Feed
    readers: tuple[Reader, ...]
    simulated: bool
    others: str
    fingerprint: str


@contextmanager
def running(settings: Settings, *, renew: Callable[[], object] | None = None) -> Iterator[Running]:
    """Opens the whole table until the block ends. Raises ConfigError and JournalError, one line each.

    `renew` is called when somebody at a screen asks to reopen the table with its new configuration.
    """
    wired = preflight.checked(settings)
    let_in = _known(settings)  # before the journal is opened: a refusal must leave no record
    noticed = notices.notices(settings)
    for each in noticed:
        log.warning("%s", each)
    with ExitStack() as parts:
        sockets = parts.enter_context(address.listening(settings))
        journal = parts.enter_context(Journal(settings.journal_path))
        encrypted = encryption.opened(settings, now_s=time.time())
        inbox, feed = Inbox(), Feed()
        lamps = fitted.lamps(settings, feed, parts)
        camera = camera_link.opened(settings, parts)
        seated = _seats(settings, is_wired=bool(wired) or camera.deals)
        simulated = seated.are_alone if seated else not wired and not camera.deals
        school = schooling.opened(settings, parts)
        signer = _signer(settings)
        shown = school.table.shown if school else {}  # the school's own: it changes the mode there
        if seated:
            shown["home"] = seats.shown(seated)
        loop = _loop(
            settings,
            journal=journal,
            inbox=inbox,
            feed=feed,
            simulated=simulated,
            outputs=[*lamps, *_speakers(settings, parts)],
            shown=shown,
            signer=signer,
        )
        if signer:
            parts.callback(_signed_at_last, journal, signer)
        loop.start()
        parts.callback(loop.stop)
        if school:
            school.table.changed = loop.show_again
        around = simulation.Around(settings, loop, inbox, feed, school)
        readers = _readers(around, wired, camera, parts)
        if seated:
            home.attended(around, seated, parts)
        others = encryption.address(settings, sockets, encrypted)
        gauges = Gauges(loop.measures, inbox, readers, settings.journal_path)
        asked = TableAccess(
            lambda: loop.table, readers, preflight.checked, renew, school, camera, noticed, gauges.measured
        )
        staff_office = office(settings, asked, let_in)
        parts.callback(staff_office.setup.close)
        schooling.attended(school, feed, parts)
        retained(settings, staff_office.people, school, parts)
        served = _Served(settings, sockets, encrypted, others)
        _serve(served, inbox=inbox, feed=feed, staff_office=staff_office, parts=parts)
        webhooks.sent(settings, feed, parts)
        mqtt.published(settings, feed, parts)
        fitted.panel(settings, inbox, parts, is_chefs=_chefs(feed, staff_office.people))
        fingerprint = encrypted.certificate.fingerprint if encrypted else ""
        yield Running(sockets.own_address, loop, inbox, feed, tuple(readers), simulated, others, fingerprint)


def _seats(settings: Settings, *, is_wired: bool) -> seats.Seats | None:
    """Who sits at a table at home; None at a game of the casino."""
    at_home = DESCRIPTORS[settings.table.game].is_at_home
    return seats.seats_of(settings, is_wired=is_wired) if at_home else None


def _readers(
    around: simulation.Around, wired: Sequence[PortSettings], camera: camera_link.CameraLink, parts: ExitStack
) -> list[Reader]:
    """What reads each instrument: a line each, and the eye's; a simulated table where nothing is wired and no
    camera deals. A household game needs none."""
    settings, inbox = around.settings, around.inbox
    camera.remember(lambda: around.loop.table.room.wheel.turned)
    looks = lines.reader(camera.line, settings=settings, inbox=inbox, parts=parts) if camera.line else None
    if looks:
        camera.attended(looks)
    if wired or camera.deals or DESCRIPTORS[settings.table.game].is_at_home:
        readers = [lines.reader(line, settings=settings, inbox=inbox, parts=parts) for line in wired]
    else:
        readers = simulation.simulated(around, camera, parts)
    if looks:
        camera_link.laid(camera, around.feed, parts)
    return [*readers, *([looks] if looks else [])]


def _loop(
    settings: Settings,
    *,
    journal: Journal,
    inbox: Inbox,
    feed: Feed,
    simulated: bool,
    outputs: Sequence[Output] = (),
    shown: View,
    signer: Signer | None,
) -> Loop:
    fresh = opened(GAMES[settings.table.game], settings.options)
    noted = behind(settings.journal_path, time.time_ns())
    beginning = resuming.begun(
        settings.journal_path, fresh=fresh, name=settings.table.name, wall_ns=time.time_ns()
    )
    journal.append(beginning.entries)
    if signer:
        signer.sign(journal)
    for each in filter(None, (noted, beginning.noted)):
        inbox.put(each)
    shown |= {"lang": settings.table.language, "table": settings.table.name, "simulated": simulated}
    return Loop(
        beginning.table, journal=journal, inbox=inbox, feed=feed, outputs=outputs, shown=shown, signer=signer
    )


def _signer(settings: Settings) -> Signer | None:
    """Returns what signs the heads of this journal. None where the key cannot be used: a game does not wait
    for a signature."""
    try:
        return Signer(settings.journal_path, wall_ns=time.time_ns)
    except (OSError, ValueError, ImportError) as error:
        key = keys.key_beside(settings.journal_path)
        log.warning("the heads of the journal are not signed: the key %s cannot be used: %s", key, error)
        return None


def _signed_at_last(journal: Journal, signer: Signer) -> None:
    """The last head, when a table that was open is closed. One that stays shut signs nothing: a head would
    vouch for what was changed."""
    if signer.is_behind(journal.head[0]):
        with suppress(JournalError):
            signer.sign(journal)


def _speakers(settings: Settings, parts: ExitStack) -> list[Output]:
    found = speakers(Spoken(settings))
    for each in found:
        parts.callback(each.close)
    return [*found]


def _known(settings: Settings) -> Known:
    try:
        return known(settings.journal_path)
    except PeopleError as error:
        raise ConfigError(str(error)) from None


def _chefs(feed: Feed, people: People) -> Callable[[str], bool]:
    """Returns the check whether an act now needs the supervisor: no button does an act for which the screens
    ask a PIN."""
    from sabot_dashboard.access import SUPERVISOR
    from sabot_dashboard.picture.faults import chef_is_asked

    return lambda act: people.guards(SUPERVISOR) and chef_is_asked(hushed(feed.newest.view), act)


class _Served(NamedTuple):
    """Where and how the screens are served; `others`: the address for all but the table's own."""

    settings: Settings
    sockets: address.Listening
    encrypted: Encryption | None
    others: str


def _serve(served: _Served, *, inbox: Inbox, feed: Feed, staff_office: Office, parts: ExitStack) -> None:
    """Serve the screens from threads of their own."""
    from sabot_dashboard import create_app
    from sabot_dashboard.server import Server
    from sabot_dashboard.serving.door import Limits

    section = served.settings.dashboard
    limits = Limits(
        connections=room_for(max(MOST_CONNECTIONS, 2 * section.streams)),  # further browsers would hang
        of_one=section.connections_of_one,
    )
    server = Server(
        create_app(feed, inbox, _screens(served), office=staff_office),
        own=served.sockets.own,
        public=served.sockets.public,
        limits=limits,
        proxies=section.proxies.split(),
        encrypted=served.encrypted.context if served.encrypted else None,
    )
    parts.callback(server.close)
    parts.callback(feed.close)


def _screens(served: _Served) -> Screens:
    """What the screens are told of the configuration, and of their own address."""
    from sabot_dashboard.settings import screens

    of_house = house.look(served.settings)
    configured = screens(served.settings)._replace(
        others=served.others,
        by_number=next(iter(encryption.by_number(served.settings, served.others)), ""),
        look=of_house,
    )
    if served.encrypted is None:
        return configured
    certificate, is_of_house = served.encrypted.certificate, served.encrypted.is_of_house
    return configured._replace(
        hosts=(*configured.hosts, *certificate.names),
        fingerprint=certificate.fingerprint,
        has_house_certificate=is_of_house,
    )
