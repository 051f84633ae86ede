"""The dealers of the school: coups as the rehearsals deal them, with a fault or without, act by act.

They do not ask the referee; what is right is what the referee finds. Which fault a coup has is told as finely
as it is learnt: a row stopped short is another thing than a card too many, though both are faux tirage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from sabot.core.events import Called
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
from sabot.core.table import Table, opened, step
from sabot.games.baccarat_banque import rehearsal as baccarat_banque
from sabot.games.chemin_de_fer import rehearsal as chemin_de_fer
from sabot.games.punto_banco import rehearsal as punto_banco
from sabot.games.register import GAMES
from sabot.games.roulette import rehearsal as roulette
from sabot.games.trente_et_quarante import rehearsal as trente_et_quarante
from sabot.games.trente_et_quarante.stakes import CHANCES as FOUR_CHANCES
from sabot.games.wheel.layout import SIMPLE_CHANCES
from sabot.school.acts import Act, Found, at_table, laid
from sabot.school.paying import WRONG_PAYOUT, Paid, paid_wrongly, payouts, settled

NONE, PAYOUT = "none", "a wrong payout"

FAUX, MISPLACED, WRONG_CALL, ORDER = "faux-tirage", "misplaced-card", "wrong-announcement", "wrong-order"

CellOf = Callable[[Table, Act, Found], str | None]
"""To which cell a fault belongs: the table before the act, the act, and what the referee says."""


class Dealer(NamedTuple):
    """A game that is rehearsed, and the house it is rehearsed in.

    `kinds` are the faults that can be told of a coup, `cells` what is learnt apart. `speakers` are the hands
    whose words are shown; where a bank `pays`, stakes and payments are shown as well, those at `even` money
    told apart. A coup has so many `acts`: fewer are a rest of one, more are no longer taken in.
    """

    game: str
    shift: Callable[..., Iterator[tuple[Observation, str | None]]]
    options: Any
    kinds: tuple[str, ...]
    cells: tuple[str, ...]
    cell_of: CellOf
    speakers: tuple[str, ...] = ()
    even: tuple[str, ...] = ()
    acts: range = range(5, 100)
    target_s: float = 12.0

    @property
    def pays(self) -> bool:
        """Whether stakes and payments are shown."""
        return bool(self.even)


# --- which fault it is -------------------------------------------------------------------------------


def _kind(before: Table, act: Act, fault: Found) -> str | None:
    """The baccarats: as the referee calls it."""
    return fault.kind if fault.kind in OF_BACCARAT else None


def _of_a_row(before: Table, act: Act, fault: Found) -> str | None:
    """Trente et quarante."""
    play = before.play
    match act:
        case Paid():
            return PAYOUT
        case Staked():
            return "a stake too late" if play.coup.bets_closed else None
        case Announced():
            between = play.game.points(play.coup, "noir") > 30 and not play.game.hand(play.coup, "rouge")
            return "the result called wrong" if play.result else "the row called wrong" if between else None
        case CardSeen(_, place) if fault.kind == MISPLACED:
            return "a card past its row" if place == "noir" else "a card before its row"
        case CardSeen() if fault.kind == FAUX:
            return "a card too many"
    return "a row stopped short" if fault.kind == FAUX else None


def _of_a_spin(before: Table, act: Act, fault: Found) -> str | None:
    """Roulette."""
    play = before.play
    match act:
        case Paid():
            return PAYOUT
        case Staked(where):
            named = play.game.chance(play.options, where)
            return "a stake too late" if play.coup.bets_closed else None if named else "no such bet"
        case Announced(words):
            return _miscalled(before, words) if play.result else "a call too early"
        case BetsClosed():
            return "closed twice"
        case BallSeen():
            return "the ball too early" if not play.coup.bets_closed else None
    return "ended too early"


def _miscalled(before: Table, words: str) -> str:
    """Whether the number was called wrong, or a chance of it."""
    said = words.replace(",", " ").split()
    number = " ".join(word for word in said if word not in SIMPLE_CHANCES)
    wrong = number and not before.play.game.announces(before.play.coup, number)
    return "the number called wrong" if wrong else "a chance called wrong"


# --- the dealers -------------------------------------------------------------------------------------

OF_BACCARAT = (FAUX, MISPLACED, WRONG_CALL)
OF_ROWS = (
    *("a card past its row", "a card before its row", "a card too many", "a row stopped short"),
    *("the row called wrong", "the result called wrong", "a stake too late", PAYOUT),
)
OF_SPINS = (
    *("a stake too late", "no such bet", "closed twice", "the ball too early", "a call too early"),
    *("the number called wrong", "a chance called wrong", "ended too early", PAYOUT),
)


def _baccarat(room: Any, *speakers: str, **house: Any) -> Dealer:
    game = room.__name__.split(".")[-2].replace("_", "-")
    options = replace(room.HOUSE, close="croupier", **house)
    return Dealer(game, room.shift, options, OF_BACCARAT, (NONE, *OF_BACCARAT), _kind, speakers)


DEALERS = (
    _baccarat(punto_banco),
    _baccarat(chemin_de_fer, "ponte", "banque"),
    _baccarat(baccarat_banque, "droite", "gauche", "banque", fin=False),
    Dealer(
        "trente-et-quarante",
        trente_et_quarante.shift,
        replace(trente_et_quarante.HOUSE, close="croupier"),
        (*OF_BACCARAT, ORDER, WRONG_PAYOUT),
        (NONE, *OF_ROWS),
        _of_a_row,
        even=FOUR_CHANCES,
        acts=range(3, 21),
        target_s=20.0,
    ),
    Dealer(
        "roulette",
        roulette.shift,
        replace(roulette.HOUSE, close="croupier", rnvp="required", double_dozen=False, maximum=25_00),
        (WRONG_CALL, ORDER, WRONG_PAYOUT),
        (NONE, *OF_SPINS),
        _of_a_spin,
        even=SIMPLE_CHANCES,
        acts=range(3, 21),
    ),
)
"""The croupier closes the coup: so its end is an act that can be seen, and be wrong. Stakes at roulette are
small: what is learnt is what a bet pays, not to multiply."""


# --- dealing -----------------------------------------------------------------------------------------


def coups(dealer: Dealer, rng: Random, cell: str) -> Iterator[list[Act]]:
    """Coup after coup without an end, each to the cards' collection, in which the fault of `cell` may be."""
    faulty = cell not in (NONE, PAYOUT)
    while True:
        acts: list[Observation] = []
        for act, _ in dealer.shift(rng, coups=60, faults=float(faulty), options=dealer.options):
            if _is_shown(act, dealer):
                acts.append(act)
            if type(act) is CoupEnded:
                yield _finished(dealer, acts, rng, wrongly=cell == PAYOUT)
                acts = []


def _is_shown(act: Observation, dealer: Dealer) -> bool:
    if type(act) is Said:
        who, _, says = act.words.partition(" ")
        return who in dealer.speakers and says in ("carte", "non", "abat")
    return type(act) in (CardSeen, Announced, BetsClosed, CoupEnded) or (
        dealer.pays and type(act) in (Staked, BallSeen)
    )


def _finished(dealer: Dealer, acts: list[Observation], rng: Random, *, wrongly: bool) -> list[Act]:
    """The coup with every card where it lies; where a bank pays, with every call and every payment that
    belongs to it, so that none of them tells that something is wrong. Empty where it is no whole coup."""
    game, options = dealer.game, dealer.options
    if not dealer.pays:
        return [*laid(game, options, rng, acts)]
    whole = type(acts[0]) is Staked and not any(type(a) is type(b) is Announced for a, b in pairwise(acts))
    places = [(act.where, act.seat) for act in acts if type(act) is Staked]
    if not whole or len({*places}) < len(places):
        return []
    called = laid(game, options, rng, _called(dealer, acts))
    table, _ = at_table(game, options, called[:-1])
    if any(each.bet not in {where for where, _ in places} for each in settled(table)):
        return []  # an announced bet is paid chip by chip
    paid = paid_wrongly(table, rng, even=dealer.even) if wrongly else payouts(table)
    return [*called[:-1], *paid, called[-1]] if paid or not wrongly else []


def _called(dealer: Dealer, acts: list[Observation]) -> list[Observation]:
    """The acts with the calls that the rules ask for where nobody made one."""
    table, made = opened(GAMES[dealer.game], dealer.options), []
    for act, then in pairwise(acts):
        table, events = step(table, act)
        calls = [event.call.text for event in events if type(event) is Called]
        made.append(act)
        if calls and type(act) in (CardSeen, BallSeen) and type(then) is not Announced:
            made.append(Announced(calls[-1]))
    return [*made, acts[-1]]
