"""The virtual table in a real browser: coups by key and by touch, with a coach and in silence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sabot.core.shapes.json import Plain
from sabot.school.dealing.dealer import next_act
from sabot.school.dealing.levels import LEVELS
from sabot.school.dealing.moving import advanced, next_ms
from sabot.school.dealing.state import State
from tools import browsers

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra: browser)")
if browsers.chromium() is None:
    pytest.skip(f"Chromium is not installed ({browsers.INSTALL})", allow_module_level=True)

from tests.controller.dealing import CASINO  # noqa: E402
from tests.dashboard.conftest import PHONE, PORTRAIT, TABLET, TELEVISION, violations  # noqa: E402
from tests.dashboard.learner import casino, page  # noqa: E402
from tests.dashboard.office import Casino  # noqa: E402

__all__ = ["casino", "page"]
from tests.dashboard.touch import too_small  # noqa: E402

expect = playwright.expect
SATURDAY = len(LEVELS)
ROOM = (
    "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
)
"""How much wider and how much taller the page is than its screen."""


def sitting(casino: Casino, key: str) -> State:
    """The sitting as it stands."""
    return casino.school.sittings._open[key].state


def begun(casino: Casino, mode: str, *, game: str = "punto-banco", level: int = 1) -> str:
    key: str = casino.school.sittings.begin(1, {"game": game, "level": level, "mode": mode}, seed=2)
    return key


def live(here: Any, n: int) -> None:
    """Wait until the page draws the sitting after this many acts."""
    expect(here.locator("#dealing")).to_have_attribute("data-n", str(n))


def key_of(here: Any, act: Plain) -> str:
    """The key that stands on the button of this act."""
    if act["act"] == "draw":
        return " "
    if act["act"] == "lay":
        return str(here.locator(f"[data-place='{act['to']}'] .lay kbd").text_content())
    name = act.get("word", act["act"])
    return str(here.locator(f".controls [data-name='{name}']").get_attribute("data-key"))


def deal_by_key(here: Any, casino: Casino, key: str, *, coups: int = 1) -> None:
    """Deal as somebody who makes no mistake, to the end of the coup, by key alone."""
    while len(sitting(casino, key).coups) < coups:
        state = sitting(casino, key)
        live(here, state.n)
        act = next_act(state)
        assert act is not None
        here.keyboard.press(key_of(here, act))
        live(here, state.n + 1)


def test_a_trainee_chooses_a_sitting_and_deals_a_coup_by_key_alone(
    page: Callable[..., Any], casino: Casino
) -> None:
    here = page("")
    here.get_by_role("button", name="Deal a first coup").press("Enter")
    here.wait_for_url("**/school/deal/*")
    expect(here.locator("header")).to_contain_text("1 · The coup alone")
    here.goto(f"{casino.address}/school")
    here.get_by_role("link", name="Deal at the virtual table").press("Enter")
    here.wait_for_url("**/school/deal")  # until it is loaded, its script too
    here.get_by_role("radio", name="Punto banco").focus()
    here.keyboard.press("Enter")
    here.wait_for_url("**/school/deal/*")
    key = here.url.rpartition("/")[2]
    deal_by_key(here, casino, key)
    expect(here.locator("#coup")).to_have_text("Coup 2 of 10")
    expect(here.locator("#warning")).to_have_text("✓ Coup 1: all of it right")
    assert [coup.right for coup in sitting(casino, key).coups] == [True]
    assert here.evaluate("document.getAnimations().length") == 0  # who wants no motion sees none
    here.goto(f"{casino.address}/school")
    expect(here.get_by_role("link", name="Deal at the virtual table")).to_be_visible()
    expect(here.locator("#first-coup")).to_have_count(0)


def test_with_a_coach_a_wrong_card_is_looked_at_act_by_act_and_the_coup_goes_on(
    page: Callable[..., Any], casino: Casino
) -> None:
    key = begun(casino, "coach")
    here = page(f"/deal/{key}")
    live(here, 0)
    expect(here.locator(".due")).to_have_text(
        "RRien ne va plus"
    )  # the act that is due is the one that is lit
    here.locator("[data-name='close']").click()
    live(here, 1)
    expect(here.locator(".due")).to_have_id("sabot")
    here.locator("#sabot").click()
    live(here, 2)
    expect(here.locator("#hand [data-card]")).to_have_count(1)
    expect(here.locator("[data-place='punto'] .ghost")).to_have_count(1)
    here.locator("[data-place='banco'] .lay").click()
    live(here, 3)
    expect(here.locator("#review-text")).to_contain_text("to banco")
    expect(here.locator("#review-why")).not_to_be_empty()
    expect(here.locator("#review-steps [aria-current='step']")).to_have_text("▲")
    here.locator("#review-back").click()
    expect(here.locator("#review-text")).to_contain_text("Rien ne va plus")
    here.keyboard.press("ArrowRight")
    expect(here.locator("#review-text")).to_contain_text("to banco")
    here.keyboard.press("Escape")
    live(here, 4)
    expect(here.locator("#review")).to_be_hidden()
    assert not sitting(casino, key).table.play.taille.alerts


def test_in_silence_nothing_differs_before_the_coup_is_over(page: Callable[..., Any], casino: Casino) -> None:
    key = begun(casino, "silent")
    here = page(f"/deal/{key}")
    live(here, 0)
    offered = here.locator(".controls").inner_text()
    for nth, press in enumerate(("r", " ", "2")):
        live(here, nth)
        here.keyboard.press(press)
    live(here, 3)
    assert not sitting(casino, key).steps[-1].right
    assert here.locator(".controls").inner_text() == offered
    for hidden in ("#review", "#fault", ".ghost", "#till", ".due"):
        expect(here.locator(hidden).locator("visible=true")).to_have_count(0)
    expect(here.locator("#warning")).to_be_empty()
    deal_by_key(here, casino, key)
    expect(here.locator("#review-coup")).to_have_text("▲ Coup 1: look at it again")
    expect(here.locator("#review-text")).to_contain_text("to banco")


class Clock:
    """The clock of all sittings; it goes as the test says."""

    def __init__(self, casino: Casino) -> None:
        self.now_s = 1000.0
        casino.school.sittings._wall_s = lambda: self.now_s


def decided(casino: Casino, key: str, clock: Clock) -> Plain:
    """Deal until a stake is to be paid; returns that act."""
    sittings = casino.school.sittings
    while True:
        clock.now_s += 20
        n = sittings.state(1, key)["n"]
        now = sittings._open[key]
        act = next_act(advanced(now.state, now.at_ms(round(1000 * clock.now_s))))
        if act and act["act"] == "pay" and act["amount"] != "0":
            return act
        if act:
            sittings.act(1, key, act | {"n": n})


def test_a_stake_is_taken_at_its_seat_and_paid_with_chips_or_digits(
    page: Callable[..., Any], casino: Casino
) -> None:
    clock = Clock(casino)
    key = begun(casino, "coach", level=3)
    clock.now_s += 20
    here = page(f"/deal/{key}")
    live(here, 0)
    here.locator("#seats .take").first.click()
    live(here, 1)
    expect(here.locator("#seats .stake .pile")).to_have_count(1)
    here.goto("about:blank")  # nobody else looks while the clock is moved
    act = decided(casino, key, clock)
    n = sitting(casino, key).n
    here.goto(f"{casino.address}/school/deal/{key}")
    live(here, n)
    owed = here.locator("#seats .owes")
    before = owed.count()
    here.locator(f"#seats [data-seat='{act['seat']}'] .owes[data-name^='{act['bet']} ']").click()
    for size in (TABLET, TELEVISION):
        here.set_viewport_size(size)
        assert here.evaluate(ROOM) == [0, 0]
    here.set_viewport_size(PHONE)
    assert here.evaluate(ROOM)[0] == 0
    here.keyboard.type(str(act["amount"]))
    expect(here.locator("#till .sum")).to_have_value(str(act["amount"]))
    here.keyboard.press("Enter")
    live(here, n + 1)
    expect(owed).to_have_count(before - 1)
    assert all(step.right for step in sitting(casino, key).steps)


CLASHES = """() => {
  const box = (one) => one.getBoundingClientRect(), seen = (one) => box(one).width > 0;
  const all = (what) => [...document.querySelectorAll(what)].filter(seen), found = [];
  const across = (one, other) => one.left < other.right - 2 && other.left < one.right - 2;
  const down = (one, other) => one.top < other.bottom - 2 && other.top < one.bottom - 2;
  const meets = (one, other) => across(one, other) && down(one, other);
  for (const place of all(".place")) {
    const frame = box(place);
    for (const card of place.querySelectorAll(".slot")) {
      const { left, right, bottom } = box(card);
      if (left < frame.left || right > frame.right || bottom > frame.bottom) found.push(["out of", frame]);
    }
    if (all("#seats").some((seats) => meets(frame, box(seats)))) found.push(["under the seats", frame]);
  }
  const wishes = all(".wish").map(box);
  wishes.forEach((one, nth) => {
    if (wishes.slice(nth + 1).some((other) => meets(one, other))) found.push(["two wishes", one]);
    if (one.top < 0 || one.left < 0 || one.right > innerWidth) found.push(["off the screen", one]);
  });
  return found;
}"""
SIZES = (TABLET, TELEVISION, PORTRAIT, {"width": 3840, "height": 2160}, PHONE)


def busy(casino: Casino, game: str, clock: Clock) -> str:
    """A sitting of a full table at which several players want something."""
    sittings = casino.school.sittings
    key = sittings.begin(1, {"game": game, "level": SATURDAY, "mode": "coach"}, seed=3)
    for _ in range(200):
        clock.now_s += 2
        state = sittings._open[key].state = advanced(sittings._open[key].state, round(1000 * clock.now_s))
        lies = any(
            state.table.play.game.hand(state.table.play.coup, each) for each in state.table.play.game.PLACES
        )
        if len(state.wishes) > 2 or (lies and state.wishes):
            return str(key)
        act = next_act(state)
        if act and act["act"] not in ("accept", "refuse"):
            sittings.act(1, key, act | {"n": state.n})
    return str(key)


def test_at_every_game_and_on_every_screen_nothing_lies_over_another_and_a_finger_hits_it(
    page: Callable[..., Any], casino: Casino
) -> None:
    clock = Clock(casino)
    here = page("/deal")
    for game in CASINO:
        key = busy(casino, game, clock)
        here.goto(f"{casino.address}/school/deal/{key}")
        live(here, sitting(casino, key).n)
        for size in SIZES:
            here.set_viewport_size(size)
            assert here.evaluate(CLASHES) == [], (game, size)
            assert here.evaluate(ROOM)[0] <= 0, (game, size)
            assert too_small(here) == [], (game, size)
        here.set_viewport_size(TABLET)
        assert here.evaluate(ROOM)[1] <= 0, game
        assert violations(here) == [], game


def keys_of(here: Any, act: Plain) -> list[str]:
    """The keys of any act; of a stake, that of the one that the page has chosen."""
    match act["act"]:
        case "accept":
            return ["y"]
        case "refuse":
            return ["x"]
        case "number":
            return [*str(act["pocket"]), "Enter"]
        case "take":
            return [*str(act["amount"]), "t"]
        case "pay":
            return ["l"] if act["amount"] == "0.00" else [*str(act["amount"]), "Enter"]
    return [key_of(here, act)]


@pytest.mark.parametrize("game", ["roulette", "baccarat-banque"])
def test_a_coup_with_players_and_money_is_dealt_by_key_alone_and_said_to_who_cannot_see(
    page: Callable[..., Any], casino: Casino, game: str
) -> None:
    """The clock stands while a key is pressed, so page and test see the same table."""
    clock = Clock(casino)
    key = begun(casino, "coach", game=game, level=3)
    here = page(f"/deal/{key}")
    said: set[str] = set()
    while not sitting(casino, key).coups:
        now = casino.school.sittings._open[key]
        state = advanced(now.state, now.at_ms(round(1000 * clock.now_s)))
        live(here, state.n)
        act = next_act(state)
        if act is None:
            clock.now_s += (next_ms(state) or state.at_ms) / 1000 - state.at_ms / 1000
            here.reload()
            continue
        for each in keys_of(here, act):
            here.keyboard.press(each)
        live(here, state.n + 1)
        said.add(here.locator("[role=status]").all_inner_texts()[0])
    assert [coup.right for coup in sitting(casino, key).coups] == [True]
    assert len(said) > 3


def test_the_virtual_table_with_all_its_cards_weighs_less_than_200_kb(
    page: Callable[..., Any], casino: Casino
) -> None:
    here = page("/../favicon.ico")
    answered: list[Any] = []
    here.on("requestfinished", lambda one: answered.append(one))
    here.goto(f"{casino.address}/school/deal/{begun(casino, 'coach', game='roulette', level=4)}")
    live(here, 0)
    here.wait_for_load_state("networkidle")
    weight = sum(one.sizes()["responseBodySize"] + one.sizes()["responseHeadersSize"] for one in answered)
    assert 60_000 < weight < 200_000, weight
