"""What a player says: what wins most on average in the ways in which the deal may end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from statistics import fmean

from sabot.core.observations import Observation
from sabot.core.terms import Turn, money
from sabot.games.evening.household import Coup
from sabot.games.evening.player import PROPOSALS_MOST, observed
from sabot.games.evening.player import act as by_chance
from sabot.games.evening.wishes import filled
from sabot.games.poker.deal import Deal
from sabot.games.poker.player.drawing import choices
from sabot.games.poker.player.imagining import Ending, endings, raises, seen_by
from sabot.games.poker.ranking import KINDS
from sabot.games.poker.stages import price
from sabot.games.pots.pot import Stakes, side_pots, won
from sabot.games.wishes import Look, Players, silent

BLUFF_SHARE = 0.05
"""How often a hand is raised that is not worth it."""
BLIND_SHARES = {"open": 0.5, "double": 0.2}
"""How often a player does this before they have looked at their cards."""
GOES_ON_KIND = KINDS.index("pair")
"""With this hand or a better one at the end another player pays to go on in the last round [ours]."""
GOES_ON_SHARE = 0.5
"""How often another player pays to go on before that [ours]."""
DOUBT_SHARE = 0.6
"""After each raise a hand is raised only where its chance to lose is at most this share of what was allowed
before [ours]."""
RAISES_MOST = 12
"""After as many raises nobody raises once more [ours]."""
RAISE_SHARES = (0.25, 0.5)
"""What is raised besides the smallest sum, as shares of the pot."""

RAISING = ("raise", "double")
SPEAKING = (*RAISING, "see", "open", "cheap", "wait")


def act(look: Look, rng: Random) -> Iterator[Observation]:
    """What the player wants to do whose turn it is; else anything that is allowed."""
    coup = look().coup
    assert isinstance(coup, Coup)
    for wish in islice(wishes(coup, rng), PROPOSALS_MOST):
        yield observed(wish)
        if look().coup is not coup:
            return
    yield from by_chance(look, rng)


def wishes(coup: Coup, rng: Random) -> Iterator[str]:
    """What the player wants. Cards that come for others are dealt by chance until they fit."""
    wish = wished(coup, rng)
    while wish.startswith("draw "):
        yield wish
        wish = wished(coup, rng)
    if wish:
        yield wish


def wished(coup: Coup, rng: Random) -> str:
    """The act that the player whose turn it is wants, in words of the script; empty where any will do. First
    the cards that came for others are looked at."""
    awaited = [(turn, each) for turn in coup.turns for each in turn.acts if each.startswith("draw ")]
    if awaited:
        return filled(coup, *awaited[0], rng)
    deal, turn = coup.deal, coup.turns[0]
    assert isinstance(deal, Deal)
    if turn.seat not in deal.standing or deal.player(turn.seat).hand is None:
        return ""
    return thought(seen_by(deal, turn.seat), turn, rng)


def thought(deal: Deal, turn: Turn, rng: Random) -> str:
    """What a seat wants to do that sees no more than this deal shows."""
    seat = turn.seat
    offered = {each.split()[0]: each for each in turn.acts}
    if "swap" in offered:
        return f"swap {seat} {' '.join(map(str, thrown_away(deal, seat, rng))) or 0}"
    if not {*offered} & {*SPEAKING}:
        return ""
    return blind(offered, rng) if is_blind(deal) else spoken(deal, turn, offered, rng)


def is_blind(deal: Deal) -> bool:
    """Whether nobody has looked at their cards yet: opening in the dark, and in the blind at stud."""
    return deal.stage == "dark" or (deal.stage == "open" and deal.options.variant.endswith("stud"))


def blind(offered: Mapping[str, str], rng: Random) -> str:
    """Opens, doubles or waits by chance."""
    for verb, share in BLIND_SHARES.items():
        if verb in offered and rng.random() < share:
            return offered[verb]
    return offered["wait"]


def thrown_away(deal: Deal, seat: int, rng: Random) -> tuple[object, ...]:
    """The cards without which the hand wins most."""
    ways = choices(deal.player(seat).known)
    seed = rng.random()

    def share(nth: int) -> float:
        every = [*endings(deal, seat, Random(seed), away=ways[nth])]
        return fmean(_won(deal, seat, deal.standing, best) for best in every)

    return ways[max(range(len(ways)), key=share)] if len(ways) > 1 else ways[0]


# --- words about stakes -------------------------------------------------------------------------------


def spoken(deal: Deal, turn: Turn, offered: Mapping[str, str], rng: Random) -> str:
    """The word that gains most. A hand that is not better than the others is raised as a bluff only."""
    seat, every, seed = turn.seat, [*endings(deal, turn.seat, rng)], rng.random()
    gains = {offered["fold"]: 0.0} if "fold" in offered else {}
    frees = [verb for verb in ("see", "cheap") if verb in offered]
    gains |= {offered[verb]: gain(deal, seat, every, Random(seed)) for verb in frees}
    if "wait" in offered:
        gains[offered["wait"]] = 0.0
    if "open" in offered:
        opened = deal._replace(level=deal.level + price(deal))
        gains[offered["open"]] = gain(opened, seat, every, Random(seed))
    bluffs = rng.random() < BLUFF_SHARE and not raises(deal)
    if is_better(deal, seat, every) or bluffs or not gains:
        for words, level in _raised(deal, turn, offered):
            gains[words] = gain(deal._replace(level=level), seat, every, Random(seed))
    return max(gains, key=lambda words: gains[words])


def _raised(deal: Deal, turn: Turn, offered: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """Raises in words, and what each player must have paid then."""
    if "double" in offered:
        yield offered["double"], 2 * deal.level
    if "raise" in offered:
        least, most = turn.limits or (0, 0)
        shares = {int(share * deal.in_play) // least * least for share in RAISE_SHARES}
        for amount in sorted({least, *(min(most, max(least, each)) for each in shares)}):
            yield offered["raise"].replace("AMOUNT", money(amount)), deal.level + amount


def is_better(deal: Deal, seat: int, every: Sequence[Ending]) -> bool:
    """Whether the hand wins more than its part among all that have not folded; after each raise, more of the
    rest too."""
    wins = sum(best[seat] == max(best.values()) for best in every) / len(every)
    before, part = raises(deal), 1 / len(deal.standing)
    return before < RAISES_MOST and wins > 1 - (1 - part) * DOUBT_SHARE**before


def gain(deal: Deal, seat: int, every: Sequence[Ending], rng: Random) -> float:
    """What this seat wins on average when it pays what is due. Those who owe something may fold."""
    due = {each: deal.due_of(each) for each in deal.standing}

    def goes_on(each: int, best: Ending) -> bool:
        if each == seat or not due[each]:
            return True
        return best[each].kind >= GOES_ON_KIND if deal.stage == "bets" else rng.random() < GOES_ON_SHARE

    stays = [[each for each in due if goes_on(each, best)] for best in every]
    shares = [_won(deal, seat, standing, best) for standing, best in zip(stays, every, strict=True)]
    return fmean(shares) - due[seat]


def _won(deal: Deal, seat: int, standing: Sequence[int], best: Ending) -> int:
    """What this seat wins of all pots when these seats have paid what is due."""
    stakes = Stakes(deal.contested, deal.middle.paid)
    for each in standing:
        stakes = stakes.with_paid(each, deal.due_of(each))
    return won(side_pots(stakes, standing), best, deal.after_seat(deal.evening.dealer))[seat]


PLAYERS = Players(act, act, silent)
