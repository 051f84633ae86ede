"""The order of acts: a coup cut short, and of what could be done now one act that breaks no rule.

The coups are those of the rehearsals' faultless dealers. What breaks a rule is what the referee says of each
act at that moment, at a table where the croupier closes the stakes and the coup.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import NamedTuple

from sabot.core.events import FaultFound
from sabot.core.observations import (
    Announced,
    BallSeen,
    BetsClosed,
    CardSeen,
    CoupEnded,
    Observation,
    Said,
    Staked,
)
from sabot.core.options import House
from sabot.core.reasons import Reason, reason
from sabot.core.table import Table, step
from sabot.games.lessons import Order
from sabot.games.questions import Act, Drill, Question, Verdict, any_card, chance_of
from sabot.games.register import DESCRIPTORS, GAMES
from sabot.school.acts import at_table, laid, read, written
from sabot.school.dealers import Shift

CELLS: dict[type[Observation], str] = {
    Staked: "a stake",
    BetsClosed: "rien ne va plus",
    CardSeen: "a card",
    BallSeen: "the ball",
    Said: "a word",
    CoupEnded: "the end of the coup",
}
"""What comes next, and what its cell is called."""

ACTS_OFFERED, ACTS_MOST = 4, 14
"""How many acts are offered, and how many may lie before them, so that a screen holds them."""


class Dealer(NamedTuple):
    """A game that is rehearsed, the house it is rehearsed in, and its kinds of acts in their order."""

    game: str
    shift: Shift
    options: House
    kinds: tuple[type[Observation], ...]


def dealer(game: str, shift: Shift, order: Order) -> Dealer:
    """The dealer of a game whose order of acts is taught."""
    return Dealer(game, shift, order.options, (Staked, BetsClosed, *order.kinds, CoupEnded))


def coup(dealer: Dealer, rng: Random) -> list[Observation]:
    """The acts of one faultless coup at a table just opened, from the first stake to the end."""
    acts = [
        act for act, _ in dealer.shift(rng, coups=1, options=dealer.options) if type(act) is not Announced
    ]
    return laid(dealer.game, dealer.options, rng, acts if CoupEnded() in acts else [*acts, CoupEnded()])


def moment(dealer: Dealer, cell: str, rng: Random) -> tuple[list[Observation], Observation]:
    """A coup cut short, and the act of this cell that came next in it."""
    while True:
        acts = coup(dealer, rng)
        here = [nth for nth, act in enumerate(acts[: ACTS_MOST + 1]) if CELLS.get(type(act)) == cell]
        if here and not at_table(dealer.game, dealer.options, acts)[1]:
            nth = rng.choice(here)
            return acts[:nth], acts[nth]


def breach(table: Table, act: Observation) -> Reason | None:
    """The rule that the act would break now; None when there is none."""
    _, events = step(table, act)
    return next((event.fault.because for event in events if type(event) is FaultFound), None)


def others(dealer: Dealer, rng: Random) -> list[Observation]:
    """Acts of the same game from other moments, in no order."""
    places = GAMES[dealer.game].PLACES
    found: list[Observation] = [
        BetsClosed(),
        CoupEnded(),
        *(CardSeen(any_card(rng), place) for place in places),
    ]
    if not places:
        found += [BallSeen(str(rng.randrange(37)))]
    strangers = [act for _ in range(3) for act in coup(dealer, rng) if type(act) in (Staked, Said)]
    found += rng.sample(strangers, min(4, len(strangers)))
    rng.shuffle(found)
    return found


def asked(cell: str, seed: int, *, dealer: Dealer) -> Question:
    """A coup cut short, and possible acts; one of them is lawful."""
    name = name_of(dealer)
    rng = chance_of(name, cell, seed)
    acts, right = moment(dealer, cell, rng)
    table, _ = at_table(dealer.game, dealer.options, acts)
    called = partial(label, game=dealer.game)
    offers = {called(right): right}
    for act in others(dealer, rng):
        if len(offers) < ACTS_OFFERED and called(act) not in offers and breach(table, act):
            offers[called(act)] = act
    shows = {
        "kind": "acts",
        "game": dealer.game,
        "acts": [*map(written, acts)],
        "offers": {each: written(offers[each]) for each in sorted(offers)},
    }
    buttons = tuple(
        Act(each, each, str(nth), type(offers[each]) is not CoupEnded)
        for nth, each in enumerate(sorted(offers), 1)
    )
    return Question(name, cell, seed, "What may be done now?", shows, acts=buttons)


def label(act: Observation, *, game: str) -> str:
    """What stands on the button of an act, in the game's own words but for the end of the coup."""
    match written(act):
        case {"card": _, "place": place}:
            return f"Carte : {place}"
        case {"says": words}:
            return f"«\u00a0{words.capitalize()}\u00a0»"
        case {"bet": where, "amount": amount}:
            return f"Mise : {where} {amount}"
        case {"ball": pocket}:
            return f"La bille : {pocket}"
    return DESCRIPTORS[game].cloth.bets_closed if type(act) is BetsClosed else "End of the coup"


def judged(question: Question, answer: str, *, dealer: Dealer) -> Verdict:
    """The referee takes every offered act; one is without fault."""
    shows = question.shows
    table, _ = at_table(dealer.game, dealer.options, map(read, shows["acts"]))
    broken = {each: breach(table, read(plain)) for each, plain in shows["offers"].items()}
    truth = next(each for each, because in broken.items() if not because)
    why = broken.get(answer) or reason("of these, one act breaks no rule now: {call}", call=truth)
    return Verdict(answer == truth, why, truth)


def name_of(dealer: Dealer) -> str:
    """The name of this dealer's drill."""
    return f"order-{dealer.game}"


def drill(dealer: Dealer) -> Drill:
    """The order of this dealer's acts."""
    cells = tuple(CELLS[kind] for kind in dealer.kinds)
    ask, judge = partial(asked, dealer=dealer), partial(judged, dealer=dealer)
    return Drill(name_of(dealer), "The order of acts", (cells,), ask, judge, 5.0, (), dealer.game)
