"""Makes dashboard/sabot_dashboard/static/fonts/engraved-700.woff2 from Playfair Display SC Bold (SIL Open
Font License).

    pip install fonttools brotli
    python tools/letters.py PLAYFAIR.woff2

PLAYFAIR is files/playfair-display-sc-latin-700-normal.woff2 of the npm package
@fontsource/playfair-display-sc (dashboard/sabot_dashboard/static/CREDITS.md). The instructions for coarse
grids and the fractions are taken out, which no screen here uses: ten kilobytes less on the wire. The licence
reserves the old name to the old letters, so these have one of their own.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

MADE = Path(__file__).parents[1] / "dashboard" / "sabot_dashboard" / "static" / "fonts" / "engraved-700.woff2"
FAMILY = "Sabot Engraved"
NAMES = {1: FAMILY, 3: f"{FAMILY} Bold 1", 4: f"{FAMILY} Bold", 6: "SabotEngraved-Bold", 16: FAMILY}
"""What a font calls itself, by the number of the name; copyright and licence stay."""


def main(source: Path) -> None:
    font = TTFont(source)
    options = Options(layout_features=["ccmp", "kern", "lnum", "locl", "mark", "mkmk"], hinting=False)
    options.name_IDs = ["*"]
    options.name_languages = ["*"]
    lighter = Subsetter(options)
    lighter.populate(unicodes=font.getBestCmap())
    lighter.subset(font)
    for record in font["name"].names:
        if record.nameID in NAMES:
            record.string = NAMES[record.nameID]
    font.flavor = "woff2"
    font.save(MADE)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
