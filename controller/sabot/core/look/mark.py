"""The mark of a house: an SVG that can only be drawn, or a PNG.

An SVG may hold scripts, animations, and addresses of other hosts. None of them is taken out here: a file
that has any is refused, so that what is served is the file that the house gave. `DRAWN` lists what it may
hold; all else is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from sabot.core.look.pictures import PNG, picture

SVG = "image/svg+xml"

LARGEST_BYTES = 256 * 1024
SIDES_PX = (32, 4096)
"""The least and the greatest width and height of a PNG."""

MOST_ELEMENTS = 5000

SVG_SPACE = "http://www.w3.org/2000/svg"
XLINK_SPACE = "http://www.w3.org/1999/xlink"
NOTES_SPACES = (
    "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
    "http://www.inkscape.org/namespaces/inkscape",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "http://creativecommons.org/ns#",
    "http://web.resource.org/cc/",
    "http://purl.org/dc/elements/1.1/",
)
"""What drawing programs note in their files for themselves: no browser does anything with it."""

DRAWN = frozenset(
    "svg g defs symbol use title desc metadata style path rect circle ellipse line polyline polygon text"
    " tspan linearGradient radialGradient stop clipPath mask image".split()
)
"""The elements that only draw."""

EMBEDDED = re.compile(r"data:image/(png|jpeg);base64,[A-Za-z0-9+/=\s]*")
"""A picture inside the file."""

LEADS_OUT = re.compile(
    r"@import|javascript:|expression\s*\(|url\(\s*['\"]?\s*(?!#)[^\s'\")]|\\", re.IGNORECASE
)
"""What in a style, or in any attribute, fetches something or runs; and the sign that could hide it."""


class MarkError(ValueError):
    """Why a file cannot be the mark of a house."""


class Mark(NamedTuple):
    """A mark: its MIME type, and the file."""

    type: str
    content: bytes


def mark(content: bytes) -> Mark:
    """The mark in a file. Raises MarkError.

    >>> mark(b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path d="M0 0h2v1z"/></svg>').type
    'image/svg+xml'
    """
    if len(content) > LARGEST_BYTES:
        raise MarkError(f"{len(content) // 1024} kB; a mark has {LARGEST_BYTES // 1024} kB at most")
    found = picture(content)
    if found is None:
        return Mark(SVG, _svg(content))
    if found.type != PNG:
        raise MarkError("a JPEG; a mark is an SVG or a PNG, whose ground can be transparent")
    least, most = SIDES_PX
    if not (least <= found.width_px <= most and least <= found.height_px <= most):
        size = f"{found.width_px} × {found.height_px} pixels"
        raise MarkError(f"{size}; a side of a PNG has {least} to {most}")
    return Mark(PNG, content)


def _svg(content: bytes) -> bytes:
    """The SVG, from its first element on. Raises MarkError."""
    if re.search(rb"<!(DOCTYPE|ENTITY)|<\?(?!xml\s)", content, re.IGNORECASE):
        raise MarkError("an SVG with a DOCTYPE or a processing instruction; save it as plain SVG")
    try:
        root = ElementTree.fromstring(content.decode("utf-8-sig"))  # noqa: S314 - it has no entities
    except (UnicodeDecodeError, ElementTree.ParseError) as error:
        raise MarkError(f"neither a PNG nor an SVG in UTF-8: {error}") from None
    if why := next(_unfit(root), ""):
        raise MarkError(f"{why}; save it as plain SVG, which only draws")
    begins = re.search(rb"<(\w+:)?svg\b", content)
    return content[begins.start() :] if begins else content


def _unfit(root: ElementTree.Element) -> Iterator[str]:
    if root.tag != f"{{{SVG_SPACE}}}svg":
        yield "the file does not begin with an svg element of the SVG namespace"
    if "viewBox" not in root.attrib and not {"width", "height"} <= set(root.attrib):
        yield "the SVG has neither a viewBox nor a width and a height"
    elements = list(root.iter())
    if len(elements) > MOST_ELEMENTS:
        yield f"the SVG has {len(elements)} elements, and {MOST_ELEMENTS} is the most"
    for each in elements:
        yield from _unfit_element(each)
    yield from _nested_uses(elements)


def _unfit_element(element: ElementTree.Element) -> Iterator[str]:
    space, name = _name(element.tag)
    if space not in NOTES_SPACES and (space != SVG_SPACE or name not in DRAWN):
        yield f"the SVG has an element {name}"
    if LEADS_OUT.search(element.text or ""):
        yield f"the text of an element {name} names something outside the file"
    for key, value in element.attrib.items():
        yield from _unfit_attribute(name, _name(key)[1], value)


def _nested_uses(elements: list[ElementTree.Element]) -> Iterator[str]:
    """A few uses of uses draw a thing billions of times."""
    use, link = f"{{{SVG_SPACE}}}use", f"{{{XLINK_SPACE}}}href"
    used = {each.get("href", each.get(link, "")).removeprefix("#") for each in elements if each.tag == use}
    for each in elements:
        if each.get("id") in used and any(inner.tag == use for inner in each.iter()):
            yield "the SVG has a use inside of what is used"


def _unfit_attribute(element: str, name: str, value: str) -> Iterator[str]:
    if name.lower().startswith("on"):
        yield f"the SVG has an attribute {name}, which is a script"
    elif name.lower() in ("href", "src"):
        if not (value.startswith("#") or (element == "image" and EMBEDDED.fullmatch(value))):
            yield f"an element {element} names something outside the file"
    elif LEADS_OUT.search(value):
        yield f"the attribute {name} of an element {element} names something outside the file"


def _name(tag: str) -> tuple[str, str]:
    """The namespace of a name, and the name in it."""
    space, _, name = tag.rpartition("}")
    return space.removeprefix("{"), name
