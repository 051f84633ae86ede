"""What is paid at napoleonnen: a deal is played until its contract is made or lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from sabot.core.options import House
from sabot.core.reasons import reason
from sabot.core.terms import Turn, money
from sabot.games.evening.drills import paying, settling
from sabot.games.evening.drills.cards import rows_of
from sabot.games.evening.drills.dealing import Taught, next_act
from sabot.games.evening.drills.paying import Worth
from sabot.games.evening.drills.settling import Moment, Subject
from sabot.games.evening.household import Coup, HouseholdGame
from sabot.games.evening.wishes import unseen
from sabot.games.napoleonnen import rules
from sabot.games.napoleonnen.deal import FULL_HAND, Deal
from sabot.games.napoleonnen.options import Options
from sabot.games.questions import Drill
from sabot.games.tricks.cards import ACE_HIGH

MADE, LOST = "the bid is made", "the bid is lost"
SUM, NAP = "one to four tricks", "nap"
NAP_SHARE, LOOK_SHARE = 0.05, 0.4
"""How often a player bids nap in these deals without many high cards, and looks at the stok before."""
CHOSEN_OF = 9
"""The first hands are the highest of as many cards, so that nap is made often enough."""
HIGH, HIGH_CARDS = "AKQ", 4
"""Who holds as many of these bids nap."""
ASK = (
    "{amount} lie in the pot and {unit} in the kijkpot; seat {n} has named {note}. "
    "What does seat {n} pay or get?"
)
ASK_NAP = "{amount} lie in the pot and {unit} in the kijkpot. What does seat {n} pay or get?"
WHYS = {
    SUM: reason("the sum that was named is taken from the pot, or paid into it"),
    NAP: reason("nap is for the pot and the kijkpot, won or paid"),
}


def chosen(coup: Coup, rng: Random) -> str:
    """Some look at the stok, and some bid nap; the rest is by chance."""
    turn = coup.turns[0]
    hands = [each.seat for each in coup.turns if each.acts[0].startswith("hand ")]
    if hands and len(cards := unseen(coup)) >= CHOSEN_OF:
        best = sorted(rng.sample(cards, CHOSEN_OF), key=lambda card: ACE_HIGH.index(card.rank))
        return " ".join(["hand", str(hands[0]), *map(str, best[-FULL_HAND:])])
    looks = [act for act in turn.acts if act.endswith("kijken")]
    naps = [act for act in turn.acts if act.endswith("nap")]
    if looks and rng.random() < LOOK_SHARE:
        return looks[0]
    deal = coup.deal
    assert isinstance(deal, Deal)
    if deal.contract and deal.contract.bid == "nap" and deal.phase in ("trumps", "playing"):
        return _nap(deal, turn)
    high = [card for card in coup.hand_of(turn.seat) or () if card.rank in HIGH]
    share = 1.0 if len(high) >= HIGH_CARDS else NAP_SHARE
    return naps[0] if naps and rng.random() < share else next_act(coup, rng)


def _nap(deal: Deal, turn: Turn) -> str:
    """The declarer makes the longest suit trumps and plays high; the others keep low."""
    suits = [card.suit for card in deal.holding.hands[deal.declarer]]
    if deal.phase == "trumps":
        return max(turn.acts, key=lambda act: suits.count(act.split()[-1]))
    trump = deal.play.trump if deal.play else None
    extreme = max if turn.seat == deal.declarer else min
    return extreme(turn.acts, key=lambda act: (act.endswith(str(trump)), ACE_HIGH.index(act.split()[-1][0])))


def cases(moment: Moment) -> Iterable[tuple[str, str]]:
    """The bid that is made or lost with this card."""
    deal = moment.after.deal
    assert isinstance(deal, Deal)
    if deal.made is not None and deal.contract:
        kind = NAP if deal.contract.bid == "nap" else SUM
        yield f"{MADE if deal.made else LOST}/{kind}", kind


def posed(moment: Moment, kind: str, rng: Random) -> Worth:
    """What the declarer pays or gets."""
    before, deal = moment.before.deal, moment.after.deal
    assert isinstance(before, Deal)
    assert isinstance(deal, Deal)
    assert deal.contract is not None
    assert deal.play is not None
    seat = deal.declarer
    values = {"n": str(seat), "amount": money(before.pot), "unit": money(before.kijkpot)}
    values |= {"note": money(deal.named)} if kind == SUM else {}
    shows: dict[str, object] = {"contract": f"{seat}: {deal.contract.bid}", "taken": deal.play.taken(seat)}
    return Worth(ASK if kind == SUM else ASK_NAP, shows, abs(moment.gain(seat)), WHYS[kind], values)


def payout(options: Options) -> Subject[str, Worth]:
    """What bids are paid in this house."""
    return Subject(Taught(HouseholdGame(rules), options), cases, posed, chosen)


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """What bids are paid in this house."""
    given = options.get(rules.NAME)
    house = given if isinstance(given, Options) else Options()
    kinds = (SUM, NAP)
    rows = rows_of((MADE, LOST), kinds)
    return (paying.drill(rules.NAME, settling.TITLE, rows, payout(house).asks, columns=kinds, typed="money"),)
