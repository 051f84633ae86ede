"""What a coup of trente et quarante does to a stake: it wins, loses, lies free, or goes to prison.

Sources: HS p. 79-80 and TT (see `trente_rows`). All four chances pay even money. After an après the stakes
are free. After a refait the player takes half back or goes to prison: at level n a stake must win n times
before it loses once; each further refait locks it one level deeper. An insured stake (1 %) takes a refait
for an après.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sabot.core.options import House, option
from sabot.core.terms import Stake
from sabot.games.trente_et_quarante.rows import Position

CHANCES = ("noir", "rouge", "couleur", "inverse")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(House):
    """The options of trente et quarante."""

    decks: int = option(6, "packs in the sixain", *range(1, 13))
    after_cut: int = option(1, "coups still played after the one in which a cut card shows", *range(10))
    invitation: str = option(
        "votre", "the invitation to stake: faites votre jeu, or faites le jeu", "votre", "le"
    )
    player_shuffle: bool = option(False, "whether a player may mix the sixain too (say melange 3)")
    refait: str = option(
        "choice",
        "what a refait does: each player chooses, prison by default; prison for all; or half for all",
        "choice",
        "prison",
        "half",
    )
    half_rest: str = option(
        "bank",
        "where the half goes that is not taken back after a refait: to the bank, or it stays in play",
        "bank",
        "play",
    )
    prison_levels: int = option(0, "how many levels deep a stake can be locked; 0: as deep as refaits come")
    prison_full: str = option(
        "lost",
        "what a refait does to a stake at the deepest level: lost, stays there, or leaves with its worth",
        "lost",
        "stays",
        "half",
    )
    settle_order: str = option(
        "losers-first",
        "which stakes are settled first: in the order in which they were laid, or losers before winners",
        "stakes",
        "losers-first",
        before="stakes",
    )
    insurance: bool = option(True, "whether stakes may be insured against the refait")
    insurance_minimum: int = option(500_00, "the smallest stake that may be insured", unit="money")
    insurance_percent: int = option(1, "the premium of insurance, in percent of the stake", *range(1, 11))
    premium_back: str = option(
        "never",
        "when the premium comes back: never, at a refait, at an après of 32 to 40, or at both",
        "never",
        "refait",
        "apres",
        "both",
    )


class Lot(NamedTuple):
    """A stake as the coup meets it; `level` is how deep it lies in prison, 0 for one that lies free."""

    where: str
    amount: int
    seat: int | None = None
    level: int = 0
    insured: bool = False

    @property
    def worth(self) -> int:
        """What it is worth where no coup can free it: each level halves it. A broken cent is the bank's,
        which has no coin for it."""
        return self.amount >> self.level


class Fate(NamedTuple):
    """What becomes of a lot: `returned` comes back, and what stays is `kept`, a lot of the next coup.

    `held` is the word for it: `table`, `prison` or None.
    """

    returned: int
    kept: Lot | None = None
    held: str | None = None


def fate(options: Options, lot: Lot, now: Position, *, choice: str | None = None, last: bool = False) -> Fate:
    """What the decided coup `now` does to `lot`.

    `choice` is what its player said after a refait: `prison`, `moitie`, or the chance it is moved to. When
    the coup is the `last` of the taille nothing goes to prison or stays there: it leaves with its worth (HS:
    half for a refait; deeper in prison it is the value of what may still come).
    """
    met = _met(options, lot, now, choice)
    if last and met.held is not None:
        return Fate(met.kept.worth if met.kept is not None and met.held == "prison" else met.returned)
    return met


def stays(lot: Lot, met: Fate) -> Lot | None:
    """What of `lot` plays the next coup; insurance was for this one alone."""
    return lot._replace(insured=False) if met.kept is None and met.held == "table" else met.kept


def _met(options: Options, lot: Lot, now: Position, choice: str | None) -> Fate:
    if lot.where in now.chances:
        return _won(lot)
    if now.chances:
        return Fate(0)
    if now.winner == "refait" and not lot.insured:
        return _after_refait(options, lot, choice or ("moitie" if options.refait == "half" else "prison"))
    return Fate(0, lot, "prison") if lot.level else Fate(lot.amount, held="table")


def _won(lot: Lot) -> Fate:
    if lot.level > 1:
        return Fate(0, lot._replace(level=lot.level - 1), "prison")
    return Fate(lot.amount if lot.level else 2 * lot.amount)


def _after_refait(options: Options, lot: Lot, choice: str) -> Fate:
    """Half of its worth, or one level deeper; a stake that was free may first be moved (TT)."""
    half = lot.amount >> (lot.level + 1)
    if choice == "moitie":
        if options.half_rest == "play" and not lot.level:
            return Fate(half, lot._replace(amount=lot.amount - half), "table")
        return Fate(half)
    if options.prison_levels and lot.level >= options.prison_levels:
        return _too_deep(options, lot)
    moved = choice if choice in CHANCES and not lot.level else lot.where
    return Fate(0, lot._replace(where=moved, level=lot.level + 1), "prison")


def _too_deep(options: Options, lot: Lot) -> Fate:
    if options.prison_full == "stays":
        return Fate(0, lot, "prison")
    return Fate(lot.worth if options.prison_full == "half" else 0)


def premium(options: Options, amount: int) -> int:
    """What insuring a stake of `amount` costs; a broken cent goes to the house."""
    return -(-amount * options.insurance_percent // 100)


def premium_returned(options: Options, amount: int, winner: str | None) -> int:
    """What comes back of the premium of a stake of `amount`: nothing, unless the house says so."""
    back = {"refait": ("refait", "both"), "apres": ("apres", "both")}.get(winner or "", ())
    return premium(options, amount) if options.premium_back in back else 0


def free(stakes: tuple[Stake, ...], insured: tuple[tuple[str, int | None], ...]) -> list[Lot]:
    """The stakes of a coup as lots; `insured` are the chances and seats that paid the premium."""
    return [Lot(*stake[:3], insured=(stake.where, stake.seat) in insured) for stake in stakes]
