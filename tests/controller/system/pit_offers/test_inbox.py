"""An offer is kept at the table if the pit that it trusts signed it for this table, and answered once."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.core.reasons import Reason
from sabot.record.keys import Key
from sabot.system.pit_offers.inbox import ANSWERS_KEPT, Inbox
from sabot.system.pit_offers.offer import Offer, OfferError, Signed, read
from tests.controller.system.pit_offers.offered import HOUSE, NOON_S, TABLE, Pit


@pytest.fixture
def pit(tmp_path: Path) -> Pit:
    return Pit(tmp_path)


def waiting(pit: Pit) -> list[str]:
    return [each.id for each in pit.inbox.waiting()]


def test_a_signed_offer_waits_until_it_is_answered(pit: Pit):
    offer = pit.offered("")
    assert pit.inbox.waiting() == [offer]
    pit.inbox.answer(offer.id, "refused", by="p-7f3a1c (supervisor)", why="not tonight", now_s=NOON_S)
    assert waiting(pit) == []
    assert pit.inbox.answers() == [
        (offer.id, "refused", "p-7f3a1c (supervisor)", Reason("not tonight"), NOON_S)
    ]
    pit.send(pit.signed(offer))  # the broker sends it again
    assert waiting(pit) == []


def test_another_key_a_changed_word_and_another_table_are_refused_by_name(pit: Pit, tmp_path: Path):
    offer = pit.offer("")
    forged = Signed(offer, Key(tmp_path / "other.sqlite3").signature(offer.signed))
    for signed in (forged, pit.signed(offer)._replace(offer=offer._replace(content="[table]"))):
        with pytest.raises(OfferError, match="not signed with the key of the pit"):
            pit.send(signed)
    with pytest.raises(OfferError, match="for table t2 of nijmegen"):
        pit.send(pit.signed(pit.offer("", table="t2")))
    assert waiting(pit) == []


def test_a_withdrawal_is_no_offer_and_an_offer_no_withdrawal(pit: Pit):
    offer = pit.offered("")
    with pytest.raises(OfferError, match="not signed"):
        pit.send(pit.signed(offer)._replace(is_withdrawn=True))
    with pytest.raises(OfferError, match="not signed"):
        pit.send(pit.withdrawn(offer)._replace(is_withdrawn=False))
    assert waiting(pit) == [offer.id]


def test_a_table_that_trusts_no_pit_takes_nothing(tmp_path: Path, pit: Pit):
    inbox = Inbox(tmp_path / "new.sqlite3")
    payload = json.dumps(pit.signed(pit.offer("")).written()).encode()
    with pytest.raises(OfferError, match="trusts no pit yet"):
        inbox.take(payload, house=HOUSE, table=TABLE)
    with pytest.raises(OfferError, match="no public key"):
        inbox.trust("nonsense")


def test_what_is_put_into_the_folder_by_hand_is_not_shown(pit: Pit):
    offer = pit.offered("")
    file = pit.inbox.folder / f"{offer.id}.offer"
    file.write_text(file.read_text().replace("higher limits", "no limits"))
    assert waiting(pit) == []


def test_it_is_withdrawn_by_the_pit_and_by_its_next_offer(pit: Pit):
    first, second = pit.offered("a = 1"), pit.offered("a = 2")
    assert waiting(pit) == [second.id]
    assert second.id != first.id
    pit.send(pit.withdrawn(second))
    assert waiting(pit) == []


def test_nobody_answers_for_a_day_and_it_has_lapsed(pit: Pit):
    offer = pit.offered("")
    pit.inbox.lapse(offer.lapses_s - 1)
    assert waiting(pit) == [offer.id]
    pit.inbox.lapse(offer.lapses_s)
    assert [each.answer for each in pit.inbox.answers()] == ["lapsed"]


def test_one_that_is_accepted_in_its_last_second_has_not_lapsed(pit: Pit, monkeypatch: pytest.MonkeyPatch):
    offer = pit.offered("")
    seen = pit.inbox.waiting()
    monkeypatch.setattr(pit.inbox, "waiting", lambda: seen)
    pit.inbox.answer(offer.id, "accepted", by="p-7f3a1c (supervisor)", now_s=offer.lapses_s - 1)
    pit.inbox.lapse(offer.lapses_s)
    assert [each.answer for each in pit.inbox.answers()] == ["accepted"]


def test_old_answers_make_room(pit: Pit):
    for at in range(ANSWERS_KEPT + 5):
        pit.inbox.answer(pit.offered("").id, "refused", by="x", now_s=NOON_S + at)
    assert len(pit.inbox.answers()) == ANSWERS_KEPT
    pit.inbox.lapse(pit.offered("").lapses_s)
    assert len(pit.inbox.answers()) == ANSWERS_KEPT
    assert len([*pit.inbox.folder.iterdir()]) == 2 * ANSWERS_KEPT


FIELDS = st.sampled_from(["offer", "signature", "withdrawn", *Offer._fields])
NONSENSE = st.recursive(st.none() | st.integers() | st.text(), lambda each: st.dictionaries(FIELDS, each))


@given(st.binary(max_size=200) | NONSENSE.map(lambda plain: json.dumps(plain).encode()))
def test_any_bytes_are_an_offer_or_refused(payload: bytes):
    with suppress(OfferError):
        assert isinstance(read(payload), Signed)
