"""What is said at a table of trente et quarante: what a player chooses after a refait, or insures before the
first card.

Sources: HS p. 79-80 and TT (see `trente_rows`).
"""

from __future__ import annotations

from sabot.core.game import no_stake, refuse
from sabot.core.reasons import Reason, reason
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
)


def said(coup: Coup, words: Words) -> Coup:
    """What a player chooses after a refait, or insures before the first card."""
    because = _REFUSALS[words[0]](coup, words)
    if because:
        return refuse(coup, because, said=" ".join(str(each) for each in words if each is not None))
    where, seat = words[1], words[-1]
    if words[0] == "assurance":
        return coup._replace(insured=(*coup.insured, (where, seat)))
    choice = words[2] if words[0] == "passe" else words[0]
    return coup._replace(choices=(*coup.choices, (where, seat, choice)))


def _choice_refused(coup: Coup, words: Words) -> Reason | None:
    word, where, seat = words[0], words[1], words[-1]
    if coup.position.winner != "refait":
        return reason("prison, half or a move is chosen after a refait, before the next coup")
    if coup.last and word != "moitie":
        return reason(
            "the refait was the last coup of the taille: half is returned and nothing goes to prison"
        )
    if _contradicts(coup.options.refait, word):
        return _NO_CHOICE[coup.options.refait]
    lots = [lot for lot in lots_of(coup) if (lot.where, lot.seat) == (where, seat)]
    if not lots:
        return no_stake(where, seat)
    if all(lot.insured for lot in lots):
        return reason("the stake is insured: the refait is an après for it")
    return _move_refused(words, lots) if word == "passe" else None


_NO_CHOICE = {
    "half": reason("in this house half is taken back after a refait and nobody chooses (option refait)"),
    "prison": reason(
        "in this house every stake goes to prison after a refait and nobody chooses (option refait)"
    ),
}


def _contradicts(rule: str, word: str) -> bool:
    return (rule == "half" and word != "moitie") or (rule == "prison" and word == "moitie")


def _move_refused(words: Words, lots: list[Lot]) -> Reason | None:
    if words[1] == words[2]:
        return reason("a stake is moved to another chance than its own")
    if all(lot.level or lot.insured for lot in lots):
        return reason("a stake is moved before it goes to prison, not once it lies there")
    return None


def _insurance_refused(coup: Coup, words: Words) -> Reason | None:
    where, seat = words[1], words[2]
    amount = staked_on(coup, where, seat)
    if not coup.options.insurance:
        return reason("this house takes no insurance against the refait (option insurance)")
    if coup.noir:
        return reason("insurance is paid before the first card of the coup")
    if not amount:
        return _nothing_to_insure(where, seat)
    if (where, seat) in coup.insured:
        return reason("the stake is insured already")
    if amount < coup.options.insurance_minimum:
        return reason(
            "a stake is insured from {amount} upwards", amount=money(coup.options.insurance_minimum)
        )
    return None


def _nothing_to_insure(where: str, seat: int | None) -> Reason:
    if seat:
        return reason("seat {n} has no stake on {chance} that could be insured", n=seat, chance=where)
    return reason("nobody without a seat has no stake on {chance} that could be insured", chance=where)


_REFUSALS = dict.fromkeys(("prison", "moitie", "passe"), _choice_refused)
_REFUSALS |= {"assurance": _insurance_refused}
