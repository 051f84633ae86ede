"""Everything that instruments and people perceive at the table. Each is frozen; verdicts are events.

Every observation can be written as a plain dict and read back (`as_dict`, `from_dict`): that is the form the
journal keeps. A reason is written as its English text; one with values is written a second time, as a value,
under `reason`. The time stands beside the observation (`Perceived`); no rule reads it.
"""

from __future__ import annotations

from typing import Any, NamedTuple, get_args, get_type_hints

from sabot.core import reasons
from sabot.core.cards import Card, any_card_named
from sabot.core.reasons import NOTHING, Reason, Why, as_reason


class CardSeen(NamedTuple):
    """A card left the sabot (`card` None: it could not be read). `place` is where it was seen, if known.

    `source` is the instrument: `sabot`, `camera` or `manual`. `note` is what it said about a failure.
    `late`: the sabot tells of it afterwards, because it was not heard when the card left.
    """

    card: Card | None
    place: str | None = None
    source: str = "sabot"
    note: Why = NOTHING
    late: bool = False


class CardLies(NamedTuple):
    """The eye sees a card at rest on the cloth (`card` None: it cannot read it).

    `track` is the eye's own name of that card; a second report means that it has moved. `place` is a place
    of the game, or empty; `order` is the number of cards that lay there before it. `picture` names the
    stored picture.
    """

    card: Card | None
    place: str = ""
    order: int = 0
    track: str = ""
    picture: str = ""
    source: str = "camera"


class CardTaken(NamedTuple):
    """The card that the eye called `track` no longer lies there."""

    track: str
    source: str = "camera"


class BallSeen(NamedTuple):
    """The ball rests in this pocket: `17`, `0`, `00`."""

    pocket: str
    source: str = "wheel"


class BallLies(NamedTuple):
    """A camera beside the wheel's own instrument sees the ball at rest in this pocket."""

    pocket: str
    source: str = "camera"


class CutCardSeen(NamedTuple):
    """The cut card shows at the mouth of the sabot."""

    source: str = "sabot"


class SabotOpened(NamedTuple):
    """A new sabot (a new taille) is opened; the count starts again."""


class BetsClosed(NamedTuple):
    """*Rien ne va plus.*"""


class CoupEnded(NamedTuple):
    """The croupier closes the coup and collects the cards."""


class Said(NamedTuple):
    """A call made at the table, in the words of the game: `banco 4`, `ponte carte`."""

    words: str


class Staked(NamedTuple):
    """A stake laid down; `amount` in minor units."""

    where: str
    amount: int
    seat: int | None = None


class Announced(NamedTuple):
    """The result that the croupier declares."""

    words: str


class Undone(NamedTuple):
    """The last act is withdrawn: an authorised correction. `by` and `reason` go on record.

    `unread`: all cards at the end that nobody could read are withdrawn, and nothing else.
    """

    by: str = ""
    reason: str = ""
    unread: bool = False


class Acknowledged(NamedTuple):
    """Somebody has seen the open faults and decides to go on.

    `fault` names one fault of the wheel: this then answers only that fault, and no fault of the game.
    """

    by: str = ""
    reason: str = ""
    fault: str = ""


class Confirmed(NamedTuple):
    """The coup shown after a restart is the coup that lies on the cloth."""

    by: str = ""


class ButtonPressed(NamedTuple):
    """A button of the croupier's panel: `rnvp`, `end`, `undo`, `supervisor`, `deal`."""

    button: str


class DeviceFound(NamedTuple):
    """An instrument is found: its `role` (`sabot`, `wheel`, `camera`, `panel`), its `driver`, and its
    port. `tries`: how many tries failed since its loss was reported."""

    role: str
    driver: str = ""
    where: str = ""
    tries: int = 0


class DeviceLost(NamedTuple):
    """An instrument is silent or gone; `why` is for the croupier."""

    role: str
    why: Why = NOTHING


class DeviceTroubled(NamedTuple):
    """An instrument reports trouble, but no lost card: noise on the line, an open lid, a lock. `since_ok`:
    the trouble is over."""

    role: str
    trouble: Why
    since_ok: bool = False


class WheelSeen(NamedTuple):
    """The phase of a round at the wheel: `bets-open`, `spin-begun`, `rnvp-due` (the ball will leave its
    track soon), `ball-dropped`, `at-rest`.

    `spin` is the wheel's own number of the round, `direction` that of the rotor (`clockwise`,
    `anticlockwise`), `wheel` the identity of the wheel if the instrument knows it, `zone` the pocket where
    the ball left its track. The number itself is a `BallSeen`.
    """

    phase: str
    spin: str = ""
    direction: str = ""
    rotor_rpm: float | int | None = None
    wheel: str = ""
    source: str = "wheel"
    zone: str = ""


class WheelFault(NamedTuple):
    """The wheel or its sensors depart from a valid spin; `name` is the fault's own (`wrong-direction`).

    It stands until somebody answers it by that name. `since_ok`: its cause is over.
    """

    name: str
    why: Why = NOTHING
    since_ok: bool = False
    spin: str = ""
    source: str = "wheel"

    @property
    def because(self) -> Reason:
        """Returns the reason; the fault's own name if the wheel gives none."""
        return as_reason(self.why or self.name.replace("-", " "))


class Noted(NamedTuple):
    """A note that decides nothing. `what`: `remark`, `table-opened`, `table-closed`, `next-opening`,
    `sabot-opened`, `sabot-closed`, `entry-refused`, `person-erased`, `clock-set`, `clock-behind`,
    `coup-abandoned`, `eye-learned`, `eye-forgot`, `eye-drifted`, `offer-accepted`, `offer-refused`,
    `offer-failed`. `about` is the coup that it concerns (0: none). `counted` is the float in minor units, the
    cards in the sabot or those that the eye learned from, a minute of the day, or the seconds by which the
    clock was set or is behind.
    """

    what: str
    by: str = ""
    text: str = ""
    about: int = 0
    counted: int | None = None


class ClockTicked(NamedTuple):
    """Time has passed; `wall_ns` is nanoseconds since 1970, UTC."""

    wall_ns: int


_OfPlay = CardSeen | CardLies | CardTaken | BallSeen | BallLies | CutCardSeen | SabotOpened | BetsClosed
_OfPeople = CoupEnded | Said | Staked | Announced | Undone | Acknowledged | Confirmed | ButtonPressed
_OfDevices = DeviceFound | DeviceLost | DeviceTroubled | WheelSeen | WheelFault

Observation = _OfPlay | _OfPeople | _OfDevices | Noted | ClockTicked

KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in Observation.__args__}
"""Every observation by its name in the journal."""

EXPLAINED = {CardSeen: "note", DeviceLost: "why", DeviceTroubled: "trouble", WheelFault: "why"}
"""The field that holds a reason, in each observation that has one."""


class Perceived(NamedTuple):
    """An observation with the time at which its reader took it from the port (nanoseconds).

    `mark` is the instrument's own number of the message, if it has one. It goes on record, so that a
    restarted controller recognises a message that is sent again.
    """

    observation: Observation
    wall_ns: int
    monotonic_ns: int
    mark: str = ""


def as_dict(observation: Observation) -> dict[str, object]:
    """The observation as plain JSON values: `{"kind": "CardSeen", "card": "8C", …}`.

    >>> as_dict(BallSeen("17"))
    {'kind': 'BallSeen', 'pocket': '17', 'source': 'wheel'}
    >>> from_dict(as_dict(CoupEnded()))
    CoupEnded()
    """
    plain: dict[str, object] = {"kind": type(observation).__name__, **observation._asdict()}
    if isinstance(plain.get("card"), Card):
        plain["card"] = str(plain["card"])
    if name := EXPLAINED.get(type(observation)):
        plain |= reasons.written(getattr(observation, name), name)
    return plain


def from_dict(plain: dict[str, Any]) -> Observation:
    """Returns the observation that `as_dict` wrote; older journals have the text of a reason alone. Raises
    ValueError for an unknown kind, and for a field of another type."""
    fields = dict(plain)
    kind = KINDS.get(str(fields.pop("kind", None)))
    if kind is None:
        raise ValueError(f"no such observation: {plain.get('kind')!r}")
    if fields.get("card") is not None:
        fields["card"] = any_card_named(str(fields["card"]))
    if (name := EXPLAINED.get(kind)) and name in fields:
        fields[name] = reasons.found(fields, name)
        fields.pop("reason", None)
    try:
        observation: Observation = kind(**fields)
    except TypeError as error:
        raise ValueError(f"{plain.get('kind')}: {error}") from None
    for name, types in _TYPES[kind]:
        if not isinstance(getattr(observation, name), types):
            raise ValueError(f"{plain.get('kind')}: {name} is {str(fields[name])[:40]!r}")
    return observation


_TYPES = {
    kind: [(name, get_args(hint) or hint) for name, hint in get_type_hints(kind).items()]
    for kind in KINDS.values()
}
