"""Makes dashboard/sabot_dashboard/static/cards from the public-domain card art of Adrian Kennard (CC0).

    python tools/card_faces.py IMAGES

IMAGES is the folder src/images of the npm package @heruka_urgyen/react-playing-cards
(dashboard/sabot_dashboard/static/CREDITS.md).

What it changes, so that a card is read across a table and looks printed rather than lit: the index is drawn
heavier, red, blue and gold become inks, white becomes card, and svgo (`npx svgo`) takes out what a screen
never shows.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

CARDS = Path(__file__).parents[1] / "dashboard" / "sabot_dashboard" / "static" / "cards"
SVGO = """module.exports = {multipass: true, floatPrecision: 0,
  plugins: ['preset-default', 'removeDimensions', {name: 'removeAttrs', params: {attrs: 'svg:(class|face)'}}]}
"""
INK = {"red": "#B3202C", "black": "#1A1714", "#FC4": "#DDAE4C", "#44F": "#2F3E8F", "white": "#FFFCF5"}
FOUR = {"C": ("black", "#0B6B3A"), "D": ("red", "#1F4FA3")}


def main(images: Path) -> None:
    for source in sorted((images / "2color-bf").glob("??.svg")):
        if source.stem[1] not in "CDHS":
            continue
        written(faced(source.read_text(), INK), CARDS / source.name)
        suit = source.stem[1]
        if suit in FOUR:
            plain, colour = FOUR[suit]
            written(faced(source.read_text(), {**INK}, index=(plain, colour)), CARDS / "four" / source.name)


def faced(svg: str, inks: dict[str, str], *, index: tuple[str, str] | None = None) -> str:
    """The face in our inks; `index` = (colour in the art, colour wanted) recolours rank and suit signs
    only."""
    svg = heavier(svg)
    svg = svg.replace(
        '<rect width="239" height="335" x="-119.5" y="-167.5" rx="12" ry="12" fill="white" stroke="black">',
        '<rect width="240" height="336" x="-120" y="-168" rx="14" fill="white">',
    )
    if index:
        svg = re.sub(
            r'<symbol id="[SV].*?</symbol>',
            lambda m: m[0].replace(f'"{index[0]}"', f'"{index[1]}"'),
            svg,
            flags=re.S,
        )
    for theirs, ours in inks.items():
        svg = re.sub(rf'(fill|stroke)="{re.escape(theirs)}"', rf'\1="{ours}"', svg, flags=re.I)
    return svg


def heavier(svg: str) -> str:
    """The rank with a stroke half as heavy again; its symbol must then not be clipped."""
    svg = re.sub(r'(<symbol id="V[^>]*?)>', r'\1 overflow="visible">', svg)
    return svg.replace('stroke-width="80"', 'stroke-width="128"')


def written(svg: str, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(svg)


def optimised() -> None:
    config = CARDS / "svgo.config.cjs"
    config.write_text(SVGO)
    for folder in (CARDS, CARDS / "four"):
        subprocess.run(["npx", "svgo", "-q", "--config", str(config), "-f", str(folder)], check=True)
    config.unlink()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
    optimised()
