"""Procedures: what comes next in a coup cut short, and what is called. Asked of the rules at that moment."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

from sabot.core.game import Coup
from sabot.core.reasons import reason
from sabot.games.lessons import Procedure
from sabot.games.questions import Act, Drill, Question, Verdict, any_card, cards_of, chance_of
from sabot.games.register import DESCRIPTORS, GAMES


def cells_of(procedure: Procedure) -> tuple[str, ...]:
    """The moments of a game: `card 0` …: to whom the next card goes; `call`: what is called now."""
    return (*(f"card {nth}" for nth in range(procedure.cards)), *procedure.calls)


def in_rows(game: str) -> bool:
    """Whether one row is dealt to its end before the next."""
    return DESCRIPTORS[game].kind == "rows"


def moments(game: str, rng: Random) -> Iterator[Coup]:
    """The coup after each of its cards, until it is decided."""
    rules = GAMES[game]
    coup = rules.closed(rules.opening(rules.Options()))
    yield coup
    while (owed := rules.owed(coup)) is not None:
        # A hand that is free always draws here, so that the cards alone tell how the coup came about.
        coup, _ = rules.dealt(coup, any_card(rng), owed.to or owed.of)
        yield coup


def cards_in(game: str, coup: Coup) -> int:
    """How many cards lie."""
    rules = GAMES[game]
    return sum(len(rules.hand(coup, place)) for place in rules.PLACES)


def belongs(game: str, cell: str, coup: Coup) -> bool:
    """Whether the coup has come to the moment of this cell."""
    rules, lie = GAMES[game], cards_in(game, coup)
    if cell.startswith("card "):
        return lie == _before(game, int(cell[5:]), coup) and rules.owed(coup) is not None
    if not rules.calls(coup) or not lie:
        return False
    return (rules.result(coup) is None) == (cell == "call of the deal")


def _before(game: str, nth: int, coup: Coup) -> int:
    """How many cards lie before this one: of rows the second moment is that of the second row."""
    if not in_rows(game) or not nth:
        return nth
    rules = GAMES[game]
    owed, (_, second) = rules.owed(coup), rules.PLACES
    begins = owed is not None and owed.to == second and not rules.hand(coup, second)
    return cards_in(game, coup) if begins else -1


def at(game: str, cell: str, rng: Random) -> Coup:
    """A coup at this moment."""
    while True:
        coup = next((coup for coup in moments(game, rng) if belongs(game, cell, coup)), None)
        if coup is not None:
            return coup


def asked(cell: str, seed: int, *, game: str) -> Question:
    """What comes next, or what is called, as the cards lie."""
    rules, name = GAMES[game], f"procedure-{game}"
    rng = chance_of(name, cell, seed)
    coup = at(game, cell, rng)
    shows = {
        "kind": DESCRIPTORS[game].kind,
        "game": game,
        "places": [{"name": place, "cards": [*map(str, rules.hand(coup, place))]} for place in rules.PLACES],
        "order": [*_dealt_to(game, coup)],
    }
    if cell.startswith("card "):
        acts = tuple(Act(place, place, str(nth), True) for nth, place in enumerate(rules.PLACES, 1))
        return Question(name, cell, seed, "Where does the next card go?", shows, acts=acts)
    calls = sorted({_call(game, coup), *_others(game, cell, coup, rng)})
    acts = tuple(Act(call, call, str(nth), True) for nth, call in enumerate(calls, 1))
    return Question(name, cell, seed, "What is called now?", shows, acts=acts)


def _dealt_to(game: str, coup: Coup) -> Iterator[str]:
    """The places in the order in which their cards came, so that the coup can be dealt again."""
    rules = GAMES[game]
    lie = {place: len(rules.hand(coup, place)) for place in rules.PLACES}
    if in_rows(game):
        yield from (place for place in rules.PLACES for _ in range(lie[place]))
        return
    yield from (place for nth in range(3) for place in rules.PLACES if nth < lie[place])


def _call(game: str, coup: Coup) -> str:
    return str(GAMES[game].calls(coup)[-1].text)


def _others(game: str, cell: str, coup: Coup, rng: Random) -> list[str]:
    """Three calls that belong to other coups at such a moment, or to another moment."""
    others: list[str] = []
    true = _call(game, coup)
    for nth in range(60):
        found = _call(game, at(game, _other(cell) if nth % 3 == 2 else cell, rng))
        if found != true and found not in others:
            others.append(found)
        if len(others) == 3:
            break
    return others


def _other(cell: str) -> str:
    return "call of the deal" if cell == "call of the end" else "call of the end"


def again(question: Question) -> Coup:
    """The coup as the question shows it, dealt by the rules."""
    rules, shows = GAMES[question.shows["game"]], question.shows
    hands = {place["name"]: list(cards_of(place["cards"])) for place in shows["places"]}
    coup = rules.closed(rules.opening(rules.Options()))
    for place in shows["order"]:
        coup, _ = rules.dealt(coup, hands[place].pop(0), place)
    return coup


def judged(question: Question, answer: str) -> Verdict:
    """What the rules say now."""
    game, coup = question.shows["game"], again(question)
    if question.cell.startswith("card "):
        owed = GAMES[game].owed(coup)
        truth, why = (str(owed.to or owed.of), owed.why) if owed else ("", reason("the coup is decided"))
        return Verdict(answer == truth, why, truth)
    call = _call(game, coup)
    return Verdict(answer == call, reason("the call is: {call}", call=call), call)


def drill(game: str, procedure: Procedure) -> Drill:
    """What comes next at this game."""
    cells, ask = cells_of(procedure), partial(asked, game=game)
    return Drill(f"procedure-{game}", "What comes next", (cells,), ask, judged, 4.0, (), game)
