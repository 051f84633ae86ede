"""The options of a game: a frozen dataclass a game, each field with its default, its choices and one
sentence.

What every game lets the house choose stands in `House`; a game's own `Options` derive from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any, TypedDict, TypeVar

from sabot.core.terms import minor_units, money
from sabot.core.words import nearest

Kind = TypeVar("Kind", bound="House")
Value = TypeVar("Value")


class OptionError(ValueError):
    """An option that cannot be read; the message is for the person who wrote it."""


Default = TypeVar("Default", bool, int, str)


class Described(TypedDict):
    """An option for people: its name, its default and its choices as they are written, and its sentence."""

    name: str
    default: str
    choices: list[str]
    doc: str


def option(
    default: Default,
    doc: str,
    *choices: Default,
    unit: str = "",
    least: int = 0,
    before: Default | None = None,
) -> Default:
    """A field of an options class. `unit` is `money` where the integer is minor units, `least` the smallest
    sum that can be played with.

    `before` is how tables were played before there was this option, where that is not its default: a record
    that does not name it was dealt so.
    """
    metadata = {"doc": doc, "choices": choices, "unit": unit, "least": least, "before": before}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What the house may choose at every table."""

    close: str = option(
        "auto", "who closes a decided coup: the next act, or the croupier alone", "auto", "croupier"
    )
    rnvp: str = option(
        "optional", "whether cards may come only after rien ne va plus", "optional", "required"
    )
    faux_tirage: str = option(
        "burn",
        "what becomes of a card drawn against the rules: out of play, first card of the next coup, "
        "or payout held for the supervisor",
        "burn",
        "next",
        "hold",
    )
    settle_order: str = option(
        "stakes",
        "which stakes are settled first: in the order in which they were laid, or losers before winners",
        "stakes",
        "losers-first",
    )
    minimum: int = option(0, "the smallest stake; 0.00 sets none", unit="money")
    maximum: int = option(0, "the largest stake; 0.00 sets none", unit="money")

    # What only some games have; the options of such a game have a field of this name.

    @property
    def decks(self) -> int:
        """Packs in the sabot; 0 where there is none."""
        return 0

    @property
    def brule(self) -> bool:
        """Whether a new sabot opens with a burn."""
        return False

    @property
    def player_shuffle(self) -> bool:
        """Whether a player may mix a new sabot too."""
        return True

    @property
    def after_cut(self) -> int:
        """Coups still played after the one in which the cut card shows."""
        return 1

    @property
    def pockets(self) -> int:
        """Pockets of the wheel; 0 where there is none."""
        return 0


def spelled(name: str) -> str:
    """An option's name as people write it: `half_pay_total` -> `half-pay-total`.

    >>> spelled("half_pay_total")
    'half-pay-total'
    """
    return name.replace("_", "-")


def read(kind: type[Kind], given: Iterable[tuple[str, str]]) -> Kind:
    """The options `given` as text pairs, over the defaults. `raise=off` is `no-raise=on` in other words.
    Raises OptionError, naming what was expected.

    >>> import sabot
    >>> options = read(sabot.GAMES["punto-banco"].Options, [("no-tax", "on"), ("maximum", "500")])
    >>> options.no_tax, options.maximum, options.decks
    (True, 50000, 6)
    >>> read(type(options), [("decks", "13")])
    Traceback (most recent call last):
        ...
    sabot.core.options.OptionError: decks=13: expected a whole number from 1 to 12
    """
    known = {each.name: each for each in fields(kind)}
    values: dict[str, Any] = {}  # each of the type of its option's default
    for name, text in given:
        key = name.strip().replace("-", "_").lower()
        if _is_switch(known.get(f"no_{key}")):
            values[f"no_{key}"] = not _among(spelled(key), _SWITCH, text.strip().lower())
            continue
        if key not in known:
            alike = ", ".join(nearest(spelled(key), map(spelled, sorted(known))))
            raise OptionError(f"unknown option {name!r}; expected one such as {alike}")
        values[key] = _value(known[key], text.strip())
    return kind(**values)


def _is_switch(each: Field[object] | None) -> bool:
    return each is not None and isinstance(each.default, bool)


def recorded(kind: type[Kind], given: Mapping[str, str]) -> Kind:
    """The options that a record names. One that it does not name is as tables were played before there was
    that option. Raises OptionError.

    >>> import sabot
    >>> options = sabot.GAMES["chemin-de-fer"].Options
    >>> recorded(options, {}).suivi, recorded(options, {"suivi": "next"}).suivi, options().suivi
    ('kept', 'next', 'next')
    """
    older = [
        (each.name, shown(each, before))
        for each in fields(kind)
        if (before := each.metadata["before"]) is not None
    ]
    return read(kind, [*older, *given.items()])


_SWITCH = dict.fromkeys(("on", "true", "yes", "1"), True) | dict.fromkeys(("off", "false", "no", "0"), False)


def _value(each: Field[object], text: str) -> bool | int | str:
    choices: tuple[bool | int | str, ...] = each.metadata["choices"]
    default = each.default
    if isinstance(default, bool):
        return _among(spelled(each.name), _SWITCH, text.lower())
    if each.metadata["unit"] == "money":
        return _amount(each, text)
    if isinstance(default, int):
        return _whole(each, text)
    return _among(spelled(each.name), {str(choice): choice for choice in choices}, text.lower())


def _amount(each: Field[object], text: str) -> int:
    is_none = text.lower() == "none" or (set(text) <= set("0.") and "0" in text)
    amount, least = 0 if is_none else minor_units(text), each.metadata["least"]
    if amount is None or amount < least:
        limit = f" of {money(least)} or more" if least else ""
        raise OptionError(f"{spelled(each.name)}={text}: expected an amount{limit} such as 5 or 2.50")
    return amount


def _whole(each: Field[object], text: str) -> int:
    choices = each.metadata["choices"]
    if not (text.isascii() and text.isdigit() and len(text) < 10) or (choices and int(text) not in choices):
        wanted = f"from {choices[0]} to {choices[-1]}" if choices else "of 0 or more"
        raise OptionError(f"{spelled(each.name)}={text}: expected a whole number {wanted}")
    return int(text)


def _among(name: str, meanings: Mapping[str, Value], text: str) -> Value:
    if text not in meanings:
        wanted = "on or off" if meanings is _SWITCH else ", ".join(meanings)
        raise OptionError(f"{name}={text}: expected {wanted}")
    return meanings[text]


def shown(each: Field[object], value: object) -> str:
    """A value as it is written on a command line: `True` -> `on`, 500 of money -> `5.00`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return money(value) if isinstance(value, int) and each.metadata["unit"] == "money" else str(value)


def described(kind: type[House]) -> list[Described]:
    """Every option of `kind`: `name`, `default` (as written), `choices` (as written) and `doc`.

    >>> first = described(House)[0]
    >>> first["name"], first["default"], first["choices"]
    ('close', 'auto', ['auto', 'croupier'])
    """
    return [
        {
            "name": spelled(each.name),
            "default": shown(each, each.default),
            "choices": ["on", "off"]
            if isinstance(each.default, bool)
            else [str(choice) for choice in each.metadata["choices"]],
            "doc": each.metadata["doc"],
        }
        for each in fields(kind)
    ]
