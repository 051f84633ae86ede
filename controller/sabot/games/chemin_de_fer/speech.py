"""What the hands of chemin de fer say, and the croupier who is asked.

Source: HS p. 18-34. A word within the rules is the hand's decision; one against them is a faux tirage.
"""

from __future__ import annotations

from sabot.core.game import refuse
from sabot.core.reasons import Reason, reason
from sabot.core.words import Words
from sabot.games.baccarat.choices import against_rules
from sabot.games.baccarat.points import NATURAL_POINTS
from sabot.games.baccarat.whys import SPEAKERS, with_sequel
from sabot.games.chemin_de_fer import tirage as chemin_tirage
from sabot.games.chemin_de_fer.coup import PLACES, Coup, with_fault
from sabot.games.chemin_de_fer.tirage import breach, own_breach, two


def in_full(coup: Coup, words: Words) -> Words:
    """A call as it is meant: a bare `carte`, `non` or `abat` is of the hand that is to speak (of a decided
    coup the one that spoke last), a bare `suivi` of the one who has it."""
    if words == ("suivi", None):
        return ("suivi", coup.bank.suivi) if coup.bank.suivi else ("suivi",)
    if words[0] not in ("carte", "non", "abat"):
        return words
    last = "ponte" if coup.position.third() is None else "banque"
    return (coup.position.turn or last, words[0])


def advised(coup: Coup) -> Coup:
    """The croupier is asked for the tableau."""
    if not coup.position.complete:
        return refuse(coup, reason("the tableau has nothing to say before four cards lie"), said="tableau")
    return coup._replace(answer=(chemin_tirage.advice(coup.position),))


def speaks(coup: Coup, who: str, choice: str) -> Coup:
    """Ponte or banker says *carte* or *non*, or turns up 8 or 9 (*abat*)."""
    now, text = coup.position, f"{who} {choice}"
    if not now.complete:
        return refuse(coup, reason("nobody speaks before four cards lie"), said=text)
    if who == "banque" and now.turn == "ponte":
        return refuse(coup, reason("the ponte speaks and draws before the banker"), said=text)
    if choice == "abat":
        turned = two(now.values[PLACES.index(who)]) in NATURAL_POINTS
        return coup if turned else refuse(coup, reason("only 8 or 9 in two cards is turned up"), said=text)
    if now.natural:
        unseen = who == "ponte" and not coup.options.banker_peeks_first
        broken = own_breach(now, choice) if unseen else breach(now, who, choice)
        return _broken(coup, who, choice, broken) if broken else coup
    return _chooses(coup, who, choice)


def _chooses(coup: Coup, who: str, choice: str) -> Coup:
    now, hand = coup.position, PLACES.index(who)
    if len(now.values[hand]) == 3 and choice == "carte":
        return _broken(coup, who, choice, chemin_tirage.too_many(now, who))
    if len(now.values[hand]) == 3 or now.said[hand]:
        return refuse(
            coup,
            reason("{speaker} has spoken already", speaker=SPEAKERS[chemin_tirage.NAMES[who]]),
            said=f"{who} {choice}",
        )
    broken = breach(now, who, choice)
    return _broken(coup, who, choice, broken) if broken else choice_made(coup, who, choice)


def choice_made(coup: Coup, who: str, choice: str) -> Coup:
    """The coup once `who` has said `carte` or `non`; an answer of the croupier stands until it is used."""
    answer = coup.answer if coup.position.owed is None else ()
    then = chemin_tirage.decided(coup.position, who, choice)
    return coup._replace(position=then, asked=None, answer=answer)


def _broken(coup: Coup, who: str, choice: str, because: Reason) -> Coup:
    """A hand speaks against the rules. Where the coup stands as it is dealt, that is its choice; else the
    rules complete the hands, and a card that comes for it will count nowhere."""
    standing = _standing(coup, who, choice)
    if standing is not None:
        return with_fault(standing, against_rules(who, choice, because))
    because = with_sequel(because, choice, is_decided=coup.position.owed is None)
    asked = who if choice == "carte" else coup.asked
    return with_fault(coup, against_rules(who, choice, because))._replace(asked=asked, answer=())


def _standing(coup: Coup, who: str, choice: str) -> Coup | None:
    """The coup with this choice against the rules, where the house lets it stand and the hand can have it."""
    if coup.options.faux_tirage != "stand" or coup.position.natural:
        return None
    standing = choice_made(coup, who, choice)
    return standing if choice == "non" or standing.position.turn == who else None
