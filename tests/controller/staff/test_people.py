"""Who may come in: PINs kept hashed, attempts that grow dear, sessions that end."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from sabot.staff import inside, people_file, pins
from sabot.staff import people as house
from sabot.staff.attempts import AFAR_MOST, COUNTS_KEPT, LONGEST_PAUSE_S, AddressPauses, Strangers, pause_s
from sabot.staff.people import People, PeopleError, Person, Refused

pytestmark = pytest.mark.usefixtures("cheap_pins")


class Clock:
    """Seconds that pass when told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def people(tmp_path: Path, clock: Clock) -> People:
    found = People(tmp_path / "people.json", monotonic_s=clock)
    found.add("M. Dupont", "supervisor", "4711")
    found.add("A. Claes", "technician", "280564")
    return found


def who(found: Person | Refused | None) -> tuple[str, str]:
    """The name and the role of somebody who is let in."""
    assert isinstance(found, Person)
    return found.name, found.role


def test_whose_pin_it_is_comes_in_and_nobody_else(people: People) -> None:
    assert who(people.known("M. Dupont", "4711")) == ("M. Dupont", "supervisor")
    assert isinstance(people.known("M. Dupont", "4712"), Refused)
    assert isinstance(people.known("M. Dupont", "280564"), Refused)
    assert isinstance(people.known("nobody", "4711"), Refused)


def test_a_role_that_is_not_asked_for_does_not_come_in(people: People) -> None:
    assert isinstance(people.known("A. Claes", "280564", roles=("supervisor",)), Refused)


def test_no_pin_stands_in_the_file_and_nobody_else_may_read_it(people: People) -> None:
    text = people.path.read_text()
    assert "4711" not in json.loads(text)["people"][0].values()
    assert json.loads(text)["people"][0]["salt"] != json.loads(text)["people"][1]["salt"]
    assert stat.S_IMODE(people.path.stat().st_mode) == 0o600


def test_the_third_wrong_pin_costs_time_and_each_further_one_twice_as_much(
    people: People, clock: Clock
) -> None:
    waits = [people.known("M. Dupont", "0000").wait_s for _ in range(3)]  # type: ignore[union-attr]
    assert waits == [0.0, 0.0, 5.0]
    assert isinstance(people.known("M. Dupont", "4711"), Refused), "the right PIN too has to wait"
    clock.now += 5.1
    assert people.known("M. Dupont", "1") == Refused("That is not the PIN.", 10.0)
    clock.now += 10.1
    assert who(people.known("M. Dupont", "4711")) == ("M. Dupont", "supervisor")
    assert people.known("M. Dupont", "1") == Refused("That is not the PIN.", 0.0), "the count starts again"
    assert pause_s(100) == LONGEST_PAUSE_S


def test_a_restart_forgets_no_wrong_attempt(people: People, clock: Clock) -> None:
    for _ in range(3):
        people.known("M. Dupont", "0000")
    again = People(people.path, monotonic_s=clock)
    assert again.known("M. Dupont", "0000") == Refused("That is not the PIN.", 10.0)


GUEST, TABLET, HERE = "192.168.1.66", "192.168.1.20", ""


def guessed(people: People, clock: Clock, times: int, place: str = GUEST) -> list[Person | Refused]:
    """What wrong PINs from there are answered; each waits as long as it must."""
    answers = []
    for _ in range(times):
        answers.append(people.known("A. Claes", "999999", place=place))
        clock.now += LONGEST_PAUSE_S + 1
    return answers


def test_a_guest_who_guesses_keeps_nobody_out_at_the_table_s_own_screen(people: People) -> None:
    for _ in range(30):
        assert isinstance(people.known("A. Claes", "999999", place=GUEST), Refused)
    assert who(people.known("A. Claes", "280564", place=HERE)) == ("A. Claes", "technician")


def test_a_guest_who_guesses_keeps_nobody_out_at_another_device(people: People) -> None:
    for _ in range(30):
        people.known("A. Claes", "999999", place=GUEST)
    assert isinstance(people.known("A. Claes", "280564", place=GUEST), Refused)
    assert who(people.known("A. Claes", "280564", place=TABLET)) == ("A. Claes", "technician")


def test_wrong_pins_at_the_table_s_own_screen_cost_a_pause_there_alone(people: People) -> None:
    for _ in range(3):
        people.known("A. Claes", "999999", place=HERE)
    assert isinstance(people.known("A. Claes", "280564", place=HERE), Refused)
    assert who(people.known("A. Claes", "280564", place=TABLET)) == ("A. Claes", "technician")


@pytest.fixture
def unwritable(people: People) -> People:
    """The same people, whose file cannot be written any more, as on a full disk."""
    people.path.with_name(people.path.name + ".new").mkdir()
    return people


def test_wrong_pins_count_and_pause_where_the_disk_is_full_and_the_owner_comes_in(
    unwritable: People, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    waits = [unwritable.known("M. Dupont", "0000").wait_s for _ in range(3)]  # type: ignore[union-attr]
    assert waits == [0.0, 0.0, 5.0]
    assert "cannot be written" in caplog.text
    assert isinstance(unwritable.known("M. Dupont", "4711"), Refused)
    clock.now += 5.1
    assert who(unwritable.known("M. Dupont", "4711")) == ("M. Dupont", "supervisor")
    assert unwritable.known("M. Dupont", "0000") == Refused("That is not the PIN.", 0.0), "it begins again"


def test_what_was_counted_on_a_full_disk_is_on_file_once_it_can_be(unwritable: People) -> None:
    for _ in range(2):
        unwritable.known("M. Dupont", "0000")
    unwritable.path.with_name(unwritable.path.name + ".new").rmdir()
    unwritable.known("M. Dupont", "0000")
    assert json.loads(unwritable.path.read_text())["wrong"] == {"M. Dupont": 3}


def test_from_afar_a_name_that_nobody_has_is_answered_as_a_wrong_pin_is(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []

    def is_right(pin: str, kept: pins.Secret) -> bool:
        looks.append(pin)
        return pins.is_right(pin, kept)

    for module in ("people", "attempts"):
        monkeypatch.setattr(f"sabot.staff.{module}.is_right", is_right)
    answers = {
        name: [people.known(name, "999999", roles=("technician",), place=GUEST) for _ in range(6)]
        for name in ("A. Claes", "nobody", "M. Dupont")
    }
    assert answers["A. Claes"] == answers["nobody"] == answers["M. Dupont"], "the last one is no technician"
    assert [each.why for each in answers["nobody"]] == [  # type: ignore[union-attr]
        *["The name or the PIN is wrong."] * 3,
        *["Too many wrong PINs. Wait {n} s."] * 3,
    ]
    assert len(looks) == 9, "three for each name, then the pause"
    assert people.known("nobody", "9999", place=GUEST) == people.known("A. Claes", "9999", place=GUEST)


def test_names_that_nobody_has_take_little_memory_and_no_place_in_the_file(
    people: People, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sabot.staff.attempts.STRANGE_KEPT", 10)
    strangers = Strangers(clock)
    for number in range(15):
        clock.now += 1
        assert strangers.refusal(f"x{number}", "999999", GUEST).wait_s == 0
    assert len(strangers._wrong) == 10
    assert len(strangers._attempts._free_at_s) == 1, "a pause that is over is forgotten"
    people.known("nobody", "999999", place=GUEST)
    assert json.loads(people.path.read_text())["wrong"] == {}


def test_a_pin_of_fewer_than_six_digits_is_believed_at_the_table_s_own_screen_alone(people: People) -> None:
    refused = people.known("M. Dupont", "4711", place=TABLET)
    assert refused == Refused("From another device a PIN has six digits or more.")
    assert who(people.known("M. Dupont", "4711", place=HERE)) == ("M. Dupont", "supervisor")
    people.add("M. Dupont", "supervisor", "471180")
    assert who(people.known("M. Dupont", "471180", place=TABLET)) == ("M. Dupont", "supervisor")


DUPONT, PHRASE = ("M. Dupont", "supervisor"), "neuf à la banque"


def test_a_passphrase_is_believed_everywhere_and_the_pin_stays_what_it_was(people: People) -> None:
    assert who(people.add("M. Dupont", "supervisor", PHRASE)) == DUPONT
    assert who(people.known("M. Dupont", PHRASE, place=TABLET)) == DUPONT
    assert who(people.known("M. Dupont", PHRASE, place=HERE)) == DUPONT
    assert who(people.known("M. Dupont", "4711", place=HERE)) == DUPONT
    people.add("M. Dupont", "supervisor", "4712")
    assert who(people.known("M. Dupont", PHRASE, place=TABLET)) == DUPONT
    assert who(people.known("M. Dupont", "4712", place=HERE)) == DUPONT
    assert isinstance(people.known("M. Dupont", "4711", place=HERE), Refused)


def test_a_new_passphrase_replaces_the_old_one_and_is_the_same_after_a_restart(people: People) -> None:
    people.add("M. Dupont", "supervisor", PHRASE)
    people.add("M. Dupont", "supervisor", PHRASE + "!")
    again = People(people.path)
    assert isinstance(again.known("M. Dupont", PHRASE, place=TABLET), Refused)
    assert who(again.known("M. Dupont", PHRASE + "!", place=TABLET)) == DUPONT


def test_somebody_may_have_a_passphrase_alone(people: People) -> None:
    person = people.add("B. Maes", "trainer", PHRASE)
    assert people.known("B. Maes", PHRASE, place=TABLET) == person
    for guess in ("", "4711", "280564", PHRASE[:-1], PHRASE + " "):
        assert isinstance(people.known("B. Maes", guess, place=HERE), Refused)


def test_somebody_without_a_passphrase_is_known_by_none(people: People) -> None:
    for guess in ("", PHRASE, "a" * 100_000):
        assert isinstance(people.known("M. Dupont", guess, place=HERE), Refused)


@pytest.mark.parametrize("phrase", ["x" * 124 + "abcd", "abcdeabcdeab", "1234512345123", "a b c d e f "])
def test_the_longest_the_shortest_and_digits_are_passphrases(people: People, phrase: str) -> None:
    people.add("M. Dupont", "supervisor", phrase)
    assert who(people.known("M. Dupont", phrase, place=TABLET)) == DUPONT
    assert isinstance(people.known("M. Dupont", phrase + "x", place=HERE), Refused)


def test_a_passphrase_is_the_same_however_the_keyboard_composes_its_letters(people: People) -> None:
    people.add("M. Dupont", "supervisor", "neuf a\u0300 la banque")
    assert who(people.known("M. Dupont", PHRASE)) == DUPONT


def test_a_pin_is_the_same_in_digits_of_full_width(people: People) -> None:
    """A keyboard for Japanese types them; NFKC makes them the usual ones."""
    assert who(people.known("M. Dupont", "４７１１")) == DUPONT


def test_a_pin_is_believed_at_the_cost_at_which_it_was_set(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pins, "COST", {"n": 4, "r": 1, "p": 1})
    assert who(people.known("M. Dupont", "4711")) == DUPONT


def test_wrong_passphrases_count_like_wrong_pins(people: People) -> None:
    people.add("M. Dupont", "supervisor", PHRASE)
    for _ in range(3):
        people.known("M. Dupont", "neuf a la banque", place=TABLET)
    refused = people.known("M. Dupont", PHRASE, place=TABLET)
    assert isinstance(refused, Refused)
    assert refused.wait_s > 0


def test_no_passphrase_stands_in_the_file_and_each_has_a_salt_of_its_own(people: People) -> None:
    for name in ("M. Dupont", "A. Claes"):
        people.add(name, "supervisor", PHRASE)
    text = people.path.read_text()
    assert "banque" not in text
    entries = json.loads(text)["people"]
    salts = {each["salt"] for each in entries} | {each["phrase"]["salt"] for each in entries}
    assert len(salts) == 4


def test_a_spoilt_passphrase_lets_nobody_in(people: People) -> None:
    people.add("M. Dupont", "supervisor", PHRASE)
    kept = json.loads(people.path.read_text())
    del kept["people"][-1]["phrase"]["hash"]
    people.path.write_text(json.dumps(kept))
    with pytest.raises(PeopleError, match="is not a file of people"):
        People(people.path)


def test_one_place_has_about_a_hundred_guesses_a_day(people: People, clock: Clock) -> None:
    day_s, begun, tries = 86_400.0, clock.now, 0
    while clock.now - begun < day_s:
        answer = people.known("A. Claes", "999999", place=HERE)
        assert isinstance(answer, Refused)
        tries += answer.why == "That is not the PIN."
        clock.now += max(answer.wait_s, 0.01)
    assert 96 <= tries <= 110


def test_after_a_hundred_wrong_pins_from_afar_a_name_is_believed_at_the_table_alone(
    people: People, clock: Clock
) -> None:
    for number in range(AFAR_MOST):
        people.known("A. Claes", "999999", place=f"10.0.0.{number}")
    assert "own screen" in guessed(people, clock, 1, TABLET)[0].why  # type: ignore[union-attr]
    assert isinstance(people.known("A. Claes", "280564", place=TABLET), Refused)
    assert who(people.known("A. Claes", "280564", place=HERE)) == ("A. Claes", "technician")
    assert who(people.known("A. Claes", "280564", place=TABLET)) == ("A. Claes", "technician")


def test_the_right_pin_from_afar_clears_what_was_wrong_there(people: People, clock: Clock) -> None:
    guessed(people, clock, 2)
    people.known("A. Claes", "280564", place=GUEST)
    assert [each.wait_s for each in guessed(people, clock, 3)] == [0.0, 0.0, 5.0]  # type: ignore[union-attr]


def test_the_right_pin_from_afar_ends_the_count_of_all_other_places(people: People) -> None:
    for number in range(AFAR_MOST + 1):
        people.known("A. Claes", "999999", place=f"10.0.0.{number}")
        if number == AFAR_MOST - 2:
            assert isinstance(people.known("A. Claes", "280564", place=TABLET), Person)
    assert who(people.known("A. Claes", "280564", place=TABLET)) == ("A. Claes", "technician")


def test_who_comes_in_at_the_table_s_own_screen_waits_nowhere_else(people: People) -> None:
    for _ in range(3):
        people.known("A. Claes", "999999", place=TABLET)
    assert isinstance(people.known("A. Claes", "280564", place=TABLET), Refused)
    people.known("A. Claes", "280564", place=HERE)
    assert who(people.known("A. Claes", "280564", place=TABLET)) == ("A. Claes", "technician")


def test_a_page_that_stays_open_keeps_nobody_here(people: People, clock: Clock) -> None:
    person = people.known("M. Dupont", "4711")
    assert isinstance(person, Person)
    cookie = people.let_in(person)
    clock.now += inside.IDLE_S
    assert people.inside(cookie, acts=False) == person
    clock.now += 1
    assert people.inside(cookie) is None


def test_of_a_full_house_nobody_new_is_put_on_file_and_everybody_may_get_another_pin(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "PEOPLE_MOST", 2)
    people.add("M. Dupont", "supervisor", "4712")
    with pytest.raises(PeopleError, match="there are 2 people already"):
        people.add("E. Maes", "croupier", "4713")


def test_tries_without_a_name_cost_an_address_a_pause_until_it_is_believed_or_quiet() -> None:
    clock = [1000.0]
    pauses = AddressPauses(lambda: clock[0], free=2, kept=2)
    pauses.tried("10.0.0.7")
    assert pauses.wait_s("10.0.0.7") == 0
    for expected in (5, 10, 20):
        pauses.tried("10.0.0.7")
        assert pauses.wait_s("10.0.0.7") == expected
    assert pauses.wait_s("10.0.0.8") == 0
    clock[0] += 19.5
    assert pauses.wait_s("10.0.0.7") == 1
    pauses.believed("10.0.0.7")
    assert pauses.wait_s("10.0.0.7") == 0
    for _ in range(4):
        pauses.tried("2001:db8::1")
    assert pauses.wait_s("2001:db8::2") == 20
    clock[0] += LONGEST_PAUSE_S + 1
    pauses.tried("2001:db8::1")
    assert pauses.wait_s("2001:db8::1") == 0


def test_of_more_addresses_than_are_kept_the_oldest_go() -> None:
    pauses = AddressPauses(lambda: 1000.0, free=1, kept=2)
    for place in ("10.0.0.1", "10.0.0.2", "10.0.0.1", "10.0.0.3"):
        pauses.tried(place)
    assert [pauses.wait_s(f"10.0.0.{n}") for n in (1, 2, 3)] == [10, 0, 5]


def test_the_addresses_of_one_ipv6_network_are_one_place(people: People) -> None:
    for number in range(3):
        people.known("A. Claes", "999999", place=f"2001:db8:1:2::{number}")
    assert isinstance(people.known("A. Claes", "280564", place="2001:db8:1:2:ffff::1"), Refused)
    assert who(people.known("A. Claes", "280564", place="2001:db8:1:3::1")) == ("A. Claes", "technician")
    assert isinstance(people.known("A. Claes", "999999", place="unix:"), Refused), "no address at all"


def test_guesses_from_any_number_of_places_leave_the_file_small(people: People) -> None:
    people.known("M. Dupont", "9999")
    for number in range(COUNTS_KEPT + 50):
        people.add("A. Claes", "technician", "280564") if number % 90 == 0 else None
        people.known("A. Claes", "999999", place=f"10.0.{number // 250}.{number % 250}")
    wrong = json.loads(people.path.read_text())["wrong"]
    assert len(wrong) <= COUNTS_KEPT + 2
    assert wrong["M. Dupont"] == 1


def test_a_new_pin_ends_every_pause(people: People) -> None:
    for _ in range(4):
        people.known("A. Claes", "999999", place=GUEST)
    people.add("A. Claes", "technician", "831557")
    assert who(people.known("A. Claes", "831557", place=GUEST)) == ("A. Claes", "technician")


def test_who_is_inside_stays_while_they_do_something(people: People, clock: Clock) -> None:
    cookie = people.let_in(people.listed("supervisor")[0])
    for _ in range(10):
        clock.now += inside.IDLE_S - 1
        assert who(people.inside(cookie)) == ("M. Dupont", "supervisor")
    clock.now += inside.IDLE_S + 1
    assert people.inside(cookie) is None


def test_a_croupier_stays_for_a_shift_and_no_longer(people: People, clock: Clock) -> None:
    cookie = people.let_in(people.add("J. Peeters", "croupier", "8830"))
    clock.now += inside.IDLE_S * 4
    assert people.inside(cookie) is not None
    clock.now += inside.LONGEST_S
    assert people.inside(cookie) is None


@pytest.mark.parametrize("cookie", ["", ".", "abc", "abc.def", "é.é", "a" * 10_000])
def test_a_made_up_cookie_means_nothing(people: People, cookie: str) -> None:
    assert people.inside(cookie) is None


def test_a_cookie_whose_signature_was_changed_means_nothing(people: People) -> None:
    cookie = people.let_in(people.listed("supervisor")[0])
    assert people.inside(cookie[:-1] + ("0" if cookie[-1] != "0" else "1")) is None
    assert people.inside("x" + cookie) is None
    assert people.inside(cookie) is not None


def test_who_leaves_or_is_removed_is_out(people: People) -> None:
    first, second = (people.let_in(people.listed("supervisor")[0]) for _ in range(2))
    people.let_out(first)
    assert people.inside(first) is None
    people.remove("M. Dupont")
    assert people.inside(second) is None
    assert not people.guards("supervisor")


def test_who_is_removed_while_they_come_in_is_not_inside(people: People) -> None:
    for remove in (people.remove, People(people.path).remove):
        people.add("M. Dupont", "supervisor", "4711")
        found = people.known("M. Dupont", "4711")
        assert isinstance(found, Person)
        remove("M. Dupont")
        cookie = people.let_in(found)
        assert people.inside(cookie) is None
        people.add("M. Dupont", "technician", "9021")
        assert people.inside(cookie) is None
        assert people.inside(people.let_in(found)) is None, "they have another role now"


def test_whose_pin_is_changed_while_they_come_in_with_the_old_one_is_not_inside(people: People) -> None:
    for at, change in enumerate((people.add, People(people.path).add)):
        found = people.known("M. Dupont", f"471{1 + at}")
        assert isinstance(found, Person)
        changed = change("M. Dupont", "supervisor", f"471{2 + at}")
        assert people.inside(people.let_in(found)) is None
        assert people.inside(people.let_in(changed)) == changed == found


@pytest.mark.parametrize(
    ("name", "role", "pin", "why"),
    [
        ("", "supervisor", "4711", "a name has"),
        ("x" * 10_000, "supervisor", "4711", "a name has"),
        ("a\u0000b", "supervisor", "4711", "a name has"),
        ("M. Dupont", "king", "4711", "king is no role"),
        ("M. Dupont", "supervisor", "471", "a PIN has 4 to 12 digits"),
        ("M. Dupont", "supervisor", "٤٧١١", "a PIN has 4 to 12 digits"),
        ("M. Dupont", "supervisor", "1" * 10_000, "a PIN has 4 to 12 digits"),
        ("M. Dupont", "supervisor", "two dogs ba", "a passphrase 12 to 128 characters"),
        ("M. Dupont", "supervisor", "two dogs bark " * 10, "a passphrase 12 to 128 characters"),
        ("M. Dupont", "supervisor", "abcdabcdabcd", "a passphrase has 5 different characters"),
        ("M. Dupont", "supervisor", "1111111111111", "a passphrase has 5 different characters"),
        ("M. Dupont", "supervisor", "0000", "the first that anybody would try"),
        ("M. Dupont", "supervisor", "12345", "the first that anybody would try"),
        ("M. Dupont", "supervisor", "7890", "the first that anybody would try"),
        ("M. Dupont", "supervisor", "3210", "the first that anybody would try"),
        ("M. Dupont", "supervisor", "0987", "the first that anybody would try"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    people: People, name: str, role: str, pin: str, why: str
) -> None:
    with pytest.raises(PeopleError) as refused:
        people.add(name, role, pin)
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


ENTRY: dict[str, object] = {"name": "x", "role": "supervisor", "salt": "", "hash": "", "n": 2, "r": 1, "p": 1}
WHOLE: dict[str, object] = {"key": "00", "wrong": {}, "people": []}
NOT_OF_AN_ENTRY: tuple[tuple[str, object], ...] = (
    ("n", "2"),
    ("n", 3),
    ("n", 1),
    ("p", 2**20),
    ("r", 0),
    ("role", []),
    ("phrase", {}),
)
NOT_OF_THE_FILE: tuple[tuple[str, object], ...] = (
    *(("wrong", None), ("wrong", []), ("wrong", {"x": "1"}), ("people", [{"name": "x"}])),
    *(("names", {"p-1": 5}), ("names", ["p-1"]), ("erased", [5]), ("erased", ["\ud800"]), ("key", "x")),
)
SPOILT = (
    [],
    *({**WHOLE, name: odd} for name, odd in NOT_OF_THE_FILE),
    *({**WHOLE, "people": [{**ENTRY, name: odd}]} for name, odd in NOT_OF_AN_ENTRY),
)


@pytest.mark.parametrize("spoilt", SPOILT, ids=str)
def test_a_spoilt_file_lets_nobody_in(tmp_path: Path, spoilt: object) -> None:
    path = tmp_path / "people.json"
    path.write_text(json.dumps(spoilt))
    with pytest.raises(PeopleError, match="is not a file of people"):
        People(path)


def test_a_new_pin_replaces_the_old_one(people: People) -> None:
    people.add("M. Dupont", "supervisor", "9021")
    assert isinstance(people.known("M. Dupont", "4711"), Refused)
    assert who(people.known("M. Dupont", "9021")) == ("M. Dupont", "supervisor")
    assert len(people.listed("supervisor")) == 1


def test_what_the_command_writes_is_known_to_an_open_table_at_once(people: People) -> None:
    cookie = people.let_in(people.listed("supervisor")[0])
    other = People(people.path)
    other.add("E. Maes", "trainer", "8830")
    assert who(people.known("E. Maes", "8830")) == ("E. Maes", "trainer")
    other.remove("M. Dupont")
    assert not people.guards("supervisor")
    assert people.inside(cookie) is None


@pytest.mark.parametrize(
    "write",
    [
        lambda other: other.remove("M. Dupont"),
        lambda other: other.add("M. Dupont", "supervisor", "9021"),
        lambda other: other.add("M. Dupont", "trainer", "4711"),
    ],
    ids=["removed", "another PIN", "another role"],
)
def test_whom_the_command_removes_or_changes_is_out_with_their_next_look(
    people: People, write: Callable[[People], object]
) -> None:
    theirs, of_another = (people.let_in(people.listed(role)[0]) for role in ("supervisor", "technician"))
    write(People(people.path))
    assert people.inside(theirs) is None
    assert who(people.inside(of_another)) == ("A. Claes", "technician"), "nothing of theirs was changed"


def test_a_cookie_outlives_a_restart_before_anybody_has_a_pin(tmp_path: Path) -> None:
    path = tmp_path / "people.json"
    first = People(path)
    assert (first.unsealed("1.x"), first.listed(), path.exists()) == ("", [], False), "to look writes nothing"
    cookie = first.sealed("1")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again = People(path)
    assert again.unsealed(cookie) == "1"
    assert again.sealed("1") == cookie
    assert (again.listed(), again.guards("supervisor")) == ([], False), "nobody has a PIN by it"


def test_two_that_open_at_once_seal_with_one_key(tmp_path: Path) -> None:
    one, other = People(tmp_path / "people.json"), People(tmp_path / "people.json")
    assert other.unsealed(one.sealed("1")) != "1", "the other has not looked again yet"
    assert other.sealed("1") == one.sealed("1")


def test_where_the_key_cannot_be_kept_a_cookie_lasts_until_the_table_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, kept: object) -> None:
        raise PeopleError("the disk is full")

    monkeypatch.setattr(people_file, "write", full)
    people = People(tmp_path / "people.json")
    assert people.unsealed(people.sealed("1")) == "1"
