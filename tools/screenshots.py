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
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from tests.dashboard import tables, views
from tests.dashboard.house import House
from tools import browsers
from tools.school_pictures import README as SCHOOL_README
from tools.school_pictures import SCHOOL, schooled
from tools.staff_pictures import PAGES, pictures_of
from tools.staff_pictures import README as PAGES_README

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
NAP = "deal\nbid 2 2\nbid 3 3\nbid 4 pass\nbid 1 pass\n3:8C\n4:9C"
NAP_OVER = NAP + "\n1:TC\n2:2C\n1:2H\n2:3H\n3:4H\n4:5H\n4:5S\n1:6S\n2:7S\n3:2S"
AT_HOME = {
    "croupier": "croupier-nap",
    "display": "display-nap",
    "rules/nap": "rules-nap",
    "sheet": "sheet-nap",
}
CASES |= {
    name: Case(page, NAP_OVER if page == "sheet" else NAP, game="nap") for page, name in AT_HOME.items()
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


def main() -> int:
    wanted = argparse.ArgumentParser(description="Make the pictures of the screens.")
    wanted.add_argument("--all", type=Path, metavar="FOLDER", help="every case at every size, into FOLDER")
    wanted.add_argument("--lang", default="fr", help="the language around the game (fr)")
    given = wanted.parse_args()
    chromium = browsers.chromium()
    if chromium is None:
        print(f"screenshots: Chromium is not installed: {browsers.INSTALL}", file=sys.stderr)
        return 1
    folder = given.all or PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    for target in pictures(folder, every=bool(given.all), chromium=chromium, lang=given.lang):
        smaller(target)
        print(target)
    return 0


def pictures(folder: Path, *, every: bool, chromium: str, lang: str) -> Iterator[Path]:
    """Take each picture that is wanted; its file."""
    from playwright.sync_api import sync_playwright

    pairs = [*product(CASES, SIZES)] if every else README
    sizes = SIZES if every else {"tablet": SIZES["tablet"]}
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for case, size in pairs:
            target = folder / f"{case}-{size}.png"
            with_house(CASES[case], size=size, lang=lang, browser=browser, shoot=shot_to(target))
            yield target
        learnt, behind = (SCHOOL, PAGES) if every else (SCHOOL_README, PAGES_README)
        yield from schooled(learnt, sizes, folder=folder, browser=browser, lang=lang)
        yield from pictures_of(behind, sizes, folder=folder, browser=browser, lang=lang)
        browser.close()


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
