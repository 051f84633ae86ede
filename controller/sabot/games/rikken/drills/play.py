"""What is learnt of rikken: which cards and which bids are allowed, and who takes the trick."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from sabot.core.cards import SIGNS
from sabot.core.options import House
from sabot.games.evening.drills import allowing, bids, cards, taking
from sabot.games.evening.drills.cards import (
    HELD,
    NO_TRUMPS,
    ON_LEAD,
    PLAIN,
    PLAY,
    TRUMPS,
    VOID,
    place_of,
    rows_of,
)
from sabot.games.evening.drills.dealing import Taught, turn_of
from sabot.games.evening.household import Coup, HouseholdGame
from sabot.games.questions import Drill
from sabot.games.rikken import asked, auction, bidding, rules
from sabot.games.rikken.auction import ACES_OF_MALHEUR
from sabot.games.rikken.bids import PASS, named
from sabot.games.rikken.deal import AUCTION, Deal
from sabot.games.rikken.drills.joint import SEVERAL
from sabot.games.rikken.options import Options

ASKED = "asked ace held"
"""The holder of the asked card follows with it, or leads nothing lower of its suit."""
OVER_RIK, OVER_NUMBER, OVER_MISERE, THREE_ACES = (
    *("over a rik", "over a number alone"),
    *("over misère or piek", "three aces in hand"),
)
JOINED = SEVERAL
"""Two have joined a misère or piek, and a third may."""
OVER = {"rik": OVER_RIK, "alone": OVER_NUMBER, "misere": OVER_MISERE, "piek": OVER_MISERE}
COLUMNS = (PLAIN, TRUMPS, NO_TRUMPS, ON_LEAD)
ROWS = (
    *((*row, "") for row in rows_of((HELD, VOID), COLUMNS[:3])),
    (f"{ASKED}/{PLAIN}", "", "", f"{ASKED}/{ON_LEAD}"),
)


# --- cards --------------------------------------------------------------------------------------------


def cell_of_cards(coup: Coup) -> str | None:
    """What the seat holds that plays now; where the asked card binds it, that alone."""
    turn = turn_of(coup, PLAY)
    return (turn and _of_asked(coup, turn.seat)) or place_of(coup)


def _of_asked(coup: Coup, seat: int) -> str | None:
    deal = coup.deal
    assert isinstance(deal, Deal)
    contract, hand = deal.contract, deal.hands[seat]
    card = contract.asked if contract else None
    if contract is None or card is None or not asked.has_duty(deal.options, contract.bid):
        return None
    if card not in hand or sum(each.suit == card.suit for each in hand) < 2:
        return None
    if not deal.trick.plays:
        return f"{ASKED}/{ON_LEAD}" if len(asked.may_lead(hand, card, deal.laid)) < len(hand) else None
    return f"{ASKED}/{PLAIN}" if asked.must_play(hand, card, deal.laid) else None


def facts(coup: Coup) -> dict[str, object]:
    """The contract; the asked card, and the suits that were led before, which say whether it binds."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    contract = deal.contract
    if contract is None:
        return {}
    found: dict[str, object] = {"contract": contract.bid.title}
    if contract.asked:
        led = dict.fromkeys(trick.plays[0][1].suit for trick in deal.tricks)
        found |= {"asked": str(contract.asked), "led": [SIGNS[suit] for suit in led]}
    return found


# --- bids ---------------------------------------------------------------------------------------------


def cell_of_bids(coup: Coup) -> str | None:
    """What stands in the auction, or that three aces have to be called."""
    deal, turn = coup.deal, turn_of(coup, bids.BID)
    assert isinstance(deal, Deal)
    if turn is None or not bidding.is_open(deal):
        return None
    aces = bidding.aces(deal, turn.seat)
    if (aces or 0) >= ACES_OF_MALHEUR and auction.refusal(deal.auction, turn.seat, PASS, aces=aces):
        return THREE_ACES
    standing = auction.standing(deal.auction)
    if not standing:
        return bids.FIRST
    if len(standing) > 1:
        return JOINED
    return OVER.get(standing[0].bid.group) if standing[0].bid and not standing[0].bid.openness else None


def said(bid: str, *, options: Options) -> str:
    """A bid as it is said."""
    return bid if bid == PASS else named(options)[bid][1].title


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """The drills of rikken, as this house plays it."""
    given = options.get(rules.NAME)
    house = replace(given if isinstance(given, Options) else Options(), round=AUCTION)
    taught = Taught(HouseholdGame(rules), house)
    forced = (THREE_ACES,) if house.malheur == "compulsory" else ()
    joined = (JOINED,) if house.joint_bids != "none" else ()
    learnt = bids.Auction(
        (PASS, *named(house)),
        (bids.FIRST, OVER_RIK, OVER_NUMBER, OVER_MISERE, *joined, *forced),
        cell_of_bids,
        partial(said, options=house),
        shows_hand=True,
    )
    return (
        cards.drill(taught, ROWS, COLUMNS, cell_of=cell_of_cards, facts=facts),
        allowing.cards_drill(taught, ROWS, COLUMNS, cell_of=cell_of_cards, facts=facts),
        taking.drill(taught, (*taking.USUAL, taking.WITHOUT_TRUMPS)),
        bids.drill(taught, learnt),
    )
