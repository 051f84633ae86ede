"""Baccarat banque: one banker against two sides.

Source: *Hazardspelen* (HS), p. 7-16. The cards are in `banque_tirage`, what lies against the bank in
`banque_offers`, the bank itself in `banque_bank`; the calls before the cards are heard in `banque_calls`, the
coup is reckoned up in `banque_end`. Here they meet.
"""

from __future__ import annotations

from sabot.core.cards import Card, Sabot, value
from sabot.core.game import refuse
from sabot.core.reasons import Reason, reason
from sabot.core.shapes.json import Plain
from sabot.core.terms import Call, Fault, Owed, Settlement, Stake
from sabot.core.words import Words
from sabot.games.baccarat.choices import ADVICE, Answer
from sabot.games.baccarat.points import french
from sabot.games.baccarat.tableau import Rule
from sabot.games.baccarat.whys import AFTER_A_NATURAL, still_owed
from sabot.games.baccarat_banque import bank as banque_bank
from sabot.games.baccarat_banque import calls as banque_calls
from sabot.games.baccarat_banque import end as banque_end
from sabot.games.baccarat_banque import offers as banque_offers
from sabot.games.baccarat_banque import tirage as banque_tirage
from sabot.games.baccarat_banque.bank import Bank
from sabot.games.baccarat_banque.coup import Coup
from sabot.games.baccarat_banque.offers import Cloth
from sabot.games.baccarat_banque.options import Options as Options
from sabot.games.baccarat_banque.tirage import AT, SIDES, Table, advanced, breach, mode_for
from sabot.games.baccarat_banque.tirage import PLACES as PLACES

NAME = "baccarat-banque"
CHANCES = SIDES
WORDS = (
    "droite carte|non|abat",
    "gauche carte|non|abat",
    "banque carte|non|abat",
    "tableau",
    *banque_calls.WORDS,
    "carte|non|abat",
)
ANNOUNCEMENTS = ()


# --- one coup and the next ---------------------------------------------------------------------------

_NO_CARDS: tuple[tuple[Card, ...], ...] = ((), (), ())


def _begun(options: Options, bank: Bank, *, left: int) -> Coup:
    """A coup before any card; how it is played depends on the cards left (HS p. 16)."""
    mode = mode_for(left) if options.fin else "normal"
    start = banque_tirage.start(Table(options.ponte_five, options.natural, options.tapis_draw, mode))
    return Coup(options, _NO_CARDS, start, (), False, (), bank, Cloth(left))


def opening(options: Options) -> Coup:
    return _begun(options, Bank(), left=Sabot(options.decks).left)


def following(coup: Coup, sabot: Sabot) -> Coup:
    bank = banque_bank.after(coup.options, coup.bank, banque_end.outcome(coup))
    return _begun(coup.options, bank, left=sabot.left)


def annulled(coup: Coup, sabot: Sabot) -> Coup:
    return _begun(coup.options, coup.bank, left=sabot.left)


def reopened(coup: Coup) -> tuple[Coup, tuple[Settlement, ...]]:
    full = Sabot(coup.options.decks)
    if coup.position.owed is None:
        fresh = following(coup, full)
    else:
        fresh = _begun(coup.options, coup.bank, left=full.left)
        fresh = fresh._replace(stakes=coup.stakes, cloth=coup.cloth._replace(left=full.left))
    return fresh._replace(bank=fresh.bank._replace(burnt=False)), ()


# --- cards -------------------------------------------------------------------------------------------


def dealt(coup: Coup, card: Card, place: str | None) -> tuple[Coup, str | None]:
    # By position, for `sabot bench rehearsal`.
    options, hands, now, stakes, _, faults, bank, cloth, asked, _ = coup
    to = now.owed.to if now.owed else None
    if to is None or asked is not None:
        return _drawn(coup, card, place)
    if bank.burnt:
        bank, faults = bank._replace(burnt=False), (*faults, _not_mixed(card))
    at = AT[to]
    then = now.then.get(card.rank) or advanced(now, card.rank)
    hands = (*hands[:at], (*hands[at], card), *hands[at + 1 :])
    return value(Coup, (options, hands, then, stakes, True, faults, bank, cloth, None, ())), to


def _not_mixed(card: Card) -> Fault:
    because = reason(
        "the bank was burned: the cards are mixed, and a new sabot opened, before the next coup (HS)"
    )
    return Fault("wrong-order", because, card)


def _drawn(coup: Coup, card: Card, place: str | None) -> tuple[Coup, str | None]:
    """A card that stands for a decision, or that somebody asked for against the rules."""
    if coup.asked is not None:
        if place in (None, coup.asked):
            return _aside(coup, card, place or coup.asked)
        return dealt(coup._replace(asked=None), card, place)
    who = str(coup.position.turn)
    if place is not None and AT[place] > AT[who]:
        return _stood(coup, card, who=who, place=place)
    if place not in (None, who):
        because = reason("{place} was to speak and no other hand may draw: the card counts there", place=who)
        coup = _with_fault(coup, Fault("misplaced-card", because, card, place, who))
    return dealt(coup._replace(position=banque_tirage.decided(coup.position, who, "carte")), card, None)


def _stood(coup: Coup, card: Card, *, who: str, place: str) -> tuple[Coup, str | None]:
    """A hand was free and nobody heard it, but the card lies before a later one: it stood."""
    coup = _choice(coup, who, "non")
    owed = coup.position.owed
    if owed is None:
        return _after_the_last(coup, card, place)
    if owed.to is not None and owed.to != place:
        because = reason("{place} was owed the card: the card counts there", place=owed.to)
        coup = _with_fault(coup, Fault("misplaced-card", because, card, place, owed.to))
    return dealt(coup, card, place)


def _after_the_last(coup: Coup, card: Card, place: str) -> tuple[Coup, str | None]:
    """A card for a hand that stands, and with it the coup is decided."""
    if coup.options.faux_tirage != "stand":
        return _aside(coup, card, place)
    standing = _speaks(coup, place, "carte")
    return dealt(standing, card, place)


def _aside(coup: Coup, card: Card, place: str) -> tuple[Coup, None]:
    """A card that no hand is owed: it proves nothing and stays outside. Asked for
    against the rules, it was named when it was asked for, and is named again now that it is drawn."""
    because = faux_tirage(coup._replace(asked=place), place)
    return _with_fault(coup._replace(asked=None), Fault("faux-tirage", because, card, place)), None


def _with_fault(coup: Coup, fault: Fault) -> Coup:
    return coup._replace(faults=(*coup.faults, fault))


def landed(coup: Coup, pocket: str) -> Coup:
    return refuse(coup, reason("baccarat banque is dealt from a sabot: no ball rests anywhere"), said=pocket)


# --- calls of the hands ------------------------------------------------------------------------------


def said(coup: Coup, words: Words) -> Coup:
    who, *more = words = _in_full(coup, words)
    if len(words) == 2 and who in PLACES:
        return _speaks(coup, who, more[0])
    if who == "tableau":
        return _asked_the_croupier(coup)
    after: Coup = banque_calls.heard(coup, words)
    return after


def _in_full(coup: Coup, words: Words) -> Words:
    """A bare `carte`, `non` or `abat` is of the hand that is to speak; of a decided coup, the banker's."""
    if words[0] not in ("carte", "non", "abat"):
        return words
    return (coup.position.turn or "banque", words[0])


def opens(coup: Coup, words: Words) -> bool:
    words = _in_full(coup, words)
    return not (words[0] == "tableau" or (len(words) == 2 and words[0] in PLACES))


def _asked_the_croupier(coup: Coup) -> Coup:
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
    rules = [banque_tirage.implied(now.values, side) for side in SIDES]
    bound = [each for each in rules if each is not None and each != "F"]
    if len(bound) == 1:
        return bound[0]
    droite, gauche = (banque_offers.on(side, coup.stakes) for side in SIDES)
    return law if droite == gauche or not bound else bound[droite < gauche]


def _speaks(coup: Coup, who: str, choice: str) -> Coup:
    """A hand says *carte* or *non*, or turns up 8 or 9 (*abat*)."""
    refusal = _may_not_speak(coup, who, choice)
    if refusal:
        return refuse(coup, refusal, said=f"{who} {choice}")
    if choice == "abat":
        return coup
    now = coup.position
    if banque_tirage.is_over(now.values) or banque_tirage.is_natural(now.values[AT[who]]):
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
    if choice == "abat" and not banque_tirage.is_natural(now.values[AT[who]]):
        return reason("only 8 or 9 in two cards is turned up")
    return banque_tirage.ONE_CARD.get(now.table.mode)


def _chooses(coup: Coup, who: str, choice: str) -> Coup:
    now, at = coup.position, AT[who]
    if len(now.values[at]) == 3 and choice == "carte":
        return _broken(coup, who, choice, banque_tirage.too_many(now, who))
    if len(now.values[at]) == 3 or now.said[at]:
        return refuse(coup, reason("{speaker} has spoken already", speaker=who), said=f"{who} {choice}")
    broken = breach(now, who, choice)
    return _broken(coup, who, choice, broken) if broken else _choice(coup, who, choice)


def _choice(coup: Coup, who: str, choice: str) -> Coup:
    then = banque_tirage.decided(coup.position, who, choice)
    return coup._replace(position=then, asked=None, answer=())


def _broken(coup: Coup, who: str, choice: str, because: Reason) -> Coup:
    """A hand speaks against the rules. Where the coup stands as it is dealt, that is its choice; else the
    rules complete the hands, and a card that comes for it will count nowhere."""
    drew = choice == "carte"
    to, owed = (who, None) if drew else (None, who)
    coup = _with_fault(coup, Fault("faux-tirage", because, to=to, owed=owed, said=f"{who} {choice}"))
    if coup.options.faux_tirage == "stand" and because != AFTER_A_NATURAL:
        standing = _choice(coup, who, choice)
        if not drew or standing.position.turn == who:
            return standing
    return coup._replace(asked=who if drew else coup.asked, answer=())


# --- stakes ------------------------------------------------------------------------------------------


def chance(options: Options, where: str) -> str | None:
    return where if where in SIDES else None


def staked(coup: Coup, stake: Stake) -> Coup:
    after: Coup = banque_calls.staked(coup, stake)
    return after


def closed(coup: Coup) -> Coup:
    return coup._replace(bets_closed=True, answer=())


# --- what is seen of it ------------------------------------------------------------------------------


def owed(coup: Coup) -> Owed | None:
    wanted = coup.position.owed
    if wanted is None or wanted.of != "banque" or not coup.stakes:
        return wanted
    advised = advice(coup)
    if advised == "F":
        return wanted
    return wanted._replace(why=_advised(wanted.why, advised))


def _advised(why: Reason, rule: Rule) -> Reason:
    if rule == "D":
        return reason("{why}, and is advised to draw", why=why)
    return reason("{why}, and is advised to stand", why=why)


def calls(coup: Coup) -> tuple[Call, ...]:
    if coup.answer:
        return coup.answer
    if coup.hands[0] or coup.hands[2]:
        return _colour_calls(coup) if coup.position.table.mode == "rouge-noir" else coup.position.calls
    if coup.bets_closed:
        return _BETS_CLOSED
    return banque_calls.invitation(coup)


_BETS_CLOSED = (french("Rien ne va plus"),)
_COLOUR_CALLS = {
    (colour, won): (french(f"{colour.capitalize()} : {who}"),)
    for colour in ("rouge", "noir")
    for won, who in (("ponte", "les pontes gagnent"), ("banque", "la banque gagne"))
}


def _colour_calls(coup: Coup) -> tuple[Call, ...]:
    colour = "rouge" if coup.hands[2][0].is_red else "noir"
    return _COLOUR_CALLS[colour, banque_end.winners(coup)[0]]


def points(coup: Coup, place: str) -> int:
    return coup.position.points[AT[place]]


def hand(coup: Coup, place: str) -> tuple[Card, ...]:
    return coup.hands[AT[place]]


# --- the end of the coup -----------------------------------------------------------------------------


def result(coup: Coup) -> Plain | None:
    return banque_end.keys(coup) if coup.position.owed is None else None


def settlement(coup: Coup, *, last: bool) -> tuple[Settlement, ...]:
    return banque_end.settlements(coup)


def ledger(coup: Coup) -> tuple[tuple[str, Plain], ...]:
    if not coup.bank.amount and not coup.options.fixed_banker:
        return ()
    return (("banque", banque_bank.line(coup.options, coup.bank, banque_end.outcome(coup))),)


def announces(coup: Coup, words: str) -> bool:
    return coup.position.owed is None and banque_end.announces(coup, words, calls=calls(coup))


def faux_tirage(coup: Coup, place: str | None) -> Reason:
    """HS p. 15: the banker acts against what both sides imply; the house also names the pontes' breaches."""
    now = coup.position
    if now.owed is None or coup.asked is not None:
        return banque_tirage.too_many(now, place or coup.asked)
    who = now.turn
    broken = None if who is None or now.said[AT[who]] else breach(now, who, "non")
    return broken or still_owed(now.owed)


def playable(options: Options, sabot: Sabot) -> bool:
    """With `fin` the cards are played to the last; without, a coup may need nine."""
    return sabot.left >= (1 if options.fin else 9)
