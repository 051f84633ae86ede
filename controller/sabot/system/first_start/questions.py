"""The questions of the set-up: what can be chosen, and what the configuration file says today."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

from sabot.config import InstrumentSection, PanelSection, Settings
from sabot.config.answers import INSTRUMENT_KEYS, plain_of, standing
from sabot.config.writing import LIVE
from sabot.core import options as house
from sabot.core.shapes.json import Plain, record
from sabot.games.register import DESCRIPTORS, GAMES, casino
from sabot.instruments.panel import pins
from sabot.live.outputs import fitted
from sabot.live.outputs.lamp import BUZZER


def described(settings: Settings, *, file: Path) -> Plain:
    """What the questions are: `table`, `games` with their options and where each is played, `instruments`,
    `camera`, `panel` (and its `pins`), `home`; with the answers that stand in `file`, which may count only
    from the next start, or those of `settings` where it gives none."""
    plain, settings = plain_of(file), standing(file) or settings
    rules = record(plain.get("rules"))
    return {
        "file": str(file),
        "exists": file.exists(),
        "table": {name: getattr(settings.table, name) for name in ("name", "game", "language")},
        "games": {name: _options(name, record(rules.get(name))) for name in GAMES},
        "instruments": [_given(each) for each in settings.instruments],
        "camera": {name: getattr(settings.camera, name) for name in ("source", "use")},
        "panel": {"use": settings.panel.use},
        "home": {each.name: getattr(settings.home, each.name) for each in fields(settings.home)},
        "at_casino": casino(),
        "at_home": [name for name in GAMES if name not in casino()],
        "titles": {name: [each.cloth.title, each.cloth.lang] for name, each in DESCRIPTORS.items()},
        "pins": _pins(settings.panel) | {"there": pins.is_a_pi()},
    }


def _given(section: InstrumentSection) -> Plain:
    """One instrument: its driver, port and role, and its other keys in the file, which are kept."""
    always, usual = ("driver", "port", "role"), InstrumentSection()
    every = {name: getattr(section, name) for name in INSTRUMENT_KEYS}
    return {name: each for name, each in every.items() if name in always or each != getattr(usual, name)}


def _pins(section: PanelSection) -> Plain:
    """The pins that the panel would claim, as text: those of the `buttons`, the `lamp` and the `buzzer`."""
    lights = fitted.lights(section)
    buzzer = [lights.pop(BUZZER)] if BUZZER in lights else []
    claimed = {"buttons": fitted.buttons(section).values(), "lamp": lights.values(), "buzzer": buzzer}
    return {name: ", ".join(map(str, each)) or "–" for name, each in claimed.items()}


LIMITS = ("minimum", "maximum")


def _options(game: str, given: Mapping[str, object]) -> list[Plain]:
    """The options of a game that are asked: `name`, `doc`, `choices`, and its `value` as text."""
    found = []
    for option in _asked(game):
        value = given.get(option["name"], given.get(option["name"].replace("-", "_")))
        default = LIVE.get(option["name"], option["default"])
        now = {"default": default, "value": default if value is None else _as_text(value)}
        found.append({**option, **now})
    return found


def _asked(game: str) -> list[house.Described]:
    """Every option of a game at a casino. At home nobody is asked what a croupier does, and only where stakes
    are laid how large they may be."""
    every = house.described(GAMES[game].Options)
    if not DESCRIPTORS[game].is_at_home:
        return every
    general = {(each["name"], each["doc"]) for each in house.described(house.House)}
    stakes = LIMITS if GAMES[game].CHANCES else ()
    return [each for each in every if each["name"] in stakes or (each["name"], each["doc"]) not in general]


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:.2f}" if isinstance(value, float) else str(value)
