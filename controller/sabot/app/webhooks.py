"""The webhooks of a table: checked before it opens, and sent while it is open."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from sabot.config import ConfigError, Settings
from sabot.config.webhooks import FAULTS, RESULTS
from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import View
from sabot.live.feed import Feed
from sabot.record.shift.past import Past
from sabot.system.webhooks.cursor import Cursor
from sabot.system.webhooks.posting import Posting
from sabot.system.webhooks.sender import Sender, Words
from sabot.system.webhooks.signing import secret_in
from sabot.system.webhooks.target import Target, TargetError, target

if TYPE_CHECKING:
    from sabot.core.shapes.past import News

KINDS = {RESULTS: ("result", "void", "undone"), FAULTS: ("fault",)}


def checked(settings: Settings) -> tuple[list[Target], bytes]:
    """The receivers, and the secret that signs what they get. Raises ConfigError."""
    section, file = settings.webhooks, settings.file or "the configuration"
    targets = []
    for url in section.urls.split():
        try:
            targets.append(target(url, is_private_allowed=section.private_addresses))
        except TargetError as error:
            raise ConfigError(f"{file}: webhooks.urls: {url} {error}") from None
    if not targets:
        return [], b""
    if not section.secret_file:
        raise ConfigError(f"{file}: webhooks.secret_file: missing; nobody could know who sent them")
    secret_file = settings.beside(section.secret_file)
    try:
        return targets, secret_in(secret_file)
    except OSError as error:
        why = f"{secret_file} cannot be read: {error.strerror}"
        raise ConfigError(f"{file}: webhooks.secret_file: {why}") from None
    except ValueError as error:
        raise ConfigError(f"{file}: webhooks.secret_file: {error}") from None


def sent(settings: Settings, feed: Feed, parts: ExitStack) -> None:
    """Send to each receiver until the table is closed; results and faults by themselves, so that a fault does
    not wait for a result that is not final. Raises ConfigError."""
    targets, secret = checked(settings)
    for to in targets:
        for about in settings.webhooks.kinds:
            sender = Sender(
                Posting(to, secret),
                cursor=Cursor(settings.journal_path, f"{about} {to.name}{to.path}"),
                past=Past(settings.journal_path),
                words=words(KINDS[about]),
                newest=lambda: feed.newest,
            )
            feed.attended(f"webhook {about}", sender.attend, parts)


def words(kinds: tuple[str, ...]) -> Words:
    """What a reader may hear, as a reader hears it."""
    from sabot_dashboard.programs import reading

    def may(view: View, kinds: Sequence[str]) -> bool:
        return reading.may_hear(view, reading.READER, kinds)

    def put(news: News) -> Plain:
        return {**reading.heard(news)}

    return Words(kinds, may, reading.standing, put)
