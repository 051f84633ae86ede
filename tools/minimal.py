"""Minimal Debian systems to try things in: built once with debootstrap, entered each time as if new.

A system is entered in namespaces of its own: every mount is private to the processes within and goes with the
last of them, however they end, so that nothing can be left mounted and nothing is deleted through a mount.
What is written within goes into a layer beside (overlay) and never into the system. Mirror, proxy,
certificates and the settings of pip and npm are those of this machine, read from it; none stands in the
repository. It needs root.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from packages import Stopped, mirror, said, say

SUITES = {"12": "bookworm", "13": "trixie"}
INCLUDED = "ca-certificates,git,make,python3,sudo"  # what the README asks for, and certificates to fetch with
MIRROR = "http://deb.debian.org/debian"
USERS = {"root": 0, "user": 1000, "sudoer": 1001}  # one without sudo, one who may use it without a password
CERTIFICATES = Path("/usr/local/share/ca-certificates")
PASSED_ON = re.compile(r"(?i)(https?|no|all)_proxy|(SSL_CERT|NODE_EXTRA_CA|REQUESTS_CA|CURL_CA)\w*")
NODES = ("null", "zero", "full", "random", "urandom", "tty")

ENTER = """
set -e
mount -t overlay overlay -o "lowerdir=$SYSTEM,upperdir=$LAYER/upper,workdir=$LAYER/work" "$LAYER/root"
cd "$LAYER/root"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t tmpfs -o mode=755 dev dev
for node in $NODES; do touch "dev/$node"; mount --bind "/dev/$node" "dev/$node"; done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
mount -t tmpfs -o mode=1777 shm dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
while read -r from to; do mkdir -p "./$to"; mount --bind "$from" "./$to"; done <<END
$BOUND
END
mkdir .host
pivot_root . .host
umount -l .host
rmdir .host
chroot --userspec="$ID:$ID" --groups="$ID" / "$@" &
wait $!
"""
"""Mounts, then the command within, as user $ID. The shell stays, as the first process, to reap the others. A
mere chroot would not do: no browser may build its sandbox in one."""


@dataclass(frozen=True)
class System:
    """One minimal system; `folder` holds it and its files."""

    number: str
    folder: Path
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def root(self) -> Path:
        """Its own files, which no entering changes."""
        return self.folder / "system"

    def home(self, user: str) -> str:
        """Where `user` lives."""
        return "/root" if user == "root" else f"/home/{user}"

    def command(
        self, words: list[str], layer: Path, *, user: str, bound: dict[Path, str]
    ) -> tuple[list[str], dict[str, str]]:
        """What to call, with which environment, to run `words` within, in the home of `user`. `bound` are
        folders of this machine and where they are seen within; `layer` takes what is written."""
        for name in ("upper", "work", "root"):
            (layer / name).mkdir(parents=True, exist_ok=True)
        own = {
            "SYSTEM": str(self.root),
            "LAYER": str(layer),
            "NODES": " ".join(NODES),
            "ID": str(USERS[user]),
            "BOUND": "\n".join(f"{here} {there}" for here, there in bound.items()),
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        }
        within = {**self.environment, "HOME": self.home(user), "USER": user, "PATH": own["PATH"]}
        given = [f"{name}={value}" for name, value in within.items()]
        inner = ["env", "-i", "-C", self.home(user), *given, *words]
        apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private"]
        return [*apart, "sh", "-c", ENTER, "enter", *inner], own


# --- making one


def made(number: str, folder: Path) -> System:
    """The system of Debian `number`, built where it is not there yet. Raises Stopped."""
    if os.geteuid() != 0:
        raise Stopped("minimal systems are built and entered by root alone: sudo make fresh")
    system = System(number, folder / number, environment())
    if not system.root.exists():
        build(system)
    take_settings(system.root)
    return system


def build(system: System) -> None:
    """Fetch and install the packages, add the users; whole or not at all."""
    suite, new = SUITES[system.number], system.folder / "new"
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    say(f"building a minimal Debian {system.number} ({suite}); one minute or two")
    ran("debootstrap", "--variant=minbase", f"--include={INCLUDED}", suite, str(new), mirror() or MIRROR)
    for user, number in list(USERS.items())[1:]:
        ran("chroot", str(new), "useradd", "--create-home", f"--uid={number}", "--shell=/bin/bash", user)
    (new / "etc/sudoers.d/sudoer").write_text("sudoer ALL=(ALL) NOPASSWD: ALL\n")
    ran("chroot", str(new), "apt-get", "clean")
    shutil.rmtree(new / "var/lib/apt/lists")
    (new / "etc/apt/sources.list").write_text(sources(suite))
    new.rename(system.root)


def sources(suite: str) -> str:
    """The lists of packages that such a system reads."""
    main, security = mirror() or MIRROR, mirror(security=True) or f"{MIRROR}-security"
    lines = [f"{main} {suite}", f"{main} {suite}-updates", f"{security} {suite}-security"]
    return "".join(f"deb {line} main\n" for line in lines)


# --- the settings of this machine


def take_settings(root: Path) -> None:
    """Give a system the network, certificates and package settings of this machine."""
    for name in ("/etc/resolv.conf", "/etc/hosts"):
        shutil.copyfile(name, f"{root}{name}")
    if CERTIFICATES.is_dir():
        shutil.copytree(CERTIFICATES, f"{root}{CERTIFICATES}", dirs_exist_ok=True)
    ran("chroot", str(root), "update-ca-certificates")
    for value in environment().values():
        if Path(value).is_file() and not Path(f"{root}{value}").exists():
            Path(f"{root}{value}").parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(value, f"{root}{value}")
    (root / "etc/apt/apt.conf.d/00machine").write_text(apt_settings(said("apt-config", "dump")))
    (root / "etc/pip.conf").write_text(pip_settings(said(sys.executable, "-m", "pip", "config", "list")))


def apt_settings(dump: str) -> str:
    """How apt fetches here, from `apt-config dump`; and that it asks nothing."""
    kept = [line for line in dump.splitlines() if re.match(r"Acquire::(https?::|Check-)", line)]
    return "\n".join([*kept, 'APT::Get::Assume-Yes "true";\n'])


def pip_settings(listed: str) -> str:
    """A pip.conf from `pip config list`; folders of this machine are left out, a certificate is not."""
    kept = {}
    for name, value in re.findall(r"^[\w:.-]+?\.([\w-]+)=(.*)$", listed, re.MULTILINE):
        words = str(ast.literal_eval(value)).split()
        kept[name] = " ".join(w for w in words if name == "cert" or not w.startswith(("/", "file:")))
    return "\n".join(["[global]", *(f"{name} = {value}" for name, value in kept.items() if value), ""])


def environment() -> dict[str, str]:
    """Proxies and certificates as this machine's environment names them, and npm's registry."""
    kept = {name: value for name, value in os.environ.items() if PASSED_ON.fullmatch(name)}
    if shutil.which("npm"):
        kept["NPM_CONFIG_REGISTRY"] = said("npm", "config", "get", "registry").strip()
    return kept


# --- programs of this machine


def ran(*words: str) -> None:
    """Call a program. Raises Stopped with its last words."""
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Stopped(f"{words[0]} failed: {(done.stdout + done.stderr).strip()[-800:]}")
