"""A sentence for a screen: its English form, the key in the catalogues, and what stands in its slots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sabot.core import reasons
from sabot.core.reasons import PlainReason, Reason

Sentence = dict[str, Any]
"""`{"id": form, "values": {slot: text, number or Sentence}}`."""

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def plain(form: str, **values: Any) -> Sentence:
    """A sentence of the screens' own."""
    return {"id": form, "values": values}


def with_suit(card: str | None) -> str:
    """A card by rank and the sign of its suit, such as 10♥; the joker by its name; nothing for none."""
    if not card or card[1] not in SUITS:
        return card or ""
    return card[0].replace("T", "10") + SUITS[card[1]]


def of_reason(why: Reason) -> Sentence:
    """A reason as a sentence."""
    return worded(reasons.as_dict(why))


def worded(why: PlainReason | Mapping[str, Any]) -> Sentence:
    """A reason from a view or from the record as a sentence: its cards bear the sign of their suit,
    its chances stand as a croupier reads them."""
    return plain(why["id"], **{slot: _value(slot, value) for slot, value in why["values"].items()})


def _value(slot: str, value: Any) -> Any:
    if not isinstance(value, dict):
        return chance(value) if slot == "chance" and isinstance(value, str) else value
    return with_suit(value["card"]) if "card" in value else worded(value)


def chance(name: str) -> str:
    """A chance as a croupier reads it: `carre:4-6` as `carré 4-6`, `jeu-zero` as `jeu zéro`."""
    bet, _, numbers = name.partition(":")
    for ours, read in (("-", " "), ("carre", "carré"), ("egalite", "égalité"), ("zero", "zéro")):
        bet = bet.replace(ours, read)
    return f"{bet.replace(' a ', ' à ')} {numbers}".strip()
