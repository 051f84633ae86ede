"""The options of rikken. The defaults are those of Doevendans, *Rikken* (ch. 1-17); the others are variants
of part VI, or settle what the book leaves open."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import option
from sabot.games.evening.options import Household
from sabot.games.evening.whys import PLAYERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Household):
    """What a circle of rikken players may choose."""

    players: int = option(4, PLAYERS, 4)
    unit: int = option(10, "the money for one point", unit="money")

    lowest_alone: int = option(7, "the lowest bid to play alone (ch. 18)", 7, 8, 9)
    misere_above: int = option(8, "misère and piek rank above this number alone (ch. 18)", 8, 9, 10)
    piek_allowed: bool = option(True, "whether piek may be bid (ch. 18)")
    malheur: str = option(
        "compulsory", "whether three aces must be called (ch. 18)", "compulsory", "optional", "off"
    )
    alone_needs_rik: bool = option(False, "whether a number alone needs an earlier rik, not just any bid")
    joint_bids: str = option(
        "misere",
        "which bid another player may join at the same height: misère, misère and piek each for itself, "
        "or either of them beside the other",
        "misere",
        "closed",
        "mixed",
        "none",
    )

    malheur_must_play_fourth: bool = option(
        True, "whether the fourth ace falls when its suit is first led (ch. 19)"
    )
    malheur_trump_may_be_fourth_suit: bool = option(
        True, "whether the partner may make the suit of the fourth ace trumps (ch. 19)"
    )
    open_after_tricks: int = option(
        0,
        "tricks played before the bidder of an open misère or piek lays their hand open (ch. 19)",
        *range(13),
    )
    open_bidder_leads: bool = option(
        True, "whether the bidder of an open misère or piek leads, or the left of the dealer (ch. 19)"
    )

    four_passes: str = option(
        "redeal",
        "after four passes: the same dealer deals again, the fourth player must bid, "
        "or schoppen mieën is played (ch. 20)",
        "redeal",
        "fourth_must_bid",
        "mie",
    )
    misdeal_14_12: str = option(
        "transfer",
        "with 14 and 12 cards: the longer hand gives one away, or the cards are dealt again (ch. 1)",
        "transfer",
        "redeal",
    )
    revoke_penalty: str = option(
        "alert", "what a proven revoke costs: nothing by itself, or the deal", "alert", "deal_lost"
    )

    score_table: str = option(
        "book",
        "the points of the numbers alone: all alike, or one more for each step above seven (ch. 8)",
        "book",
        "rising",
    )
    score_rik: int = option(1, "points for a rik")
    score_malheur: int = option(2, "points for a malheur")
    score_alone: int = option(1, "points for a number alone")
    score_misere: int = option(3, "points for a misère or piek")
    score_open: int = option(6, "points for an open misère or piek")
    score_praatje: int = option(9, "points for an open misère or piek with talk")
    score_solo: int = option(15, "points for a solo")
    score_solo_beter: int = option(16, "points for a solo in hearts")
    score_overtrick: int = option(1, "points for each trick above the contract")
    score_thirteen: int = option(4, "more points for all thirteen tricks in a rik or malheur")
    undertrick_points: int = option(0, "points for each trick that a failed contract lacks")

    round: str = option(
        "rikken",
        "what every deal is that nobody announces otherwise: an auction, rik named before the deal (ch. 21), "
        "open piek totaal (ch. 22) or schoppen mieën (ch. 20)",
        "rikken",
        "op-voorhand",
        "open-piek-totaal",
        "mieen",
    )
    piek_totaal_points: int = option(1, "points that each loser of open piek totaal pays each winner")
    mie_points: int = option(
        1, "points that the queen of spades costs in schoppen mieën, to each other player"
    )
    no_first_trick: bool = option(False, "whether the first trick of schoppen mieën costs as much")
    no_last_trick: bool = option(False, "whether the last trick of schoppen mieën costs as much")
    most_tricks: str = option(
        "off",
        "what most tricks of schoppen mieën bring: nothing, or as much won or lost",
        "off",
        "win",
        "lose",
    )
    spade_penalty: int = option(0, "points that each spade taken costs in schoppen mieën")
