"""The software bill of materials: `make sbom`. What this program is made of, as CycloneDX JSON.

    python tools/sbom.py           # build/sbom.json
    python tools/sbom.py --check   # and compare it with the schema of CycloneDX (needs the network once)

Everything is read from the files that decide it: Python packages with their hashes from `requirements/`, npm
packages from the lock files, the firmware's sources and compiler from `tools/firmware.py` and
`tools/packages.py`, and what the repository carries from the table in `CREDITS.md`. The scope says what a
table needs: `required` runs in every table, `optional` is an extra, `excluded` only builds or tests. The same
files make the same bytes.
"""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tools.firmware import SDK_PACKAGES, SDK_SUITE
from tools.packages import PARTS

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "build" / "sbom.json"
CHECKER = ROOT / "build" / "sbom"
CHECKED_BY = "cyclonedx-python-lib[json-validation]>=11,<12"

EXTRAS = (
    *("camera", "analysis", "panel", "keyboard", "mqtt", "pit", "pit-archive", "pit-oidc"),
    *("picamera2", "numpy1", "pip"),
)
NPM = ("firmware/emulator", "tools/typescript")
CREDITS = "dashboard/sabot_dashboard/static/CREDITS.md"
PINNED = re.compile(
    r"^([A-Za-z0-9._-]+)(?:\[[\w,-]+\])?==([^\s;]+)[^\n]*?\\?\n((?:    --hash=\S+(?: \\)?\n)*)", re.MULTILINE
)

DEBIAN = "debian/"

Component = dict[str, object]


def bill() -> dict[str, object]:
    """The whole bill."""
    parts = [*python(), *npm(), *firmware(), *carried()]
    body = {"metadata": {"component": ours()}, "components": parts, "dependencies": depends(parts)}
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(body, sort_keys=True))
    head = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{number}",
        "version": 1,
    }
    return head | body


def ours() -> Component:
    """The program itself."""
    version = re.search(r'(?m)^version = "(.*)"', (ROOT / "pyproject.toml").read_text())
    assert version
    return part("application", "sabot", version=version[1], kind="pypi", licence="MIT")


def part(
    type_: str,
    name: str,
    *,
    kind: str,
    version: str = "",
    scope: str = "",
    licence: str = "",
    about: str = "",
    asked: str = "",
) -> Component:
    """One component. `kind` is the type of its package URL, `asked` what follows in it after `?`."""
    at = f"@{version}" if version else ""
    url = f"pkg:{kind}/{quote(name)}{at}{'?' + asked if asked else ''}"
    found: Component = {"type": type_, "bom-ref": url, "name": name.removeprefix(DEBIAN), "purl": url}
    found |= {"version": version} if version else {}
    found |= {"scope": scope} if scope else {}
    found |= {"description": about} if about else {}
    return found | ({"licenses": [{"license": {"id": licence}}]} if licence else {})


def depends(parts: list[Component]) -> list[dict[str, object]]:
    """What the program itself needs. The lock files are flat: they do not say which package needs which."""
    needed = [str(each["bom-ref"]) for each in parts if each["scope"] == "required"]
    return [{"ref": ours()["bom-ref"], "dependsOn": sorted(needed)}]


# --- the parts


def python() -> Iterator[Component]:
    """The packages of the lock files, with the hash of each file that may be installed."""
    every = {each[:2]: each[2] for name in (*EXTRAS, "dev") for each in locked(name)}
    base = {each[:2] for each in locked("base")}
    extra = {each[:2] for name in EXTRAS for each in locked(name)}
    for (name, version), hashes in sorted(every.items()):
        scope = "required" if (name, version) in base else "excluded"
        scope = "optional" if scope == "excluded" and (name, version) in extra else scope
        found = part("library", name, version=version, kind="pypi", scope=scope)
        source = {
            "type": "distribution",
            "url": f"https://pypi.org/project/{name}/{version}/",
            "hashes": [{"alg": "SHA-256", "content": each} for each in hashes],
        }
        yield found | {"externalReferences": [source]}


def locked(name: str) -> list[tuple[str, str, list[str]]]:
    """The packages of one lock file: name, version, SHA-256 of its files."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    return [
        (each[1].lower(), each[2], re.findall(r"--hash=sha256:([0-9a-f]{64})", each[3]))
        for each in PINNED.finditer(text)
    ]


def npm() -> Iterator[Component]:
    """What runs the images in an emulator, and what checks the types of the pages' scripts."""
    for folder in NPM:
        packages = json.loads((ROOT / folder / "package-lock.json").read_text())["packages"]
        for path, about in sorted(packages.items()):
            if not path:
                continue
            name = path.rpartition("node_modules/")[2]
            found = part("library", name, version=about["version"], kind="npm", scope="excluded")
            algorithm, _, digest = about["integrity"].partition("-")
            content = base64.b64decode(digest).hex()
            yield found | {"hashes": [{"alg": algorithm.upper().replace("SHA", "SHA-"), "content": content}]}


def firmware() -> Iterator[Component]:
    """What goes into the images of the boards, and what compiles them; Debian says which version."""
    linked = (*SDK_PACKAGES, "libnewlib-arm-none-eabi")
    for name in sorted({*SDK_PACKAGES, *PARTS["firmware"].values()}):
        scope = "required" if name in linked else "excluded"
        suite = f"distro={SDK_SUITE}" if name in SDK_PACKAGES else ""
        yield part("library", DEBIAN + name, kind="deb", scope=scope, asked=suite)


def carried() -> Iterator[Component]:
    """What the repository carries and others have made: letters, a chart, and a script of the tests."""
    text = (ROOT / CREDITS).read_text()
    licences = {"CC0 1.0": "CC0-1.0", "SIL Open Font License 1.1": "OFL-1.1", "MIT": "MIT"}
    for files, about, source, licence in re.findall(r"(?m)^\| (`.*) \| (.*) \| (.*) \| (.*) \|$", text):
        found = re.search(r"npm `([^`]+)` ([\d.]+)", source)
        assert found, source
        named = next(each for words, each in licences.items() if licence.startswith(words))
        yield part(
            *("library" if ".js`" in files else "data", found[1]),
            version=found[2],
            kind="npm",
            scope="required",
            licence=named,
            about=f"{about}: {files}".replace("`", ""),
        )
    axe = re.search(r"axe-core ([\d.]+)", text)
    assert axe
    yield part("library", "axe-core", version=axe[1], kind="npm", scope="excluded", licence="MPL-2.0")


# --- the file


def written() -> str:
    """The bill as text."""
    return json.dumps(bill(), indent=1, ensure_ascii=False) + "\n"


def checked(file: Path) -> int:
    """Compare the file with the schema that the library of CycloneDX carries; the exit status."""
    program = CHECKER / "bin" / "python"
    if not program.exists():
        subprocess.run([sys.executable, "-m", "venv", str(CHECKER)], check=True)
        subprocess.run([str(program), "-m", "pip", "install", "-q", CHECKED_BY], check=True)
    return subprocess.run([str(program), "-c", CHECK, str(file)], check=False).returncode


CHECK = """
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(open(sys.argv[1], encoding="utf-8").read())
print(f"sbom: not as the schema says: {wrong}" if wrong else "sbom: as the schema of CycloneDX 1.6 says")
sys.exit(1 if wrong else 0)
"""


def main() -> int:
    """The command line."""
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(written(), "utf-8")
    print(f"sbom: {OUT.relative_to(ROOT)}: {len(list(python()))} Python packages")
    return checked(OUT) if "--check" in sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())
