"""Lets the table teach the eye: gathers, learns in quiet frames, judges, and forgets.

During a coup it keeps cuts of two corners of each card, in memory alone. When the next coup begins, the
sabot's names are known and undisputed, and the network's numbers for these cuts become samples, one card a
frame. Learning takes one short piece a frame, and only while no coup is being dealt.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from sabot_vision.finding.pacing import Piecewise
from sabot_vision.learning import file as files
from sabot_vision.learning.head import confirms
from sabot_vision.learning.hearing import NEWEST_CARDS, heard, is_worse, outcome
from sabot_vision.learning.margin import LEAST_CARDS, Learned, learned
from sabot_vision.learning.matching import Lying, named_by_the_sabot
from sabot_vision.learning.samples import Sample, kept, look_of
from sabot_vision.networks.cutting import corner_cut
from sabot_vision.networks.judging import Seen, Verdict, contradict, judged
from sabot_vision.networks.running import corners_seen
from sabot_vision.rig import Message
from sabot_vision.tracking.holding import Held
from sabot_vision.tracking.track import Track

AGAIN_CARDS = 100
"""It learns again, and writes what it gathered, after this number of new cards."""
WRITING = "writing"
"""What stands in place of a refusal until the disk has answered."""
WAITING_MOST = 400
"""At most this many cards wait for a quiet frame; at a table without any, the oldest are let go."""

Cuts = list[np.ndarray]
Write = Callable[[files.Order], object]


class Teacher:
    """What is learned at one table. `file` keeps it; `tell` sends a message; `see` is the network."""

    def __init__(
        self,
        file: Path | None,
        tell: Callable[[Message], None],
        *,
        letters: str = "any",
        see: Callable[[Sequence[np.ndarray]], list[Seen]] = corners_seen,
        now: Callable[[], float] = time.time,
        write: Write = files.carried_out,
    ) -> None:
        self._file, self._tell, self._see, self._now, self._write = file, tell, see, now, write
        self._letters = letters
        self._samples, self._since_s = files.found(file)
        self._fresh = len(self._samples)
        self._numbered = max((each.coup for each in self._samples), default=0)
        self._learned: Learned | None = None
        self._learning: Piecewise[Learned] | None = None
        self._announced = bool(self._samples)  # what was learned before a restart is on record
        self._outcomes: deque[bool | None] = deque(maxlen=NEWEST_CARDS)
        self._held = Held(Counter())
        self._disputed = False
        self._seen: dict[int, tuple[Lying, Cuts]] = {}
        self._named: dict[int, tuple[str, Cuts]] = {}
        self._waiting: deque[tuple[str, Cuts]] = deque(maxlen=WAITING_MOST)
        self._since_judging = Counter[str]()
        self._orders, self._refused = 0, ""
        self._untold: Message | None = None  # that it forgot, until its file has forgotten it too

    def hold(self, held: Held) -> None:
        """Take what the table has on the cloth; the coup before it teaches when another begins."""
        if held.coup != self._held.coup:
            if not self._disputed:
                self._waiting += self._named.values()
                self._numbered += 1
            self._seen, self._named, self._disputed = {}, {}, False
        self._held = held
        self._disputed |= held.disputed
        if held.is_dealing:
            self._named = {}  # a coup that was complete goes on: its cards are named again
        self._match()

    def look(self, picture: np.ndarray, tracks: Iterable[Track]) -> None:
        """Take a picture that was read, with all cards that are known to lie there."""
        every = {each.number: each for each in tracks}
        if self._held.open:  # without a card that has left: it was of the coup before
            self._seen = {number: each for number, each in self._seen.items() if number in every}
        for number, track in every.items():
            quad = np.array(track.at.quad, np.float32).reshape(-1, 2)
            if track.reported and track.place and track.missing_s is None and len(quad) == 4:
                cuts = [corner_cut(picture, quad, corner) for corner in (0, 2)]
                self._seen[number] = Lying(number, track.card, track.place), cuts
        self._match()

    def _match(self) -> None:
        """Once all cards of a coup are dealt, give those that the eye saw the names of the sabot."""
        if self._held.open or self._disputed:
            return
        names = named_by_the_sabot(self._held.places, [each for each, _ in self._seen.values()])
        self._named = {number: (name, self._seen[number][1]) for number, name in names.items()}

    def rest(self) -> None:
        """Use a frame in which nothing has to be read: take one card, or learn a little."""
        self._say_forgotten()
        if self._waiting:
            self._take(*self._waiting.popleft())
        elif self._learning is not None:
            if not self._held.is_dealing:
                self._learn()
        elif self._fresh >= AGAIN_CARDS:
            self._fresh = 0
            if len(self._samples) >= LEAST_CARDS:
                self._learning = learned(list(self._samples))
            else:
                self._keep()

    def read_in(self, letters: str) -> None:
        """Judge in the language of these letters from now on, as the eye does."""
        self._letters = letters

    def heard(self, indices: Iterable[Seen], verdict: Verdict) -> Verdict:
        """Returns the verdict on a card with these indices, after the head was heard. It has no say in a coup
        that is in dispute, nor where two corners surely show two cards."""
        if self._learned is None or self._disputed:
            return verdict
        seen = list(indices)
        look = look_of(seen)
        return verdict if look is None or contradict(seen) else heard(self._learned, look, verdict)

    def forget(self, newest: int = 0) -> None:
        """Forget all, or all but the newest cards."""
        count = len(self._samples)
        self._samples = self._samples[count - newest :] if newest else []
        self._fresh, self._since_s = len(self._samples), self._now()
        self._learned = self._learning = None
        self._outcomes.clear()
        self._since_judging.clear()
        self._announced = False
        if not newest:
            self._seen, self._named = {}, {}
            self._waiting.clear()
        what, so_far = "drifted" if newest else "forgot", self._untold
        self._untold = {"eye": "taught", "what": what, "cards": so_far["cards"] if so_far else count}
        self._refused = WRITING
        self._keep()
        self._say_forgotten()

    def _say_forgotten(self) -> None:
        """Say that it forgot once its file holds none of it: a restart would bring it back."""
        if self._untold and not self._refused:
            self._tell(self._untold)
            self._untold = None

    @property
    def status(self) -> dict[str, object]:
        """What the technician's page shows."""
        known: dict[str, object] = {"cards": len(self._samples), "since": round(self._since_s)}
        if self._untold and self._refused != WRITING:
            known["unforgotten"] = self._refused
        if self._learned is None:
            return known | {"least": LEAST_CARDS}
        figures = self._learned.figures._asdict() | {"cards": len(self._samples), "judges": True}
        return (
            known | figures | {name: self._since_judging[name] for name in ("new", "new_unsure", "new_named")}
        )

    def _take(self, name: str, cuts: Cuts) -> None:
        seen = self._see(cuts)
        look, verdict = look_of(seen), judged(seen, None, self._letters)
        if look is None or verdict is None:
            return
        read = verdict.card == name
        if self._learned:
            self._judge(outcome(self._learned, look, name), read=read, named=confirms(look, name))
        if not self._samples:
            self._since_s = self._now()
        self._samples = kept(self._samples, Sample(name, look, self._numbered, read))
        self._fresh += 1
        if self._learned and is_worse(self._outcomes, self._learned.figures):
            self.forget(NEWEST_CARDS)

    def _judge(self, is_right: bool | None, *, read: bool, named: bool) -> None:
        """Count what the head says of a new card, which has not taught it yet. `named`: it may name it."""
        self._outcomes.append(is_right)
        named = named and not read and is_right is True
        self._since_judging += Counter(new=1, new_unsure=int(not read), new_named=int(named))

    def _keep(self) -> None:
        self._orders += 1
        if self._file is None:
            self._refused = ""
        else:
            done = partial(self._kept, self._orders)
            forgets = self._untold is not None
            self._write(files.Order(self._file, self._samples, self._since_s, forgets, done))

    def _kept(self, order: int, why: str) -> None:
        """Take why this order was refused, if at all; a thread may call it. Only the last counts."""
        if order == self._orders:
            self._refused = why

    def _learn(self) -> None:
        assert self._learning is not None
        try:
            next(self._learning)
        except StopIteration as ended:
            self._learned, self._learning = ended.value, None
            self._keep()
            if not self._announced:
                self._tell({"eye": "taught", "what": "learned", "cards": len(self._samples)})
            self._announced = True
