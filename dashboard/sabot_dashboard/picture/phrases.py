"""What may be said at a table, as forms to be filled in: the rules' own patterns, part by part.

A pattern `banco SEAT` becomes `[{"word": "banco"}, {"slot": "SEAT", "needed": true}]`; what a slot may hold
and whether the call is allowed now is the referee's business.
"""

from __future__ import annotations

from sabot.core.terms import OF_THE_CARDS
from sabot.games.register import GAMES

Part = dict[str, object]

MISDEALT = ("annule", "brule")
"""What the supervisor says of a misdeal: it has a dialog of its own."""


def phrases(game: str) -> list[list[Part]]:
    """Every call of `game`; none of a game that is unknown. What only shortens another (`carte|non|abat`
    of the party that must speak) is left to the keyboard."""
    shared = OF_THE_CARDS if game in GAMES and GAMES[game].PLACES else ()
    patterns = [pattern.split() for pattern in (*_words(game), *shared)]
    patterns = [parts for parts in patterns if parts[0] not in MISDEALT or len(parts) == 1]
    return [[_part(part) for part in parts] for parts in patterns if "|" not in parts[0]]


def choices_of(game: str, who: str) -> tuple[str, ...]:
    """What `who` may say when it is their turn to speak: `ponte carte|non|abat` -> carte, non, abat."""
    for pattern in _words(game):
        first, _, rest = pattern.partition(" ")
        if first == who and "|" in rest and rest == rest.lower():
            return tuple(rest.split("|"))
    return ()


def chances(game: str) -> tuple[str, ...]:
    """The chances that a stake may name, for people to choose from."""
    return GAMES[game].CHANCES if game in GAMES else ()


def _words(game: str) -> tuple[str, ...]:
    return GAMES[game].WORDS if game in GAMES else ()


def _part(part: str) -> Part:
    bare = part.strip("[]")
    if bare.isupper():
        return {"slot": bare, "needed": bare == part}
    return {"choices": bare.split("|")} if "|" in bare else {"word": bare}
