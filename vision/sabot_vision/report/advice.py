"""What to change at a table, each piece of advice with the measure that it follows from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median

from sabot_vision.report.causes import BLUR_MM_MOST, INDEX_PX_WANTED, TILT_MOST, is_blurred
from sabot_vision.report.looked import Looked, Miss

JUMBO_MM = 9.0
"""An index from this height on is a jumbo one."""
MOST_PART = 0.5
"""What more than this part of all cards suffer from comes from the camera, not from a moment."""
LANGUAGES = {"en": "English (J Q K)", "fr": "French (V D R)", "nl": "Dutch (B V H)", "de": "German (B D K)"}


def advice(looked: Looked) -> list[str]:
    """Returns sentences that say what to do and why, for the commonest cause first."""
    by = looked.causes
    said = [ADVICE[name](looked, misses) for name, misses in by.items()]
    if looked.letters.contradict:
        said.append(
            f"The letters seen ({' '.join(looked.letters.seen)}) are of no one language: use one deck, and "
            "tell its letters with --letters, or as letters of the [camera] in the configuration."
        )
    if looked.pictures and not looked.measures:
        said.append(
            "No card was found in any picture: check that the cards are face up, whole, and at least "
            "40 pixels wide."
        )
    return said


def small(looked: Looked, misses: Sequence[Miss]) -> str:
    """Returns advice on more pixels: nearer, a longer lens, a larger picture, a larger index."""
    sized = [miss.measures for miss in misses if miss.measures.index_px]
    if not sized:
        wide = median(miss.measures.card_px for miss in misses)
        return (
            f"{_cards(misses)} too small: {wide:.0f} pixels wide, with no index to be seen. Let the camera "
            "come nearer, or use a longer lens or a larger picture."
        )
    high, printed = median(each.index_px for each in sized), median(each.index_mm for each in sized)
    times = INDEX_PX_WANTED / high
    ways = [f"{times:.1f} times as many pixels across the picture"]
    if "cut" not in looked.causes:
        ways[:0] = [f"the camera {1 - 1 / times:.0%} nearer", f"a lens {times:.1f} times as long"]
    if printed < JUMBO_MM:
        ways.append(f"a jumbo index ({JUMBO_MM:.0f} mm or more; this one is about {printed:.0f} mm)")
    return (
        f"{_cards(misses)} too small: the index is {high:.0f} pixels high, {INDEX_PX_WANTED} wanted. "
        f"Any of these: {', '.join(ways)}."
    )


def blurred(looked: Looked, misses: Sequence[Miss]) -> str:
    """Returns advice on the lens if most cards are blurred, else on the time of exposure."""
    wide = median(miss.measures.blur_mm for miss in misses)
    part = sum(map(is_blurred, looked.measures)) / len(looked.measures)
    what = f"{_cards(misses)} blurred: edges are {wide:.1f} mm wide on the card, {BLUR_MM_MOST} at most"
    if part > MOST_PART:
        return f"{what}, on {part:.0%} of all cards. Focus the lens, and clean it."
    return f"{what}, but only on {part:.0%} of all cards. Expose for a shorter time, with more light."


def glare(looked: Looked, misses: Sequence[Miss]) -> str:
    """Returns advice on the lamp."""
    part = median(miss.measures.clipped for miss in misses)
    return (
        f"{_cards(misses)} under glare: {part:.0%} of the corner is overexposed. Move the lamp aside, so "
        "that its reflection misses the camera, or soften it with a white cloth; then expose for less time."
    )


def dark(looked: Looked, misses: Sequence[Miss]) -> str:
    """Returns advice on light."""
    paper = median(miss.measures.paper for miss in misses)
    return (
        f"{_cards(misses)} too dark: the paper’s brightness is {paper:.0f} of 255. Give more light, from the "
        "side, or a longer exposure."
    )


def faded(looked: Looked, misses: Sequence[Miss]) -> str:
    """Returns advice on the deck, or on the light."""
    ink = median(miss.measures.ink for miss in misses)
    usual = median(each.ink for each in looked.measures)
    why = f"{_cards(misses)} of faint ink: {ink:.0%} darker than the paper, {usual:.0%} on most cards"
    if usual < 0.6:
        return f"{why}. Use a newer deck, or a lamp that does not shine into the camera by way of the cards."
    return f"{why}. These cards are worn, or a shine lies on them: look at the examples."


def oblique(looked: Looked, misses: Sequence[Miss]) -> str:
    """Returns advice on the place of the camera."""
    tilt = median(miss.measures.tilt for miss in misses)
    return (
        f"{_cards(misses)} seen from {tilt:.0f} degrees aside, {TILT_MOST} at most. Mount the camera above "
        "the table."
    )


def cut(looked: Looked, misses: Sequence[Miss]) -> str:
    """Returns advice on what the camera sees."""
    inside = median(miss.measures.inside for miss in misses)
    return (
        f"{_cards(misses)} cut by the edge of the picture: {inside:.0%} of them is in it. Move the camera, "
        "or let it see more (a shorter lens, more height)."
    )


def overlapped(looked: Looked, misses: Sequence[Miss]) -> str:
    """Returns advice on how cards are laid."""
    return (
        f"{_cards(misses)} under or over another card. Lay cards so that one index of each is free by "
        "a millimetre or more on all its sides."
    )


def letter(looked: Looked, misses: Sequence[Miss]) -> str:
    """Returns which letters the deck has, if the cards tell."""
    printed = sorted({miss.card.rank for miss in misses})
    what = (
        f"{_cards(misses)} not named because {' and '.join(printed)} means another rank in another language"
    )
    language = looked.letters.language
    if language:
        return (
            f"{what}. The letters seen ({' '.join(looked.letters.seen)}) are {LANGUAGES[language]}: read "
            f'with --letters {language}, or write letters = "{language}" under [camera].'
        )
    return f"{what}. Photograph the other court cards too, or tell the letters with --letters."


def unknown(looked: Looked, misses: Sequence[Miss]) -> str:
    """Returns what a card without any measured cause may be."""
    return (
        f"{_cards(misses)} unsure for no reason that can be measured. Look at the examples: a joker, "
        "a pictured ace or an index unlike any other is never named."
    )


ADVICE: dict[str, Callable[[Looked, Sequence[Miss]], str]] = {
    each.__name__: each
    for each in (letter, cut, small, blurred, glare, dark, faded, oblique, overlapped, unknown)
}
"""The advice for each cause."""


def _cards(misses: Sequence[Miss]) -> str:
    return "1 card is" if len(misses) == 1 else f"{len(misses)} cards are"
