"""The parts of the panel at this table: the buttons, and the lamp and buzzer that listen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack

from sabot.config import PanelSection, Settings
from sabot.core.observations import ButtonPressed
from sabot.instruments.panel import pins
from sabot.instruments.panel.buttons import BUTTONS, ROLE, Panel, Timing, described
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.live.outputs.lamp import BUZZER, PARTS, Lamp


def is_wanted(section: PanelSection) -> bool:
    """Whether this table has a panel: the configuration says so, or it says `auto` and this is a Pi with the
    library of the pins."""
    return section.use == "on" or (is_asked(section) and pins.is_installed())


def is_asked(section: PanelSection) -> bool:
    """Whether a panel is asked for here, with its library or without."""
    return section.use == "on" or (section.use == "auto" and pins.is_a_pi())


def offered(section: PanelSection) -> str:
    """What a person should know of the panel where it is off on a machine that could have one; else empty."""
    if section.use != "off" or not pins.is_a_pi():
        return ""
    return f'off; [panel] use = "on" would claim these pins: {wiring(section)}'


def buttons(section: PanelSection) -> dict[str, int]:
    """The pin of each button that is fitted, by the name that the table gives it."""
    return {act: pin for name, act in BUTTONS.items() if (pin := getattr(section, name)) >= 0}


def lights(section: PanelSection) -> dict[str, int]:
    """The pin of each part of the lamp that is fitted, and of the buzzer."""
    return {name: pin for name in (*PARTS, BUZZER) if (pin := getattr(section, name)) >= 0}


def refusal(section: PanelSection) -> str:
    """Returns why this panel is impossible, such as one pin for two parts; empty if it is possible."""
    served = defaultdict(list)
    for name in (*BUTTONS, *PARTS, BUZZER):
        served[getattr(section, name)].append(name)
    twice = [(pin, names) for pin, names in served.items() if len(names) > 1 and pin >= 0]
    return next((f"pin {pin} is claimed by {' and '.join(names)}; expected one" for pin, names in twice), "")


def panel(settings: Settings, inbox: Inbox, parts: ExitStack, *, is_chefs: Callable[[str], bool]) -> None:
    """The buttons, from now until `parts` close. Each means what the same button of a screen means.

    A push is refused while the journal stands still; that the panel was found or lost waits until it is kept.
    """
    section = settings.panel
    if not is_wanted(section):
        return
    made = Panel(
        buttons(section),
        lambda seen: inbox.put(seen if type(seen) is ButtonPressed else inbox.stamped(seen), role=ROLE),
        timing=Timing(section.debounce_ms, section.hold_ms, section.stuck_s),
        factory=lambda: pins.factory(section.factory),
        is_chefs=is_chefs,
    )
    made.start()
    parts.callback(made.stop)


def lamps(settings: Settings, feed: Feed, parts: ExitStack) -> list[Lamp]:
    """Lamp and buzzer, from now until `parts` close; none where there is no panel."""
    section = settings.panel
    if not is_wanted(section):
        return []
    made = Lamp(
        lights(section), factory=lambda: pins.factory(section.factory), silent_s=lambda: feed.silent_s
    )
    made.start()
    parts.callback(made.stop)
    return [made]


def wiring(section: PanelSection) -> str:
    """The wiring, for a person: `deal 17, rnvp 27 … buzzer 19 (BCM)`."""
    return f"{described(buttons(section) | lights(section))} (BCM)"


def tried(section: PanelSection) -> str:
    """The name of the pin factory that loads here. Raises PinsError."""
    name, made = pins.factory(section.factory)
    made.close()
    return name
