"""A simulated instrument as a process of its own, on a pseudo-terminal with a lasting name.

    python -m sabot.instruments.simulated.process --driver angel-eye

prints one JSON line with the path to open, then one for each event at the table; it reads commands, one JSON
object a line, from standard input (`{"do": "unreadable"}`) and ends when that closes. `Simulated` is the same
for a program.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from sabot.instruments.registry import DRIVERS
from sabot.instruments.simulated import dealing
from sabot.instruments.simulated.cable import Cable
from sabot.instruments.simulated.dealing import Act
from sabot.instruments.simulated.shoe import Pace, Shoe
from sabot.instruments.simulated.voices import VOICES, with_head
from sabot.instruments.simulated.wheel import WHEELS, Wheel, voice
from sabot.instruments.wheel.edges import Options


class Stage:
    """The process: one shoe or wheel on one cable, with commands on standard input."""

    def __init__(
        self, shoe: Shoe | Wheel, cable: Cable, *, commands: int, say: Callable[[str], object]
    ) -> None:
        self.shoe, self.cable = shoe, cable
        self._commands, self._say = commands, say
        self._unread = b""
        self._back_s: float | None = None
        self._begun_s = self._last_s = time.monotonic()
        self._heard = False
        self._over = False

    def run(self) -> None:
        """Runs until the command to quit, or the end of standard input."""
        self.cable.plug()
        self._tell({"path": str(self.cable.name)})
        while not self._over:
            self._turn()
        self.cable.pull()

    def _turn(self) -> None:
        now_s = self._now_s()
        wait_s = 0.001 if self.cable.is_busy else self.shoe.wait_s(now_s) if self._heard else 0.02
        commanded = self.cable.waits(self._commands, wait_s)
        now_s = self._now_s()
        self.cable.flow(now_s - self._last_s)  # what was sent before; what comes now begins its time now
        self._last_s = now_s
        if commanded:
            self._read_commands()
        self._look_who_listens(now_s)
        if self._heard:
            self.cable.send(self.shoe.hears(self.cable.received(), now_s))
        if self._heard or self._back_s is not None:
            self.cable.send(self.shoe.step(now_s))
        self.cable.flow(0.0)
        self._tell_what_happened()

    def _now_s(self) -> float:
        return time.monotonic() - self._begun_s

    def _look_who_listens(self, now_s: float) -> None:
        if self._back_s is not None and now_s >= self._back_s:
            self._back_s = None
            self.cable.plug()
        heard = self.cable.is_heard
        if heard and not self._heard:
            self.cable.send(self.shoe.plugged(now_s))
        self._heard = heard

    def _read_commands(self) -> None:
        data = os.read(self._commands, 65536)
        if not data:
            self._over = True
        *lines, self._unread = (self._unread + data).split(b"\n")
        for line in lines:
            self._obey(line)

    def _obey(self, line: bytes) -> None:
        try:
            command = json.loads(line or b"{}")
        except (ValueError, RecursionError):
            command = None
        if not isinstance(command, dict):
            self._tell({"event": "refused", "why": 'one JSON object a line is expected: {"do": "repeat"}'})
        elif command.get("do") == "quit":
            self._over = True
        elif command.get("do") == "pull":
            self._pull(command.get("seconds", 1))
        elif command:
            self.cable.send(self.shoe.obey(command, self._now_s()))

    def _pull(self, seconds: object) -> None:
        if isinstance(seconds, (int, float)) and 0 <= seconds < 1e6:
            self.cable.pull()
            self._heard = False
            self._back_s = self._now_s() + seconds

    def _tell_what_happened(self) -> None:
        for event in self.shoe.happened:
            self._tell(event)
        self.shoe.happened.clear()

    def _tell(self, event: dict[str, object]) -> None:
        with contextlib.suppress(BrokenPipeError):
            self._say(json.dumps(event) + "\n")


def _acts(arguments: argparse.Namespace, rng: random.Random) -> Iterator[Act]:
    """What is dealt: the coups of a file, only what commands say, or one shuffled sabot after the other."""
    if arguments.coups:
        return iter(_coups(arguments.coups))
    return iter(()) if arguments.idle else dealing.endless(arguments.decks, rng)


def _coups(path: Path) -> list[Act]:
    """The coups of a file, one a line. Raises ValueError naming the line that is none."""
    found: list[Act] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        text = line.partition("#")[0].strip()
        coup = dealing.read(text) if text else ()
        if coup is None:
            raise ValueError(f"{path}:{number}: {text!r} is no coup; expected such as '8C TH 4D / KS 2H'")
        found += [coup] if coup else []
    return found


def _made(given: argparse.Namespace, rng: random.Random) -> Shoe | Wheel:
    """The shoe or the wheel that was asked for. Raises ValueError, OSError."""
    if given.driver in WHEELS:
        if not 0 < given.speed <= 1000:
            raise ValueError(f"--speed {given.speed:g}: a number above 0, and 1000 at most, was expected")
        wheel = Options(pockets=given.pockets)
        if why := wheel.refusal():
            raise ValueError(why)
        return Wheel(
            voice(given.driver, rng, speed=given.speed),
            rng=rng,
            speed=given.speed,
            idle=given.idle,
            wheel=wheel,
        )
    if given.head and given.driver != "sabot-shoe":
        raise ValueError(f"--head: only a sabot-shoe has a reading head, not {given.driver}")
    shoe = with_head() if given.head else VOICES[given.driver]()
    return Shoe(shoe, _acts(given, rng), pace=Pace(given.every, given.between), rng=rng)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="simulated", description=__doc__)
    parser.add_argument(
        "--driver", choices=sorted((*VOICES, *WHEELS)), default="sabot-shoe", help="the format it speaks"
    )
    parser.add_argument("--link", type=Path, help="the name under which the pseudo-terminal is found")
    parser.add_argument("--baud", type=int, help="speed of the line; 0: no limit (default: the driver's own)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the shuffle and of the noise")
    parser.add_argument("--decks", type=int, default=6, help="packs in the sabot")
    parser.add_argument("--every", type=float, default=Pace().every_s, help="seconds between two cards")
    parser.add_argument("--between", type=float, default=Pace().between_s, help="seconds between two coups")
    parser.add_argument("--coups", type=Path, help="deal the coups of this file, one '8C TH / KS 2H' a line")
    parser.add_argument(
        "--speed", type=float, default=1.0, help="how many times faster than the clock a wheel turns"
    )
    parser.add_argument("--pockets", type=int, default=37, help="pockets of a wheel: 37, 38 or 39")
    parser.add_argument("--head", action="store_true", help="our own shoe has a reading head")
    parser.add_argument("--idle", action="store_true", help="deal only what is told on standard input")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """The process. Exit status 2 where a file cannot be dealt, 1 where the simulation fails."""
    given = _parser().parse_args(arguments)
    rng = random.Random(given.seed)
    try:
        shoe = _made(given, rng)
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    baud = DRIVERS[given.driver].baud if given.baud is None else given.baud
    with tempfile.TemporaryDirectory(prefix="sabot-") as folder:
        cable = Cable(given.link or Path(folder) / "shoe", baud=max(0, baud))
        return _played(Stage(shoe, cable, commands=sys.stdin.fileno(), say=_say))


def _played(stage: Stage) -> int:
    """The exit status after the play: 1, with one line for a person, where the simulation itself failed."""
    try:
        stage.run()
    except KeyboardInterrupt:
        return 0
    except Exception as error:  # noqa: BLE001 - on any error a person reads one line and no traceback
        sys.stderr.write(f"the simulation failed: {type(error).__name__}: {' '.join(str(error).split())}\n")
        return 1
    return 0


def _say(line: str) -> None:
    sys.stdout.write(line)
    sys.stdout.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: its folder goes with it
    sys.exit(main())
