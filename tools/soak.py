"""Let a table play as fast as it can for minutes, with screens watching, and see whether it grows.

    make soak ARGS="--minutes 10 --screens 20"

The table is `sabot run` as its own process, on a simulated shoe without pauses, a journal of its own and
any free port. Its memory and open files are read from outside. One JSON object is printed; the exit status
is 0 where nothing grew, every screen was served, no fault was found in a play without mistakes, the table
ended when asked to, and its journal is whole.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import signal
import subprocess
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

from sabot.cli.bars import Bars

ROOT = Path(__file__).resolve().parents[1]
SABOT = ROOT / ".venv" / "bin" / "sabot"
LOOK_S = 2.0
GROWTH_MOST = 1.05
"""The last third may hold so much more memory than the middle third, and no more."""

CONFIGURATION = """
[dashboard]
port = 0
[journal]
path = "{journal}"
[simulation]
seconds_per_card = 0
seed = 7
"""


class Screen(threading.Thread):
    """One reader of the event stream; counts the pictures it got."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self.address, self.pictures, self.newest = address, 0, ""

    def run(self) -> None:
        try:
            with urllib.request.urlopen(f"{self.address}events", timeout=30) as stream:
                for line in stream:
                    if line.startswith(b"data:"):
                        self.pictures += 1
                        self.newest = line.decode()
        except OSError:
            return  # the table was closed; too few pictures would show


def memory_kb(pid: int) -> int:
    """Resident memory of a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1))  # type: ignore[union-attr]


def open_files(pid: int) -> int:
    """Open files of a process, sockets and pipes included."""
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())


def address_of(table: subprocess.Popen[str]) -> str:
    """The address that the table prints when it is open, with a slash at its end."""
    said = []
    for line in table.stdout or ():
        said.append(line)
        found = re.search(r"https?://[\w.:\[\]-]+/?", line)
        if found:
            return found.group().rstrip("/") + "/"
    raise SystemExit("soak: the table did not open:\n" + "".join(said))


def watched(table: subprocess.Popen[str], minutes: float) -> list[tuple[int, int]]:
    """(memory in kB, open files), looked at every few seconds."""
    seen, until = [], time.monotonic() + minutes * 60
    with Bars()("playing seconds", round(minutes * 60)) as advance:
        while time.monotonic() < until and table.poll() is None:
            time.sleep(LOOK_S)
            advance(round(LOOK_S))
            seen.append((memory_kb(table.pid), open_files(table.pid)))
    return seen


def growth(values: list[int]) -> float:
    """The largest of the last third against the largest of the middle third."""
    third = max(len(values) // 3, 1)
    return max(values[-third:]) / max(values[third : 2 * third] or values)


def soak(minutes: float, screens: int) -> dict[str, Any]:
    """Play, watch, end, verify."""
    with tempfile.TemporaryDirectory(prefix="sabot-soak-") as folder:
        journal, config = Path(folder) / "table.sqlite3", Path(folder) / "table.toml"
        config.write_text(CONFIGURATION.format(journal=journal))
        command = [str(SABOT), "run", "--config", str(config)]
        table = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            address = address_of(table)
            watching = [Screen(address) for _ in range(screens)]
            for screen in watching:
                screen.start()
            seen = watched(table, minutes)
            table.send_signal(signal.SIGTERM)
            status = table.wait(timeout=15)
        finally:
            table.kill()
        looked_back = [str(SABOT), "journal", "verify", "--config", str(config)]
        verdict = subprocess.run(looked_back, capture_output=True, text=True)
        return {
            "machine": f"{platform.node()}, {platform.machine()}, Python {platform.python_version()}",
            "minutes": minutes,
            "screens": screens,
            "pictures_of_the_slowest_screen": min((screen.pictures for screen in watching), default=0),
            "memory_mb": [round(kb / 1024, 1) for kb, _ in seen[:: max(len(seen) // 10, 1)]],
            "memory_growth": round(growth([kb for kb, _ in seen]), 3),
            "open_files": [min(files for _, files in seen), max(files for _, files in seen)],
            "files_growth": round(growth([files for _, files in seen]), 3),
            "exit_status": status,
            "journal_mb": round(journal.stat().st_size / 1e6, 1),
            "journal": (verdict.stdout + verdict.stderr).strip(),
            "journal_is_whole": verdict.returncode == 0,
            **counted(config),
        }


def counted(config: Path) -> dict[str, int]:
    """Coups and faults on record; this croupier and this shoe make no mistake, so a fault is one of ours."""
    command = [str(SABOT), "journal", "export", "--format", "json", "--config", str(config)]
    coups = faults = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as export:
        for line in export.stdout or ():
            record = json.loads(line)
            coups = max(coups, record["coup"])
            faults += record["body"].get("event") == "fault"
    return {"coups": coups, "faults": faults}


def passed(found: dict[str, Any]) -> bool:
    """Whether nothing grew and nothing was lost."""
    quiet = found["memory_growth"] <= GROWTH_MOST and found["files_growth"] <= GROWTH_MOST
    served = not found["screens"] or found["pictures_of_the_slowest_screen"] > 0
    return (
        quiet and served and found["exit_status"] == 0 and found["journal_is_whole"] and not found["faults"]
    )


def main() -> int:
    """The command line."""
    asked = argparse.ArgumentParser(prog="make soak", description=__doc__.splitlines()[0])
    asked.add_argument("--minutes", type=float, default=3.0)
    asked.add_argument("--screens", type=int, default=5)
    words = asked.parse_args()
    found = soak(words.minutes, words.screens)
    print(json.dumps(found | {"passed": passed(found)}, indent=2, ensure_ascii=False))
    return 0 if passed(found) else 1


if __name__ == "__main__":
    raise SystemExit(main())
