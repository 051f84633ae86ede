"""The checks of a configuration before a table opens anything, the same for `sabot run` and `sabot config
--check`. Temporary problems, such as a port in use, show only when the table opens."""

from __future__ import annotations

from pathlib import Path

from sabot.app import webhooks
from sabot.config import ConfigError, Settings
from sabot.instruments.camera.driver import SIMULATED
from sabot.instruments.contract import PortSettings
from sabot.live import address, camera_link, encryption
from sabot.live import readers as lines
from sabot.live.outputs import fitted
from sabot.simulation import seats
from sabot.simulation import table as simulation
from sabot.system.mqtt.access import access


def checked(settings: Settings) -> list[PortSettings]:
    """Returns the instruments of a table whose configuration can be used; none: simulated ones. Raises
    ConfigError: one line with file and key."""
    wired = lines.instruments(settings)
    file = settings.file or "the configuration"
    for key, why in (("panel", fitted.refusal(settings.panel)), *_paths(settings).items()):
        if why:
            raise ConfigError(f"{file}: {key}: {why}")
    address.checked(settings)
    encryption.checked(settings)
    camera_link.checked(settings, wired=wired)
    seats.checked(settings)
    webhooks.checked(settings)
    access(settings)
    camera = settings.camera
    if not wired and (camera.use == "witness" or camera.source in ("", SIMULATED)):
        simulation.checked(settings)
    return wired


def at_the_moment(settings: Settings) -> str:
    """Returns why a table with this usable configuration could not open just now; empty if it could."""
    try:
        with address.listening(settings):
            pass
    except ConfigError as error:
        return str(error)
    return ""


def _paths(settings: Settings) -> dict[str, str]:
    """Yields each unusable path by its key. Write permission is not checked, because it depends on the user
    who opens the table."""
    journal, records = settings.journal_path, settings.journal.recordings
    troubles = {"journal.path": _in_the_way(journal.parent)}
    if journal.is_dir():
        troubles["journal.path"] = f"{journal} is a folder; expected the name of a file"
    if records:
        troubles["journal.recordings"] = _in_the_way(settings.beside(records))
    return troubles


def _in_the_way(folder: Path) -> str:
    """Returns what is in the place of a folder; empty if the folder exists or can be made."""
    file = next((each for each in (folder, *folder.parents) if each.exists() and not each.is_dir()), None)
    return f"{file} is a file; expected a folder there" if file else ""
