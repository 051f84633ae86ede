"""A simulated wheel and the hand that spins it: what goes out on the line, and when. Pure; the time is an
argument.

The wheel obeys physical laws (`instruments/wheel/physics.py`); a voice says what an instrument of one make
would send. Like the simulated shoe it obeys commands, and the process around it (`process`) owns the
terminal.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from sabot.instruments.line import link, messages
from sabot.instruments.line.messages import Edges
from sabot.instruments.simulated import workbench
from sabot.instruments.simulated.instrument import OF_THE_LINE, Command, Instrument
from sabot.instruments.simulated.voices import SabotShoe
from sabot.instruments.wheel import physics as wheel_physics
from sabot.instruments.wheel.cammegh_wire import BETS, IDLE, NO_MORE, RIM, START, WINNER, Status, line_of
from sabot.instruments.wheel.edges import SENSORS, Options
from sabot.instruments.wheel.physics import FAULTY, Sensors, Truth

LINE_S = 0.5
BATCH_US = 100_000
"""Every half second a status line; every tenth a batch of edges, if there are any."""

SHOWN_S = 5.5
"""How long a number is shown before the next round."""

FLAG_OF_FAULT = {"ball-out": 1, "ball-removed": 1, "wrong-direction": 2, "launch-failed": 8}
FLAG_OF_FAULT |= dict.fromkeys(("sensors-disagree", "pockets-disagree"), 4)
"""The flag that a Cammegh wheel sends for each fault; for a silent sensor it is 4."""


class Played(NamedTuple):
    """A spin under way: what truly happens, the pulses of its sensors, and when it began."""

    truth: Truth
    pulses: list[tuple[float, str]]
    begun_s: float

    @property
    def over_s(self) -> float:
        """When the next may begin."""
        return self.begun_s + max(self.truth.over_s, self.truth.second_s + SHOWN_S) + 1.0


class Voice(Protocol):
    """What a wheel of one make says."""

    def says(self, played: Played | None, until_s: float) -> bytes:
        """All that is due by now."""

    def hears(self, data: bytes, now_s: float) -> bytes:
        """The answer to what came in."""

    def plugged(self, now_s: float) -> bytes:
        """The cable is in, again or for the first time."""

    def again(self) -> bytes:
        """The last message once more."""


class CammeghVoice:
    """A status line every half second."""

    def __init__(self) -> None:
        self._next_s = 0.0
        self._count, self._winner, self._anticlockwise = 1, "", False
        self._reported: Played | None = None
        self._bare = False
        self._last = b""

    def says(self, played: Played | None, until_s: float) -> bytes:
        """The lines that are due."""
        out = b""
        while self._next_s <= until_s:
            out += self._line(played, self._next_s)
            self._next_s += LINE_S
        return out

    def hears(self, data: bytes, now_s: float) -> bytes:
        """Nothing: nobody speaks to it."""
        return b""

    def plugged(self, now_s: float) -> bytes:
        """It goes on as before."""
        self._next_s = max(self._next_s, now_s)
        return b""

    def again(self) -> bytes:
        """The last line once more."""
        return self._last

    def _line(self, played: Played | None, now_s: float) -> bytes:
        if played is not self._reported:
            self._reported, self._bare = played, False
        state, flags = (BETS, 0) if played is None else self._state(played, now_s - played.begun_s)
        out = b""
        if played is not None and state == WINNER and not self._bare:
            self._bare, self._winner = True, str(played.truth.number)
            out = f"{self._winner}\r\n".encode()
        elif self._bare and state == BETS:
            self._bare, self._count = False, self._count % 999 + 1
        if played is not None and state in (RIM, NO_MORE):
            self._anticlockwise = not played.truth.clockwise
        speed = 0 if state == IDLE else round(10 * (played.truth.rpm if played else 16.0))
        now = Status(state, f"{self._count:03d}", self._winner, flags, min(speed, 999), self._anticlockwise)
        self._last = line_of(now)
        return out + self._last

    def _state(self, played: Played, at_s: float) -> tuple[int, int]:
        truth = played.truth
        flag = FLAG_OF_FAULT.get(truth.wrong, 4 if truth.wrong.endswith("silent") else 0)
        rnvp_s = truth.launched_s + 0.6 * (truth.dropped_s - truth.launched_s)
        if at_s < truth.launched_s:
            return BETS, 0
        if flag == FLAG_OF_FAULT["launch-failed"]:
            return (BETS, flag) if at_s < truth.over_s else (BETS, 0)
        if at_s < rnvp_s:
            return RIM, flag if flag == FLAG_OF_FAULT["wrong-direction"] else 0
        if at_s < truth.second_s:
            return NO_MORE, flag if at_s > truth.dropped_s else 0
        if flag:
            return (IDLE, flag) if at_s < truth.second_s + 2 else (START, 0)
        return (WINNER, 0) if at_s < truth.second_s + SHOWN_S else (BETS, 0)


class SabotWheelVoice:
    """The firmware's part: edges in batches, numbered and sent again until they are acknowledged.

    A wheel that runs faster than the clock keeps more messages, and waits longer before it repeats them.
    """

    def __init__(
        self, sensors: Sensors, rng: random.Random, *, speed: float = 1.0, boot: int | None = None
    ) -> None:
        ring = round(link.RING_MESSAGES * max(1.0, speed))
        boot = secrets.randbits(32) if boot is None else boot
        self._ring = SabotShoe(boot=boot, serial="SIMW", kind="sabot-wheel", ring=ring)
        self._ring.resend_us = round(self._ring.resend_us * max(1.0, speed))
        self._sensors, self._rng = sensors, rng
        self._reported: Played | None = None
        self._waiting: list[tuple[int, str]] = []
        self._sent_us = 0

    def says(self, played: Played | None, until_s: float) -> bytes:
        """The edges that are due, and a heartbeat."""
        if played is not self._reported and played is not None:
            spoilt = self._sensors.spoilt(played.pulses, self._rng)
            coming = [(round((played.begun_s + at_s) * 1e6), sensor) for at_s, sensor in spoilt]
            self._waiting = sorted([each for each in self._waiting if each[0] < coming[0][0]] + coming)
        self._reported = played
        now_us = round(until_s * 1e6)
        out = b""
        if now_us - self._sent_us >= BATCH_US:
            self._sent_us = now_us
            out = self._batches(now_us)
        return out + self._ring.beats(now_us)

    def hears(self, data: bytes, now_s: float) -> bytes:
        """Returns the answer to acknowledgements and requests for a hello."""
        return self._ring.hears(data, round(now_s * 1e6))

    def plugged(self, now_s: float) -> bytes:
        """Hello, and all that is kept."""
        return self._ring.plugged(round(now_s * 1e6))

    def again(self) -> bytes:
        """The last message once more."""
        return self._ring.again()

    def _batches(self, now_us: int) -> bytes:
        due = [each for each in self._waiting if each[0] < now_us]
        self._waiting = self._waiting[len(due) :]
        out = b""
        while due:
            first_us = due[0][0]
            part = [each for each in due[: messages.EDGES_MAX] if each[0] - first_us < messages.EDGES_SPAN_US]
            due = due[len(part) :]
            edges = tuple((SENSORS[sensor], at_us - first_us) for at_us, sensor in part)
            out += self._ring.says(Edges(edges), first_us)
        return out


class Wheel(Instrument):
    """One simulated wheel. `happened` collects what a croupier would see. `speed`: how many times faster than
    the clock; `idle`: it spins only when told."""

    ROUND = "spin"
    voice: Voice

    def __init__(
        self,
        voice: Voice,
        *,
        rng: random.Random,
        speed: float = 1.0,
        idle: bool = False,
        wheel: Options | None = None,
    ) -> None:
        super().__init__(rng, speed=speed)
        self.voice, self._paused = voice, idle
        self._wheel = wheel or Options()
        self._played: Played | None = None
        self._clockwise = False
        self._garbles = False
        self._asked: Mapping[str, object] | None = None

    def step(self, now_s: float) -> bytes:
        """Returns the bytes that are due."""
        now_s *= self._speed
        if self._played is not None and now_s >= self._played.over_s:
            self._happen("spin-over", number=self._played.truth.number, wrong=self._played.truth.wrong)
            self._played = None
        if self._played is None and (self._asked is not None or not self._paused):
            self._launch(self._asked or {}, now_s)
        return self._unless_silent(self._garbled(self.voice.says(self._played, now_s)), now_s)

    def hears(self, data: bytes, now_s: float) -> bytes:
        """The answer to what came in."""
        return self._unless_silent(self.voice.hears(data, now_s * self._speed), now_s * self._speed)

    def plugged(self, now_s: float) -> bytes:
        """What is sent when the cable is in, again or for the first time."""
        return self._unless_silent(self.voice.plugged(now_s * self._speed), now_s * self._speed)

    def wait_s(self, now_s: float) -> float:
        """Returns how long to wait before the next step, in seconds."""
        return min(0.05, 0.1 / self._speed)

    def _commands(self) -> Mapping[str, Callable[[Wheel, Command, float], bytes]]:
        return ACTS

    def _garbled(self, out: bytes) -> bytes:
        """Returns the bytes, without a piece in the middle if a command asked for that."""
        if not (self._garbles and len(out) > 8):
            return out
        self._garbles = False
        at = self._rng.randrange(1, len(out) - 4)
        return out[:at] + out[at + 3 :]

    def _spin(self, command: Command, now_s: float) -> bytes:
        """Launch the next ball, as soon as none runs: into `number`, or with something `wrong`."""
        number, wrong = str(command.get("number", "")), str(command.get("wrong", ""))
        if number and number not in self._wheel.order:
            raise ValueError(f"{number!r} is no pocket of this wheel")
        if wrong and wrong not in FAULTY:
            raise ValueError(f"{wrong!r} cannot go wrong; there are: {', '.join(FAULTY)}")
        self._asked = command
        return b""

    def _launch(self, command: Command, now_s: float) -> None:
        number, wrong = str(command.get("number", "")), str(command.get("wrong", ""))
        self._asked, self._clockwise = None, not self._clockwise
        truth, pulses = wheel_physics.spin(
            self._rng, clockwise=self._clockwise, options=self._wheel, wrong=wrong, number=number
        )
        self._played = Played(truth, pulses, now_s)
        self._number += 1
        self._happen("launched", number=truth.number, direction=truth.direction, wrong=wrong)

    def _by_hand(self, command: Command, now_s: float) -> bytes:
        """A hand turns the rotor, or rolls the ball; a spin under way is over."""
        act = workbench.turned if command["do"] == "turn" else workbench.rolled
        self._played = Played(*act(command, self._wheel), now_s)
        return b""

    def _bad_checksum(self, command: Command, now_s: float) -> bytes:
        self._garbles = True
        return b""


ACTS: dict[str, Callable[[Wheel, Command, float], bytes]] = {
    **OF_THE_LINE,
    "spin": Wheel._spin,
    "turn": Wheel._by_hand,
    "roll": Wheel._by_hand,
    "bad-checksum": Wheel._bad_checksum,
}


def voice(driver: str, rng: random.Random, *, speed: float = 1.0) -> Voice:
    """Returns the voice of a wheel of this make, `speed` times as fast as the clock."""
    return CammeghVoice() if driver == "cammegh" else SabotWheelVoice(Sensors(), rng, speed=speed)


WHEELS = ("cammegh", "sabot-wheel")
"""The makes that can be simulated."""
