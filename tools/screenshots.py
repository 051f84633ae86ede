"""The pictures of the screens, made by a real browser: `make screenshots`.

    python -m tools.screenshots [--all FOLDER]

Writes the few that the README shows to docs/pictures; with `--all`, every case at every size to FOLDER, to be
looked at.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.dashboard import tables, views
from tests.dashboard.house import House
from tests.dashboard.office import Casino
from tests.dashboard.pages import examined
from tools.desk_pictures import DESKS, desks
from tools.desk_pictures import README as DESKS_README

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
SIZES = {
    "tablet": (1280, 800),
    "television": (1920, 1080),
    "portrait": (1080, 1920),
    "phone": (390, 844),
}
PAST = views.taille(41, seed=5)


class Case(NamedTuple):
    """One picture: the page, what had been played when it was opened, and what happens before it is taken.

    What is played is words of `views.WORDS` at punto banco, a script in the notation of any other `game`.
    """

    page: str
    before: str
    then: str = ""
    restart: bool = False
    stale: bool = False
    cookies: tuple[tuple[str, str], ...] = ()
    game: str = "punto-banco"


CASES = {
    "start": Case("", PAST),
    "croupier-bets": Case("croupier", PAST),
    "croupier-owed": Case("croupier", PAST + views.BANCO_OWED),
    "croupier-call": Case("croupier", PAST + "rnvp 2C 4S 3D KH"),
    "croupier-decided": Case(
        "croupier", PAST + "bet bets bet bet bets bet bet bet " + views.BANCO_OWED + " 5D"
    ),
    "croupier-fault": Case("croupier", PAST + views.FAUX_TIRAGE),
    "croupier-unread": Case("croupier", PAST + "rnvp 8C ??"),
    "croupier-lost": Case("croupier", PAST + views.BANCO_OWED + " noon lost"),
    "croupier-restart": Case("croupier", PAST + views.BANCO_OWED, restart=True),
    "croupier-stale": Case("croupier", PAST + views.BANCO_OWED, stale=True),
    "croupier-night": Case(
        "croupier",
        PAST + views.BANCO_OWED,
        cookies=(("theme", "night"), ("suits", "four"), ("hand", "left")),
    ),
    "display-bets": Case("display", PAST),
    "display-dealing": Case("display", PAST + views.BANCO_OWED),
    "display-result": Case("display", PAST + views.BANCO_OWED, then="5D"),
    "display-egalite": Case("display", PAST + "rnvp 2C 3S 3D 4H", then="2H"),
    "display-stale": Case("display", PAST + views.BANCO_OWED, stale=True),
}
SHORT = {"chemin-de-fer": "chemin", "baccarat-banque": "banque", "trente-et-quarante": "trente"}
COUPS = {"baccarat-banque": 8, "trente-et-quarante": 17, "roulette": 38}
"""How many coups lie behind a picture; 23 where nothing is said."""
STATES = {
    "chemin-de-fer": {
        "bets": "say banque 3 100\nbet ponte 40 5",
        "decision": tables.CHEMIN_FREE,
        "owed": tables.CHEMIN_BANKER,
        "fault": tables.CHEMIN_FAULT,
        "decided": tables.CHEMIN_DECIDED,
    },
    "baccarat-banque": {
        "bets": tables.BANQUE_OPEN,
        "decision": tables.BANQUE_FREE,
        "fault": tables.BANQUE_FAULT,
        "decided": tables.BANQUE_DECIDED,
    },
    "trente-et-quarante": {
        "dealing": tables.TRENTE_MIDST,
        "fault": tables.TRENTE_FAULT,
        "refait": tables.TRENTE_REFAIT,
        "prison": tables.TRENTE_REFAIT + "\nend",
        "decided": tables.TRENTE_ROUGE,
    },
    "roulette": {
        "bets": tables.ROULETTE_STAKES,
        "fault": "40",
        "zero": "bet rouge 40 3\n0",
        "decided": tables.ROULETTE_STAKES + "\n17",
    },
}
CASES |= {
    f"{page}-{SHORT.get(game, game)}-{state}": Case(
        page, tables.taille(game, COUPS.get(game, 23)) + script, game=game
    )
    for game, scripts in STATES.items()
    for state, script in scripts.items()
    for page in ("croupier", "display")
}
CASES["display-roulette-result"] = Case("display", tables.taille("roulette", 38), "32", game="roulette")
README = (
    ("croupier-owed", "tablet"),
    ("croupier-fault", "tablet"),
    ("croupier-chemin-decision", "tablet"),
    ("croupier-trente-decided", "tablet"),
    ("croupier-roulette-decided", "tablet"),
    ("display-dealing", "television"),
    ("display-trente-decided", "television"),
    ("display-roulette-decided", "television"),
    ("display-dealing", "portrait"),
    ("croupier-owed", "phone"),
)


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
    "exams": "/exams",
    "sitting": "/exams/{sitting}",
    "result": "/exams/{ended}",
    "table": "/table",
    "trainer": "/trainer",
    "trainee": "/trainer/1",
    "trainee-record": "/trainer/1/tirage-banco",
}
"""The pages of the school, after a trainee of some days; of `wrong` the answer."""
SCHOOL_README = ("wrong", "record", "chips")


def main() -> int:
    wanted = argparse.ArgumentParser(description="Make the pictures of the screens.")
    wanted.add_argument("--all", type=Path, metavar="FOLDER", help="every case at every size, into FOLDER")
    wanted.add_argument("--lang", default="fr", help="the language around the game (fr)")
    given = wanted.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        print("screenshots: Chromium is not installed: sudo apt install chromium", file=sys.stderr)
        return 1
    folder = given.all or PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    pairs = [(case, size) for case in CASES for size in SIZES] if given.all else README
    taken(pairs, folder=folder, chromium=chromium, lang=given.lang)
    sizes = SIZES if given.all else ("tablet",)
    schooled(SCHOOL if given.all else SCHOOL_README, sizes, folder=folder, chromium=chromium, lang=given.lang)
    behind(DESKS if given.all else DESKS_README, sizes, folder=folder, chromium=chromium, lang=given.lang)
    return 0


def behind(names: Any, sizes: Any, *, folder: Path, chromium: str, lang: str) -> None:
    """The pages behind the table."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        chosen = {size: SIZES[size] for size in sizes}
        for target in desks(names, chosen, folder=folder, browser=browser, lang=lang):
            smaller(target)
            print(target)
        browser.close()


def taken(pairs: Any, *, folder: Path, chromium: str, lang: str) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for case, size in pairs:
            target = folder / f"{case}-{size}.png"
            with_house(CASES[case], size=size, lang=lang, browser=browser, shoot=shot_to(target))
            smaller(target)
            print(target)
        browser.close()


def schooled(pages: Any, sizes: Any, *, folder: Path, chromium: str, lang: str) -> None:
    """The pages of the school at a table of its own, where Marie has learnt for nine days."""
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as where, sync_playwright() as play:
        casino = Casino(Path(where))
        marie(casino.school)
        keys = examined(casino.school, 1)
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for size, name in product(sizes, pages):
            width, height = SIZES[size]
            context = browser.new_context(
                viewport={"width": width, "height": height}, reduced_motion="reduce"
            )
            kept = {"lang": lang, "trainee": "1"}
            context.add_cookies([{"name": n, "value": v, "url": casino.address} for n, v in kept.items()])
            page = context.new_page()
            page.goto(f"{casino.address}/school{SCHOOL[name].format(**keys)}", wait_until="networkidle")
            if name == "wrong":
                page.locator(f"[data-answer={wrong(casino.school)}]").click()
                page.locator("#verdict").wait_for()
            target = folder / f"school-{name}-{size}.png"
            page.screenshot(path=target, animations="disabled")
            smaller(target)
            print(target)
            context.close()
        browser.close()
        casino.close()


def marie(school: Any) -> None:
    """Nine days of one trainee, who gets better."""
    who, rng, now = school.enrol("Marie")["id"], Random(2), [time.time() - 9 * 86_400]
    clock, school._now_s = school._now_s, lambda: now[0]
    for day in range(9):
        now[0] += 86_400 - 3600 * (day > 7)
        for _ in range(26):
            question = school.ask(who, "tirage-banco")
            now[0] += rng.uniform(1.2, 4)
            truth = true_answer(school, who, "tirage-banco")
            answer = truth if rng.random() < 0.6 + 0.04 * day else "?"
            school.answer(who, question["id"], answer, None)
    school._now_s = clock
    school.table.seat("silent", who)


def true_answer(school: Any, who: int, name: str) -> str:
    kept, drill = school._store.open_question(who, name), school._drills[name]
    truth: str = drill.judge(drill.ask(kept.cell, kept.seed), "").truth
    return truth


def wrong(school: Any) -> str:
    return "stand" if true_answer(school, 1, "tirage-banco") == "draw" else "draw"


def shot_to(target: Path) -> Callable[[Any], None]:
    return lambda page: page.screenshot(path=target, animations="disabled")


def with_house(case: Case, *, size: str, lang: str, browser: Any, shoot: Callable[[Any], None]) -> None:
    """Open a table of its own for `case`, look at its page, and take it apart again."""
    options = {"decks": "6"} if case.game == "baccarat-banque" else {}
    house = House(case.game, options=options, lang=lang, limits="10 – 500", person="M. Laurent")
    play = house.play if case.game == "punto-banco" else house.tell
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    context.add_cookies([{"name": n, "value": v, "url": house.address} for n, v in case.cookies])
    try:
        play(case.before)
        if case.restart:
            house.restart()
        page = context.new_page()
        page.clock.install()
        page.goto(f"{house.address}/{case.page}")
        page.wait_for_load_state("networkidle") if not case.page else settled(page)
        play(case.then)
        page.locator("#result").wait_for(state="visible") if case.then else None
        if case.stale:
            house.close()
            page.clock.run_for(12_000)
        if not case.stale:
            house.tell("")  # a busy machine may have let the picture grow old
            page.locator("body:not(.stale)").wait_for()
        page.evaluate("document.fonts.ready")
        shoot(page)
    finally:
        context.close()
        house.close()


def settled(page: Any) -> None:
    """Wait until the page is live and every face that it shows has come."""
    page.locator("body:not(.stale)").wait_for()
    for image in page.locator("img.face").all():
        image.evaluate("one => one.decode()")


def smaller(target: Path) -> None:
    """Fewer colours where the tool for it is there; a picture of the README weighs less than 200 kB."""
    quant = shutil.which("pngquant")
    if quant:
        subprocess.run([quant, "--force", "--ext", ".png", "--strip", str(target)], check=False)


if __name__ == "__main__":
    sys.exit(main())
