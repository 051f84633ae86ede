"""The mark of a house and its pictures: what a file may hold, read from its bytes."""

from __future__ import annotations

import struct
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core.look.mark import LARGEST_BYTES, SVG, MarkError, mark
from sabot.core.look.pictures import JPEG, JPEG_BEGINS, PNG, Picture, picture

HEAD = (
    b'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 2 1">'
)
DOT = "iVBORw0KGgo="


def png(width_px: int, height_px: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width_px, height_px) + bytes(9)


def jpeg(width_px: int, height_px: int, *before: bytes) -> bytes:
    frame = struct.pack(">BBHBHH", 0xFF, 0xC2, 11, 8, height_px, width_px)
    return JPEG_BEGINS[:2] + b"".join(before) + frame + bytes(9)


def svg(inside: str) -> bytes:
    return HEAD + inside.encode() + b"</svg>"


def refused(content: bytes) -> str:
    with pytest.raises(MarkError) as error:
        mark(content)
    return str(error.value)


@pytest.mark.parametrize(
    "inside",
    [
        '<defs><linearGradient id="a"><stop stop-color="#fff"/></linearGradient></defs>'
        '<path fill="url(#a)" style="stroke: url( \'#a\' )" d="M0 0h2"/>',
        "<style>path { fill: red }</style><g><text>Royal</text></g>",
        '<symbol id="s"><circle r="1"/></symbol><use href="#s"/><use xlink:href="#s"/>',
        f'<image xlink:href="data:image/png;base64,{DOT}"/>',
        '<metadata><x xmlns="http://purl.org/dc/elements/1.1/">drawn by hand</x></metadata>',
    ],
)
def test_an_svg_that_only_draws_is_a_mark(inside: str) -> None:
    assert mark(svg(inside)) == (SVG, svg(inside))


def test_what_stands_before_the_drawing_is_left_out() -> None:
    assert mark(b'\xef\xbb\xbf<?xml version="1.0"?>\n<!-- drawn -->\n' + svg("")).content == svg("")
    named = b'<s:svg xmlns:s="http://www.w3.org/2000/svg" width="2" height="1"/>'
    assert mark(b"<!-- x -->" + named).content == named


@pytest.mark.parametrize(
    ("inside", "why"),
    [
        ("<script>alert(1)</script>", "element script"),
        ('<x:script xmlns:x="http://www.w3.org/1999/xhtml"/>', "element script"),
        ("<foreignObject/>", "element foreignObject"),
        ('<a href="#x"/>', "element a"),
        ('<animate attributeName="href"/>', "element animate"),
        ("<filter/>", "element filter"),
        ('<g onload="x()"/>', "attribute onload, which is a script"),
        ('<g ONCLICK="x()"/>', "attribute ONCLICK"),
        ('<use href="https://example.org/a.svg#b"/>', "element use names something outside"),
        ('<image href="//example.org/a.png"/>', "element image names something outside"),
        ('<image href="data:image/svg+xml;base64,AA"/>', "element image names something outside"),
        ('<use href="data:image/png;base64,AA"/>', "element use names something outside"),
        ('<path fill="url(https://example.org/a)"/>', "attribute fill of an element path"),
        ("<path style=\"fill: URL('a.svg#b')\"/>", "attribute style of an element path"),
        ("<style>@import 'a.css';</style>", "text of an element style"),
        (r"<style>p { fill: u\72l(a) }</style>", "text of an element style"),
        ('<path d="javascript:1"/>', "attribute d"),
        ('<g id="a"><use href="#b"/></g><g id="b"/><use href="#a"/>', "a use inside of what is used"),
        ("<g/>" * 5001, "5002 elements, and 5000 is the most"),
    ],
)
def test_an_svg_that_could_do_more_is_refused_and_says_what_it_holds(inside: str, why: str) -> None:
    assert why in refused(svg(inside))


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b'<!DOCTYPE svg [<!ENTITY a "b">]>' + svg(""), "DOCTYPE"),
        (b'<?xml-stylesheet href="a.css"?>' + svg(""), "processing instruction"),
        (b"<svg viewBox='0 0 1 1'/>", "does not begin with an svg element"),
        (b'<html xmlns="http://www.w3.org/1999/xhtml"/>', "does not begin with an svg element"),
        (
            b'<svg xmlns="http://www.w3.org/2000/svg" width="2"/>',
            "neither a viewBox nor a width and a height",
        ),
        (b"\xff\xfe", "neither a PNG nor an SVG in UTF-8"),
        (b"GIF89a", "neither a PNG nor an SVG"),
        (b" " * (LARGEST_BYTES + 1), "a mark has 256 kB at most"),
        (png(31, 100), "31 × 100 pixels; a side of a PNG has 32 to 4096"),
        (png(100, 5000), "100 × 5000 pixels"),
        (jpeg(100, 100), "a JPEG; a mark is an SVG or a PNG"),
    ],
)
def test_what_is_no_mark_is_refused_and_says_why(content: bytes, why: str) -> None:
    assert why in refused(content)


def test_a_png_is_a_mark() -> None:
    assert mark(png(400, 200)) == (PNG, png(400, 200))


@settings(max_examples=60)
@given(
    st.one_of(st.binary(max_size=80), st.text(alphabet="<>/&;:#'\" asvgonuel=x", max_size=80).map(str.encode))
)
def test_any_bytes_are_a_mark_or_refused_as_none(content: bytes) -> None:
    with suppress(MarkError):
        assert mark(HEAD + content + b"</svg>").type == SVG


# --- pictures


def test_a_picture_says_its_kind_and_its_size() -> None:
    notes = struct.pack(">BBH", 0xFF, 0xE1, 6) + b"Exif"
    tables = struct.pack(">BBH", 0xFF, 0xC4, 4) + b"ab"
    assert picture(png(640, 480)) == Picture(PNG, 640, 480)
    assert picture(jpeg(1920, 1080, notes, tables)) == Picture(JPEG, 1920, 1080)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"GIF89a",
        png(640, 480)[:20],
        png(640, 480).replace(b"IHDR", b"IDAT"),
        png(0, 480),
        jpeg(640, 480)[:8],
        jpeg(640, 480, b"\xff\xe0\x00\x00"),
        b"\xff\xd8\xff\xe0\xff\xff",
    ],
)
def test_a_file_that_does_not_say_its_size_is_no_picture(content: bytes) -> None:
    assert picture(content) is None
