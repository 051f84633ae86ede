"""The first page of a shift's report: how the day went, in ten seconds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from functools import cache
from importlib import resources

from sabot.core.look import OURS, Look
from sabot.core.shapes.day import Bar, Cover, DayReport, Plot, ReportedCoup, ReportedFault
from sabot.core.shapes.json import Plain
from sabot.core.terms import money
from sabot_dashboard.picture.cloths import cloth_of
from sabot_dashboard.words import records
from sabot_dashboard.words.languages import grouped
from sabot_dashboard.words.sentence import plain

Say = Callable[[Plain | str], str]
Words = Mapping[str, str]

RULES_SHOWN, PEOPLE_SHOWN = 5, 3
"""The most frequent ones; the tables after the cover have them all."""


def cover(day: DayReport, *, table: str, say: Say, words: Words, look: Look = OURS) -> Cover:
    """The cover of this day, in the colour of the house and with its mark; with ours where it has none."""
    plots = (
        _results(day, say, words),
        _coups_by_hour(day, say, words),
        *_stakes_by_hour(day, say, words),
        _rules(day, say, words),
        _people(day, say, words),
    )
    title = say(plain("Report of the shift of {day}", day=day["day"]))
    mark = look.mark.content if look.mark else our_mark()
    return Cover(table, title, _line(day, say, words), _figures(day, say, words), plots, mark, look.cloth)


@cache
def our_mark() -> bytes:
    """The mark of a house that has none, an SVG."""
    return (resources.files("sabot_dashboard") / "static" / "icon.svg").read_bytes()


def _line(day: DayReport, say: Say, words: Words) -> str:
    """From when to when, how many coups, and whether anything is open."""
    coups, faults, unanswered = day["coups"], len(day["faults"]), day["summary"]["unanswered"]
    sentences = [plain("{n} coups", n=counted(len(coups), words))]
    if coups:
        begin, end = min(each["began_ns"] for each in coups), max(each["ended_ns"] for each in coups)
        sentences.append(plain("from {begin} to {end}", begin=_clock(begin), end=_clock(end)))
    sentences.append(plain("{n} faults", n=faults) if faults else plain("no fault"))
    if faults:
        sentences.append(
            plain("{n} not yet acknowledged", n=unanswered) if unanswered else plain("all acknowledged")
        )
    return ", ".join(map(say, sentences))


def counted(number: int, words: Words) -> int | Plain:
    """A count for a sentence; a large one with its thousands grouped."""
    return number if number < 1000 else plain(grouped(number, words))


def _figures(day: DayReport, say: Say, words: Words) -> tuple[tuple[str, str], ...]:
    summary = day["summary"]
    figures = [
        (plain("Coups"), grouped(summary["coups"], words)),
        (plain("Faults"), grouped(len(day["faults"]), words)),
        (plain("Corrections"), grouped(summary["corrections"], words)),
        (plain("By hand"), grouped(summary["manual"], words)),
    ]
    staked, returned = _staked(day["coups"]), _returned(day["coups"])
    if staked:
        figures += [
            (plain("Staked"), grouped(money(staked), words)),
            (plain("Returned"), grouped(money(returned), words)),
            (plain("Difference"), grouped(money(staked - returned), words)),
        ]
    return tuple((say(name), text) for name, text in figures)


def _staked(coups: Iterable[ReportedCoup]) -> int:
    return sum(each.get("staked", 0) for each in coups)


def _returned(coups: Iterable[ReportedCoup]) -> int:
    return sum(each.get("returned", 0) for each in coups)


def _results(day: DayReport, say: Say, words: Words) -> Plot:
    """How often each side won. A coup that does not count has no result."""
    counts = Counter(name for coup in day["coups"] for name in outcomes(coup))
    total = max(1, sum(counts.values()))
    bars = [
        Bar(name, count, f"{grouped(count, words)} ({_percent(100 * count / total, words)})")
        for name, count in counts.most_common()
    ]
    return Plot(say(plain("Results")), tuple(bars))


def outcomes(coup: ReportedCoup) -> list[str]:
    """What has won, as the cloth names it: a side and its colour, the colour of a number, one for each side
    of a table that has two."""
    result: Mapping[str, object] = coup["result"] or {}
    names = cloth_of(coup["game"]).names

    def name(value: object) -> str:
        return names.get(str(value), str(value))

    winners = result.get("winners")
    if isinstance(winners, Mapping):
        return [f"{name(place)}: {name(winner)}" for place, winner in winners.items()]
    if "colour" in result:
        return [name(result["colour"]) if result["colour"] else "0"]
    winner, couleur = result.get("winner"), result.get("couleur")
    if not winner:
        return []
    colour = "" if couleur is None else f", {name('couleur' if couleur else 'inverse')}"
    return [name(winner) + colour]


def _coups_by_hour(day: DayReport, say: Say, words: Words) -> Plot:
    counts = Counter(_hour(coup["ended_ns"]) for coup in day["coups"])
    return Plot(say(plain("Coups by hour")), _by_hour(counts, lambda count: grouped(count, words)))


def _stakes_by_hour(day: DayReport, say: Say, words: Words) -> list[Plot]:
    """What was staked and what came back in each hour, where stakes were entered."""
    return [
        Plot(say(heading), bars)
        for heading, sum_of in ((plain("Staked by hour"), _staked), (plain("Returned by hour"), _returned))
        if (bars := _sums_by_hour(day["coups"], sum_of, words))
    ]


def _sums_by_hour(
    coups: Iterable[ReportedCoup], sum_of: Callable[[Iterable[ReportedCoup]], int], words: Words
) -> tuple[Bar, ...]:
    """A bar for each hour; none where nothing was staked."""
    sums: Counter[int] = Counter()
    for coup in coups:
        sums[_hour(coup["ended_ns"])] += sum_of([coup])
    return _by_hour(sums, lambda amount: grouped(amount // 100, words)) if any(sums.values()) else ()


def _by_hour(counts: Mapping[int, int], text: Callable[[int], str]) -> tuple[Bar, ...]:
    """A bar for each hour from the first to the last, empty ones too; an hour is counted since 1970."""
    if not counts:
        return ()
    hours = range(min(counts), max(counts) + 1)
    return tuple(Bar(f"{hour % 24:02d}", counts.get(hour, 0), text(counts.get(hour, 0))) for hour in hours)


HOUR_S = 3600


def _hour(wall_ns: int) -> int:
    """The hour of this place, counted since 1970."""
    moment = datetime.fromtimestamp(wall_ns / 1e9).astimezone()
    ahead_s = (moment.utcoffset() or timedelta()).total_seconds()
    return int((moment.timestamp() + ahead_s) // HOUR_S)


def _rules(day: DayReport, say: Say, words: Words) -> Plot:
    counts = Counter(_rule(fault, say) for fault in day["faults"])
    return _most(say(plain("Faults by rule")), counts, RULES_SHOWN, words)


def _rule(fault: ReportedFault, say: Say) -> str:
    found = records.fault(fault)
    return f"{say(found['title'])}: {say(found['because'])}"


def _people(day: DayReport, say: Say, words: Words) -> Plot:
    """Who answered for the faults; those that nobody answered for stand there, too."""
    nobody = say(plain("nobody yet"))
    answers = [fault["answer"] for fault in day["faults"]]
    counts = Counter(say(records.person(each["by"])) if each else nobody for each in answers)
    return _most(say(plain("Acknowledged by")), counts, PEOPLE_SHOWN, words)


def _most(heading: str, counts: Counter[str], shown: int, words: Words) -> Plot:
    bars = (Bar(name, count, grouped(count, words)) for name, count in counts.most_common(shown))
    return Plot(heading, tuple(bars), is_wide=True)


def _percent(share: float, words: Words) -> str:
    """A share in whole percent, as the language writes it."""
    return words.get("{n}%", "{n}%").replace("{n}", f"{share:.0f}")


def _clock(wall_ns: int) -> str:
    """Local time, hours and minutes."""
    return datetime.fromtimestamp(wall_ns / 1e9).strftime("%H:%M")  # noqa: DTZ006
