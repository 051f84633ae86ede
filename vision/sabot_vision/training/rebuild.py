"""All of `make model`: fetch artwork and fonts, train the networks, export them, and say what each step
took.

A training that was interrupted continues where it was; one that is done is not done again."""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

from sabot_vision.networks.running import FILES, RUSSIAN_FILE
from sabot_vision.training.courses.lasting import TRAINING_SEED, Spent, machine, took

SCRATCH = Path("build/model")
PACKAGES = ("@heruka_urgyen/react-playing-cards@0.5.0", "cardsJS@1.1.1")
"""What the npm registry holds: artwork under CC0, and Aguilar's under the LGPL in an MIT wrapper."""
FONT_PACKAGES = (
    *("fonts-dejavu-core", "fonts-dejavu-extra", "fonts-freefont-ttf", "fonts-lato", "fonts-urw-base35"),
    *("fonts-adf-accanthis", "fonts-adf-baskervald", "fonts-adf-berenis", "fonts-adf-gillius"),
    *("fonts-adf-irianis", "fonts-adf-libris", "fonts-adf-romande", "fonts-adf-switzera"),
    *("fonts-adf-tribun", "fonts-adf-universalis", "fonts-adf-verana", "fonts-bebas-neue"),
    *("fonts-comfortaa", "fonts-courier-prime", "fonts-crosextra-caladea"),
    *("fonts-dosis", "fonts-gfs-artemisia", "fonts-gfs-didot", "fonts-junicode", "fonts-league-spartan"),
    *("fonts-open-sans", "fonts-play", "fonts-quattrocento", "fonts-sil-gentium-basic"),
    "fonts-yanone-kaffeesatz",
)
"""Debian's packages whose fonts the letters of the cards come from: all with figures as high as capitals, and
none of those with which the reader is measured."""
SIDE_BY_SIDE = (("corner", "face"), ("finder", "stranger"))
"""Which networks are trained at the same time."""


def main() -> None:
    """Run every step in order; stop at the first that fails."""
    parser = argparse.ArgumentParser(description="Make the networks of vision/sabot_vision/model again.")
    parser.add_argument("--seed", type=int, default=TRAINING_SEED)
    seed = str(parser.parse_args().seed)
    began = time.monotonic()
    fetch_artwork(SCRATCH / "npm")
    fetch_fonts(SCRATCH / "fonts")
    train(seed)
    subprocess.run([sys.executable, "-m", "sabot_vision.training.export", "--seed", seed], check=True)
    teach_russian(seed)
    for name, path in FILES.items():
        print(took(name, spent_on(SCRATCH / f"{name}-{seed}.json")))  # noqa: T201
        print(name, hashlib.sha256(path.read_bytes()).hexdigest())  # noqa: T201
    print("russian", hashlib.sha256(RUSSIAN_FILE.read_bytes()).hexdigest())  # noqa: T201
    print(f"this run: {timedelta(seconds=round(time.monotonic() - began))}; {machine()}")  # noqa: T201


def train(seed: str) -> None:
    """Train both readers side by side, then the finder and the network of jokers."""
    python = [
        sys.executable,
        "-m",
        "sabot_vision.training.train",
        "--seed",
        seed,
        "--fonts",
        str(SCRATCH / "fonts"),
    ]
    ended = []
    for names in SIDE_BY_SIDE:
        running = [subprocess.Popen([*python, name]) for name in names]
        ended += [one.wait() for one in running]
    if any(ended):
        raise SystemExit("make model: a training failed; what it said stands above")


def teach_russian(seed: str) -> None:
    """Teach the letters of a Russian pack, on the network of strangers that is in use."""
    module, fonts = "sabot_vision.training.oddities.russian", str(SCRATCH / "fonts")
    subprocess.run([sys.executable, "-m", module, "--seed", seed, "--fonts", fonts], check=True)


def spent_on(report: Path) -> Spent:
    """What a training wrote of itself."""
    return Spent(**json.loads(report.read_text()))


def fetch_artwork(folder: Path) -> None:
    """Fetch the npm packages; no code in them is run."""
    if (folder / "node_modules").exists():
        return
    if shutil.which("npm") is None:
        raise SystemExit("make model needs npm: sudo apt-get install npm")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text('{"name": "artwork", "version": "1.0.0", "private": true}\n')
    subprocess.run(["npm", "install", "--ignore-scripts", "--no-audit", *PACKAGES], cwd=folder, check=True)


def fetch_fonts(folder: Path) -> None:
    """Unpack the fonts into a folder; nothing is installed."""
    if folder.exists():
        return
    if shutil.which("apt-get") is None:
        raise SystemExit("make model needs apt-get, with which Debian hands out its fonts")
    packed, half = folder.with_name("packages"), folder.with_suffix(".half")
    packed.mkdir(parents=True, exist_ok=True)
    subprocess.run(["apt-get", "download", "-q", *FONT_PACKAGES], cwd=packed, check=True)
    for package in sorted(packed.glob("*.deb")):
        subprocess.run(["dpkg", "-x", package, half], check=True)
    half.replace(folder)


if __name__ == "__main__":
    main()
