"""A cloth with print and marks, and a hand over it, drawn."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from sabot_vision.places import MARK_NUMBERS, mark, rectangle, through
from sabot_vision.training.films.acting import PLACES_ACROSS_COUNT, PLACES_DOWN_COUNT
from sabot_vision.training.films.moving import Hand, Point, Pose

WORDS = ("PUNTO", "EGALITE", "BANCO", "NOIR", "IMPAIR", "ROUGE")
"""What is printed on a cloth, for cards to lie on."""
MARK_MM, SHADOW_MM = 26, (7.0, 12.0)


def cloth(
    size_mm: Point, seed: int, px_per_mm: float, *, has_marks: bool = False, has_print: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """A cloth with printed lines, larger than the table, and the matrix from millimetres to its pixels."""
    chance = np.random.default_rng((seed, 4))
    scale, edge = px_per_mm, 80
    wide, tall = (round((each + 2 * edge) * scale) for each in size_mm)
    colour = chance.uniform((40, 70, 15), (75, 115, 45)) if chance.random() < 0.8 else (90, 60, 40)
    flat = np.full((tall, wide, 3), colour, np.uint8)
    rough = cv2.resize(chance.normal(0, 5, (tall // 6, wide // 6, 1)), (wide, tall))
    flat = np.clip(flat + rough[..., None], 0, 255).astype(np.uint8)
    matrix = np.array([[scale, 0, edge * scale], [0, scale, edge * scale], [0, 0, 1]])
    ink = tuple(int(v) for v in chance.uniform(150, 215, 3))
    for left in np.linspace(-40, size_mm[0] + 40, PLACES_ACROSS_COUNT + 2):
        points = through(matrix, [(left, -60), (left, size_mm[1] + 60)])
        cv2.polylines(flat, [np.rint(points).astype(np.int32)], False, ink, 2, cv2.LINE_AA)
    (x, y), (far, _) = through(matrix, [(size_mm[0] / 2, size_mm[1] + 40), (size_mm[0] * 1.1, 0)])
    middle, axes = (round(x), round(y)), (round(far - x), round(0.5 * (far - x)))
    cv2.ellipse(flat, middle, axes, 0, 180, 360, ink, 2, cv2.LINE_AA)
    for word, (row, column) in zip(
        WORDS if has_print else (), np.ndindex(PLACES_DOWN_COUNT, PLACES_ACROSS_COUNT), strict=False
    ):
        at = (
            (column + 0.1) * size_mm[0] / PLACES_ACROSS_COUNT,
            (row + 0.55) * size_mm[1] / PLACES_DOWN_COUNT,
        )
        ((x, y),) = through(matrix, [at])
        start, font = (round(x), round(y)), cv2.FONT_HERSHEY_DUPLEX
        cv2.putText(flat, word, start, font, 0.8 * scale, ink, 2, cv2.LINE_AA)
    for number in MARK_NUMBERS if has_marks else ():
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
