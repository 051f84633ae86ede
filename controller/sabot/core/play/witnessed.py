"""What a camera sees, compared with the cards that were dealt, and with the number that the wheel told."""

from __future__ import annotations

from functools import partial

from sabot.core.agreement import DOUBT_NS, Hands, compared, of_result
from sabot.core.events import Event, FaultFound
from sabot.core.observations import (
    BallLies,
    BallSeen,
    CardSeen,
    ClockTicked,
    DeviceLost,
    DeviceTroubled,
    Observation,
    WheelSeen,
)
from sabot.core.play import by_hand
from sabot.core.play.by_hand import BY_HAND
from sabot.core.play.judgement import recorded
from sabot.core.play.state import Play, closed_if_decided, coup_number
from sabot.core.reasons import Reason, reason
from sabot.core.surroundings import BETS_OPEN, EYE, ROUND_BEGINS, Room, Wheel
from sabot.core.terms import CONFIRM, Fault

_other_number = partial(
    reason, "the camera sees the ball in {n}, and the wheel says {said}: name the number by hand"
)
_entered = partial(reason, "the camera sees the ball in {n}, and {said} was entered by hand")
_other_entered = partial(
    reason, "the wheel says {n}, and {said} was entered by hand for this spin: look at the ball"
)

Compared = tuple[Play, Room, tuple[Event, ...]]
"""The play and the room after a comparison, and what was reported of it."""


def looked_at(play: Play, room: Room) -> Compared:
    """What the eye sees on the cloth, compared with what was dealt."""
    held = hands(play)
    eye, faults = compared(room.eye, held._replace(waits=held.waits or room.is_blind), room.steady_ns)
    play, events = recorded(play, [FaultFound(coup_number(play), fault) for fault in faults])
    return play, room._replace(eye=eye), events


def hands(play: Play) -> Hands:
    """The cards on the cloth as far as the sabot knows: of the coup under way, or of the one just closed."""
    game, taille, number = play.game, play.taille, play.number
    results = {each.coup: each.result for each in taille.results[-2:]}
    dealt = tuple((place, card) for place in game.PLACES for card in game.hand(play.coup, place))
    if not play.opened and number in results:
        dealt += of_result(results[number])
    waits = taille.unread or taille.burning > 0 or play.coup.turns is not None
    return Hands(number, game.PLACES, dealt, of_result(results.get(number - 1, {})), taille.aside, waits)


def waits_for_camera(room: Room, seen: BallSeen) -> bool:
    """Whether a number waits until the camera that checks it has seen the ball: one of the wheel, where the
    camera is at work and has not seen it yet."""
    watches = any(each.role == EYE for each in room.instruments) and not room.is_blind
    return watches and seen.source != BY_HAND and not room.wheel.lies


def is_heard(room: Room, seen: Observation) -> bool:
    """Whether the number that waits for the camera waits no longer: the time is over, a round begins, or the
    camera sees badly."""
    match seen:
        case ClockTicked(wall_ns):
            return not 0 <= wall_ns - room.ahead_ns - room.wheel.waits_ns < DOUBT_NS
        case WheelSeen(phase):
            return phase in ROUND_BEGINS
        case DeviceLost(role) | DeviceTroubled(role, since_ok=False):
            return role == EYE
    return False


def ball_told(play: Play, room: Room, seen: BallSeen) -> Compared:
    """The number of the wheel, or of a person in its place, compared with the one that a camera saw before.

    Where the two differ a fault is reported. The wheel's number is then not to be taken: a person names it.
    A number that decides nothing is not compared.
    """
    wheel, before = room.wheel._replace(waits=None), closed_if_decided(play)
    room = room._replace(wheel=wheel)
    if before.result is not None:
        return play, room, ()
    coup = before.number + (not before.opened)
    lies = wheel.lies if wheel.coup in (0, coup) else ""
    room = room._replace(wheel=wheel._replace(lies=lies, coup=coup, number=""))
    if lies in ("", seen.pocket):
        return play, room, ()
    if seen.source != BY_HAND:
        room = room._replace(wheel=room.wheel._replace(denied=seen.pocket))
        return _disputed(play, room, _other_number(n=lies, said=seen.pocket), said=seen.pocket)
    if wheel.doubted == lies:
        return play, room, ()
    return _disputed(play, room, _entered(n=lies, said=seen.pocket), said=seen.pocket)


def is_entered(room: Room, seen: BallSeen) -> bool:
    """Whether a number of the wheel comes after a person has entered the one of its spin."""
    wheel = room.wheel
    if seen.source == BY_HAND or wheel.seen is None or not wheel.number:
        return False
    return wheel.entered == wheel.seen.spin


def told_late(play: Play, room: Room, seen: BallSeen) -> Compared:
    """The number of the wheel for a spin whose number a person has entered: it decides nothing. Another one
    is a dispute over the coup that the person's number decided, whose settlement is held if it still can be.
    """
    said, coup = room.wheel.number, room.wheel.coup
    if said == seen.pocket:
        return play, room, ()
    fault = Fault("disagreement", _other_entered(n=seen.pocket, said=said), said=said)
    play, events = recorded(play, [FaultFound(coup, fault)])
    return (_held(play) if play.number == coup else play), room, events


def _spin_entered(wheel: Wheel, seen: BallSeen) -> str | None:
    """The spin of a number that a person enters while its ball runs, or has come to rest."""
    if seen.source != BY_HAND or wheel.seen is None or wheel.seen.phase == BETS_OPEN:
        return None
    return wheel.seen.spin


def ball_lies(play: Play, room: Room, seen: BallLies) -> Compared:
    """The number that a camera saw, compared with the one that was told before; that one stands, and the
    croupier has announced it."""
    wheel = room.wheel
    stands = wheel.number if wheel.coup == play.number else ""
    room = room._replace(wheel=wheel._replace(lies=seen.pocket, coup=wheel.coup if stands else 0))
    if stands in ("", seen.pocket) or seen.pocket == wheel.doubted:
        return play, room, ()
    because = reason(
        "the camera sees the ball in {n}, and {said} was told before", n=seen.pocket, said=stands
    )
    play, room, events = _disputed(play, room, because, said=stands)
    return _held(play), room, events


def counted(before: Play, play: Play, room: Room, seen: BallSeen) -> tuple[Play, Room]:
    """The play and the room after a number was told: where it has decided the coup it stands, and over an
    open dispute its settlement waits for the supervisor."""
    if play.result is None or play.result is before.result:
        return play, room
    entered = _spin_entered(room.wheel, seen)
    return _held(play), room._replace(wheel=room.wheel._replace(number=seen.pocket, entered=entered))


def taken_back(before: Play, play: Play, room: Room, last: Observation) -> tuple[Play, Room]:
    """The play and the room when the act `last` has been taken back: a number that was withdrawn is told no
    more, nor is a dispute over it. One over a number that the wheel told and that was never taken stays, as
    does one over a number that still stands."""
    if isinstance(last, CardSeen):
        room = by_hand.taken_back(room, last)
    wheel, withdrawn = room.wheel, ""
    if isinstance(last, BallSeen) and play.result != before.result:
        withdrawn, wheel = last.pocket, wheel._replace(number="")
    open_before = [each for each in before.taille.alerts if is_of_number(each.fault)]
    kept = [each for each in open_before if each.fault.said != withdrawn or withdrawn == wheel.denied]
    if open_before and not kept:
        wheel = wheel._replace(doubted="")
    others = tuple(each for each in play.taille.alerts if not is_of_number(each.fault))
    play = play._replace(taille=play.taille._replace(alerts=(*others, *kept)))
    return _held(play), room._replace(wheel=wheel)


def is_of_number(fault: Fault) -> bool:
    """Whether it is a dispute over the number of a wheel."""
    return fault.kind == "disagreement" and fault.card is None


def _held(play: Play) -> Play:
    """The play, its settlement held until the supervisor has settled a dispute over its number."""
    if play.result is None or not any(is_of_number(each.fault) for each in play.taille.alerts):
        return play
    return play._replace(taille=play.taille._replace(awaiting=CONFIRM))


def _disputed(play: Play, room: Room, because: Reason, *, said: str) -> Compared:
    fault = Fault("disagreement", because, said=said)
    play, events = recorded(play, [FaultFound(coup_number(play), fault)])
    return play, room._replace(wheel=room.wheel._replace(doubted=room.wheel.lies)), events
