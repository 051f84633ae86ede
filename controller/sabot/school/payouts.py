"""Payouts: what a winning stake gains, asked of the settlement of the rules itself.

At punto banco with the commission and its rounding, at roulette with chips on a picture of the cloth; and
stacks of chips to be read at a glance.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from sabot.core.terms import Stake, minor_units, money
from sabot.games.punto_banco import coup as punto_banco
from sabot.games.questions import Drill, Question, Verdict, any_card, cards_of, chance_of
from sabot.games.roulette import rules as roulette
from sabot.games.wheel.layout import SIMPLE_CHANCES, WHEELS

BANK, ROULETTE, STACKS = "payout-punto-banco", "payout-roulette", "stacks"

HOUSES: dict[str, tuple[str, dict[str, Any]]] = {
    "tax to the cent": ("banco", {"tax_rounding": "none"}),
    "tax rounded up": ("banco", {"tax_rounding": "up"}),
    "tax rounded down": ("banco", {"tax_rounding": "down"}),
    "no tax": ("banco", {"no_tax": True}),
    "half on one total": ("banco", {"no_tax": True}),
    "egalite": ("egalite", {}),
    "pair": ("paire-punto", {}),
}
"""The cells of punto banco: the chance that wins, and what of the house's options it turns on."""


def typed_money(text: str) -> int | None:
    """An amount as a person types it, in minor units; a comma will do."""
    said = text.strip().replace(",", ".").rstrip(".")
    return 0 if said in ("0", "0.0", "0.00") else minor_units(said)


# --- punto banco -------------------------------------------------------------------------------------


def won_coup(rng: Random, options: Any, where: str, *, half: bool | None) -> Any:
    """A coup that `where` wins; with or without the total that pays half, where that matters."""
    while True:
        coup = punto_banco.opening(options)
        while punto_banco.owed(coup) is not None:
            coup, _ = punto_banco.dealt(coup, any_card(rng), None)
        paid = punto_banco.settlement(coup._replace(stakes=(Stake(where, 100_00),)), last=False)[0]
        fits = half is None or half == (punto_banco.points(coup, "banco") == options.half_pay_total)
        if paid.returned > paid.stake and fits:
            return coup


def asked_bank(cell: str, seed: int, *, options: Any) -> Question:
    """A coup and a stake that wins it."""
    rng = chance_of(BANK, cell, seed)
    where, changed = HOUSES[cell]
    house = _house(options, changed)
    half = {"no tax": False, "half on one total": True}.get(cell)
    coup = won_coup(rng, house, where, half=half)
    amount = rng.choice((5, 10, 25, 50, 100)) * rng.randrange(1, 40) * 100 // 2
    shows = {
        "kind": "hands",
        "game": punto_banco.NAME,
        "places": [
            {"name": place, "cards": [*map(str, punto_banco.hand(coup, place))]}
            for place in punto_banco.PLACES
        ],
        "stake": {"where": where, "amount": money(amount)},
        "house": changed,
    }
    values = {"amount": money(amount), "chance": where}
    return Question(BANK, cell, seed, RULED[cell], shows, values, typed="money")


RULED = {
    "tax to the cent": "{amount} on {chance}: what is paid? The tax is taken to the cent.",
    "tax rounded up": "{amount} on {chance}: what is paid? The tax is rounded up to whole units.",
    "tax rounded down": "{amount} on {chance}: what is paid? The tax is rounded down to whole units.",
    "no tax": "{amount} on {chance}: what is paid? There is no tax here, but half on one total.",
    "half on one total": "{amount} on {chance}: what is paid? There is no tax here, but half on one total.",
    "egalite": "{amount} on {chance}: what is paid?",
    "pair": "{amount} on {chance}: what is paid?",
}


def _house(options: Any, changed: dict[str, Any]) -> Any:
    fields = {name: getattr(options, name) for name in options.__dataclass_fields__}
    return type(options)(**(fields | changed))


def judged_bank(question: Question, answer: str, *, options: Any) -> Verdict:
    """What the stake returns beyond itself."""
    shows = question.shows
    punto, banco = (list(cards_of(place["cards"])) for place in shows["places"])
    coup = punto_banco.opening(_house(options, shows["house"]))
    for card in (punto[0], banco[0], punto[1], banco[1], *punto[2:], *banco[2:]):
        coup, _ = punto_banco.dealt(coup, card, None)
    where, amount = shows["stake"]["where"], minor_units(shows["stake"]["amount"]) or 0
    paid = punto_banco.settlement(coup._replace(stakes=(Stake(where, amount),)), last=False)[0]
    gain = paid.returned - amount
    return Verdict(typed_money(answer) == gain, _why_bank(where, amount, gain), money(gain))


def _why_bank(where: str, amount: int, gain: int) -> str:
    if where != "banco":
        return f"{money(amount)} on {where} gains {gain // amount} to 1: {money(gain)}"
    return f"{money(amount)} on banco gains {money(amount)} less {money(amount - gain)}: {money(gain)}"


# --- roulette ----------------------------------------------------------------------------------------

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
    return Verdict(_number(answer) == gain, f"{', '.join(won)}: {gain} chips", str(gain))


def _number(text: str) -> int | None:
    said = text.strip()
    return int(said) if said.isascii() and said.isdigit() and len(said) < 9 else None


# --- stacks ------------------------------------------------------------------------------------------

CHIPS = (1, 5, 10, 20, 50, 100)
STACKED: dict[str, Callable[[Random], list[tuple[int, int]]]] = {
    "one stack": lambda rng: [(rng.choice(CHIPS), rng.randrange(3, 21))],
    "two stacks": lambda rng: [(value, rng.randrange(2, 21)) for value in rng.sample(CHIPS, 2)],
    "three stacks": lambda rng: [(value, rng.randrange(1, 16)) for value in rng.sample(CHIPS, 3)],
    "four stacks": lambda rng: [(value, rng.randrange(1, 21)) for value in rng.sample(CHIPS, 4)],
}
"""How many stacks, and what stands in them: value and count."""


def asked_stacks(cell: str, seed: int) -> Question:
    """Stacks of chips, each of one value."""
    stacks = sorted(STACKED[cell](chance_of(STACKS, cell, seed)), reverse=True)
    shows = {"kind": "stacks", "stacks": [{"value": value, "count": count} for value, count in stacks]}
    return Question(STACKS, cell, seed, "What are these stacks worth?", shows, typed="number")


def judged_stacks(question: Question, answer: str) -> Verdict:
    """What they are worth together."""
    stacks = [(each["value"], each["count"]) for each in question.shows["stacks"]]
    worth = sum(value * count for value, count in stacks)
    counted = " + ".join(f"{count} × {value}" for value, count in stacks)
    return Verdict(_number(answer) == worth, f"{counted} = {worth}", str(worth))


def drills(options: dict[str, Any]) -> tuple[Drill, ...]:
    """The payouts, in this house."""
    bank = options.get(punto_banco.NAME, punto_banco.Options())
    pockets = options.get(roulette.NAME, roulette.Options()).pockets
    return (
        Drill(
            BANK,
            "What a stake is paid",
            (tuple(HOUSES),),
            partial(asked_bank, options=bank),
            partial(judged_bank, options=bank),
            8.0,
            (),
            punto_banco.NAME,
        ),
        Drill(
            ROULETTE,
            "What the chips are paid",
            (KINDS,),
            partial(asked_roulette, pockets=pockets),
            partial(judged_roulette, pockets=pockets),
            12.0,
            (),
            roulette.NAME,
        ),
        Drill(STACKS, "Stacks of chips", (tuple(STACKED),), asked_stacks, judged_stacks, 6.0, (), "chips"),
    )
