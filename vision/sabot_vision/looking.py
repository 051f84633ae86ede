"""The eye at work: frames in, messages out. A `Rig` says what it looks for, and where."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from sabot.core.reasons import NOTHING, written
from sabot.core.shapes.json import record
from sabot.core.shapes.room import reason_of
from sabot_vision.finding.found import Found
from sabot_vision.finding.pacing import Begun, Pace
from sabot_vision.frame import Frame
from sabot_vision.keeping import Kept, Shown
from sabot_vision.learning.teacher import Teacher
from sabot_vision.marking import marked
from sabot_vision.places import corners_by_marks, drawn
from sabot_vision.reading.language import Language
from sabot_vision.rig import Message, Read, Rig
from sabot_vision.tracking.ground import Ground
from sabot_vision.tracking.holding import held
from sabot_vision.tracking.nose import Nose
from sabot_vision.tracking.placing import Placing
from sabot_vision.tracking.sighting import sightings
from sabot_vision.tracking.track import Report
from sabot_vision.tracking.tracks import Tracks
from sabot_vision.watching import FAULTS, Gate, Watch, light, small

BEAT_S = 0.5
FAULT_S = 0.4
"""A fault of the pictures is reported after this time, and so is its end."""

LATE_S = 2.0
"""A picture this old is not reported: other cards may lie there by now."""


class Eye:
    """Takes frames and sends messages. `read` reads a picture (`sabot_vision.reading.cards.in_pieces`). `now`
    is the clock of the frames; with a clock, a slow picture is read over several frames. A `teacher` learns
    from what the table holds.
    """

    def __init__(
        self,
        rig: Rig,
        tell: Callable[[Message], None],
        read: Read,
        *,
        now: Callable[[], float] | None = None,
        teacher: Teacher | None = None,
    ) -> None:
        self.rig, self._tell, self._read, self._now = rig, tell, read, now
        self._late, self._teacher = False, teacher
        self._language = Language(rig.letters)
        self._begun: Begun | None = None
        self._kept, self._shown = Kept(rig.pictures, rig.pictures_mb), Shown(rig.live)
        self._placing = Placing(rig)
        self._state, self._pending = "fine", ("fine", 0.0)
        self._beat_s = -1e9
        self._picture: np.ndarray | None = None
        self._size: tuple[int, int] | None = None
        self._times = 1
        self._found: list[Found] = []
        self._tracks: Tracks | Nose = Nose() if self._in_nose else Tracks()
        self._ground = Ground()
        self._old: set[int] = set()
        self._looked = False
        self._awake()
        if rig.corners:
            self._placing.begin()

    def _awake(self) -> None:
        """Pictures come again after a pause."""
        self._pace = Pace(None if self._in_nose else self._now)
        self._watch, self._gate, self._begun = Watch(), Gate(), None

    @property
    def _in_nose(self) -> bool:
        return self.rig.use == "nose"

    def see(self, frame: Frame) -> None:
        """Take one more frame, or the message that there is none."""
        frame = frame.reduced(self.rig.times(frame.size))
        if frame.picture is None:
            self._lost(frame)
            self._show(frame)
            return
        self._pace.begin(frame.t_s)
        grey = small(frame.picture)
        self._resized(frame)
        fault = self._seen(frame.picture, grey, frame.t_s)
        self._show(frame)
        if not fault:  # last: it may take longer than all before
            self._look(frame.picture, grey, frame.t_s)

    def obey(self, command: object) -> None:
        """Obey a command of the controller: `tell` everything again; find the table by the `marks` or by
        given `corners`; take the cards `held`; read `letters` of a language; `forget` what was learned.
        """
        asked = record(command)
        wanted = asked.get("do")
        if wanted == "tell":
            self._tell_anew()
        elif wanted == "hold":
            self._tracks.hold(held(asked))
            if self._teacher:
                self._teacher.hold(held(asked))
        elif wanted == "forget" and self._teacher:
            self._teacher.forget()
        elif wanted == "marks" and self._picture is not None:
            picture = self._picture
            self._calibrate(lambda: corners_by_marks(picture))
        elif wanted == "corners":
            self._calibrate(lambda: self._placing.in_picture(str(asked.get("corners", ""))))
        elif wanted == "letters" and self._language.choose(asked):
            self._read_in(self._language.letters)

    def _read_in(self, letters: str) -> None:
        self._tracks.moved()
        if self._teacher:
            self._teacher.read_in(letters)

    def _lost(self, frame: Frame) -> None:
        self._picture = self._begun = None
        if self._state != "lost":
            self._awake()
            self._tell_anew()
            self._beat_s = -1e9
        self._state, self._pending = "lost", ("lost", frame.t_s)
        if self._is_due(frame.t_s):
            self._beat(frame.t_s, written(frame.why, "why"))

    def _tell_anew(self) -> None:
        """Report every card again as soon as it is seen again. One that was not reported yet is not old."""
        self._begun = None
        self._tracks.blinded(forgotten=True)
        self._old |= {each.number for each in self._tracks.tracks if each.reported}

    def _seen(self, picture: np.ndarray, grey: np.ndarray, t_s: float) -> str:
        """Examine a picture. Returns what is wrong with it, after all reports about it are sent."""
        self._picture = picture
        fault = self._watch.seen(picture, grey, t_s, live=self.rig.live_source)
        fault = fault or self._watch_camera(picture, grey, t_s)
        self._judge(fault or ("late" if self._late else "fine"), t_s)
        if self._is_due(t_s):  # first, so that the eye is reported as back before its cards
            why = FAULTS.get(self._state, NOTHING) if self._state != "fine" else self._placing.take_note()
            size = {"width": self._size[0], "height": self._size[1]} if self._size else {}
            self._beat(t_s, {**size, **written(why, "why"), **light(picture, grey)._asdict()})
        if fault:
            self._begun = None
            self._tracks.blinded()
        return fault

    def _resized(self, frame: Frame) -> None:
        """After a camera comes back with pictures of another size, table and cards lie where they did, to
        scale."""
        (wide, tall), before = frame.size, self._size
        times, self._size, self._times = self._times / frame.times, (wide, tall), frame.times
        if before == self._size:
            return
        larger = (wide / before[0], tall / before[1]) if before else (1.0, 1.0)
        if before:
            self._awake()
            self._tracks.blinded()
            self._tracks.shifted(np.diag((times * larger[0], times * larger[1], 1.0)))
        if self._placing.resized(larger, frame.times):
            self._placed_anew()

    def _judge(self, state: str, t_s: float) -> None:
        """A state counts after a while; the first picture after a loss counts at once."""
        if state != self._pending[0]:
            self._pending = (state, t_s)
        since_s = t_s - self._pending[1]
        if state != self._state and (since_s >= FAULT_S or (self._state == "lost" and state == "fine")):
            self._state, self._beat_s = state, -1e9

    def _look(self, picture: np.ndarray, grey: np.ndarray, t_s: float) -> None:
        """Read the picture, unless nothing changed or the last one is still being read."""
        if self._gate.moved(grey, t_s):
            self._tracks.moved()
        if self._placing.looks_for_marks(t_s):
            self._calibrate(lambda: corners_by_marks(picture))
            return  # one picture a frame is enough
        if self._begun is None:
            self._begun = self._begin_to_read(picture, t_s)
        if self._begun and self._begun.go_on(self._pace):
            self._take(self._begun)
        elif self._begun is None and self._teacher:
            self._teacher.rest()

    def read_on(self) -> bool:
        """Read one more piece, as the next frame has not come yet. Returns whether there was one to read."""
        self._pace.gap()
        if self._begun is None:
            return False
        if self._begun.step():
            self._take(self._begun)
        return True

    def _begin_to_read(self, picture: np.ndarray, t_s: float) -> Begun | None:
        """Returns the picture to be read; None if it is not worth reading."""
        if not self._gate.opens(t_s, settled=self._tracks.settled, at_once=self._in_nose):  # it may leave
            return None
        self._gate.read(t_s)
        known = self._placing.sizes.known if self._placing.sizes else None
        return Begun(picture, t_s, self._language.read(self._read, picture, known))

    def _take(self, begun: Begun) -> None:
        """Take what was read in a picture, and report it."""
        self._begun, self._found, t_s = None, begun.found, begun.t_s
        self._late = self._now is not None and self._now() - t_s > LATE_S
        if self._late:  # it may show the coup before
            return
        if self._placing.sizes:
            self._placing.sizes.learn(self._found)
        self._ground.look(begun.picture, [each.quad for each in self._found])
        seen = sightings(self._found, self._placing, in_nose=self._in_nose)
        reports = self._tracks.read(seen, t_s, self._ground.is_bare)
        self._ground.learn(self._tracks.tracks)
        if not self._looked:
            self._looked, self._old = True, {each.number for each in self._tracks.tracks}
        for report in reports:
            self._report(report, begun)
        if self._teacher:
            self._teacher.look(begun.picture, self._tracks.tracks)

    def _report(self, report: Report, begun: Begun) -> None:
        if report.gone:
            self._tell({"eye": "left", "track": str(report.track)})
            return
        self._tell(
            {
                "eye": "lies",
                "track": str(report.track),
                "card": report.card,
                "place": report.place,
                "order": report.order,
                "confidence": report.sighting.confidence,
                "picture": self._kept.keep(begun.picture, report.sighting.quad),
                "old": report.known or report.track in self._old,
                "ms": round(1000 * (self._now() - begun.t_s)) if self._now else None,
            }
        )

    def _is_due(self, t_s: float) -> bool:
        """Whether a beat is due."""
        return not 0 <= t_s - self._beat_s < BEAT_S

    def _beat(self, t_s: float, more: dict[str, object]) -> None:
        self._beat_s = t_s
        reported = sum(1 for each in self._tracks.tracks if each.reported)
        self._tell({"eye": "beat", "state": self._state, "cards": reported, **more})

    # --- places

    def _calibrate(self, find: Callable[[], Sequence[tuple[float, float]]]) -> None:
        """The table lies where `find` says, or as before if `find` fails."""
        if self._placing.find(find):
            self._placed_anew()

    def _placed_anew(self) -> None:
        self._tracks.moved()
        for track in self._tracks.tracks:
            track.reported_at = None  # the card did not move, but its place may have another name now

    def _watch_camera(self, picture: np.ndarray, grey: np.ndarray, t_s: float) -> str:
        """Returns the fault of a camera that was knocked. Cards of a table that was found again lie there."""
        cards = [track.at.quad for track in self._tracks.tracks if len(track.at.quad)]
        moved = self._placing.watch(picture, grey, cards, t_s)
        if moved and moved.while_off:
            self._placed_anew()
        elif moved:
            self._tracks.shifted(moved.matrix)
        return "knocked" if self._placing.knocked else ""

    # --- being looked at

    def _show(self, frame: Frame) -> None:
        """Show this frame, with the last readings, to the person who sets the rig up."""
        if not self._shown.is_due(frame.t_s):
            return
        status: Message = {
            "state": self._state,
            "why": reason_of(frame.why or FAULTS.get(self._state, frame.note)),
            "cards": [[each.card, each.confidence, each.unsure] for each in self._found],
            "calibration": reason_of(self._placing.doubt),
            "corners": self._placing.corners,
        }
        status |= {"learned": self._teacher.status} if self._teacher else {}
        status |= {"mended": self._placing.mended.shown} if self._placing.mended else {}
        picture = frame.picture
        if picture is not None:
            status |= {"width": frame.size[0], "height": frame.size[1]}
            status |= light(picture, small(picture))._asdict()
            where = self._placing.where
            picture = marked(drawn(picture, where) if where else picture, self._found, brief=True)
        self._shown.show(picture, status | self._language.plain(), frame.t_s)
