"""What each act does to a deal of een-en-twintig. Source: HS p. 35-38."""

from __future__ import annotations

from collections.abc import Callable

from sabot.core.cards import Card
from sabot.core.words import Words
from sabot.games.banks.twenty_one import dealing, ending, playing, whys
from sabot.games.banks.twenty_one.coming import Cards, as_shown, impossible
from sabot.games.banks.twenty_one.deal import Deal
from sabot.games.evening.deal import refuse
from sabot.games.evening.whys import no_cards, turn_of


def acted(deal: Deal, words: Words) -> Deal:
    """The deal after one act."""
    act = ACTS.get((deal.phase, words[0]))
    return refuse(deal, whys.NOW[deal.phase]) if act is None else act(deal, *words[1:])


def banker_shown(deal: Deal, seat: int, cards: Cards) -> Deal:
    """The banker opens cards that nobody saw."""
    if seat != deal.banker:
        return refuse(deal, turn_of(deal.banker), seat=seat)
    named = as_shown(deal, len(deal.hands), cards)
    return named if named.faults != deal.faults else ending.banker_opens(named)


def banker_card(deal: Deal, card: Card) -> Deal:
    """The banker draws a card, open."""
    refused = impossible(deal, (card,), seat=deal.banker, card=card)
    return refused or ending.banker_drew(deal, card)


def banker_laid(deal: Deal, seat: int, card: Card) -> Deal:
    """The same, as the camera sees it."""
    return banker_card(deal, card) if seat == deal.banker else refuse(deal, no_cards(seat), seat=seat)


def banker_stands(deal: Deal, seat: int) -> Deal:
    """The banker draws no more, and is compared with those who stood."""
    if seat != deal.banker:
        return refuse(deal, turn_of(deal.banker), seat=seat)
    return ending.compared(deal.with_line("stand", seat=seat)._replace(phase="showing"))


def stood_shown(deal: Deal, seat: int, cards: Cards) -> Deal:
    """A player who stood shows cards that nobody saw."""
    now = deal.to_show
    assert now is not None
    if seat != now.seat:
        return refuse(deal, turn_of(now.seat), seat=seat)
    named = as_shown(deal, deal.hands.index(now), cards)
    return named if named.faults != deal.faults else ending.compared(named)


ACTS: dict[tuple[str, str], Callable[..., Deal]] = {
    ("first", "deal"): dealing.dealt,
    ("first", "hand"): dealing.hand,
    ("stakes", "bet"): dealing.staked,
    ("second", "deal"): dealing.dealt,
    ("second", "hand"): dealing.hand,
    ("second", "double"): dealing.doubled,
    ("playing", "buy"): playing.playing(playing.bought),
    ("playing", "stand"): playing.playing(playing.stood),
    ("playing", "raise"): playing.playing(playing.raised),
    ("playing", "open"): playing.playing(playing.opened),
    ("playing", "show"): playing.shown,
    ("playing", "split"): playing.split,
    ("playing", "draw"): playing.drawn,
    ("playing", "card"): playing.turned_up,
    ("playing", "play"): playing.laid,
    ("opening", "show"): banker_shown,
    ("banker", "card"): banker_card,
    ("banker", "play"): banker_laid,
    ("banker", "stand"): banker_stands,
    ("showing", "show"): stood_shown,
}
"""What may be done in each part of a deal."""
