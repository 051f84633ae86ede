"""What `sabot odds` tells: exact figures, and beside each the figures that others have published for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple

DIGITS_PRINTED = 16
"""How many digits of a figure are printed; the fraction behind it is exact."""

LONGEST_FRACTION = 60
"""A fraction with more characters than this is no help to a reader, and is left out."""


class Figure(NamedTuple):
    """One exact figure: `ways` counts the ordered choices of cards behind it, where they were counted."""

    section: str
    name: str
    exact: Fraction
    ways: int | None = None


class Quoted(NamedTuple):
    """A published figure, digit for digit as it stands in its source.

    `decks` 0 is the infinite sabot, None any; `text` may be a count, a decimal, a percentage (`45.96 %`) or a
    fraction (`9/11`).
    """

    game: str
    decks: int | None
    section: str
    name: str
    text: str
    source: str
    note: str = ""


class Report(NamedTuple):
    """All figures of a game: `of` says which cards, `notes` what a reader has to know, `plans` what a
    player best does where they may choose: case to choice, by name."""

    game: str
    of: str
    figures: tuple[Figure, ...]
    notes: tuple[str, ...] = ()
    quoted: tuple[Quoted, ...] = ()
    plans: tuple[tuple[str, dict[str, str]], ...] = ()


def agrees(figure: Figure, quoted: Quoted) -> bool:
    """Whether the exact figure, rounded to the digits that were published, is the published one."""
    text, percent = quoted.text.removesuffix("%").strip(), quoted.text.endswith("%")
    if "/" in text:
        return figure.exact == Fraction(text)
    if figure.ways is not None and "." not in text:
        return figure.ways == int(text)
    published = Decimal(text)
    return _rounded(figure.exact * (100 if percent else 1), like=published) == published


def _rounded(exact: Fraction, *, like: Decimal) -> Decimal:
    """`exact` with as many places as `like`."""
    with localcontext() as context:
        context.prec = 60
        value = Decimal(exact.numerator) / Decimal(exact.denominator)
        return value.quantize(Decimal(1).scaleb(int(like.as_tuple().exponent)), ROUND_HALF_UP)


def decimal(exact: Fraction, digits: int = DIGITS_PRINTED) -> str:
    """Returns the figure as a decimal with `digits` significant digits.

    >>> decimal(Fraction(1, 37), 5)
    '0.027027'
    """
    with localcontext() as context:
        context.prec = digits
        return f"{Decimal(exact.numerator) / Decimal(exact.denominator):f}"


def fraction(exact: Fraction) -> str | None:
    """The figure as a fraction, where that can be read."""
    text = str(exact)
    return text if len(text) <= LONGEST_FRACTION else None


def as_dict(report: Report) -> dict[str, object]:
    """The report as plain JSON values."""
    return {
        "game": report.game,
        "of": report.of,
        "notes": list(report.notes),
        "figures": [_plain(figure, _quoted(report, figure)) for figure in report.figures],
        "plans": dict(report.plans),
    }


def _quoted(report: Report, figure: Figure) -> list[Quoted]:
    return [each for each in report.quoted if (each.section, each.name) == (figure.section, figure.name)]


def _plain(figure: Figure, quoted: Iterable[Quoted]) -> dict[str, object]:
    plain: dict[str, object] = {
        "section": figure.section,
        "name": figure.name,
        "value": float(figure.exact),
        "decimal": decimal(figure.exact),
        "fraction": fraction(figure.exact),
    }
    if figure.ways is not None:
        plain["ways"] = figure.ways
    published = [
        {
            "value": each.text,
            "source": each.source,
            "agrees": agrees(figure, each),
            **({"note": each.note} if each.note else {}),
        }
        for each in quoted
    ]
    return plain | ({"published": published} if published else {})


def lines(report: Report) -> Iterator[str]:
    """The report for a person: a heading a section, a line a figure, and under it what was published."""
    yield f"{report.game}: {report.of}"
    yield from (f"  {note}" for note in report.notes)
    section = ""
    for figure in report.figures:
        if figure.section != section:
            section = figure.section
            yield from ("", section)
        yield _line(figure)
        yield from (_line_of(figure, each) for each in _quoted(report, figure))
    for name, plan in report.plans:
        yield from ("", name, *(f"  {line}" for line in _grouped(plan)))


def _grouped(plan: Mapping[str, str]) -> Iterator[str]:
    """The cases of a plan, choice by choice."""
    for choice in sorted({*plan.values()}):
        cases = [case for case, chosen in plan.items() if chosen == choice]
        yield f"{choice}: {'; '.join(cases)}"


def _line(figure: Figure) -> str:
    behind = str(figure.ways) if figure.ways is not None else fraction(figure.exact) or ""
    return f"  {figure.name:<60} {decimal(figure.exact):<20} {behind}".rstrip()


def _line_of(figure: Figure, quoted: Quoted) -> str:
    verdict = "published" if agrees(figure, quoted) else "published, DISAGREES:"
    note = f"; {quoted.note}" if quoted.note else ""
    return f"    {verdict} {quoted.text}  ({quoted.source}{note})"
