"""What is learnt of banken met variaties from the third on: what may be staked, and what is paid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from sabot.core.options import House
from sabot.core.reasons import reason
from sabot.core.terms import money
from sabot.games.banken_variaties import rules
from sabot.games.banken_variaties.acts import ON_THE_CARD, PILES_NUMBER, TICKS_NUMBER, TRACK_NUMBER
from sabot.games.banken_variaties.options import Options
from sabot.games.banken_variaties.rounds import NAMES, Round, Wager
from sabot.games.banken_variaties.variations import GUESSES, ROW_CARDS
from sabot.games.evening.drills import allowing, choosing, paying, settling
from sabot.games.evening.drills.cards import rows_of
from sabot.games.evening.drills.choosing import Choice
from sabot.games.evening.drills.dealing import Taught
from sabot.games.evening.drills.paying import Worth
from sabot.games.evening.drills.settling import Moment, Subject
from sabot.games.evening.household import Coup, HouseholdGame
from sabot.games.questions import Drill

WON, LOST = "the player wins", "the player loses"
FIRST_NUMBER = 3
"""The variations before are een-en-twintig, whose payments have a drill of their own."""
ASK_GUESS = (
    "Seat {m} is the banker. Seat {n} has staked {amount} on {word}. "
    "What is handed to seat {n}, the stake with it?"
)
ASK_TICKS = (
    "Seat {m} is the banker and said {word}. Seat {n} has staked {amount}. "
    "What is handed to seat {n}, the stake with it?"
)
ASK_PILES = (
    "Seat {m} is the banker. Seat {n} has staked {amount}. What is handed to seat {n}, the stake with it?"
)
ASK_TRACK = (
    "Seat {m} is the banker. Seat {n} has staked {amount}. What is paid between them for the last card?"
)
ASKS = {TICKS_NUMBER: ASK_TICKS, PILES_NUMBER: ASK_PILES, TRACK_NUMBER: ASK_TRACK}
WHYS = {
    3: reason("gelijk wins where both cards are of one colour, ongelijk where they are not"),
    4: reason("diamonds and hearts are rouge, clubs and spades noir"),
    5: reason("the card decides whether even or oneven wins; an ace is odd"),
    TICKS_NUMBER: reason("it ticks where a card is the one that is counted; the banker wins who said so"),
    PILES_NUMBER: reason("only a higher card wins from the banker, and none from an ace"),
    TRACK_NUMBER: reason("the first row is received, the second paid: the nth card of a row n × the stake"),
}


def taught(options: Options, cell: str) -> Taught:
    """The game where this variation is played each time."""
    number = NAMES.index(cell.split("/")[1]) + 1
    return Taught(HouseholdGame(rules), replace(options, variation=number))


def rounds_of(moment: Moment) -> tuple[Round, Round]:
    """The round before and after the card."""
    before, deal = moment.before.deal, moment.after.deal
    assert isinstance(before, Round)
    assert isinstance(deal, Round)
    return before, deal


def cases(moment: Moment) -> Iterable[tuple[str, int]]:
    """Each stake that is settled with this card."""
    before, deal = rounds_of(moment)
    for seat, times in deal.results[len(before.results) :]:
        yield f"{WON if times > 0 else LOST}/{NAMES[deal.variation - 1]}", seat


def moment_of(cell: str, rng: Random, *, options: Options) -> tuple[Moment, int]:
    """A card that settles a stake of this cell, and the seat of the stake."""
    return settling.found(settling.moments(taught(options, cell), rng), cases, cell, rng)


def answer(moment: Moment, seat: int) -> int:
    """What is handed to the seat; at spoortje, what is paid either way."""
    _, deal = rounds_of(moment)
    return abs(moment.paid(seat)) if deal.variation == TRACK_NUMBER else moment.gain(seat)


def asks(cell: str, rng: Random, *, options: Options) -> Worth:
    """What a stake of this cell is paid."""
    moment, seat = moment_of(cell, rng, options=options)
    before, deal = rounds_of(moment)
    (mine,) = (each for each in before.wagers if each.seat == seat)
    shows: dict[str, object] = {"contract": NAMES[deal.variation - 1], "hands": hands(deal, mine)}
    values = {"m": str(deal.banker), "n": str(seat), "amount": money(mine.amount)}
    values |= {"word": deal.word or mine.where} if deal.variation not in (PILES_NUMBER, TRACK_NUMBER) else {}
    ask = ASKS.get(deal.variation, ASK_GUESS)
    return Worth(ask, shows, answer(moment, seat), WHYS[deal.variation], values)


def hands(deal: Round, mine: Wager) -> list[dict[str, object]]:
    """The open cards that decide this stake: the banker's, and those of the player."""
    turned = [*map(str, deal.turned)]
    if deal.variation in GUESSES:
        return [{"seat": deal.banker, "cards": turned[deal.at :]}]
    if deal.variation == PILES_NUMBER:
        own = [{"seat": mine.seat, "cards": [turned[deal.players.index(mine.seat)]]}]
        return [*own, {"seat": deal.banker, "cards": turned[-1:]}]
    if deal.variation == TRACK_NUMBER:
        row = [*map(str, dict(deal.rows)[mine.seat])]
        rows = [turned[:ROW_CARDS], turned[ROW_CARDS:]]
        return [
            {"seat": mine.seat, "cards": row},
            *({"seat": deal.banker, "cards": each} for each in rows if each),
        ]
    return [{"seat": deal.banker, "cards": turned}]


# --- what may be staked

STAKE_MINOR = 50
"""A stake that may be laid."""


def tries(coup: Coup) -> Iterable[tuple[str, Sequence[str]]]:
    """Stakes of each seat on what may be guessed here and elsewhere; at tikt-ie, the banker's word too."""
    deal = coup.deal
    assert isinstance(deal, Round)
    is_ready = not deal.in_play if deal.variation in GUESSES else len(deal.rows) in (0, len(deal.players))
    if not is_ready:
        return
    own = GUESSES[deal.variation].words if deal.variation in GUESSES else (ON_THE_CARD,)
    chances = [*own, *(GUESSES[number].words[0] for number in GUESSES if number != deal.variation)]
    seats = [*deal.to_stake[:1], *(each.seat for each in deal.wagers[:1]), deal.banker]
    acts = [f"bet {chance} {money(STAKE_MINOR)} {seat}" for seat in seats for chance in chances]
    words = [f"answer {seat} tikt" for seat in seats] if deal.variation == TICKS_NUMBER else []
    yield NAMES[deal.variation - 1], [*acts, *words]


def shown(coup: Coup, seat: int) -> Mapping[str, object]:
    """The variation, what was said and staked, and the cards that were turned."""
    deal = coup.deal
    assert isinstance(deal, Round)
    bids = [{"seat": deal.banker, "bid": deal.word}] if deal.word else []
    bids += [{"seat": each.seat, "bid": _laid(each)} for each in deal.wagers]
    turned = [{"seat": deal.banker, "cards": [*map(str, deal.turned)]}] if deal.turned else []
    contract = f"{NAMES[deal.variation - 1]} · bank: {deal.banker}"
    return {"contract": contract, "bids": bids, "hands": turned}


def _laid(wager: Wager) -> str:
    """A stake as it was laid; one that is settled by its guess alone."""
    return f"{wager.where} {money(wager.amount)}" if wager.amount else wager.where


def may(options: Options, cell: str) -> Subject[Sequence[str], Choice]:
    """What may be staked in this variation."""
    return allowing.subject(taught(options, f"/{cell}"), tries, shown)


def allowed(cell: str, rng: Random, *, options: Options) -> Choice:
    """Whether something may be staked in this variation."""
    return may(options, cell).asks(cell, rng)


def drills(options: Mapping[str, House]) -> tuple[Drill, ...]:
    """The variations that this house plays; no drill where it plays only een-en-twintig."""
    given = options.get(rules.NAME)
    house = given if isinstance(given, Options) else Options()
    numbers = [house.variation] if house.variation else range(FIRST_NUMBER, len(NAMES) + 1)
    names = tuple(NAMES[number - 1] for number in numbers if number >= FIRST_NUMBER)
    worth = partial(asks, options=house)
    rows = rows_of((WON, LOST), names)
    made = paying.drill(rules.NAME, settling.TITLE, rows, worth, columns=names, typed="money")
    asked = partial(allowed, options=house)
    stakes = choosing.drill(allowing.NAME, rules.NAME, allowing.TITLE, (names,), asked)
    return (stakes, made) if names else ()
