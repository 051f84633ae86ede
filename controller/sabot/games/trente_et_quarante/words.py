"""What is said at a table of trente et quarante: what a player chooses after a refait, insures before the
first card, or does to a new sixain.

Sources: HS p. 79-80 and TT (see `trente_rows`).
"""

from __future__ import annotations

from sabot.core.game import refuse
from sabot.core.terms import money
from sabot.core.words import Words
from sabot.games.trente_et_quarante.coup import Coup, lots_of, staked_on
from sabot.games.trente_et_quarante.stakes import CHANCES, Lot

_CHANCE = "|".join(CHANCES)
WORDS = (
    f"prison {_CHANCE} [SEAT]",
    f"moitie {_CHANCE} [SEAT]",
    f"passe {_CHANCE} {_CHANCE} [SEAT]",
    f"assurance {_CHANCE} [SEAT]",
    "melange [SEAT]",
    "coupe [SEAT]",
)


def said(coup: Coup, words: Words) -> Coup:
    """What a player chooses after a refait, insures before the first card, or does to a new sixain."""
    because = _REFUSALS[words[0]](coup, words)
    if because:
        return refuse(coup, because, said=" ".join(str(each) for each in words if each is not None))
    if words[0] in ("melange", "coupe"):
        return coup
    where, seat = words[1], words[-1]
    if words[0] == "assurance":
        return coup._replace(insured=(*coup.insured, (where, seat)))
    choice = words[2] if words[0] == "passe" else words[0]
    return coup._replace(choices=(*coup.choices, (where, seat, choice)))


def _choice_refused(coup: Coup, words: Words) -> str:
    word, where, seat = words[0], words[1], words[-1]
    if coup.position.winner != "refait":
        return "prison, half or a move is chosen after a refait, before the next coup"
    if coup.last and word != "moitie":
        return "the refait was the last coup of the taille: half is returned and nothing goes to prison"
    if _contradicts(coup.options.refait, word):
        kept = "half is taken back" if coup.options.refait == "half" else "every stake goes to prison"
        return f"in this house {kept} after a refait and nobody chooses (option refait)"
    lots = [lot for lot in lots_of(coup) if (lot.where, lot.seat) == (where, seat)]
    if not lots:
        return f"{_whose(seat)} has no stake on {where} in this coup"
    if all(lot.insured for lot in lots):
        return "the stake is insured: the refait is an après for it"
    return _move_refused(words, lots) if word == "passe" else ""


def _contradicts(rule: str, word: str) -> bool:
    return (rule == "half" and word != "moitie") or (rule == "prison" and word == "moitie")


def _move_refused(words: Words, lots: list[Lot]) -> str:
    if words[1] == words[2]:
        return "a stake is moved to another chance than its own"
    if all(lot.level or lot.insured for lot in lots):
        return "a stake is moved before it goes to prison, not once it lies there"
    return ""


def _insurance_refused(coup: Coup, words: Words) -> str:
    where, seat = words[1], words[2]
    amount = staked_on(coup, where, seat)
    if not coup.options.insurance:
        return "this house takes no insurance against the refait (option insurance)"
    if coup.noir:
        return "insurance is paid before the first card of the coup"
    if not amount:
        return f"{_whose(seat)} has no stake on {where} that could be insured"
    if (where, seat) in coup.insured:
        return "the stake is insured already"
    if amount < coup.options.insurance_minimum:
        return f"a stake is insured from {money(coup.options.insurance_minimum)} upwards"
    return ""


def _whose(seat: int | None) -> str:
    return f"seat {seat}" if seat else "nobody without a seat"


def _mixing_refused(coup: Coup, words: Words) -> str:
    """The staff mix, and a player cuts (TT); whether players mix too is the house's choice."""
    if coup.noir or coup.cards_left < 52 * coup.options.decks:
        return "the sixain is mixed and cut before its first card"
    if words[0] == "melange" and words[1] is not None and not coup.options.player_shuffle:
        return "in this house only the staff mix the cards (option player-shuffle)"
    return ""


_REFUSALS = dict.fromkeys(("prison", "moitie", "passe"), _choice_refused)
_REFUSALS |= {"assurance": _insurance_refused}
_REFUSALS |= dict.fromkeys(("melange", "coupe"), _mixing_refused)
