"""The pictures of the school's pages, for `tools.screenshots`: a trainee after nine days."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tests.dashboard.office import Casino
from tests.dashboard.pages import dealt, examined, rated

SCHOOL = {
    "menu": "",
    "drill": "/drill/tirage-banco",
    "wrong": "/drill/tirage-banco",
    "calls": "/drill/calls",
    "chips": "/drill/payout-roulette",
    "stacks": "/drill/stacks",
    "fault": "/drill/faults-punto-banco",
    "wheel": "/drill/wheel-order",
    "two-sides": "/drill/tirage-two-sides",
    "order": "/drill/order-roulette",
    "record": "/record/tirage-banco",
    "five-minutes": "/daily",
    "progress": "/progress",
    "deals": "/deals",
    "sittings": "/deal",
    "dealing": "/deal/{dealing}",
    "coup-again": "/deal/{faulty}",
    "replay": "/deal/{replayed}/replay",
    "exams": "/exams",
    "sitting": "/exams/{sitting}",
    "result": "/exams/{ended}",
    "review": "/exams/{ended}/review",
    "paper": "/papers/{paper}",
    "papers": "/trainer/papers",
    "table": "/table",
    "trainer": "/trainer",
    "trainee": "/trainer/1",
    "trainee-record": "/trainer/1/tirage-banco",
    "trainee-replay": "/trainer/1/deal/{replayed}",
}
"""The pages of the school by their names; `wrong` is taken after a wrong answer."""
README = ("wrong", "record", "chips", "dealing", "coup-again", "progress")


def schooled(
    names: Iterable[str], sizes: dict[str, tuple[int, int]], *, folder: Path, browser: Any, lang: str
) -> Iterator[Path]:
    """Pictures of these pages at these sizes, at a table of its own where Marie has learnt for nine days."""
    with TemporaryDirectory() as where:
        casino = Casino(Path(where))
        marie(casino.school)
        keys = examined(casino.school, 1) | dealt(casino.school, 1)
        for size, name in product(sizes, names):
            width, height = sizes[size]
            context = browser.new_context(
                viewport={"width": width, "height": height}, reduced_motion="reduce"
            )
            kept = {"lang": lang, "trainee": casino.office.people.sealed("1")}
            context.add_cookies([{"name": n, "value": v, "url": casino.address} for n, v in kept.items()])
            page = context.new_page()
            page.goto(f"{casino.address}/school{SCHOOL[name].format(**keys)}", wait_until="networkidle")
            if name == "wrong":
                page.locator(f"[data-answer={wrong(casino.school)}]").click()
                page.locator("#verdict").wait_for()
            if name == "dealing":
                page.locator("#seats .take").first.wait_for()
            target = folder / f"school-{name}-{size}.png"
            page.screenshot(path=target, animations="disabled")
            context.close()
            yield target
        casino.close()


def marie(school: Any) -> None:
    """Nine days of one trainee, who gets better."""
    who, rng, now = school.enrol("Marie")["id"], Random(2), [time.time() - 9 * 86_400]
    clock, school._now_s = school._now_s, lambda: now[0]
    for day in range(9):
        now[0] += 86_400 - 3600 * (day > 7)
        for _ in range(26):
            question = school.ask(who, "tirage-banco")
            took_s = rng.uniform(1.2, 4)
            now[0] += took_s
            truth = true_answer(school, who, "tirage-banco")
            answer = truth if rng.random() < 0.6 + 0.04 * day else "?"
            school.answer(who, question["id"], answer, round(1000 * took_s))
    school._now_s = clock
    school.table.seat("silent", who)
    school.daily.begin(who)
    rated(school, who, days=12)


def true_answer(school: Any, who: int, name: str) -> str:
    kept, drill = school._store.open_question(who, name), school._drills[name]
    truth: str = drill.judge(drill.ask(kept.cell, kept.seed), "").truth
    return truth


def wrong(school: Any) -> str:
    return "stand" if true_answer(school, 1, "tirage-banco") == "draw" else "draw"
