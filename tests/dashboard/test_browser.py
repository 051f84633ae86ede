"""The screens in a real browser: Debian's Chromium, driven by Playwright, against the real server."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sabot.core.observations import (
    Acknowledged,
    BetsClosed,
    ButtonPressed,
    CardSeen,
    Confirmed,
    CoupEnded,
    Noted,
    SabotOpened,
    Said,
    Undone,
)
from tests.dashboard import views
from tools import browsers

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra: browser)")
CHROMIUM = browsers.chromium()
if CHROMIUM is None:
    pytest.skip(f"Chromium is not installed ({browsers.INSTALL})", allow_module_level=True)

from tests.dashboard.conftest import PHONE, PORTRAIT, TABLET, TELEVISION, violations, visitor  # noqa: E402
from tests.dashboard.house import House  # noqa: E402
from tests.dashboard.touch import beyond, too_small  # noqa: E402

expect = playwright.expect

SEEN_WHEN_STALE = """() => { document.body.classList.add("stale");
    const all = [...document.querySelectorAll("body *")];
    return all.filter((one) => one.checkVisibility()).map((one) => one.outerHTML); }"""
"""What can be seen of a page that is not live; asked in one go, as the next message makes it live again."""


def text(page: Any) -> Any:
    return page.locator("#text")


def cards(page: Any, place: str) -> list[str]:
    found: list[str] = page.locator(f"[data-place={place}] [data-card]").evaluate_all(
        "all => all.map(one => one.dataset.card)"
    )
    return found


def test_a_card_appears_in_its_place_on_both_screens(opened: Any, house: House) -> None:
    croupier, display = opened("croupier"), opened("display", size=TELEVISION)
    house.play("rnvp 8C")
    for page in (croupier, display):
        expect(page.locator("[data-place=punto] [data-card='8C'] img")).to_be_visible()
        expect(page.locator("[data-place=punto] .points")).to_have_text("8")
    expect(croupier.locator("[data-place=banco] .ghost")).to_be_visible()
    assert display.locator(".ghost").count() == 0


def test_what_is_owed_is_the_largest_thing_on_the_croupier_s_page(opened: Any, house: House) -> None:
    page = opened("croupier")
    house.play(views.BANCO_OWED)
    expect(text(page)).to_have_text("Carte pour banco")
    sizes = page.locator("body *").evaluate_all(
        "all => all.filter(one => one.innerText && !one.children.length).map("
        "one => [one.innerText, parseFloat(getComputedStyle(one).fontSize)])"
    )
    largest = max(size for _, size in sizes)
    assert ["CARTE POUR BANCO", largest] in sizes
    assert largest >= 56
    assert min(size for said, size in sizes if said.strip()) >= 18


def test_a_third_card_lies_across(opened: Any, house: House) -> None:
    page = opened("croupier")
    house.play(views.BANCO_OWED)
    across = page.locator("[data-place=punto] [data-card='6H']")
    expect(across).to_be_visible()
    box = across.bounding_box()
    assert box["width"] > box["height"]


def test_a_fault_takes_the_band_with_its_rule_its_cell_and_its_ways_out(opened: Any, house: House) -> None:
    page = opened("croupier", lang="fr")
    house.play(views.FAUX_TIRAGE)
    expect(page.locator("#band")).to_have_attribute("data-tone", "fault")
    expect(text(page)).to_contain_text("Faux tirage")
    expect(page.locator("#why")).to_have_text(
        "banco a tiré\u00a0: banco a 7, la troisième carte de punto est un 2\u00a0: banco reste."
    )
    marked = page.locator("table[data-of=banco] td.here:visible")
    expect(marked).to_have_count(1)
    expect(marked).to_have_text("R")
    ways = page.locator("#side .way")
    expect(ways).to_have_count(3)
    expect(ways.first).to_contain_text("chef de table")


def test_a_way_out_leads_out(opened: Any, house: House) -> None:
    page = opened("croupier", lang="en")
    house.play("rnvp 2C 4S 3D KH end")
    page.get_by_role("button", name="Draw the card that is owed").click()
    expect(text(page)).to_have_text("Carte pour punto")
    assert house.pressed == [Acknowledged("croupier", "")]


def test_a_fault_that_comes_while_an_answer_is_held_is_not_answered_by_it(opened: Any, house: House) -> None:
    page = opened("croupier", stands=True, lang="en", sound="alarms")
    house.play("rnvp")
    expect(page.locator("body")).not_to_have_class("croupier stale")
    house.play(views.FAUX_TIRAGE.removeprefix("rnvp "))
    way = page.locator("[data-way=acknowledge]")
    expect(way).to_contain_text("The card stays aside")
    way.hover()
    page.mouse.down()
    page.clock.run_for(500)
    house.play("6D")
    expect(page.locator("#why")).to_contain_text("Also open: Faux tirage 5♣.")
    page.clock.run_for(1000)
    page.mouse.up()
    assert house.pressed == []
    expect(page.locator("body")).to_have_attribute("data-heard", "fault fault")
    way.hover()
    page.mouse.down()
    with page.expect_response("**/acts"):
        page.clock.run_for(801)
    page.mouse.up()
    expect(page.locator("#band")).to_have_attribute("data-tone", "decided")


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "telephone"])
def test_a_hold_survives_the_cards_that_come_every_third_of_a_second(
    opened: Any, house: House, size: dict[str, int]
) -> None:
    """Three of three: the ring goes on filling, the button stays where it is, and the answer is taken."""
    page = opened("croupier", stands=True, alone=True, size=size, lang="en")
    way, coup = page.locator("[data-way=acknowledge]"), ("4D", "9S", "7D")
    for nth in range(3):
        house.play(views.FAUX_TIRAGE + " end rnvp")
        expect(way).to_contain_text("The card stays aside")
        way.hover()
        page.mouse.down()
        stood = way.bounding_box()  # not before: until it is held, the page may replace the button
        for card in coup:
            house.play(card)
            expect(page.locator(f"[data-card='{card}']")).to_be_visible()
            expect(way).to_have_class("way hold held")
            assert way.bounding_box() == stood
            page.clock.run_for(250)
        with page.expect_response("**/acts"):
            page.clock.run_for(51)
        page.mouse.up()
        expect(page.locator("#band")).to_have_attribute("data-tone", "owed")
        assert house.pressed == [Acknowledged("chef de table", "")] * (nth + 1)
        house.play("KS end")
        expect(page.locator("[data-card]")).to_have_count(0)


def test_a_decision_begun_on_one_tablet_and_taken_on_another_changes_nothing(
    opened: Any, house: House
) -> None:
    one, other = opened("croupier", lang="en"), opened("croupier", lang="en")
    house.play("rnvp 8C ??")
    for page in (one, other):
        page.get_by_role("button", name="Name the card").click()
    one.get_by_role("button", name="4 of spades").click()
    expect(other.locator("[data-card='4S']")).to_have_count(1)
    other.get_by_role("button", name="4 of clubs").click()
    expect(other.locator("#message")).to_have_text("The table went on meanwhile. Look at it again.")
    expect(one.locator("[data-card='4S']")).to_have_count(1)
    assert cards(one, "banco") == cards(other, "banco") == ["4S"]


def test_a_card_that_was_not_read_is_named_on_the_pad(opened: Any, house: House) -> None:
    page = opened("croupier", lang="en")
    house.play("rnvp 8C ??")
    page.get_by_role("button", name="Name the card").click()
    page.get_by_role("button", name="4 of spades").click()
    expect(page.locator("[data-place=banco] [data-card='4S']")).to_be_visible()
    assert [type(each) for each in house.pressed] == [Undone, CardSeen]


def test_who_joins_late_sees_the_same(opened: Any, house: House) -> None:
    early = opened("croupier")
    house.play(views.taille(3) + views.BANCO_OWED)
    late = opened("croupier", size=PHONE)
    for page in (early, late):
        expect(text(page)).to_have_text("Carte pour banco")
        assert cards(page, "punto") == ["2C", "3D", "6H"]
        expect(page.locator("#coup")).to_have_text("4")


def test_nothing_is_sent_before_a_held_button_is_full(opened: Any, house: House) -> None:
    page = opened("croupier", stands=True)
    house.play(views.taille(1))
    expect(page.locator("#coup")).to_have_text("1")
    button = page.locator("[data-act=new-sabot]")
    button.hover()
    page.mouse.down()
    page.clock.run_for(799)
    page.mouse.up()
    page.clock.run_for(900)
    assert house.pressed == []
    expect(page.locator("body")).to_have_class("croupier")  # live: it was let go, and not refused
    expect(page.locator("#message")).to_be_empty()
    page.mouse.down()
    with page.expect_response("**/acts"):
        page.clock.run_for(801)
    assert house.pressed == [SabotOpened()]
    page.mouse.up()


def test_a_misdeal_annuls_the_coup_when_its_button_was_held(opened: Any, house: House) -> None:
    page = opened("croupier", stands=True, lang="en")
    house.play("rnvp 8C")
    expect(page.locator("[data-card='8C']")).to_be_visible()
    page.locator("#misdeal").click()
    page.locator("#annul").hover()
    page.mouse.down()
    with page.expect_response("**/acts"):
        page.clock.run_for(801)
    page.mouse.up()
    expect(page.locator("#misdealt")).to_be_hidden()
    expect(page.locator("[data-card='8C']")).to_have_count(0)
    assert house.pressed == [Said("annule maldonne"), Acknowledged("chef de table", "")]


def test_the_act_that_comes_next_is_the_one_that_is_lit(opened: Any, house: House) -> None:
    page = opened("croupier")
    lit = page.locator(".keys .due")
    house.tell("")
    expect(lit).to_have_attribute("data-act", "rnvp")
    house.put(Noted("table-closed", "M. Dupont"))
    expect(lit).to_have_count(0)
    house.put(Noted("table-opened", "M. Dupont"))
    house.play(views.FIRST_FOUR)
    expect(lit).to_have_attribute("data-act", "end")
    house.play("5C")  # a card too many is in the way of all else
    expect(page.locator("#band")).to_have_attribute("data-tone", "fault")
    expect(lit).to_have_count(0)


def test_a_double_tap_closes_one_coup(opened: Any, house: House) -> None:
    page = opened("croupier")
    house.play(views.BANCO_STANDS)
    expect(page.locator("#band")).to_have_attribute("data-tone", "decided")
    page.locator("[data-act=end]").dblclick()
    expect(text(page)).to_have_text("Faites vos jeux")
    assert house.pressed == [CoupEnded()]


def test_the_page_works_with_the_keyboard_alone(opened: Any, house: House) -> None:
    page = opened("croupier", stands=True)
    house.restart()
    expect(text(page)).to_have_text("Faites vos jeux")
    reached = []
    for _ in range(8):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.dataset.act ?? document.activeElement.id"))
    assert reached == ["gear", "rnvp", "end", "undo", "supervisor", "payout", "misdeal", "new-sabot"]
    page.locator("[data-act=rnvp]").focus()
    page.keyboard.press("Enter")
    expect(text(page)).to_have_text("Carte pour punto")
    page.locator("[data-act=undo]").focus()
    page.keyboard.down("Space")
    page.clock.run_for(810)
    expect(text(page)).to_have_text("Faites vos jeux")
    page.keyboard.up("Space")
    assert house.pressed == [BetsClosed(), Undone("croupier", "")]


def test_a_coup_found_after_a_restart_is_confirmed(opened: Any, house: House) -> None:
    page = opened("croupier", lang="en")
    house.play(views.BANCO_OWED)
    house.restart()
    expect(text(page)).to_have_text("Is this the coup on the cloth?")
    page.get_by_role("button", name="Yes, this is the coup").click()
    expect(text(page)).to_have_text("Carte pour banco")
    assert house.pressed == [Confirmed("croupier")]


def test_the_chef_who_is_called_is_seen_to_be_called(opened: Any, house: House) -> None:
    page = opened("croupier")
    house.play("rnvp")
    expect(page.locator("body")).to_have_class("croupier")  # live: what is pressed before is not sent
    page.locator("#chef").click()
    expect(page.locator("#chef")).to_have_attribute("aria-pressed", "true")
    assert house.pressed == [ButtonPressed("supervisor")]


def test_other_faults_of_one_name_are_said_once_with_their_count(opened: Any, house: House) -> None:
    page = opened("croupier", lang="en")
    house.play("rnvp AS AS AS AS end rnvp AS AS AS AS AS")
    expect(page.locator("#why")).to_contain_text("2\u00a0×\u00a0Impossible card A♠")
    assert page.locator("#why").inner_text().count("Impossible card") == 1


def test_a_lost_instrument_says_since_when_and_what_still_works(opened: Any, house: House) -> None:
    page = opened("croupier", lang="en")
    house.play(views.BANCO_OWED + " panel lost")
    expect(page.locator("#notice")).to_contain_text("Sabot lost since")
    expect(page.locator("#notice")).to_contain_text("Still working: camera, panel.")
    expect(text(page)).to_have_text("Carte pour banco")
    small = opened("croupier", size=PHONE, lang="fr")
    expect(small.locator("#notice")).to_contain_text("le câble a été débranché, ou l’appareil éteint")
    assert small.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.get_by_role("button", name="Enter a card by hand").click()
    page.get_by_role("button", name="5 of diamonds").click()
    expect(page.locator("[data-place=banco] [data-card='5D']")).to_be_visible()
    assert house.pressed[0].source == "manual"


def test_a_picture_older_than_three_seconds_is_hatched_and_sends_nothing(opened: Any, house: House) -> None:
    page = opened("croupier", stands=True, lang="en")
    house.play(views.BANCO_OWED)
    expect(text(page)).to_have_text("Carte pour banco")
    expect(page.locator("#stale")).to_be_hidden()
    page.context.set_offline(True)
    house.close()
    page.clock.run_for(5000)
    page.clock.resume()  # a last word of the table may still have been on its way
    expect(page.locator("body")).to_have_class("croupier stale")
    expect(page.locator("#stale")).to_contain_text("Not live: this picture is")
    page.locator("[data-act=end]").click()
    expect(page.locator("#message")).to_have_text(
        "Not sent: this picture is not live. Press again once it is."
    )
    assert house.pressed == []


def test_a_tablet_that_slept_marks_its_picture_before_it_has_a_new_one(opened: Any, house: House) -> None:
    page = opened("croupier", stands=True, alone=True, lang="en")
    house.play(views.BANCO_OWED)
    expect(text(page)).to_have_text("Carte pour banco")
    expect(page.locator("#stale")).to_be_hidden()
    page.context.set_offline(True)
    house.close()
    page.clock.set_system_time(page.evaluate("Date.now()") / 1000 + 3600)  # the page's own clock slept too
    page.clock.run_for(300)
    expect(page.locator("#stale")).to_contain_text("Not live: this picture is 36")


def test_who_goes_back_to_the_page_finds_the_table_as_it_is_now(opened: Any, house: House) -> None:
    page = opened("croupier")
    house.play("rnvp 8C")
    expect(page.locator("[data-card='8C']")).to_be_visible()
    page.goto(f"{house.address}/")
    house.play("4S QD")
    page.go_back()
    expect(page.locator("[data-card='QD']")).to_be_visible()
    expect(page.locator("#stale")).to_be_hidden()
    assert cards(page, "punto") == ["8C", "QD"]


def test_the_public_sees_the_idle_picture_of_a_silent_table_and_staff_a_small_mark(
    opened: Any, house: House
) -> None:
    page = opened("display", size=TELEVISION)
    house.play("rnvp 8C")
    expect(page.locator("[data-card='8C']")).to_be_visible()
    expect(page.locator("#stale")).to_be_hidden()
    expect(page.locator("#idle")).to_be_hidden()
    house.seq += 1
    house.feed.publish(house.seq, {}, ())  # the table is not open
    expect(page.locator("#idle")).to_be_visible()
    expect(page.locator("#stale")).to_be_hidden()
    house.play("4S")
    expect(page.locator("#idle")).to_be_hidden()
    house.feed._alive_ns -= 60_000_000_000
    expect(page.locator("#stale")).to_be_visible()
    expect(page.locator("#idle")).to_contain_text("Table 3")
    assert page.locator("#idle").bounding_box() == {"x": 0, "y": 0, **TELEVISION}
    mark = page.locator("#stale").bounding_box()
    assert max(mark["width"], mark["height"]) <= 50  # what it says is for a reader's ear, not for the hall
    assert violations(page) == []


def test_a_screen_whose_stream_breaks_comes_back_with_the_state_of_now(opened: Any, house: House) -> None:
    page = opened("croupier")
    house.play("rnvp 8C")
    expect(page.locator("[data-card='8C']")).to_be_visible()
    house.server.own.hang_up()
    house.play("4S QD")
    expect(page.locator("[data-card='QD']")).to_be_visible()
    assert cards(page, "punto") == ["8C", "QD"]


def test_a_display_opened_before_the_table_waits_and_then_shows_it(browser: Any) -> None:
    house = House(streams=1)
    page = visitor(browser).new_page()
    page.goto(f"{house.server.public.address}/display?lang=en")
    expect(page.locator("#stale")).to_have_text("Waiting for the table …")
    house.play("rnvp 8C")
    expect(page.locator("[data-card='8C']")).to_be_visible()
    expect(page.locator("#stale")).to_be_hidden()
    elsewhere = visitor(browser)
    other = elsewhere.new_page()  # one screen too many: it says so, and comes by itself when there is room
    other.goto(f"{house.server.public.address}/display?lang=en")
    expect(other.locator("#stale")).to_contain_text("as many screens as it can serve")
    page.context.close()
    expect(other.locator("[data-card='8C']")).to_be_visible()
    expect(other.locator("#stale")).to_be_hidden()
    elsewhere.close()
    house.close()


def test_a_final_result_stands_alone_for_four_seconds(opened: Any, house: House) -> None:
    page, past = opened("display", size=TELEVISION, stands=True), opened("display?show=past", size=TELEVISION)
    house.play(views.taille(4) + views.BANCO_OWED)
    expect(past.locator("#over")).to_contain_text("4")
    expect(page.locator("[data-card='6H']")).to_be_visible()
    expect(page.locator("#result")).to_be_hidden()
    house.play("5D")
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#result .winner")).to_have_text("Banco")
    expect(page.locator("#result")).to_have_css("animation-name", "none")  # it covers in its first frame
    expect(page.locator("[data-card='5D']")).to_have_count(0)  # and nothing beneath is painted before it
    expect(past.locator("#over")).to_contain_text("5")  # a display of the past alone is not covered
    expect(past.locator("#result")).to_be_hidden()
    page.clock.run_for(3900)
    expect(page.locator("#result")).to_be_visible()
    page.clock.run_for(200)
    expect(page.locator("#result")).to_be_hidden()
    expect(page.locator("[data-place=banco].won [data-card='5D']")).to_be_visible()


def test_a_stream_sees_cards_and_result_at_the_lower_edge_and_nothing_else(opened: Any, house: House) -> None:
    page = opened("display?for=overlay", size=TELEVISION, stands=True, alone=True)
    house.play(views.taille(2))
    expect(page.locator("body")).not_to_have_class(re.compile("stale"))
    expect(page.locator(".place:visible, #result:visible, #past:visible, #says:visible")).to_have_count(0)
    house.play(views.BANCO_OWED)
    expect(page.locator("[data-card='6H']")).to_be_visible()
    for element in ("html", "body", "#cloth"):
        expect(page.locator(element)).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    house.play("5D")
    expect(page.locator("#result .winner")).to_have_text("Banco")
    page.clock.run_for(600)
    expect(page.locator("[data-card='5D']")).to_be_visible()  # the result does not cover it
    expect(page.locator("#says, #past, .house, #idle").filter(visible=True)).to_have_count(0)
    top = min(each.bounding_box()["y"] for each in page.locator(".place:visible, #result").all())
    assert top > TELEVISION["height"] / 2
    assert page.evaluate(SEEN_WHEN_STALE) == []


def test_a_card_comes_from_the_sabot_s_side_the_points_follow_and_a_natural_is_celebrated(
    opened: Any, house: House
) -> None:
    page = opened("display", size=TELEVISION, stands=True, alone=True)  # it never asks the table again
    page.emulate_media(reduced_motion="no-preference")
    points = page.locator("[data-place=punto] .points")
    house.play("rnvp 2C 4S 3D KH")
    expect(page.locator("[data-card='KH']")).to_be_visible()
    page.clock.run_for(1000)
    expect(points).to_have_text("5")
    house.play("6H")
    expect(page.locator("[data-card='6H'] img")).to_have_css("animation-name", "deal-across")
    expect(points).to_have_text("5")
    page.clock.run_for(181)
    expect(points).to_have_text("6")
    page.clock.run_for(4 * 45)
    expect(points).to_have_text("0")  # after 9
    page.clock.run_for(400)
    expect(points).to_have_text("1")
    page.emulate_media(reduced_motion="reduce")
    house.play("5D")
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#result")).not_to_have_class(re.compile("celebrated"))
    house.play("end rnvp 9C 4S KD")
    expect(page.locator("[data-card='KD'] img")).to_have_css("animation-name", "none")
    expect(points).to_have_text("9")
    house.play("QH")
    expect(page.locator("#result")).to_have_class(re.compile("celebrated"))
    expect(page.locator("#result .natural")).to_have_text("Naturel")


@pytest.mark.parametrize("size", [TELEVISION, PORTRAIT])
def test_the_result_s_capitals_are_two_hundred_pixels_and_it_fits(
    opened: Any, house: House, size: dict[str, int]
) -> None:
    page = opened("display", size=size, stands=True)  # or the four seconds are over before it is measured
    house.play(views.BANCO_OWED)
    expect(page.locator("[data-card='6H']")).to_be_visible()
    house.play("5D")
    winner = page.locator("#result .winner")
    expect(winner).to_be_visible()
    page.evaluate("document.fonts.ready")
    capitals = 0.708 * winner.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert capitals >= 200
    width = winner.evaluate(
        "one => { const r = document.createRange(); r.selectNodeContents(one);"
        " return r.getBoundingClientRect().width }"
    )
    assert width <= size["width"]


def test_nothing_on_the_television_is_too_small_to_be_read_at_five_metres(opened: Any, house: House) -> None:
    page = opened("display", size=TELEVISION)
    house.play(views.taille(20))
    expect(page.locator("#over")).to_contain_text("20")
    sizes = page.locator("main *, aside p, aside dd").evaluate_all(
        "all => all.filter(one => one.innerText && !one.children.length && !one.className.includes('unseen'))"
        ".map(one => parseFloat(getComputedStyle(one).fontSize) * .668)"
    )
    assert min(sizes) >= 50


NATURALS = {
    "P": "rnvp 9C 4S KD QH end",
    "B": "rnvp 4S 9C KD QH end",
    "É": "rnvp 9C 9S KD QH end",
    "b": "rnvp KD 4S QH 4C end",  # banco with a pair
}
"""Coups of four cards each: a sabot of six packs holds 78 of them."""
WHOLE_SHOE = "PPBÉBBbPBPPPBBPÉPBBBPPBbBPPPPBPBBÉPPBBPBPPbBBPBPPPÉBBBBPPBPPbBBPBPPBBBÉPBPPB"


def test_the_roads_grow_from_the_left_hold_a_whole_shoe_and_say_what_comes_next(
    opened: Any, house: House
) -> None:
    page = opened("display", size=TELEVISION, lang="en")
    house.play(" ".join(NATURALS[each] for each in WHOLE_SHOE))
    coups, ties = len(WHOLE_SHOE), WHOLE_SHOE.count("É")
    expect(page.locator("#over")).to_have_text(f"over {coups} coups")
    assert page.locator("#bead .newest").count() == page.locator("#big .newest").count() == 1
    first, plate = (
        page.locator("#bead [data-cell]").first.bounding_box(),
        page.locator("#bead").bounding_box(),
    )
    assert 0 <= first["x"] - plate["x"] < first["width"]
    assert page.locator("#bead [data-cell]").count() == coups  # none has been moved out
    assert page.locator("#big [data-cell]").count() == coups - ties
    counts = {each: page.locator(f"[data-count='{each}']").inner_text() for each in ("natural", "pair banco")}
    assert counts == {"natural": str(coups), "pair banco": str(WHOLE_SHOE.count("b"))}
    names = page.locator("#past .road-of").evaluate_all(
        "all => all.map(one => [one.dataset.name, one.firstElementChild.getAttribute('aria-label'),"
        " JSON.parse(getComputedStyle(one, '::before').content)])"
    )
    assert len(names) == 5 and all(len(set(each)) == 1 for each in names)
    assert page.locator("[data-next-mark$=red], [data-next-mark$=blue]").count() == 6
    present = page.locator("#cloth").bounding_box()["height"] / TELEVISION["height"]
    assert 0.66 < present < 0.68  # two thirds, and the past has its third
    name, hand = (page.locator(f"[data-place=punto] {each}").bounding_box() for each in ("h2", ".hand"))
    assert name["y"] + name["height"] <= hand["y"]
    late = opened("display", size=TELEVISION, lang="en")
    expect(late.locator("#bead .newest")).to_have_count(1)
    drawn = late.locator("#past").inner_html()
    page.wait_for_function("drawn => document.getElementById('past').innerHTML === drawn", arg=drawn)


def test_a_road_that_is_full_moves_on_so_that_the_newest_column_is_in_view(opened: Any, house: House) -> None:
    page = opened("display", size=TELEVISION, lang="en")
    house.play(" ".join(NATURALS[each] for each in "PB" * 30))
    expect(page.locator("#over")).to_have_text("over 60 coups")
    newest, road = page.locator("#big .newest").bounding_box(), page.locator("#big").bounding_box()
    assert 0 <= road["x"] + road["width"] - newest["x"] - newest["width"] < newest["width"]
    assert page.locator("#big [data-cell]").count() == 54


def test_at_a_fault_too_all_that_is_touched_is_fourteen_millimetres(opened: Any, house: House) -> None:
    page = opened("croupier", lang="fr")
    house.play(views.FAUX_TIRAGE)
    expect(page.locator("#side .way")).to_have_count(3)
    assert (too_small(page), beyond(page, TABLET)) == ([], [])


def test_a_device_remembers_how_it_wants_to_look(opened: Any, house: House) -> None:
    page = opened("croupier", stands=True, lang="en", suits="four", theme="night", hand="left")
    house.play("rnvp 8C")
    assert page.locator("html").get_attribute("data-theme") == "night"
    expect(page.locator("[data-card='8C'] img")).to_have_attribute("src", re.compile("four/8C.svg$"))
    page.locator("#gear").click()
    page.get_by_label("Language").select_option("nl")
    expect(page.locator("html")).to_have_attribute("lang", "nl")


@pytest.mark.parametrize("path", ["croupier", "display"])
@pytest.mark.parametrize(
    "script", ["", views.FAUX_TIRAGE, views.BANCO_OWED + " 5D", views.BANCO_OWED + " lost"]
)
def test_axe_finds_nothing_against_wcag(opened: Any, house: House, path: str, script: str) -> None:
    house.play(script or "rnvp")  # before the page, so that no result stands over the places
    page = opened(path, size=TELEVISION if path == "display" else TABLET, theme="day")
    expect(page.locator("body.stale")).to_have_count(0)
    assert violations(page) == []
    page.evaluate("document.documentElement.dataset.theme = 'night'")
    assert violations(page) == []


@pytest.mark.parametrize("theme", ["day", "night"])
def test_axe_finds_nothing_against_wcag_on_the_first_page(opened: Any, theme: str) -> None:
    page = opened("", theme=theme)
    assert page.locator("html").get_attribute("data-theme") == theme
    assert violations(page) == []
