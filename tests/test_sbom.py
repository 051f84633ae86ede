"""The bill of materials names everything that the lock files name, in the words of CycloneDX.

`make sbom ARGS=--check` compares it with the published schema; these tests ask for no network.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tools.sbom import CREDITS, bill, locked, written

ROOT = Path(__file__).parents[1]
LENGTHS = {"SHA-256": 64, "SHA-512": 128}
PURL = re.compile(r"pkg:(pypi|npm|deb)/[A-Za-z0-9%._/-]+(@[A-Za-z0-9.+-]+)?(\?distro=[a-z]+)?")


@cache
def parts() -> list[dict[str, Any]]:
    found: Any = bill()["components"]
    return list(found)


def named(*scopes: str) -> set[tuple[str, str]]:
    return {
        (each["name"], each["version"])
        for each in parts()
        if each["scope"] in scopes and each["purl"].startswith("pkg:pypi/")
    }


def test_the_head_says_which_format_it_is() -> None:
    found = json.loads(written())
    assert (found["bomFormat"], found["specVersion"], found["version"]) == ("CycloneDX", "1.6", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", found["serialNumber"])
    assert found["metadata"]["component"]["purl"].startswith("pkg:pypi/sabot@")
    assert written() == written()


def test_each_part_has_a_name_of_its_own_and_a_package_address() -> None:
    counts = Counter(each["bom-ref"] for each in parts())
    assert max(counts.values()) == 1
    assert [each["purl"] for each in parts() if not PURL.fullmatch(each["purl"])] == []
    assert {each["type"] for each in parts()} <= {"library", "data"}


def test_every_hash_is_as_long_as_its_kind_says() -> None:
    hashes = [
        each
        for part in parts()
        for source in [part, *part.get("externalReferences", [])]
        for each in source.get("hashes", [])
    ]
    assert len(hashes) > 500
    assert all(re.fullmatch("[0-9a-f]+", each["content"]) for each in hashes)
    assert all(len(each["content"]) == LENGTHS[each["alg"]] for each in hashes)


@pytest.mark.parametrize(
    "name",
    [
        "base",
        "camera",
        "panel",
        "keyboard",
        "mqtt",
        "pit",
        "pit-archive",
        "pit-oidc",
        "picamera2",
        "numpy1",
        "pip",
        "dev",
    ],
)
def test_every_locked_package_is_in_it_with_its_files(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    found = locked(name)
    assert len(found) == len(re.findall(r"(?m)^[^\s#]+==", text))
    assert {each[:2] for each in found} <= named("required", "optional", "excluded")
    assert sum(len(hashes) for _, _, hashes in found) == text.count("--hash=sha256:")


def test_what_a_table_needs_is_marked_as_required_and_nothing_else() -> None:
    assert named("required") == {each[:2] for each in locked("base")}
    (depends,) = json.loads(written())["dependencies"]
    required = {each["bom-ref"] for each in parts() if each["scope"] == "required"}
    assert {*depends["dependsOn"]} == required
    assert not {name for name, _ in named("required")} & {"pytest", "ruff", "numpy"}


def test_firmware_scripts_and_carried_files_are_in_it() -> None:
    names = {each["name"] for each in parts()}
    assert {"pico-sdk-source", "tinyusb-source", "gcc-arm-none-eabi"} <= names
    assert {"rp2040js", "typescript", "axe-core"} <= names
    credited = re.findall(r"npm `([^`]+)`", (ROOT / CREDITS).read_text())
    assert credited
    assert {*credited} <= names
