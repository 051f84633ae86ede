"""Payouts at roulette: chips on a picture of the cloth, asked of the settlement of the rules itself."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random

from sabot.core.options import House
from sabot.core.reasons import reason
from sabot.core.table import Table
from sabot.core.terms import Stake
from sabot.games.questions import Drill, Question, Verdict, chance_of, typed_number
from sabot.games.roulette import rules as roulette
from sabot.games.wheel.layout import SIMPLE_CHANCES, WHEELS

ROULETTE = "payout-roulette"

KINDS = (
    "plein",
    "cheval",
    "transversale-pleine",
    "carre",
    "transversale-simple",
    "colonne",
    "douzaine",
    "simple",
    "two bets",
    "three bets",
    "around a number",
)


def asked_roulette(cell: str, seed: int, *, pockets: int) -> Question:
    """Chips on the cloth and a number."""
    rng = chance_of(ROULETTE, cell, seed)
    number = str(rng.randrange(1, 37))
    bets = [bet for bet in WHEELS[pockets].bets.values() if not _is_double(bet.name)]
    winning = {kind: [bet.name for bet in bets if number in bet.numbers and _kind(bet.name) == kind]
               for kind in KINDS[:8]}  # fmt: skip
    laid = {name: rng.randrange(1, 6 if cell in KINDS[:8] else 4) for name in _winning(rng, cell, winning)}
    losing = [bet.name for bet in bets if number not in bet.numbers and _kind(bet.name) != "simple"]
    laid |= {name: rng.randrange(1, 6) for name in rng.sample(losing, 3)}
    shows = {
        "kind": "layout",
        "pockets": pockets,
        "number": number,
        "chips": [{"bet": name, "count": count} for name, count in sorted(laid.items())],
    }
    ask = "{pocket} has come. How many chips are paid to the winning ones?"
    return Question(ROULETTE, cell, seed, ask, shows, {"pocket": number}, typed="number")


def _winning(rng: Random, cell: str, winning: dict[str, list[str]]) -> list[str]:
    """The bets that win: one of a kind, a few, or the whole picture around the number."""
    inside = ["plein", "cheval", "carre", "transversale-pleine", "transversale-simple"]
    if cell in winning:
        return [rng.choice(winning[cell])]
    if cell == "around a number":
        return [*winning["plein"], *winning["cheval"], *winning["carre"]]
    kinds = rng.sample(inside, {"two bets": 2, "three bets": 3}[cell])
    return [rng.choice(winning[kind]) for kind in kinds]


def _kind(name: str) -> str:
    kind = name.partition(":")[0]
    return "simple" if kind in SIMPLE_CHANCES else kind


def _is_double(name: str) -> bool:
    return name.startswith(("colonne:", "douzaine:")) and "-" in name


def judged_roulette(question: Question, answer: str, *, pockets: int) -> Verdict:
    """What the winning chips bring beyond themselves, counted in chips."""
    coup = roulette.opening(roulette.Options(pockets=pockets))
    for chip in question.shows["chips"]:
        coup = roulette.staked(coup, Stake(chip["bet"], chip["count"]))
    settled = roulette.settlement(roulette.landed(coup, question.shows["number"]), last=False)
    gain = sum(each.returned - each.stake for each in settled if each.returned)
    won = [f"{each.stake} × {each.bet} ({each.returned // each.stake - 1}:1)" for each in settled
           if each.returned]  # fmt: skip
    return Verdict(
        typed_number(answer) == gain, reason("{note}: {n} chips", note=", ".join(won), n=gain), str(gain)
    )


def paid(table: Table, where: str) -> tuple[str, str]:
    """The drill and the cell to which the payment of a stake on this chance belongs."""
    return ROULETTE, _kind(where)


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """What the chips are paid, on the wheel of this house."""
    pockets = options.get(roulette.NAME, roulette.Options()).pockets
    ask, judge = partial(asked_roulette, pockets=pockets), partial(judged_roulette, pockets=pockets)
    return (Drill(ROULETTE, "What the chips are paid", (KINDS,), ask, judge, 12.0, (), roulette.NAME),)
