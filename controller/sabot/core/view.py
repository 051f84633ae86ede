"""A table as plain JSON values: all that any screen may know."""

from __future__ import annotations

from typing import cast

from sabot.core import reasons
from sabot.core.agreement import unseen
from sabot.core.cards import Card
from sabot.core.events import CoupDecided, LedgerChanged, as_dict
from sabot.core.observations import Acknowledged, Announced, BallSeen, CardSeen
from sabot.core.play.judgement import handed_out
from sabot.core.play.seated import notices
from sabot.core.play.state import Play, due, due_calls
from sabot.core.play.witnessed import hands
from sabot.core.shapes.room import reason_of, room_shown
from sabot.core.shapes.turns import fault_shown, turns_shown
from sabot.core.shapes.view import (
    BankShown,
    BidShown,
    CallShown,
    EyeShown,
    LyingShown,
    OwedShown,
    PlaceShown,
    PrisonerShown,
    ResultShown,
    SabotShown,
    StakeShown,
    View,
)
from sabot.core.table import Acts, Table, newest_first
from sabot.core.terms import Bid, Call, Held, Stake, money


def view(table: Table) -> View:
    """The table as it may be shown; `sabot.core.shapes.view` draws it.

    >>> import sabot
    >>> shown = sabot.view(sabot.opened(sabot.GAMES["punto-banco"]))
    >>> shown["game"], shown["coup"], shown["phase"]
    ('punto-banco', 0, 'idle')
    >>> [place["name"] for place in shown["places"]]
    ['punto', 'banco']
    """
    shown = _play(table.play)
    shown.update(turns_shown(table.play.coup))
    shown.update(room_shown(table.room))
    shown.update(_done(table))
    return shown


def _done(table: Table) -> View:
    return {
        "manual": _manual(table),
        "results": results_shown(table),
        "announced": _announced(table),
        "last_card": _last_card(table),
        "eye": _eye(table),
        "notices": [reasons.as_dict(each) for each in notices(table)],
    }


def _last_card(table: Table) -> str | None:
    """The card that the last act brought, `??` if nobody could read it: what `undo` would take back."""
    acts = table.acts
    while acts and isinstance(acts[0], Acknowledged):
        _, acts, _ = acts
    last = acts[0] if acts else None
    return str(last.card or "??") if isinstance(last, CardSeen) else None


def _eye(table: Table) -> EyeShown:
    """The cards that the eye sees, and those that were dealt and that it has not seen, by place and name."""
    eye = table.room.eye
    lying: list[LyingShown] = [
        {
            "card": str(each.card) if each.card else None,
            "place": each.place,
            "agreed": each.agreed,
            "picture": each.picture,
        }
        for each in eye.lying
    ]
    missed = unseen(eye, hands(table.play)) if lying else ()
    return {"lying": lying, "unseen": [[place, str(card)] for place, card in missed]}


def _manual(table: Table) -> list[str]:
    """The cards or the number of this coup that a person entered, newest first."""
    by_hand = (act for act in newest_first(table.acts) if isinstance(act, CardSeen | BallSeen))
    return [str(act[0]) for act in by_hand if act.source == "manual"]


def results_shown(table: Table) -> list[ResultShown]:
    """The results of the taille; `by_hand` where a person entered the number, as far back as a coup can be
    taken back."""
    results = table.play.taille.results
    by_hand = _numbers_by_hand(table) if any("number" in each.result for each in results[-1:]) else set()
    return [_result(each, is_by_hand=each.coup in by_hand) for each in results]


def _result(decided: CoupDecided, *, is_by_hand: bool) -> ResultShown:
    shown = cast("ResultShown", {"coup": decided.coup, **decided.result})  # a result, with its coup
    if is_by_hand:
        shown["by_hand"] = True
    return shown


def _numbers_by_hand(table: Table) -> set[int]:
    """The coups whose number was entered by a person. A chapter holds the acts of the coup before it."""
    numbers = {each.coup: str(each.result["number"]) for each in table.play.taille.results}
    acts = {each.play.number: each.acts for each in table.chapters} | {table.play.number: table.acts}
    return {coup for coup in acts.keys() & numbers if _is_by_hand(acts[coup], numbers[coup])}


def _is_by_hand(acts: Acts, number: str) -> bool:
    """Whether a person was the first to say where the ball rests: what came later changed nothing."""
    rests = (act for act in newest_first(acts) if isinstance(act, BallSeen))
    sources = [act.source for act in rests if act.pocket == number]
    return sources[-1:] == ["manual"]


def _announced(table: Table) -> list[str]:
    """What the croupier has declared in this coup, true or not, newest first."""
    return [act.words for act in newest_first(table.acts) if isinstance(act, Announced)]


def phase(play: Play) -> str:
    """Where the coup stands: `idle`, `bets-open`, `bets-closed`, `dealing`, `decision`, `decided`, `hold`
    or `unread`.

    >>> import sabot
    >>> table = sabot.opened(sabot.GAMES["punto-banco"])
    >>> for observation in (sabot.Staked("banco", 500), sabot.BetsClosed(), sabot.CardSeen(None)):
    ...     table, _ = sabot.step(table, observation)
    ...     print(phase(table.play))
    bets-open
    bets-closed
    unread
    """
    if play.taille.unread:
        return "unread"
    if play.taille.awaiting:
        return "hold"
    if play.result is not None:
        return "decided"
    if play.owed is not None and play.owed.of is not None:
        return "decision"
    if any(play.game.hand(play.coup, place) for place in play.game.PLACES):
        return "dealing"
    if play.coup.bets_closed:
        return "bets-closed"
    return "bets-open" if play.opened else "idle"


def _play(play: Play) -> View:
    settled = [as_dict(each) for each in play.taille.settled]
    return {
        "game": play.game.NAME,
        "coup": play.number,
        "phase": phase(play),
        "places": [_place(play, place) for place in play.game.PLACES],
        "owed": _owed(play),
        "calls": [_call(call) for call in due_calls(play)],
        "result": play.result.result.copy() if play.result else None,
        "stakes": [_stake(stake) for stake in play.coup.stakes],
        "prison": [_prisoner(lot) for lot in play.coup.held],
        "bank": _bank(play),
        "bid": _bid(play.coup.bid),
        "handed": [as_dict(each) for each in handed_out(play.number, play.coup.handed)],
        "settlements": [line for line in settled if line["event"] == "settlement"],
        "ledger": [
            line
            for each, line in zip(play.taille.settled, settled, strict=True)
            if type(each) is LedgerChanged
        ],
        "faults": [fault_shown(alert) for alert in play.taille.alerts],
        "sabot": _sabot(play),
        "aside": list(map(str, play.taille.aside)),
    }


def _call(call: Call) -> CallShown:
    return {"text": call.text, "lang": call.lang, "asks": call.asks, "to": call.to}


def _stake(stake: Stake) -> StakeShown:
    return {"where": stake.where, "amount": money(stake.amount), "seat": stake.seat}


def _prisoner(lot: Held) -> PrisonerShown:
    """A stake that lies in prison, and how deep."""
    return {"where": lot.where, "amount": money(lot.amount), "seat": lot.seat, "level": lot.level}


def _bank(play: Play) -> BankShown | None:
    """The bank that this coup is played against, where a player holds one."""
    bank = play.coup.bank
    if bank is None or bank.amount <= 0:
        return None
    return {"seat": bank.seat, "amount": money(bank.amount), "main": bank.main}


def _bid(bid: Bid | None) -> BidShown | None:
    return {"seat": bid.seat, "amount": money(bid.amount)} if bid else None


def _place(play: Play, place: str) -> PlaceShown:
    cards: tuple[Card, ...] = play.game.hand(play.coup, place)
    owed = due(play)
    return {
        "name": place,
        "cards": list(map(str, cards)),
        "points": play.game.points(play.coup, place) if cards else None,
        "owed": owed is not None and place in (owed.to, owed.of) and play.result is None,
        "face_down": place in play.coup.face_down,
    }


def _owed(play: Play) -> OwedShown | None:
    owed = due(play)
    if owed is None or play.taille.unread:
        return None
    return {"to": owed.to, "of": owed.of, "choices": list(owed.choices), "why": reason_of(owed.why)}


def _sabot(play: Play) -> SabotShown | None:
    if not play.sabot.decks:
        return None
    state = "spent" if play.taille.spent else "last-coup" if play.taille.cut is not None else "open"
    return {
        "decks": play.sabot.decks,
        "cards": play.sabot.cards,
        "drawn": play.sabot.drawn,
        "state": state,
        "burning": play.taille.burning,
    }
