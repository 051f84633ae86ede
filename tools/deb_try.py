"""The packages as a stranger meets them: minimal Debian 12 and 13, no network, their own systemd.

    python tools/deb_try.py [12] [13] [12-arm64] [13-arm64]      after tools/deb.py, which made the packages

The systems are made once (debootstrap, build/deb/debian-*) and never written to: what a trial does lies in a
layer or a copy that is thrown away. systemd-nspawn starts each of them with nothing but a loopback; in it
tools/deb_witness.py asks one question after the other. The programs of arm64 are run by qemu-user-static, the
systemd of Debian 12 included. The systemd of Debian 13 starts no unit there (seen with qemu-user 7.2), so in
13-arm64 the table is opened by hand. Needs root. A table of the answers is printed.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tools.deb import say
from tools.pi_started import unit
from tools.setup import Stopped, install_system
from tools.wheels import BUILT, ROOT, run

MIRROR = "http://deb.debian.org/debian"
INCLUDED = "systemd,systemd-sysv,udev,python3"
NEEDED = {"debootstrap": "debootstrap", "systemd-nspawn": "systemd-container"}
NEEDED_ARM = {"qemu-aarch64-static": "qemu-user-static"}
PATIENCE_S, EMULATED_S = 3000.0, 14_400.0
MACHINE = "5ab07000000000000000000000000deb"


class System(NamedTuple):
    """A minimal system: as Debian calls it, the machine it is for, and whether its own systemd starts it."""

    suite: str
    machine: str
    boots: bool = True

    @property
    def foreign(self) -> bool:
        """Whether its programs have to be emulated."""
        return self.machine == "arm64"


SYSTEMS = {
    "12": System("bookworm", "amd64"),
    "13": System("trixie", "amd64"),
    "12-arm64": System("bookworm", "arm64"),
    "13-arm64": System("trixie", "arm64", boots=False),
}

WITNESS = ("/usr/bin/python3", "/mnt/deb_witness.py", "/mnt/first.deb", "/mnt/higher.deb", "/mnt/answers")

ELF = r"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
MASK = r"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"
EMULATED = f"""echo ready; read go
mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
printf %s ':sabot:M::{ELF}:{MASK}:/usr/bin/qemu-aarch64-static:F' >/proc/sys/fs/binfmt_misc/register
mount -t tmpfs tmpfs /run
exec "$@"
"""
"""In spaces of users and mounts of its own: the programs of arm64 are run by qemu-user-static, and
systemd-nspawn finds a /run that it may change."""


def made(name: str) -> Path:
    """The system, made where it is not there yet."""
    system, place = SYSTEMS[name], BUILT / f"debian-{name}"
    if place.exists():
        return place
    say(f"making a minimal Debian {system.suite} for {system.machine}")
    fresh = place.with_name(place.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    foreign = ["--foreign"] if system.foreign else []
    words = ["debootstrap", *foreign, f"--arch={system.machine}", "--variant=minbase"]
    run(*words, f"--include={INCLUDED}", system.suite, str(fresh), MIRROR)
    if foreign:
        unpacked(fresh)
    fresh.rename(place)
    return place


def unpacked(system: Path) -> None:
    """The packages of another machine, unpacked and set down as installed: to configure them takes an hour
    under emulation, and nothing here asks for it."""
    archives = sorted(system.glob("var/cache/apt/archives/*.deb"))
    for package in archives:
        run("dpkg-deb", "-x", str(package), str(system))
    merged(system)
    fields = [run("dpkg-deb", "-f", str(package)) for package in archives]
    entries = [re.sub(r"(?m)^(Version: )", r"Status: install ok installed\n\1", each) for each in fields]
    (system / "var/lib/dpkg/status").write_text("\n\n".join(entries) + "\n")
    for each in fields:
        named = re.search(r"(?m)^Package: (.+)", each)
        assert named
        (system / f"var/lib/dpkg/info/{named[1]}.list").touch()
    for name in ("passwd", "group"):
        shutil.copy(system / f"usr/share/base-passwd/{name}.master", system / "etc" / name)
    shutil.rmtree(system / "debootstrap", ignore_errors=True)


def merged(system: Path) -> None:
    """/bin, /lib and /sbin as links into /usr, as every installed Debian 12 has them; in Debian 13 they are
    unpacked as links."""
    for name in ("bin", "lib", "sbin"):
        place = system / name
        if not place.is_symlink():
            run("cp", "-a", f"{place}/.", str(system / "usr" / name))
            shutil.rmtree(place)
            place.symlink_to(f"usr/{name}")


def higher(package: Path) -> Path:
    """The same program with a higher version, from the unpacked files beside the package."""
    root = BUILT / package.stem.rsplit("_", 1)[1]
    version = run("dpkg-deb", "-f", str(package), "Version")
    changed = {root / "DEBIAN/control": f"Version: {version}"}
    (metadata,) = root.glob("usr/lib/sabot/shared/sabot-*.dist-info/METADATA")
    changed[metadata] = changed[root / "DEBIAN/control"]
    out = BUILT / "higher" / package.name
    out.parent.mkdir(exist_ok=True)
    before = {path: path.read_text("utf-8") for path in changed}
    try:
        for path, line in changed.items():
            path.write_text(before[path].replace(f"{line}\n", f"{line}.next\n"), "utf-8")
        run("dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "-b", str(root), str(out))
    finally:
        for path, text in before.items():
            path.write_text(text, "utf-8")
    return out


def tried(name: str, package: Path, newer: Path) -> list[dict[str, Any]]:
    """What one system answers."""
    system = made(name)
    say(f"trying {package.name} in {SYSTEMS[name].suite} ({SYSTEMS[name].machine})")
    with tempfile.TemporaryDirectory(prefix="sabot-deb-", dir=BUILT) as folder:
        out = Path(folder)
        out.chmod(0o755)  # the table's user passes through it
        shutil.copy(ROOT / "tools/deb_witness.py", out)
        for file, known in ((package, "first.deb"), (newer, "higher.deb")):
            (out / known).hardlink_to(file)
        (out / "witness.service").write_text(unit(*WITNESS))
        said = emulated(name, system, out) if SYSTEMS[name].foreign else started(system, out)
        answers = out / "answers"
        found = [json.loads(line) for line in answers.read_text().splitlines()] if answers.exists() else []
    return found or [{"question": "started", "good": False, "said": said[-10:], "seconds": 0}]


def started(system: Path, out: Path) -> list[str]:
    """The system begun by its own systemd in a container, and ended when all was asked."""
    return called([*container(system, out), "--volatile=overlay", *booted(out)])


def container(system: Path, out: Path) -> list[str]:
    """The beginning of a command that runs something within, with no network but the loopback."""
    words = ["env", "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1", "systemd-nspawn", "-q", "-D", str(system)]
    words += ["--register=no", "--keep-unit", "--private-network", "--machine=sabot-deb"]
    return [*words, f"--uuid={MACHINE}", "--link-journal=no", "--console=pipe", f"--bind={out}:/mnt"]


def booted(out: Path) -> list[str]:
    """The end of it: its systemd, which asks the questions as a unit."""
    unit = f"--bind-ro={out}/witness.service:/etc/systemd/system/witness.service"
    return [unit, "-b", "--", "--unit=witness.service"]


def emulated(name: str, system: Path, out: Path) -> list[str]:
    """The same questions in a copy of the system. A space of users of its own has its own list of what runs
    the programs of another machine (Linux 6.7), so this machine's stays."""
    copy = out / "system"
    run("cp", "-a", str(system), str(copy))
    for folder in ("mnt", "tmp"):  # made by a package that was not configured
        (copy / folder).mkdir(mode=0o1777, exist_ok=True)
    ends = booted(out) if SYSTEMS[name].boots else ["-a", "--", *WITNESS, "--no-service"]
    words = ["unshare", "-U", "-m", "sh", "-ec", EMULATED, "sh", *container(copy, out), *ends]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdout.readline()
        for kind in ("uid_map", "gid_map"):
            Path(f"/proc/{process.pid}/{kind}").write_text("0 0 65536\n")
        try:
            said, _ = process.communicate("\n", timeout=EMULATED_S)
        except subprocess.TimeoutExpired:
            process.kill()
            said = f"no end within {EMULATED_S:.0f} s"
    return said.splitlines()


def called(words: list[str]) -> list[str]:
    """The output of a command, even if it fails."""
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
            timeout=PATIENCE_S,
        )
    except subprocess.TimeoutExpired:
        return [f"no end within {PATIENCE_S:.0f} s"]
    return done.stdout.splitlines()


def newest(machine: str) -> Path:
    """The package that was built last for this machine."""
    found = sorted(BUILT.glob(f"sabot_*_{machine}.deb"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise Stopped(f"there is no package for {machine}: make deb")
    return found[-1]


def table(answers: dict[str, list[dict[str, Any]]]) -> list[str]:
    """One row a question, one column a system: seconds where it was answered well."""
    rows = list(dict.fromkeys(each["question"] for given in answers.values() for each in given))
    marks = {
        name: {each["question"]: f"{each['seconds']:.0f} s" if each["good"] else "FAILED" for each in given}
        for name, given in answers.items()
    }
    head = f"{'':<24}" + "".join(f"{name:>10}" for name in answers)
    return [
        head,
        *(f"{row:<24}" + "".join(f"{marks[name].get(row, '-'):>10}" for name in answers) for row in rows),
    ]


def main() -> int:
    """Try it in each system that is named, or in all."""
    names = [word for word in sys.argv[1:] if word in SYSTEMS] or list(SYSTEMS)
    needed = NEEDED | (NEEDED_ARM if any(SYSTEMS[name].foreign for name in names) else {})
    if lacking := [package for command, package in needed.items() if shutil.which(command) is None]:
        install_system(lacking, "trying the package in minimal systems")
    answers = {}
    for name in names:
        package = newest(SYSTEMS[name].machine)
        answers[name] = tried(name, package, higher(package))
    for name, given in answers.items():
        for each in (each for each in given if not each["good"]):
            print(f"{name}: {each['question']}:", *each["said"], sep="\n    ")
    print("\n".join(table(answers)))
    return 0 if all(each["good"] for given in answers.values() for each in given) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Stopped as error:
        sys.exit(f"make deb: {error}")
