"""What a simulated shoe and a simulated wheel share: both take commands, and their line can fail."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import ClassVar, Protocol, Self

from sabot.core.shapes.json import decimal, whole

Command = Mapping[str, object]
"""A command to the instrument: `{"do": "silence", "seconds": 5}`."""


class Voice(Protocol):
    """The make of the instrument, as far as all kinds have it."""

    def again(self) -> bytes:
        """The last message once more."""


class Instrument(ABC):
    """One simulated instrument. `happened` collects what a croupier would see.

    `speed`: this many seconds pass for the instrument in one second.
    """

    ROUND: ClassVar[str]
    """What its rounds are called in `happened`."""

    voice: Voice

    def __init__(self, rng: random.Random, *, speed: float = 1.0) -> None:
        self.happened: list[dict[str, object]] = []
        self._rng, self._speed = rng, speed
        self._silent_until_s = 0.0
        self._number = 0
        self._paused = False

    def obey(self, command: Command, now_s: float) -> bytes:
        """Obeys a command; returns the bytes to send. A refusal goes into `happened` and changes nothing."""
        acts = self._commands()
        act = acts.get(str(command.get("do")))
        if act is None:
            known = ", ".join(sorted(acts))
            return self._refuse(f"no such act {command.get('do')!r}; there are: {known}, pull, quit")
        try:
            return self._unless_silent(act(self, command, now_s * self._speed), now_s * self._speed)
        except (TypeError, ValueError, OverflowError) as error:
            return self._refuse(str(error))

    @abstractmethod
    def _commands(self) -> Mapping[str, Callable[[Self, Command, float], bytes]]:
        """Its commands by name; each returns the bytes to send."""

    def _repeat(self, command: Command, now_s: float) -> bytes:
        return self.voice.again()

    def _half(self, command: Command, now_s: float) -> bytes:
        whole_message = self.voice.again()
        return whole_message[: len(whole_message) * 2 // 5]

    def _noise(self, command: Command, now_s: float) -> bytes:
        return self._rng.randbytes(min(4096, max(0, whole(command.get("bytes", 40)))))

    def _silence(self, command: Command, now_s: float) -> bytes:
        self._silent_until_s = now_s + decimal(command.get("seconds", 5)) * self._speed
        return b""

    def _pause(self, command: Command, now_s: float) -> bytes:
        """It starts nothing by itself until `resume`."""
        self._paused = True
        return b""

    def _resume(self, command: Command, now_s: float) -> bytes:
        self._paused = False
        return b""

    def _unless_silent(self, out: bytes, now_s: float) -> bytes:
        return b"" if now_s < self._silent_until_s else out

    def _happen(self, event: str, **about: object) -> None:
        self.happened.append({"event": event, self.ROUND: self._number, **about})

    def _refuse(self, why: str) -> bytes:
        self.happened.append({"event": "refused", "why": why})
        return b""


OF_THE_LINE: dict[str, Callable[[Instrument, Command, float], bytes]] = {
    "repeat": Instrument._repeat,
    "half": Instrument._half,
    "noise": Instrument._noise,
    "silence": Instrument._silence,
    "pause": Instrument._pause,
    "resume": Instrument._resume,
}
"""The commands that every instrument takes."""
