"""A board's layout checked, plotted and drilled by KiCad: python3 tools/board_plots.py FILE.kicad_pcb FOLDER

The distribution's own Python runs this: KiCad's module `pcbnew` is a package of it, from KiCad 6 on. It
writes NAME.drc (what breaks a rule), NAME-front.svg, NAME-back.svg, and the folder NAME with the files for
the maker of the board. It prints how many rules are broken, and exits with 1 where there are any.
"""

import re
import sys
from pathlib import Path
from typing import Any

import pcbnew

MAKER = "F.Cu B.Cu F.Mask B.Mask F.Paste B.Paste F.SilkS B.SilkS Edge.Cuts".split()
SHEET_MM = 297.0022
PICTURES = {"front": "F.Mask F.SilkS F.Fab Edge.Cuts", "back": "B.Mask B.SilkS B.Fab Edge.Cuts"}
MILLIMETRES = getattr(pcbnew, "EDA_UNITS_MM", None)
MILLIMETRES = pcbnew.EDA_UNITS_MILLIMETRES if MILLIMETRES is None else MILLIMETRES
"""KiCad 9 calls it otherwise than KiCad 6."""


def checked(board: Any, target: Path) -> int:
    """Write KiCad's report on the rules; how many are broken, warnings not counted, and pads left open."""
    pcbnew.WriteDRCReport(board, str(target), MILLIMETRES, True)
    said = target.read_text(encoding="utf-8")
    opened = re.findall(r"Found (\d+) unconnected", said)
    return len(re.findall(r"[Ss]everity: error|; error$", said, re.MULTILINE)) + sum(map(int, opened))


def plotter(board: Any, folder: Path) -> Any:
    """A plotter that writes into a folder, with the board's own corner as it stands on its sheet."""
    made = pcbnew.PLOT_CONTROLLER(board)
    options = made.GetPlotOptions()
    options.SetOutputDirectory(str(folder))
    options.SetPlotFrameRef(False)
    options.SetUseGerberProtelExtensions(False)
    options.SetSubtractMaskFromSilk(True)
    options.SetPlotReference(True)
    options.SetPlotValue(False)
    options.SetTextMode(pcbnew.PLOT_TEXT_MODE_STROKE)
    return made


def for_the_maker(board: Any, folder: Path) -> None:
    """One Gerber file for each layer, and the holes."""
    made = plotter(board, folder)
    for name in MAKER:
        made.SetLayer(board.GetLayerID(name))
        made.OpenPlotfile(name.replace(".", "_"), pcbnew.PLOT_FORMAT_GERBER, name)
        made.PlotLayer()
    made.ClosePlot()
    holes = pcbnew.EXCELLON_WRITER(board)
    holes.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), False)
    holes.CreateDrillandMapFilesSet(str(folder), True, False)


def pictured(board: Any, folder: Path, side: str, layers: str) -> None:
    """One side as it is fitted: pads, print and parts, no tracks; the back as it is seen from behind."""
    made = plotter(board, folder)
    made.GetPlotOptions().SetMirror(side == "back")
    made.OpenPlotfile(side, pcbnew.PLOT_FORMAT_SVG, side)
    made.SetColorMode(False)
    for name in layers.split():
        made.SetLayer(board.GetLayerID(name))
        made.PlotLayer()
    made.ClosePlot()
    cropped(folder / f"{Path(board.GetFileName()).stem}-{side}.svg", board, mirrored=side == "back")


def cropped(picture: Path, board: Any, *, mirrored: bool) -> None:
    """Leave the board and 2 mm about it of a whole sheet (A4), and no text that is there to be searched only.

    KiCad 6 counts millionths of a mm, KiCad 9 mm.
    """
    text = re.sub(r"<text.*?</text>", "", picture.read_text(encoding="utf-8"), flags=re.DOTALL)
    sheet = re.search(r'viewBox="0\S* 0\S* (\S+) \S+"', text)
    if not sheet:
        raise SystemExit(f"{picture.name}: KiCad drew no sheet")
    whole = float(sheet[1])
    box, unit = board.GetBoardEdgesBoundingBox(), whole / SHEET_MM
    left, top, wide, high = (
        pcbnew.ToMM(each) for each in (box.GetX(), box.GetY(), box.GetWidth(), box.GetHeight())
    )
    left = SHEET_MM - left - wide if mirrored else left
    seen = (left - 2, top - 2, wide + 4, high + 4)
    size = f'width="{seen[2]:.1f}mm" height="{seen[3]:.1f}mm" '
    view = " ".join(f"{each * unit:.0f}" if unit > 1000 else f"{each:.3f}" for each in seen)
    picture.write_text(
        re.sub(r'width="\S+" height="\S+" viewBox="[^"]+"', f'{size}viewBox="{view}"', text, count=1)
    )


def main(source: Path, folder: Path) -> int:
    """Everything of one board; exit status 1 where it breaks a rule."""
    board, name = pcbnew.LoadBoard(str(source)), source.stem
    folder.mkdir(parents=True, exist_ok=True)
    broken = checked(board, folder / f"{name}.drc")
    for side, layers in PICTURES.items():
        pictured(board, folder, side, layers)
    (folder / name).mkdir(exist_ok=True)
    for_the_maker(board, folder / name)
    print(f"{name}: {broken} broken rules")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()))
