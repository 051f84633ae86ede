"""What a screen may send, and what becomes of a press that comes twice."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.core.cards import card_named
from sabot.core.observations import (
    Acknowledged,
    Announced,
    BetsClosed,
    ButtonPressed,
    CardSeen,
    Confirmed,
    CoupEnded,
    Noted,
    SabotOpened,
    Said,
    Staked,
    Undone,
    as_dict,
)
from sabot_dashboard.acts import NAMES, WORDS_CHARS_MOST, Act, Refusal, act

KEY = "0123456789abcdef"


def body(name: str, **fields: Any) -> dict[str, Any]:
    return {"act": name, "key": KEY, "seen": 7, **fields}


def taken(name: str, **fields: Any) -> tuple[Any, ...]:
    made = act(body(name, **fields))
    assert isinstance(made, Act), made
    return made.observations


def refused(name: Any, **fields: Any) -> str:
    made = act(body(name, **fields))
    assert isinstance(made, Refusal), made
    return made.sentence


@pytest.mark.parametrize(
    ("name", "fields", "observation"),
    [
        ("rnvp", {}, BetsClosed()),
        ("end", {}, CoupEnded()),
        ("undo", {"by": "chef de table", "reason": "misread"}, Undone("chef de table", "misread")),
        ("undo-unread", {"by": "chef de table"}, Undone("chef de table", "", unread=True)),
        ("supervisor", {}, ButtonPressed("supervisor")),
        ("new-sabot", {}, SabotOpened()),
        ("acknowledge", {"by": "croupier"}, Acknowledged("croupier", "")),
        ("confirm", {"by": "croupier"}, Confirmed("croupier")),
        ("card", {"card": "10h"}, CardSeen(card_named("TH"), source="manual")),
        ("say", {"words": " banco   4 "}, Said("banco 4")),
        ("announce", {"words": "banco"}, Announced("banco")),
        ("stake", {"where": "banco", "amount": "12.5", "seat": 3}, Staked("banco", 1250, 3)),
    ],
)
def test_each_act_is_one_observation(name: str, fields: dict[str, Any], observation: Any) -> None:
    assert taken(name, **fields) == (observation,)


def test_naming_a_card_withdraws_what_was_not_read_and_shows_the_card_as_entered_by_hand() -> None:
    assert taken("name-card", card="8C", by="croupier") == (
        Undone("croupier", ""),
        CardSeen(card_named("8C"), source="manual"),
    )


def test_to_annul_a_coup_answers_its_faults_too() -> None:
    answer = Acknowledged("chef", "a card fell")
    assert taken("annul", by="chef", reason="a card fell") == (Said("annule a card fell"), answer)
    assert taken("annul", by="chef") == (Said("annule maldonne"), Acknowledged("chef", ""))
    assert "characters" in refused("annul", reason="x" * 10_000)
    assert "characters" in refused("annul", by="x" * 10_000)


def test_a_burned_card_goes_on_record_under_a_name() -> None:
    assert taken("burn", card="8c", by="chef") == (Said("brule 8C"), Noted("remark", "chef", "brule 8C"))
    assert "rank and suit" in refused("burn", card="1C")
    assert "characters" in refused("burn", card="8C", by="x" * 10_000)


def test_every_act_is_known_by_name() -> None:
    assert set(NAMES) == {
        *("rnvp", "end", "undo", "supervisor", "deal", "new-sabot", "acknowledge", "confirm"),
        *("annul", "burn", "undo-unread", "card", "name-card", "ball", "say", "announce", "stake"),
    }


@pytest.mark.parametrize("name", ["", "shuffle", None, 4, [], {}])
def test_an_act_that_does_not_exist_is_refused(name: Any) -> None:
    assert refused(name) == "There is no such act."


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "with space", None, 12345678, "ключ-ключ-ключ"])
def test_an_act_without_a_proper_key_is_refused(key: Any) -> None:
    assert isinstance(act({"act": "end", "key": key}), Refusal)


def test_ten_thousand_characters_are_refused_with_their_number() -> None:
    made = act(body("undo", by="x" * 10_000))
    assert isinstance(made, Refusal)
    assert dict(made.values) == {"n": "10000", "m": str(WORDS_CHARS_MOST)}


@pytest.mark.parametrize("card", ["", "1C", "8X", "8CC", "x" * 10_000, None, 8, ["8C"]])
def test_what_is_no_card_is_refused(card: Any) -> None:
    assert "rank and suit" in refused("card", card=card)
    assert "rank and suit" in refused("name-card", card=card)


@pytest.mark.parametrize("amount", ["0", "-5", "1.234", "", "9" * 30, 20, None, "٣", "1e3", "NaN"])
def test_what_is_no_amount_is_refused(amount: Any) -> None:
    assert "amount" in refused("stake", where="banco", amount=amount)


@pytest.mark.parametrize("seat", [0, -1, 100, "1", 1.5, True])
def test_what_is_no_seat_is_refused(seat: Any) -> None:
    assert "seat" in refused("stake", where="banco", amount="5", seat=seat)


def test_a_stake_goes_somewhere_and_a_call_says_something() -> None:
    assert "written" in refused("stake", where=" ", amount="5")
    assert "written" in refused("say", words="")
    assert "written" in refused("name-card", card="8C", by=7)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
fields = st.fixed_dictionaries(
    {"act": st.sampled_from(NAMES) | anything, "key": st.just(KEY) | anything},
    optional=dict.fromkeys(("by", "reason", "card", "words", "where", "amount", "seat", "seen"), anything),
)


@given(anything | fields)
def test_whatever_comes_is_an_act_for_the_record_or_a_refusal_in_words(value: Any) -> None:
    made = act(value)
    if isinstance(made, Refusal):
        assert made.sentence.endswith(".")
        return
    assert made.observations
    assert all(as_dict(observation)["kind"] for observation in made.observations)


@pytest.mark.parametrize("text", ["\ud800", "carte \udfff", "a\x00b", "\x1b[2J"])
def test_what_no_record_could_keep_is_refused(text: str) -> None:
    for name, field in (("say", "words"), ("announce", "words"), ("undo", "reason"), ("confirm", "by")):
        assert refused(name, **{field: text}) == "That contains characters that cannot be recorded."
    assert refused("stake", where=text, amount="5") == "That contains characters that cannot be recorded."


def test_a_text_of_ten_thousand_characters_is_refused() -> None:
    for name, field in (("say", "words"), ("undo", "reason"), ("acknowledge", "fault")):
        assert refused(name, **{field: "a" * 10_000}).startswith("That is {n} characters")
