"""The cloth of a game by its name."""

from __future__ import annotations

from sabot.core.cloth import AT_HOME, Cloth
from sabot.core.shapes.view import View
from sabot.games.evening.cloth import spoken_in
from sabot.games.register import descriptor
from sabot_dashboard.words.sentence import Sentence, plain

__all__ = ["Cloth", "cloth_of", "cloth_of_table", "seat_named"]


def cloth_of(game: str) -> Cloth:
    """The cloth of `game`; a game that is not here any more, but on record, gets a plain one under its own
    name."""
    found = descriptor(game)
    return found.cloth if found else Cloth(game.replace("-", " ").capitalize(), talks=False)


def cloth_of_table(game: str, view: View) -> Cloth:
    """The cloth of `game` at this table: at home it speaks the language of the house, and calls players by
    their names."""
    cloth, here = cloth_of(game), view.get("home")
    if cloth.layout not in AT_HOME:
        return cloth
    cloth = spoken_in(view.get("lang", cloth.lang), cloth)
    return cloth._replace(names={**cloth.names, **(here["names"] if here else {})})


def seat_named(view: View, seat: int) -> str | Sentence:
    """Who sits at this seat, by name; the seat by its number where nobody gave one."""
    here = view.get("home")
    return (here["names"].get(str(seat)) if here else None) or plain("seat {n}", n=seat)
