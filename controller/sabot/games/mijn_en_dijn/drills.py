"""What is learnt of mijn en dijn: what the banker says, what is paid, and who may stake."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from sabot.core.options import House
from sabot.core.reasons import reason
from sabot.core.terms import money
from sabot.games.evening.drills import allowing, choosing, paying, settling
from sabot.games.evening.drills.cards import rows_of
from sabot.games.evening.drills.choosing import Choice
from sabot.games.evening.drills.dealing import Taught
from sabot.games.evening.drills.paying import Worth
from sabot.games.evening.drills.settling import Moment, Subject, staked
from sabot.games.evening.household import Coup, HouseholdGame
from sabot.games.evening.wishes import filled
from sabot.games.mijn_en_dijn import rules
from sabot.games.mijn_en_dijn.options import Options
from sabot.games.mijn_en_dijn.rules import CHANCES, RANKS, TURNED_MOST, Deal, word_of
from sabot.games.questions import Drill, numbered

DIJN, MIJN = "dijn", "mijn"
STAKES_SHARE = 0.5
"""How often somebody stakes before the next card in these deals."""
STAKE_MINOR = 50
"""A stake that may be laid."""

# --- what is paid

ON, OFF, LAST = "a stake on the rank", "a stake on another rank", "the last card, and it is another rank"
ASK_PAID = (
    "The banker says {word} and turns this card, number {k}. Seat {n} has {amount} on {chance}. "
    "What is handed to seat {n}, the stake with it?"
)
WHYS = {
    f"{ON}/{DIJN}": reason("dijn pays the stakes on the rank of the card as much again"),
    f"{ON}/{MIJN}": reason("mijn takes the stakes on the rank of the card"),
    f"{OFF}/{DIJN}": reason("a stake on another rank stays where it lies"),
}
WHYS |= {f"{OFF}/{MIJN}": WHYS[f"{OFF}/{DIJN}"]}
GIVEN_BACK = reason("stakes that no card has decided go back after card {n}", n=TURNED_MOST)

# --- what is said

AFTER_DIJN, AFTER_MIJN = "after an odd number of cards", "after an even number"
ASK_WORD = "{n} cards have been turned. What does the banker say with the next one?"
WHY_WORD = reason("the banker begins with dijn, and says dijn and mijn by turns")

# --- who may stake

LIES = "a stake that lies"
BEFORE_DIJN, BEFORE_MIJN = "a stake before dijn", "a stake before mijn"
ASKS = {"answer": "May seat {n} take the stake back?"}


def chosen(coup: Coup, rng: Random) -> str:
    """A stake now and then, and the next card."""
    turns = coup.turns
    turn = rng.choice(turns) if rng.random() < STAKES_SHARE else turns[0]
    return filled(coup, turn, staked(turn, rng.choice(turn.acts), rng), rng)


def deals_of(moment: Moment) -> tuple[Deal, Deal]:
    """The bank before and after the act."""
    before, deal = moment.before.deal, moment.after.deal
    assert isinstance(before, Deal)
    assert isinstance(deal, Deal)
    return before, deal


def paid_cases(moment: Moment) -> Iterable[tuple[str, int]]:
    """The seats whose stakes lie on one rank, when a card is turned."""
    before, deal = deals_of(moment)
    if len(deal.turned) == len(before.turned):
        return
    rank, word = RANKS[deal.turned[-1].rank], word_of(len(before.turned))
    for seat in deal.evening.seats:
        ranks = {each.where for each in before.stakes if each.seat == seat}
        if len(ranks) == 1:
            is_last = ranks != {rank} and moment.after.outcome is not None
            yield (LAST + f"/{word}" if is_last else f"{ON if ranks == {rank} else OFF}/{word}"), seat


def paid(moment: Moment, seat: int, rng: Random) -> Worth:
    """What this seat is handed with the card."""
    before, deal = deals_of(moment)
    mine = [each for each in before.stakes if each.seat == seat]
    word, is_on = word_of(len(before.turned)), RANKS[deal.turned[-1].rank] == mine[0].where
    values = {"word": word, "k": str(len(deal.turned)), "n": str(seat), "chance": mine[0].where}
    values |= {"amount": money(sum(each.amount for each in mine))}
    why = WHYS[f"{ON if is_on else OFF}/{word}"] if is_on or not moment.after.outcome else GIVEN_BACK
    shows: dict[str, object] = {"hands": [{"seat": deal.banker, "cards": [str(deal.turned[-1])]}]}
    return Worth(ASK_PAID, shows, moment.gain(seat), why, values)


def said_cases(moment: Moment) -> Iterable[tuple[str, int]]:
    """How many cards were turned before this one."""
    before, deal = deals_of(moment)
    number = len(before.turned)
    if len(deal.turned) > number:
        yield AFTER_DIJN if number % 2 else AFTER_MIJN, number


def said(moment: Moment, number: int, rng: Random) -> Choice:
    """What the banker says, as the rules report it with the card."""
    word = next(str(keys["word"]) for name, keys in reversed(moment.after.deal.lines) if name == "card")
    acts = tuple(numbered([DIJN, MIJN]))
    before, _ = deals_of(moment)
    last = [{"seat": before.banker, "cards": [*map(str, before.turned[-1:])]}] if number else []
    return Choice(ASK_WORD, {"hands": last}, acts, word, WHY_WORD, {"n": str(number)}, moment.acts[-1])


def tries(coup: Coup) -> Iterable[tuple[str, Sequence[str]]]:
    """Stakes of players and of the banker; a stake that is raised or taken back."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    chance = CHANCES[len(deal.turned) % len(CHANCES)]
    yield (
        (BEFORE_DIJN if word_of(len(deal.turned)) == DIJN else BEFORE_MIJN),
        [
            f"bet {chance} {money(STAKE_MINOR)} {seat}"
            for seat in (deal.banker, deal.evening.left_of(deal.banker))
        ],
    )
    for each in deal.stakes[-1:]:
        yield LIES, [f"bet {each.where} {money(STAKE_MINOR)} {each.seat}", f"answer {each.seat} terug"]


def shown(coup: Coup, seat: int) -> Mapping[str, object]:
    """Who has the bank, and the stakes on the layout."""
    deal = coup.deal
    assert isinstance(deal, Deal)
    stakes = [{"seat": each.seat, "bid": f"{each.where} {money(each.amount)}"} for each in deal.stakes]
    word = "" if len(deal.turned) == TURNED_MOST else word_of(len(deal.turned))
    return {"contract": f"bank: {deal.banker} · {word}", "bids": stakes}


def payout(options: Options) -> Subject[int, Worth]:
    """What stakes are paid in this house."""
    return Subject(Taught(HouseholdGame(rules), options), paid_cases, paid, chosen)


def word(options: Options) -> Subject[int, Choice]:
    """What the banker says in this house."""
    return Subject(Taught(HouseholdGame(rules), options), said_cases, said, chosen, among=30)


def may(options: Options) -> Subject[Sequence[str], Choice]:
    """Which stakes are allowed in this house."""
    return allowing.subject(Taught(HouseholdGame(rules), options), tries, shown, asks=ASKS, chooses=chosen)


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """The drills of mijn en dijn, as this house plays it."""
    given = options.get(rules.NAME)
    house = given if isinstance(given, Options) else Options()
    words, name = (DIJN, MIJN), rules.NAME
    rows = (*rows_of((ON, OFF), words), ("", f"{LAST}/{MIJN}"))
    return (
        choosing.drill("said", name, "What the banker says", ((AFTER_DIJN, AFTER_MIJN),), word(house).asks),
        allowing.drill(may(house), (BEFORE_DIJN, BEFORE_MIJN, LIES)),
        paying.drill(name, settling.TITLE, rows, payout(house).asks, columns=words, typed="money"),
    )
