"""What a coup takes over from those before it (a bank, stakes in prison), and a new opening from the room as
it was, as plain JSON values and back.

Only what differs from the first coup of a table is written. It is read back by the types with which the
fields of the coup are declared, so that no game has to know of it.
"""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from sabot.core import reasons
from sabot.core.cards import Card, card_named
from sabot.core.game import Coup, Game
from sabot.core.shapes.json import whole
from sabot.core.surroundings import ClockNotice, Room, Wheel, WheelAlert
from sabot.core.table import Table, resumed
from sabot.record.chain import Record

PLAIN_TYPES = (str, int, bool, float, NoneType)


def written(game: Game, options: object, coup: Coup) -> dict[str, object]:
    """The fields of `coup` that differ from the first coup of a table. Raises TypeError for a value that is
    not plain."""
    first: Any = game.opening(options)
    return {
        name: _plain(getattr(coup, name))
        for name in first._fields
        if getattr(coup, name) != getattr(first, name)
    }


def read(game: Game, options: object, plain: dict[str, object]) -> Coup:
    """The coup that `written` described. Raises TypeError, ValueError or KeyError where it is none."""
    first: Any = game.opening(options)
    hints = get_type_hints(type(first))
    kept: Coup = first._replace(**{name: _meant(hints[name], value) for name, value in plain.items()})
    return kept


def room_kept(before: Room, *, is_same_game: bool) -> Room:
    """The room of a table that is newly opened: closed until when, who is wanted, and for the same game the
    open faults of its wheel, as they were `before`."""
    return Room(
        help_wanted=before.help_wanted,
        shut=before.shut,
        opens_minute=before.opens_minute,
        wheel=Wheel(faults=before.wheel.faults if is_same_game else ()),
    )


def room_written(room: Room) -> dict[str, object]:
    """What `room_kept` keeps of a room, without what is as in a fresh one."""
    faults = [{**each._asdict(), **reasons.written(each.why, "why")} for each in room.wheel.faults]
    return {
        **({"shut": True} if room.shut else {}),
        **({"opens_minute": room.opens_minute} if room.opens_minute is not None else {}),
        **({"help_wanted": True} if room.help_wanted else {}),
        **({"wheel_faults": faults} if faults else {}),
    }


def room_read(plain: dict[str, Any]) -> Room:
    """The room that `room_written` described. Raises TypeError, ValueError or KeyError where it is none."""
    minute = plain.get("opens_minute")
    return Room(
        help_wanted=bool(plain.get("help_wanted")),
        shut=bool(plain.get("shut")),
        opens_minute=None if minute is None else whole(minute),
        wheel=Wheel(faults=tuple(map(_wheel_alert, plain.get("wheel_faults", ())))),
    )


def _wheel_alert(plain: dict[str, Any]) -> WheelAlert:
    return WheelAlert(
        str(plain["name"]),
        reasons.found(plain, "why"),
        str(plain["spin"]),
        whole(plain["since_ns"]),
        over=bool(plain["over"]),
        answered=bool(plain["answered"]),
    )


def _plain(value: object) -> object:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        fields: tuple[str, ...] | None = getattr(value, "_fields", None)
        plain = [_plain(each) for each in value]
        return plain if fields is None else dict(zip(fields, plain, strict=True))
    if not isinstance(value, PLAIN_TYPES):
        raise TypeError(f"{type(value).__name__} is no plain value")
    return value


def _meant(hint: Any, plain: Any) -> Any:
    """The value of this type that `plain` stands for."""
    if get_origin(hint) in (Union, UnionType):
        return None if plain is None else _meant(next(t for t in get_args(hint) if t is not NoneType), plain)
    if get_origin(hint) is tuple:
        return tuple(_meant(each, value) for each, value in zip(_types(hint, plain), plain, strict=True))
    if hint is Card:
        return card_named(plain)
    if hasattr(hint, "_fields"):
        hints = get_type_hints(hint)
        return hint(**{name: _meant(hints[name], value) for name, value in plain.items()})
    return plain


def _types(hint: object, plain: list[object]) -> tuple[Any, ...]:
    """The types of a tuple's members: `tuple[Stake, ...]` has as many as there are values."""
    types = get_args(hint)
    return types[:1] * len(plain) if types[-1:] == (Ellipsis,) else types


RESUMED = "resumed"
"""The note that a table was opened again."""

FOLDED = "kind IN ('opening', 'observation', 'note')"
"""What a fold is made of: a note says where the table was opened again."""


def alone(table: Table) -> Table:
    """The table without instruments and without a notice of the clock: after a restart both must come
    again."""
    return table._replace(room=table.room._replace(instruments=(), clock_noted=ClockNotice()))


def opened_again(table: Table, record: Record) -> Table:
    """The table after a note on record: one that was opened again knew no instrument at first, and so waited
    for no camera."""
    return resumed(alone(table)) if record.plain.get("note") == RESUMED else table
