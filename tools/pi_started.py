"""The service started, not only installed: this machine's own systemd as the first process of a container
(systemd-nspawn), and the table under it (`make pi`).

The container sees this machine's files under a layer that is thrown away, has no network but its own
loopback, and starts nothing of this machine but what a system needs to begin. In it tools/pi_witness.py
installs the service, hangs the table, kills it, brings it up to date (tools/pi_updates.py), stops it and
takes it out again. Needs root.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
QUESTIONS = (
    *("housed", "installed", "ready", "hung", "killed", "refused", "updated", "put back", "cut short"),
    *("stopped", "taken out"),
)
PATIENCE_S = 1200.0
VERSION = "import sys; print('%d.%d' % sys.version_info[:2])"
MACHINE = "5ab07000000000000000000000000bee"

INSIDE = """mount --bind / "$1/root"
export SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1
exec systemd-nspawn -q -D "$1/root" --volatile=overlay --register=no --keep-unit --private-network \
    --machine=sabot-trial --uuid="$3" --link-journal=no --console=pipe --bind-ro="$2" \
    --bind-ro="$1/witness.service:/etc/systemd/system/witness.service" --bind="$1/out:/mnt" \
    --bind-ro="$1/opt:/opt/sabot" \
    -b -- --unit=witness.service
"""
"""In a space of mounts of its own: a container may not be made of `/` itself."""


def unit(*command: str) -> str:
    """The unit that runs this command once, and then ends the container."""
    return f"""[Unit]
Requires=basic.target
After=basic.target
SuccessAction=poweroff-force
FailureAction=poweroff-force
[Service]
Type=oneshot
TimeoutStartSec=infinity
ExecStart={" ".join(command)}
"""


def started() -> dict[str, Any]:
    """What came of each question; status 0 where all were answered well."""
    with tempfile.TemporaryDirectory(prefix="sabot-started-") as folder:
        for name in ("root", "out"):
            Path(folder, name).mkdir()
        program(Path(folder, "opt"))
        Path(folder, "witness.service").write_text(
            unit("/usr/bin/python3", f"{ROOT}/tools/pi_witness.py", str(ROOT), "/mnt/answers")
        )
        done = subprocess.run(
            ["unshare", "--mount", "sh", "-c", INSIDE, "sh", folder, str(ROOT), MACHINE],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )
        answers = Path(folder, "out/answers")
        said = answers.read_text().splitlines() if answers.exists() else []
    return judged([json.loads(line) for line in said], (done.stdout + done.stderr).splitlines())


def program(home: Path) -> None:
    """The packages of this checkout, for the system's own Python. Raises OSError where the two are of another
    version."""
    home.mkdir()
    home.chmod(0o755)
    version = subprocess.run(["/usr/bin/python3", "-c", VERSION], capture_output=True, text=True, check=True)
    packages = ROOT / ".venv/lib" / f"python{version.stdout.strip()}/site-packages"
    packages.stat()
    (home / packages.relative_to(ROOT / ".venv").parent).mkdir(parents=True)
    (home / packages.relative_to(ROOT / ".venv")).symlink_to(packages)


def judged(answers: list[dict[str, Any]], words: list[str]) -> dict[str, Any]:
    """All good, or what was said last."""
    good = {each["question"]: each["good"] for each in answers}
    well = all(good.get(question) for question in QUESTIONS)
    return {"status": int(not well), "said": [*answers, *([] if well else words[-8:])]}


if __name__ == "__main__":
    print(json.dumps(started(), indent=2))
