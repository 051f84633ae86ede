"""A simulated reading head: what its converter would say while cards pass. Pure."""

from __future__ import annotations

from sabot.instruments.line.messages import LEVEL_US, WATCH_US, Level

HALL_STEPS, BLACK_STEPS, PAPER_STEPS = 3, 24, 1600
"""Steps of the converter: with the lamp off; without a card; white."""

PAPER_TAKEN_LEAST, LEVEL_SHARE = 240, 110 / 256
"""Above black the level is this share of the paper's white, of this number of steps at least (light.h)."""

WHITE_HALVES_US = 280_000
"""The white that is remembered falls by half in this time."""


class Head:
    """The head of one shoe. It says its level for a while after it was asked to."""

    def __init__(self) -> None:
        self._until_us = self._said_us = -1
        self._passed_us: int | None = None
        self._most = BLACK_STEPS

    def watched(self, t_us: int) -> None:
        """The controller asks for levels."""
        self._until_us = t_us + WATCH_US

    def passed(self, t_us: int) -> None:
        """A card went by."""
        self._passed_us, self._most = t_us, PAPER_STEPS

    def says(self, t_us: int) -> Level | None:
        """The level that is due now."""
        if t_us >= self._until_us or (self._said_us >= 0 and t_us - self._said_us < LEVEL_US):
            return None
        most, self._most, self._said_us = self._most, BLACK_STEPS, t_us
        return Level(
            BLACK_STEPS + HALL_STEPS,
            HALL_STEPS,
            BLACK_STEPS,
            BLACK_STEPS,
            most,
            BLACK_STEPS + int(self._white(t_us) * LEVEL_SHARE),
        )

    def _white(self, t_us: int) -> float:
        if self._passed_us is None:
            return PAPER_TAKEN_LEAST
        faded: float = (PAPER_STEPS - BLACK_STEPS) * 0.5 ** ((t_us - self._passed_us) / WHITE_HALVES_US)
        return max(PAPER_TAKEN_LEAST, faded)
