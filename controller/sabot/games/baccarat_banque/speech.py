"""What the hands of baccarat banque say, and the croupier who is asked.

Source: HS p. 7-16. A word within the rules is the hand's decision; one against them is a faux tirage.
"""

from __future__ import annotations

from sabot.core.game import refuse
from sabot.core.reasons import Reason, reason
from sabot.core.words import Words
from sabot.games.baccarat.choices import ADVICE, Answer, against_rules
from sabot.games.baccarat.tableau import Rule
from sabot.games.baccarat.whys import AFTER_A_NATURAL, with_sequel
from sabot.games.baccarat_banque import offers as banque_offers
from sabot.games.baccarat_banque import tirage as banque_tirage
from sabot.games.baccarat_banque.coup import Coup, with_fault
from sabot.games.baccarat_banque.hands import AT, SIDES, implied, is_natural, is_over
from sabot.games.baccarat_banque.tirage import breach
from sabot.games.baccarat_banque.whys import ONE_CARD


def in_full(coup: Coup, words: Words) -> Words:
    """A bare `carte`, `non` or `abat` is of the hand that is to speak; of a decided coup, the banker's."""
    if words[0] not in ("carte", "non", "abat"):
        return words
    return (coup.position.turn or "banque", words[0])


def advised(coup: Coup) -> Coup:
    """The croupier is asked for the tableau."""
    if not _may_be_spoken(coup):
        return refuse(coup, reason("the tableau has nothing to say before six cards lie"), said="tableau")
    return coup._replace(answer=(Answer(ADVICE[advice(coup)]),))


def _may_be_spoken(coup: Coup) -> bool:
    return coup.position.complete and coup.position.table.mode in ("normal", "tapis")


def advice(coup: Coup) -> Rule:
    """The rule for the hand that speaks now, or spoke last. Where the sides disagree and the banker is
    free, the larger stake decides (HS p. 15); a side that leaves the banker free agrees with the other."""
    now = coup.position
    who = now.turn or "banque"
    law = banque_tirage.rule(now, who)
    if who != "banque" or law != "F" or now.table.free:
        return law
    rules = [implied(now.values, side) for side in SIDES]
    bound = [each for each in rules if each is not None and each != "F"]
    if len(bound) == 1:
        return bound[0]
    droite, gauche = (banque_offers.on(side, coup.stakes) for side in SIDES)
    return law if droite == gauche or not bound else bound[droite < gauche]


def speaks(coup: Coup, who: str, choice: str) -> Coup:
    """A hand says *carte* or *non*, or turns up 8 or 9 (*abat*)."""
    refusal = _may_not_speak(coup, who, choice)
    if refusal:
        return refuse(coup, refusal, said=f"{who} {choice}")
    if choice == "abat":
        return coup
    now = coup.position
    if is_over(now.values) or is_natural(now.values[AT[who]]):
        return _broken(coup, who, choice, AFTER_A_NATURAL) if choice == "carte" else coup
    return _chooses(coup, who, choice)


def _may_not_speak(coup: Coup, who: str, choice: str) -> Reason | None:
    """The rule against a word of this hand now; None when there is none."""
    now = coup.position
    if not now.complete:
        return reason("nobody speaks before six cards lie")
    if now.turn is not None and AT[now.turn] < AT[who] and choice != "abat":
        return reason(
            "droite speaks first, then gauche, then the banker: {place} is to speak", place=now.turn
        )
    if choice == "abat" and not is_natural(now.values[AT[who]]):
        return reason("only 8 or 9 in two cards is turned up")
    return ONE_CARD.get(now.table.mode)


def _chooses(coup: Coup, who: str, choice: str) -> Coup:
    now, at = coup.position, AT[who]
    if len(now.values[at]) == 3 and choice == "carte":
        return _broken(coup, who, choice, banque_tirage.too_many(now, who))
    if len(now.values[at]) == 3 or now.said[at]:
        return refuse(coup, reason("{speaker} has spoken already", speaker=who), said=f"{who} {choice}")
    broken = breach(now, who, choice)
    return _broken(coup, who, choice, broken) if broken else choice_made(coup, who, choice)


def choice_made(coup: Coup, who: str, choice: str) -> Coup:
    """The coup once `who` has said `carte` or `non`."""
    then = banque_tirage.decided(coup.position, who, choice)
    return coup._replace(position=then, asked=None, answer=())


def _broken(coup: Coup, who: str, choice: str, because: Reason) -> Coup:
    """A hand speaks against the rules. Where the coup stands as it is dealt, that is its choice; else the
    rules complete the hands, and a card that comes for it will count nowhere."""
    standing = _standing(coup, who, choice, because)
    if standing is not None:
        return with_fault(standing, against_rules(who, choice, because))
    because = with_sequel(because, choice, is_decided=coup.position.owed is None)
    asked = who if choice == "carte" else coup.asked
    return with_fault(coup, against_rules(who, choice, because))._replace(asked=asked, answer=())


def _standing(coup: Coup, who: str, choice: str, because: Reason) -> Coup | None:
    """The coup with this choice against the rules, where the house lets it stand and the hand can have it."""
    if coup.options.faux_tirage != "stand" or because == AFTER_A_NATURAL:
        return None
    standing = choice_made(coup, who, choice)
    return standing if choice == "non" or standing.position.turn == who else None
