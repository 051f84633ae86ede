"""The rules of a household game as a game of the table: a deal is a coup.

What every household game shares stands here: sitting down, leaving, who deals first, and that only these
happen between two deals. All else is asked of the game's rules.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sabot.core import game
from sabot.core.cards import Card, Sabot
from sabot.core.options import House
from sabot.core.reasons import Reason, reason
from sabot.core.shapes.json import Plain
from sabot.core.shapes.turns import public_acts
from sabot.core.shapes.view import DealShown, Spread
from sabot.core.terms import (
    OF_THE_CARDS,
    Call,
    Fault,
    LedgerLine,
    Owed,
    Settlement,
    Stake,
    Turn,
    money,
)
from sabot.core.words import Words, plain, spoken
from sabot.games.evening import burning, seating
from sabot.games.evening.deal import Deal, Outcome, Rules, refuse
from sabot.games.evening.evening import Evening, opened
from sabot.games.evening.options import Household


class Fields(NamedTuple):
    """A deal at the table: `before` is the evening as it was when the deal began, `turns` and `outcome` are
    what the rules say of `deal`, kept so that they are asked once; once it is over, `turns` are those of the
    next one. `sheet` has the deals before it."""

    rules: Rules
    deal: Deal
    before: Evening
    turns: tuple[Turn, ...]
    outcome: Outcome | None = None
    sheet: tuple[DealShown, ...] = ()


class Coup(Fields, game.Coup):
    """A deal as a coup."""

    __slots__ = ()

    @property
    def stakes(self) -> tuple[Stake, ...]:
        """Stakes that lie on the cloth."""
        return self.deal.stakes

    @property
    def bets_closed(self) -> bool:
        """Whether anything happened in this deal."""
        return bool(self.deal.lines)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What went wrong in this deal."""
        return self.deal.faults

    @property
    def handed(self) -> tuple[LedgerLine, ...]:
        """What was reported on the way."""
        return self.deal.lines

    @property
    def spread(self) -> Spread:
        """What everybody may see, with the seats, their purses and the dealer."""
        evening = self.deal.evening
        shown: Spread = {
            "seats": [*evening.seats],
            "purses": {str(seat): money(amount) for seat, amount in evening.purses.items()},
            "dealer": evening.dealer,
            "sheet": [*self.scored],
        }
        shown.update(self.rules.table(self.deal))
        return shown

    @property
    def scored(self) -> tuple[DealShown, ...]:
        """The score sheet: the deals that are over, this one too where it is."""
        if self.outcome is None:
            return self.sheet
        had, has = self.before.purses, self.deal.evening.purses
        deal: DealShown = {
            "deal": self.before.number,
            "money": {str(seat): money(has[seat] - had[seat]) for seat in self.before.seats},
            "points": {str(seat): points for seat, points in self.outcome.points},
        }
        return (*self.sheet, deal)

    def hand_of(self, seat: int) -> tuple[Card, ...] | None:
        """The hand of this seat where it is known."""
        return self.rules.held(self.deal, seat)


PLACES = tuple(map(str, range(1, 13)))
"""The places of a household game are its seats."""


class HouseholdGame:
    """The rules of a household game, with the functions that `sabot.core.game.Game` lists."""

    PLACES = PLACES
    ANNOUNCEMENTS: tuple[str, ...] = ()

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.NAME, self.CHANCES, self.Options = rules.NAME, rules.CHANCES, rules.Options
        self.WORDS = (*rules.WORDS, *seating.WORDS)

    def chance(self, options: House, where: str) -> str | None:
        """The chance of this name; None where there is none."""
        return where if where in self.CHANCES else None

    def opening(self, options: Household) -> Coup:
        """The first deal."""
        return self._coup(opened(options))

    def following(self, coup: Coup, sabot: Sabot) -> Coup:
        """The next deal."""
        return self._coup(self.rules.following(coup.deal), coup.scored)

    def annulled(self, coup: Coup, sabot: Sabot) -> Coup:
        """The same deal from its beginning: each seat has what it had then."""
        return self._coup(coup.before, coup.sheet)

    def reopened(self, coup: Coup) -> tuple[Coup, tuple[Settlement, ...]]:
        """The same deal from its beginning, or the next one when it is over."""
        after = coup.before if coup.outcome is None else self.rules.following(coup.deal)
        return self._coup(after, coup.scored), ()

    def dealt(self, coup: Coup, card: Card, place: str | None) -> tuple[Coup, str | None]:
        """The deal with one more card, as words."""
        words: Words = ("card", card) if place is None else ("play", int(place), card)
        return self.said(coup, words), None

    def landed(self, coup: Coup, pocket: str) -> Coup:
        """No ball rests anywhere."""
        because = reason("{game} is played with cards: no ball rests anywhere", game=self.NAME)
        return coup._replace(deal=refuse(coup.deal, because, said=pocket))

    def said(self, coup: Coup, words: Words) -> Coup:
        """The deal after one act; one that is not allowed now only adds a fault."""
        if coup.outcome is not None:
            after = coup.deal.played_on(*words[1:]) if words[0] == "play" else None
            if after is not None:
                return coup._replace(deal=after)
            refused = self.said(self._coup(self.rules.following(coup.deal)), words).faults[-1:]
            return coup._replace(deal=_changed(coup.deal, faults=(*coup.deal.faults, *refused)))
        if words[0] in seating.VERBS:
            return self._seated(coup, words)
        if words[0] in burning.VERBS:
            return self._burned(coup, words)
        if because := self._too_few(coup.deal.evening):
            return coup._replace(deal=refuse(coup.deal, because, said=self._spoken(words)))
        deal = _explained(self.rules.acted(coup.deal, words), len(coup.deal.faults), self._said(words))
        outcome = self.rules.outcome(deal)
        turns = self._coup(self.rules.following(deal)).turns if outcome else self.rules.due(deal)
        return coup._replace(deal=deal, turns=turns, outcome=outcome)

    def _seated(self, coup: Coup, words: Words) -> Coup:
        """The deal when somebody sat down, left, or is to deal."""
        deal = coup.deal
        because = seating.TOO_LATE if _is_under_way(deal) else None
        because = because or seating.refusal(deal.evening, words, most=self.rules.SEATS[1])
        if because:
            return coup._replace(deal=refuse(deal, because, said=self._spoken(words), seat=words[1]))
        evening, line = seating.changed(deal.evening, words)
        return self._with_evening(coup, evening, line)

    def _burned(self, coup: Coup, words: Words) -> Coup:
        """The deal when a card was burned before it, or the cards were mixed or cut."""
        deal, said = coup.deal, spoken(words, OF_THE_CARDS)
        pack = self.rules.PACK(deal.evening.options, len(deal.evening.seats))
        after = burning.after(deal, words, pack=pack, is_under_way=_is_under_way(deal))
        if isinstance(after, Fault):
            return coup._replace(deal=_changed(deal, faults=(*deal.faults, after._replace(said=said))))
        return self._with_evening(coup, after)

    def _with_evening(self, coup: Coup, evening: Evening, *lines: LedgerLine) -> Coup:
        """The deal that has not begun, with this evening, and these lines more."""
        fresh, deal = self._coup(evening, coup.sheet), coup.deal
        return fresh._replace(deal=_changed(fresh.deal, lines=(*deal.lines, *lines), faults=deal.faults))

    def _too_few(self, evening: Evening) -> Reason | None:
        fewest, most = self.rules.SEATS
        if len(evening.seats) >= fewest:
            return None
        return reason(
            "{game} is for {n} to {m} players: more have to sit down", game=self.NAME, n=fewest, m=most
        )

    def opens(self, coup: Coup, words: Words) -> bool:
        """Whether this act is the first of a deal: of the next one where this is decided."""
        ready = coup if coup.outcome is None else self._coup(self.rules.following(coup.deal))
        after = self.said(ready, words).deal
        refused = len(after.faults) > len(ready.faults) and _changed(after, faults=ready.faults) == ready.deal
        return not refused

    def staked(self, coup: Coup, stake: Stake) -> Coup:
        """The deal with one more stake, as words."""
        return self.said(coup, ("bet", stake.where, stake.amount, stake.seat))

    def closed(self, coup: Coup) -> Coup:
        """The deal after *rien ne va plus*, as words."""
        return self.said(coup, ("rnvp",))

    def owed(self, coup: Coup) -> Owed | None:
        """The first of the turns, as everybody may know it."""
        if coup.outcome is not None or not coup.deal.lines:
            return None
        first = coup.turns[0]
        return Owed(of=str(first.seat), choices=public_acts(first), why=first.why)

    def calls(self, coup: Coup) -> tuple[Call, ...]:
        """Nobody announces anything."""
        return ()

    def points(self, coup: Coup, place: str) -> int:
        """No hand has points."""
        return 0

    def hand(self, coup: Coup, place: str) -> tuple[Card, ...]:
        """No card is owed to a place: `spread` says what is open."""
        return ()

    def result(self, coup: Coup) -> Plain | None:
        """The keys of the `result` line."""
        return None if coup.outcome is None else coup.outcome.result

    def settlement(self, coup: Coup, *, last: bool) -> tuple[Settlement, ...]:
        """What each stake returns."""
        return () if coup.outcome is None else coup.outcome.settlements

    def ledger(self, coup: Coup) -> tuple[LedgerLine, ...]:
        """Payments and the score."""
        return () if coup.outcome is None else coup.outcome.lines

    def announces(self, coup: Coup, words: str) -> bool:
        """Whether the deal is over and this is its winner; nothing is right where it has none."""
        winner = None if coup.outcome is None else coup.outcome.result.get("winner")
        return winner is not None and words == plain(str(winner))

    def faux_tirage(self, coup: Coup, place: str | None) -> Reason:
        """Why the deal cannot be closed."""
        return reason("the deal is not over")

    def playable(self, options: House, sabot: Sabot) -> bool:
        """Another deal can always follow."""
        return True

    def _coup(self, evening: Evening, sheet: tuple[DealShown, ...] = ()) -> Coup:
        deal: Deal = self.rules.begun(evening)
        because = self._too_few(evening)
        turns = (Turn(evening.dealer, ("sit SEAT",), why=because),) if because else self.rules.due(deal)
        return Coup(self.rules, deal, evening, turns, self.rules.outcome(deal), sheet)

    def _said(self, words: Words) -> Card | str:
        """What a fault names: the card that was turned up, else the act."""
        card: Card | None = words[1] if words[0] == "card" else None
        return card or self._spoken(words)

    def _spoken(self, words: Words) -> str:
        return spoken(words, self.WORDS)


def _is_under_way(deal: Deal) -> bool:
    return any(name not in seating.VERBS for name, _ in deal.lines)


def _changed(deal: Deal, **fields: object) -> Deal:
    """The deal with these of its fields."""
    whole: Any = deal
    changed: Deal = whole._replace(**fields)
    return changed


def _explained(deal: Deal, known: int, said: Card | str) -> Deal:
    """The deal whose faults after the first `known` name what was done, where they name nothing."""
    if len(deal.faults) == known:
        return deal
    new = [fault if fault.said or fault.card else _naming(fault, said) for fault in deal.faults[known:]]
    return _changed(deal, faults=(*deal.faults[:known], *new))


def _naming(fault: Fault, said: Card | str) -> Fault:
    return fault._replace(said=said) if isinstance(said, str) else fault._replace(card=said)
