"""Kill a table (SIGKILL) again and again at random moments, and see whether its record holds.

    .venv/bin/python -m tools.kills --times 1000 --seed 1

There are tables of all five games, each with a croupier and players. The shoe or the wheel is a process of
its own, which lives on: a card that it sends while the table is dead comes late, or twice. Two screens watch,
the public's and the croupier's. After each kill the record must hold

- each card, each number and each act once and in order, and everything that was acknowledged;
- for each picture that a screen got, the record that it shows: the journal, replayed up to it, gives that
  picture.

Then the next table opens on the same journal. One JSON object is printed; the exit status is 0 if nothing was
lost, doubled, or shown and not kept. The seed decides games, shoes and moments.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import platform
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from sabot.core.shapes.view import View
from sabot.games.register import GAMES
from sabot.instruments.simulated.simulator import Simulated
from sabot.record.journal import JournalError
from tools import kills_table
from tools.kills_record import Life, Replay
from tools.kills_witness import WHEELS, Moment, Truth, Witness

KILLS_A_JOURNAL = 20
"""Tables that follow one another on one journal."""

SHOES = ("sabot-shoe", "sabot-shoe", "sabot-shoe", "angel-eye", "bee-tek", "lines")
TIMES_FASTER, BEATS_S = 60.0, (0.0, 0.001, 0.01, 0.03)
SETTLES_S = 20.0
EXAMPLES_MOST, SHOWN_MOST = 20, 1500

CONFIGURATION = """
[table]
game = "{game}"
[dashboard]
port = 0
streams = 8
[journal]
path = "table.sqlite3"
{rules}
[[instruments]]
driver = "{driver}"
port = "{port}"
wait = true
"""
SHOWN_TOO: View = {"lang": "fr", "table": "Table 1", "simulated": False}
"""What every view of these tables says besides the game."""


def moment(chance: random.Random) -> Moment:
    """Any moment: while it opens, just after an act or a card, or some time later."""
    of = chance.choices(("opening", "messages", "time"), (1, 6, 3))[0]
    if of == "messages":
        return Moment(of, 8.0, chance.randint(1, 120))
    return Moment(of, chance.uniform(0, 0.6 if of == "opening" else 1.5))


class Killing:
    """Tables of one game, one after the other on one journal."""

    def __init__(self, folder: Path, *, game: str, driver: str, chance: random.Random) -> None:
        self._folder, self._game, self._driver, self._chance = folder, game, driver, chance
        self._path = folder / "table.sqlite3"
        self._processes = multiprocessing.get_context("forkserver")
        self._replay = Replay(self._path, SHOWN_TOO)
        self.found: Counter[str] = Counter()
        self.wrong: list[str] = []

    def run(self, times: int) -> None:
        """Kill this number of tables; then look once more when the instrument has sent everything."""
        wheel = {"speed": TIMES_FASTER, "pockets": 37} if self._driver in WHEELS else {}
        with Simulated(self._driver, idle=True, baud=0, **wheel) as instrument:
            truth = Truth(instrument, self._driver)
            self._configure(instrument.path)
            for _ in range(times):
                self._once(truth, moment(self._chance))
            self._settled(truth)
        self.found["records"] += self._replay.seq

    def _configure(self, port: str) -> None:
        fewest = 6 if self._game == "trente-et-quarante" else 1
        decks = max(fewest, self._chance.choice((1, 2, 6)))
        rules = "" if self._driver in WHEELS else f"[rules.{self._game}]\ndecks = {decks}"
        text = CONFIGURATION.format(game=self._game, rules=rules, driver=self._driver, port=port)
        (self._folder / "table.toml").write_text(text)

    def _once(self, truth: Truth, when: Moment) -> None:
        """One table, from its start to its death."""
        words = self._folder / "words"
        words.write_text("")
        table, witness = self._started(truth, words, deals=True)
        witness.until(when)
        self._ended(table, witness, of=when.of, truth=truth)

    def _settled(self, truth: Truth) -> None:
        """A last table, at which nobody deals: everything that the instrument has kept goes on record."""
        words = self._folder / "words"
        words.write_text("")
        table, witness = self._started(truth, words, deals=False)
        witness.until(Moment("time", 0.1))
        end_s = time.monotonic() + SETTLES_S
        while time.monotonic() < end_s and not truth.is_settled(self._path):
            time.sleep(0.05)
        self._ended(table, witness, of="settled", truth=truth)
        kept = len(truth.on_record(self._path))
        if not truth.is_settled(self._path):
            self._say(f"the shoe dealt {len(truth.said)} cards, on record are {kept}")
        self.found["dealt"] += len(truth.said)
        self.found["dealt, on record"] += kept

    def _started(self, truth: Truth, words: Path, *, deals: bool) -> tuple[ForkServerProcess, Witness]:
        hears, says = self._processes.Pipe(duplex=False)
        seed, beat_s = self._chance.randrange(2**32), self._chance.choice(BEATS_S)
        table = self._processes.Process(
            target=kills_table.opened,
            args=(self._folder / "table.toml", says),
            kwargs={"words": words, "seed": seed, "beat_s": beat_s, "deals": deals},
            daemon=True,
        )
        table.start()
        says.close()
        return table, Witness(hears, truth.tell)

    def _ended(self, table: ForkServerProcess, witness: Witness, *, of: str, truth: Truth) -> None:
        if table.exitcode is not None:
            self._say("the table ended by itself")
        table.kill()
        table.join()
        words = (self._folder / "words").read_text(errors="replace")
        self._judge(witness.life(words), of, truth)
        self.found[f"killed: {of}"] += 1

    def _judge(self, life: Life, of: str, truth: Truth) -> None:
        try:
            for each in (*self._replay.wrong(life), *truth.wrong(self._path)):
                self._say(f"{of}: {each}")
        except JournalError as error:
            if life.shown or life.kept or self._replay.seq:  # otherwise there was no time to make one
                self._say(f"{of}: the journal: {error}")
        self.found["acts"] += len(life.kept)
        self.found["pictures"] += len(life.shown)

    def _say(self, what: str) -> None:
        self.wrong.append(f"{self._game}, {self._driver}: {what}"[:SHOWN_MOST])


def killed(times: int, seed: int, *, games: Sequence[str], say: Callable[[str], object]) -> dict[str, Any]:
    """Kill this number of tables; `say` is told at once what is wrong, and how far it is."""
    found, by_game = Counter[str](), Counter[str]()
    wrong: list[str] = []
    begun_s = time.monotonic()
    for number, count in enumerate(journals(times)):
        game = games[number % len(games)]
        killing = _killed(count, game, chance=random.Random(f"{seed} {number}"))
        found += killing.found
        by_game[game] += count
        wrong += killing.wrong
        for each in killing.wrong:
            say(each)
        say(f"{sum(by_game.values())} of {times} after {time.monotonic() - begun_s:.0f} s")
    return {
        "kills": times,
        "seed": seed,
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "minutes": round((time.monotonic() - begun_s) / 60, 1),
        "by_game": dict(by_game),
        "found": dict(sorted(found.items())),
        "wrong": len(wrong),
        "examples": wrong[:EXAMPLES_MOST],
    }


def _killed(times: int, game: str, *, chance: random.Random) -> Killing:
    driver = chance.choice(SHOES if GAMES[game].PLACES else WHEELS)
    with tempfile.TemporaryDirectory(prefix="sabot-kills-") as folder:
        killing = Killing(Path(folder), game=game, driver=driver, chance=chance)
        killing.run(times)
    return killing


def journals(times: int) -> Iterator[int]:
    """How many tables each journal sees."""
    while times > 0:
        yield min(times, KILLS_A_JOURNAL)
        times -= KILLS_A_JOURNAL


def main() -> int:
    """The command line."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--times", type=int, default=1000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--game", action="append", choices=[*GAMES], help="only this game")
    words = asked.parse_args()
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["tools.kills_table", "sabot_dashboard.server"])
    games = words.game or [*GAMES]
    found = killed(words.times, words.seed, games=games, say=lambda text: print(text, file=sys.stderr))
    print(json.dumps(found, indent=2, ensure_ascii=False))
    return 1 if found["wrong"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
