"""Render hardware/: `make hardware`. Parts as STL, products exploded and step by step as PNG, wiring as SVG,
PNG and lists of parts, boards.

    python tools/hardware.py                 # everything, into build/hardware
    python tools/hardware.py --pictures      # and the pictures of the documents (hardware/pictures)

OpenSCAD draws on a screen even where it writes a file; Xvfb is that screen. Nothing is built for a part that
has not changed.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))
from packages import Stopped, need, say

ROOT = Path(__file__).resolve().parents[1]
HARDWARE = ROOT / "hardware"
BUILT = ROOT / "build" / "hardware"
PICTURES = HARDWARE / "pictures"
LIBRARY = HARDWARE / "library"

KICAD_PYTHON = "/usr/bin/python3"
"""Of the distribution: KiCad's module belongs to it and to no environment of our own."""

SIZE, CAMERA = "1200,900", "0,0,0,58,0,32,0"
BELOW = "0,0,0,125,0,32,0"


class Tool(Stopped):
    """A part, or a drawing, that cannot be made."""


# --- parts


def models() -> list[Path]:
    """The source of every part."""
    return sorted((HARDWARE / "models").glob("*.scad"))


def assemblies() -> list[Path]:
    """The source of every product: its parts with what is bought, in the order of the work."""
    return sorted((HARDWARE / "assemblies").glob("*.scad"))


def solid(model: Path, target: Path, **parameters: float) -> dict[str, list[float] | float]:
    """Write the part, as STL or what the target ends in; what it says of itself: names to mm. Raises Tool."""
    target.parent.mkdir(parents=True, exist_ok=True)
    changed = [word for name, value in parameters.items() for word in ("-D", f"{name}={value}")]
    said = ran(["openscad", "--hardwarnings", *changed, "-o", str(target), str(model)], model.name)
    return figures_of(said)


def figures_of(said: str) -> dict[str, list[float] | float]:
    """The numbers of `ECHO: size = [1, 2, 3], card = 63`."""
    found: dict[str, list[float] | float] = {}
    for line in re.findall(r"^ECHO: (.*)$", said, re.MULTILINE):
        for name, listed, number in re.findall(r"(\w+) = (?:\[([^]]*)\]|([-\d.]+))", line):
            found[name] = [float(each) for each in listed.split(",")] if listed else float(number)
    return found


def solids(folder: Path) -> list[Path]:
    """Every part as STL, two at a time; the files."""
    targets = {model: folder / f"{model.stem}.stl" for model in models()}
    old = {model: target for model, target in targets.items() if outdated(target, model)}
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda each: solid(*each), old.items()))
    return list(targets.values())


def outdated(target: Path, model: Path) -> bool:
    """Whether a part, or what parts share, is younger than what was made of it."""
    sources = (model, *LIBRARY.glob("*.scad"))
    return not target.exists() or target.stat().st_mtime < max(each.stat().st_mtime for each in sources)


class Shot(NamedTuple):
    """A picture to be taken: of what, into which file, from where, with which parameters."""

    scene: Path
    target: Path
    camera: str
    parameters: str = ""


def photographed(shots: list[Shot]) -> list[Path]:
    """Take pictures on one screen; the files. Raises Tool."""
    lines = [
        f"openscad -q --imgsize={SIZE} --camera={shot.camera} --viewall --autocenter --projection=o "
        f"--colorscheme=Tomorrow {shot.parameters} -o '{shot.target}' '{shot.scene}'"
        for shot in shots
    ]
    if lines:
        screen = ["xvfb-run", "-a", "-s", "-screen 0 1024x768x24"]
        ran([*screen, "sh", "-c", " && ".join(lines)], "the pictures")
    return [shot.target for shot in shots]


# --- products


def steps_of(name: str) -> tuple[int, list[int]]:
    """How many steps an assembly has, and which of them are seen from below."""
    with tempfile.TemporaryDirectory() as folder:
        found = solid(HARDWARE / "assemblies" / f"{name}.scad", Path(folder) / "said.csg")
    count, below = found["steps"], found["below"]
    if isinstance(count, list) or not isinstance(below, list):
        raise Tool(f"{name}: echo(steps = 5, below = [2]) is missing")
    return int(count), [int(each) for each in below]


def steps(source: Path, folder: Path) -> list[Shot]:
    """The exploded drawing of an assembly, and a picture of each step: what comes in it is on its way."""
    count, below = steps_of(source.stem)
    whole = Shot(source, folder / f"{source.stem}.png", CAMERA, "-D explode=1")
    return [whole] + [
        Shot(
            source,
            folder / f"{source.stem}_{step}.png",
            BELOW if step in below else CAMERA,
            f"-D explode=1 -D shown={step}",
        )
        for step in range(1, count + 1)
    ]


def digest() -> str:
    """What the pictures of the assemblies were drawn from, as one line."""
    drawings = [*models(), *assemblies(), *sorted(LIBRARY.glob("*.scad"))]
    return sha256(b"".join(each.read_bytes() for each in drawings)).hexdigest() + "\n"


# --- wiring


def wirings() -> list[Path]:
    """The source of every harness."""
    return sorted((HARDWARE / "wiring").glob("*.yml"))


def drawn(wiring: Path, folder: Path) -> Path:
    """Write a harness as SVG, PNG and a list of its parts (TSV); the SVG. Raises Tool.

    WireViz makes a file of the harness' name for a moment, where the folder may have a board's files.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as apart:
        ran([sys.executable, "-m", "wireviz.wv_cli", "-f", "spt", "-o", apart, str(wiring)], wiring.name)
        for each in Path(apart).iterdir():
            shutil.copyfile(each, folder / each.name)
    return folder / f"{wiring.stem}.svg"


def circuits(folder: Path) -> list[Path]:
    """The little boards as SVG. Raises Tool."""
    said = ran([sys.executable, str(HARDWARE / "wiring" / "boards.py"), str(folder)], "boards.py")
    return [Path(line) for line in said.splitlines() if line.endswith(".svg")]


# --- boards


def layouts() -> list[Path]:
    """The layout of every board."""
    return sorted((HARDWARE / "board").glob("*.kicad_pcb"))


def laid_out(layout: Path, folder: Path) -> list[Path]:
    """A board checked by KiCad, pictured, and as files for its maker. Raises Tool where a rule is broken."""
    ran([KICAD_PYTHON, str(ROOT / "tools" / "board_plots.py"), str(layout), str(folder)], layout.name)
    pictures = [folder / f"{layout.stem}-{side}.svg" for side in ("front", "back")]
    return [*pictures, *sorted((folder / layout.stem).iterdir())]


def schematic(layout: Path, folder: Path) -> Path:
    """A board's schematic, checked and drawn by KiCad; as it was kept where KiCad has no command line (6)."""
    source = layout.with_suffix(".kicad_sch")
    folder.mkdir(parents=True, exist_ok=True)
    if shutil.which("kicad-cli") is None:
        return Path(shutil.copy(PICTURES / f"{layout.stem}.png", folder))
    report = folder / f"{layout.stem}.erc"
    words = ["--severity-error", "--exit-code-violations", "-o", str(report), str(source)]
    ran(["kicad-cli", "sch", "erc", *words], source.name)
    ran(["kicad-cli", "sch", "export", "svg", "-o", str(folder), str(source)], source.name)
    return folder / f"{layout.stem}.svg"


def kept_boards(folder: Path) -> None:
    """Renew the boards' pictures, which are too fine to be kept as SVG, and what they were drawn from."""
    drawn_from = []
    for layout in layouts():
        for side in ("", "-front", "-back"):
            picture = folder / f"{layout.stem}{side}.svg"
            wide = "1400" if not side else "900"
            ran(
                ["rsvg-convert", "-w", wide, "-o", str(PICTURES / f"{picture.stem}.png"), str(picture)],
                picture.name,
            )
        drawn_from += [f"{sha256(each.read_bytes()).hexdigest()}  {each.name}" for each in sources(layout)]
    (PICTURES / "boards.sha256").write_text("\n".join(drawn_from) + "\n", encoding="utf-8")


def sources(layout: Path) -> list[Path]:
    """What a board's pictures show."""
    return [layout, layout.with_suffix(".kicad_sch")]


# --- all


def ran(command: list[str], what: str) -> str:
    """What a command says. Raises Tool with its last words where it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    except FileNotFoundError:
        raise Tool(f"{what}: {command[0]} is not installed (make hardware installs it)") from None
    except subprocess.TimeoutExpired:
        raise Tool(f"{what}: {command[0]} did not end within five minutes") from None
    words = done.stdout + done.stderr
    if done.returncode:
        raise Tool(f"{what}: {command[0]} failed:\n" + "\n".join(words.splitlines()[-8:]))
    return words


def everything(folder: Path) -> list[Path]:
    """All that is rendered."""
    parts = solids(folder)
    products = [path for each in assemblies() for path in photographed(steps(each, folder))]
    harnesses = [drawn(each, folder) for each in wirings()]
    boards = [path for each in layouts() for path in (schematic(each, folder), *laid_out(each, folder))]
    return [*parts, *products, *harnesses, *circuits(folder), *boards]


def kept(folder: Path) -> None:
    """Renew the pictures of the documents."""
    PICTURES.mkdir(exist_ok=True)
    products = [shot.target.name for each in assemblies() for shot in steps(each, folder)]
    names = [*products, *(f"{each.stem}.svg" for each in wirings())]
    for name in [*names, *(each.name for each in circuits(folder))]:
        shutil.copyfile(folder / name, PICTURES / name)
    (PICTURES / "assemblies.sha256").write_text(digest(), encoding="utf-8")
    if shutil.which("kicad-cli"):
        kept_boards(folder)


def main(words: list[str]) -> int:
    """Render; exit status 1 with a reason where that cannot be."""
    try:
        need(["drawings"], "drawing the hardware")
        for path in everything(BUILT):
            say(str(path.relative_to(ROOT)))
        if "--pictures" in words:
            kept(BUILT)
    except Stopped as why:
        sys.stderr.write(f"hardware: {why}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
