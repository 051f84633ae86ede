"""Draws the faces of the cards into dashboard/sabot_dashboard/static/cards: `python tools/card_faces.py`.

The drawing is our own. A card is recognised at a glance by its index: large, narrow figures, a 10 whose 1 has
a flag, the sign below. The pips are as large as their number allows, and the courts are calm: one figure in
flat colours. All is outlines, because a picture in a page has no fonts. The lower half is the upper half
turned by 180 degrees.

A face is 240 by 336 units with its middle at zero. Each weighs less than a kilobyte on the wire: the
croupier's page fetches all of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

CARDS = Path(__file__).parents[1] / "dashboard" / "sabot_dashboard" / "static" / "cards"
CARD, GOLD, SKIN, HAIR = "#fffcf5", "#d9a942", "#f4dcbc", "#4a3626"
INKS = {"C": "#1a1714", "S": "#1a1714", "D": "#b3202c", "H": "#b3202c"}
FOUR = {"C": "#0b6b3a", "D": "#1f4fa3"}
CLOTHS = {"C": "#2f3e6e", "S": "#2f3e6e", "D": "#b3202c", "H": "#b3202c"}
"""What the courts of a suit wear."""

SIGNS = {
    "C": "M0-46A22 22 0 0 1 17-11A22 22 0 1 1 5 21C6 33 9 41 16 47"
    "H-16C-9 41-6 33-5 21A22 22 0 1 1-17-11A22 22 0 0 1 0-46Z",
    "D": "M0-48Q15-19 37 0Q15 19 0 48Q-15 19-37 0Q-15-19 0-48Z",
    "H": "M0 47C-14 24-46 8-46-16C-46-34-34-44-22-44"
    "C-11-44-3-37 0-27C3-37 11-44 22-44C34-44 46-34 46-16C46 8 14 24 0 47Z",
    "S": "M0-48C14-26 46-9 46 14C46 29 35 37 23 37C14 37 7 33 4 26C5 36 9 42 16 47"
    "H-16C-9 42-5 36-4 26C-7 33-14 37-23 37C-35 37-46 29-46 14C-46-9-14-26 0-48Z",
}
"""The outline of each suit's sign in a square of 100 about zero."""

FIGURES = {
    "A": "M0 64L15 0L30 64M5 45H25",
    "2": "M0 15A15 15 0 0 1 30 15C30 33 0 43 0 64H31",
    "3": "M1 11A14 14 0 0 1 29 14C29 24 22 30 13 30C23 30 31 36 31 46C31 57 24 64 15 64C8 64 2 60 0 53",
    "4": "M23 64V0L0 45H32",
    "5": "M28 0H4L2 28C6 25 10 24 14 24C24 24 30 32 30 43C30 56 24 64 14 64C8 64 3 61 0 55",
    "6": "M27 7C24 2 20 0 16 0C5 0 0 14 0 44A15 20 0 1 0 30 44C30 33 24 27 16 27C8 27 0 33 0 44",
    "7": "M0 0H30C18 20 11 40 10 64",
    "8": "M15 30C7 30 2 23 2 15C2 6 7 0 15 0C23 0 28 6 28 15C28 23 23 30 15 30"
    "C6 30 0 37 0 47C0 57 6 64 15 64C24 64 30 57 30 47C30 37 24 30 15 30Z",
    "9": "M3 57C6 62 10 64 14 64C25 64 30 50 30 20A15 20 0 1 0 0 20C0 31 6 37 14 37C22 37 30 31 30 20",
    "T": "M-2 11L7 0V64M20 14C20 5 24 0 30 0C36 0 40 5 40 14V50C40 59 36 64 30 64C24 64 20 59 20 50Z",
    "J": "M13 0H27V47C27 58 22 64 14 64C6 64 0 59 0 49",
    "Q": "M0 17C0 6 6 0 15 0C24 0 30 6 30 17V47C30 58 24 64 15 64C6 64 0 58 0 47ZM17 47L31 66",
    "K": "M0 0V64M29 0L1 39M11 27L31 64",
}
"""The middle of the stroke of each figure, 64 high."""

FIGURE_AT, FIGURE_TALL, FIGURE_STROKE, TEN_STROKE = (-108, -151), 1.12, 13, 11
SIGN_AT, SIGN_SIZE = (-92, -44), 48
"""The index in its corner: a fan that shows a quarter of each card shows all of it."""


class Pips(NamedTuple):
    """The pips of a card: how large one is, those of the upper half, and those on the middle line."""

    size: int
    above: tuple[tuple[int, int], ...]
    middle: tuple[int, ...] = ()


SIDE_UNITS = 34
PIPS = {
    "A": Pips(128, (), (0,)),
    "2": Pips(66, ((0, -96),)),
    "3": Pips(62, ((0, -106),), (0,)),
    "4": Pips(58, ((-SIDE_UNITS, -98), (SIDE_UNITS, -98))),
    "5": Pips(56, ((-SIDE_UNITS, -104), (SIDE_UNITS, -104)), (0,)),
    "6": Pips(54, ((-SIDE_UNITS, -104), (SIDE_UNITS, -104)), (-SIDE_UNITS, SIDE_UNITS)),
    "7": Pips(52, ((-SIDE_UNITS, -110), (SIDE_UNITS, -110)), (-SIDE_UNITS, SIDE_UNITS)),
    "8": Pips(50, ((-SIDE_UNITS, -112), (SIDE_UNITS, -112), (0, -56)), (-SIDE_UNITS, SIDE_UNITS)),
    "9": Pips(46, ((-SIDE_UNITS, -118), (SIDE_UNITS, -118), (-SIDE_UNITS, -42), (SIDE_UNITS, -42)), (0,)),
    "T": Pips(44, ((-SIDE_UNITS, -120), (SIDE_UNITS, -120), (0, -80), (-SIDE_UNITS, -40), (SIDE_UNITS, -40))),
}
SEVENTH_AT = (0, -55)
"""The pip of a seven that the lower half does not have."""

PANEL = "M-54-142H54V142H-54Z"
ROBE = "M-54 0V-22C-48-46-26-50 0-50C26-50 48-46 54-22V0Z"
COLLAR = "M-20-50L0-16L20-50L10-52H-10Z"
FACE = "M-20-94H20V-72C20-56 10-48 0-48C-10-48-20-56-20-72Z"
FEATURES = "M-11-78H-5M5-78H11M-6-60H6"
COURTS = {
    "K": (
        (HAIR, "M-27-100H27V-66C27-44 12-34 0-30C-12-34-27-44-27-66Z"),
        (SKIN, "M-20-98H20V-68C12-74-12-74-20-68Z"),
        (GOLD, "M-28-98L-34-134L-16-116L0-138L16-116L34-134L28-98Z"),
    ),
    "Q": (
        (HAIR, "M0-116C24-116 32-98 32-78V-46H-32V-78C-32-98-24-116 0-116Z"),
        (SKIN, FACE),
        (GOLD, "M-24-100L-27-126L-13-113L0-134L13-113L27-126L24-100C12-106-12-106-24-100Z"),
    ),
    "J": (
        (HAIR, "M-27-104H27V-62C24-56 20-58 20-66H-20C-20-58-24-56-27-62Z"),
        (SKIN, FACE),
        ("cloth", "M-32-94C-34-122-12-130 6-128C26-126 34-112 32-94Z"),
        (GOLD, "M-33-90H33V-98H-33ZM14-100C18-120 32-134 46-136C44-120 34-106 20-98Z"),
    ),
}
"""What a court has on its shoulders, from behind to the front."""


def main() -> None:
    for name, drawn in faces().items():
        (CARDS / name).write_text(drawn, encoding="utf-8")


def faces() -> dict[str, str]:
    """Every face by its file: `8C.svg`, and `four/8C.svg` in the ink of four-colour cards."""
    pack = [(rank, suit) for suit in SIGNS for rank in FIGURES]
    usual = {f"{rank}{suit}.svg": face(rank, suit, ink=INKS[suit], cloth=CLOTHS[suit]) for rank, suit in pack}
    return usual | {
        f"four/{rank}{suit}.svg": face(rank, suit, ink=FOUR[suit], cloth=FOUR[suit])
        for rank, suit in pack
        if suit in FOUR
    }


def face(rank: str, suit: str, *, ink: str, cloth: str) -> str:
    """The whole face as SVG, without a line break."""
    half = _index(rank) + (_court(rank, cloth) if rank in COURTS else _sown(PIPS[rank]))
    fixed = "" if rank in COURTS else _on_the_middle(rank)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'preserveAspectRatio="none" viewBox="-120 -168 240 336">'
        f'<defs><path id="s" fill="{ink}" d="{SIGNS[suit]}"/></defs>'
        f'<rect width="240" height="336" x="-120" y="-168" fill="{CARD}" rx="14"/>'
        f'<g id="h">{half.replace("INK", ink)}</g><use xlink:href="#h" transform="rotate(180)"/>{fixed}</svg>'
    )


def _index(rank: str) -> str:
    x, y = FIGURE_AT
    stroke = TEN_STROKE if rank == "T" else FIGURE_STROKE
    pen = f'fill="none" stroke="INK" stroke-linejoin="round" stroke-linecap="round" stroke-width="{stroke}"'
    at = f'transform="translate({x} {y}) scale(1 {FIGURE_TALL})"'
    return f'<path {pen} d="{FIGURES[rank]}" {at}/>{_sign(SIGN_AT, SIGN_SIZE)}'


def _sign(at: tuple[int, int], size: int) -> str:
    return f'<use xlink:href="#s" transform="translate({at[0]} {at[1]}) scale({size / 100:g})"/>'


def _sown(pips: Pips) -> str:
    return "".join(_sign(at, pips.size) for at in pips.above)


def _on_the_middle(rank: str) -> str:
    pips = PIPS[rank]
    row = "".join(_sign((x, 0), pips.size) for x in pips.middle)
    return row + (_sign(SEVENTH_AT, pips.size) if rank == "7" else "")


def _court(rank: str, cloth: str) -> str:
    parts = [(cloth, ROBE), (GOLD, COLLAR), *COURTS[rank]]
    drawn = "".join(f'<path fill="{cloth if fill == "cloth" else fill}" d="{d}"/>' for fill, d in parts)
    line = '<path fill="none" stroke="{}" stroke-width="{}" d="{}"/>'
    frame, sash = line.format(GOLD, 3, PANEL), line.format(GOLD, 7, "M-54 0H54")
    return f"{frame}{drawn}{line.format(HAIR, 3, FEATURES)}{sash}"


if __name__ == "__main__":
    main()
