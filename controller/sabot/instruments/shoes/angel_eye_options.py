"""What the configuration may say of an Angel Eye: how to read what is uncertain about its reports."""

from __future__ import annotations

from typing import NamedTuple

from sabot.games.register import USUAL


class Options(NamedTuple):
    """What the configuration may say of this shoe.

    `game`: whose places the hands are. `report_r`: what code `R` means: `ignore`, `card` (a card, as `D`)
    or `cleared` (the hand is cleared: the coup ends). `burn`: the first card and the burn at the opening:
    `say` (*brûlé*, and cards after it), `cards` (plain cards) or `ignore`. `result`: the shoe's own result:
    `ignore`, `announced` (checked against the cards), `end` (it closes the coup) or `both`. `overdraw`:
    whether error 2 stands for a card without a report of its own: `trouble` or `card`. `copies`: how many
    equal copies of a report are asked for before it is believed. `sequence`: how the numbers of reports run
    on, so that a missing one is noticed: `any` (unknown), `digits` (`0` to `9`), `seven-bit` or `byte`.
    """

    game: str = USUAL
    report_r: str = "ignore"
    burn: str = "say"
    result: str = "ignore"
    overdraw: str = "trouble"
    copies: int = 1
    sequence: str = "any"

    def refusal(self) -> str:
        """Why these options are impossible; empty if they are not."""
        for name, allowed in _CHOICES.items():
            if (value := getattr(self, name)) not in allowed:
                return f"{name} = {value!r}, but one of {', '.join(map(str, allowed))} was expected"
        return ""


_CHOICES: dict[str, tuple[str | int, ...]] = {
    "report_r": ("ignore", "card", "cleared"),
    "burn": ("say", "cards", "ignore"),
    "result": ("ignore", "announced", "end", "both"),
    "overdraw": ("trouble", "card"),
    "copies": (1, 2, 3),
    "sequence": ("any", "digits", "seven-bit", "byte"),
}

CYCLES = {"digits": 10, "seven-bit": 128, "byte": 256}
"""How many numbers there are before they begin again."""
