"""A simulated learner at the virtual table: what ten sittings bring, with coups that they need and without.

The learner is that of `sabot.school.learner`. Both ways have the same number of coups. The coups are dealt at
the virtual table itself; each cell that they ask is answered by the learner, who then hears what was right.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean

from sabot.core.cards import DECK
from sabot.core.progress import Progress, silent, stepping
from sabot.games.questions import Drill
from sabot.games.register import GAMES
from sabot.school.catalogue import drills
from sabot.school.dealing import by_cell
from sabot.school.dealing.acting import sat_down
from sabot.school.dealing.arranging import TOP_CARDS, asked, needs
from sabot.school.dealing.dealer import dealt
from sabot.school.dealing.levels import LEVELS, house
from sabot.school.dealing.state import Setup
from sabot.school.learner import BEGIN_S, DAY_S, GUESSED_SHARE, RARE_CHANCE, Learner
from sabot.school.schedule import Plan

EXAMINED_COUPS = 400
"""Random coups by which the errors in a hundred are worked out."""

WAYS = ("needed", "random")


class Trainee:
    """A learner with their plans, who deals sittings at a game."""

    def __init__(self, of: Drill, seed: str) -> None:
        self.game, self.seed = of.group, seed
        taught = [each for each in drills().values() if each.group == of.group and each.rows]
        self.plans = {each.name: Plan(each.cells(), target_s=each.target_s) for each in taught}
        names = [f"{each.name}|{cell}" for each in taught for cell in each.cells()]
        self.learner = Learner(names, Random(seed))

    def sits(self, day: int, coups: int, *, is_needed: bool) -> None:
        """One sitting on this day, in which every cell that comes is answered."""
        at_s = BEGIN_S + day * DAY_S
        options = house(GAMES[self.game].Options(), LEVELS[0])
        wanted = needs(self.plans, at_s) if is_needed else ()
        seed = Random(f"{self.seed}|{day}").randrange(2**31)
        state = sat_down(Setup(self.game, 1, "silent", seed, options, wanted))
        for _ in range(coups):
            if state.is_over:
                state = sat_down(state.setup._replace(seed=state.setup.seed + 1, wanted=state.wanted))
            cells = asked(self.game, options, state.cards, Random(0))
            state = dealt(state, 1)
            at_s += DAY_S / 2000
            self._hears(sorted(cells), at_s)

    def _hears(self, cells: Sequence[str], at_s: float) -> None:
        for name in cells:
            drill, _, cell = name.partition("|")
            answer = self.learner.answers(name, at_s)
            self.plans[drill].take(answer._replace(cell=cell))

    def misses(self, cells: Sequence[str], at_s: float) -> dict[str, float]:
        """Returns how often they miss each of these cells in a hundred times that it comes."""
        share = 100 * (1 - GUESSED_SHARE)
        return {cell: share * (1 - self.learner.recall(cell, at_s)) for cell in cells}

    def errs(self, coups: Sequence[frozenset[str]], at_s: float) -> float:
        """Returns how many errors they make in a hundred of these coups, on average."""
        missed = self.misses([cell for each in coups for cell in each], at_s)
        return sum(missed[cell] for each in coups for cell in each) / max(len(coups), 1)


def measure(
    sittings: int = 10, coups: int = 30, trainees: int = 6, *, seed: int = 1, progress: Progress = silent
) -> dict[str, object]:
    """Errors in a hundred coups before and after the sittings, as the cards fall and in coups with a rare
    cell; with coups that are needed, and with random ones."""
    of = next(each for each in drills().values() if each.often())
    natural, rare = _coups(of, seed)
    share = by_cell.shares(of, natural)
    missed: dict[str, list[by_cell.Errors]] = {"before": [], **{way: [] for way in WAYS}}
    found: dict[str, list[tuple[float, float]]] = {"before": [], **{way: [] for way in WAYS}}
    after_s = BEGIN_S + sittings * DAY_S
    with progress("sitting at the virtual table", trainees) as advance:
        for nth in stepping(range(trainees), advance):
            for way in WAYS:
                trainee = Trainee(of, f"{seed}|{nth}")
                found["before"].append((trainee.errs(natural, BEGIN_S), trainee.errs(rare, BEGIN_S)))
                missed["before"].append(trainee.misses([*share], BEGIN_S))
                for day in range(sittings):
                    trainee.sits(day, coups, is_needed=way == "needed")
                found[way].append((trainee.errs(natural, after_s), trainee.errs(rare, after_s)))
                missed[way].append(trainee.misses([*share], after_s))
    errors = {name: by_cell.mean(each) for name, each in missed.items()}
    means = {name: [round(fmean(one), 1) for one in zip(*each, strict=True)] for name, each in found.items()}
    return {
        "sittings": sittings,
        "coups_a_sitting": coups,
        "trainees": trainees,
        "errors_in_100_coups": {name: all_of[0] for name, all_of in means.items()},
        "errors_in_100_coups_with_a_rare_cell": {name: all_of[1] for name, all_of in means.items()},
        "ratio_to_random": round(means["needed"][0] / means["random"][0], 2),
        "ratio_to_random_in_rare_cells": round(means["needed"][1] / means["random"][1], 2),
        "errors_in_100_by_kind_of_cell": by_cell.by_kind(of, share, errors),
        "ratio_to_random_by_cell": by_cell.ratios(errors),
    }


def _coups(of: Drill, seed: int) -> tuple[list[frozenset[str]], list[frozenset[str]]]:
    """Random coups as the cells that they ask, and those of them with a rare cell."""
    often, rng = of.often(), Random(seed)
    options = house(GAMES[of.group].Options(), LEVELS[0])
    sabots = [tuple(rng.choices(DECK, k=TOP_CARDS)) for _ in range(EXAMINED_COUPS)]
    coups = [asked(of.group, options, cards, rng) for cards in sabots]
    rare = {f"{of.name}|{cell}" for cell, share in often.items() if share < RARE_CHANCE}
    return coups, [each for each in coups if each & rare]
