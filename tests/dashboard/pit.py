"""A pit for the tests of its page: a floor as a test wants it, and people with cheap passwords."""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from sabot.core.reasons import reason
from sabot.core.shapes.floor import (
    ALARM,
    DISPUTE,
    LOST,
    PLAYS,
    UNKNOWN,
    Answered,
    Cause,
    Day,
    Figures,
    Floor,
    Pace,
    Rule,
    Seen,
    Stay,
    Tile,
    Wheel,
)
from sabot.core.shapes.training import Class, Learning, Missed, Reached
from sabot.live.feed import Feed
from sabot.pit.floor.people import PitPeople, people_in
from sabot_dashboard.pit.app import create_pit_app
from sabot_dashboard.settings import Screens

NOW_S = 1_795_555_800.0
PASSWORD = "several plain words"
GONE = reason("the end was cut off: record {n} and all after it, up to {last}, are gone", n=1841, last=2010)
CUT = Cause("alert:1", "t1", "cut", NOW_S - 720, 1841, GONE)
AWAY = Cause("link:t2@1", "t2", "link", NOW_S - 1560)
DISPUTED = Cause("dispute:t3/1/41", "t3", "dispute", NOW_S - 40, 41, "disagreement")
CAMERA = Cause("instrument:t4/1/52", "t4", "instrument", NOW_S - 300, 52, "camera")

THIRD_CARD = Missed("tirage-banco", "3/8", 18, 9, "Banco draws or stands", "punto-banco")
PLEIN = Missed("payout-roulette", "plein", 30, 7, "What the chips are paid", "roulette")
CLASSES = [
    Class(
        "t1",
        NOW_S - 60,
        None,
        (
            Learning(
                *(2, 14, "2026-11-24", 1412, 1284, 61, 48),
                (Reached("punto-banco", 5), Reached("roulette", 2)),
                (THIRD_CARD, PLEIN),
            ),
            Learning(*(5, 1, "2026-11-20", 12, 5, 0, 0), (), (Missed("of-another-program", "X/-", 4, 3),)),
            Learning(6, 0, "", 0, 0, 0, 0),
        ),
    ),
    Class("t3", NOW_S - 90_000, reason("{name} is no list", name="trainees")),
]


class Pit:
    """An office whose floor a test may change; what was seen is kept in `seen`."""

    def __init__(self, folder: Path) -> None:
        self.people: PitPeople = people_in(folder)
        self.causes: tuple[Cause, ...] = (DISPUTED, AWAY, CUT, CAMERA)
        self.seen: list[tuple[str, str, str]] = []
        self.classes = CLASSES
        self.is_away = False

    def floor(self) -> Floor:
        if self.is_away:
            raise RuntimeError("PostgreSQL does not answer")
        tiles = (
            Tile("t3", DISPUTE, "punto-banco", True, NOW_S - 7200, NOW_S - 60, 58, 0, 0.2, (DISPUTED,)),
            Tile("t2", UNKNOWN, "roulette", True, AWAY.since_s, NOW_S - 1600, 12, 0, 0.2, (AWAY,)),
            Tile("t1", ALARM, "punto-banco", True, NOW_S - 7200, NOW_S - 60, 61, 0, 0.2, (CUT,)),
            Tile("t4", LOST, "punto-banco", True, NOW_S - 7200, NOW_S - 70, 49, 0, 0.2, (CAMERA,)),
            *(Tile(f"t{n}", PLAYS, "roulette", True, NOW_S - 7200, NOW_S - 9, 52) for n in range(5, 11)),
        )
        return Floor(NOW_S, tiles, tuple(map(self._noted, self.causes)))

    def _noted(self, cause: Cause) -> Cause:
        seen = (Seen(by, word, NOW_S) for key, by, word in self.seen if key == cause.key)
        return cause._replace(seen=tuple(seen))

    def see(self, key: str, *, by: str, word: str) -> bool:
        if all(each.key != key for each in self.causes):
            return False
        self.seen.append((key, by, word))
        return True

    def figures(self, days: int) -> Figures:
        paces = (Pace("t1", 1234, 24), Pace("t2", 600, 12))
        return Figures(days, paces, (Rule("faux-tirage", 7, 2), Rule("a rule of later", 1, 1)), 1834)

    def report(self, months: int, by: str) -> list[Day]:
        return [Day(f"2026-{month:02}-01", 900 + month, 30, month % 3) for month in range(1, 12)]

    def wheels(self, weeks: int) -> list[Wheel]:
        counts = tuple((str(n), 50 + n % 5) for n in range(37))
        stay = (Stay("t2", NOW_S - 9e5, None), Stay("t1", NOW_S - 2e6, NOW_S - 9e5))
        fair = Wheel("C-1", stay, 1950, counts, 1.4, 0.99, 185, False)
        return [
            fair,
            fair._replace(name="C-2", is_suspect=True),
            Wheel("C-3", (), 0, (), None, None, 185, False),
        ]

    def training(self) -> list[Class]:
        return self.classes

    def answers(self) -> list[Answered]:
        return [Answered(NOW_S, "t1", "cut", 1841, "p-000000 (boss)", "looked at it")]


def people_of(pit: Pit) -> None:
    """One person of each role, by the name of the role."""
    for role in pit.people.roles:
        pit.people.add(role, role, PASSWORD)


def app_of(pit: Pit, **settings: object) -> Flask:
    """The page of this pit."""
    return create_pit_app(pit, Screens(table="nijmegen", **settings), Feed())  # type: ignore[arg-type]
