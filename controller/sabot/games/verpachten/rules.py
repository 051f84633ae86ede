"""Verpachten: the farm is let to the highest bidder, and exactly sixteen takes it.

Source: HS p. 84-86. The tenant pays the rent into the farm, deals one closed card to each of the others,
and none to themselves. Each buys as many as they like. Over sixteen pays the tenant the difference, under
sixteen nothing, and sixteen takes the farm.
"""

from __future__ import annotations

from sabot.core.cards import Card
from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import Spread
from sabot.core.terms import money
from sabot.games.evening.deal import Outcome
from sabot.games.evening.evening import Evening
from sabot.games.verpachten.acts import acted as acted
from sabot.games.verpachten.acts import due as due
from sabot.games.verpachten.acts import let
from sabot.games.verpachten.deal import PACK_CARDS, Carried, Deal, points_of
from sabot.games.verpachten.options import FEWEST_PLAYERS, MOST_PLAYERS
from sabot.games.verpachten.options import Options as Options

NAME = "verpachten"
SEATS = (FEWEST_PLAYERS, MOST_PLAYERS)
KIND = "pot"
CHANCES = ()
WORDS = (
    "bid SEAT pass",
    "bid SEAT AMOUNT",
    "deal",
    "hand SEAT CARDS",
    "buy SEAT",
    "stand SEAT",
    "draw SEAT CARDS",
    "show SEAT CARDS",
)


def PACK(options: Options, players: int) -> tuple[Card, ...]:  # noqa: N802
    return PACK_CARDS


# --- one deal and the next


def begun(evening: Evening) -> Deal:
    carried = evening.carried or Carried()
    tenant = carried.tenant if carried.tenant in evening.seats else 0
    deal = Deal(evening, carried, carried.farm, evening.after(evening.dealer), tenant=tenant)
    return let(deal) if tenant else deal


def following(deal: Deal) -> Evening:
    """The tenancy goes on until somebody has sixteen; then there is a new auction, or the new tenant pays the
    same rent. Where nobody bid, the next player deals."""
    if not deal.tenant:
        return deal.evening.following(carried=Carried(deal.farm))
    rent = deal.bid or deal.carried.rent
    if not deal.winner:
        return deal.evening.following(dealer=deal.tenant, carried=Carried(deal.farm, deal.tenant, rent))
    after = Carried(deal.farm)
    if deal.options.rent == "same":
        after = Carried(deal.farm, deal.winner, rent, owed=True)
    return deal.evening.following(dealer=deal.winner, carried=after)


def outcome(deal: Deal) -> Outcome | None:
    if deal.stage != "over":
        return None
    result: Plain = {
        "winner": str(deal.winner) if deal.winner else None,
        "tenant": deal.tenant or None,
        "farm": money(deal.farm),
    }
    if deal.tenant:
        result["points"] = {str(player.seat): points_of(player.known) for player in deal.players}
        result["cards"] = {str(player.seat): [*map(str, player.known)] for player in deal.players}
    purses = {str(seat): money(amount) for seat, amount in deal.evening.purses.items()}
    return Outcome(result, lines=(("score", {"purses": purses, "pot": money(deal.farm)}),))


# --- what is seen of it


def table(deal: Deal) -> Spread:
    is_open = deal.stage == "over"
    shown: Spread = {
        "pot": money(deal.farm),
        "hands": {str(player.seat): player.size for player in deal.players},
        "cards": {str(each.seat): [*map(str, each.known)] if is_open else [] for each in deal.players},
    }
    if deal.tenant:
        shown["bank"] = {"seat": deal.tenant, "amount": money(deal.bid or deal.carried.rent)}
    return shown


def held(deal: Deal, seat: int) -> tuple[Card, ...] | None:
    """The hand; none once all are laid open."""
    if deal.stage in ("show", "over"):
        return None
    found = [player for player in deal.players if player.seat == seat and player.known and not player.unseen]
    return found[0].known if found else None
