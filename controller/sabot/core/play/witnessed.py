"""What a camera sees, compared with the cards that were dealt, and with the number that the wheel told."""

from __future__ import annotations

from functools import partial

from sabot.core.agreement import Hands, compared, of_result
from sabot.core.events import Event, FaultFound
from sabot.core.observations import BallLies, BallSeen
from sabot.core.play.judgement import recorded
from sabot.core.play.state import Play, coup_number
from sabot.core.reasons import Reason, reason
from sabot.core.surroundings import Room
from sabot.core.terms import Fault

BY_HAND = "manual"
"""The source of what a person enters."""

_other_number = partial(
    reason, "the camera sees the ball in {n}, and the wheel says {said}: name the number by hand"
)
_entered = partial(reason, "the camera sees the ball in {n}, and {said} was entered by hand")

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


def ball_told(play: Play, room: Room, seen: BallSeen) -> Compared:
    """The number of the wheel, or of a person in its place, compared with the one that a camera saw before.

    Where the two differ a fault is reported. The wheel's number is then not to be taken: a person names it.
    """
    lies, disputed = room.wheel.lies, room.wheel.lies not in ("", seen.pocket)
    by_hand = seen.source == BY_HAND
    number = "" if disputed and not by_hand else seen.pocket
    room = room._replace(wheel=room.wheel._replace(number=number, lies=""))
    if not disputed:
        return play, room, ()
    because = _entered(n=lies, said=seen.pocket) if by_hand else _other_number(n=lies, said=seen.pocket)
    return _disputed(play, room, because, said=seen.pocket)


def ball_lies(play: Play, room: Room, seen: BallLies) -> Compared:
    """The number that a camera saw, compared with the one that was told before; that one stands, and the
    croupier has announced it."""
    number = room.wheel.number
    if number in ("", seen.pocket):
        lies = "" if number else seen.pocket
        return play, room._replace(wheel=room.wheel._replace(lies=lies)), ()
    because = reason(
        "the camera sees the ball in {n}, and {said} was told before", n=seen.pocket, said=number
    )
    return _disputed(play, room, because, said=number)


def _disputed(play: Play, room: Room, because: Reason, *, said: str) -> Compared:
    fault = Fault("disagreement", because, said=said)
    play, events = recorded(play, [FaultFound(coup_number(play), fault)])
    return play, room, events
