"""The referee: `step(table, observation) -> table, events`. Total, and knows no clock, file or thread.

What is common to all games is decided here: the count of the sabot, what opens and closes a coup, cards
that nobody could read, cards too many, stakes out of time, and taking the last act back. The rest is asked
of the game's rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from sabot.core.cards import value
from sabot.core.events import ActWithdrawn, Event, FaultFound
from sabot.core.game import Game
from sabot.core.observations import (
    Acknowledged,
    BallLies,
    BallSeen,
    ButtonPressed,
    CardSeen,
    CutCardSeen,
    Observation,
    Undone,
)
from sabot.core.options import House
from sabot.core.play import by_hand, witnessed
from sabot.core.play.acts import ACTS, BUTTONS, acknowledged
from sabot.core.play.judgement import holding, told_at_close, unreported, with_reported
from sabot.core.play.state import Play, begun, coup_number
from sabot.core.players import Players, known
from sabot.core.reasons import reason
from sabot.core.script import written
from sabot.core.surroundings import Room, room_after
from sabot.core.terms import Fault
from sabot.core.words import in_public

Acts: TypeAlias = "tuple[()] | tuple[Observation, Acts, int]"
"""The acts of a coup, newest first: each with the ones before it, and with the number of the line that was
the next when it came: `(act, (act, (), 1), 4)`."""


class Chapter(NamedTuple):
    """How a coup began: the play before its first act, and the acts of the chapter before it."""

    play: Play
    acts: Acts = ()


class Table(NamedTuple):
    """A table at one moment: the play, the room around it, and how the play came about.

    `acts` are those of the coup under way. `chapters` says how each coup began, the newest last. To undo is
    to drop the last act and to fold the others again. `line` is the number of the next event line, from 1; a
    live table counts the records of its journal there. `players` are those of earlier coups.
    """

    play: Play
    room: Room
    chapters: tuple[Chapter, ...]
    acts: Acts = ()
    line: int = 1
    players: Players = Players()


CHAPTERS_KEPT = 64
"""How many coups can be taken back; an evening of roulette must not fill the memory."""


def opened(game: Game, options: House | None = None) -> Table:
    """A table of `game` with a new sabot, before anything has happened.

    >>> import sabot
    >>> game = sabot.GAMES["punto-banco"]
    >>> sabot.opened(game).play.options.no_tax
    False
    >>> sabot.opened(game, game.Options(no_tax=True)).play.options.no_tax
    True
    """
    play = begun(game, options if options is not None else game.Options())
    return Table(play, Room(), (Chapter(play),))


def step(table: Table, observation: Observation) -> tuple[Table, tuple[Event, ...]]:
    """The table after one more observation, and what was decided by it, in order.

    >>> import sabot
    >>> table = sabot.opened(sabot.GAMES["roulette"])
    >>> table, events = sabot.step(table, sabot.Staked("rouge", 2000))
    >>> table, events = sabot.step(table, sabot.BallSeen("18"))
    >>> [sabot.event_line(event)["event"] for event in events]
    ['result', 'call', 'settlement']
    >>> [sabot.event_line(event)["returned"] for event in events if "returned" in sabot.event_line(event)]
    ['40.00']
    >>> table, events = sabot.step(table, sabot.Undone(by="chef de table"))
    >>> sabot.view(table)["result"] is None
    True
    """
    act = ACTS.get(type(observation))
    if act is None:
        return _around(table, observation)
    if type(observation) is CardSeen and by_hand.is_compared(table.room, observation):
        return _card_told(table, observation)
    return _ball_seen(table, observation) if type(observation) is BallSeen else _acted(table, observation)


def _acted(
    table: Table, observation: Observation, reported: tuple[Event, ...] = ()
) -> tuple[Table, tuple[Event, ...]]:
    """The table after an act, with what was `reported` before it."""
    play, room, chapters, done, line, players = table
    if play.taille.unread and type(observation) not in _DRAWN:
        reported = (*reported, *unreported(play))
        play = with_reported(play, play.taille.waiting.cards)
    after, events = ACTS[type(observation)](play, observation)
    if reported:
        events = (*reported, *events)
    if play.result is not None and after.result is not play.result:
        events = (*told_at_close(play, after, events), *events)
    if after.number != play.number:
        players, chapters = _with_chapter(table, value(Chapter, (play, done)))
        done = ()
    acts = (observation, done, line)
    return value(Table, (after, room, chapters, acts, line + len(events), players)), events


def _card_told(table: Table, card: CardSeen) -> tuple[Table, tuple[Event, ...]]:
    """The table after a card that a person entered, or that the shoe may tell after a person did."""
    play, room, events, is_dealt = by_hand.compared(table.play, table.room, card)
    if is_dealt:
        return _witnessed(table, play, room, events)
    return _acted(table._replace(room=room), card)


def _ball_seen(table: Table, ball: BallSeen) -> tuple[Table, tuple[Event, ...]]:
    """The table after a number: one of the wheel waits for the camera that checks it."""
    room = table.room
    if witnessed.is_entered(room, ball):
        return _witnessed(table, *witnessed.told_late(table.play, room, ball))
    if room.wheel.waits is None and witnessed.waits_for_camera(room, ball):
        wheel = room.wheel._replace(waits=ball, waits_ns=room.steady_ns)
        return table._replace(room=room._replace(wheel=wheel)), ()
    if room.wheel.waits not in (None, ball):
        return _one_by_one(table, room.wheel.waits, ball)
    play, room, reported = witnessed.ball_told(table.play, room, ball)
    if reported and ball.source != by_hand.BY_HAND:
        return _witnessed(table, play, room, reported)
    after, events = _acted(table._replace(play=play, room=room), ball, reported)
    play, room = witnessed.counted(play, after.play, after.room, ball)
    return after._replace(play=play, room=room), events


def _with_chapter(table: Table, chapter: Chapter) -> tuple[Players, tuple[Chapter, ...]]:
    """The chapters with a new one, and the players of the oldest that can no longer be taken back."""
    chapters, players = table.chapters, table.players
    if len(chapters) >= CHAPTERS_KEPT and chapter.play.coup.fewest_players:
        players = known(players, chapters[0].play.number, newest_first(chapters[0].acts))
    return players, (*chapters[1 - CHAPTERS_KEPT :], chapter)


_DRAWN = (CardSeen, CutCardSeen)
"""Acts after which more cards may follow one that nobody could read."""


def open_settlements(table: Table) -> tuple[Event, ...]:
    """Returns the settlements that still wait for a player's choice: report them if nothing more comes.

    >>> import sabot
    >>> game = sabot.GAMES["roulette"]
    >>> table = sabot.opened(game, game.Options(zero_rule="choice"))
    >>> for observation in (sabot.Staked("rouge", 2000), sabot.BallSeen("0")):
    ...     table, events = sabot.step(table, observation)
    >>> [sabot.event_line(event)["event"] for event in events]
    ['result', 'call']
    >>> [sabot.event_line(event)["event"] for event in sabot.open_settlements(table)]
    ['settlement']
    """
    return table.play.taille.open_settlements


def resumed(table: Table) -> Table:
    """The table as it is shown after a restart: a coup under way waits to be confirmed."""
    return table._replace(room=table.room._replace(unconfirmed=table.play.opened))


def _around(table: Table, observation: Observation) -> tuple[Table, tuple[Event, ...]]:
    if isinstance(observation, ButtonPressed) and observation.button in BUTTONS:
        return step(table, BUTTONS[observation.button])
    if isinstance(observation, Undone):
        return _undone(table, unread=observation.unread)
    if isinstance(observation, Acknowledged) and not observation.fault:
        return _answered(table, observation), ()
    if table.room.wheel.waits and witnessed.is_heard(table.room, observation):
        return _one_by_one(table, table.room.wheel.waits, observation)
    after = table._replace(room=room_after(table.room, observation))
    if after.room.shut and not table.room.shut:
        after = after._replace(players=Players(since=table.play.number))  # the evening is over
    if isinstance(observation, BallLies):
        return _ball_lies(after, observation)
    return (
        _witnessed(after, *witnessed.looked_at(after.play, after.room))
        if after.room.eye.lying
        else (after, ())
    )


def _one_by_one(table: Table, *seen: Observation | None) -> tuple[Table, tuple[Event, ...]]:
    """The table after each of these, in this order."""
    events: tuple[Event, ...] = ()
    for each in seen:
        table, more = step(table, each) if each is not None else (table, ())
        events += more
    return table, events


def _ball_lies(table: Table, seen: BallLies) -> tuple[Table, tuple[Event, ...]]:
    """The camera saw the ball: a number of the wheel that has waited for it is told now."""
    waits = table.room.wheel.waits
    table, events = _witnessed(table, *witnessed.ball_lies(table.play, table.room, seen))
    after, more = _one_by_one(table, waits)
    return after, (*events, *more)


def _witnessed(
    table: Table, play: Play, room: Room, events: tuple[Event, ...]
) -> tuple[Table, tuple[Event, ...]]:
    """What a camera sees, or what the shoe tells late, has been compared."""
    return _numbered(table._replace(play=play, room=room), events)


def _numbered(table: Table, events: tuple[Event, ...]) -> tuple[Table, tuple[Event, ...]]:
    return table._replace(line=table.line + len(events)), events


def _undone(table: Table, *, unread: bool) -> tuple[Table, tuple[Event, ...]]:
    """The last act is withdrawn, or all the last cards that were not read, with all that followed from it.
    Acknowledged faults stay acknowledged."""
    kept, last, done, line = [], None, table.acts, table.line
    while done and (last is None or unread) and (_is_unread(done[0]) or not unread):
        act, done, since = done
        if isinstance(act, Acknowledged):
            kept.append(act)
        else:
            last, line = act, since
    if last is None:
        because, number = reason("there is nothing to take back"), table.chapters[0].play.number
        if number and not done:
            because = reason("coup {n} and those before it can no longer be taken back", n=number)
        fault = Fault("wrong-order", because, said="undo")
        return _numbered(table, (FaultFound(coup_number(table.play), fault),))
    reported = unreported(table.play)
    past = _folded(table, done, reversed(kept))
    past = past._replace(play=with_reported(past.play, max(table.play.taille.waiting)))
    play, room = witnessed.taken_back(table.play, past.play, past.room, last)
    number, token = coup_number(play) or coup_number(table.play), in_public(written(last) or "")
    events = (*reported, ActWithdrawn(number, token, line), *holding(play))
    return _numbered(past._replace(play=play, room=room), events)


def _is_unread(act: Observation) -> bool:
    """Whether it is a card that nobody could read, or an answer given meanwhile."""
    return isinstance(act, Acknowledged) or (isinstance(act, CardSeen) and act.card is None)


def _answered(table: Table, answer: Acknowledged) -> Table:
    room = table.room._replace(help_wanted=False)
    return table._replace(
        play=acknowledged(table.play, answer), room=room, acts=(answer, table.acts, table.line)
    )


def _folded(table: Table, done: Acts, answers: Iterable[Observation]) -> Table:
    """The table as those acts leave it; without any, as it was before the chapter began."""
    *earlier, (play, acts) = table.chapters
    past = table._replace(play=play, acts=())
    if not done and earlier:
        past = past._replace(chapters=tuple(earlier), acts=acts)
    acts_and_lines = []
    while done:
        act, done, line = done
        acts_and_lines.append((act, line))
    for act, line in (*reversed(acts_and_lines), *((answer, table.line) for answer in answers)):
        past = _done(past, act, line)
    return past


def _done(table: Table, act: Observation, line: int) -> Table:
    """Apply one act of the chapter again; the chapters stay, no matter what the act opens."""
    if isinstance(act, Acknowledged):
        play = acknowledged(table.play, act)
    else:
        play, _ = ACTS[type(act)](table.play, act)
    return table._replace(play=play, acts=(act, table.acts, line))


def newest_first(acts: Acts) -> Iterator[Observation]:
    """The acts one by one."""
    while acts:
        act, acts, _ = acts
        yield act
