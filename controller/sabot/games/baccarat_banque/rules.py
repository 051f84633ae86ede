"""Baccarat banque: one banker against two sides.

Source: *Hazardspelen* (HS), p. 7-16. The cards are in `tirage`, what the hands say in `speech`, the bank in
`bank`, the banco or the stakes against it in `offers` and `cover`; `calls` hears the calls before the cards,
and `end` works out what the coup returns. Here they meet.
"""

from __future__ import annotations

from sabot.core.cards import Card, Sabot
from sabot.core.game import refuse
from sabot.core.reasons import Reason, reason
from sabot.core.shapes.json import Plain
from sabot.core.terms import Call, Fault, Owed, Settlement
from sabot.core.words import Words
from sabot.games.baccarat.points import french
from sabot.games.baccarat.tableau import Rule
from sabot.games.baccarat.whys import still_owed
from sabot.games.baccarat_banque import bank as banque_bank
from sabot.games.baccarat_banque import calls as banque_calls
from sabot.games.baccarat_banque import end as banque_end
from sabot.games.baccarat_banque import tirage as banque_tirage
from sabot.games.baccarat_banque.bank import Bank
from sabot.games.baccarat_banque.coup import Coup, with_fault
from sabot.games.baccarat_banque.cover import closed as closed
from sabot.games.baccarat_banque.cover import staked as staked
from sabot.games.baccarat_banque.hands import AT, SIDES, Table, mode_for
from sabot.games.baccarat_banque.hands import PLACES as PLACES
from sabot.games.baccarat_banque.offers import Cloth
from sabot.games.baccarat_banque.options import Options as Options
from sabot.games.baccarat_banque.speech import advice, advised, choice_made, in_full, speaks
from sabot.games.baccarat_banque.tirage import advanced, breach

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
    bank, stayed = (
        banque_bank.after(coup.options, coup.bank, banque_end.outcome(coup)),
        banque_end.staying(coup),
    )
    fresh = _begun(coup.options, bank, left=sabot.left)
    return fresh.with_stakes(stayed) if stayed else fresh


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
    hands, now, bank, faults = coup.hands, coup.position, coup.bank, coup.faults
    to = now.owed.to if now.owed else None
    if to is None or coup.asked is not None:
        return _drawn(coup, card, place)
    if not coup.bets_closed and (coup.cloth.free or bank.bids):
        return dealt(closed(coup), card, place)
    if bank.burnt:
        bank, faults = bank._replace(burnt=False), (*faults, _not_mixed(card))
    at = AT[to]
    then = now.then.get(card.rank) or advanced(now, card.rank)
    hands = (*hands[:at], (*hands[at], card), *hands[at + 1 :])
    after = coup._replace(hands=hands, position=then, bets_closed=True, faults=faults, bank=bank, answer=())
    return after, to


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
        coup = with_fault(coup, Fault("misplaced-card", because, card, place, who))
    return dealt(coup._replace(position=banque_tirage.decided(coup.position, who, "carte")), card, None)


def _stood(coup: Coup, card: Card, *, who: str, place: str) -> tuple[Coup, str | None]:
    """A hand was free and nobody heard it, but the card lies before a later one: it stood."""
    coup = choice_made(coup, who, "non")
    owed = coup.position.owed
    if owed is None:
        return _after_the_last(coup, card, place)
    if owed.to is not None and owed.to != place:
        because = reason("{place} was owed the card: the card counts there", place=owed.to)
        coup = with_fault(coup, Fault("misplaced-card", because, card, place, owed.to))
    return dealt(coup, card, place)


def _after_the_last(coup: Coup, card: Card, place: str) -> tuple[Coup, str | None]:
    """A card for a hand that stands, and with it the coup is decided."""
    if coup.options.faux_tirage != "stand":
        return _aside(coup, card, place)
    standing = speaks(coup, place, "carte")
    return dealt(standing, card, place)


def _aside(coup: Coup, card: Card, place: str) -> tuple[Coup, None]:
    """A card that no hand is owed: it proves nothing and stays outside. Asked for
    against the rules, it was named when it was asked for, and is named again now that it is drawn."""
    because = faux_tirage(coup._replace(asked=place), place)
    return with_fault(coup._replace(asked=None), Fault("faux-tirage", because, card, place)), None


def landed(coup: Coup, pocket: str) -> Coup:
    return refuse(coup, reason("baccarat banque is dealt from a sabot: no ball rests anywhere"), said=pocket)


# --- calls of the hands ------------------------------------------------------------------------------


def said(coup: Coup, words: Words) -> Coup:
    who, *more = words = in_full(coup, words)
    if len(words) == 2 and who in PLACES:
        return speaks(coup, who, more[0])
    if who == "tableau":
        return advised(coup)
    return banque_calls.heard(coup, words)


def opens(coup: Coup, words: Words) -> bool:
    words = in_full(coup, words)
    return not (words[0] == "tableau" or (len(words) == 2 and words[0] in PLACES))


# --- stakes ------------------------------------------------------------------------------------------


def chance(options: Options, where: str) -> str | None:
    return where if where in SIDES else None


# --- what is seen of it ------------------------------------------------------------------------------


def owed(coup: Coup) -> Owed | None:
    wanted = coup.position.owed
    if wanted is None or wanted.of != "banque" or not coup.stakes:
        return wanted
    law = advice(coup)
    return wanted if law == "F" else wanted._replace(why=_with_advice(wanted.why, law))


def _with_advice(why: Reason, rule: Rule) -> Reason:
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
    unasked = coup._replace(answer=())  # the croupier may have been asked for the tableau since then
    return coup.position.owed is None and banque_end.announces(coup, words, calls=calls(unasked))


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
