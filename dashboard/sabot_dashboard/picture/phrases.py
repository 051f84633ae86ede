"""What may be said at a table, as it stands on a button: the game's own words, and what they mean.

A call comes in the words of the notation, `avec-la-table 4`; the button says *Avec la table*, and beneath it
in the reader's language what that does.
"""

from __future__ import annotations

from sabot.core.cloth import Cloth
from sabot.core.reasons import NOTHING, Reason, reason
from sabot.games.register import GAMES
from sabot_dashboard.words.sentence import of_reason

SUM = "AMOUNT"
"""Stands in a call for a sum that is still to be named."""

SAID_OF_CARDS = {"melange": "Mélange"}

MEANS_OF_CARDS = {
    "melange": reason("mixes the cards"),
    "coupe": reason("cuts the cards"),
    "retire": reason("takes a stake back that stayed on the table"),
}
"""What may be said in every game of cards."""


def call_shown(cloth: Cloth, call: str) -> dict[str, object]:
    """A call as its button shows it: `words` for the table, `text` in the words of the game, what it `means`,
    and whether a `sum` belongs to it. The seat is left out, it was touched.

    >>> call_shown(Cloth("Chemin de fer", said={"enchere": "Enchère"}), "enchere 4 AMOUNT")["text"]
    'Enchère'
    """
    first, *more = [word for word in call.split() if not word.isdigit() and word != SUM]
    said = cloth.said.get(first) or SAID_OF_CARDS.get(first) or cloth.names.get(first)
    rest = " → ".join(cloth.place(word) if word in cloth.names else word.replace("-", " ") for word in more)
    return {
        "words": call,
        "text": f"{said or first.replace('-', ' ').capitalize()} {rest}".strip(),
        "means": of_reason(_means(cloth, first, *more)),
        "sum": SUM in call.split(),
    }


def _means(cloth: Cloth, first: str, *more: str) -> Reason:
    """What a call does; a hand that speaks, such as *banque non*, needs no word on it."""
    if more and more[-1] in cloth.choices:
        return NOTHING
    return cloth.means.get(first) or MEANS_OF_CARDS.get(first) or NOTHING


def choices_of(game: str, who: str) -> tuple[str, ...]:
    """What `who` may say when it is their turn to speak: `ponte carte|non|abat` -> carte, non, abat."""
    for pattern in GAMES[game].WORDS if game in GAMES else ():
        first, _, rest = pattern.partition(" ")
        if first == who and "|" in rest and rest == rest.lower():
            return tuple(rest.split("|"))
    return ()


def chances(game: str) -> tuple[str, ...]:
    """The chances that a stake may name, for people to choose from."""
    return GAMES[game].CHANCES if game in GAMES else ()
