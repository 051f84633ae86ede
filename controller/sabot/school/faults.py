"""Finding faults: a coup by a faulty dealer, in which one act broke the rules, or none did.

What is right is what the referee finds in the coup.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from sabot.core.observations import CardSeen, CoupEnded
from sabot.core.reasons import reason
from sabot.core.table import Table, opened
from sabot.games.lessons import NONE, PAYOUT
from sabot.games.questions import Act, Drill, Question, Verdict, chance_of
from sabot.games.register import GAMES
from sabot.school import acts as dealt
from sabot.school.dealers import Dealer, coups
from sabot.school.paying import Breach, Paid

FAULTS = {
    NONE: "No fault",
    "faux-tirage": "Faux tirage",
    "misplaced-card": "Card in the wrong place",
    "wrong-announcement": "Wrong announcement",
    "wrong-order": "In the wrong order",
    "wrong-payout": "Wrong payout",
}
"""What a trainee can see of a dealt coup, and what it is called. Impossible and unread cards are the
instruments' business."""

KEYS = dict(zip(FAULTS, "nfmwop", strict=True))


def found(dealer: Dealer, acts: Iterable[dealt.Act]) -> list[tuple[int, dealt.Found]]:
    """The faults that the referee finds, each with the number of its act, from 0."""
    return dealt.at_table(dealer.game, dealer.options, acts)[1]


def cell_of(dealer: Dealer, acts: list[dealt.Act]) -> str | None:
    """The cell of the one fault of the coup; None where it has several, or one that a trainee is not asked
    for, or is no whole coup from its first act on."""
    if len(acts) not in dealer.acts or type(acts[-1]) is not CoupEnded:
        return None
    if any(type(act) is CardSeen and act.card is None for act in acts):
        return None
    cells = [*_cells(dealer, acts)]
    return NONE if not cells else cells[0] if len(cells) == 1 else None


def _cells(dealer: Dealer, acts: list[dealt.Act]) -> Iterable[str | None]:
    table = opened(GAMES[dealer.game], dealer.options)
    for act in acts:
        before, (table, faults) = table, dealt.done(table, act)
        yield from (_cell(dealer, before, act, each) for each in faults)


def _cell(dealer: Dealer, before: Table, act: dealt.Act, fault: dealt.Found) -> str | None:
    if isinstance(act, Paid) or isinstance(fault, Breach):
        return PAYOUT
    return dealer.cell_of(before, act, fault)


# --- the question ------------------------------------------------------------------------------------


def asked(cell: str, seed: int, *, dealer: Dealer) -> Question:
    """A coup with this fault, act by act."""
    name = name_of(dealer)
    found = coups(dealer, chance_of(name, cell, seed), cell)
    acts = next(acts for acts in found if cell_of(dealer, acts) == cell)
    shows = {"kind": "acts", "game": dealer.game, "acts": [*map(dealt.written, acts)]}
    kinds = tuple(Act(kind, FAULTS[kind], KEYS[kind]) for kind in (NONE, *dealer.kinds))
    return Question(name, cell, seed, "Where is the fault, and which?", shows, acts=kinds, typed="act")


def judged(question: Question, answer: str, *, dealer: Dealer) -> Verdict:
    """The referee goes through the coup again. An answer is `none`, or the number of the act, from 1, and
    the fault: `6 faux-tirage`."""
    faults = found(dealer, map(dealt.read_act, question.shows["acts"]))
    if not faults:
        return Verdict(answer == NONE, reason("no act of this coup breaks a rule"), NONE)
    nth, fault = faults[0]
    truth = f"{nth + 1} {fault.kind}"
    return Verdict(answer == truth, fault.because, truth)


def name_of(dealer: Dealer) -> str:
    """The name of this dealer's drill."""
    return f"faults-{dealer.game}"


def drill(dealer: Dealer) -> Drill:
    """The faults that this dealer makes."""
    ask, judge = partial(asked, dealer=dealer), partial(judged, dealer=dealer)
    title = "Faults to be spotted"
    return Drill(name_of(dealer), title, (dealer.cells,), ask, judge, dealer.target_s, (), dealer.game)
