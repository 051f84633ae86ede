"""The service in an emulated Raspberry Pi: `make pi`.

The packages of Debian 13 for arm64 are fetched with debootstrap and unpacked (nothing is configured: that
takes an hour under emulation), then run, program by program, by qemu-user-static under proot: no kernel
module, no container, no hardware. In it `sabot install` and `sabot uninstall` do their work, and that
system's own systemd and udev say what they think of it. The locked packages are those for arm64, the program
is the last commit. Last the service is started, under this machine's own systemd (pi_started). One JSON
object is printed; the exit status is 0 where everything held. It takes minutes and is not part of `make
test`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import pi_started
from packages import Stopped, need, say

ROOT = Path(__file__).resolve().parents[1]
BUILT = ROOT / "build" / "pi"
SYSTEM = BUILT / "root"
SUITE, ARCH, PYTHON, MIRROR = "trixie", "arm64", "3.13", "http://deb.debian.org/debian"
INCLUDED = "systemd,udev,python3"
MERGED = ("bin", "sbin", "lib")

PROGRAM = "/opt/sabot/bin/sabot"
NAMES = "sabot sabot-screen sabot-update sabot-put-back"
UNITS = " ".join(f"/etc/systemd/system/{name}.service" for name in NAMES.split())
UNITS += " /etc/systemd/system/sabot-update.path"
STEPS = {
    "machine": "uname -m",
    "program": f"{PROGRAM} --version",
    "referee": f"echo '8C KD KH 6S' | {PROGRAM} referee punto-banco",
    "install": f"{PROGRAM} install",
    "again": f"{PROGRAM} install",
    "units": f"systemd-analyze verify --man=no {UNITS}",
    "rules": "udevadm verify /etc/udev/rules.d/70-sabot.rules",
    "users": "id sabot && id sabot-screen",
    "uninstall": f"{PROGRAM} uninstall",
}
"""What is done in it, in order; each must end with status 0."""


def main() -> int:
    """Make it, go through the steps, print what came of each."""
    need(["pi"], "an emulated Raspberry Pi")
    if not (BUILT / "made").exists():
        make()
    put_in()
    results = {name: step(command) for name, command in STEPS.items()}
    results["kept"] = kept()
    results["started"] = pi_started.started()
    print(json.dumps(results, indent=2, ensure_ascii=False))
    return 0 if all(each["status"] == 0 for each in results.values()) else 1


def make() -> None:
    """The root file system, once: packages fetched and checked by debootstrap, then unpacked."""
    shutil.rmtree(BUILT, ignore_errors=True)
    fetched = BUILT / "fetched"
    say(f"fetching Debian {SUITE} for {ARCH}")
    words = ["debootstrap", "--foreign", f"--arch={ARCH}", "--variant=minbase", f"--include={INCLUDED}"]
    run(*words, SUITE, str(fetched), MIRROR)
    for name in MERGED:
        (SYSTEM / "usr" / name).mkdir(parents=True)
        (SYSTEM / name).symlink_to(f"usr/{name}")
    for package in sorted(fetched.glob("var/cache/apt/archives/*.deb")):
        run("dpkg-deb", "-x", str(package), str(SYSTEM))
    for name in ("passwd", "group"):
        shutil.copy(SYSTEM / f"usr/share/base-passwd/{name}.master", SYSTEM / "etc" / name)
    for name in ("cage", "chromium"):  # stand-ins: the units only ask whether they are there
        (SYSTEM / "usr/bin" / name).touch(mode=0o755)
    shutil.rmtree(fetched)
    (BUILT / "made").touch()


def put_in() -> None:
    """The program of the last commit, with its locked packages for that machine."""
    home, source = SYSTEM / "opt/sabot", BUILT / "source"
    for folder in (home, source):
        shutil.rmtree(folder, ignore_errors=True)
    (home / "bin").mkdir(parents=True)
    (home / "bin/python3").symlink_to("/usr/bin/python3")
    (home / "pyvenv.cfg").write_text("home = /usr/bin\ninclude-system-site-packages = false\n")
    source.mkdir(parents=True)
    run("sh", "-c", f"git -C '{ROOT}' archive HEAD | tar -x -C '{source}'")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--target",
        str(home / f"lib/python{PYTHON}/site-packages"),
    ]
    kinds = [
        word for kind in ("manylinux2014", "manylinux_2_28") for word in ("--platform", f"{kind}_aarch64")
    ]
    only = ["--python-version", PYTHON, "--only-binary=:all:", "--no-deps", "--require-hashes"]
    run(*pip, *kinds, *only, "-r", str(source / "requirements/base.txt"))
    run(*pip, "--no-deps", "--no-build-isolation", str(source))
    command = home / "bin/sabot"
    command.write_text("#!/opt/sabot/bin/python3\nfrom sabot.cli import main\n\nmain()\n")
    command.chmod(0o755)


def step(command: str) -> dict[str, Any]:
    """One line of shell in the emulated system, as its root: status, seconds, its last words."""
    words = ["proot", "-0", "-q", "qemu-aarch64-static", "-r", str(SYSTEM), "-w", "/"]
    words += [word for name in ("/proc", "/dev", "/sys") for word in ("-b", name)]
    given = ["/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LC_ALL=C.UTF-8"]
    begun = time.monotonic()
    done = subprocess.run(
        [*words, *given, "/bin/sh", "-c", command], capture_output=True, text=True, check=False
    )
    said = (done.stdout + done.stderr).strip().splitlines()
    return {"status": done.returncode, "seconds": round(time.monotonic() - begun, 1), "said": said[-14:]}


def kept() -> dict[str, Any]:
    """Looked at from outside: the configuration is still there, and belongs to the user of that system."""
    users = (line.split(":") for line in (SYSTEM / "etc/passwd").read_text().splitlines())
    owner = next((int(entry[2]) for entry in users if entry[0] == "sabot"), None)
    there = (SYSTEM / "etc/sabot/table.toml").stat()
    good = owner is not None and there.st_uid == owner and there.st_mode & 0o777 == 0o640
    return {
        "status": int(not good),
        "said": [f"table.toml: owner {there.st_uid}, mode {there.st_mode & 0o777:o}"],
    }


def run(*words: str) -> None:
    """Call a program of this machine. Raises Stopped with its last words."""
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Stopped(f"{words[0]} failed: {(done.stdout + done.stderr).strip()[-400:]}")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Stopped as error:
        sys.exit(f"make pi: {error}")
