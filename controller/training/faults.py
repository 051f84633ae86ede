"""Faux tirage to be spotted: a coup as a faulty dealer dealt it, of which one act broke the rules, or none.

The dealer is that of the rehearsals, who does not ask the referee; what is right is what the referee finds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, NamedTuple

from controller.events import FaultFound
from controller.observations import Announced, BetsClosed, CardSeen, CoupEnded, Observation, Said
from controller.rehearsal import baccarat_banque, chemin_de_fer, punto_banco
from controller.training.acts import at_table, laid, read, written
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
    Dealer(
        "baccarat-banque",
        baccarat_banque.shift,
        replace(baccarat_banque.HOUSE, close="croupier", fin=False),
        ("droite", "gauche", "banque"),
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
    return at_table(dealer.game, dealer.options, acts)[1]


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
        acts = laid(dealer.game, dealer.options, rng, dealt)
        if kind_of(dealer, dealt) == kind_of(dealer, acts) == cell:
            break
    shows = {"kind": "acts", "game": dealer.game, "acts": [*map(written, acts)]}
    kinds = tuple(Act(kind, words, KEYS[kind]) for kind, words in FAULTS.items())
    return Question(name, cell, seed, "Where is the fault, and which?", shows, acts=kinds, typed="act")


def judged(question: Question, answer: str, *, dealer: Dealer) -> Verdict:
    """The referee goes through the coup again. An answer is `none`, or the number of the act, from 1, and
    the fault: `6 faux-tirage`."""
    faults = found(dealer, map(read, question.shows["acts"]))
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
