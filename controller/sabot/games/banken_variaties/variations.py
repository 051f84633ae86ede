"""What a card does in each variation from the third on. Source: HS p. 40-43."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sabot.core.cards import Card
from sabot.core.terms import money
from sabot.games.banken_variaties.rounds import Round, all_settled, settled
from sabot.games.evening.paying import paid
from sabot.games.tricks.cards import ACE_HIGH

RED = "DH"
COUNTED = "A23456789TJQK"
"""The words that the banker counts at tikt-ie, from one."""
COUNTED_FROM_TWO = ACE_HIGH
ROW_CARDS = 5
"""Open cards of each player at spoortje, and cards in each row of the banker."""


NUMBERS = ("één", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen", "tien")
FIGURES = ("boer", "vrouw", "heer")


class Guess(NamedTuple):
    """A variation in which each player guesses: what may be said, how many cards are turned, and whether a
    guess is right; None where another card is turned."""

    words: tuple[str, ...]
    cards: int
    is_right: Callable[[Round, str, tuple[Card, ...]], bool | None]


def is_even(rank: str, figures: str) -> bool | None:
    """Whether a card is even; None where it counts for nothing. The ace is odd.

    >>> is_even("Q", "ten"), is_even("Q", "redraw"), is_even("J", "joe")
    (True, None, False)
    """
    if rank in "JQK":
        return {"ten": True, "redraw": None}.get(figures, rank == "Q")
    return rank in "2468T"


def _same(deal: Round, word: str, cards: tuple[Card, ...]) -> bool | None:
    alike = len({card.suit in RED for card in cards}) == 1
    return (word == "gelijk") == alike


def _colour(deal: Round, word: str, cards: tuple[Card, ...]) -> bool | None:
    return (word == "rouge") == (cards[0].suit in RED)


def _parity(deal: Round, word: str, cards: tuple[Card, ...]) -> bool | None:
    even = is_even(cards[-1].rank, deal.evening.options.figures)
    return None if even is None else (word == "even") == even


GUESSES = {
    3: Guess(("gelijk", "ongelijk"), 2, _same),
    4: Guess(("rouge", "noir"), 1, _colour),
    5: Guess(("even", "oneven"), 1, _parity),
}


def guessed(deal: Round) -> Round:
    """A card for the guess of the player whose stake lies there."""
    guess, mine = GUESSES[deal.variation], deal.wagers[-1]
    cards = deal.turned[deal.at :]
    right = guess.is_right(deal, mine.where, cards) if len(cards) >= guess.cards else None
    if right is None:
        return deal
    after = settled(deal, mine.seat, times=1 if right else -1)
    return after._replace(is_over=not after.to_stake)


def ticked(deal: Round) -> Round:
    """*Tikt-ie*: the banker counts while cards are turned; where the word is the card it ticks, and the
    counting stops. The banker wins all when the word said before was right, else pays all."""
    words = COUNTED if deal.evening.options.count_from == 1 else COUNTED_FROM_TWO
    ticks = deal.turned[-1].rank == words[len(deal.turned) - 1]
    if not ticks and len(deal.turned) < len(words):
        return deal
    banker_wins = (deal.word == "tikt") == ticks
    return all_settled(deal, dict.fromkeys(deal.players, not banker_wins))


def piled(deal: Round) -> Round:
    """*Hoopjes*: the last card is that of the banker, who wins with an ace, and from what is not higher."""
    if len(deal.turned) <= len(deal.players):
        return deal
    *cards, last = deal.turned
    wins = {
        seat: last.rank != "A" and ACE_HIGH.index(card.rank) > ACE_HIGH.index(last.rank)
        for seat, card in zip(deal.players, cards, strict=True)
    }
    return all_settled(deal, wins)


def tracked(deal: Round) -> Round:
    """*Spoortje*: the first row is received, the second is paid: once for the first card of the row, five
    times for the fifth, for each card of that rank."""
    nth = len(deal.turned)
    pays_players, times = nth > ROW_CARDS, (nth - 1) % ROW_CARDS + 1
    rows = dict(deal.rows)
    for wager in deal.wagers:
        many = times * sum(card.rank == deal.turned[-1].rank for card in rows[wager.seat])
        ways = (deal.banker, wager.seat) if pays_players else (wager.seat, deal.banker)
        evening, _, lines = paid(deal.evening, [(*ways, many * wager.amount)])
        signed = many if pays_players else -many
        results = (*deal.results, (wager.seat, signed)) if many else deal.results
        deal = deal._replace(evening=evening, lines=(*deal.lines, *lines), results=results)
    return _given_back(deal) if nth == 2 * ROW_CARDS else deal


def _given_back(deal: Round) -> Round:
    """The round is over, and each stake goes back to its player."""
    for wager in deal.wagers:
        evening = deal.evening.paid({wager.seat: wager.amount})
        deal = deal._replace(evening=evening)
        deal = deal.with_line("returned", seat=wager.seat, amount=money(wager.amount))
    return deal._replace(wagers=tuple(each._replace(amount=0) for each in deal.wagers), is_over=True)


def counting(deal: Round, nth: int) -> str:
    """What the banker says at tikt-ie with the card of this number."""
    words = (*NUMBERS, *FIGURES, "aas")
    return words[nth + deal.evening.options.count_from - 2]


def receiving(deal: Round, nth: int) -> str:
    """What the banker says at spoortje with the card of this number (HS p. 42)."""
    verb = "ontvang" if nth <= ROW_CARDS else "betaal"
    return f"ik {verb} {NUMBERS[(nth - 1) % ROW_CARDS]} maal"


SAYS = {6: counting, 8: receiving}
"""What the banker says with a card, where the game has a word for it; the cards of a round count from 1."""

CARDS = {3: guessed, 4: guessed, 5: guessed, 6: ticked, 7: piled, 8: tracked}
"""What follows from the card that was turned last."""
