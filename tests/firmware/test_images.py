"""The images themselves: no heap, no floating point, and files that the chip's loader takes."""

from __future__ import annotations

import re
import struct
import subprocess
import threading

import pytest

from tests.firmware import bridge
from tests.firmware.board import ROOT
from tools import firmware

DEVICES = firmware.IMAGES


@pytest.mark.parametrize("device", DEVICES)
def test_no_image_holds_a_heap_or_floating_point(device):
    bridge.image(device)
    elf = firmware.BUILT / "rp2040" / f"{device}.elf"
    listed = subprocess.run(["arm-none-eabi-nm", elf], capture_output=True, text=True, check=True).stdout
    assert "link_say" in listed
    assert firmware.unwanted(listed) == []


@pytest.mark.parametrize(
    "name",
    [
        "malloc",
        "_malloc_r",
        "__wrap_calloc",
        "_sbrk",
        "printf",
        "__aeabi_dadd",
        "__wrap___aeabi_i2f",
        "__mulsf3",
    ],
)
def test_the_build_would_refuse_a_heap_text_output_or_floating_point(name):
    assert firmware.unwanted(f"10000000 T main\n10000400 T {name}\n10000800 T __aeabi_idiv0\n") == [name]


@pytest.mark.parametrize("device", DEVICES)
def test_a_flashed_file_is_whole_and_in_order_and_for_this_chip(device):
    """The format of UF2: https://github.com/microsoft/uf2."""
    data = bridge.image(device).read_bytes()
    program = (firmware.BUILT / "rp2040" / f"{device}.bin").read_bytes()
    blocks = [data[at : at + 512] for at in range(0, len(data), 512)]
    held = b""
    for number, block in enumerate(blocks):
        first, second, flags, where, size, here, count, family = struct.unpack_from("<8I", block)
        assert (first, second, struct.unpack("<I", block[508:])[0]) == (0x0A324655, 0x9E5D5157, 0x0AB16F30)
        assert (flags, family, here, count) == (0x2000, 0xE48BFF56, number, len(blocks))
        assert where == 0x10000000 + len(held)
        held += block[32 : 32 + size]
    assert held.rstrip(b"\0") == program.rstrip(b"\0")
    assert len(held) - len(program) < 256


def test_a_test_of_an_image_waits_while_it_is_built(monkeypatch, tmp_path):
    monkeypatch.setattr(firmware, "BUILT", tmp_path / "build")
    seen: list[str] = []
    reader = threading.Thread(target=lambda: seen.append(waited()))

    def waited() -> str:
        with firmware.alone():
            return (tmp_path / "build/image").read_text()

    with firmware.alone():
        reader.start()
        (tmp_path / "build/image").write_text("half")
        reader.join(0.05)
        (tmp_path / "build/image").write_text("whole")
    reader.join(60)
    assert seen == ["whole"]


def test_the_portable_code_knows_no_chip_and_no_heap():
    sources = sorted((ROOT / "firmware" / "portable").glob("*.[ch]"))
    assert len(sources) > 10
    for source in sources:
        code = re.sub(r"/\*.*?\*/|//[^\n]*", "", source.read_text(), flags=re.S)
        own = {path.name for path in sources}
        for system, included in re.findall(r'#include ([<"])([\w/.]+)', code):
            assert included in own if system == '"' else included.startswith(("std", "string.h"))
        assert not re.search(r"\b(malloc|calloc|realloc|free|alloca|float|double|printf)\b", code), (
            source.name
        )


def test_one_version_stands_on_the_link_and_in_the_image():
    (version,) = re.findall(r'FIRMWARE_VERSION "([\d.]+)"', (ROOT / "firmware/portable/device.h").read_text())
    assert (
        f'pico_set_program_version(${{name}} "{version}")'
        in (ROOT / "firmware/rp2040/CMakeLists.txt").read_text()
    )
