"""A drawn cloth: the camera of a simulated table. Commands say which cards lie on it, and which fault of a
real camera it shows.

It replaces only the camera: the reader, the tracks and the agreement are the real ones.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Iterable

import cv2
import numpy as np

from sabot.core.reasons import NOTHING, reason
from sabot.core.shapes.json import record
from sabot_vision import drawing
from sabot_vision.frame import LostError, Settings
from sabot_vision.places import Polygon, spelled

SIMULATED = "simulated"
FAULTS = ("", "covered", "other", "dark", "frozen", "lost")
"""What can be wrong: nothing; the newest card is covered; it is drawn as another; the lamp is off; the same
picture comes again and again; no pictures come."""
OF_ONE_CARD = ("covered", "other")
"""Faults of one card. They end when that card is taken away."""

CLOTH_BGR, HAND_BGR = (60, 110, 20), (120, 150, 200)
NOISE_LEVELS, NOISE_SHIFTS = 2.0, 16
PITCH_MM = 84.0
"""From card to card in a hand."""

Lying = tuple[str, str]
"""A place and the card that lies there."""


def corners(settings: Settings, size_mm: tuple[float, float]) -> Polygon:
    """Where the table's rectangle lies in the picture, in pixels: as large as it goes, in the middle."""
    scale = 0.99 * min(settings.width / size_mm[0], settings.height / size_mm[1])
    wide, tall = size_mm[0] * scale, size_mm[1] * scale
    left, top = (settings.width - wide) / 2, (settings.height - tall) / 2
    return ((left, top), (left + wide, top), (left + wide, top + tall), (left, top + tall))


class Cloth:
    """The source: `settings` give the size and the pace of its pictures, `zones` the places of the cards."""

    live, note, times = True, NOTHING, 1

    def __init__(
        self,
        settings: Settings,
        size_mm: tuple[float, float],
        zones: dict[str, Polygon],
        *,
        now: Callable[[], float] = time.monotonic,
        wait: Callable[[float], object] = time.sleep,
    ) -> None:
        self._settings, self._zones, self._now, self._wait = settings, zones, now, wait
        self._corners = corners(settings, size_mm)
        self._scale = (self._corners[1][0] - self._corners[0][0]) / size_mm[0]
        self._lying: tuple[Lying, ...] = ()
        self._fault, self._struck = "", list[Lying]()
        self._drawn: np.ndarray | None = None
        self._last: np.ndarray | None = None
        self._next_s, self._number = -1e9, 0
        shape = (settings.height + NOISE_SHIFTS, settings.width, 3)
        self._noise = np.random.default_rng(1).normal(0, NOISE_LEVELS, shape).astype(np.int8)

    @property
    def corners(self) -> str:
        """Where the table lies, as the rig wants it."""
        return spelled(self._corners)

    def obey(self, command: object) -> None:
        """`{"do": "lay", "cards": [["punto", "8C"], …]}`: exactly these cards lie on the cloth, the newest
        last; `{"do": "fault", "fault": …}`: one of `FAULTS`. Other commands are ignored.
        """
        wanted = record(command)
        if wanted.get("do") == "lay":
            self._lay(tuple(laid(wanted.get("cards"), self._zones)))
        elif wanted.get("do") == "fault" and wanted.get("fault") in FAULTS:
            self._fault, self._struck, self._drawn = str(wanted["fault"]), list(self._lying[-1:]), None

    def _lay(self, lying: tuple[Lying, ...]) -> None:
        if lying == self._lying:
            return
        self._lying, self._drawn = lying, None
        if self._fault in OF_ONE_CARD and not self._struck:
            self._struck = list(lying[-1:])
        elif self._fault in OF_ONE_CARD and self._struck[0] not in lying:
            self._fault, self._struck = "", []

    def read(self) -> tuple[np.ndarray, float]:
        """The next picture, when its time has come. Raises LostError where the fault is `lost`."""
        if self._fault == "lost":
            raise LostError(reason("the simulated camera was pulled out"))
        self._wait(max(0.0, self._next_s - self._now()))
        taken_s = self._now()
        self._next_s = max(self._next_s, taken_s - 1.0) + 1 / self._settings.fps
        if self._fault != "frozen" or self._last is None:
            self._last = self._photographed()
        return self._last, taken_s

    def close(self) -> None:
        """There is nothing to close."""

    def _photographed(self) -> np.ndarray:
        if self._drawn is None:
            self._drawn = self._scene()
        self._number = (self._number + 1) % NOISE_SHIFTS
        noise = self._noise[self._number : self._number + self._settings.height]
        if self._fault == "dark":
            return np.asarray(np.clip(noise, 0, 255), np.uint8)
        return np.asarray(cv2.add(self._drawn, noise, dtype=cv2.CV_8U))

    def _scene(self) -> np.ndarray:
        scene = np.full((self._settings.height, self._settings.width, 3), CLOTH_BGR, np.uint8)
        for number, (place, name) in enumerate(self._lying):
            fault = self._fault if (place, name) in self._struck else ""
            held = [each for each in self._lying if each[0] == place]
            order = sum(1 for each in self._lying[:number] if each[0] == place)
            quad = self._quad(place, order, len(held), name)
            lay(scene, drawing.card(other(name) if fault == "other" else name), quad)
            if fault == "covered":
                middle, size = quad.mean(axis=0), self._scale * 55
                cv2.circle(
                    scene, (round(middle[0]), round(middle[1])), round(size), HAND_BGR, -1, cv2.LINE_AA
                )
        return np.asarray(cv2.GaussianBlur(scene, (0, 0), 0.7))

    def _quad(self, place: str, order: int, held: int, name: str) -> np.ndarray:
        """Where a card lies, 4 × 2 in pixels: side by side, each a little askew in its own way."""
        zone = np.array(self._zones[place])
        (left, top), (right, bottom) = zone.min(axis=0), zone.max(axis=0)
        pitch = min(PITCH_MM, (right - left - PITCH_MM) / max(1, held - 1))
        chance = np.random.default_rng(zlib.crc32(f"{place} {order} {name}".encode()))
        middle = np.array([left + PITCH_MM / 2 + 2 + pitch * order, (top + bottom) / 2])
        middle += chance.uniform(-3, 3, 2)
        turn = np.radians(chance.uniform(-4, 4))
        half = np.array([(-31.5, -44), (31.5, -44), (31.5, 44), (-31.5, 44)])
        turned = half @ np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
        return np.asarray((turned + middle) * self._scale + self._corners[0], np.float32)


def laid(cards: object, zones: Iterable[str]) -> list[Lying]:
    """Returns the valid `cards`: pairs of a zone and the name of a card."""
    pairs = cards if isinstance(cards, list) else []
    return [(pair[0], pair[1]) for pair in pairs if is_laid(pair, tuple(zones))]


def is_laid(pair: object, zones: tuple[str, ...]) -> bool:
    """Whether this is the name of a zone and that of a card."""
    if not isinstance(pair, list) or len(pair) != 2 or pair[0] not in zones:
        return False
    name = pair[1]
    return isinstance(name, str) and len(name) == 2 and name[0] in "A23456789TJQK" and name[1] in drawing.INK


def other(name: str) -> str:
    """Another card than this one, of the same suit."""
    return ("9" if name[0] != "9" else "5") + name[1]


def lay(scene: np.ndarray, face: np.ndarray, quad: np.ndarray) -> None:
    """Draw a card into the scene; nothing is seen of one outside."""
    wide = float(np.linalg.norm(quad[1] - quad[0]))
    size = round(2 * wide), round(2 * wide * drawing.TALL / drawing.WIDE)
    small = cv2.resize(face, size, interpolation=cv2.INTER_AREA)
    left, top, across, down = cv2.boundingRect(quad)
    part = scene[max(0, top) : max(0, top + down + 1), max(0, left) : max(0, left + across + 1)]
    if not part.size:
        return
    quad = quad - np.array((max(0, left), max(0, top)), np.float32)
    there = np.array([(0, 0), (size[0], 0), (size[0], size[1]), (0, size[1])], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(there, quad)
    shown = cv2.warpPerspective(small, matrix, part.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.rint(quad * 16).astype(np.int32)], (255,), cv2.LINE_AA, 4)
    covers = (mask / np.float32(255))[..., None]
    part[:] = part * (1 - covers) + shown * covers
