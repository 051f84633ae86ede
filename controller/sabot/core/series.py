"""Many observations at once: `steps` is `step` repeated, and faster where cards follow cards.

If only cards come and nobody has staked, the events of a coup are the same each time, except for its number
and the suits. So the referee judges every such card once, and its events are kept as a cue: this module has
no rule and no order of events of its own. It makes only those tables between that an undo could return to.

It stays for `sabot bench rules` and for a written table (`sabot referee`): in the benchmark `referee` judges
2.3 times as many coups a second as `referee_card_by_card`, which takes the same cards one step at a time. A
live table takes one step at a time and does not use this module.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sabot.core.cards import Card, Kind, Sabot, value
from sabot.core.events import CardDealt, CoupDecided, Event
from sabot.core.game import Coup
from sabot.core.observations import CardSeen, Observation
from sabot.core.options import House
from sabot.core.play.acts import ACTS
from sabot.core.play.draws import card_seen
from sabot.core.play.state import Play, begun
from sabot.core.table import CHAPTERS_KEPT, Acts, Chapter, Table, step

Tell = Callable[[Sequence[Event]], object]
"""Called with the events of each act, or of a whole coup, in order."""

Decided = tuple[int, Coup, CoupDecided, int]
"""One coup of a run: after how many cards of the run it is decided, a coup like it, its result, and how many
event lines of the run there are by then."""


def steps(table: Table, observations: Sequence[Observation], tell: Tell) -> Table:
    """The table after all these observations; their events are reported in order. The same as `step`,
    repeated."""
    at = 0
    while at < len(observations):
        if _is_plain(table.play):
            table, at = _after_run(table, observations, at, tell)
        if at < len(observations):
            known = table if type(observations[at]) in ACTS else _made(table)
            table, events = step(known, observations[at])
            tell(events)
            at += 1
    return _made(table)


# --- what is told of plain cards --------------------------------------------------------------------


class Cue(NamedTuple):
    """What a card of one rank does: where it lies, the points there, and the other events, each without the
    number of its coup; `scene` is for the next card. The card that decides also has a coup that is `like` all
    those that it decides, and how many cards they have."""

    to: str
    points: int
    others: tuple[tuple[type[Event], Any], ...]
    scene: Scene
    like: Coup | None = None
    cards: int = 0


Outlook = tuple["Scene", Coup | None, int]
"""What follows a card: the scene for the next one and, where the card decides, the coup and its cards."""


class Scene(dict[str, Cue]):
    """A coup at one moment: the cue of every rank, made when it first comes."""

    def __init__(self, play: Play, opening: Scene | None = None) -> None:
        super().__init__()
        self.play = play
        self.opening: Scene = self if opening is None else opening
        self.known: dict[Hashable, Outlook] = {} if opening is None else opening.known
        self.same: dict[Any, Any] = {} if opening is None else opening.same

    def __missing__(self, rank: str) -> Cue:
        play, events = card_seen(self.play, CardSeen(Card(rank, "S")))
        dealt, *more = events
        assert isinstance(dealt, CardDealt)
        like = play.coup.likeness()
        if like not in self.known:
            self.known[like] = self._followed_by(play)
        lines = [(type(event), None if type(event) is CoupDecided else event[1]) for event in more]
        others = self._once(tuple([self._once(line) for line in lines]))
        cue = Cue(dealt.to, dealt.points, others, *self.known[like])
        self[rank] = self.same.setdefault((*cue[:3], like), cue)
        return self[rank]

    def _once(self, each: Kind) -> Kind:
        """This value, or the equal one that is kept: what is small stays near the processor."""
        kept: Kind = self.same.setdefault(each, each)
        return kept

    def _followed_by(self, play: Play) -> Outlook:
        if play.result is None:
            return Scene(play, self.opening), None, 0
        cards = sum(len(play.game.hand(play.coup, place)) for place in play.game.PLACES)
        return self.opening, play.coup, cards


@lru_cache(maxsize=8)
def _opening(game: Any, options: House) -> Scene:
    """The scene before the first card, at a sabot that never ends."""
    return Scene(begun(game, options)._replace(sabot=Sabot(10**9, drawn=1)))


def _scene_before(play: Play) -> Scene:
    game: Any = play.game
    return _opening(game, play.options)


def _tell_coups(play: Play, cards: tuple[Card, ...], tell: Tell) -> list[Decided]:
    """Report every whole coup that these cards make."""
    game: Any = play.game
    scene, number, coups, end, lines = _scene_before(play), play.number + 1, [], 0, 0
    others: list[Event] = []
    for card in cards:
        to, points, more, scene, like, size = scene[card[0]]
        others.append(value(CardDealt, (number, card, to, points)))
        if like is None:
            for kind, what in more:
                others.append(value(kind, (number, what)))
            continue
        begin, end = end, end + size
        result = value(CoupDecided, (number, game.result(like.laid(cards[begin:end]))))
        for kind, what in more:
            others.append(result if kind is CoupDecided else value(kind, (number, what)))
        tell(others)
        lines += len(others)
        coups.append((end, like, result, lines))
        number, others = number + 1, []
    return coups


# --- which cards are plain --------------------------------------------------------------------------


def _is_plain(play: Play) -> bool:
    """Returns whether the next card opens a coup without anything else, and its rank alone decides the
    events."""
    options, taille = play.options, play.taille
    if play.coup.likeness() is None or (play.opened and play.result is None):
        return False
    if options.close != "auto" or options.rnvp != "optional" or taille.cut is not None:
        return False
    if taille.burning or taille.settled or taille.pending or taille.awaiting:
        return False
    return play.sabot.drawn > 0 or not options.brule


def _plain_cards(play: Play, observations: Sequence[Observation], at: int) -> list[Card]:
    """The cards from `at` on that were read, came without a place, and leave enough for another coup."""
    game: Any = play.game
    most = _most(game, play.options, play.sabot.decks) - play.sabot.drawn
    cards = []
    for seen in observations[at : at + max(most, 0)]:
        if type(seen) is not CardSeen or seen[1] is not None or seen[0] is None:
            break
        cards.append(seen[0])
    return cards


@lru_cache(maxsize=8)
def _most(game: Any, options: House, decks: int) -> int:
    """Returns how many cards may have left the sabot if another coup may still open."""
    drawn = range(52 * decks, 0, -1)
    return next((each for each in drawn if game.playable(options, Sabot(decks, drawn=each))), 0)


def _possible(sabot: Sabot, cards: list[Card]) -> tuple[tuple[Card, ...], Sabot]:
    """The cards until there are too many copies of one, and the sabot after them."""
    after = sabot.after_all(cards)
    if not after.is_possible:
        for at, card in enumerate(cards):
            sabot, is_impossible = sabot.dealt(card)
            if is_impossible:
                return tuple(cards[:at]), after.before_all(cards[at:])
    return tuple(cards), after


# --- the tables after them --------------------------------------------------------------------------


class Run(NamedTuple):
    """Coups of plain cards: the table before them, the cards as they were seen, and what came of them. In the
    chapters of a table it takes the place of one chapter for each of these coups."""

    before: Table
    acts: Sequence[Any]
    coups: list[Decided]

    def chapters(self) -> list[Chapter]:
        """How each of the coups began."""
        (play, _, _, done, first, _), begin, chapters = self.before, 0, []
        line, scene = first, _scene_before(play)
        for end, like, result, lines in self.coups:
            chapters.append(Chapter(play, done))
            acts, begin = self.acts[begin:end], end
            cards = tuple([seen.card for seen in acts])
            play = _play(play, like, cards, results=[result], sabot=play.sabot.after_all(cards))
            done = _done(scene, acts, line)
            line = first + lines
        return chapters


def _after_run(table: Table, observations: Sequence[Observation], at: int, tell: Tell) -> tuple[Table, int]:
    """The table after as many whole coups as plain cards make from `at` on, and where they end."""
    play, room, chapters, _, line, players = table
    cards, sabot = _possible(play.sabot, _plain_cards(play, observations, at))
    coups = _tell_coups(play, cards, tell)
    if not coups:
        return table, at
    begin, before = (coups[-2][0], coups[-2][3]) if len(coups) > 1 else (0, 0)
    end, like, _, lines = coups[-1]
    acts = observations[at : at + end]
    run: Any = Run(table, acts, coups)
    earlier = chapters if len(coups) < CHAPTERS_KEPT else ()
    results, left = [result for _, _, result, _ in coups], sabot.before_all(cards[end:])
    after = _play(play, like, cards[begin:end], results=results, sabot=left)
    done = _done(_scene_before(play), acts[begin:], line + before)
    return Table(after, room, (*earlier, run)[-CHAPTERS_KEPT:], done, line + lines, players), at + end


def _play(
    play: Play, like: Coup, cards: tuple[Card, ...], *, results: list[CoupDecided], sabot: Sabot
) -> Play:
    """The play after these results; the last one is of a coup of these cards."""
    coup, result = like.laid(cards), results[-1]
    taille = play.taille._replace(results=(*play.taille.results, *results))
    decided = play._replace(sabot=sabot, coup=coup, owed=None, calls=play.game.calls(coup), taille=taille)
    return decided._replace(number=result.coup, opened=True, result=result)


def _done(scene: Scene, acts: Sequence[Any], line: int) -> Acts:
    """These cards as the acts of a table's coup; the events of the first begin at `line`."""
    done: Acts = ()
    for act in acts:
        done = (act, done, line)
        cue = scene[act.card.rank]
        scene, line = cue.scene, line + 1 + len(cue.others)
    return done


def _made(table: Table) -> Table:
    """Returns the table with every chapter made, for an undo or a reader."""
    chapters: tuple[Any, ...] = table.chapters
    if not any(type(each) is Run for each in chapters):
        return table
    made: list[Chapter] = []
    for each in chapters:
        made += each.chapters() if type(each) is Run else [each]
    return table._replace(chapters=tuple(made[-CHAPTERS_KEPT:]))
