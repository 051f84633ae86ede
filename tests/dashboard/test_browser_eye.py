"""The camera's page and a dispute of sabot and eye, in a real browser."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sabot.core.agreement import DOUBT_NS
from sabot.core.cards import card_named
from sabot.core.observations import CardLies, ClockTicked
from sabot.core.reasons import as_dict, reason
from tests.dashboard import views
from tools import browsers

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra: browser)")
if browsers.chromium() is None:
    pytest.skip(f"Chromium is not installed ({browsers.INSTALL})", allow_module_level=True)

from tests.dashboard.conftest import pages, violations  # noqa: E402
from tests.dashboard.office import Casino  # noqa: E402

expect = playwright.expect
TABLE = Path(__file__).parents[1] / "vision" / "pictures" / "table-000.jpg"
SEES = {
    "state": "fine",
    "width": 1280,
    "height": 720,
    "focus": 310.0,
    "light": 120.0,
    "dark": 0.0,
    "bright": 0.01,
    "corners": "60,40 1220,40 1220,680 60,680",
    "cards": [["TH", 0.998, None], [None, 0.4, "unclear"]],
}


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(tmp_path, config='[camera]\nsource = "0"\n')
    live = tmp_path / "live"
    live.mkdir()
    (live / "live.json").write_text(json.dumps(SEES))
    (live / "live.jpg").write_bytes(TABLE.read_bytes())
    found.sent = []
    found.office.camera._live = live
    found.office.camera.send = lambda data: not found.sent.append(json.loads(data))
    yield found
    found.close()


@pytest.fixture
def page(browser: Any, casino: Casino) -> Iterator[Callable[..., Any]]:
    """Open a page of `casino`."""
    with pages(browser, casino.address, lang="en") as found:
        yield found


def test_the_letters_seen_are_shown_for_a_yes(casino: Casino, page: Callable[..., Any]) -> None:
    live = Path(casino.office.camera._live or "") / "live.json"
    rig = page("/technician/camera")
    expect(rig.locator("#state")).to_have_text("The eye sees")
    expect(rig.locator("#letters")).to_be_hidden()
    live.write_text(json.dumps(SEES | {"letters": {"seen": "KR", "language": "", "contradict": True}}))
    expect(rig.locator("#letters-seen")).to_have_text("Seen: K R. No pack has all of them.")
    expect(rig.locator("#letters-yes")).to_be_hidden()
    live.write_text(json.dumps(SEES | {"letters": {"seen": "VBH", "language": "nl", "contradict": False}}))
    expect(rig.locator("#letters-seen")).to_have_text("Seen: V B H. Is this a Dutch pack (B V H)?")
    assert violations(rig) == []
    rig.locator("#letters-yes").click()
    expect(rig.locator("#said")).to_have_text("Saved in the configuration.")
    assert casino.sent == [{"do": "letters", "letters": "nl"}]
    live.write_text(json.dumps(SEES))
    expect(rig.locator("#letters")).to_be_hidden()


def test_what_the_eye_learned_is_shown_and_forgotten_only_after_a_yes(
    casino: Casino, page: Callable[..., Any]
) -> None:
    live = Path(casino.office.camera._live or "") / "live.json"
    told: dict[str, Any] = {"cards": 400, "since": 1795000000, "least": 800}
    live.write_text(json.dumps(SEES | {"learned": told}))
    rig = page("/technician/camera")
    expect(rig.locator("#learned")).to_contain_text("400 cards since November")
    expect(rig.locator("#learned")).to_contain_text("it judges from 800 on.")
    expect(rig.locator("#learned-figures")).to_be_hidden()
    figures = {"unsure": 90, "named": 50, "new": 30, "new_unsure": 4, "new_named": 3}
    live.write_text(json.dumps(SEES | {"learned": told | figures | {"cards": 850, "judges": True}}))
    expect(rig.locator("#learned-figures tbody tr")).to_have_text(["Learned cards8509040", "New cards3041"])
    rig.locator("#forget").click()
    rig.locator("#forget-no").click()
    assert casino.sent == []
    rig.locator("#forget").click()
    assert violations(rig) == []
    rig.locator("#forget-yes").click()
    expect(rig.locator("#said")).to_have_text("The eye was told to forget it.")
    assert casino.sent == [{"do": "forget"}]
    expect(rig.locator("#forget-yes")).to_be_hidden()
    knocked = {"mm": 14, "at": 1795000000, "times": 2}
    live.write_text(json.dumps(SEES | {"learned": told | {"cards": 0, "unforgotten": "No space left"}}))
    expect(rig.locator("#learned")).to_contain_text("The disk still holds what was forgotten (No space left)")
    expect(rig.locator("#forget")).to_be_enabled()
    live.write_text(json.dumps(SEES | {"learned": told | {"cards": 0}, "mended": knocked}))
    expect(rig.locator("#where")).to_contain_text("Last knocked by 14 mm, November")
    expect(rig.locator("#learned")).to_have_text("Nothing yet.")
    expect(rig.locator("#forget")).to_be_disabled()


def test_a_rig_is_set_up_by_looking_and_tapping(casino: Casino, page: Callable[..., Any]) -> None:
    rig = page("/technician/camera")
    expect(rig.locator("#state")).to_have_text("The eye sees")
    expect(rig.locator("#picture")).to_be_visible()
    expect(rig.locator("#cards li")).to_have_text(["10♥99.8%", "?not sure: unclear"])
    expect(rig.locator("#focus-number")).to_have_text("310")
    assert violations(rig) == []
    rig.locator("#tap").click()
    expect(rig.locator("#taps")).to_be_in_viewport(ratio=0.99)
    box = rig.locator("#taps").bounding_box()
    for x, y in ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)):
        rig.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
    expect(rig.locator("#said")).to_have_text("Points set. Check that the places fit, then save.")
    points = [[float(part) for part in point.split(",")] for point in casino.sent[0]["corners"].split()]
    wanted = [[128, 72], [1152, 72], [1152, 648], [128, 648]]
    assert all(
        abs(a - b) < 3
        for one, other in zip(points, wanted, strict=True)
        for a, b in zip(one, other, strict=True)
    )
    rig.locator("#keep").click()
    expect(rig.locator("#said")).to_have_text("Saved in the configuration.")
    rig.set_viewport_size({"width": 390, "height": 844})
    assert rig.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_four_corners_can_be_set_by_keys_alone(casino: Casino, page: Callable[..., Any]) -> None:
    rig = page("/technician/camera")
    expect(rig.locator("#picture")).to_be_visible()
    rig.locator("#tap").focus()
    rig.keyboard.press("Enter")
    for keys in ("ArrowLeft ArrowUp", "ArrowRight ArrowRight", "ArrowDown ArrowDown", "ArrowLeft ArrowLeft"):
        for key in keys.split() * 10:
            rig.keyboard.press(key)
        rig.keyboard.press("Enter")
    expect(rig.locator("#said")).to_have_text("Points set. Check that the places fit, then save.")
    assert len(casino.sent[0]["corners"].split()) == 4


def test_a_dispute_is_seen_with_its_picture_whole_within_the_band(
    casino: Casino, page: Callable[..., Any]
) -> None:
    data, folder = TABLE.read_bytes(), casino.office.camera.evidence.folder
    name = hashlib.sha256(data).hexdigest()[:32] + ".jpg"
    folder.mkdir()
    (folder / name).write_bytes(data)
    casino.play("rnvp 8C")
    casino.tell(CardLies(card_named("9C"), "punto", 0, "1", name))
    late = views.NOON_NS * 2
    casino.tell(ClockTicked(late), ClockTicked(late + DOUBT_NS))
    croupier = page("/croupier")
    expect(croupier.locator("#text")).to_contain_text("Sabot and eye disagree")
    expect(croupier.locator("#why")).to_contain_text("the eye reads 9♣ at punto, and the sabot said 8♣")
    shown = croupier.locator("#evidence img")
    expect(shown).to_be_visible()
    croupier.wait_for_function("document.querySelector('#evidence img').naturalWidth > 0")
    image, band = shown.bounding_box(), croupier.locator("#band").bounding_box()
    assert image["y"] >= band["y"]
    assert image["y"] + image["height"] <= band["y"] + band["height"]
    assert violations(croupier) == []


def test_a_card_that_the_eye_has_not_seen_is_marked_after_a_while_and_no_longer_once_it_is(
    casino: Casino, page: Callable[..., Any]
) -> None:
    casino.play("rnvp 8C 4S")
    casino.tell(CardLies(card_named("8C"), "punto", 0, "1"))
    croupier = page("/croupier", stands=True)
    expect(croupier.locator("body")).to_have_class("croupier")
    missed = croupier.locator("[data-card].not-seen")
    croupier.clock.run_for(2999)
    expect(missed).to_have_count(0)
    croupier.clock.run_for(1)
    expect(missed).to_have_count(1)
    croupier.clock.resume()
    assert missed.get_attribute("data-card") == "4S"
    expect(missed.locator("img")).to_have_attribute("alt", "4 of spades, not seen by the eye")
    assert violations(croupier) == []
    casino.tell(CardLies(card_named("4S"), "banco", 0, "2"))
    expect(missed).to_have_count(0)


def test_the_set_up_shows_the_camera_at_work(casino: Casino, page: Callable[..., Any]) -> None:
    setup = page("/setup#camera")
    expect(setup.locator("#state")).to_have_text("The eye sees")
    expect(setup.locator("#picture")).to_be_visible()
    expect(setup.locator("#focus-number")).to_have_text("310")
    live = casino.office.camera._live
    assert live is not None
    (live / "live.json").write_text(
        json.dumps(
            {
                "state": "lost",
                "why": as_dict(reason("{source} is not there: is the cable in?", source="/dev/video0")),
            }
        )
    )
    expect(setup.locator("#state")).to_have_text(
        "The camera is lost: /dev/video0 is not there: is the cable in?"
    )
    assert violations(setup) == []
