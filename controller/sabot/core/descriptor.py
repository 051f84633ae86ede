"""The descriptor of a game: its rules, its cloth, and which other parts of it lie in its folder.

Screens, school, simulation, odds and set-up ask the descriptor and name no game. The rules and the cloth are
there at once. Every other part is a module of the folder that is imported when it is first asked for, so that
a written table does not wait for the odds.

    past        score(results, pockets): what a display draws of the results so far (pure)
    tableau     tables(), cell_of(view, fault): the table of the rules on the croupier's page (pure)
    coach       rule(view): what the rules forbid at this moment
    odds        ODDS: exact chances, what a player does best, what others have published
    player      PLAYERS: what simulated players stake, say and choose
    rehearsal   shift(rng, ...) and HOUSE: random coups with faults at known places
    drills      drills(house): what can be learnt
    payouts     drills(house): what a winning stake is paid
    lessons     LESSONS: what the school's own drills ask of the game

What the screens say of the game in each language is not a module: it stands in `translations/`, `.po` files
that the screens read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

from sabot.core.cloth import AT_HOME, Cloth, Layout
from sabot.core.game import Game

Score = dict[str, object]
"""What a display draws of the results so far: `kind` names the drawing, `coups` says over how many it was
taken, the rest is the drawing's own."""

Zone = tuple[float, float, float, float]
"""Left, top, right and bottom, as parts of the table."""

GAP_PART = 0.02
"""Between two zones, as a part of the table."""

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""The form of a game's name: small letters, digits and single hyphens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Descriptor:
    """One game. `folder` is the package that holds its `parts`.

    `families` are the packages of what it shares with other games: their words are its words too.
    `fewest_cards` are those that a coup may need.
    """

    rules: Game
    cloth: Cloth
    folder: str
    parts: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    fewest_cards: int = 1

    @property
    def name(self) -> str:
        """The name that scripts and configuration use."""
        return self.rules.NAME

    @property
    def kind(self) -> Layout:
        """The kind of table."""
        return self.cloth.layout

    @property
    def is_at_home(self) -> bool:
        """Whether it is a household game: players act in turns, and nobody is the croupier."""
        return self.kind in AT_HOME

    def zones(self) -> dict[str, Zone]:
        """Where the cards of each place lie where nobody measured it: beside each other or one row below the
        other, with a gap between; none on a wheel."""
        order = self.cloth.across or self.rules.PLACES
        if self.kind == "rows":
            return {place: (0, top, 1, bottom) for place, (top, bottom) in _shares(order)}
        return {place: (left, 0, right, 1) for place, (left, right) in _shares(order)}

    def part(self, name: str) -> ModuleType | None:
        """The part of this name, imported now; None where the game has none."""
        return import_module(f"{self.folder}.{name}") if name in self.parts else None


def _shares(places: tuple[str, ...]) -> Iterator[tuple[str, tuple[float, float]]]:
    """Each place with its share of the way from 0 to 1."""
    size = (1 - GAP_PART * (len(places) - 1)) / max(len(places), 1)
    for nth, place in enumerate(places):
        begin = nth * (size + GAP_PART)
        yield place, (round(begin, 4), round(begin + size, 4))


def refusal(found: object) -> str:
    """Why what another package offers is no game; empty where it is one."""
    if not isinstance(found, Descriptor):
        return f"is no Descriptor, but {type(found).__name__}"
    rules: object = found.rules
    if not isinstance(rules, Game):
        return "has rules that lack functions which sabot.core.game.Game lists"
    if not NAME.fullmatch(found.name):
        return f"has the name {found.name!r}: small letters, digits and single hyphens were expected"
    return ""
