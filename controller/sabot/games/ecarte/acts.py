"""What each act does to a deal of écarté, up to the first lead. Source: HS p. 48-52."""

from __future__ import annotations

from collections.abc import Callable

from sabot.core.cards import Card
from sabot.core.reasons import Reason, reason
from sabot.games.ecarte import bets, playing
from sabot.games.ecarte.deal import FULL_HAND, Deal, Phase
from sabot.games.evening.deal import refuse
from sabot.games.evening.whys import DEAL_OVER, no_cards, turn_of
from sabot.games.tricks.cards import ACE_BELOW_KNAVE_32
from sabot.games.tricks.playing import Play
from sabot.games.tricks.tricks import Following

NOT_NOW: dict[Phase, Reason] = {
    "dealing": reason("a deal of écarté begins with five cards for each of the two players"),
    "turning": reason("the next card is turned, and makes trumps"),
    "proposing": reason("the dealer's opponent plays at once (brutaal), or asks for other cards (zwak)"),
    "answering": reason("the dealer gives other cards (geeft), or does not (speelt)"),
    "exchanging": reason("cards are exchanged now, first by the dealer's opponent"),
    "playing": reason("the five tricks are played now"),
    "over": DEAL_OVER,
}


# --- dealing ------------------------------------------------------------------------------------------


def dealt(deal: Deal) -> Deal:
    """The hands that are not known were dealt, unseen."""
    deal = bets.returned(deal).with_line("deal", dealer=deal.dealer, cards=FULL_HAND)
    return deal._replace(holding=deal.holding._replace(dealt=deal.game.pair), phase="turning")


def hand(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    """The hand of a player is known."""
    if seat not in deal.game.pair or seat in deal.holding.dealt:
        return refuse(deal, no_cards(seat), seat=seat)
    if because := deal.holding.wrong_number(cards):
        return refuse(deal, because, kind="misdeal", seat=seat)
    if because := deal.holding.impossible(cards):
        return refuse(deal, because, kind="impossible-card", seat=seat)
    deal = bets.returned(deal).with_line("hand", seat=seat, cards=FULL_HAND)
    holding = deal.holding.with_hand(seat, cards)
    return deal._replace(holding=holding, phase="turning" if len(holding.dealt) == 2 else "dealing")


def evened(deal: Deal, seat: int, what: str) -> Deal:
    """The dealer lets stakes go back that nobody covers."""
    if what != "gelijk" or seat != deal.dealer or not bets.short(deal):
        return refuse(deal, NOT_NOW[deal.phase], seat=seat)
    return bets.evened(deal.with_line("answer", seat=seat, answer=what))


def turned(deal: Deal, card: Card) -> Deal:
    """The card that makes trumps. For a king the dealer scores a point, and wins at once if that is the last
    point of the game (HS p. 50)."""
    if bets.short(deal):
        return refuse(deal, bets.UNEQUAL, card=card)
    if because := deal.holding.impossible((card,)):
        return refuse(deal, because, kind="impossible-card", card=card)
    deal = deal.with_line("card", card=str(card), to=str(deal.dealer))
    deal = deal._replace(turned=card, holding=deal.holding.with_gone(card), phase="proposing")
    return playing.king_turned(deal) if card.rank == "K" else deal


# --- proposing ----------------------------------------------------------------------------------------


def proposals(deal: Deal) -> tuple[str, ...]:
    """What the dealer's opponent may say."""
    return ("speelt" if deal.swaps else "brutaal", "zwak")


def proposed(deal: Deal, seat: int, what: str) -> Deal:
    """The dealer's opponent plays, or asks for other cards. *Sterk* is another word for *brutaal*."""
    what = "brutaal" if what == "sterk" else what
    if seat != deal.elder:
        return refuse(deal, turn_of(deal.elder), seat=seat)
    if what not in proposals(deal):
        return refuse(deal, NOT_NOW["proposing"], seat=seat)
    deal = deal.with_line("answer", seat=seat, answer=what)
    if what == "zwak":
        return deal._replace(phase="answering")
    return _play_begins(deal._replace(brutal=what == "brutaal"))


def answered(deal: Deal, seat: int, what: str) -> Deal:
    """The dealer gives other cards, or has it played."""
    if seat != deal.dealer:
        return refuse(deal, turn_of(deal.dealer), seat=seat)
    if what not in ("geeft", "speelt"):
        return refuse(deal, NOT_NOW["answering"], seat=seat)
    deal = deal.with_line("answer", seat=seat, answer=what)
    if what == "geeft":
        return deal._replace(phase="exchanging", exchange=(deal.elder, deal.dealer))
    return _play_begins(deal._replace(refused=deal.swaps == 0))


def _play_begins(deal: Deal) -> Deal:
    assert deal.turned is not None
    rule = Following(ruff=True, head=deal.evening.options.must_head)
    play = Play(deal.game.pair, deal.elder, deal.turned.suit, rule, ACE_BELOW_KNAVE_32)
    return deal._replace(play=play, phase="playing")


# --- exchanging ---------------------------------------------------------------------------------------


def limits(deal: Deal) -> tuple[int, int]:
    """The fewest and the most cards that the next player may exchange. Who asked for cards takes one at least
    (HS is silent)."""
    return (1 if len(deal.exchange) == 2 else 0), min(FULL_HAND, deal.left)


def swapped(deal: Deal, seat: int, given: int | tuple[Card, ...]) -> Deal:
    """A player throws cards away for as many of the stock."""
    count = given if isinstance(given, int) else len(given)
    if because := _swap_refused(deal, seat, given, count=count):
        return refuse(deal, because, seat=seat)
    deal = deal.with_line("swap", seat=seat, cards=count)._replace(left=deal.left - count)
    if isinstance(given, int):
        return _when_swapped(deal)
    return deal._replace(holding=deal.holding.with_gone(*given), drawing=count)


def _swap_refused(deal: Deal, seat: int, given: int | tuple[Card, ...], *, count: int) -> Reason | None:
    if seat != deal.exchange[0] or deal.drawing:
        return turn_of(deal.exchange[0])
    least, most = limits(deal)
    if not least <= count <= most:
        return reason("from {n} to {m} cards are exchanged", n=least, m=most)
    return deal.holding.not_given(seat, given)


def drawn(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Deal:
    """The cards that came into a known hand."""
    if seat != deal.exchange[0] or not deal.drawing:
        return refuse(deal, no_cards(seat), seat=seat)
    if because := deal.holding.not_drawn(cards, count=deal.drawing):
        return refuse(deal, because, kind="impossible-card", seat=seat)
    deal = deal.with_line("draw", seat=seat, cards=len(cards))
    return _when_swapped(deal._replace(holding=deal.holding.with_drawn(seat, cards), drawing=0))


def _when_swapped(deal: Deal) -> Deal:
    """The other player exchanges, or it is asked again, as long as there are cards (HS p. 50)."""
    deal = deal._replace(exchange=deal.exchange[1:])
    if deal.exchange:
        return deal
    deal = deal._replace(swaps=deal.swaps + 1, phase="proposing")
    return deal if deal.left else _play_begins(deal)


ACTS: dict[tuple[str, str], Callable[..., Deal]] = {
    ("dealing", "deal"): dealt,
    ("dealing", "hand"): hand,
    ("dealing", "answer"): evened,
    ("turning", "answer"): evened,
    ("turning", "card"): turned,
    ("proposing", "answer"): proposed,
    ("answering", "answer"): answered,
    ("exchanging", "swap"): swapped,
    ("exchanging", "draw"): drawn,
    ("playing", "answer"): playing.declared,
    ("playing", "play"): playing.played,
}
"""What may be done in each part of a deal."""
