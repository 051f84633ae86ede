"""Chemin de fer: the bank goes from seat to seat, one ponte speaks for all who stake against it.

Sources: *Hazardspelen* (HS), p. 17-34; *Casinobank* (CB) where an option says so. The cards are in
`tirage`, what is said of them in `speech`, the bank in `bank`, the calls and stakes against it in `offers`
and `cover`. Here they meet as the game that the referee asks.
"""

from __future__ import annotations

from sabot.core.cards import Card, Sabot
from sabot.core.game import refuse
from sabot.core.reasons import Reason, reason
from sabot.core.shapes.json import Plain
from sabot.core.terms import Call, Fault, LedgerLine, Owed, Settlement
from sabot.core.words import Words
from sabot.games.baccarat.points import french
from sabot.games.baccarat.selling import payments
from sabot.games.baccarat.whys import still_owed, too_late
from sabot.games.chemin_de_fer import bank as chemin_bank
from sabot.games.chemin_de_fer import offers as chemin_offers
from sabot.games.chemin_de_fer import tirage as chemin_tirage
from sabot.games.chemin_de_fer.bank import Bank
from sabot.games.chemin_de_fer.coup import PLACES as PLACES
from sabot.games.chemin_de_fer.coup import Coup, holder, served, with_fault
from sabot.games.chemin_de_fer.cover import banked, invitation, offered, passed, text_of
from sabot.games.chemin_de_fer.cover import closed as closed
from sabot.games.chemin_de_fer.cover import staked as staked
from sabot.games.chemin_de_fer.offers import Offer
from sabot.games.chemin_de_fer.options import Options as Options
from sabot.games.chemin_de_fer.speech import advised, choice_made, in_full, speaks
from sabot.games.chemin_de_fer.tirage import Position, Table, advanced, breach

NAME = "chemin-de-fer"
CHANCES = (chemin_offers.SIDE,)
WORDS = (
    "banque SEAT AMOUNT",
    "banco SEAT",
    "suivi [SEAT]",
    "avec-la-table SEAT",
    "ponte carte|non|abat",
    "banque carte|non|abat",
    "tableau",
    "passe",
    "prend SEAT AMOUNT",
    "enchere SEAT AMOUNT",
    "adjuge",
    "refuse SEAT",
    "associe SEAT",
    "carte|non|abat",
)
WINNERS = ("ponte", "banque", "en-cartes")
ANNOUNCEMENTS = (*WINNERS, "en cartes")


# --- one coup and the next ---------------------------------------------------------------------------


def _nothing(options: Options) -> Position:
    return chemin_tirage.position(Table(options.ponte_five, options.banker_peeks_first))


def opening(options: Options) -> Coup:
    return Coup(options, (), (), _nothing(options), bank=Bank(first=True))


def following(coup: Coup, sabot: Sabot) -> Coup:
    fresh = Coup(coup.options, (), (), _nothing(coup.options), bank=_bank_after(coup))
    return _with_stakes_of(fresh, coup) if coup.position.winner == "en-cartes" else fresh


def _with_stakes_of(fresh: Coup, coup: Coup) -> Coup:
    """En cartes: the stakes stay and the cards are dealt again."""
    stayed = tuple([stake._replace(stayed=True) for stake in coup.stakes])
    return fresh._replace(stakes=stayed, offers=coup.offers, kept=bool(stayed))


def annulled(coup: Coup, sabot: Sabot) -> Coup:
    return Coup(coup.options, (), (), _nothing(coup.options), bank=coup.bank)


def reopened(coup: Coup) -> tuple[Coup, tuple[Settlement, ...]]:
    if coup.position.winner is not None:
        fresh = following(coup, Sabot(coup.options.decks))
    else:
        fresh = Coup(coup.options, (), (), _nothing(coup.options), bank=coup.bank)
        fresh = _with_stakes_of(fresh, coup)
    return fresh._replace(bank=fresh.bank._replace(reshuffled=fresh.bank.amount > 0)), ()


def _bank_after(coup: Coup) -> Bank:
    taker = served(coup)
    return chemin_bank.after(
        coup.options,
        coup.bank,
        winner=coup.position.winner or "",
        staked=sum(stake.amount for stake in coup.stakes),
        banco=taker.seat if taker and taker.kind != "avec-la-table" else None,
    )


# --- cards -------------------------------------------------------------------------------------------


def dealt(coup: Coup, card: Card, place: str | None) -> tuple[Coup, str | None]:
    ponte, banque, now, bank = coup.ponte, coup.banque, coup.position, coup.bank
    to = now.owed.to if now.owed else None
    if to is None or coup.asked is not None:
        return _drawn(coup, card, place)
    if not coup.bets_closed and (bank.amount or bank.offered or bank.bids):
        return dealt(closed(coup), card, place)
    then = now.then.get(card.rank) or advanced(now, card.rank)
    if to == "ponte":
        ponte = (*ponte, card)
    else:
        banque = (*banque, card)
    return coup._replace(ponte=ponte, banque=banque, position=then, bets_closed=True, answer=()), to


def _drawn(coup: Coup, card: Card, place: str | None) -> tuple[Coup, str | None]:
    """A card that stands for a decision, or that somebody asked for against the rules."""
    if coup.asked is not None:
        if place in (None, coup.asked):
            return _aside(coup, card, place or coup.asked)
        return dealt(coup._replace(asked=None), card, place)
    who = str(coup.position.turn)
    if (who, place) == ("ponte", "banque"):
        return _ponte_stood(coup, card)
    if place not in (None, who):
        because = reason("{place} was to speak and no other hand may draw: the card counts there", place=who)
        coup = with_fault(coup, Fault("misplaced-card", because, card, place, who))
    return dealt(coup._replace(position=chemin_tirage.decided(coup.position, who, "carte")), card, None)


def _ponte_stood(coup: Coup, card: Card) -> tuple[Coup, str | None]:
    """The ponte was free and said nothing, but the card lies before the banker: the ponte stood."""
    coup = choice_made(coup, "ponte", "non")
    if coup.position.owed is not None:
        return dealt(coup, card, "banque")
    if coup.options.faux_tirage != "stand":
        return _aside(coup, card, "banque")
    return dealt(speaks(coup, "banque", "carte"), card, "banque")


def _aside(coup: Coup, card: Card, place: str) -> tuple[Coup, None]:
    """A card that no hand is owed: it proves nothing and stays outside. Asked for
    against the rules, it was named when it was asked for, and is named again now that it is drawn."""
    because = faux_tirage(coup._replace(asked=place), place)
    return with_fault(coup._replace(asked=None), Fault("faux-tirage", because, card, place)), None


def landed(coup: Coup, pocket: str) -> Coup:
    return refuse(coup, reason("chemin de fer is dealt from a sabot: no ball rests anywhere"), said=pocket)


# --- calls of the hands ------------------------------------------------------------------------------


def said(coup: Coup, words: Words) -> Coup:
    who, *more = words = in_full(coup, words)
    if len(words) == 2 and who in PLACES:
        return speaks(coup, who, more[0])
    if who == "tableau":
        return advised(coup)
    if who == "passe" and not coup.ponte:
        return passed(coup)
    if coup.ponte or coup.bets_closed:
        return refuse(coup, too_late(is_dealing=bool(coup.ponte)), said=text_of(words))
    if who in chemin_offers.RANK and not more:
        return refuse(
            coup, reason("nobody has called banco against this bank and lost: there is no suivi"), said=who
        )
    if who in chemin_offers.RANK:
        return offered(coup, Offer(who, more[0]))
    return banked(coup, words)


def opens(coup: Coup, words: Words) -> bool:
    words = in_full(coup, words)
    return words[0] not in ("ponte", "tableau") and not (words[0] == "banque" and len(words) == 2)


def chance(options: Options, where: str) -> str | None:
    return where if where in CHANCES else None


# --- what is seen of it ------------------------------------------------------------------------------


def owed(coup: Coup) -> Owed | None:
    return coup.position.owed


def calls(coup: Coup) -> tuple[Call, ...]:
    if coup.answer:
        return coup.answer
    if coup.ponte:
        return coup.position.calls
    return (french("Rien ne va plus" if coup.bets_closed else invitation(coup)),)


def points(coup: Coup, place: str) -> int:
    return coup.position.points[place == "banque"]


def hand(coup: Coup, place: str) -> tuple[Card, ...]:
    return coup.banque if place == "banque" else coup.ponte


def result(coup: Coup) -> Plain | None:
    now = coup.position
    if now.winner is None:
        return None
    ponte, banque = now.points
    return {
        "winner": now.winner,
        "points": {"ponte": ponte, "banque": banque},
        "cards": {"ponte": [*map("".join, coup.ponte)], "banque": [*map("".join, coup.banque)]},
        "natural": now.natural,
        "holder": holder(coup),
    }


def settlement(coup: Coup, *, last: bool) -> tuple[Settlement, ...]:
    won = coup.position.winner
    if won == "en-cartes":
        return tuple([Settlement(s.where, s.amount, s.amount, s.seat, "table") for s in coup.stakes])
    times = 2 if won == "ponte" else 0
    return tuple([Settlement(s.where, s.amount, times * s.amount, s.seat) for s in coup.stakes])


def ledger(coup: Coup) -> tuple[LedgerLine, ...]:
    if not coup.bank.amount:
        return ()
    bank = _bank_after(coup)
    return (("banque", chemin_bank.line(bank)), *(payments(bank.left) if bank.left else ()))


def announces(coup: Coup, words: str) -> bool:
    return words.replace(" ", "-") == coup.position.winner


def faux_tirage(coup: Coup, place: str | None) -> Reason:
    """HS p. 33: the banker draws where the tableau forbids it; the house also names the reverse, and the
    ponte's breaches."""
    now = coup.position
    if now.owed is None or coup.asked is not None:
        return chemin_tirage.too_many(now, place or coup.asked)
    who = now.turn
    broken = None if who is None or now.said[PLACES.index(who)] else breach(now, who, "non")
    return broken or still_owed(now.owed)


def playable(options: Options, sabot: Sabot) -> bool:
    return sabot.left >= options.min_cards
