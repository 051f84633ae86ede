"""What the players of a sitting put and say: planned before it shows, with mistakes and changes of mind.

The game's own simulated players propose. What the rules allow comes as a sound wish; what is against them is
mixed in by the level.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from sabot.core.events import FaultFound
from sabot.core.observations import Announced, Observation, SabotOpened, Said, Staked
from sabot.core.reasons import Reason, reason
from sabot.core.table import Table, step
from sabot.core.terms import money
from sabot.games.register import DESCRIPTORS
from sabot.games.wheel.layout import WHEELS
from sabot.games.wishes import Players, Proposals, silent
from sabot.school.dealing.judging import allowed
from sabot.school.dealing.state import State, Wish

NOBODY = Players(silent, silent, silent)
CROUPIER = "croupier"
"""The kind of a wish that is no player's: a word, or a new sabot, that is the trainee's to say."""

OF_A_HAND = ("carte", "non", "abat")
OF_THEIR_OWN = ("banco", "suivi", "prend")
"""Words that are a kind of wish by themselves."""

INTERRUPTIONS = (
    reason("A guest asks where the bar is"),
    reason("A player wants change for a large plaque"),
    reason("A guest asks what the limits are here"),
    reason("The telephone of a player rings"),
)


def players(game: str) -> Players:
    """The players of a game."""
    part = DESCRIPTORS[game].part("player")
    found: Players = part.PLAYERS if part else NOBODY
    return found


# --- what a wish is ----------------------------------------------------------------------------------


def kind_of(does: Observation, *, croupier: Iterable[str]) -> str:
    """The kind of wish that this is."""
    if not isinstance(does, Said):
        return CROUPIER if isinstance(does, SabotOpened) else "stake"
    first, *more = does.words.split()
    if first in croupier:
        return CROUPIER
    if {*more} & {*OF_A_HAND} or first in OF_A_HAND:
        return "carte"
    if first == "retire":
        return "withdraw"
    return first if first in OF_THEIR_OWN else "question" if not more else "say"


def seat_of(does: Observation) -> int | None:
    """The seat at which a stake lies or words are said; None where nobody knows."""
    if isinstance(does, Staked):
        return does.seat
    numbers = [word for word in does.words.split() if word.isdigit()] if isinstance(does, Said) else []
    return int(numbers[0]) or None if numbers else None


def text_of(wish: Wish) -> Reason:
    """What the player wants, as a sentence."""
    match wish.does:
        case Staked(where, amount, seat):
            return at_seat(f"Mise : {where} {money(amount)}", seat)
        case Said(words):
            return reason("{call}", call=f"«\u00a0{words}\u00a0»")
    return INTERRUPTIONS[wish.id % len(INTERRUPTIONS)]


def at_seat(call: str, seat: int | None) -> Reason:
    """A stake or a word, with the seat where there is one."""
    return reason("{call}, seat {n}", call=call, n=seat) if seat else reason("{call}", call=call)


# --- what they propose -------------------------------------------------------------------------------


def sound(state: State, propose: Proposals, rng: Random) -> Iterator[Observation]:
    """What the players of the game propose, each as far as the rules allow it after those before it; the
    croupier announces by themselves."""
    tables: list[Table] = [state.table]
    for each in propose(lambda: tables[-1].play, rng):
        does = _seated(each, state.level.players)
        after, events = step(tables[-1], does)
        if isinstance(does, Announced) or any(type(event) is FaultFound for event in events):
            continue
        tables.append(after)
        yield does


def _seated(does: Observation, seats: int) -> Observation:
    """A stake at one of the seats of this sitting."""
    if isinstance(does, Staked) and does.seat and does.seat > max(seats, 1):
        return does._replace(seat=(does.seat - 1) % max(seats, 1) + 1)
    return does


def wrong(state: State, rng: Random) -> Observation:
    """Something that a player may try, mostly against the rules; the referee says whether it is."""
    options, rules = state.setup.options, state.table.play.game
    seat, chances = rng.randint(1, max(state.level.players, 1)), [*_chances(state)]
    tries: list[Observation] = [
        Staked(chance, amount, seat)
        for chance in rng.sample(chances, min(len(chances), 1))
        for amount in (options.maximum + 10_00, max(options.minimum // 2, 1))
    ]
    if options.pockets:
        one, other = rng.sample(range(1, 37), 2)
        tries.append(Staked(f"cheval:{min(one, other)}-{max(one, other)}", options.minimum, seat))
    patterns = [pattern.split() for pattern in rules.WORDS]
    tries += [Said(f"{word} {seat}") for word, *slots in patterns
              if word in OF_THEIR_OWN and slots in (["SEAT"], ["[SEAT]"])]  # fmt: skip
    return rng.choice(tries)


def _chances(state: State) -> Iterator[str]:
    rules, options = state.table.play.game, state.setup.options
    for name in rules.CHANCES:
        found = rules.chance(options, name)
        if found is not None:
            yield found


# --- plans -------------------------------------------------------------------------------------------


def before_the_cards(state: State) -> State:
    """The sitting with all that will be put and said before *rien ne va plus*."""
    if not state.level.players:
        return state
    rng, level = state.chance("open"), state.level
    proposed = [*sound(state, players(state.setup.game).open, rng)]
    for does in (*_taken_back(state, rng), *proposed, *_others(state, proposed, rng)):
        if rng.random() < level.mistakes:
            state = planned(state, wrong(state, rng), rng, is_sound=False)
        if rng.random() < level.interruptions:
            state = planned(state, None, rng, is_sound=False)
        if isinstance(does, Staked) and rng.random() < level.changes:
            state = planned(state, does._replace(amount=2 * does.amount), rng)
            state = planned(state, does, rng, instead_of=state.ids)
        else:
            state = planned(state, does, rng)
    return state


def _taken_back(state: State, rng: Random) -> list[Observation]:
    """Stakes that stayed from the coup before and that their players now take back."""
    stayed = [stake for stake in state.table.play.coup.stakes if stake.stayed and stake.seat]
    back = [stake for stake in stayed if rng.random() < state.level.changes]
    return [Said(f"retire {stake.where} {stake.seat}") for stake in back]


def _others(state: State, proposed: list[Observation], rng: Random) -> list[Observation]:
    """Stakes of those who did not speak yet, so that the table is as full as the level wants."""
    staked = [each for each in proposed if isinstance(each, Staked)]
    idle = {*range(1, state.level.players + 1)} - {seat_of(each) for each in proposed}
    if not staked:
        return []
    bets = [*WHEELS[state.setup.options.pockets].bets] if state.setup.options.pockets else []
    found: list[Observation] = []
    for seat in sorted(idle):
        if rng.random() < JOINS_SHARE:
            like = rng.choice(staked)
            where = rng.choice(bets) if bets else rng.choice([like.where, rng.choice([*_chances(state)])])
            found.append(Staked(where, like.amount, seat))
    return found


JOINS_SHARE = 0.6
"""How often somebody who did not stake yet joins in."""


def too_late(state: State) -> State:
    """The sitting with a stake that comes after *rien ne va plus*, now and then."""
    rng, chances = state.chance("late"), [*_chances(state)]
    if not chances or rng.random() >= state.level.mistakes:
        return state
    late = Staked(rng.choice(chances), 2 * state.setup.options.minimum, rng.randint(1, state.level.players))
    return planned(state, late, rng, is_sound=False)


def spoken(state: State) -> State:
    """The sitting with what the hands say about a card: their choice where they are free; now and then one
    that is bound says the opposite."""
    play, rng = state.table.play, state.chance("speak")
    if play.owed is None or play.result is not None:
        return state
    if play.owed.of is not None:
        for does in sound(state, players(state.setup.game).speak, rng):
            state = planned(state, does, rng)
    elif rng.random() < state.level.mistakes and allowed(state, Said(f"{play.owed.to} carte")):
        state = planned(state, Said(f"{play.owed.to} non"), rng, is_sound=False)
    return state


def answered(state: State) -> State:
    """The sitting with what the players say to a decided coup."""
    rng = state.chance("answer")
    for does in sound(state, players(state.setup.game).answer, rng):
        state = planned(state, does, rng)
    return state


def planned(
    state: State, does: Observation | None, rng: Random, *, is_sound: bool = True, instead_of: int = 0
) -> State:
    """The sitting with one more wish to come, a pace after the one before."""
    begins = max([state.at_ms, *(each.due_ms for each in state.coming)])
    due = begins + round(state.level.pace_ms * rng.uniform(0.6, 1.4))
    kind, seat = "interruption", rng.randint(1, max(state.level.players, 1))
    weighs = False
    if does is not None:
        kind, seat = kind_of(does, croupier=players(state.setup.game).croupier), seat_of(does) or 0
        weighs = is_sound and kind not in ("question", CROUPIER) and not _is_plain(state, does)
    wish = Wish(
        state.ids + 1, due, does, "change" if instead_of else kind, seat or None, is_sound, weighs, instead_of
    )
    return state._replace(ids=state.ids + 1, coming=(*state.coming, wish))


def _is_plain(state: State, does: Observation) -> bool:
    """Whether nothing changes if nobody hears it: a hand that only turns up what it has."""
    return state.table.play.result is not None and seat_of(does) is None
