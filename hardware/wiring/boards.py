"""The circuits of the two little boards, as drawings: python hardware/wiring/boards.py FOLDER

Values stand in ../parts.csv; the pins that lead away in ../pins.csv and in the harnesses beside this file.
"""

from __future__ import annotations

import sys
from pathlib import Path

import schemdraw
import schemdraw.elements as part

schemdraw.use("svg")

Place = tuple[float, float]


def sensor_board(target: Path) -> None:
    """An eye, or the bar sensor: lamp, phototransistor, threshold; of the two comparators one is used."""
    with schemdraw.Drawing(file=str(target), show=False) as drawing:
        drawing.config(unit=2.4, fontsize=12, margin=0.9)
        _lamp((0, 0))
        _eye((4.5, 0))
        _threshold((9.5, 0))
        _comparator((16, 0.4), part_name="U1A", plus="level", minus="seen", back="R4", out="OUT, board A")
        _comparator((16, -4), part_name="U1B", plus="seen", minus="level", back="R5", out="OUT, board B")


def _lamp(at: Place) -> None:
    part.Vdd(label="5V").at(at)
    part.Resistor().down().label("R1")
    part.LED().down().label("D1", loc="bottom")
    part.Ground()


def _eye(at: Place) -> None:
    x, y = at
    eye = part.NpnPhoto().theta(0).anchor("collector").at((x, y - 0.6)).label("Q1", loc="right")
    part.Line().at(at).to(eye.collector)
    part.Vdd(label="5V").at(at)
    part.Line().at(eye.emitter).down(0.5)
    node = part.Dot()
    part.Line().at(node.center).right(0.8).label("seen", loc="right")
    part.Resistor().at(node.center).down().label("R2")
    part.Ground()


def _threshold(at: Place) -> None:
    part.Vdd(label="5V").at(at)
    turned = part.Potentiometer().at(at).down().label("RV1", loc="top")
    part.Ground()
    part.Resistor().at(turned.tap).right().label("R3")
    part.Line().right(0.4).label("level", loc="right")


def _comparator(at: Place, *, part_name: str, plus: str, minus: str, back: str, out: str) -> None:
    """`back` makes it decide once and not flutter: from the output to the plus input."""
    one = part.Opamp().theta(0).flip().at(at).anchor("in2").label(part_name, loc="center")
    part.Line().at(one.in2).left(0.6)
    node = part.Dot()
    part.Line().left(0.6).label(plus, loc="left")
    part.Line().at(one.in1).left(1.2).label(minus, loc="left")
    part.Line().at(node.center).up(0.9)
    part.Line().right(0.2)
    part.Resistor().right().label(back)
    end = part.Line().tox(one.out)
    part.Line().at(end.end).toy(one.out)
    part.Line().at(one.out).right(0.8)
    part.Dot(open=True).label(out, loc="right")


def panel_board(target: Path) -> None:
    """The parts under the panel's lid: one button of five, one colour of three, and the buzzer."""
    with schemdraw.Drawing(file=str(target), show=False) as drawing:
        drawing.config(unit=2.4, fontsize=12, margin=0.9)
        part.Dot(open=True).label("deal … call_supervisor", loc="left")
        part.Resistor().right().label("R1 … R5")
        corner = part.Dot()
        part.Button().right().label("S1 … S5")
        part.Ground().theta(0)
        part.Capacitor().at(corner.center).down().label("C1 … C5", loc="bottom")
        part.Ground().theta(0)

        part.Dot(open=True).at((0, -4.4)).label("lamp_red, _green, _blue", loc="left")
        part.Resistor().right().label("R6, R7, R8")
        part.LED().right().label("D1, common cathode", loc="bottom", ofst=0.4)
        part.Ground().theta(0)

        part.Dot(open=True).at((0, -9.6)).label("buzzer", loc="left")
        part.Resistor().right().label("R9")
        switch = part.BjtNpn().theta(0).anchor("base").label("Q1", loc="right")
        part.Line().at(switch.emitter).down(0.3)
        part.Ground().theta(0)
        part.RBox().at(switch.collector).up().label("BZ1", loc="bottom")
        part.Vdd(label="5V").theta(0)


DRAWINGS = {"sensor_board": sensor_board, "panel_board": panel_board}


def main(folder: Path) -> None:
    """Every drawing, as SVG; prints where."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in DRAWINGS.items():
        draw(folder / f"{name}.svg")
        print(folder / f"{name}.svg")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
