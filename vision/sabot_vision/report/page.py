"""The report as a text for a terminal, and as one HTML page that needs no other file."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from html import escape
from pathlib import Path

from sabot.core.cards import RANKS, SIGNS, SUITS
from sabot_vision.keeping import replace
from sabot_vision.report.advice import advice
from sabot_vision.report.causes import CAUSES
from sabot_vision.report.looked import Looked, Miss

PAGE, TEXT = "report.html", "report.txt"
LISTED_MOST = 20
"""No more files are listed in the text."""

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;
padding:0 1rem;color:#1c1c1c;background:#fbfaf7}
h1,h2{line-height:1.2}h2{margin-top:2.2rem}
table{border-collapse:collapse}td,th{padding:.2rem .6rem;text-align:left}
tr+tr{border-top:1px solid #ddd}.n{text-align:right}.deck td,.deck th{text-align:center;min-width:1.6rem}
.none{background:#ffd9a8}.red{color:#b3261e}.misses{display:flex;flex-wrap:wrap;gap:1rem;padding:0;list-style:none}
.misses li{width:11rem;font-size:.85rem}
.misses img{width:100%;height:11rem;object-fit:contain;background:#e8e5de}
@media(prefers-color-scheme:dark){body{color:#eee;background:#191919}tr+tr{border-color:#444}
.none{background:#7a4a10}
.red{color:#ff8a80}.misses img{background:#2a2a2a}}
"""


def written(looked: Looked, folder: Path, title: str) -> str:
    """Writes the report into a folder, which is made if need be. Returns the text. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    said = "\n".join(text(looked)) + "\n"
    replace(folder / TEXT, said.encode())
    replace(folder / PAGE, "\n".join(page(looked, title)).encode())
    return said


def text(looked: Looked) -> Iterator[str]:
    """Yields the lines of the report for a terminal."""
    yield summary(looked)
    for line in (truth(looked), letters(looked)):
        if line:
            yield line
    for name, misses in looked.causes.items():
        yield f"  {len(misses):4}  {CAUSES[name]} (e.g. {misses[0].picture}: {misses[0].causes[0].measure})"
    for n, sentence in enumerate(advice(looked), 1):
        yield f"{n}. {sentence}"
    missing = never(looked)
    if missing:
        yield f"Never read: {' '.join(missing)}"
    yield from (f"Not read as a picture: {name}: {why}" for name, why in looked.refused[:LISTED_MOST])
    if len(looked.refused) > LISTED_MOST:
        yield f"… and {len(looked.refused) - LISTED_MOST} more files"


def summary(looked: Looked) -> str:
    """Returns how much was read, in one line."""
    named = looked.read.total()
    backs = f", {looked.backs} face down" if looked.backs else ""
    return f"Pictures: {looked.pictures}. Cards: {named} read, {len(looked.misses)} unsure{backs}."


def truth(looked: Looked) -> str:
    """Returns how much of it was right, in one line; empty without a truth."""
    if not looked.scored:
        return ""
    score = looked.score
    return (
        f"By the truth ({looked.scored} of these pictures): {score['right']} right, {score['wrong']} wrong, "
        f"{score['open']} not named."
    )


def letters(looked: Looked) -> str:
    """Returns which court letters were seen, in one line; empty if none were."""
    seen, language = looked.letters.seen, looked.letters.language
    return f"Court letters seen: {' '.join(seen)}{f' ({language})' if language else ''}." if seen else ""


def never(looked: Looked) -> list[str]:
    """Returns the cards of a deck that were in no picture, or never named; none before most of a deck was."""
    missing = [rank + suit for suit in SUITS for rank in RANKS if not looked.read[rank + suit]]
    return missing if len(missing) <= len(RANKS) else []


# --- the page


def page(looked: Looked, title: str) -> Iterator[str]:
    """Yields the lines of the page."""
    yield f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
    yield f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
    yield f"<h1>{escape(title)}</h1>"
    yield from (
        f"<p>{escape(line)}</p>" for line in (summary(looked), truth(looked), letters(looked)) if line
    )
    yield from _listed("What to change", advice(looked), tag="ol")
    yield from _counts(looked)
    for name, misses in looked.causes.items():
        yield from _examples(CAUSES[name], misses)
    yield from _deck(looked)
    yield from _listed("Named against the truth", [f"{name}: {what}" for name, what in looked.astray])
    yield from _listed("Not read as pictures", [f"{name}: {why}" for name, why in looked.refused])


def _listed(heading: str, lines: list[str], tag: str = "ul") -> Iterator[str]:
    if lines:
        yield f"<h2>{heading}</h2><{tag}>"
        yield from (f"<li>{escape(line)}</li>" for line in lines)
        yield f"</{tag}>"


def _counts(looked: Looked) -> Iterator[str]:
    if looked.misses:
        yield "<h2>Why cards are unsure</h2><table><tr><th>cause<th>cards<th>also true of</tr>"
        for name, misses in looked.causes.items():
            also = sum(name in [cause.name for cause in miss.causes[1:]] for miss in looked.misses)
            yield f"<tr><td>{CAUSES[name]}<td class=n>{len(misses)}<td class=n>{also or ''}</tr>"
        yield "</table>"


def _examples(heading: str, misses: list[Miss]) -> Iterator[str]:
    yield f"<h2>{heading} ({len(misses)})</h2><ul class=misses>"
    shown = [miss for miss in misses if miss.drawn]
    for miss in shown:
        image = base64.b64encode(miss.drawn).decode()
        why = "; ".join(cause.measure for cause in miss.causes)
        guess = f"{miss.card.rank.replace('T', '10')}{SIGNS.get(miss.card.suit, '')}" or "–"
        yield f'<li><img alt="" src="data:image/jpeg;base64,{image}">{escape(miss.picture)}<br>'
        yield f"{escape(why)}<br>best guess {guess}, {miss.card.confidence:.0%}</li>"
    yield "</ul>"
    if len(shown) < len(misses):
        yield f"<p>… and {len(misses) - len(shown)} more.</p>"


def _deck(looked: Looked) -> Iterator[str]:
    """Yields how often each card was named, as a table; what never was stands out."""
    if not looked.read:
        return
    yield "<h2>How often each card was named</h2><table class=deck><tr><th>"
    yield from (f"<th>{rank.replace('T', '10')}" for rank in RANKS)
    for suit in SUITS:
        yield f"<tr><th{' class=red' if suit in 'DH' else ''}>{SIGNS[suit]}"
        for rank in RANKS:
            count = looked.read[rank + suit]
            yield f"<td>{count}" if count else "<td class=none>0"
    yield "</table>"
