"""What to change at a table, each piece of advice with the measure that it follows from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median

from sabot_vision.report.causes import BLUR_MM_MOST, INDEX_PX_WANTED, TILT_MOST, is_blurred
from sabot_vision.report.looked import Looked, Miss
from sabot_vision.report.sentence import Said

JUMBO_MM = 9.0
"""An index from this height on is a jumbo one."""
USUAL_INK = 0.6
"""A deck whose ink is less dark than this is worn, or lit from in front."""
MOST_PART = 0.5
"""What more than this part of all cards suffer from comes from the camera, not from a moment."""
LANGUAGES = {
    "en": Said("English (J Q K)"),
    "fr": Said("French (V D R)"),
    "nl": Said("Dutch (B V H)"),
    "de": Said("German (B D K)"),
    "ru": Said("Russian (В Д К)"),
}


def advice(looked: Looked) -> list[Said]:
    """Returns sentences that say what to do and why, for the commonest cause first."""
    by = looked.causes
    said = [ADVICE[name](looked, misses) for name, misses in by.items()]
    if looked.letters.contradict:
        said.append(
            Said(
                "The letters seen ({letters}) are of no one language: use one deck, and tell its letters "
                "with --letters, or as letters of the [camera] in the configuration.",
                letters=" ".join(looked.letters.seen),
            )
        )
    if looked.pictures and not looked.measures:
        said.append(
            Said(
                "No card was found in any picture: check that the cards are face up, whole, and at least "
                "40 pixels wide."
            )
        )
    return said


def small(looked: Looked, misses: Sequence[Miss]) -> Said:
    """Returns advice on more pixels: nearer, a longer lens, a larger picture, a larger index."""
    sized = [miss.measures for miss in misses if miss.measures.index_px]
    if not sized:
        wide = f"{median(miss.measures.card_px for miss in misses):.0f}"
        return Said(
            "{cards} too small: {wide} pixels wide, with no index to be seen. Let the camera come nearer, or "
            "use a longer lens or a larger picture.",
            cards=_cards(misses),
            wide=wide,
        )
    high, printed = median(each.index_px for each in sized), median(each.index_mm for each in sized)
    return Said(
        "{cards} too small: the index is {high} pixels high, {wanted} wanted. Any of these: {ways}.",
        cards=_cards(misses),
        high=f"{high:.0f}",
        wanted=INDEX_PX_WANTED,
        ways=list(_ways(INDEX_PX_WANTED / high, printed, nearer="cut" not in looked.causes)),
    )


def _ways(times: float, printed: float, *, nearer: bool) -> Iterator[Said]:
    """Yields the ways to this many `times` the pixels."""
    more = f"{times:.1f}"
    if nearer:
        yield Said("the camera {part} nearer", part=f"{1 - 1 / times:.0%}")
        yield Said("a lens {times} times as long", times=more)
    yield Said("{times} times as many pixels across the picture", times=more)
    if printed < JUMBO_MM:
        jumbo = "a jumbo index ({jumbo} mm or more; this one is about {printed} mm)"
        yield Said(jumbo, jumbo=f"{JUMBO_MM:.0f}", printed=f"{printed:.0f}")


def blurred(looked: Looked, misses: Sequence[Miss]) -> Said:
    """Returns advice on the lens if most cards are blurred, else on the time of exposure."""
    part = sum(map(is_blurred, looked.measures)) / len(looked.measures)
    most = "on {part} of all cards. Focus the lens, and clean it."
    few = "but only on {part} of all cards. Expose for a shorter time, with more light."
    return Said(
        "{cards} blurred: edges are {wide} mm wide on the card, {most} at most, {where}",
        cards=_cards(misses),
        wide=f"{median(miss.measures.blur_mm for miss in misses):.1f}",
        most=BLUR_MM_MOST,
        where=Said(most if part > MOST_PART else few, part=f"{part:.0%}"),
    )


def glare(looked: Looked, misses: Sequence[Miss]) -> Said:
    """Returns advice on the lamp."""
    return Said(
        "{cards} under glare: {part} of the corner is overexposed. Move the lamp aside, so that its "
        "reflection misses the camera, or soften it with a white cloth; then expose for less time.",
        cards=_cards(misses),
        part=f"{median(miss.measures.clipped for miss in misses):.0%}",
    )


def dark(looked: Looked, misses: Sequence[Miss]) -> Said:
    """Returns advice on light."""
    return Said(
        "{cards} too dark: the paper’s brightness is {paper} of 255. Give more light, from the side, or a "
        "longer exposure.",
        cards=_cards(misses),
        paper=f"{median(miss.measures.paper for miss in misses):.0f}",
    )


def faded(looked: Looked, misses: Sequence[Miss]) -> Said:
    """Returns advice on the deck, or on the light."""
    usual = median(each.ink for each in looked.measures)
    every = "Use a newer deck, or a lamp that does not shine into the camera by way of the cards."
    some = "These cards are worn, or a shine lies on them: look at the examples."
    return Said(
        "{cards} of faint ink: {ink} darker than the paper, {usual} on most cards. {what}",
        cards=_cards(misses),
        ink=f"{median(miss.measures.ink for miss in misses):.0%}",
        usual=f"{usual:.0%}",
        what=Said(every if usual < USUAL_INK else some),
    )


def oblique(looked: Looked, misses: Sequence[Miss]) -> Said:
    """Returns advice on the place of the camera."""
    return Said(
        "{cards} seen from {tilt} degrees aside, {most} at most. Mount the camera above the table.",
        cards=_cards(misses),
        tilt=f"{median(miss.measures.tilt for miss in misses):.0f}",
        most=TILT_MOST,
    )


def cut(looked: Looked, misses: Sequence[Miss]) -> Said:
    """Returns advice on what the camera sees."""
    return Said(
        "{cards} cut by the edge of the picture: {part} of them is in it. Move the camera, or let it see "
        "more (a shorter lens, more height).",
        cards=_cards(misses),
        part=f"{median(miss.measures.inside for miss in misses):.0%}",
    )


def overlapped(looked: Looked, misses: Sequence[Miss]) -> Said:
    """Returns advice on how cards are laid."""
    return Said(
        "{cards} under or over another card. Lay cards so that one index of each is free by a millimetre or "
        "more on all its sides.",
        cards=_cards(misses),
    )


def letter(looked: Looked, misses: Sequence[Miss]) -> Said:
    """Returns which letters the deck has, if the cards tell."""
    language = looked.letters.language
    known = (
        "The letters seen ({letters}) are {language}: read with --letters {code}, or write "
        'letters = "{code}" under [camera].'
    )
    unknown_yet = "Photograph the other court cards too, or tell the letters with --letters."
    seen = " ".join(looked.letters.seen)
    return Said(
        "{cards} not named, because {printed} may mean two ranks, by the language. {what}",
        cards=_cards(misses),
        printed=", ".join(sorted({miss.card.rank for miss in misses})),
        what=Said(known, letters=seen, language=LANGUAGES[language], code=language)
        if language
        else Said(unknown_yet),
    )


def strange(looked: Looked, misses: Sequence[Miss]) -> Said:
    """Returns which packs can be read."""
    return Said(
        "{cards} not named, because the letter is of no pack that the eye knows: it reads English (J Q K), "
        "French (V D R), Dutch (B V H), German (B D K) and Russian (В Д К Т) letters.",
        cards=_cards(misses),
    )


def unknown(looked: Looked, misses: Sequence[Miss]) -> Said:
    """Returns what a card without any measured cause may be."""
    return Said(
        "{cards} unsure for no reason that can be measured. Look at the examples: a joker without its mark "
        "in both corners, a pictured ace or an index unlike any other often has no name.",
        cards=_cards(misses),
    )


ADVICE: dict[str, Callable[[Looked, Sequence[Miss]], Said]] = {
    each.__name__: each
    for each in (letter, strange, cut, small, blurred, glare, dark, faded, oblique, overlapped, unknown)
}
"""The advice for each cause."""


def _cards(misses: Sequence[Miss]) -> Said:
    return Said("1 card is") if len(misses) == 1 else Said("{n} cards are", n=len(misses))
