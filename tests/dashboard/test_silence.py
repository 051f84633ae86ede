"""A table in silent mode: what a trainee could learn from any screen, lamp or sound is not there."""

from __future__ import annotations

import json
import secrets
from typing import Any

import pytest
from flask.testing import FlaskClient

from sabot.core.shapes.silence import hushed
from sabot.core.table import opened
from sabot.games.punto_banco import coup as punto_banco
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.live.loop import Loop
from sabot.live.outputs.signals import signal
from sabot_dashboard.picture import projection
from sabot_dashboard.picture.faults import chef_is_asked
from sabot_dashboard.stream import Frames
from tests.dashboard import views
from tests.dashboard.office import Casino
from tests.dashboard.test_app import ACT

EVENTS: Any = ({"event": "card"}, {"event": "fault"}, {"event": "call"}, {"event": "result"})


def silent(script: str) -> Any:
    return views.view_of(script) | {"training": "silent"}


@pytest.mark.parametrize("script", [views.FAUX_TIRAGE, views.BANCO_OWED + " end", views.BANCO_STANDS, "end"])
def test_no_fault_and_nothing_owed_stands_on_a_screen_of_the_table(script: str) -> None:
    """A card too many, a coup closed with a card owed, a decided coup, and no coup to close."""
    shown = projection.croupier(silent(script), EVENTS)
    assert shown["band"]["text"]["id"] == "Silent: you deal"  # type: ignore[index]
    assert shown["band"]["ways"] == []  # type: ignore[index]
    assert [shown[key] for key in ("faults", "calls", "aside", "settlements", "won", "lost")] == [[]] * 6
    assert [shown[key] for key in ("coach", "result", "held")] == [None, None, False]
    assert not any(place["owed"] or place["points"] for place in shown["places"])  # type: ignore[attr-defined]
    assert shown["events"] == ["card"]
    public = projection.public(silent(script), EVENTS)
    assert (public["phase"] == "moment", public["result"], public["won"]) == (False, None, [])
    assert public["events"] == ["card"]
    assert signal(hushed(silent(script))).state in ("dealing", "idle")


def test_right_and_wrong_look_alike() -> None:
    """Banco 7 stands: with the card too many there is one card more, and no other difference."""
    right, wrong = (projection.croupier(silent(script)) for script in (views.BANCO_STANDS, views.FAUX_TIRAGE))
    assert wrong["places"][1]["cards"] == [*right["places"][1]["cards"], "5C"]  # type: ignore[index]
    same = {key for key in right if key not in ("places", "mark", "sabot")}
    assert {key: right[key] for key in same} == {key: wrong[key] for key in same}


def test_a_card_before_the_bets_are_closed_is_drawn_like_another() -> None:
    early: Any = views.view_of("8C", rnvp="required") | {"training": "silent"}
    assert len(early["faults"]) == 1
    for shown in (projection.croupier(early), projection.public(early)):
        assert [place["cards"] for place in shown["places"]] == [["8C"], []]  # type: ignore[attr-defined]
    assert projection.croupier(early)["faults"] == []


def test_the_past_grows_when_the_coup_is_closed() -> None:
    def coups(script: str) -> int:
        return int(projection.public(silent(script))["score"]["coups"])  # type: ignore[index]

    assert (coups(views.BANCO_STANDS), coups(views.BANCO_STANDS + " end")) == (0, 1)


def test_what_the_coup_cannot_go_on_without_stays_possible() -> None:
    unread = projection.croupier(silent("rnvp 2C ??"))["band"]
    assert [way["act"] for way in unread["ways"]] == ["name-card", "undo"]  # type: ignore[index]
    lost = projection.croupier(silent("lost rnvp"))["band"]
    assert [way["act"] for way in lost["ways"]] == ["card"]  # type: ignore[index]
    restarted: Any = views.unconfirmed("rnvp 2C") | {"training": "silent"}
    assert projection.croupier(restarted)["band"]["tone"] == "check"  # type: ignore[index]
    assert not chef_is_asked(hushed(silent(views.FAUX_TIRAGE)), "undo")


def test_the_supervisor_s_picture_has_everything_in_every_mode() -> None:
    known = silent(views.FAUX_TIRAGE)
    loud = projection.croupier(known | {"training": "off"}, EVENTS)
    assert projection.whole(known, EVENTS) | {"mark": loud["mark"]} == loud


def test_everything_comes_back_when_the_trainer_ends_it(casino: Casino) -> None:
    assert casino.school is not None
    casino.school.table.changed = casino.loop.show_again
    casino.school.table.seat("silent", 1)
    casino.play(views.FAUX_TIRAGE)
    assert projection.croupier(casino.feed.newest.view)["faults"] == []
    with casino.feed.subscribe() as looks:
        looks.get(0)
        casino.school.table.seat("off", None)
        again = looks.get(60)
    assert again is not None
    assert [fault["kind"] for fault in again.view["faults"]] == ["faux-tirage"]
    assert projection.croupier(again.view)["band"]["tone"] == "fault"  # type: ignore[index]


def test_lamps_and_loudspeakers_hear_nothing_and_the_feed_hears_all(casino: Casino) -> None:
    told: list[tuple[Any, Any]] = []

    class Lamp:
        def publish(self, seq: int, view: Any, events: Any = ()) -> None:
            told.append((view["faults"], events))

    loop = Loop(
        opened(punto_banco, punto_banco.Options(close="croupier")),
        journal=casino.journal,
        inbox=Inbox(),
        feed=Feed(),
        outputs=[Lamp()],
        shown={"training": "silent"},
    )
    table, events = views.played(views.FAUX_TIRAGE)
    loop.tell(1, table, events)
    assert told == [([], ())]
    assert len(loop._feed.newest.view["faults"]) == 1


def test_an_act_on_what_is_seen_is_taken_and_nothing_is_worked_out(
    casino: Casino, client: FlaskClient
) -> None:
    assert casino.school is not None
    casino.school.table.seat("silent", 1)
    casino.play(views.FAUX_TIRAGE)
    mark = projection.croupier(casino.feed.newest.view)["mark"]
    press = {"act": "undo", "key": "a" * 12, "mark": mark}
    assert json.loads(client.post("/acts", json=press, headers=ACT).data)["taken"]
    assert client.post("/payout", json={"stakes": []}, headers=ACT).status_code == 409


def test_an_answer_to_the_open_faults_holds_while_further_cards_come(
    casino: Casino, client: FlaskClient
) -> None:
    """A hold takes 0.8 s. A card that comes meanwhile is no other fault; another fault is."""

    def answered(act: str, mark: object, key: str) -> int:
        press = {"act": act, "by": "chef de table", "key": key * 12, "mark": mark}
        return client.post("/acts", json=press, headers=ACT).status_code

    casino.play(views.FAUX_TIRAGE + " end rnvp")
    mark = projection.croupier(casino.feed.newest.view)["mark"]
    casino.play("4D")
    assert answered("undo", mark, "a") == 409
    assert answered("annul", "?", "b") == 409
    assert answered("acknowledge", mark, "c") == 200
    casino.play("end")
    mark = projection.croupier(casino.feed.newest.view)["mark"]
    casino.play("rnvp")
    assert answered("acknowledge", mark, "d") == 409


def test_a_misdeal_that_was_begun_in_one_coup_annuls_no_other(casino: Casino, client: FlaskClient) -> None:
    casino.play(views.FAUX_TIRAGE)
    mark = projection.croupier(casino.feed.newest.view)["mark"]
    press = {"act": "annul", "key": "a" * 12, "mark": mark}
    casino.play("end rnvp 4D")
    assert client.post("/acts", json=press, headers=ACT).status_code == 409


def test_no_pin_is_asked_for_a_fault_that_nobody_at_the_table_can_see(
    casino: Casino, client: FlaskClient
) -> None:
    """The question would say that there is one."""
    assert casino.school is not None
    casino.office.people.add("M. Laurent", "supervisor", "4711")
    casino.play(views.FAUX_TIRAGE)
    press = {"act": "undo", "key": "a" * 12}
    assert client.post("/acts", json=press, headers=ACT).status_code == 403
    casino.school.table.seat("silent", 1)
    casino.play("6D")
    assert client.post("/acts", json=press | {"key": "b" * 12}, headers=ACT).status_code == 200


class Once:
    """One update of the table."""

    def __init__(self, view: Any) -> None:
        self.seq, self.view, self.events = 7, view, ()


def test_no_picture_of_a_silent_table_has_the_number_of_a_record_which_counts_the_faults() -> None:
    audiences = {
        "croupier": projection.croupier,
        "display": projection.public,
        "supervisor": projection.whole,
    }
    frames = Frames(audiences)
    for script, training, numbered in (
        ("rnvp 2C", "silent", {"supervisor"}),
        ("rnvp 2C", "coach", {*audiences}),
    ):
        update = Once(views.view_of(script) | {"training": training})
        assert {each for each in audiences if frames.of(update, each).startswith(b"id: 7")} == numbered
        assert all(b"data: {" in frames.of(update, each) for each in audiences)


def test_an_act_at_a_silent_table_is_answered_alike_whether_it_is_right_or_wrong(
    casino: Casino, client: FlaskClient
) -> None:
    def answer() -> Any:
        return client.post("/acts", json={"act": "rnvp", "key": secrets.token_hex(8)}, headers=ACT).json

    assert type(answer()["recorded"]) is int
    casino.school.table.changed = casino.loop.show_again
    casino.school.table.seat("silent", 1)
    casino.play("end")  # what is on record is shown in silence by now
    assert answer() == answer() == {"taken": True, "recorded": True}
