"""The report as a text for a terminal, and as one HTML page that needs no other file."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from sabot.core.cards import RANKS, SIGNS, SUITS
from sabot_vision.keeping import replace
from sabot_vision.report.advice import LANGUAGES, advice
from sabot_vision.report.causes import CAUSES
from sabot_vision.report.looked import Looked, Miss, Open
from sabot_vision.report.sentence import Said, Words, spoken

PAGE, TEXT = "report.html", "report.txt"
LISTED_MOST = 20
"""No more files are listed in the text."""

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;
padding:0 1rem;color:#1c1c1c;background:#fbfaf7}
h1,h2{line-height:1.2}h2{margin-top:2.2rem}
table{border-collapse:collapse}td,th{padding:.2rem .6rem;text-align:left}
tr+tr{border-top:1px solid #ddd}.n{text-align:right}.deck td,.deck th{text-align:center;min-width:1.6rem}
.deck{display:block;overflow-x:auto}
.none{background:#ffd9a8}.red{color:#b3261e}.misses{display:flex;flex-wrap:wrap;gap:1rem;padding:0;list-style:none}
.misses li{width:11rem;font-size:.85rem}
.misses img{width:100%;height:11rem;object-fit:contain;background:#e8e5de}
.whole li{width:30rem;max-width:100%}.whole img{height:auto}
@media(prefers-color-scheme:dark){body{color:#eee;background:#191919}tr+tr{border-color:#444}
.none{background:#7a4a10}
.red{color:#ff8a80}.misses img{background:#2a2a2a}}
"""


def written(looked: Looked, folder: Path, title: Said, words: Words | None = None, lang: str = "en") -> str:
    """Writes the report, in the language of `words`, into a folder, which is made if need be. Returns the
    text. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    said = "\n".join(spoken(line, words) for line in text(looked)) + "\n"
    replace(folder / TEXT, said.encode())
    replace(folder / PAGE, "\n".join(page(looked, title, words, lang)).encode())
    return said


def text(looked: Looked) -> Iterator[Said]:
    """Yields the lines of the report for a terminal."""
    yield summary(looked)
    yield from filter(None, (truth(looked), letters(looked)))
    for each in looked.open[:LISTED_MOST]:
        yield Said("Not named in {picture}: {cards}", picture=each.picture, cards=each.spelled)
    if len(looked.open) > LISTED_MOST:
        yield Said("… and {n} more pictures", n=len(looked.open) - LISTED_MOST)
    for name, misses in looked.causes.items():
        line, cause = "{n}  {cause} (e.g. {picture}: {measure})", misses[0].causes[0]
        count, words = f"{len(misses):6}", CAUSES[name]
        yield Said(line, n=count, cause=words, picture=misses[0].picture, measure=cause.measure)
    for n, sentence in enumerate(advice(looked), 1):
        yield Said("{n}. {sentence}", n=n, sentence=sentence)
    if missing := never(looked):
        yield Said("Never read: {cards}", cards=" ".join(missing))
    for name, why in looked.refused[:LISTED_MOST]:
        yield Said("Not read as a picture: {name}: {why}", name=name, why=why)
    if len(looked.refused) > LISTED_MOST:
        yield Said("… and {n} more files", n=len(looked.refused) - LISTED_MOST)


def summary(looked: Looked) -> Said:
    """Returns how much was read, in one line."""
    counts = {"pictures": looked.pictures, "read": looked.read.total(), "unsure": len(looked.misses)}
    if not looked.backs:
        return Said("Pictures: {pictures}. Cards: {read} read, {unsure} unsure.", **counts)
    line = "Pictures: {pictures}. Cards: {read} read, {unsure} unsure, {backs} face down."
    return Said(line, backs=looked.backs, **counts)


def truth(looked: Looked) -> Said | None:
    """Returns how much of it was right, in one line; None without a truth."""
    if not looked.scored:
        return None
    score = looked.score
    line = "By the truth ({scored} of these pictures): {right} right, {wrong} wrong, {open} not named."
    return Said(line, scored=looked.scored, right=score["right"], wrong=score["wrong"], open=score["open"])


def letters(looked: Looked) -> Said | None:
    """Returns which court letters were seen, in one line; None if none were."""
    seen, language = " ".join(looked.letters.seen), looked.letters.language
    if language:
        return Said("Court letters seen: {seen} ({language}).", seen=seen, language=LANGUAGES[language])
    return Said("Court letters seen: {seen}.", seen=seen) if seen else None


def never(looked: Looked) -> list[str]:
    """Returns the cards of a deck that were in no picture, or never named; none before most of a deck was."""
    missing = [rank + suit for suit in SUITS for rank in RANKS if not looked.read[rank + suit]]
    return missing if len(missing) <= len(RANKS) else []


# --- the page


def page(looked: Looked, title: Said, words: Words | None = None, lang: str = "en") -> Iterator[str]:
    """Yields the lines of the page, in the language `lang`, which `words` is."""
    return Page(words or {}).lines(looked, title, lang)


class Page:
    """The page in one language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def _say(self, what: object) -> str:
        """A sentence of the page, with no mark of HTML in it."""
        return escape(spoken(what, self._words))

    def lines(self, looked: Looked, title: Said, lang: str) -> Iterator[str]:
        """Yields them."""
        heading = self._say(title)
        yield f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>{heading}</title>'
        yield f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
        yield f"<h1>{heading}</h1>"
        for line in filter(None, (summary(looked), truth(looked), letters(looked))):
            yield f"<p>{self._say(line)}</p>"
        yield from self._listed(Said("What to change"), advice(looked), tag="ol")
        yield from self._counts(looked)
        for name, misses in looked.causes.items():
            yield from self._examples(CAUSES[name], misses)
        yield from self._open(looked.open)
        yield from self._deck(looked)
        yield from self._listed(Said("Named against the truth"), pairs(looked.astray))
        yield from self._listed(Said("Not read as pictures"), pairs(looked.refused))

    def _listed(self, heading: Said, lines: Sequence[Said], tag: str = "ul") -> Iterator[str]:
        if lines:
            yield f"<h2>{self._say(heading)}</h2><{tag}>"
            yield from (f"<li>{self._say(line)}</li>" for line in lines)
            yield f"</{tag}>"

    def _counts(self, looked: Looked) -> Iterator[str]:
        if looked.misses:
            heads = "".join(f"<th>{self._say(Said(each))}" for each in ("cause", "cards", "also true of"))
            yield f"<h2>{self._say(Said('Why cards are unsure'))}</h2><table><tr>{heads}</tr>"
            for name, misses in looked.causes.items():
                also = sum(name in [cause.name for cause in miss.causes[1:]] for miss in looked.misses)
                cells = f"<td class=n>{len(misses)}<td class=n>{also or ''}"
                yield f"<tr><td>{self._say(CAUSES[name])}{cells}</tr>"
            yield "</table>"

    def _examples(self, heading: Said, misses: list[Miss]) -> Iterator[str]:
        yield f"<h2>{self._say(heading)} ({len(misses)})</h2><ul class=misses>"
        shown = [miss for miss in misses if miss.drawn]
        for miss in shown:
            image = base64.b64encode(miss.drawn).decode()
            why = "; ".join(self._say(cause.measure) for cause in miss.causes)
            guess = f"{miss.card.rank.replace('T', '10')}{SIGNS.get(miss.card.suit, '')}" or "–"
            best = Said("best guess {guess}, {sure}", guess=guess, sure=f"{miss.card.confidence:.0%}")
            yield f'<li><img alt="" src="data:image/jpeg;base64,{image}">{escape(miss.picture)}<br>'
            yield f"{why}<br>{self._say(best)}</li>"
        yield "</ul>"
        if len(shown) < len(misses):
            yield f"<p>{self._say(Said('… and {n} more.', n=len(misses) - len(shown)))}</p>"

    def _open(self, pictures: Sequence[Open]) -> Iterator[str]:
        """Yields the pictures in which a card of the truth was not named, with all that was found there."""
        if not pictures:
            return
        heading = self._say(Said("Not named, though the truth has them"))
        yield f'<h2>{heading} ({sum(len(each.cards) for each in pictures)})</h2><ul class="misses whole">'
        for each in pictures:
            image = base64.b64encode(each.drawn).decode()
            shown = f'<img alt="" src="data:image/jpeg;base64,{image}">' if image else ""
            yield f"<li>{shown}{escape(each.picture)}: {escape(each.spelled)}</li>"
        yield "</ul>"

    def _deck(self, looked: Looked) -> Iterator[str]:
        """Yields how often each card was named, as a table; what never was stands out."""
        if not looked.read:
            return
        yield f"<h2>{self._say(Said('How often each card was named'))}</h2><table class=deck><tr><th>"
        yield from (f"<th>{rank.replace('T', '10')}" for rank in RANKS)
        for suit in SUITS:
            yield f"<tr><th{' class=red' if suit in 'DH' else ''}>{SIGNS[suit]}"
            for rank in RANKS:
                count = looked.read[rank + suit]
                yield f"<td>{count}" if count else "<td class=none>0"
        yield "</table>"


def pairs(named: Sequence[tuple[str, str]]) -> list[Said]:
    """Returns a line for each name and what is said of it."""
    return [Said("{name}: {what}", name=name, what=what) for name, what in named]
