"""Films of a cloth with hands, as a camera over it takes them, and the truth of every picture.

The camera has what real ones have: a shutter that is open for a while and reads row after row, a lamp that
flickers with the mains, exposure that follows the scene, noise, compression; and somebody may knock it.
Everything follows from the seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision import drawing
from sabot_vision.cloth import lay
from sabot_vision.places import MARK_NUMBERS, Polygon, mark, rectangle, spelled, through
from sabot_vision.training.acting import COLUMNS, PLACES, ROWS, Act, Hand, Lies, Pose, times
from sabot_vision.training.shapes import Chance

LIGHT_HZ = 100.0
"""A lamp on the mains of 50 Hz flickers twice in each period."""
ROWS_S = 0.028
"""How long a rolling shutter takes from the first row to the last."""
BLURS = 3
"""A picture in which something moves is the mean of this many moments."""
WORDS = ("PUNTO", "EGALITE", "BANCO", "NOIR", "IMPAIR", "ROUGE")
"""What is printed on a cloth, for cards to lie on."""
MARGIN_PX, MARKED_PX = 24.0, 56.0
"""From the table to the edge of the picture; more where marks must stay in it when the camera is knocked."""
MARK_MM, SHADOW_MM = 26, (7.0, 12.0)
HALF_CARD_MM = np.array([(-31.5, -44), (31.5, -44), (31.5, 44), (-31.5, 44)])


class Knock(NamedTuple):
    """Somebody pushes the camera at `at_s`: the picture shifts by pixels and turns by degrees."""

    at_s: float
    x_px: float
    y_px: float
    degrees: float


class Shooting(NamedTuple):
    """How a film is taken. `flicker` is how much of the light comes and goes, `follows`: the exposure does,
    `jpeg` the quality (0: no compression), `unsteady` the part of its pace by which a camera varies, `marks`:
    the four marks lie on the cloth. `portrait`: the camera stands upright.
    """

    wide: int = 640
    tall: int = 360
    px_per_mm: float = 1.2
    fps: float = 15.0
    exposure_s: float = 0.01
    flicker: float = 0.0
    follows: bool = False
    jpeg: int = 0
    unsteady: float = 0.0
    noise: float = 2.0
    portrait: bool = False
    marks: bool = False
    printed: bool = True
    knock: Knock | None = None


TELEPHONE = Shooting(
    exposure_s=0.02, follows=True, jpeg=45, unsteady=0.35, noise=3.0, portrait=True, fps=30.0
)
"""A telephone on a stand."""


class Shot(NamedTuple):
    """One picture, the second at which it was taken, and what lies there."""

    t_s: float
    picture: np.ndarray
    truth: list[Lies]


class Film:
    """A film by chance. `acts` are those of `Act`; `face` draws a card's face."""

    def __init__(
        self,
        names: list[str],
        how: Shooting,
        seed: int,
        *,
        acts: Sequence[str] | None = None,
        face: Callable[[str], np.ndarray] = drawing.card,
    ) -> None:
        self.how, self._face = how, face
        self._chance = np.random.default_rng((seed, 1))
        self._edge = MARKED_PX if how.marks else MARGIN_PX
        wide, tall = ((side - 2 * self._edge) / how.px_per_mm for side in (how.wide, how.tall))
        self.size_mm = (wide, tall)
        self.act = Act(names, self.size_mm, np.random.default_rng((seed, 2)), acts)
        self._cloth = cloth(self.size_mm, seed, how)
        self._light = lamplight(how, np.random.default_rng((seed, 3)))
        self._scene: tuple[object, np.ndarray] | None = None
        self._gain = 1.0

    @property
    def corners(self) -> Polygon:
        """Where the table lies before any knock, in pixels of the film."""
        flat = rectangle((0, 0), self.size_mm)
        return self._on_film(through(self._camera(0.0), flat))

    def corners_at(self, t_s: float) -> Polygon:
        """Where the table lies at `t_s`."""
        return self._on_film(through(self._camera(t_s), rectangle((0, 0), self.size_mm)))

    @property
    def zones(self) -> str:
        """The places of the act, as a rig wants them."""
        wide, tall = self.size_mm[0] / COLUMNS, self.size_mm[1] / ROWS
        return "; ".join(
            f"{name} {spelled([(c * wide, r * tall), ((c + 1) * wide, (r + 1) * tall)])}"
            for name, (r, c) in zip(PLACES, np.ndindex(ROWS, COLUMNS), strict=True)
        )

    def shots(self) -> Iterator[Shot]:
        """The pictures, one after another."""
        how = self.how
        for t_s in times(self.act.length_s, how.fps, self._chance, unsteady=how.unsteady):
            picture = self._exposed(self._light_of(t_s), t_s)
            yield Shot(t_s, np.ascontiguousarray(picture), self.act.truth(t_s))

    # --- the scene

    def _camera(self, t_s: float) -> np.ndarray:
        """Millimetres to pixels."""
        how = self.how
        scaled = np.array([[how.px_per_mm, 0, self._edge], [0, how.px_per_mm, self._edge], [0, 0, 1]])
        if how.knock is None or t_s < how.knock.at_s:
            return scaled
        knocked = np.eye(3)
        knocked[:2] = cv2.getRotationMatrix2D((how.wide / 2, how.tall / 2), how.knock.degrees, 1.0)
        knocked[:2, 2] += (how.knock.x_px, how.knock.y_px)
        return np.asarray(knocked @ scaled)

    def _on_film(self, points: Polygon) -> Polygon:
        """Points of the camera on a film that may be upright."""
        if not self.how.portrait:
            return points
        return tuple((y, self.how.wide - 1 - x) for x, y in points)

    def _light_of(self, t_s: float) -> np.ndarray:
        """What falls onto the sensor while the shutter is open, float32."""
        half = self.how.exposure_s / 2
        moments = np.linspace(t_s - half, t_s + half, BLURS)
        poses = [self._poses(float(moment)) for moment in moments]
        if all(each == poses[0] for each in poses):
            return self._drawn(poses[0], t_s).astype(np.float32)
        drawn = [self._drawn(each, t_s) for each in poses]
        return np.asarray(np.mean(drawn, axis=0, dtype=np.float32))

    def _poses(self, t_s: float) -> tuple[tuple[tuple[str, Pose], ...], tuple[tuple[int, Pose], ...]]:
        cards = tuple((name, pose) for name, each in self.act.cards.items() if (pose := each.at(t_s)))
        hands = tuple((n, pose) for n, hand in enumerate(self.act.hands) if (pose := hand.tips.at(t_s)))
        return cards, hands

    def _drawn(
        self,
        poses: tuple[tuple[tuple[str, Pose], ...], tuple[tuple[int, Pose], ...]],
        t_s: float,
    ) -> np.ndarray:
        cards, hands = poses
        camera = self._camera(t_s)
        known = (cards, camera.tobytes())
        if self._scene is None or self._scene[0] != known:
            self._scene = (known, self._laid(cards, camera))
        scene = self._scene[1]
        if hands:
            scene = scene.copy()
            for number, pose in hands:
                draw_hand(scene, self.act.hands[number], pose, camera)
        return scene

    def _laid(self, cards: tuple[tuple[str, Pose], ...], camera: np.ndarray) -> np.ndarray:
        size = self.how.wide, self.how.tall
        flat = camera @ np.linalg.inv(self._cloth[1])
        scene = cv2.warpPerspective(self._cloth[0], flat, size, borderMode=cv2.BORDER_REFLECT)
        for name, pose in cards:
            quad = np.array(through(camera, outline(pose).tolist()), np.float32)
            if ((quad.max(axis=0) > 2) & (quad.min(axis=0) < np.array(size) - 2)).all():
                lay(scene, self._face(name), quad)
        return np.asarray(cv2.GaussianBlur(scene, (0, 0), 0.6))

    # --- the camera

    def _exposed(self, light: np.ndarray, t_s: float) -> np.ndarray:
        """The picture that the camera gives of this light."""
        how = self.how
        light = light * self._light * self._flicker(t_s)[:, None, None]
        if how.follows:
            wanted = float(np.clip(105 / max(float(light.mean()), 1.0), 0.6, 1.7))
            self._gain += (wanted - self._gain) * min(1.0, 4.0 / how.fps)
            light = light * np.float32(self._gain)
        light = light + grain(how.tall, how.wide, how.noise, self._chance)
        picture = np.clip(light, 0, 255).astype(np.uint8)
        if how.portrait:
            picture = np.ascontiguousarray(np.rot90(picture))
        if not how.jpeg:
            return np.asarray(picture)
        packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, how.jpeg])[1]
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))

    def _flicker(self, t_s: float) -> np.ndarray:
        """How much light each row gets: what the lamp gives while the row is open."""
        how = self.how
        rows_s = t_s + np.arange(how.tall) / how.tall * ROWS_S
        smooth = np.sinc(LIGHT_HZ * how.exposure_s)
        return np.asarray(1 + how.flicker * smooth * np.sin(2 * np.pi * LIGHT_HZ * rows_s), np.float32)


def outline(pose: Pose) -> np.ndarray:
    """The corners of a card, 4 × 2, in millimetres."""
    turned = np.array([(np.cos(pose.turn), np.sin(pose.turn)), (-np.sin(pose.turn), np.cos(pose.turn))])
    return np.asarray(HALF_CARD_MM @ turned + (pose.x, pose.y))


def cloth(size_mm: tuple[float, float], seed: int, how: Shooting) -> tuple[np.ndarray, np.ndarray]:
    """A cloth with printed lines, larger than the table, and the matrix from millimetres to its pixels."""
    chance = np.random.default_rng((seed, 4))
    scale, edge = how.px_per_mm, 80
    wide, tall = (round((each + 2 * edge) * scale) for each in size_mm)
    colour = chance.uniform((40, 70, 15), (75, 115, 45)) if chance.random() < 0.8 else (90, 60, 40)
    flat = np.full((tall, wide, 3), colour, np.uint8)
    rough = cv2.resize(chance.normal(0, 5, (tall // 6, wide // 6, 1)), (wide, tall))
    flat = np.clip(flat + rough[..., None], 0, 255).astype(np.uint8)
    matrix = np.array([[scale, 0, edge * scale], [0, scale, edge * scale], [0, 0, 1]])
    ink = tuple(int(v) for v in chance.uniform(150, 215, 3))
    for left in np.linspace(-40, size_mm[0] + 40, COLUMNS + 2):
        points = through(matrix, [(left, -60), (left, size_mm[1] + 60)])
        cv2.polylines(flat, [np.rint(points).astype(np.int32)], False, ink, 2, cv2.LINE_AA)
    (x, y), (far, _) = through(matrix, [(size_mm[0] / 2, size_mm[1] + 40), (size_mm[0] * 1.1, 0)])
    middle, axes = (round(x), round(y)), (round(far - x), round(0.5 * (far - x)))
    cv2.ellipse(flat, middle, axes, 0, 180, 360, ink, 2, cv2.LINE_AA)
    for word, (row, column) in zip(WORDS if how.printed else (), np.ndindex(ROWS, COLUMNS), strict=False):
        at = ((column + 0.1) * size_mm[0] / COLUMNS, (row + 0.55) * size_mm[1] / ROWS)
        ((left, top),) = through(matrix, [at])
        start, font = (round(left), round(top)), cv2.FONT_HERSHEY_DUPLEX
        cv2.putText(flat, word, start, font, 0.8 * scale, ink, 2, cv2.LINE_AA)
    for number in MARK_NUMBERS if how.marks else ():
        stick(flat, number, rectangle((0, 0), size_mm)[number], matrix)
    return flat, matrix


def stick(flat: np.ndarray, number: int, at_mm: tuple[float, float], matrix: np.ndarray) -> None:
    """Lay a mark on the cloth, as near to `at_mm` as the picture shows it whole."""
    piece = cv2.cvtColor(mark(number, round(MARK_MM * matrix[0, 0])), cv2.COLOR_GRAY2BGR)
    ((x, y),) = through(matrix, [at_mm])
    top, left = round(y) - len(piece) // 2, round(x) - len(piece) // 2
    flat[top : top + len(piece), left : left + len(piece)] = piece


def draw_hand(scene: np.ndarray, hand: Hand, tips: Pose, camera: np.ndarray) -> None:
    """Draw a hand and its arm into a scene, with a soft shadow."""
    scale = float(np.linalg.norm(camera[:2, 0]))
    way = np.array([hand.shoulder[0] - tips.x, hand.shoulder[1] - tips.y])
    way = way / max(float(np.linalg.norm(way)), 1e-6)
    shape = np.zeros(scene.shape[:2], np.uint8)
    limbs = list(parts(np.array([tips.x, tips.y]), way))
    for start, end, thick, _ in limbs:
        stroke(shape, camera, start + SHADOW_MM, end + SHADOW_MM, thick * scale, (255,))
    small = cv2.resize(shape, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    soft = cv2.resize(cv2.GaussianBlur(small, (0, 0), 1.6 * scale), shape.shape[::-1])
    scene[:] = (scene * (1 - soft[..., None] * np.float32(0.4 / 255))).astype(np.uint8)
    for start, end, thick, is_skin in limbs:
        colour = hand.skin if is_skin else hand.sleeve
        stroke(scene, camera, start, end, thick * scale, colour)


def parts(tips: np.ndarray, way: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray, float, bool]]:
    """The strokes of an arm: from, to, thickness in millimetres, and whether it is skin."""
    side = np.array([-way[1], way[0]])
    wrist = tips + 125 * way
    yield wrist - 8 * way, tips + 900 * way, 62.0, False
    yield tips + 80 * way, wrist, 46.0, True
    yield tips + 70 * way, tips + 95 * way, 70.0, True
    for finger in (-1.5, -0.5, 0.5, 1.5):
        reach = 4 * abs(finger)
        yield tips + side * finger * 17 + way * reach, tips + side * finger * 16 + 75 * way, 15.0, True


def stroke(
    scene: np.ndarray,
    camera: np.ndarray,
    start: np.ndarray,
    end: np.ndarray,
    thick: float,
    colour: tuple[int, ...],
) -> None:
    """A thick line with round ends, from and to in millimetres."""
    ends = [(round(x), round(y)) for x, y in through(camera, [tuple(start.tolist()), tuple(end.tolist())])]
    cv2.line(scene, ends[0], ends[1], colour, max(1, round(thick)), cv2.LINE_AA)


def lamplight(how: Shooting, chance: Chance) -> np.ndarray:
    """How much light falls where: a lamp somewhere above, warm or cold."""
    y, x = np.mgrid[0 : how.tall, 0 : how.wide].astype(np.float32) / how.wide - 0.3
    turn = chance.uniform(0, 2 * np.pi)
    slope = x * np.float32(np.cos(turn)) + y * np.float32(np.sin(turn))
    light = 1 + slope * np.float32(chance.uniform(0, 0.5))
    return np.asarray(light[..., None] * chance.uniform(0.75, 1.02, 3) * chance.uniform(0.7, 1.0), np.float32)


@cache
def grains() -> np.ndarray:
    """A sensor's noise of strength one; each picture takes another part of it."""
    return np.asarray(np.random.default_rng(0).normal(0, 1, (1400, 1400, 1)), np.float32)


def grain(tall: int, wide: int, strength: float, chance: Chance) -> np.ndarray:
    """The noise of one picture."""
    y, x = chance.integers(0, 1400 - tall), chance.integers(0, 1400 - wide)
    return np.asarray(grains()[y : y + tall, x : x + wide] * np.float32(strength))
