"""What an offer of an update holds: a version of the program, and what it changes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from sabot.core.reasons import reason
from sabot.core.shapes.json import record
from sabot.record.chain import canonical
from sabot.system.pit_offers.offer import OfferError, digest_of
from sabot.system.update.checkout import REVISION

CHANGES_MOST, CHANGE_CHARS_MOST, NAME_CHARS_MOST = 100, 150, 100


class Version(NamedTuple):
    """A version: its `revision` in full, the `name` that people gave it, and the first lines of its changes,
    each after `+`, or after `-` where it is taken back."""

    revision: str
    name: str
    changes: tuple[str, ...] = ()

    @property
    def content(self) -> str:
        """As an offer holds it."""
        changes = [each[:CHANGE_CHARS_MOST] for each in self.changes[:CHANGES_MOST]]
        return canonical({"revision": self.revision, "name": self.name[:NAME_CHARS_MOST], "changes": changes})


def version_in(content: str) -> Version:
    """The version that an offer holds. Raises OfferError."""
    try:
        plain = record(json.loads(content))
    except (ValueError, RecursionError):
        plain = {}
    revision, name, changes = plain.get("revision"), plain.get("name"), plain.get("changes")
    if not isinstance(revision, str) or not REVISION.fullmatch(revision) or not isinstance(name, str):
        raise OfferError(reason("it names no version"))
    return Version(revision, name[:NAME_CHARS_MOST], _lines(changes))


def _lines(changes: object) -> tuple[str, ...]:
    given: Sequence[object] = changes if isinstance(changes, list) else ()
    return tuple(each[:CHANGE_CHARS_MOST] for each in given[:CHANGES_MOST] if isinstance(each, str))


def base_of(revision: str) -> str:
    """By what an offer names the version that it replaces."""
    return digest_of(revision.encode())
