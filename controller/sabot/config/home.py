"""The section of a table at home, and what follows from it: who sits where, and who is simulated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sabot.config.keys import key
from sabot.games.evening.seating import SEATS_MOST

LONGEST_NAME = 20
"""Letters of a player's name: as many as fit at a seat."""

ALL, NONE = "all", "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeSection:
    """A table at home: who sits there, and where the cards come from. Only household games read it."""

    deal: str = key(
        "screens",
        "screens: the house shuffles and deals, and each telephone shows its hand; cards: real cards",
        among=("screens", "cards"),
    )
    simulated: str = key(
        ALL, 'the seats of simulated players, such as "2 3 4", or all, or none; real cards are not for them'
    )
    names: str = key(
        "",
        'the names of the players by seat, with commas between: "Anna, Ben, , Dora"; only screens have them',
    )
    dealer: int = key(0, "the seat that deals first; 0: the lowest", bounds=(0, SEATS_MOST))
    chips: float = key(
        0.0, "the chips that each player buys at the beginning; 0: they play without", bounds=(0, 1_000_000)
    )

    @property
    def named(self) -> dict[int, str]:
        """The names, by seat."""
        given = [each.strip() for each in self.names.split(",")]
        return {seat: name for seat, name in enumerate(given, start=1) if name}

    @property
    def bought(self) -> int:
        """The chips of each player in minor units."""
        return round(self.chips * 100)

    def company(self, seats: int) -> frozenset[int]:
        """The seats of simulated players, at a table with this number of seats."""
        if self.deal == "cards":
            return frozenset()
        if self.simulated == ALL:
            return frozenset(range(1, seats + 1))
        return frozenset(map(int, _seats(self.simulated)))


def troubles(section: HomeSection) -> Iterator[tuple[str, str]]:
    """Each key that cannot be used, with what was expected."""
    seats = _seats(section.simulated)
    if section.simulated != ALL and not all(_is_seat(each) for each in seats):
        yield "simulated", f'expected seats from 1 to {SEATS_MOST}, such as "2 3 4", or {ALL} or {NONE}'
    elif section.deal == "cards" and section.simulated != ALL and seats:
        yield "simulated", "expected none: real cards cannot be dealt to simulated players"
    names = section.names.split(",")
    if len(names) > SEATS_MOST:
        yield "names", f"expected {SEATS_MOST} names at most"
    elif any(len(each.strip()) > LONGEST_NAME for each in names):
        yield "names", f"expected names of {LONGEST_NAME} letters at most"


def _seats(text: str) -> list[str]:
    return [] if text == NONE else text.split()


def _is_seat(text: str) -> bool:
    return text.isascii() and text.isdigit() and 0 < int(text) <= SEATS_MOST
