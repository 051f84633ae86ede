"""The broker of the house: told what the display shows while the table is open."""

from __future__ import annotations

from contextlib import ExitStack
from importlib.metadata import version

from sabot.app.webhooks import KINDS, words
from sabot.config import Settings, extras
from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import View
from sabot.live.feed import Feed, Update
from sabot.record.shift.past import Past
from sabot.system.mqtt.access import access, topics
from sabot.system.mqtt.discovery import device
from sabot.system.mqtt.door import Door, Publishing, Words
from sabot.system.mqtt.topics import OFFLINE, Topics
from sabot.system.webhooks.cursor import Cursor
from sabot.system.webhooks.sender import Sender


def published(settings: Settings, feed: Feed, parts: ExitStack) -> None:
    """Keep the broker told until the table is closed. Where the extra is missing, nobody is: the notices say
    so. Raises ConfigError."""
    to = access(settings)
    if to is None or not extras.is_here("mqtt"):
        return
    from sabot.pit.own_broker import OwnBroker

    where = topics(settings.mqtt)
    wire = OwnBroker(to, (where.of("availability"), OFFLINE))
    door = Door(wire, where, _words(settings, where), newest=lambda: feed.newest)
    receiver = Publishing(door, to.name)
    door.senders = [
        Sender(
            receiver,
            cursor=Cursor(settings.journal_path, f"{about} {to.name} {where}", kind="mqtt"),
            past=Past(settings.journal_path),
            words=words(kinds),
            newest=lambda: feed.newest,
        )
        for about, kinds in KINDS.items()
    ]
    feed.attended("mqtt", door.attend, parts)


def _words(settings: Settings, where: Topics) -> Words:
    """What anybody may read without a key, and the device of Home Assistant."""
    from sabot_dashboard.programs import reading
    from sabot_dashboard.settings import screens

    name, pockets = settings.table.name, screens(settings).pockets

    def shown(now: Update) -> Plain:
        return {**reading.table(now.view, name=name, seq=now.seq, pockets=pockets)}

    def as_device(view: View) -> Plain:
        has_cards = view["sabot"] is not None
        return device(
            where, table=name or where.name, game=view["game"], version=version("sabot"), has_cards=has_cards
        )

    return Words(shown, as_device if settings.mqtt.discovery else None)
