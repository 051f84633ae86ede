"""From the deal to the first lead at mieën: who goes along, with which cards. Source: HS p. 57-58."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sabot.core.cards import Card
from sabot.core.reasons import Reason, reason
from sabot.core.terms import Turn, money
from sabot.games.evening import offers
from sabot.games.evening.deal import refuse
from sabot.games.evening.paying import THE_POT
from sabot.games.evening.whys import dealt_to_each, no_cards, turn_of
from sabot.games.mieen.deal import ANTE_COUNTERS, FULL_HAND, MIE_CARDS, Deal, Phase
from sabot.games.mieen.ending import odd_counters, undisputed
from sabot.games.mieen.playing import started

DEALING = dealt_to_each(FULL_HAND)
TURNING = reason("after the hands and the mie a card is turned: its suit is trump")
SPEAKING = reason("each in turn goes along (mee), takes the mie, exchanges cards, or drops")
DEALER = reason(
    "the dealer may also give a card for the turned one (troef), or defend against one (verdedigt)"
)
MUST = reason("all go along, for nothing is left of an earlier pot")
CHOOSING = reason("three of the five cards of the mie are kept")
TAKING = reason("the dealer gives one card for the card that was turned")


# --- turns


def dealing(deal: Deal) -> tuple[Turn, ...]:
    """The hands come, known or unseen."""
    missing = [seat for seat in deal.order if seat not in deal.holding.dealt]
    hands = [Turn(seat, (f"hand {seat} CARDS",), (FULL_HAND, FULL_HAND), DEALING) for seat in missing]
    return (Turn(deal.dealer, ("deal",), why=DEALING), *hands)


def turning(deal: Deal) -> tuple[Turn, ...]:
    """A card makes trumps."""
    return (Turn(deal.dealer, ("CARD",), why=TURNING),)


def speaking(deal: Deal) -> tuple[Turn, ...]:
    """What the next player may say."""
    seat, most = deal.speaker, min(FULL_HAND, deal.stock)
    known = deal.is_known(seat)
    swaps = [f"swap {seat} CARDS"] if known else [f"swap {seat} {count + 1}" for count in range(most)]
    acts = [*(f"answer {seat} {word}" for word in _answers(deal)), *(swaps if most else ())]
    if _may_drop(deal):
        acts.append(f"fold {seat}")
    return (Turn(seat, tuple(acts), (1, most) if most and known else None, _rule(deal)),)


def _rule(deal: Deal) -> Reason:
    """The rule for what the next player says."""
    if not _may_drop(deal):
        return MUST
    return DEALER if deal.speaker == deal.dealer else SPEAKING


def _answers(deal: Deal) -> list[str]:
    """The mie is for one player, the turned card for the dealer, who may defend against one player alone."""
    is_dealer = deal.speaker == deal.dealer
    defends = is_dealer and len(deal.along) == 1 and _may_drop(deal)
    words = {"mie": not deal.mie, "troef": is_dealer, "verdedigt": defends}
    return ["mee", *(word for word, may in words.items() if may)]


def _may_drop(deal: Deal) -> bool:
    """Whether a player may drop: not where the house wants all to play for a fresh pot."""
    return not deal.options.all_in_first or deal.carried.pot > 0


def drawing(deal: Deal) -> tuple[Turn, ...]:
    """Cards come into a known hand."""
    size = (deal.drawing, deal.drawing)
    return (Turn(deal.speaker, (f"draw {deal.speaker} CARDS",), size, _coming(deal)),)


def _coming(deal: Deal) -> Reason:
    return reason("cards that come into the hand: {n}", n=deal.drawing)


def choosing(deal: Deal) -> tuple[Turn, ...]:
    """The player with the mie throws two of its cards away."""
    extra = MIE_CARDS - FULL_HAND
    return (Turn(deal.speaker, (f"swap {deal.speaker} CARDS",), (extra, extra), CHOOSING),)


def taking(deal: Deal) -> tuple[Turn, ...]:
    """The dealer gives a card for the one that was turned."""
    if deal.is_known(deal.dealer):
        return (Turn(deal.dealer, (f"swap {deal.dealer} CARDS",), (1, 1), TAKING),)
    return (Turn(deal.dealer, (f"swap {deal.dealer} 1",), why=TAKING),)


# --- dealing


def dealt(deal: Deal) -> Deal:
    """All hands that are not known were dealt, unseen, and so was the mie."""
    deal = _begun(deal).with_line("deal", dealer=deal.dealer, cards=FULL_HAND)
    return _when_dealt(deal._replace(holding=deal.holding._replace(dealt=deal.order)))


def hand(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    """The hand of a seat is known."""
    if seat not in deal.order or seat in deal.holding.dealt:
        return refuse(deal, no_cards(seat), seat=seat)
    if because := deal.holding.wrong_number(cards):
        return refuse(deal, because, kind="misdeal", seat=seat)
    if because := deal.holding.impossible(cards):
        return refuse(deal, because, kind="impossible-card", seat=seat)
    deal = _begun(deal).with_line("hand", seat=seat, cards=FULL_HAND)
    return _when_dealt(deal._replace(holding=deal.holding.with_hand(seat, cards)))


def _begun(deal: Deal) -> Deal:
    """The deal when its first card comes: all put in three counters but those who need not. A newcomer does,
    also at the seat of one who needed not. Counters that three does not divide are reported."""
    if deal.holding.dealt:
        return deal
    ante, exempt = ANTE_COUNTERS * deal.options.unit, {*deal.carried.exempt} - deal.evening.joined
    deal, lines = deal.with_paid((seat, THE_POT, ante) for seat in deal.order if seat not in exempt)
    deal = deal._replace(lines=(*deal.lines, *lines))
    odd = odd_counters(deal.pot, unit=deal.options.unit)
    return deal.with_line("odd", amount=money(odd), pot=money(deal.pot)) if odd else deal


def _when_dealt(deal: Deal) -> Deal:
    return deal._replace(phase="turning") if len(deal.holding.dealt) == len(deal.order) else deal


def turned(deal: Deal, card: Card) -> Deal:
    """The card that makes trumps."""
    if because := deal.holding.impossible((card,)):
        return refuse(deal, because, kind="impossible-card", card=card)
    deal = deal._replace(trump=card, holding=deal.holding.with_gone(card), phase="speaking")
    return deal.with_line("card", card=str(card), to="stok")


# --- speaking


def spoken(deal: Deal, seat: int, what: str = "") -> Deal:
    """A word, or a drop."""
    words = ("answer", seat, what) if what else ("fold", seat)
    if because := _refusal(deal, words):
        return refuse(deal, because, seat=seat)
    line = {"answer": what} if what else {}
    return SAID[what](deal.with_line(str(words[0]), seat=seat, **line))


def _refusal(deal: Deal, words: tuple[object, ...]) -> Reason | None:
    """Why the seat that these words name cannot say them now; None where it can."""
    if words[1] != deal.speaker:
        return turn_of(deal.speaker)
    return offers.refusal(DUE[deal.phase](deal), words) or None


def _along(deal: Deal) -> Deal:
    """The player goes along."""
    return _next(deal._replace(along=(*deal.along, deal.speaker)))


def _dropped(deal: Deal) -> Deal:
    return _next(deal)


def _defended(deal: Deal) -> Deal:
    """The dealer plays for the pot."""
    return _next(deal._replace(defends=True))


def _with_mie(deal: Deal) -> Deal:
    """The old hand is thrown away; of a known hand the five cards of the mie are named."""
    seat = deal.speaker
    deal = deal._replace(mie=seat)
    if not deal.is_known(seat):
        return _along(deal)
    holding = deal.holding.with_gone(*deal.holding.hands[seat])
    return deal._replace(holding=holding, drawing=MIE_CARDS, phase="drawing")


def _takes(deal: Deal) -> Deal:
    return deal._replace(phase="taking")


SAID: Mapping[str, Callable[[Deal], Deal]] = {
    "": _dropped,
    "mee": _along,
    "mie": _with_mie,
    "troef": _takes,
    "verdedigt": _defended,
}


def swapped(deal: Deal, seat: int, given: int | tuple[Card, ...]) -> Deal:
    """Cards are thrown away: for others, for the turned card, or those of the mie that are not kept."""
    if because := _refusal(deal, ("swap", seat, given)) or deal.holding.not_given(seat, given):
        return refuse(deal, because, seat=seat)
    count = given if isinstance(given, int) else len(given)
    deal = deal.with_line("swap", seat=seat, cards=count)
    if not isinstance(given, int):
        deal = deal._replace(holding=deal.holding.with_gone(*given))
    return SWAPS[deal.phase](deal, count)


def _exchanged(deal: Deal, count: int) -> Deal:
    """Cards of the stock come for those of the hand."""
    deal = deal._replace(stock=deal.stock - count)
    known = deal.is_known(deal.speaker)
    return deal._replace(drawing=count, phase="drawing") if known else _along(deal)


def _chosen(deal: Deal, count: int) -> Deal:
    return _along(deal)


def _given(deal: Deal, count: int) -> Deal:
    """The turned card goes into the dealer's hand, and everybody knows that it is there."""
    card, dealer = deal.trump, deal.dealer
    assert card is not None
    holding = deal.holding._replace(gone=tuple(each for each in deal.holding.gone if each != card))
    holding = holding.with_drawn(dealer, (card,)) if deal.is_known(dealer) else holding
    return _along(deal._replace(holding=holding, taken=dealer))


SWAPS: Mapping[Phase, Callable[[Deal, int], Deal]] = {
    "speaking": _exchanged,
    "choosing": _chosen,
    "taking": _given,
}


def drawn(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    """The cards that came into a known hand."""
    if seat != deal.speaker:
        return refuse(deal, no_cards(seat), seat=seat)
    if len(cards) != deal.drawing:
        return refuse(deal, _coming(deal), kind="misdeal", seat=seat)
    if because := deal.holding.impossible(cards):
        return refuse(deal, because, kind="impossible-card", seat=seat)
    deal = deal.with_line("draw", seat=seat, cards=len(cards))
    deal = deal._replace(holding=deal.holding.with_drawn(seat, cards), drawing=0)
    return deal._replace(phase="choosing") if len(cards) == MIE_CARDS else _along(deal)


def _next(deal: Deal) -> Deal:
    """The next player speaks. When all have, the tricks begin; a player alone takes the pot."""
    deal = deal._replace(spoken=(*deal.spoken, deal.speaker), phase="speaking")
    if len(deal.spoken) < len(deal.order):
        return deal
    return started(deal) if len(deal.along) + deal.defends > 1 else undisputed(deal)


DUE: Mapping[Phase, Callable[[Deal], tuple[Turn, ...]]] = {
    "dealing": dealing,
    "turning": turning,
    "speaking": speaking,
    "drawing": drawing,
    "choosing": choosing,
    "taking": taking,
}
