"""The pictures of the pages behind the table, for `tools.screenshots`: an evening with a dispute."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sabot.core.cards import card_named
from sabot.core.observations import Acknowledged, CardSeen, Noted
from tests.dashboard import views
from tests.dashboard.office import Casino

CHEF = "M. Dupont (supervisor)"


def _coup(page: Any) -> None:
    page.locator("#coups button").nth(1).click()
    page.locator("#lying img").first.wait_for()


def _press(selector: str) -> Callable[[Any], None]:
    return lambda page: page.locator(selector).first.click()


def _paid(page: Any) -> None:
    page.locator("#payout").click()
    page.locator("#paying [data-chance=banco]").click()
    for chip in ("100", "25"):
        page.locator(f"[data-chip='{chip}']").click()
    page.locator("#stake-add").click()
    page.locator("#returns tbody tr").first.wait_for()


def _asked(page: Any) -> None:
    page.locator("#side .way").first.focus()
    page.keyboard.down("Enter")
    page.locator("dialog.keypad").wait_for()
    page.keyboard.up("Enter")


PAGES: dict[str, tuple[str, Callable[[Any], None] | None]] = {
    "start": ("/", None),
    "enter": ("/enter", None),
    "seat": ("/seat/1", None),
    "supervisor": ("/supervisor", _coup),
    "supervisor-act": ("/supervisor", _press("[data-do=withdraw]")),
    "technician": ("/technician", None),
    "camera": ("/technician/camera", None),
    "setup-game": ("/setup#game", None),
    "setup-rules": ("/setup#rules", None),
    "setup-instruments": ("/setup#instruments", None),
    "setup-people": ("/setup#people", None),
    "setup-write": ("/setup#write", None),
    "payout": ("/croupier", _paid),
    "pin": ("/croupier", _asked),
}
"""Each page by its name: its path, and what is done before its picture is taken."""
README = ("supervisor", "setup-instruments", "pin")


def pictures_of(
    names: Iterable[str], sizes: dict[str, Any], *, folder: Path, browser: Any, lang: str
) -> list[Path]:
    """Pictures of these pages at these sizes."""
    made = []
    with TemporaryDirectory() as where:
        casino = Casino(Path(where))
        _evening(casino)
        for name, size in sorted(product(names, sizes), key=lambda each: each[0] == "pin"):
            if name == "pin" and not casino.office.people.listed():
                casino.office.people.add("M. Dupont", "supervisor", "4711")
                casino.play("end " + views.FAUX_TIRAGE)
            width, height = sizes[size]
            context = browser.new_context(
                viewport={"width": width, "height": height}, reduced_motion="reduce"
            )
            context.add_cookies([{"name": "lang", "value": lang, "url": casino.address}])
            made.append(_taken(context.new_page(), casino.address, name, folder / f"desk-{name}-{size}.png"))
            context.close()
        casino.close()
    return made


def _taken(page: Any, address: str, name: str, target: Path) -> Path:
    path, act = PAGES[name]
    page.goto(f"{address}{path}", wait_until="load")
    page.wait_for_timeout(900)
    if act:
        act(page)
        page.wait_for_timeout(400)
    page.screenshot(path=target, animations="disabled")
    return target


def _evening(casino: Casino) -> None:
    """Some coups, a dispute that was settled, a card by hand, a remark; the last coup decided."""
    casino.tell(Noted("table-opened", CHEF, "", 0, 5_000_000))
    casino.play("found camera " + views.taille(9) + views.FAUX_TIRAGE)
    casino.tell(Acknowledged(CHEF, "the card lies aside, the players agree"))
    casino.play("end rnvp 8C 4S")
    casino.tell(CardSeen(card_named("QD"), source="manual"))
    casino.play("KH end")
    casino.tell(Noted("remark", CHEF, "the lamp over the sabot was dim", 11))
    casino.play(views.BANCO_OWED + " 5D")
