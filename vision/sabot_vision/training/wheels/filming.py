"""A film of a wheel: the scene, its light and its camera, picture after picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.training.films.filming import grains
from sabot_vision.training.films.moving import Hand, Moving, Pose
from sabot_vision.training.films.surface import draw_hand
from sabot_vision.training.wheels import surface, textures
from sabot_vision.training.wheels.spinning import TURN, Reach, Spinning, Spot
from sabot_vision.training.wheels.styles import Style

RING_MM = 260.0
"""The radius of the ring, by which hands are drawn."""

REACHES_S = 0.35
"""How long a hand takes to reach into the wheel."""

FINE_PX = 1.5
"""A moving ball is drawn at places this far apart, while the shutter is open."""

NOISE_PX = 1400
"""Each picture takes its noise from another part of a larger one."""

GLINTS_ABOVE = 0.3
"""Metal glints on a wheel with more gloss than this."""

LINE_PX = 512
"""How many pixels of the rotor there are in a line as it is drawn."""

DARK_SHARE = 0.06
"""The light that is left when the lamps go out."""


class Shot(NamedTuple):
    """A picture (blue-green-red) and its second of the film."""

    t_s: float
    picture: np.ndarray


class Scene:
    """A wheel and its camera, ready to be filmed; several films of one wheel share it."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.radius, self.angle = surface.seen(style)
        self.rotor = textures.rotor(style)
        self.light = _lamplight(style)
        lit = textures.bowl(style, self.radius, self.angle) * self.light
        self.shine = _shine(style)
        lit = cv2.GaussianBlur(lit, (0, 0), 0.7) + self.shine[..., None]
        self.still = np.clip(lit, 0, 255).astype(np.uint8)
        self.turning = self.radius < 1.0
        self._columns = self.rotor.colours.shape[1]
        self._smooth: dict[tuple[str, int], np.ndarray] = {}
        self._draws(self.turning)

    def narrow(self, read: np.ndarray) -> None:
        """From now on draw of the rotor only what is `read` of a picture (height × width), unless compression
        spreads the rest over it."""
        if not self.style.jpeg:
            self._draws(self.turning & read)

    def _draws(self, pixels: np.ndarray) -> None:
        flat = np.flatnonzero(pixels)
        self._bytes = (flat[:, None] * 3 + np.arange(3)).ravel()
        padded = np.resize(flat, (-(-len(flat) // LINE_PX), LINE_PX))
        self._line = padded // pixels.shape[1]
        angle, radius, light, shine = (
            each.reshape(-1, *each.shape[2:])[padded]
            for each in (self.angle, self.radius, self.light, self.shine)
        )
        self._at = (angle * (self._columns / TURN)).astype(np.float32)
        self._row = (radius * textures.ROWS_COUNT - 0.5).astype(np.float32)
        self._lobe = _lobe(self.style, angle)
        self._lamp = light.astype(np.float32)
        self._gleam = cv2.merge([np.clip(shine, 0, 255).astype(np.uint8)] * 3)

    def empty(self, angles: np.ndarray, blur: float) -> np.ndarray:
        """The wheel without a ball, at these angles of the rotor (one for each row of the picture), while it
        turns by `blur` radians."""
        picture: np.ndarray = self.still.copy()
        wide = max(1, round(blur * self._columns / TURN))
        shift = (-angles * (self._columns / TURN)).astype(np.float32)
        shift = shift - np.float32(math.floor(float(shift.min()) / self._columns) * self._columns)
        at = self._at + shift[self._line]
        flat = cv2.multiply(self._sampled("colours", at, wide), self._lamp, dtype=cv2.CV_8U)
        flat = cv2.add(flat, self._gleam)
        if self.style.gloss > GLINTS_ABOVE:
            glint = cv2.multiply(self._sampled("shine", at, wide), self._lobe, dtype=cv2.CV_8U)
            flat = cv2.add(flat, cv2.merge([glint] * 3))
        picture.reshape(-1)[self._bytes] = flat.reshape(-1)[: len(self._bytes)]
        return picture

    def _sampled(self, what: str, at: np.ndarray, wide: int) -> np.ndarray:
        if (smooth := self._smooth.get((what, wide))) is None:
            flat: np.ndarray = getattr(self.rotor, what)
            wrapped = np.hstack([flat, flat, flat[:, : self._columns // 2]])
            smooth = self._smooth[what, wide] = cv2.blur(wrapped, (wide, 1))
        return np.asarray(cv2.remap(smooth, at, self._row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


class WheelFilm:
    """One spin at a wheel, filmed; it begins at `begin_s`."""

    def __init__(self, scene: Scene, spinning: Spinning, *, seed: int, begin_s: float = 0.0) -> None:
        self.scene, self.spinning, self.begin_s = scene, spinning, begin_s
        self._chance = np.random.default_rng((seed, 32))
        rough = grains()[:NOISE_PX, :NOISE_PX] * scene.style.noise
        self._noise = [cv2.merge([np.clip(rough * sign, 0, 255).astype(np.uint8)] * 3) for sign in (1, -1)]
        self._skin = tuple(int(v) for v in self._chance.uniform((70, 100, 160), (120, 160, 215)))
        self._sleeve = (int(self._chance.uniform(15, 235)),) * 3

    def shots(self, is_due: Callable[[float], bool] | None = None) -> Iterator[Shot]:
        """The pictures, one after another, those that are due at their second."""
        style = self.scene.style
        for number in range(round(self.spinning.truth.length_s * style.fps)):
            t_s = number / style.fps
            if is_due is None or is_due(self.begin_s + t_s):
                yield Shot(self.begin_s + t_s, self.picture(t_s))

    def picture(self, t_s: float) -> np.ndarray:
        """The picture at this second of the film; after its end the rotor turns on."""
        return self._exposed(self._scene_at(t_s), t_s)

    def _scene_at(self, t_s: float) -> np.ndarray:
        style, spinning = self.scene.style, self.spinning
        rows_s = t_s + np.arange(style.view.tall) / style.view.tall * style.rows_s
        start, end = spinning.rotor(t_s), spinning.rotor(t_s + style.rows_s)
        angles = start + (end - start) * (rows_s - t_s) / style.rows_s
        blur = abs(end - start) / style.rows_s * style.exposure_s
        picture = self.scene.empty(angles, blur)
        for number in range(len(spinning.balls(t_s))):
            self._draw_ball(picture, t_s, number)
        for reach in spinning.reaches:
            self._draw_hand(picture, reach, t_s)
        return picture

    # --- the ball

    def _draw_ball(self, picture: np.ndarray, t_s: float, number: int) -> None:
        """A ball, smeared over the time in which its rows were open."""
        style = self.scene.style
        (row,) = self._on_film(self.spinning.balls(t_s)[number : number + 1])[:, 1]
        t_s += float(np.clip(row / style.view.tall, 0, 1)) * style.rows_s
        ends = [self.spinning.balls(t_s + part * style.exposure_s) for part in (-0.5, 0.5)]
        if any(len(each) <= number for each in ends):
            return
        path = self._on_film([each[number] for each in ends])
        count = int(min(24.0, 1 + float(np.linalg.norm(path[1] - path[0])) / FINE_PX))
        moments = t_s + (np.arange(count) + 0.5 - count / 2) / count * style.exposure_s
        spots = [self.spinning.balls(float(moment))[number] for moment in moments]
        _smear(picture, self._on_film(spots), self._size(spots[0]), self._white(spots[0]))

    def _on_film(self, spots: list[Spot]) -> np.ndarray:
        radius, angle, high = np.array(spots, float).T
        return self.scene.style.view.pixels(radius, angle, high)

    def _size(self, spot: Spot) -> float:
        """The radius of the ball in pixels."""
        style = self.scene.style
        matrix = style.view.matrix
        x, y = spot.radius * math.sin(spot.angle), spot.radius * math.cos(spot.angle)
        away = float((matrix[2] / np.linalg.norm(matrix[2, :3])) @ (x, y, spot.height, 1))
        return style.view.focal_px * style.ball / away

    def _white(self, spot: Spot) -> np.ndarray:
        """The colour of the ball in the light of that place."""
        x, y = self._on_film([spot])[0]
        tall, wide = self.scene.light.shape[:2]
        lamp = self.scene.light[int(np.clip(y, 0, tall - 1)), int(np.clip(x, 0, wide - 1))]
        return np.asarray(lamp * (215, 225, 230))

    # --- hands and camera

    def _draw_hand(self, picture: np.ndarray, reach: Reach, t_s: float) -> None:
        into = min(t_s - reach.begin_s, reach.end_s - t_s) / REACHES_S
        if into <= 0:
            return
        radius = 2.6 + (reach.radius - 2.6) * min(into, 1.0)
        way = np.array([math.sin(reach.angle), math.cos(reach.angle)]) * RING_MM
        shoulder = float(way[0] * 6), float(way[1] * 6)
        hand = Hand(Moving(), shoulder, self._skin, self._sleeve)
        camera = self.scene.style.view.flat() @ np.diag([1 / RING_MM, 1 / RING_MM, 1.0])
        draw_hand(picture, hand, Pose(float(way[0] * radius), float(way[1] * radius)), camera / camera[2, 2])

    def _exposed(self, picture: np.ndarray, t_s: float) -> np.ndarray:
        """The picture that the camera gives of this scene."""
        style, truth = self.scene.style, self.spinning.truth
        if truth.wrong == "dark" and truth.launched_s + 1 < t_s:
            picture = cv2.convertScaleAbs(picture, alpha=DARK_SHARE)
        tall, wide = picture.shape[:2]
        y, x = self._chance.integers(0, (NOISE_PX - tall, NOISE_PX - wide))
        more, less = (each[y : y + tall, x : x + wide] for each in self._noise)
        picture = cv2.subtract(cv2.add(picture, more), less)
        if not style.jpeg:
            return np.asarray(picture)
        packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, style.jpeg])[1]
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))


def _smear(picture: np.ndarray, path: np.ndarray, size: float, white: np.ndarray) -> None:
    """Draw a ball that goes along this path (pixels) while the shutter is open."""
    low = np.maximum(np.floor(path.min(axis=0) - size - 2), 0).astype(int)
    high = np.minimum(np.ceil(path.max(axis=0) + size + 3), picture.shape[1::-1]).astype(int)
    if (high <= low).any():
        return
    part = picture[low[1] : high[1], low[0] : high[0]]
    y, x = np.mgrid[low[1] : high[1], low[0] : high[0]].astype(np.float32)
    cover, shade = np.zeros((2, *part.shape[:2]))
    for at in path:
        away = np.hypot(x - np.float32(at[0]), y - np.float32(at[1]))
        here = np.clip(size + 0.5 - away, 0, 1)
        cover += here
        shade += here * np.clip(1.1 - 0.35 * (away / size) ** 2, 0.5, 1.1)
    cover, shade = cover / len(path), shade / len(path)
    part[:] = np.clip(part * (1 - cover[..., None]) + shade[..., None] * white, 0, 255).astype(np.uint8)


def _lamplight(style: Style) -> np.ndarray:
    """How much light falls on each pixel: float32, height x width x 3."""
    chance = np.random.default_rng((style.seed, 24))
    tall, wide = style.view.tall, style.view.wide
    y, x = np.mgrid[0:tall, 0:wide].astype(np.float32) / wide - 0.4
    turn, slope = chance.uniform(0, TURN), chance.uniform(0, 0.6)
    light = style.light * (1 + slope * (x * np.float32(math.cos(turn)) + y * np.float32(math.sin(turn))))
    return np.asarray(light[..., None] * (1 - style.warm, 1.0, 1 + style.warm), np.float32)


def _shine(style: Style) -> np.ndarray:
    """The reflections of the lamps, which stand still: float32, height x width."""
    chance = np.random.default_rng((style.seed, 25))
    tall, wide = style.view.tall, style.view.wide
    spots = np.zeros((tall, wide), np.float32)
    middle, reach = chance.uniform(0.2, 1.1), chance.uniform(0.1, 0.5)
    side = chance.uniform(0, TURN)
    for _ in range(style.lamps):
        radius, angle = middle + chance.normal(0, reach), side + chance.normal(0, 0.5)
        spot = style.view.pixels(*(np.array([each]) for each in (abs(radius), angle, 0.0)))[0]
        size = wide / 640 * chance.uniform(2, 5 + 9 * style.gloss)
        low, high = np.clip([spot - 5 * size, spot + 5 * size], 0, (wide, tall)).astype(int)
        y, x = np.mgrid[low[1] : high[1], low[0] : high[0]].astype(np.float32)
        bright = np.exp(-((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / (2 * size**2))
        spots[low[1] : high[1], low[0] : high[0]] += bright * chance.uniform(120, 420) * (0.3 + style.gloss)
    return spots * np.float32(min(style.light, 1.0))


def _lobe(style: Style, angle: np.ndarray) -> np.ndarray:
    """How strongly metal glints, by where it is in the bowl: float32."""
    chance = np.random.default_rng((style.seed, 26))
    lobe: np.ndarray = np.zeros(angle.shape)
    for _ in range(2):
        away = np.cos(angle - chance.uniform(0, TURN))
        lobe = lobe + np.exp((away - 1) * chance.uniform(3, 20))
    return np.asarray(lobe * 0.5 * style.gloss, np.float32)
