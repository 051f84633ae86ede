"""Patches of tables with cards over each other, and the places of their indices: what the finder learns.

A patch is a square of PATCH_PX pixels, with cards as large as the finder expects. They lie as a fan, a row, a
heap or apart, each over the one before, with things on them and a lamp above, seen at an angle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from sabot_vision.finding.indices import ANCHOR_MM, CELL_PX, SPAN_PX, lightened
from sabot_vision.training.layouts import rotation, upright
from sabot_vision.training.prints import Window, opacity
from sabot_vision.training.sampling import CORNER_RADII_MM, drawn, ground, turned_over
from sabot_vision.training.shapes import Chance
from sabot_vision.training.sights import FACE, photographed
from sabot_vision.training.stock import Stock, one_of
from sabot_vision.training.surroundings import chip, disc, finger

PATCH_PX = 160
"""Height and width of a patch in pixels."""
CELLS = PATCH_PX // CELL_PX
CARDS_PX = (46.0, 110.0)
"""How long the short side of a card may be."""
PRINT_COUNT = 3000
"""How many cards are printed in advance; they are laid again and again."""
SHOWN_PART_LEAST, HIDDEN_PART_MOST = 0.8, 0.45
"""At least this part of an index shows if the finder must find it; at most this part if it must not."""
INDEX_CELLS, UNASKED_CELLS = 1.1, 2.3
"""Cells this near to the middle of an index must find it; cells up to the second distance away may say
either."""


class Patch(NamedTuple):
    """A picture (PATCH_PX × PATCH_PX × 3, uint8); whether each cell must find an index (CELLS × CELLS, uint8:
    0 no, 1 yes, 2 either); and where the card's corner and the ends of its two sides lie from the middle of
    the cell (CELLS × CELLS × 6, float32, in SPAN_PX)."""

    picture: np.ndarray
    there: np.ndarray
    frames: np.ndarray


class Laid(NamedTuple):
    """A print that can be laid: the sheet with its opacity (4 channels, `FACE.window`), and the boxes of its
    indices in millimetres with the number of the corner that each stands in."""

    sheet: np.ndarray
    boxes: list[tuple[int, np.ndarray]]


def prints(stock: Stock, chance: Chance, count: int = PRINT_COUNT) -> list[Laid]:
    """Returns `count` cards, composed or of another artist's deck; some lie face down."""
    made = []
    for _ in range(count):
        alpha = opacity(FACE.window, one_of(CORNER_RADII_MM, chance))
        if chance.random() < 0.04:
            made.append(Laid(np.dstack([turned_over(stock, FACE.window, chance), alpha]), []))
            continue
        shown = drawn(stock, FACE.window, chance)
        corners = [(0, shown.index_at(False)), (1, shown.index_at(True))][: 1 + shown.four]
        boxes = [(number, boxed(*box)) for number, box in corners]
        boxes += [(number + 2, (63, 88) - box) for number, box in boxes]
        made.append(Laid(np.dstack([shown.sheet, alpha]), boxes))
    return made


def boxed(left: float, top: float, right: float, bottom: float) -> np.ndarray:
    """The corners of a box, 4 × 2."""
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def patch(stock: Stock, cards: Sequence[Laid], chance: Chance) -> Patch:
    """A patch by chance."""
    wide = float(np.exp(chance.uniform(*np.log(CARDS_PX))))
    picture = ground(stock, (PATCH_PX, PATCH_PX), chance)
    if chance.random() < 0.25:
        some_chips(picture, wide, chance)
    owner = np.full((PATCH_PX, PATCH_PX), -1, np.int16)
    quads = [quad.astype(np.float32) for quad in posed(chance, wide)]
    chosen = [cards[int(n)] for n in chance.integers(len(cards), size=len(quads))]
    for number, (card, quad) in enumerate(zip(chosen, quads, strict=True)):
        if chance.random() < 0.6:
            shade(picture, quad, wide, chance)
        lay(picture, card.sheet, quad)
        cv2.fillConvexPoly(owner, np.rint(quad).astype(np.int32), (number,))
    for _ in range(int(chance.integers(1, 3)) if chance.random() < 0.25 else 0):
        thing(picture, owner, wide, chance)
    placed = [one for n, card in enumerate(chosen) for one in indices_of(card, quads[n], owner == n)]
    resolution = wide / 63
    return Patch(lightened(photographed(picture, resolution, stock.light, chance)), *targets(placed))


# --- how cards lie


def posed(chance: Chance, wide: float) -> list[np.ndarray]:
    """The corners of some cards, each 4 × 2, the first lowest; one of them has a corner in the patch."""
    dice, count = chance.random(), int(chance.integers(2, 9))
    if dice < 0.4:
        quads = fan(count, chance)
    elif dice < 0.74:
        quads = row(count, chance)
    elif dice < 0.9:
        quads = heap(min(count, 5), chance)
    else:
        quads = [upright(1.0, chance.uniform(0, 2 * np.pi))]
    if chance.random() < 0.4:
        quads.reverse()
    aim = one_of(quads, chance)
    mixed = rotation(chance.uniform(0, 2 * np.pi)) * (1, chance.uniform(0.7, 1.0))
    mixed = mixed @ rotation(chance.uniform(0, 2 * np.pi)) * wide
    at = np.array([PATCH_PX, PATCH_PX]) / 2 + chance.uniform(-0.35, 0.35, 2) * PATCH_PX
    moved = [(quad - aim[2 * int(chance.integers(2))]) @ mixed + at for quad in quads]
    return leaned(moved, chance)


def leaned(quads: list[np.ndarray], chance: Chance) -> list[np.ndarray]:
    """Seen a little from the side: nearer on one hand."""
    slope = chance.normal(0, 0.0005, 2)
    away = [1 + (quad - PATCH_PX / 2) @ slope for quad in quads]
    return [
        (quad - PATCH_PX / 2) / far[:, None] + PATCH_PX / 2 for quad, far in zip(quads, away, strict=True)
    ]


def fan(count: int, chance: Chance) -> list[np.ndarray]:
    """Held in a hand, a card one wide."""
    step, arm = chance.uniform(0.06, 0.32), chance.uniform(0.8, 2.6)
    quads = []
    for number in range(count):
        turn = (number - (count - 1) / 2) * step * chance.uniform(0.8, 1.2)
        out = np.array([0, -arm * chance.uniform(0.96, 1.04)]) @ rotation(turn)
        quads.append(upright(1.0, turn) + out)
    return quads


def row(count: int, chance: Chance) -> list[np.ndarray]:
    """Each aside of the one before, or below it."""
    step = np.array([chance.uniform(0.14, 0.75), chance.uniform(-0.35, 0.35)])
    if chance.random() < 0.25:
        step = np.array([chance.uniform(-0.2, 0.2), chance.uniform(0.2, 0.8)])
    loose = chance.uniform(0, 0.05)
    return [
        upright(1.0, chance.normal(0, loose)) + step * number + chance.normal(0, loose / 2, 2)
        for number in range(count)
    ]


def heap(count: int, chance: Chance) -> list[np.ndarray]:
    """Anyhow."""
    spread = chance.uniform(0.4, 1.3)
    return [
        upright(1.0, chance.uniform(0, 2 * np.pi)) + chance.uniform(-spread, spread, 2) for _ in range(count)
    ]


# --- how they are drawn


def lay(picture: np.ndarray, sheet: np.ndarray, quad: np.ndarray) -> None:
    """Draw a print of `FACE.window` with its opacity (uint8, 4 channels) at `quad`."""
    matrix = cv2.getPerspectiveTransform(on_sheet(FACE.window), quad)
    size = picture.shape[1], picture.shape[0]
    if cv2.contourArea(quad) * 4 < 120 * 168:
        small = cv2.resize(sheet, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        halved = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1]])
        put = cv2.warpPerspective(small, matrix @ halved, size)
    else:
        put = cv2.warpPerspective(sheet, matrix, size)
    share = put[..., 3].astype(np.float32) / 255
    picture[:] = cv2.blendLinear(np.ascontiguousarray(put[..., :3]), picture, share, 1 - share)


def on_sheet(window: Window) -> np.ndarray:
    """Where the corners of a card lie in the window, pixels."""
    corners = np.array([[0, 0, 1], [63, 0, 1], [63, 88, 1], [0, 88, 1]])
    return np.ascontiguousarray((corners @ window.pixels().T)[:, :2], np.float32)


def shade(picture: np.ndarray, quad: np.ndarray, wide: float, chance: Chance) -> None:
    """The shadow of a card on the things below it."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    aside = quad + chance.uniform(-0.015, 0.015, 2) * wide
    cv2.fillPoly(mask, [np.rint(aside * 16).astype(np.int32)], (255,), cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.6, 0.012 * wide)).astype(np.float32) / 255
    dark = np.float32(chance.uniform(0.08, 0.5))
    picture[:] = cv2.blendLinear(picture, np.zeros_like(picture), 1 - soft * dark, soft * dark)


def some_chips(picture: np.ndarray, wide: float, chance: Chance) -> None:
    """Chips on the table, with their shadows; cards may be laid over them."""
    radius, turn = int(wide * chance.uniform(0.2, 0.35)), chance.uniform(0, 2 * np.pi)
    shadow = np.array([np.cos(turn), np.sin(turn)]) * radius * chance.uniform(0.1, 0.7)
    for at in chance.uniform(0, PATCH_PX, (int(chance.integers(1, 5)), 2)):
        chip(picture, chance, at, radius, shadow)


def thing(picture: np.ndarray, owner: np.ndarray, wide: float, chance: Chance) -> None:
    """A finger, or a chip, on the cards."""
    before = picture.copy()
    at = int(chance.uniform(0, PATCH_PX)), int(chance.uniform(0, PATCH_PX))
    if chance.random() < 0.5:
        disc(picture, chance, at, max(2, int(wide * chance.uniform(0.1, 0.35))))
    else:
        finger(picture, chance, at, max(2, int(wide * chance.uniform(0.12, 0.35))))
    owner[(before != picture).any(axis=2)] = -1


# --- what is to be found


class Index(NamedTuple):
    """One index: its anchor (2), the card's corner and the ends of the sides that leave it (3 × 2), and how
    much of it is seen. All in pixels."""

    anchor: np.ndarray
    frame: np.ndarray
    shown: float


def indices_of(card: Laid, quad: np.ndarray, owned: np.ndarray) -> list[Index]:
    """The indices of a card, that is seen where `owned` (bool, PATCH_PX × PATCH_PX)."""
    own = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)
    matrix = cv2.getPerspectiveTransform(own, quad)
    placed = []
    for corner, box in card.boxes:
        across, along = corner ^ 1, 3 - corner
        inward = np.sign(own[2] / 2 - own[corner])
        anchor = cv2.perspectiveTransform((own[corner] + inward * ANCHOR_MM)[None, None], matrix)[0, 0]
        around = cv2.perspectiveTransform(box[None], matrix)[0]
        placed.append(Index(anchor, quad[[corner, across, along]], shown(around, owned)))
    return placed


def shown(box: np.ndarray, owned: np.ndarray) -> float:
    """Which part of a box (4 × 2) is seen."""
    mask = np.zeros((3 * PATCH_PX, 3 * PATCH_PX), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(box).astype(np.int32) + PATCH_PX, (1,))
    inside = mask[PATCH_PX : 2 * PATCH_PX, PATCH_PX : 2 * PATCH_PX].view(bool)
    return int(np.count_nonzero(inside & owned)) / max(1, int(np.count_nonzero(mask)))


MIDDLES = np.stack(np.meshgrid(*[np.arange(CELLS) * CELL_PX + (CELL_PX - 1) / 2] * 2), axis=2).astype(
    np.float32
)
"""The middles of the cells in pixels of the patch, x and y."""


def targets(placed: Sequence[Index]) -> tuple[np.ndarray, np.ndarray]:
    """What each cell is to tell, as `Patch` has it."""
    there, frames = np.zeros((CELLS, CELLS), np.uint8), np.zeros((CELLS, CELLS, 6), np.float32)
    nearest = np.full((CELLS, CELLS), np.inf, np.float32)
    for one in placed:
        if one.shown <= HIDDEN_PART_MOST:
            continue
        far = np.hypot(*(MIDDLES - one.anchor).transpose(2, 0, 1)) / CELL_PX
        there[(far < UNASKED_CELLS) & (there == 0)] = 2
        if one.shown > SHOWN_PART_LEAST:
            mine = (far < INDEX_CELLS) & (far < nearest)
            there[mine], nearest[mine] = 1, far[mine]
            frames[mine] = ((one.frame[None] - MIDDLES[mine][:, None]) / SPAN_PX).reshape(-1, 6)
    return there, frames
