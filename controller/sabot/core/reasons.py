"""Why: a reason is a value, said in English by `str()` and in any language by its key.

The key is the English sentence with names for what stands in it, as in gettext. It is the entry of the
catalogues, so a reason needs no second table, a translator reads a sentence instead of a code, and `str()`
only fills it in. A value may be a number, a card, a name, or a reason itself:

    >>> str(reason("{place} has {n} and draws to {m}", place="punto", n=4, m=5))
    'punto has 4 and draws to 5'
    >>> str(reason("{who}: {why}", who=reason("the ponte stood"), why=reason("the coup is decided")))
    'the ponte stood: the coup is decided'

Text from elsewhere, such as that of an older journal or of a foreign driver, is a reason without values
(`as_reason`). It is shown as it is where no catalogue knows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias, TypedDict, Union

from sabot.core.cards import Card, any_card_named

Value = Union[int, float, str, Card, "Reason"]
"""What may stand in a reason."""


class Reason(NamedTuple):
    """Why: `key` is the English sentence with slots such as `{n}`, `values` what stands in each slot.

    Make one with `reason`. One with an empty key gives no reason, and is false.
    """

    key: str
    values: tuple[tuple[str, Value], ...] = ()

    def __str__(self) -> str:
        return _english(self) if self.values else self.key

    def __bool__(self) -> bool:
        return bool(self.key)


@lru_cache(maxsize=4096)
def _english(why: Reason) -> str:
    """The key with the values in its slots; the key alone where a foreign game does not fill them. Each card
    has a reason, and the same ones come again."""
    try:
        return why.key.format_map(dict(why.values))
    except (LookupError, ValueError, AttributeError, TypeError):
        return why.key


Why: TypeAlias = Reason | str
"""A reason, or plain text from a driver or a game of another package."""

NOTHING = Reason("")
"""No reason is given."""


def reason(key: str, /, **values: Value) -> Reason:
    """The reason with this key and these values, in the order of the slots; a test checks that they fit."""
    return Reason(key, tuple(values.items()))


def as_reason(why: Why) -> Reason:
    """The reason itself; text as a reason without values."""
    return why if isinstance(why, Reason) else Reason(str(why))


def of_error(error: BaseException) -> Reason:
    """The reason that an error was raised with, or its text as one.

    >>> of_error(ValueError(reason("{n} cards are missing", n=2))).values
    (('n', 2),)
    """
    given = next((each for each in error.args if isinstance(each, Reason)), None)
    return given or Reason(str(error))


class PlainCard(TypedDict):
    """A card in a reason as plain JSON values."""

    card: str


class PlainReason(TypedDict):
    """A reason as plain JSON values; a reason within it likewise."""

    id: str
    values: dict[str, int | float | str | PlainCard | PlainReason]


def as_dict(why: Why) -> PlainReason:
    """The reason as plain JSON values: for the screens, and for the record."""
    why = as_reason(why)
    return {"id": why.key, "values": {slot: _plain(value) for slot, value in why.values}}


def _plain(value: Value) -> int | float | str | PlainCard | PlainReason:
    if isinstance(value, Reason):
        return as_dict(value)
    return {"card": str(value)} if isinstance(value, Card) else value


def from_dict(plain: Mapping[str, object]) -> Reason:
    """The reason that `as_dict` wrote; NOTHING, or text without values, from what it never wrote."""
    values, key = plain.get("values"), str(plain.get("id") or "")
    known = values if isinstance(values, Mapping) else {}
    slots = sorted(known, key=lambda slot: key.find(f"{{{slot}}}"))
    return Reason(key, tuple((str(slot), _read(known[slot])) for slot in slots))


def written(why: Why, name: str) -> dict[str, object]:
    """The text of a reason under `name`, and the reason itself under `reason` where it has values.

    >>> written(reason("{n} cards are missing", n=2), "why")["why"]
    '2 cards are missing'
    """
    text: dict[str, object] = {name: str(why)}
    return text | {"reason": as_dict(why)} if as_reason(why).values else text


def found(plain: Mapping[str, object], name: str) -> Reason:
    """The reason that `written` wrote, or what stands under `name` as one."""
    kept = plain.get("reason")
    return from_dict(kept) if isinstance(kept, Mapping) else Reason(str(plain.get(name) or ""))


def _read(value: object) -> Value:
    if isinstance(value, Mapping):
        return any_card_named(str(value.get("card"))) or from_dict(value)
    return value if isinstance(value, int | float) else str(value)
