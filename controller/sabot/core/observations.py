"""What was perceived at the table. Frozen, and always perceptions; the verdicts on them are events.

Every observation can be written as a plain dict and read back (`as_dict`, `from_dict`): that is the form the
journal keeps. A reason is written as its English text; one with values is written a second time, as a value,
under `reason`. What the instruments' clocks said travels beside the observation (`Perceived`), never
inside a rule.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sabot.core import reasons
from sabot.core.cards import Card, card_named
from sabot.core.reasons import NOTHING, Reason, Why, as_reason


class CardSeen(NamedTuple):
    """A card left the sabot (`card` None: it could not be read), perhaps seen lying at a `place`.

    `source` is the name of the instrument, `sabot`, `camera` or `manual`; `note` what the instrument said
    of a failure.
    """

    card: Card | None
    place: str | None = None
    source: str = "sabot"
    note: Why = NOTHING


class CardLies(NamedTuple):
    """The eye sees a card at rest on the cloth (`card` None: it cannot read it).

    `track` is the eye's own name of that card; a second report means that it has moved. `place` is one of
    the game's or empty, `order` (from 0) how many lay there before it. `picture` names the picture that
    was kept.
    """

    card: Card | None
    place: str = ""
    order: int = 0
    track: str = ""
    picture: str = ""
    source: str = "camera"


class CardTaken(NamedTuple):
    """The card that the eye called `track` lies there no longer."""

    track: str
    source: str = "camera"


class BallSeen(NamedTuple):
    """The ball rests in this pocket: `17`, `0`, `00`."""

    pocket: str
    source: str = "wheel"


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

    `unread`: the last card and those before it that nobody could read either, and nothing else.
    """

    by: str = ""
    reason: str = ""
    unread: bool = False


class Acknowledged(NamedTuple):
    """Somebody has seen the open faults and decides to go on.

    `fault` names one fault of the wheel: only that one is meant, and no fault of the play.
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
    """An instrument fell silent or went away; `why` is for the croupier."""

    role: str
    why: Why = NOTHING


class DeviceTroubled(NamedTuple):
    """An instrument reports trouble without having lost a card: noise on the line, a lid open, a lock."""

    role: str
    trouble: Why
    since_ok: bool = False


class WheelSeen(NamedTuple):
    """How far the wheel is with a round: `bets-open`, `spin-begun`, `rnvp-due` (the ball will leave its
    track soon), `ball-dropped`, `at-rest`.

    `spin` is the wheel's own number of the round, `direction` that of the rotor (`clockwise`,
    `anticlockwise`), `wheel` the identity of the wheel where the instrument knows it, `zone` the pocket over
    which the ball left its track. The number itself is a `BallSeen`.
    """

    phase: str
    spin: str = ""
    direction: str = ""
    rotor_rpm: float | None = None
    wheel: str = ""
    source: str = "wheel"
    zone: str = ""


class WheelFault(NamedTuple):
    """The wheel or its sensors depart from a valid spin; `name` is the fault's own (`wrong-direction`).

    It stands until somebody answers for it by that name. `since_ok`: what caused it is over.
    """

    name: str
    why: Why = NOTHING
    since_ok: bool = False
    spin: str = ""
    source: str = "wheel"

    @property
    def because(self) -> Reason:
        """Why: the fault's own name where the wheel says no more."""
        return as_reason(self.why or self.name.replace("-", " "))


class Noted(NamedTuple):
    """Something is put on record that decides nothing: `what` is `remark`, `table-opened`, `table-closed`,
    `sabot-opened` or `sabot-closed`.

    `about` is the coup that it concerns (0: none), `counted` the float in minor units, or the cards of the
    sabot.
    """

    what: str
    by: str = ""
    text: str = ""
    about: int = 0
    counted: int | None = None


class ClockTicked(NamedTuple):
    """Time has passed; `wall_ns` is nanoseconds since 1970, UTC."""

    wall_ns: int


Observation = (
    CardSeen
    | CardLies
    | CardTaken
    | BallSeen
    | CutCardSeen
    | SabotOpened
    | BetsClosed
    | CoupEnded
    | Said
    | Staked
    | Announced
    | Undone
    | Acknowledged
    | Confirmed
    | ButtonPressed
    | DeviceFound
    | DeviceLost
    | DeviceTroubled
    | WheelSeen
    | WheelFault
    | Noted
    | ClockTicked
)

KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in Observation.__args__}
"""Every observation by its name in the journal."""


EXPLAINED = {CardSeen: "note", DeviceLost: "why", DeviceTroubled: "trouble", WheelFault: "why"}
"""The field that holds a reason, in each observation that has one."""


class Perceived(NamedTuple):
    """An observation with the time at which its reader took it from the port (nanoseconds).

    `mark` is the instrument's own number of the message, where it has one: on record, it lets a restarted
    controller know what the instrument sends again.
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
    """The observation that `as_dict` wrote. Raises ValueError when it is of a kind unknown here.

    Older journals have the text of a reason alone.
    """
    fields = dict(plain)
    kind = KINDS.get(str(fields.pop("kind", None)))
    if kind is None:
        raise ValueError(f"no such observation: {plain.get('kind')!r}")
    if fields.get("card") is not None:
        fields["card"] = card_named(fields["card"])
    if (name := EXPLAINED.get(kind)) and name in fields:
        fields[name] = reasons.found(fields, name)
        fields.pop("reason", None)
    try:
        observation: Observation = kind(**fields)
    except TypeError as error:
        raise ValueError(f"{plain.get('kind')}: {error}") from None
    return observation
