"""Asks a systemd that runs what it does with the table, and writes each answer as a JSON line. It runs in the
container that tools/pi_started.py starts, and nowhere else: it installs the service of the system around it.

    python tools/pi_witness.py CHECKOUT ANSWERS
"""

from __future__ import annotations

import json
import os
import pwd
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pi_updates

UNIT = "sabot.service"
SHOWN = ("ActiveState", "SubState", "Result", "NRestarts", "MainPID")
PATIENCE_S = 300.0
PAGE = "http://127.0.0.1:8766/"
MOMENT_S = 0.2


def output(*words: str) -> str:
    """What a program prints."""
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def shown() -> dict[str, str]:
    """What systemd knows of the table."""
    lines = output("systemctl", "show", UNIT, "-p", ",".join(SHOWN)).splitlines()
    return dict(line.split("=", 1) for line in lines)


def waited(holds: Callable[[dict[str, str]], bool]) -> float | None:
    """Seconds until it holds of the unit; None where patience ends first."""
    begun_s = time.monotonic()
    while time.monotonic() - begun_s < PATIENCE_S:
        if holds(shown()):
            return round(time.monotonic() - begun_s, 1)
        time.sleep(MOMENT_S)
    return None


def there(times: int) -> Callable[[dict[str, str]], bool]:
    """The table says that it is ready, after this many restarts."""
    return lambda unit: unit["ActiveState"] == "active" and unit["NRestarts"] == str(times)


def page() -> int:
    """How its page answers a browser; 0: not at all."""
    try:
        with urllib.request.urlopen(PAGE, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def journal(*more: str) -> list[str]:
    """What the journal has of the table."""
    return output("journalctl", "-b", "-u", UNIT, "-o", "cat", "--no-pager", *more).splitlines()


def struck(with_signal: int, times: int) -> dict[str, Any]:
    """The table's process gets a signal; seconds until it is ready again, and systemd's own words for it."""
    os.kill(int(shown()["MainPID"]), with_signal)
    back_s = waited(there(times))
    said = journal("_PID=1")[-12:]
    return {"good": back_s is not None and page() == 200, "back_s": back_s, "said": said}


def installed(program: str) -> dict[str, Any]:
    """The service, put there by its own command."""
    done = subprocess.run(
        [program, "install", "--no-screen"], capture_output=True, text=True, check=False, timeout=PATIENCE_S
    )
    return {"good": done.returncode == 0, "said": (done.stdout + done.stderr).splitlines()[-6:]}


def ready() -> dict[str, Any]:
    """It came up, as its own user, and its page is there."""
    up_s = waited(there(0))
    owner = Path("/proc", shown()["MainPID"]).stat().st_uid
    name = pwd.getpwuid(owner).pw_name
    return {"good": up_s is not None and name == "sabot" and page() == 200, "user": name, "up_s": up_s}


def hung() -> dict[str, Any]:
    """A process that stands still is found by the watchdog."""
    answer = struck(signal.SIGSTOP, 1)
    return answer | {"good": answer["good"] and any("atchdog timeout" in line for line in answer["said"])}


def stopped() -> dict[str, Any]:
    """Asked to end, it ends, and well."""
    output("systemctl", "stop", UNIT)
    unit = shown()
    return {"good": (unit["ActiveState"], unit["Result"]) == ("inactive", "success"), "said": [str(unit)]}


def taken_out(program: str) -> dict[str, Any]:
    """The service is gone again."""
    said = output(program, "uninstall").splitlines()
    gone = "could not be found" in output("systemctl", "status", UNIT)
    return {"good": gone, "said": said[-6:]}


def update_journal() -> list[str]:
    """What the journal has of the last update."""
    return output("journalctl", "-b", "-u", pi_updates.UPDATING, "-o", "cat", "--no-pager").splitlines()[-20:]


def answered(question: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The answer, or what came between."""
    try:
        return question()
    except Exception as error:  # noqa: BLE001 - any error is reported outside
        return {"good": False, "why": repr(error)}


def main(checkout: Path, answers: Path) -> None:
    """Each question in turn; one that is not answered well is the last."""
    packages, program = next(Path("/opt/sabot").glob("lib/*/site-packages")), str(pi_updates.PROGRAM)
    questions: dict[str, Callable[[], dict[str, Any]]] = {
        "housed": lambda: pi_updates.housed(checkout, packages),
        "installed": lambda: installed(program),
        "ready": ready,
        "hung": hung,
        "killed": lambda: struck(signal.SIGKILL, 2),
        "refused": pi_updates.refused,
        "updated": pi_updates.updated,
        "put back": pi_updates.back,
        "cut short": pi_updates.cut_short,
        "stopped": stopped,
        "taken out": lambda: taken_out(program),
    }
    for name, question in questions.items():
        answer = {"question": name} | answered(question)
        with answers.open("a", encoding="utf-8") as file:
            file.write(
                json.dumps(
                    answer
                    if answer["good"]
                    else answer | {"journal": journal()[-20:], "update": update_journal()}
                )
                + "\n"
            )
        if not answer["good"]:
            break


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
