"""Build the firmware: `make firmware`. Every image with the distribution's compiler.

    python tools/firmware.py             # build/firmware/*.uf2, one for each board, sizes printed
    python tools/firmware.py --emulator  # and what the tests need to run them: boot ROM, rp2040js
    python tools/firmware.py --ship      # and take them, with their manifest, among the files of the program

The SDK is a package of Debian 13 whose sources suit older compilers as well. It is fetched, signed, from the
mirror that this machine uses already, into a folder of our own: the system's sources stay as they are.
PICO_SDK_PATH and PICO_TINYUSB_PATH name others. Nothing is done twice.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from packages import Stopped, mirror, need, quietly, say

from tools.firmware_images import described, ship, write

ROOT = Path(__file__).resolve().parents[1]
BUILT = ROOT / "build" / "firmware"
CHIP = ROOT / "firmware" / "rp2040"
EMULATOR = ROOT / "firmware" / "emulator"
IMAGES = ("sabot-shoe", "sabot-shoe-light", "sabot-wheel")

SDK_SUITE, SDK_PACKAGES = "trixie", ("pico-sdk-source", "tinyusb-source")
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"

FLASH_START, FLASH_SIZE, RAM_SIZE = 0x10000000, 2 << 20, 264 << 10
UF2_HEAD, UF2_END, UF2_FAMILY, UF2_HAS_FAMILY = (0x0A324655, 0x9E5D5157), 0x0AB16F30, 0xE48BFF56, 0x2000
UF2_PIECE = 256

ABSENT = re.compile(
    r"_*(?:wrap_)?_*(?:(?:m|c|re)alloc|free|v?s?n?printf|puts|sbrk)(?:_r)?"
    r"|_*(?:wrap_)?_*aeabi_(?:[fd]\w+|u?[il]2[fd])|__\w+[sd]f[23]"
)
"""What no image may hold, by the names of its routines: a heap, text output, floating point."""


class Broken(Stopped):
    """The sources are at fault, not what is missing here: never passed over."""


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """One build at a time: a second one waits, and finds everything built. Who only reads the images enters
    and leaves, and so waits for a build that is under way."""
    BUILT.mkdir(parents=True, exist_ok=True)
    folder = os.open(BUILT, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


# --- what is needed


def sdk() -> tuple[Path, Path]:
    """Where the SDK and TinyUSB are; fetched where nobody named them and they are not there yet."""
    named = os.environ.get("PICO_SDK_PATH"), os.environ.get("PICO_TINYUSB_PATH")
    if named[0] and named[1]:
        return Path(named[0]), Path(named[1])
    source = BUILT / "sdk" / "usr" / "src"
    if not (source / "tinyusb").exists():
        fetch_sdk(BUILT / "sdk")
    return source / "pico-sdk", source / "tinyusb"


def fetch_sdk(target: Path) -> None:
    """The two source packages, checked by apt, unpacked and not installed."""
    if not quietly("apt-get", "--version"):
        raise Stopped("the SDK is fetched with apt-get; without it set PICO_SDK_PATH and PICO_TINYUSB_PATH")
    address = mirror()
    if address is None:
        raise Stopped("no mirror of Debian is known here: set PICO_SDK_PATH and PICO_TINYUSB_PATH")
    say(f"fetching {' and '.join(SDK_PACKAGES)} ({SDK_SUITE})")
    apt = BUILT / "apt"
    for folder in ("lists/partial", "archives/partial", "debs"):
        (apt / folder).mkdir(parents=True, exist_ok=True)
    (apt / "sdk.sources").write_text(
        f"Types: deb\nURIs: {address}\nSuites: {SDK_SUITE}\nComponents: main\nSigned-By: {KEYRING}\n"
    )
    apart = {
        "Dir::Etc::sourcelist": apt / "sdk.sources",
        "Dir::Etc::sourceparts": "/dev/null",
        "Dir::State::lists": apt / "lists",
        "Dir::Cache": apt,
        "Acquire::Retries": 3,
        "APT::Sandbox::User": "root",
    }
    options = [word for name, value in apart.items() for word in ("-o", f"{name}={value}")]
    done(["apt-get", "-qq", *options, "update"], "reading the list of packages", apt)
    done(["apt-get", "-qq", *options, "download", *SDK_PACKAGES], "fetching the SDK", apt / "debs")
    unpacked = target.with_name("sdk.new")
    shutil.rmtree(unpacked, ignore_errors=True)
    for package in sorted((apt / "debs").glob("*.deb")):
        done(["dpkg-deb", "-x", str(package), str(unpacked)], f"unpacking {package.name}", apt)
    shutil.rmtree(target, ignore_errors=True)
    unpacked.rename(target)


def done(command: list[str], what: str, folder: Path, *, stop: type[Stopped] = Stopped) -> None:
    """Run a command; where it fails, stop with its last words."""
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise stop(f"{what} failed:\n" + "\n".join((ran.stdout + ran.stderr).splitlines()[-20:]))


# --- the images


def build() -> None:
    """All images as .elf, .bin and .uf2, and the manifest that says what they are."""
    compiled(CHIP, BUILT)
    sdk_sources = Path(os.environ["PICO_SDK_PATH"])
    write(BUILT, described(BUILT, IMAGES, sdk=sdk_sources))


def compiled(source: Path, target: Path, images: tuple[str, ...] = IMAGES) -> None:
    """These images of the sources in this folder; the same bytes in any folder."""
    sources, usb = sdk()
    os.environ["PICO_SDK_PATH"], os.environ["PICO_TINYUSB_PATH"] = str(sources), str(usb)
    chip = target / "rp2040"
    if not (chip / "build.ninja").exists():
        ways = ["-S", str(source), "-B", str(chip), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"]
        done(["cmake", *ways], "preparing the build", ROOT, stop=Broken)
    done(["ninja", "-C", str(chip), *images], "building the firmware", ROOT, stop=Broken)
    for image in images:
        data = (chip / f"{image}.bin").read_bytes()
        (target / f"{image}.uf2").write_bytes(b"".join(uf2(data)))


def uf2(data: bytes) -> Iterator[bytes]:
    """The blocks of the file that the chip's own loader copies into its flash."""
    count = -(-len(data) // UF2_PIECE)
    for number in range(count):
        piece = data[number * UF2_PIECE : (number + 1) * UF2_PIECE].ljust(UF2_PIECE, b"\0")
        where = (UF2_HAS_FAMILY, FLASH_START + number * UF2_PIECE, UF2_PIECE, number, count, UF2_FAMILY)
        yield (struct.pack("<8I", *UF2_HEAD, *where) + piece).ljust(508, b"\0") + struct.pack("<I", UF2_END)


def report_sizes() -> None:
    """What each image takes of flash and memory; stops where it holds what it must not."""
    for image in IMAGES:
        elf = str(BUILT / "rp2040" / f"{image}.elf")
        sized = subprocess.run(["arm-none-eabi-size", elf], capture_output=True, text=True, check=True)
        text, data, bss = map(int, sized.stdout.splitlines()[1].split()[:3])
        flash, ram = text + data, data + bss
        print(
            f"{image}: flash {flash} bytes of {FLASH_SIZE} ({flash / FLASH_SIZE:.1%}), "
            f"RAM {ram} bytes of {RAM_SIZE} ({ram / RAM_SIZE:.1%}), no heap, no floating point"
        )
        listed = subprocess.run(["arm-none-eabi-nm", elf], capture_output=True, text=True, check=True)
        if held := unwanted(listed.stdout):
            raise Broken(f"{image} must not hold {', '.join(held)}")


def unwanted(listed: str) -> list[str]:
    """The routines among these symbols (as nm lists them) that no image may hold."""
    return sorted(name for name in map(last_word, listed.splitlines()) if ABSENT.fullmatch(name))


def last_word(line: str) -> str:
    """The name at the end of a line."""
    return line.rpartition(" ")[2]


# --- the emulator


def emulator() -> None:
    """The stand-in boot ROM, and rp2040js as its lock file says."""
    rom = BUILT / "bootrom"
    source = str(EMULATOR / "bootrom.S")
    link = ["arm-none-eabi-gcc", "-nostdlib", "-Wl,-Ttext=0,-e,0,--build-id=none"]
    done([*link, "-o", f"{rom}.elf", source], "the boot ROM", ROOT, stop=Broken)
    done(
        ["arm-none-eabi-objcopy", "-O", "binary", f"{rom}.elf", f"{rom}.bin"],
        "the boot ROM",
        ROOT,
        stop=Broken,
    )
    lock, stamp = EMULATOR / "package-lock.json", EMULATOR / "node_modules" / ".package-lock.json"
    if not stamp.exists() or stamp.stat().st_mtime < lock.stat().st_mtime:
        say("installing rp2040js")
        done(["npm", "ci", "--silent", "--no-audit", "--no-fund"], "npm ci", EMULATOR)


def main(words: list[str]) -> int:
    """Build; exit status 1 with a reason where something is missing, 2 where the sources are at fault."""
    with alone():
        return made(words)


def made(words: list[str]) -> int:
    """The same, where nobody else builds."""
    try:
        need(["firmware", "emulator"] if "--emulator" in words else ["firmware"], "building the firmware")
        build()
        if "--emulator" in words:
            emulator()
        if "--ship" in words and (why := ship(BUILT)):
            raise Broken(why)
        if "--quiet" not in words:
            report_sizes()
    except Stopped as why:
        sys.stderr.write(f"firmware: {why}\n")
        return 2 if isinstance(why, Broken) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
