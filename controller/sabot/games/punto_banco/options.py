"""The options of punto banco."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.core.options import House, option


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(House):
    """The options of punto banco."""

    decks: int = option(6, "packs in the sabot", *range(1, 13))
    min_cards: int = option(7, "no coup is opened with fewer cards than this in the sabot")
    after_cut: int = option(1, "coups still played after the one in which the cut card shows", *range(10))
    brule: bool = option(
        False, "a new sabot opens with a burn: its first card, and as many as that card counts"
    )
    no_tax: bool = option(False, "banco pays even money without tax, but half on one total")
    half_pay_total: int = option(5, "the total on which banco wins half when there is no tax", *range(10))
    tax_percent: int = option(5, "the tax on a win of banco, in percent", *range(101))
    tax_rounding: str = option(
        "none",
        "how the tax is rounded to whole units of money, for the house or the player",
        "none",
        "up",
        "down",
    )
    egalite_pays: int = option(8, "what égalité pays to one", *range(1, 101))
    pairs: bool = option(True, "whether stakes on pairs are taken")
    pair_pays: int = option(11, "what a pair pays to one", *range(1, 101))
