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
from sabot_vision.places import Polygon, rectangle, spelled, through
from sabot_vision.training.films.acting import PLACES, PLACES_ACROSS_COUNT, PLACES_DOWN_COUNT, Act, times
from sabot_vision.training.films.moving import Lies, Pose
from sabot_vision.training.films.surface import cloth, draw_hand
from sabot_vision.training.shapes import Chance

LIGHT_HZ = 100.0
"""A lamp on the mains of 50 Hz flickers twice in each period."""
ROWS_S = 0.028
"""How long a rolling shutter takes from the first row to the last."""
MOMENTS_COUNT = 3
"""A picture in which something moves is the mean of this many moments."""
SHAKES_HZ = (2.3, 0.37)
"""How fast a camera swings on its stand, and how often it begins to."""
HUNTS_PER_S = (25.0, 3.5)
"""How strongly the exposure is drawn to what the scene wants, and how much that is damped: it overshoots by a
third, within two thirds of a second.
"""
MARGIN_PX, MARKED_PX = 24.0, 56.0
"""From the table to the edge of the picture; more where marks must stay in it when the camera is knocked."""
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
    the four marks lie on the cloth. `portrait`: the camera stands upright. It shakes by `shakes_px` at most.
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
    shakes_px: float = 0.0
    knock: Knock | None = None


TELEPHONE = Shooting(
    exposure_s=0.02, follows=True, jpeg=45, unsteady=0.35, noise=3.0, portrait=True, shakes_px=0.4, fps=30.0
)
"""A telephone on a stand, on a table that people touch."""
EVERYTHING = TELEPHONE._replace(
    wide=592, tall=376, marks=True, flicker=0.25, exposure_s=0.004, knock=Knock(4.0, 14.0, -9.0, 1.5)
)
"""The same over marks, under a lamp that flickers, with a shutter too short for it, and knocked while hands
are at work."""


class Shot(NamedTuple):
    """One picture, the second at which it was taken, and the cards that lie there."""

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
        self._cloth = cloth(self.size_mm, seed, how.px_per_mm, has_marks=how.marks, has_print=how.printed)
        self._light = lamplight(how, np.random.default_rng((seed, 3)))
        self._scene: tuple[object, np.ndarray] | None = None
        self._gain, self._gains_s = 1.0, 0.0

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
        wide, tall = self.size_mm[0] / PLACES_ACROSS_COUNT, self.size_mm[1] / PLACES_DOWN_COUNT
        return "; ".join(
            f"{name} {spelled([(c * wide, r * tall), ((c + 1) * wide, (r + 1) * tall)])}"
            for name, (r, c) in zip(PLACES, np.ndindex(PLACES_DOWN_COUNT, PLACES_ACROSS_COUNT), strict=True)
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
        x, y = self._shaken(t_s)
        scaled = np.array([[how.px_per_mm, 0, self._edge + x], [0, how.px_per_mm, self._edge + y], [0, 0, 1]])
        if how.knock is None or t_s < how.knock.at_s:
            return scaled
        knocked = np.eye(3)
        knocked[:2] = cv2.getRotationMatrix2D((how.wide / 2, how.tall / 2), how.knock.degrees, 1.0)
        knocked[:2, 2] += (how.knock.x_px, how.knock.y_px)
        return np.asarray(knocked @ scaled)

    def _shaken(self, t_s: float) -> np.ndarray:
        """By how many pixels a camera has shaken aside: it swings, more at some times than at others."""
        swings = np.sin(2 * np.pi * np.multiply(SHAKES_HZ, t_s)[:, None] + (0.0, 1.9))
        return np.asarray(self.how.shakes_px * swings[0] * swings[1])

    def _on_film(self, points: Polygon) -> Polygon:
        """Points of the camera on a film that may be upright."""
        if not self.how.portrait:
            return points
        return tuple((y, self.how.wide - 1 - x) for x, y in points)

    def _light_of(self, t_s: float) -> np.ndarray:
        """What falls onto the sensor while the shutter is open, float32."""
        half = self.how.exposure_s / 2
        moments = np.linspace(t_s - half, t_s + half, MOMENTS_COUNT)
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
            light = light * np.float32(self._follow(float(light.mean())))
        light = light + grain(how.tall, how.wide, how.noise, self._chance)
        picture = np.clip(light, 0, 255).astype(np.uint8)
        if how.portrait:
            picture = np.ascontiguousarray(np.rot90(picture))
        if not how.jpeg:
            return np.asarray(picture)
        packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, how.jpeg])[1]
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))

    def _follow(self, light: float) -> float:
        """The gain for a picture of this much light: it hunts, past what is wanted and back."""
        wanted = float(np.clip(105 / max(light, 1.0), 0.6, 1.7))
        self._gains_s += (
            (wanted - self._gain) * HUNTS_PER_S[0] - self._gains_s * HUNTS_PER_S[1]
        ) / self.how.fps
        self._gain = float(np.clip(self._gain + self._gains_s / self.how.fps, 0.5, 2.0))
        return self._gain

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
