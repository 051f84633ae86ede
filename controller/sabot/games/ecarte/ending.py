"""What a deal of écarté comes to, and who plays the next one. Source: HS p. 50-52."""

from __future__ import annotations

from sabot.core.shapes.json import Plain
from sabot.core.terms import money
from sabot.games.ecarte.deal import Deal, Game, other
from sabot.games.evening.deal import Outcome
from sabot.games.evening.evening import Evening

NO_GAME = Game((), 0, ())
"""The game of a table at which fewer than two sit."""


def outcome(deal: Deal) -> Outcome:
    """The result line, the payments of a game, and the score."""
    purses = {str(seat): money(amount) for seat, amount in deal.evening.purses.items()}
    score = ("score", {"points": _score(deal), "purses": purses, "pot": money(deal.in_play)})
    points = tuple(deal.points().items())
    return Outcome(_result(deal), lines=(*deal.paid, score), points=points)


def _result(deal: Deal) -> Plain:
    """`winner` won the deal; by the king, also the game without its tricks."""
    play = deal.play
    return {
        "winner": str(deal.won or deal.winner),
        "points": deal.scored,
        "tricks": {str(seat): play.taken(seat) if play else 0 for seat in deal.game.pair},
        "score": _score(deal),
        "game": bool(deal.winner),
    }


def _score(deal: Deal) -> dict[str, int]:
    return {str(seat): points for seat, points in deal.points().items()}


def following(deal: Deal) -> Evening:
    """The next deal: the other player deals. After a game its winner deals to the next of the gallery,
    clockwise; HS has the cards decide who that is."""
    if deal.winner:
        game = challenged(deal.evening, deal.winner, deal.game.entered)
        return deal.evening.following(dealer=deal.winner, carried=game)
    game = deal.game._replace(deals=deal.game.deals + 1)
    return deal.evening.following(dealer=other(game.pair, deal.dealer), carried=game)


def challenged(evening: Evening, stays: int, entered: int) -> Game:
    """A new game: the player who stays meets the next one clockwise after who came last."""
    comes = next(seat for seat in evening.after(entered) if seat != stays)
    return Game((stays, comes), comes)


def game_of(evening: Evening) -> Game:
    """The game that is played at this table: the one before goes on, as long as both players are there. Else
    the dealer begins one, or the player who stayed does."""
    kept: Game | None = evening.carried
    if kept is None:
        return challenged(evening, evening.dealer, evening.dealer)
    there = [seat for seat in kept.pair if seat in evening.seats]
    if len(there) == len(kept.pair):
        return kept
    return challenged(evening, there[0] if there else evening.dealer, kept.entered)
