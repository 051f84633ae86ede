"""What is learnt of poker: which of three hands wins, by what decides between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random

from sabot.core.cards import DECK, JOKER, Card, any_card_named
from sabot.core.options import House
from sabot.core.reasons import Reason, reason
from sabot.games.evening.drills.dealing import seat_acts
from sabot.games.poker import rules
from sabot.games.poker.ranking import ORDER, Worth, worth
from sabot.games.questions import Act, Drill, Question, Verdict, chance_of

NAME = "hands-poker"
TITLE, ASK = "Which hand wins", "Which hand wins?"
KIND, RANK, SIDE_CARD, NO_JOKER, SHARED = (
    *("the kind of hand decides", "the rank of the combination decides", "a side card decides"),
    *("the hand without the joker wins", "the pot is shared"),
)
SEATS = (1, 2, 3)
SHARE = "share"
LENGTHS = {"pair": (2,), "two-pairs": (2, 2), "three": (3,), "full-house": (3, 2), "four": (4,)}
COMBINED = {"pair": 1, "two-pairs": 2, "three": 1, "four": 1}
"""How many ranks of a hand make its combination; the others are side cards."""


def hand(rng: Random, *, ranks: Sequence[str]) -> list[Card]:
    """Five cards that make something: alike, in a row, or of one suit."""
    kind = rng.choice((*LENGTHS, "straight", "flush", "high-card"))
    if kind == "straight":
        low = rng.randrange(len(ORDER) - 4)
        return [Card(rank, rng.choice("CDHS")) for rank in ORDER[low : low + 5]]
    if kind == "flush":
        suit = rng.choice("CDHS")
        return [Card(rank, suit) for rank in rng.sample(ORDER, 5)]
    groups = LENGTHS.get(kind, ())
    wanted = [*ranks[: len(groups)], *rng.sample([each for each in ORDER if each not in ranks], 5)]
    chosen = [(rank, count) for rank, count in zip(wanted, (*groups, 1, 1, 1, 1, 1), strict=False)]
    cards = [Card(rank, suit) for rank, count in chosen for suit in rng.sample("CDHS", count)]
    return cards[:5]


def hands(cell: str, rng: Random) -> list[list[Card]]:
    """A hand for each seat. Two of them are alike in most cells, so that it has to be looked at closely."""
    ranks = rng.sample(ORDER, 2)
    first, second = hand(rng, ranks=ranks), hand(rng, ranks=ranks)
    found = [first, second, hand(rng, ranks=rng.sample(ORDER, 2))]
    if cell == SHARED:
        found[1] = _in_other_suits(first, rng)
    if cell == SIDE_CARD:
        found[1] = [*_in_other_suits(first, rng)[:-1], rng.choice(DECK)]
    if cell == NO_JOKER:
        found[1] = [JOKER, *_in_other_suits(first, rng)[1:]]
    rng.shuffle(found)
    return found


def _in_other_suits(cards: Sequence[Card], rng: Random) -> list[Card]:
    """The same ranks in suits that are free."""
    free = [card for card in DECK if card not in cards]
    rng.shuffle(free)
    found: list[Card] = []
    for each in cards:
        found += [next((card for card in free if card.rank == each.rank and card not in found), each)]
    return found


def cell_of(found: Sequence[Sequence[Card]]) -> str | None:
    """What decides between the two best of these hands; None where they cannot lie together."""
    cards = [card for each in found for card in each]
    if len({*cards}) < len(cards):
        return None
    best, second, *_ = sorted((worth(each) for each in found), reverse=True)
    return _decides(best, second)


def _decides(best: Worth, second: Worth) -> str:
    if best == second:
        return SHARED
    if best.kind != second.kind:
        return KIND
    if best.ranks == second.ranks:
        return NO_JOKER
    combined = COMBINED.get(best.name, len(best.ranks))
    return RANK if best.ranks[:combined] != second.ranks[:combined] else SIDE_CARD


def dealt(cell: str, seed: int) -> list[list[Card]]:
    """The hands of this cell that the seed deals."""
    rng = chance_of(NAME, cell, seed)
    found: Callable[[], list[list[Card]]] = partial(hands, cell, rng)
    return next(each for each in iter(found, []) if cell_of(each) == cell)


def asked(cell: str, seed: int) -> Question:
    """Three hands that lie open."""
    laid = [
        {"seat": seat, "cards": [*map(str, each)]}
        for seat, each in zip(SEATS, dealt(cell, seed), strict=True)
    ]
    shows = {"kind": "evening", "game": rules.NAME, "hands": laid}
    acts = (*seat_acts(SEATS), Act(SHARE, "The best hands share", "4"))
    return Question(NAME, cell, seed, ASK, shows, acts=acts)


def judged(question: Question, answer: str) -> Verdict:
    """The hand that is worth most; equal ones share."""
    found = {each["seat"]: worth(_read(each["cards"])) for each in question.shows["hands"]}
    best = max(found.values())
    seats = [seat for seat, each in found.items() if each == best]
    truth = str(seats[0]) if len(seats) == 1 else SHARE
    return Verdict(answer == truth, why(question.cell, best), truth)


def _read(texts: Sequence[str]) -> list[Card]:
    return [card for text in texts if (card := any_card_named(text)) is not None]


KIND_NAMES = {
    "high-card": reason("a high card"),
    "pair": reason("a pair"),
    "two-pairs": reason("two pairs"),
    "three": reason("three alike"),
    "straight": reason("a straight"),
    "flush": reason("a flush"),
    "full-house": reason("a full house"),
    "four": reason("four alike"),
    "straight-flush": reason("a straight flush"),
    "royal-flush": reason("a royal flush"),
    "five": reason("five alike"),
}


def why(cell: str, best: Worth) -> Reason:
    """What won, and what decided."""
    kind = KIND_NAMES[best.name]
    if cell == SHARED:
        return reason("equal hands share: {note}", note=kind)
    if cell == NO_JOKER:
        return reason("of two equal hands the one without the joker wins: {note}", note=kind)
    if cell == SIDE_CARD:
        return reason("of two equal combinations the one with the higher side card wins: {note}", note=kind)
    if cell == RANK:
        return reason("of two hands of one kind the higher combination wins: {note}", note=kind)
    return reason("the best kind of hand wins: {note}", note=kind)


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """Which hand wins."""
    cells = (KIND, RANK, SIDE_CARD, NO_JOKER, SHARED)
    return (Drill(NAME, TITLE, (cells,), asked, judged, 5.0, (), rules.NAME),)
