"""What each act does to a round of a variation, and who may act. Source: HS p. 40-43."""

from __future__ import annotations

from collections.abc import Callable

from sabot.core.cards import Card
from sabot.core.reasons import Reason, reason
from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import Spread
from sabot.core.terms import Turn, money
from sabot.core.words import Words
from sabot.games.banken_variaties.rounds import NAMES, Round, Wager, laid
from sabot.games.banken_variaties.variations import CARDS, GUESSES, ROW_CARDS, SAYS
from sabot.games.banks import stakes
from sabot.games.evening.deal import Outcome, refuse
from sabot.games.evening.whys import NOT_TWICE, not_in_pack, turn_of

TICKS_NUMBER, PILES_NUMBER, TRACK_NUMBER = 6, 7, 8
"""The variations tikt-ie, hoopjes and spoortje."""
ON_THE_CARD = "kaart"
"""Where a stake lies that guesses nothing."""

WORD = reason("the banker says whether it ticks")
STAKE = reason("each player stakes, and the stake stands")
GUESS = reason("each player in turn stakes on a guess, and the banker turns the cards for it")
CARD = reason("the banker turns a card")
ROW = reason("five open cards lie before each player")
NOT_HERE = reason("this stake belongs to another variation")


def acted(deal: Round, words: Words) -> Round:
    """The round after one act."""
    act = ACTS.get(words[0])
    return refuse(deal, due(deal)[0].why) if act is None else act(deal, *words[1:])


# --- who may act


def due(deal: Round) -> tuple[Turn, ...]:
    """Who may or must act now."""
    if deal.is_over:
        return ()
    if deal.variation == TRACK_NUMBER and (without := _without_row(deal)):
        return tuple(Turn(seat, (f"show {seat} CARDS",), (ROW_CARDS, ROW_CARDS), ROW) for seat in without)
    if deal.variation == TICKS_NUMBER and not deal.word:
        return (Turn(deal.banker, (f"answer {deal.banker} tikt", f"answer {deal.banker} niet"), why=WORD),)
    if deal.variation in GUESSES:
        return _guessing(deal)
    waiting = tuple(_stake(deal, seat, (ON_THE_CARD,), STAKE) for seat in deal.to_stake)
    return waiting or (Turn(place(deal), ("CARD",), why=CARD),)


def _guessing(deal: Round) -> tuple[Turn, ...]:
    """One player after the other."""
    if deal.in_play:
        return (Turn(deal.banker, ("CARD",), why=CARD),)
    return (_stake(deal, deal.to_stake[0], GUESSES[deal.variation].words, GUESS),)


def _stake(deal: Round, seat: int, chances: tuple[str, ...], why: Reason) -> Turn:
    acts = tuple(f"bet {chance} AMOUNT {seat}" for chance in chances)
    return Turn(seat, acts, stakes.limits(deal.evening, seat), why)


def _without_row(deal: Round) -> list[int]:
    """The players who have no open cards yet."""
    have = {seat for seat, _ in deal.rows}
    return [seat for seat in deal.players if seat not in have]


# --- the acts


def word(deal: Round, seat: int, said: str) -> Round:
    """*Hij tikt*, or *hij tikt niet*."""
    if deal.variation != TICKS_NUMBER or deal.word or seat != deal.banker:
        return refuse(deal, due(deal)[0].why, seat=seat)
    return deal._replace(word=said).with_line("answer", seat=seat, answer=said)


def row(deal: Round, seat: int, cards: tuple[Card, ...]) -> Round:
    """The open cards of a player, out of the first pack."""
    if deal.variation != TRACK_NUMBER or seat not in _without_row(deal):
        return refuse(deal, due(deal)[0].why, seat=seat)
    if len(cards) != ROW_CARDS:
        return refuse(deal, ROW, kind="misdeal", seat=seat)
    seen = [card for _, row in deal.rows for card in row]
    if len({*cards, *seen}) < len(cards) + len(seen) or any(not card.suit for card in cards):
        return refuse(deal, NOT_TWICE, kind="impossible-card", seat=seat, card=cards[0])
    after = deal._replace(rows=(*deal.rows, (seat, cards)))
    return after.with_line("show", seat=seat, cards=[*map(str, cards)])


def staked(deal: Round, where: str, amount: int, seat: int | None) -> Round:
    """A player stakes: on a guess, or without one."""
    may = {turn.seat: turn for turn in due(deal) if turn.acts[0].startswith("bet ")}
    if seat not in may or seat is None:
        return refuse(deal, _why_not(deal, seat), seat=seat)
    if f"bet {where} AMOUNT {seat}" not in may[seat].acts:
        return refuse(deal, NOT_HERE, seat=seat)
    if because := stakes.refusal(amount, stakes.limits(deal.evening, seat)):
        return refuse(deal, because, seat=seat)
    return laid(deal, Wager(seat, where, amount))


def _why_not(deal: Round, seat: int | None) -> Reason:
    if seat in deal.players and deal.variation in GUESSES and not deal.in_play:
        return turn_of(deal.to_stake[0])
    return due(deal)[0].why if seat in deal.players else stakes.OWN_STAKE


def turned(deal: Round, card: Card) -> Round:
    """The banker turns a card."""
    if due(deal)[0].acts != ("CARD",):
        return refuse(deal, due(deal)[0].why, card=card)
    if card in deal.turned or not card.suit:
        because = NOT_TWICE if card.suit else not_in_pack(card)
        return refuse(deal, because, kind="impossible-card", card=card)
    says = SAYS.get(deal.variation)
    word = {"word": says(deal, len(deal.turned) + 1)} if says else {}
    after = deal.with_line("card", card=str(card), to=str(place(deal)), **word)
    after = after._replace(turned=(*deal.turned, card))
    return CARDS[deal.variation](after)


def place(deal: Round) -> int:
    """The seat before which the next card lies: at hoopjes that of its pile, else the banker's."""
    if deal.variation == PILES_NUMBER:
        return (*deal.players, deal.banker)[len(deal.turned)]
    return deal.banker


def seen(deal: Round, seat: int, card: Card) -> Round:
    """The same, as the camera sees it."""
    if due(deal)[0].acts == ("CARD",) and seat != place(deal):
        return refuse(deal, turn_of(place(deal)), card=card)
    return turned(deal, card)


ACTS: dict[str, Callable[..., Round]] = {
    "answer": word,
    "show": row,
    "bet": staked,
    "card": turned,
    "play": seen,
}


# --- what is seen


def outcome(deal: Round) -> Outcome | None:
    """The result line and the score; None while the round is undecided."""
    if not deal.is_over:
        return None
    result: Plain = {
        "winner": None,
        "banker": deal.banker,
        "variation": deal.variation,
        "cards": [*map(str, deal.turned)],
        "times": [{"seat": seat, "times": times} for seat, times in deal.results],
    }
    purses = {str(seat): money(amount) for seat, amount in deal.evening.purses.items()}
    return Outcome(result, lines=(("score", {"purses": purses}),))


def table(deal: Round) -> Spread:
    """What everybody may see: all of it lies open."""
    rows = {str(seat): [*map(str, row)] for seat, row in deal.rows}
    return {
        "contract": NAMES[deal.variation - 1],
        "turned": [*map(str, deal.turned)],
        "cards": rows,
        "bids": [{"seat": deal.banker, "bid": deal.word}] if deal.word else [],
        "bank": {"seat": deal.banker, "amount": money(deal.evening.purses[deal.banker])},
    }
