"""A card that is on its way when somebody decides: the act was meant for the table without it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sabot.record.journal import reading, records
from sabot_dashboard.picture import projection
from tests.dashboard import views
from tests.dashboard.doors import at_the_table
from tests.dashboard.office import Casino
from tests.dashboard.programs import Client

DECIDED = {
    "undo": ("/acts", {"act": "undo"}),
    "card": ("/acts", {"act": "card", "card": "9D"}),
    "name-card": ("/acts", {"act": "name-card", "card": "7C"}),
    "withdraw": ("/supervisor/acts", {"do": "withdraw", "by": "M. Dupont", "reason": "it stuck to another"}),
}


@pytest.fixture
def casino(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Casino]:
    """8C lies there; 9D comes into the inbox after the page has compared the table, and before the act."""
    found = Casino(tmp_path, serve=False)
    found.play("rnvp 8C")
    press, on_its_way = found.inbox.press, list[Any]()

    def after_a_card(seen: Any, **more: Any) -> Any:
        on_its_way.append(found.inbox.put(found.inbox.stamped(views.observation("9D"))))
        return press(seen, **more)

    monkeypatch.setattr(found.inbox, "press", after_a_card)
    yield found
    assert on_its_way
    found.close()


def lying(casino: Casino) -> list[str]:
    """The cards on the table, once the last one has come."""
    with casino.feed.subscribe() as looks:
        while "9D" not in (
            found := [card for each in looks.get(60).view["places"] for card in each["cards"]]
        ):
            pass
    return found


@pytest.mark.parametrize("name", DECIDED)
def test_a_card_that_is_on_its_way_when_somebody_decides_is_not_decided_upon(
    casino: Casino, name: str
) -> None:
    path, act = DECIDED[name]
    newest = casino.feed.newest
    told = act | {"key": "page0001-1", "seen": newest.seq, "mark": projection.mark(newest.view)}
    answer = at_the_table(casino.app).post(path, json=told, headers={"X-Sabot": "act"})
    assert answer.status_code == 409, answer.json
    assert answer.json["why"]["id"] == "The table went on meanwhile. Look at it again."
    assert lying(casino) == ["8C", "9D"]


def test_a_program_hears_the_same(casino: Casino) -> None:
    mark = projection.mark(casino.feed.newest.view)
    answer = Client(casino, "supervisor").act(act="undo", mark=mark)
    assert (answer.status_code, answer.get_json()["title"]) == (409, "The table went on")
    assert lying(casino) == ["8C", "9D"]


def test_in_silent_mode_an_act_is_compared_with_what_the_screens_show(casino: Casino) -> None:
    """What only the record knows, such as a fault, is no reason to refuse."""
    casino.loop._shown["training"] = "silent"
    casino.loop.show_again()
    casino.play("rnvp")
    with reading(casino.settings.journal_path) as file:
        assert [each for each in records(file, "kind = 'event'") if each.plain["event"] == "fault"]
    newest = casino.feed.newest
    told = {
        "act": "acknowledge",
        "key": "page0001-2",
        "seen": newest.seq,
        "mark": projection.mark(newest.view),
    }
    answer = at_the_table(casino.app).post("/acts", json=told, headers={"X-Sabot": "act"})
    assert answer.status_code == 200, answer.json
