"""What is learnt of commetten: which cards may be called, and what is paid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from random import Random

from sabot.core.options import House
from sabot.core.reasons import reason
from sabot.core.terms import money
from sabot.games.commetten import rules
from sabot.games.commetten.deal import COMMETTE, COMMETTE_POT, POT_OF_RANK, Deal
from sabot.games.commetten.options import Options
from sabot.games.evening.drills import allowing, cards, choosing, paying, settling
from sabot.games.evening.drills.choosing import Choice
from sabot.games.evening.drills.dealing import Taught, next_act
from sabot.games.evening.drills.paying import Worth
from sabot.games.evening.drills.settling import Moment, Subject
from sabot.games.evening.household import Coup, HouseholdGame
from sabot.games.questions import Drill

# --- cards

FIRST, HELD, NINE, NOBODY, ENDED = (
    *("the first run", "the next card is held", "the nine of diamonds is next"),
    *("nobody has the next card", "after the ace"),
)
CELLS = (FIRST, HELD, NINE, NOBODY, ENDED)

# --- what is paid

POT, NO_POT, TURNED = "a trump with a pot", "the same rank in another suit", "the nine of diamonds is turned"
OUT, NINE_OUT = "a player who is out", "out with the nine of diamonds"
LEFT, DOUBLE = "a player with cards left", "the nine of diamonds is left"
PAID = (POT, NO_POT, TURNED, OUT, NINE_OUT, LEFT, DOUBLE)
TURNED_SHARE, KEPT_SHARE = 0.5, 0.95
"""How often the nine of diamonds is turned up in these deals, where nobody holds it; and how often its holder
keeps it."""
ASK_CALLED = (
    "{amount} are in the pot {pot}. Seat {n} calls this card. What does seat {n} take out of the pot?"
)
ASK_TURNED = (
    "{amount} are in the pot {pot}. Seat {n} deals and turns this card. "
    "What does seat {n} take out of the pot?"
)
ASK_OUT = (
    "Seat {n} is out with this card, a counter is {unit}, and {amount} are in the pot {pot}. "
    "What does seat {n} get, from the pot and the others?"
)
ASK_LEFT = "Seat {m} is out, and a counter is {unit}. What does seat {n} pay?"
WHYS = {
    POT: reason("the ace, king, queen and knave of trumps take their pots"),
    TURNED: reason("the nine of diamonds gives the dealer half of its pot, in whole counters"),
    OUT: reason("each other pays a counter for each card left, and double with the nine of diamonds"),
    NINE_OUT: reason("who is out with the nine of diamonds takes its pot too"),
}
WHYS |= {NO_POT: WHYS[POT], LEFT: WHYS[OUT], DOUBLE: WHYS[OUT]}


def deal_of(coup: Coup) -> Deal:
    """The deal of commetten."""
    assert isinstance(coup.deal, Deal)
    return coup.deal


def cell_of(coup: Coup) -> str | None:
    """What the seat that plays now has to think of; None where it has one card, or nobody calls."""
    deal = deal_of(coup)
    if deal.phase != "calling" or len(deal.hands[coup.turns[0].seat]) < 2:
        return None
    if not deal.calls:
        return FIRST
    if deal.calls[-1][1].rank == "A":
        return ENDED
    if deal.awaited is None:
        return NOBODY
    if deal.awaited == COMMETTE:
        return NINE
    return HELD if deal.holder_of(deal.awaited) else NOBODY


def chosen(coup: Coup, rng: Random) -> str:
    """Anything that is due. The nine of diamonds is turned up, and kept, more often than by chance."""
    deal = deal_of(coup)
    if deal.phase == "turning" and not deal.holder_of(COMMETTE) and rng.random() < TURNED_SHARE:
        return str(COMMETTE)
    if deal.phase != "calling":
        return next_act(coup, rng)
    turns = coup.turns if deal.awaited == COMMETTE else coup.turns[:1]
    acts = [act for turn in turns for act in turn.acts]
    others = [act for act in acts if not act.endswith(str(COMMETTE))]
    return rng.choice(others if others and rng.random() < KEPT_SHARE else acts)


def tries(coup: Coup) -> Iterable[tuple[str, Sequence[str]]]:
    """The cards of the seat that plays now; where the next card is held, those of the last caller too."""
    cell = cell_of(coup)
    if cell:
        deal, seat = deal_of(coup), coup.turns[0].seat
        seats = dict.fromkeys((seat, deal.caller)) if cell == HELD else (seat,)
        yield cell, [f"play {each} {card}" for each in seats for card in deal.hands[each]]


def paid_cases(moment: Moment) -> Iterable[tuple[str, tuple[str, int]]]:
    """The cards that may take a pot, and everybody when a player is out."""
    before, deal = deal_of(moment.before), deal_of(moment.after)
    if before.phase == "turning" and deal.turned == COMMETTE:
        yield TURNED, (TURNED, deal.evening.dealer)
    if before.phase != "calling" or len(deal.calls) == len(before.calls) or deal.turned is None:
        return
    seat, card = deal.calls[-1]
    pot = before.pots.get(POT_OF_RANK.get(card.rank, ""), 0)
    if deal.phase == "calling" and pot:
        cell = POT if card.suit == deal.turned.suit else NO_POT
        yield cell, (cell, seat)
    if deal.phase == "over":
        yield from _of_the_end(deal)


def _of_the_end(deal: Deal) -> Iterable[tuple[str, tuple[str, int]]]:
    """The winner, where the last card takes no other pot, and those who pay."""
    assert deal.turned is not None
    winner, card = deal.calls[-1]
    if card == COMMETTE or card.suit != deal.turned.suit:
        cell = NINE_OUT if card == COMMETTE else OUT
        yield cell, (cell, winner)
    for seat in deal.order:
        if deal.size(seat):
            cell = DOUBLE if seat == deal.holder else LEFT
            yield cell, (cell, seat)


def paid(moment: Moment, what: tuple[str, int], rng: Random) -> Worth:
    """What this seat gets or pays."""
    cell, seat = what
    before, deal = deal_of(moment.before), deal_of(moment.after)
    if cell in (LEFT, DOUBLE):
        hands = [{"seat": seat, "cards": [*map(str, deal.hands[seat])]}]
        values = {"m": str(deal.caller), "n": str(seat), "unit": money(deal.options.unit)}
        return Worth(ASK_LEFT, {"hands": hands}, -moment.gain(seat), WHYS[cell], values)
    card = deal.calls[-1][1] if deal.calls else COMMETTE
    is_end = cell in (OUT, NINE_OUT)
    pot = COMMETTE_POT if is_end or cell == TURNED else POT_OF_RANK[card.rank]
    ask = ASK_OUT if is_end else ASK_TURNED if cell == TURNED else ASK_CALLED
    values = {"n": str(seat), "amount": money(before.pots[pot]), "pot": pot}
    values |= {"unit": money(deal.options.unit)} if is_end else {}
    others = [each for each in deal.order if is_end and each != seat]
    hands = [{"seat": each, "cards": [*map(str, deal.hands[each])]} for each in others]
    hand = {"seat": seat, "cards": [str(card)]}
    trump = deal.turned.suit if deal.turned else None
    shows: dict[str, object] = {"trump": trump, "hands": [hand, *hands]}
    return Worth(ask, shows, moment.gain(seat), WHYS[cell], values)


def taught(options: Options) -> Taught:
    """Commetten in this house."""
    return Taught(HouseholdGame(rules), options)


def payout(options: Options) -> Subject[tuple[str, int], Worth]:
    """What is paid in this house."""
    return Subject(taught(options), paid_cases, paid, chosen)


def may(options: Options) -> Subject[Sequence[str], Choice]:
    """Which cards may be called in this house."""
    shows = partial(allowing.with_hand, facts=cards.no_facts)
    return allowing.subject(taught(options), tries, shows, chooses=chosen)


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """The drills of commetten, as this house plays it."""
    given = options.get(rules.NAME)
    house = given if isinstance(given, Options) else Options()
    return (
        cards.drill(taught(house), (CELLS,), (), cell_of=cell_of),
        choosing.drill(allowing.NAME, rules.NAME, allowing.TITLE_CARDS, (CELLS,), may(house).asks),
        paying.drill(rules.NAME, settling.TITLE, (PAID,), payout(house).asks, typed="money", target_s=8.0),
    )
