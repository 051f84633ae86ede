"""Faux tirage to be spotted: a coup as a faulty dealer dealt it, of which one act broke the rules, or none.

The dealer is that of the rehearsals, who does not ask the referee; what is right is what the referee finds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, NamedTuple

from controller.cards import card_named
from controller.events import CardDealt, FaultFound
from controller.observations import Announced, BetsClosed, CardSeen, CoupEnded, Observation, Said
from controller.rehearsal import chemin_de_fer, punto_banco
from controller.rules.games import GAMES
from controller.table import opened, step
from controller.training.terms import Act, Drill, Question, Verdict, chance_of

NONE = "none"
FAULTS = {
    NONE: "No fault",
    "faux-tirage": "Faux tirage",
    "misplaced-card": "Card in the wrong place",
    "wrong-announcement": "Wrong announcement",
}
"""What a trainee can see of a dealt coup, and what it is called. Impossible and unread cards are the
instruments' business."""

KEYS = dict(zip(FAULTS, "nfmw", strict=True))


class Dealer(NamedTuple):
    """A game that is rehearsed, the house it is rehearsed in, and the words by which its hands speak."""

    game: str
    shift: Callable[..., Iterator[tuple[Observation, str | None]]]
    options: Any
    speakers: tuple[str, ...] = ()


DEALERS = (
    Dealer("punto-banco", punto_banco.shift, replace(punto_banco.HOUSE, close="croupier")),
    Dealer(
        "chemin-de-fer",
        chemin_de_fer.shift,
        replace(chemin_de_fer.HOUSE, close="croupier"),
        ("ponte", "banque"),
    ),
)
"""The croupier closes the coup: so its end is an act that can be seen, and be wrong."""


# --- dealing -----------------------------------------------------------------------------------------


def coups(dealer: Dealer, rng: Random, *, faulty: bool) -> Iterator[list[Observation]]:
    """Coup after coup without an end, each from *rien ne va plus* to the cards' collection."""
    while True:
        acts: list[Observation] = []
        for act, _ in dealer.shift(rng, coups=60, faults=float(faulty), options=dealer.options):
            if _is_shown(act, dealer):
                acts.append(act)
            if type(act) is CoupEnded:
                yield acts
                acts = []


def _is_shown(act: Observation, dealer: Dealer) -> bool:
    if type(act) is Said:
        who, _, says = act.words.partition(" ")
        return who in dealer.speakers and says in ("carte", "non", "abat")
    return type(act) in (CardSeen, Announced, BetsClosed, CoupEnded)


def found(dealer: Dealer, acts: Iterable[Observation]) -> list[tuple[int, FaultFound]]:
    """The faults that the referee finds, each with the number of its act, from 0."""
    table, faults = opened(GAMES[dealer.game], dealer.options), []
    for nth, act in enumerate(acts):
        table, events = step(table, act)
        faults += [(nth, event) for event in events if type(event) is FaultFound]
    return faults


def laid(dealer: Dealer, rng: Random, acts: list[Observation]) -> list[Observation]:
    """The same acts with every card seen where it lies: where it counted, or before a hand that stood."""
    table, placed = opened(GAMES[dealer.game], dealer.options), []
    for act in acts:
        table, events = step(table, act)
        if type(act) is CardSeen and act.place is None:
            to = next((event.to for event in events if type(event) is CardDealt), None)
            act = act._replace(place=to or rng.choice(GAMES[dealer.game].PLACES))
        placed.append(act)
    return placed


def kind_of(dealer: Dealer, acts: list[Observation]) -> str | None:
    """The one fault of the coup; None where it has several, or one that a trainee is not asked for, or is no
    whole coup from its first card on."""
    if not acts or type(acts[-1]) is not CoupEnded or len(acts) < 5:
        return None
    if any(type(act) is CardSeen and act.card is None for act in acts):
        return None
    faults = found(dealer, acts)
    if not faults:
        return NONE
    kind = faults[0][1].fault.kind
    return kind if len(faults) == 1 and kind in FAULTS else None


# --- the question ------------------------------------------------------------------------------------


def asked(cell: str, seed: int, *, dealer: Dealer) -> Question:
    """A coup with this fault, act by act."""
    name = name_of(dealer)
    rng = chance_of(name, cell, seed)
    for dealt in coups(dealer, rng, faulty=cell != NONE):
        acts = laid(dealer, rng, dealt)
        if kind_of(dealer, dealt) == kind_of(dealer, acts) == cell:
            break
    shows = {"kind": "acts", "game": dealer.game, "acts": [*map(_plain, acts)]}
    kinds = tuple(Act(kind, words, KEYS[kind]) for kind, words in FAULTS.items())
    return Question(name, cell, seed, "Where is the fault, and which?", shows, acts=kinds, typed="act")


def _plain(act: Observation) -> dict[str, str]:
    match act:
        case CardSeen(card, place):
            return {"card": str(card), "place": place or ""}
        case Said(words) | Announced(words):
            return {"says" if type(act) is Said else "announces": words}
    return {"does": "rnvp" if type(act) is BetsClosed else "end"}


def _act(plain: dict[str, str]) -> Observation:
    if "card" in plain:
        return CardSeen(card_named(plain["card"]), plain["place"] or None)
    if "does" in plain:
        return BetsClosed() if plain["does"] == "rnvp" else CoupEnded()
    return Said(plain["says"]) if "says" in plain else Announced(plain["announces"])


def judged(question: Question, answer: str, *, dealer: Dealer) -> Verdict:
    """The referee goes through the coup again. An answer is `none`, or the number of the act, from 1, and
    the fault: `6 faux-tirage`."""
    faults = found(dealer, [_act(plain) for plain in question.shows["acts"]])
    if not faults:
        return Verdict(answer == NONE, "no act of this coup breaks a rule", NONE)
    nth, event = faults[0]
    truth = f"{nth + 1} {event.fault.kind}"
    return Verdict(answer == truth, event.fault.because, truth)


def name_of(dealer: Dealer) -> str:
    """The name of this dealer's drill."""
    return f"faults-{dealer.game}"


DRILLS = tuple(
    Drill(
        name_of(dealer),
        "Faults to be spotted",
        (tuple(FAULTS),),
        partial(asked, dealer=dealer),
        partial(judged, dealer=dealer),
        12.0,
        (),
        dealer.game,
    )
    for dealer in DEALERS
)
