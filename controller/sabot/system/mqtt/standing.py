"""What the doctor says of the broker."""

from __future__ import annotations

from collections.abc import Iterator

from sabot.config import ConfigError, Settings, extras
from sabot.system.mqtt.access import access


def examined(settings: Settings) -> Iterator[tuple[str, str, str]]:
    """The broker of the configuration, if there is one: its name, how it stands, and why."""
    try:
        to = access(settings)
    except ConfigError as error:
        yield "mqtt", "fails", str(error)
        return
    if to is None:
        return
    if not extras.is_here("mqtt"):
        yield "mqtt", "missing", str(extras.missing("mqtt"))
        return
    from sabot.system.mqtt.client import refusal

    why = refusal(to)
    yield "mqtt", "missing" if why else "found", f"{to.name} {why or 'answers'}"
