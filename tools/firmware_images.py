"""What the images for the boards are: the manifest beside them, and those that come with the program.

The bytes of an image depend on the sources, the compiler and the SDK, and on nothing else: no date, no
folder, no commit. The commit stands in the manifest alone: the last one that changed the sources. Building
later, or in another folder, gives the same images and the same manifest.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = ROOT / "controller/sabot/system/boards/shipped"
MANIFEST = "images.json"
CHIP, LIGHT, PORTABLE = "firmware/rp2040", "firmware/light", "firmware/portable"
COMPILER = "arm-none-eabi-gcc"
LINKED = ("pico-sdk-source", "tinyusb-source", "libnewlib-arm-none-eabi")
"""Packages whose code is in the images. Their licences ask for their text to go with them."""
NO_LICENCES = "the licence of {package} is not there: ship images that were built with the distribution's SDK"
NOT_COMMITTED = "the sources of the firmware are not committed: git commit, then once more"
SAME_VERSION = (
    "the sources of the firmware have changed, and FIRMWARE_VERSION is still {version}: raise it in"
    " firmware/portable/device.h and firmware/rp2040/CMakeLists.txt, or no board would take the new image"
)


def described(folder: Path, names: tuple[str, ...], *, sdk: Path) -> dict[str, object]:
    """The manifest of these images in this folder."""
    version, link_version = numbers()
    return {
        "commit": commit(),
        "sources": digest(),
        "compiler": first_line(COMPILER, "--version"),
        "sdk": sdk_version(sdk),
        "images": [
            {
                "name": name,
                "file": f"{name}.uf2",
                "version": version,
                "link_version": link_version,
                "sha256": hashlib.sha256((folder / f"{name}.uf2").read_bytes()).hexdigest(),
            }
            for name in names
        ],
    }


def write(folder: Path, manifest: dict[str, object]) -> None:
    """Put the manifest into the folder."""
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def read(folder: Path) -> dict[str, object]:
    """The manifest of this folder; empty where it has none."""
    path = folder / MANIFEST
    return dict(json.loads(path.read_text("utf-8"))) if path.is_file() else {}


def ship(built: Path, target: Path = SHIPPED) -> str:
    """Put the images that were built, and their manifest, among the files of the program. Returns why not;
    empty where it is done."""
    fresh, kept = read(built), read(target)
    if not fresh["commit"]:
        return NOT_COMMITTED
    if kept and kept["sources"] != fresh["sources"] and versions(kept) == versions(fresh):
        return SAME_VERSION.format(version=numbers()[0])
    texts = {each: licence(each, built) for each in LINKED}
    if lacking := [each for each, text in texts.items() if not text]:
        return NO_LICENCES.format(package=lacking[0])
    target.mkdir(exist_ok=True)
    for name, text in texts.items():
        (target / f"{name}.copyright.txt").write_text(text, encoding="utf-8")
    for image in entries(fresh):
        shutil.copyfile(built / image["file"], target / image["file"])
    write(target, fresh)
    return ""


def fault(target: Path = SHIPPED) -> str:
    """Why the images that come with the program are not those of these sources; empty where they are."""
    kept = read(target)
    if kept.get("sources") != digest():
        return "the images are older than the sources of the firmware: make firmware ARGS=--ship, then commit"
    for image in entries(kept):
        if hashlib.sha256((target / image["file"]).read_bytes()).hexdigest() != image["sha256"]:
            return f"{image['file']} is not the one in its manifest: make firmware ARGS=--ship, then commit"
    return ""


def stranger(target: Path = SHIPPED) -> str:
    """Why the commit in the manifest is none of this release; empty where it is. Merging may have given it
    another name since."""
    kept = str(read(target)["commit"])
    known = ["git", "-C", str(ROOT), "merge-base", "--is-ancestor", kept, "HEAD"]
    if subprocess.run(known, capture_output=True, check=False).returncode == 0:
        return ""
    return f"the images name a commit that is not among ours, {kept}: make firmware ARGS=--ship, then commit"


def licence(package: str, built: Path) -> str:
    """The copyright and licence of a package of Debian, as it gives them; empty where it is not there."""
    places = (built / "sdk/usr/share/doc", Path("/usr/share/doc"))
    found = (each / package / "copyright" for each in places)
    return next((path.read_text("utf-8") for path in found if path.is_file()), "")


def entries(manifest: dict[str, object]) -> list[dict[str, str]]:
    """The images of a manifest."""
    images = manifest.get("images", [])
    assert isinstance(images, list)
    return images


def versions(manifest: dict[str, object]) -> list[str]:
    """The versions in a manifest."""
    return [each["version"] for each in entries(manifest)]


# --- what the sources say


def numbers() -> tuple[str, int]:
    """The versions of the firmware and of the link that it speaks."""
    version = found(r'FIRMWARE_VERSION "([\d.]+)"', ROOT / "firmware/portable/device.h")
    return version, int(found(r"\bLINK_VERSION\b\D*(\d+)", ROOT / "firmware/portable/link.h"))


def found(pattern: str, path: Path) -> str:
    """What the group of the pattern matches in this file."""
    match = re.search(pattern, path.read_text("utf-8"))
    assert match, f"{path} has no {pattern}"
    return match[1]


def sources(root: Path = ROOT) -> list[Path]:
    """Every file that an image is made of: the folders of the chip and of the reading head, what their lists
    name, and what these include. Other code for the PC or for another chip is none of them."""
    left = [each for folder in (CHIP, LIGHT) for each in (root / folder).rglob("*") if each.is_file()]
    lists = [each.read_text("utf-8") for each in left if each.name == "CMakeLists.txt"]
    left += [
        root / PORTABLE / name for each in lists for name in re.findall(r"\$\{PORTABLE\}/(\w+\.c)", each)
    ]
    seen = set[Path]()
    while left:
        if (path := left.pop()) not in seen:
            seen.add(path)
            included = re.findall(r'#include "(\w+\.h)"', path.read_text("utf-8"))
            left += [each for name in included if (each := root / PORTABLE / name).is_file()]
    return sorted(seen)


def digest(root: Path = ROOT) -> str:
    """One hash over all sources of the images, with their names."""
    whole = hashlib.sha256()
    for path in sources(root):
        data = path.read_bytes()
        whole.update(f"{path.relative_to(root).as_posix()} {len(data)}\n".encode() + data)
    return whole.hexdigest()


def commit() -> str:
    """The last commit that changed the sources; empty where they were changed since, or git cannot tell."""
    paths = [str(path.relative_to(ROOT)) for path in sources()]
    if first_line("git", "-C", str(ROOT), "status", "--porcelain", "--", *paths):
        return ""
    return first_line("git", "-C", str(ROOT), "log", "-1", "--format=%H", "--", *paths)


def sdk_version(sdk: Path) -> str:
    """The version of the chip's SDK, as its sources say."""
    parts = sdk / "pico_sdk_version.cmake"
    numbers = [found(rf"PICO_SDK_VERSION_{name} (\d+)", parts) for name in ("MAJOR", "MINOR", "REVISION")]
    return ".".join(numbers)


def first_line(*words: str) -> str:
    """The first line that a program prints; empty where it fails."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return next(iter(done.stdout.splitlines()), "") if done.returncode == 0 else ""
