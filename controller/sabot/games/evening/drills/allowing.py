"""Whether an act may be done now: yes, or no with the rule that forbids it.

The act is tried in the deal, and the rules take or refuse it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from random import Random
from types import MappingProxyType

from sabot.core.cards import any_card_named, with_sign
from sabot.core.reasons import Reason
from sabot.games.evening.drills import choosing, dealing
from sabot.games.evening.drills.cards import PLAY, Facts, no_facts, place_of
from sabot.games.evening.drills.choosing import Choice
from sabot.games.evening.drills.dealing import CellOf, Taught, sorted_hand, turn_of
from sabot.games.evening.drills.settling import Chooses, Moment, Subject, chosen, done
from sabot.games.evening.household import Coup
from sabot.games.questions import Act, Drill

NAME, TITLE, TITLE_CARDS = "may", "May this be done?", "May this card be played?"
ASK_CARD = "May seat {n} play {card}?"
ASKS = {
    "play": ASK_CARD,
    "bet": "May seat {n} stake {note} on {chance}?",
    "bid": "May seat {n} bid {note}?",
    "answer": "May seat {n} say {note}?",
}
"""The sentence for an act, by its verb. What is bid with a word is said."""
YES, NO = Act("yes", "It may", "1"), Act("no", "It may not", "2")

Tries = Callable[[Coup], Iterable[tuple[str, Sequence[str]]]]
"""The cells of a moment, each with the acts that may be asked about."""
Shows = Callable[[Coup, int], Mapping[str, object]]
"""What a question shows of a deal, of this seat."""


def tried(taught: Taught, coup: Coup, act: str) -> tuple[bool, Reason]:
    """Whether the rules take this act, and the rule that says so."""
    after = done(taught, coup, act)
    if len(after.faults) > len(coup.faults):
        return False, after.faults[-1].because
    seat = seat_of(act)
    return True, next((turn.why for turn in coup.turns if turn.seat == seat), coup.turns[0].why)


def seat_of(act: str) -> int:
    """The seat that acts; 0 where the act names none.

    >>> seat_of("bet aas 0.50 3"), seat_of("bid 2 pass"), seat_of("deal")
    (3, 2, 0)
    """
    verb, *words = act.split()
    named = words[-1:] if verb == "bet" else words[:1]
    return int(named[0]) if named else 0


def values_of(act: str) -> dict[str, str]:
    """The slots of the sentence: the seat, a card with its sign, the sum or the word, and the chance.

    >>> values_of("play 2 TH"), values_of("bet aas 0.50 3")
    ({'n': '2', 'card': '10♥'}, {'n': '3', 'note': '0.50', 'chance': 'aas'})
    """
    verb, *words = act.split()
    named = {"n": str(seat_of(act))}
    if verb == "bet":
        return {**named, "note": words[1], "chance": words[0]}
    card = any_card_named(words[-1]) if words else None
    if card:
        return {**named, "card": with_sign(card)}
    return {**named, "note": words[-1]} if len(words) > 1 else named


def posed(
    moment: Moment, acts: Sequence[str], rng: Random, *, taught: Taught, asks: Mapping[str, str], shows: Shows
) -> Choice:
    """One of these acts: as often one that is allowed as one that is not, where there are both."""
    ways = {act: tried(taught, moment.after, act) for act in acts}
    groups = [[act for act in acts if ways[act][0] is may] for may in (True, False)]
    act = rng.choice(rng.choice([group for group in groups if group]))
    verb, *words = act.split()
    is_word = verb == "bid" and not words[-1][0].isdigit()
    ask = {**ASKS, **asks}["answer" if is_word else verb]
    may, why = ways[act]
    slots = {key: value for key, value in values_of(act).items() if f"{{{key}}}" in ask}
    return Choice(
        ask, shows(moment.after, seat_of(act)), (YES, NO), (YES if may else NO).answer, why, slots, act
    )


def subject(
    taught: Taught,
    tries: Tries,
    shows: Shows,
    *,
    asks: Mapping[str, str] = MappingProxyType({}),
    chooses: Chooses = chosen,
) -> Subject[Sequence[str], Choice]:
    """What may be done in the deals of this game; `asks` are sentences of its own, by verb."""
    tell = partial(posed, taught=taught, asks=asks, shows=shows)
    return Subject(taught, partial(_cases, tries=tries), tell, chooses)


def _cases(moment: Moment, *, tries: Tries) -> Iterable[tuple[str, Sequence[str]]]:
    return () if moment.after.outcome else tries(moment.after)


def drill(found: Subject[Sequence[str], Choice], cells: tuple[str, ...]) -> Drill:
    """Whether an act may be done, at this game."""
    return choosing.drill(NAME, found.taught.name, TITLE, (cells,), found.asks)


# --- cards that are played


def _cards(coup: Coup, *, cell_of: CellOf) -> Iterable[tuple[str, Sequence[str]]]:
    """Every card of the hand that plays now."""
    turn, cell = turn_of(coup, PLAY), cell_of(coup)
    if turn and cell:
        yield cell, [f"{PLAY}{turn.seat} {card}" for card in coup.hand_of(turn.seat) or ()]


def with_hand(coup: Coup, seat: int, *, facts: Facts) -> Mapping[str, object]:
    """The trick and the hand of the seat that plays."""
    hand = [*map(str, sorted_hand(coup.hand_of(seat) or ()))]
    trick = {"trump": coup.spread.get("trump"), "trick": [*coup.spread.get("trick", ())]}
    return {**trick, "hands": [{"seat": seat, "cards": hand}], **facts(coup)}


def of_cards(
    taught: Taught, *, cell_of: CellOf = place_of, facts: Facts = no_facts
) -> Subject[Sequence[str], Choice]:
    """Which card may be played, in deals with every hand known."""
    shows, tries = partial(with_hand, facts=facts), partial(_cards, cell_of=cell_of)
    return subject(taught, tries, shows, chooses=dealing.next_act)


def cards_drill(
    taught: Taught,
    rows: tuple[tuple[str, ...], ...],
    columns: tuple[str, ...],
    *,
    cell_of: CellOf = place_of,
    facts: Facts = no_facts,
) -> Drill:
    """Whether a card may be played, at this game."""
    found = of_cards(taught, cell_of=cell_of, facts=facts)
    return choosing.drill(NAME, taught.name, TITLE_CARDS, rows, found.asks, columns=columns)
