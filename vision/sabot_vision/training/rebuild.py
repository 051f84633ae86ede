"""All of `make model`: fetch the artwork, train the networks, export them, and print their hashes."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from sabot_vision.networks.running import FILES

SCRATCH = Path("build/model")
PACKAGES = ("@heruka_urgyen/react-playing-cards@0.5.0", "cardsJS@1.1.1")
"""What the npm registry holds: artwork under CC0, and Aguilar's under the LGPL in an MIT wrapper."""


def main() -> None:
    """Run every step in order; stop at the first that fails."""
    fetch_artwork(SCRATCH / "npm")
    train()
    subprocess.run([sys.executable, "-m", "sabot_vision.training.export"], check=True)
    for name, path in FILES.items():
        print(name, hashlib.sha256(path.read_bytes()).hexdigest())  # noqa: T201


def train() -> None:
    """Train both readers side by side, then the finder and the network of jokers."""
    python = [sys.executable, "-m", "sabot_vision.training.train"]
    ended = []
    for names in (("corner", "face"), ("finder", "stranger")):
        running = [subprocess.Popen([*python, name]) for name in names]
        ended += [one.wait() for one in running]
    if any(ended):
        raise SystemExit("make model: a training failed; what it said stands above")


def fetch_artwork(folder: Path) -> None:
    """Fetch the npm packages; no code in them is run."""
    if (folder / "node_modules").exists():
        return
    if shutil.which("npm") is None:
        raise SystemExit("make model needs npm: sudo apt-get install npm")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text('{"name": "artwork", "version": "1.0.0", "private": true}\n')
    subprocess.run(["npm", "install", "--ignore-scripts", "--no-audit", *PACKAGES], cwd=folder, check=True)


if __name__ == "__main__":
    main()
