"""The telephones of the players at home: who holds a seat, under a clock of the test."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence

import pytest

from sabot.core.shapes.view import View
from sabot.live.feed import Feed, Update
from sabot_dashboard import telephones as module
from sabot_dashboard.server import RATE_OF_ALL
from sabot_dashboard.telephones import ASKED_S, CODE_S, LETTERS, Telephones, in_pairs


class Clock:
    """A clock that goes on when the test says so."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(clock: Clock) -> Telephones:
    return Telephones(clock)


class Kept:
    """What a table keeps of its telephones; `written` counts."""

    def __init__(self) -> None:
        self.seats: Mapping[int, Sequence[str]] = {}
        self.written = 0

    def read(self) -> Mapping[int, Sequence[str]]:
        return self.seats

    def write(self, seats: Mapping[int, Sequence[str]]) -> None:
        self.seats, self.written = seats, self.written + 1


@pytest.fixture
def kept() -> Kept:
    return Kept()


def seated(house: Telephones, seat: int, token: str = "") -> str:
    """The cookie of a telephone that brought the code of this seat."""
    cookie = house.joins(seat, house.code(seat), token)
    assert cookie is not None
    return cookie


def heard(house: Telephones, *events: dict[str, object], shut: bool = False) -> None:
    """What the table says of itself."""
    view: View = {"shut": shut}
    house.hear(Update(1, view, events))


def test_a_telephone_with_the_code_of_a_seat_holds_it(house: Telephones) -> None:
    cookie = seated(house, 2)
    assert (house.place(cookie).seat, house.place(cookie).state) == (2, "holds")
    assert house.holds(cookie, 2)
    assert not house.holds(cookie, 3)
    assert house.states() == {2: "holds"}


def test_a_code_is_read_in_pairs_in_small_letters_and_with_spaces(house: Telephones) -> None:
    code = house.code(2)
    assert len(code) == 8
    assert {*code} <= {*LETTERS}
    assert house.joins(2, f" {in_pairs(code).lower()} ", "") is not None


def test_a_code_is_used_once(house: Telephones) -> None:
    code = house.code(2)
    assert house.joins(2, code, "") is not None
    assert house.joins(2, code, "") is None


def test_a_code_is_of_one_seat(house: Telephones) -> None:
    assert house.joins(3, house.code(2), "") is None
    assert house.place("").state == "none"


@pytest.mark.parametrize("wrong", ["", "AAAA-AAAA", "x" * 10_000, "é\ud800", "22222222 2"])
def test_any_other_letters_are_no_code(house: Telephones, wrong: str) -> None:
    house.code(2)
    assert house.joins(2, wrong, "") is None
    assert house.joins(5, wrong, "") is None


def test_a_new_code_ends_the_one_before_it(house: Telephones) -> None:
    first = house.code(2)
    second = house.code(2)
    assert house.joins(2, first, "") is None
    assert house.joins(2, second, "") is not None


def test_a_code_is_too_old_after_ten_minutes(house: Telephones, clock: Clock) -> None:
    code = house.code(2)
    assert house.states() == {2: "code"}
    assert house.has_code(2)
    clock.now_s += CODE_S
    assert not house.has_code(2)
    assert house.joins(2, code, "") is None


def test_a_telephone_comes_back_to_its_seat_with_its_cookie_however_long_it_slept(
    house: Telephones, clock: Clock
) -> None:
    cookie = seated(house, 2)
    clock.now_s += 5 * 3600
    assert house.holds(cookie, 2)


def test_a_second_telephone_asks_and_the_first_is_the_one_that_holds(house: Telephones, clock: Clock) -> None:
    first, second = seated(house, 2), seated(house, 2)
    clock.now_s += 5
    assert house.place(first) == module.Place(2, "asked", ASKED_S - 5)
    assert house.place(second) == module.Place(2, "asks", ASKED_S - 5)
    assert (house.holds(first, 2), house.holds(second, 2)) == (True, False)
    assert house.states() == {2: "asked"}


def test_the_first_telephone_keeps_the_seat(house: Telephones) -> None:
    first, second = seated(house, 2), seated(house, 2)
    house.answers(2, keeps=True)
    assert house.place(first).state == "holds"
    assert house.place(second) == module.Place(why=module.KEPT)


def test_the_first_telephone_gives_the_seat_up(house: Telephones) -> None:
    first, second = seated(house, 2), seated(house, 2)
    house.answers(2, keeps=False)
    assert house.place(first) == module.Place(why=module.ANOTHER)
    assert house.place(second).state == "holds"


def test_without_an_answer_the_second_telephone_has_the_seat(house: Telephones, clock: Clock) -> None:
    first, second = seated(house, 2), seated(house, 2)
    clock.now_s += ASKED_S - 0.1
    assert house.holds(first, 2)
    clock.now_s += 0.1
    assert (house.holds(first, 2), house.holds(second, 2)) == (False, True)
    house.answers(2, keeps=True)  # too late
    assert house.holds(second, 2)


def test_a_third_telephone_asks_in_the_place_of_the_second(house: Telephones) -> None:
    first, second, third = seated(house, 2), seated(house, 2), seated(house, 2)
    assert (house.place(first).state, house.place(third).state) == ("asked", "asks")
    assert house.place(second) == module.Place(why=module.ANOTHER)


def test_a_telephone_that_holds_the_seat_may_bring_another_code_of_it(house: Telephones) -> None:
    cookie = seated(house, 2)
    assert seated(house, 2, cookie) == cookie
    assert house.place(cookie).state == "holds"


def test_a_telephone_has_one_seat(house: Telephones) -> None:
    first = seated(house, 2)
    second = seated(house, 3, first)
    assert house.states() == {3: "holds"}
    assert (house.holds(first, 2), house.holds(second, 3)) == (False, True)


def test_the_telephone_that_asks_has_the_seat_when_the_other_leaves(house: Telephones) -> None:
    first, second = seated(house, 2), seated(house, 2)
    house.leaves(first)
    assert house.place(first) == module.Place()
    assert house.holds(second, 2)


def test_a_telephone_that_asks_may_stop(house: Telephones) -> None:
    first, second = seated(house, 2), seated(house, 2)
    house.leaves(second)
    assert house.place(first).state == "holds"
    assert house.place(second).state == "none"
    house.leaves("nobody's")
    assert house.states() == {2: "holds"}


def test_the_table_takes_telephones_off_a_seat_and_their_code_with_them(house: Telephones) -> None:
    first, second = seated(house, 2), seated(house, 2)
    code, other = house.code(2), seated(house, 3)
    house.revoke(2)
    assert [house.place(each) for each in (first, second)] == [module.Place(why=module.TAKEN_OFF)] * 2
    assert house.joins(2, code, "") is None
    assert house.holds(other, 3)


def test_a_player_who_leaves_has_no_telephone(house: Telephones) -> None:
    cookie, other = seated(house, 2), seated(house, 3)
    heard(house, {"event": "bid", "seat": 3}, {"event": "leave", "seat": 2}, {"event": "leave", "seat": None})
    assert house.place(cookie) == module.Place(why=module.LEFT)
    assert house.holds(other, 3)


def test_a_player_who_buys_chips_keeps_their_telephone(house: Telephones) -> None:
    cookie = seated(house, 2)
    heard(house, {"event": "sit", "seat": 2, "amount": "5.00"}, {"event": "shoe", "state": "spent"})
    assert house.holds(cookie, 2)


@pytest.mark.parametrize("shut", [False, True])
def test_a_new_sabot_and_a_closed_table_end_the_evening_of_every_telephone(
    house: Telephones, *, shut: bool
) -> None:
    cookie, code = seated(house, 2), house.code(12)
    heard(house, *([] if shut else [{"event": "shoe", "state": "new"}]), shut=shut)
    assert house.place(cookie) == module.Place(why=module.OVER)
    assert house.joins(12, code, "") is None
    assert house.states() == {}


def test_telephones_hear_of_the_table_by_its_feed(house: Telephones, feed: Feed) -> None:
    house.attend(feed)
    cookie = seated(house, 2)
    house.hear(Update(2, {}, ()))
    assert house.holds(cookie, 2)
    feed.publish(3, {"shut": True})
    assert not house.holds(cookie, 2)


def test_the_table_does_not_wait_while_a_telephone_is_written_to_a_slow_disk(
    clock: Clock, feed: Feed
) -> None:
    waits: list[bool] = []
    table = threading.Thread(target=feed.publish, args=(2, {"shut": True}))

    class Slow(Kept):
        def write(self, seats: Mapping[int, Sequence[str]]) -> None:
            super().write(seats)
            if table.ident is None:
                table.start()
                table.join(60)
                waits.append(table.is_alive())

    house = Telephones(clock, kept=Slow())
    house.attend(feed)
    cookie = seated(house, 2)
    assert waits == [False]
    assert house.place(cookie) == module.Place(why=module.OVER)


def test_what_the_table_says_last_is_heard_though_nobody_asks(clock: Clock, feed: Feed, kept: Kept) -> None:
    house, before = Telephones(clock, kept=kept), {*threading.enumerate()}
    house.attend(feed)
    (thread,) = [each for each in threading.enumerate() if each not in before and each.name == "telephones"]
    seated(house, 2)
    assert [*kept.seats] == [2]
    feed.publish(2, {"shut": True})
    feed.close()
    thread.join(60)
    assert not thread.is_alive()
    assert kept.seats == {}


def test_a_code_is_given_for_the_table_as_it_is_by_then(house: Telephones, feed: Feed) -> None:
    house._place = feed.subscribe()  # nobody hears of it but who asks
    feed.publish(2, {"shut": True})
    assert seated(house, 2)


def test_few_of_the_ended_are_kept(house: Telephones) -> None:
    first = seated(house, 2)
    house.revoke(2)
    for _ in range(module.ENDED_KEPT):
        seated(house, 2)
        house.revoke(2)
    assert house.place(first) == module.Place()


@pytest.fixture
def feed() -> Iterator[Feed]:
    made = Feed()
    yield made
    made.close()


def test_telephones_come_back_to_their_seats_after_a_restart(clock: Clock, kept: Kept) -> None:
    house = Telephones(clock, kept=kept)
    first, second = seated(house, 2), seated(house, 3)
    code = house.code(4)
    clock.now_s = 1.0  # the machine was started, and its clock with it
    house = Telephones(clock, kept=kept)
    assert (house.holds(first, 2), house.holds(second, 3), house.holds(first, 3)) == (True, True, False)
    assert house.joins(4, code, "") is None
    assert house.states() == {2: "holds", 3: "holds"}


def test_a_telephone_that_asked_asks_again_after_a_restart(clock: Clock, kept: Kept) -> None:
    house = Telephones(clock, kept=kept)
    first, second = seated(house, 2), seated(house, 2)
    clock.now_s += ASKED_S / 2
    house = Telephones(clock, kept=kept)
    assert house.place(first) == module.Place(2, "asked", ASKED_S)
    assert house.place(second) == module.Place(2, "asks", ASKED_S)
    clock.now_s += ASKED_S
    assert house.holds(second, 2)
    assert [len(each) for each in kept.seats.values()] == [1]


def test_what_a_telephone_lost_it_has_lost_after_a_restart_too(clock: Clock, kept: Kept) -> None:
    house = Telephones(clock, kept=kept)
    taken_off, left, given_up, stays = (seated(house, seat) for seat in (1, 2, 3, 5))
    asks = seated(house, 5)
    house.revoke(1)
    heard(house, {"event": "leave", "seat": 2})
    house.leaves(given_up)
    house.answers(5, keeps=True)
    house = Telephones(clock, kept=kept)
    assert [house.place(each).seat for each in (taken_off, left, given_up, asks)] == [None] * 4
    assert house.holds(stays, 5)
    heard(house, {"event": "shoe", "state": "new"})
    assert kept.seats == {}


def test_no_cookie_and_no_code_is_kept_and_nothing_is_written_twice(clock: Clock, kept: Kept) -> None:
    house = Telephones(clock, kept=kept)
    code = house.code(2)
    cookie = house.joins(2, code, "")
    assert cookie is not None
    house.place(cookie)
    house.states()
    assert kept.written == 1
    assert cookie not in str(kept.seats)
    assert code not in str(kept.seats)


def test_a_seat_without_a_person_has_no_telephone(house: Telephones) -> None:
    cookies = [seated(house, seat) for seat in (1, 2, 5)]
    at_home = {"deals": True, "simulated": [2], "names": {}}
    view = View(spread={"seats": [1, 2, 3, 4]}, home=at_home)  # type: ignore[typeddict-item]
    house.hear(Update(1, view, ()))
    assert [house.place(each).seat for each in cookies] == [1, None, None]
    assert module.persons(view) == [1, 3, 4]
    assert module.persons(View()) == []


def test_ten_thousand_guesses_find_no_code_and_cost_its_owner_nothing(
    house: Telephones, clock: Clock
) -> None:
    code = house.code(2)
    guesses = (code[:-1] + letter for letter in LETTERS if letter != code[-1])
    assert {house.joins(2, guess, "") for guess in guesses} == {None}
    for number in range(10_000):
        assert house.joins(2, f"{number:08}", "") is None
        clock.now_s += CODE_S / 10_001
    assert house.joins(2, code, "") is not None


def test_all_that_the_table_answers_while_a_code_counts_finds_it_once_in_ten_million() -> None:
    """However many addresses guess, the table answers no more than this in all."""
    answered = RATE_OF_ALL.at_once + RATE_OF_ALL.a_second * CODE_S
    assert answered > 10_000
    assert answered / len(LETTERS) ** module.CODE_LETTERS < 1e-7
    assert len({*LETTERS}) == len(LETTERS) == 30
