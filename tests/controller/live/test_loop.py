"""The loop: journal first, then the table, then the listeners; and what happens when one of them fails."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core import options as house
from sabot.core.cards import DECK, card_named
from sabot.core.observations import (
    Acknowledged,
    Announced,
    BetsClosed,
    ButtonPressed,
    CardSeen,
    ClockTicked,
    Confirmed,
    CoupEnded,
    CutCardSeen,
    DeviceFound,
    DeviceLost,
    Perceived,
    SabotOpened,
    Said,
    Staked,
    Undone,
)
from sabot.core.reasons import NOTHING, Reason, from_dict, reason
from sabot.core.shapes.json import Plain
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox, NotKept
from sabot.live.loop import Loop
from sabot.record import resume as resuming
from sabot.record.journal import Journal, JournalError, reading, records, verify
from sabot.record.resume import begun, remembered
from tests.overheard import overheard

GAME = GAMES["punto-banco"]
LIVE = house.read(GAME.Options, [("close", "croupier")])


def card(text: str) -> CardSeen:
    return CardSeen(card_named(text))


class Table:
    """A table on a journal of its own, stepped by hand: no thread."""

    def __init__(self, path: Path, *, options=LIVE, outputs=(), journal: Journal | None = None) -> None:
        self.path = path
        self.journal = journal or Journal(path)
        beginning = begun(path, fresh=opened(GAME, options), name="T", wall_ns=1)
        self.journal.append(beginning.entries)
        self.inbox, self.feed = Inbox(), Feed()
        self.loop = Loop(
            beginning.table,
            journal=self.journal,
            inbox=self.inbox,
            feed=self.feed,
            outputs=outputs,
            shown={"lang": "fr"},
            retry_s=0.001,
        )

    def does(self, *observations):
        receipts = [self.inbox.put(each) for each in observations]
        self.loop.keep(self.inbox.take(0))
        return receipts

    def killed(self) -> None:
        """What a kill leaves: the file as it is."""
        self.journal.close()

    @property
    def on_record(self):
        with reading(self.path) as file:
            return list(records(file))


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "table.sqlite3"


@pytest.fixture
def table(path):
    table = Table(path)
    yield table
    table.killed()


def kinds(found) -> list[str]:
    return [
        record.plain.get("kind") or record.plain.get("event") or record.plain.get("note") or record.kind
        for record in found
    ]


def test_what_was_seen_is_on_record_before_what_it_caused(table):
    table.does(BetsClosed())
    table.does(card("8C"))
    assert kinds(table.on_record) == ["opening", "BetsClosed", "owed", "call", "CardSeen", "card", "owed"]
    assert [record.coup for record in table.on_record][1:] == [1] * 6


def test_nobody_is_told_before_it_is_on_record(path):
    """The record is looked for through another connection, at the moment of the telling."""
    heard = []

    class Listener:
        def publish(self, seq, view, events=()):
            with reading(path) as file:
                heard.append((seq, max(record.seq for record in records(file)), len(events)))

    table = Table(path, outputs=[Listener()])
    receipts = table.does(BetsClosed(), card("8C"))
    assert [seq <= newest for seq, newest, _ in heard] == [True, True]
    assert [receipt.result(0) for receipt in receipts] == [seq for seq, _, _ in heard] == [4, 7]
    table.killed()


def test_several_that_wait_are_one_commit_and_still_one_picture_each(table, monkeypatch):
    commits: list[object] = []
    monkeypatch.setattr(table.journal, "append", overheard(commits, table.journal.append))
    with table.feed.subscribe(most=9) as place:
        table.does(BetsClosed(), card("8C"), card("KD"), card("3H"), card("6S"))
        pictures = [place.get(0).view for _ in range(5)]
    assert len(commits) == 1
    assert [view["sabot"]["drawn"] for view in pictures] == [0, 1, 2, 3, 4]


def test_every_view_carries_what_the_table_was_set_up_with(table):
    table.does(BetsClosed())
    view = table.feed.newest.view
    assert (view["lang"], view["halted"], view["unconfirmed"]) == ("fr", None, False)


def test_an_output_that_fails_is_logged_once_and_the_game_goes_on(path, caplog):
    class Broken:
        def publish(self, seq, view, events=()):
            raise RuntimeError("no lamp")

    table = Table(path, outputs=[Broken()])
    with caplog.at_level(logging.ERROR):
        table.does(BetsClosed())
        table.does(card("8C"))
    assert table.feed.newest.view["places"][0]["cards"] == ["8C"]
    assert [record.message for record in caplog.records] == ["output Broken failed and is passed over"]
    table.killed()


def test_a_tick_that_changes_nothing_is_not_on_record_and_its_receipt_is_given_all_the_same(table):
    (receipt,) = table.does(ClockTicked(5))
    assert receipt.result(0) == 1
    assert kinds(table.on_record) == ["opening"]


def test_a_referee_that_fails_costs_the_act_and_not_the_table(table, monkeypatch, caplog):
    step = resuming.step

    def fails(before, observation):
        if observation == card("KD"):
            raise ZeroDivisionError
        return step(before, observation)

    monkeypatch.setattr(resuming, "step", fails)
    table.does(card("8C"))
    table.does(card("KD"))
    table.does(card("3H"))
    assert "the referee failed at" in caplog.text
    assert [place["cards"] for place in table.feed.newest.view["places"]] == [["8C"], ["3H"]]
    assert kinds(table.on_record).count("CardSeen") == 3


HALVES = ("\ud800", "a\udcff")


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize(
    "spoken", [str, lambda half: reason("{why} {n}", why=reason("{note}", note=half), n=2)]
)
def test_half_a_character_is_put_on_record_as_a_question_mark_and_is_the_same_after_a_restart(
    table, path, half, spoken
):
    note = spoken(half)
    seen = Perceived(CardSeen(None, note=note), 5, 5)
    receipts = table.does(Said(half), Acknowledged(by=half), seen, Confirmed(by="é"))
    assert all(receipt.exception(0) is None for receipt in receipts)
    table.killed()
    assert verify(path).wrong == ""
    assert remembered(path).play == table.loop.table.play


def test_a_loop_that_fails_as_nobody_foresaw_says_so_on_every_screen_and_takes_nothing_more(
    table, monkeypatch, caplog
):
    monkeypatch.setattr(table.journal, "append", lambda entries: 1 / 0)
    pressed = table.inbox.put(BetsClosed())
    table.loop.run()
    assert "start the table again" in table.feed.newest.view["halted"]["id"]
    assert isinstance(pressed.exception(0), NotKept)
    assert isinstance(table.inbox.put(BetsClosed()).exception(0), NotKept)


def test_the_instrument_that_saw_it_and_its_own_number_are_on_record(table):
    table.inbox.put(Perceived(card("8C"), 11, 12, "3:7"), role="sabot")
    table.loop.keep(table.inbox.take(0))
    seen = table.on_record[1]
    assert (seen.wall_ns, seen.monotonic_ns, seen.role, seen.mark) == (11, 12, "sabot", "3:7")


# --- the journal cannot be written


class Refusing(Journal):
    """A disk that says no as often as it is told to; `lies`: it has the step nevertheless."""

    refuses, lies = 0, False

    def append(self, entries):
        if self.refuses:
            self.refuses -= 1
            entries = list(entries)
            if self.lies:
                before = self.head
                super().append(entries)
                self._head = before
            self._drop_file()
            raise JournalError("the journal cannot be used: the disk is full: free some space")
        return super().append(entries)


@pytest.fixture
def refusing(path):
    table = Table(path, journal=Refusing(path))
    yield table
    table.killed()


def test_a_table_whose_journal_fails_halts_says_so_on_every_screen_and_goes_on_by_itself(refusing):
    with refusing.feed.subscribe() as place:
        refusing.journal.refuses = 3
        (receipt,) = refusing.does(Perceived(card("8C"), 1, 1))
        halted, well, dealt = place.get(0), place.get(0), place.get(0)
    assert "the disk is full" in str(from_dict(halted.view["halted"]))
    assert halted.view["places"][0]["cards"] == []
    assert well.view["halted"] is dealt.view["halted"] is None
    assert [halted.seq, well.seq, dealt.seq] == [1, 2, 5]  # a screen never has records that it does not show
    assert dealt.view["places"][0]["cards"] == ["8C"]
    assert receipt.result(0) == dealt.seq
    assert kinds(refusing.on_record) == ["opening", "halted", "CardSeen", "card", "owed"]


def test_a_card_seen_while_the_journal_fails_is_kept_and_a_button_pressed_is_refused(refusing):
    """The card has left the sabot even if the disk fails; a button must not act minutes later."""
    refusing.journal.refuses = 2
    pressed, seen = refusing.does(BetsClosed(), Perceived(card("8C"), 1, 1))
    with pytest.raises(NotKept, match="the disk is full"):
        pressed.result(0)
    assert seen.result(0) > 0
    assert kinds(refusing.on_record) == ["opening", "halted", "CardSeen", "card", "owed"]


def test_while_the_table_is_halted_the_inbox_refuses_people_at_the_door():
    inbox = Inbox()
    inbox.halted = Reason("the disk is full")
    with pytest.raises(NotKept, match="the disk is full"):
        inbox.put(CoupEnded()).result(0)
    inbox.put(Perceived(card("8C"), 1, 1))
    assert [waiting.perceived.observation for waiting in inbox.take(0)] == [card("8C")]


def test_a_step_that_is_on_disk_although_the_disk_said_no_is_neither_lost_nor_doubled(refusing):
    refusing.journal.refuses, refusing.journal.lies = 1, True
    (receipt,) = refusing.does(Perceived(card("8C"), 1, 1))
    assert receipt.result(0) == 4
    refusing.does(Perceived(card("KD"), 1, 1))
    assert kinds(refusing.on_record) == ["opening", "CardSeen", "card", "owed", "CardSeen", "card", "owed"]
    assert verify(refusing.path).wrong == ""


def test_a_table_whose_journal_is_removed_halts_and_goes_on_when_its_copy_is_put_back(path):
    class Technician:
        """Reads what the screen says, and does it."""

        read = ""

        def publish(self, seq, view, events=()):
            if view["halted"]:
                self.read = str(from_dict(view["halted"]))
                path.with_name(path.name + ".saved").rename(path)

    technician = Technician()
    table = Table(path, outputs=[technician])
    path.unlink()
    (receipt,) = table.does(Perceived(card("8C"), 1, 1))
    assert (
        f"it was removed while the table was running: put it back, or rename {path}.saved" in technician.read
    )
    assert receipt.result(0) == 5
    assert verify(path).wrong == ""
    with reading(path) as file:
        assert kinds([*records(file)]) == ["opening", "halted", "CardSeen", "card", "owed"]
    table.journal.close()


def test_a_table_that_is_closed_while_halted_acknowledges_nothing(refusing):
    refusing.journal.refuses = 10**9
    receipt = refusing.inbox.put(Perceived(card("8C"), 1, 1))
    refusing.loop.start()
    with refusing.feed.subscribe() as place:
        while not (update := place.get(60)).view["halted"]:
            continue
    assert "disk is full" in str(from_dict(update.view["halted"]))
    refusing.loop.stop()
    with pytest.raises(NotKept):
        receipt.result(60)


def withdrawn(found) -> list[int]:
    """The records that undos name."""
    return [each.plain["from"] for each in found if each.plain.get("event") == "undone"]


def test_an_undo_names_the_record_of_the_act_that_it_takes_back(table):
    table.does(BetsClosed())
    table.does(card("8C"), card("KD"))
    taken_back = next(record.seq for record in table.on_record if record.plain.get("card") == "KD")
    table.does(Undone())
    assert withdrawn(table.on_record) == [taken_back]


def test_an_undo_names_it_also_where_the_act_waited_for_the_journal(refusing):
    refusing.journal.refuses = 1
    refusing.does(Perceived(card("8C"), 1, 1))
    seen = [record.seq for record in refusing.on_record if record.plain.get("kind") == "CardSeen"]
    refusing.does(Undone())
    assert withdrawn(refusing.on_record) == seen == [3]


def test_a_standstill_and_its_end_are_in_the_log(refusing, caplog):
    refusing.journal.refuses = 2
    refusing.does(Perceived(card("8C"), 1, 1))
    halted, goes_on = [(each.levelname, each.message) for each in caplog.records]
    assert halted == ("ERROR", "halted: the journal cannot be used: the disk is full: free some space")
    assert goes_on == ("WARNING", "the journal is written again")


# --- a restart is a replay


def test_after_a_kill_the_very_coup_lies_on_the_table_and_waits_to_be_confirmed(table, path):
    table.does(Staked("banco", 2000, 3), BetsClosed(), card("8C"), card("KD"), card("4H"))
    before = table.feed.newest.view
    table.killed()
    again = Table(path)
    again.loop.tell(0, again.loop.table)
    view = again.feed.newest.view
    changed = {"clock_ns", "unconfirmed", "instruments"}
    assert {k: v for k, v in view.items() if k not in changed} == {
        k: v for k, v in before.items() if k not in changed
    }
    assert view["unconfirmed"] is True
    again.does(Confirmed(by="croupier"))
    assert again.feed.newest.view["unconfirmed"] is False
    again.does(card("9S"))
    assert again.feed.newest.view["places"][1]["cards"] == ["KD", "9S"]
    again.killed()


def test_between_coups_there_is_nothing_to_confirm(path):
    Table(path).killed()
    again = Table(path)
    assert again.loop.table.room.unconfirmed is False
    assert kinds(again.on_record) == ["opening", "resumed"]
    again.killed()


def test_no_instrument_is_taken_for_found_after_a_restart(table, path):
    table.does(DeviceFound("sabot", "lines", "/dev/ttyUSB0"))
    table.killed()
    again = Table(path)
    assert again.loop.table.room.instruments == ()
    again.killed()


def test_what_was_taken_back_before_the_kill_can_still_be_taken_back_after_it(table, path):
    table.does(card("8C"), card("KD"), Undone("croupier", "misread"))
    table.killed()
    again = Table(path)
    again.does(Undone("croupier", "misread"))
    assert again.feed.newest.view["places"][0]["cards"] == []
    again.killed()


def test_other_options_open_the_table_again_and_the_coups_are_counted_on(table, path):
    table.does(card("8C"))
    table.killed()
    again = Table(path, options=house.read(GAME.Options, [("close", "croupier"), ("decks", "8")]))
    assert kinds(again.on_record)[-1] == "opening"
    again.does(card("8C"))
    assert (again.feed.newest.view["coup"], again.feed.newest.view["sabot"]["decks"]) == (2, 8)
    again.killed()


def test_a_journal_of_a_game_that_is_no_longer_known_is_refused_in_one_line(table, path):
    table.killed()
    with Journal(path) as journal:
        journal.append([resuming.Entry("opening", {"game": "faro", "options": {}, "coup": 0})])
    with pytest.raises(JournalError, match="does not know: 'faro'"):
        remembered(path)


NATURAL = ("8C", "KD", "KH", "QD")


def coup(table: Table) -> None:
    table.does(BetsClosed(), *map(card, NATURAL), CoupEnded())


def test_a_long_evening_is_not_folded_from_its_beginning(table, monkeypatch):
    """A taille that begins fresh is a place to begin from; what could be taken back still can be."""
    for _ in range(6):
        table.does(SabotOpened())
        for _ in range(50):
            coup(table)
    table.does(BetsClosed(), card("8C"))
    table.killed()
    starts: list[Plain] = []
    monkeypatch.setattr(resuming, "reopened", overheard(starts, resuming.reopened))
    assert remembered(table.path).play == table.loop.table.play
    assert [body["coup"] for body in starts] == [100]
    assert {alert["fault"]["kind"] for alert in starts[0]["alerts"]} == {"impossible-card"}


def test_a_taille_that_was_opened_by_mistake_and_taken_back_is_not_begun_from(table, path, monkeypatch):
    monkeypatch.setattr(resuming, "COUPS_BACK", 0)
    coup(table)
    table.does(SabotOpened())
    table.does(Undone())
    table.does(Undone())
    table.killed()
    assert remembered(path).play == table.loop.table.play
    assert remembered(path).play.sabot.drawn == 4


CARDS = st.sampled_from(DECK)
OBSERVATIONS = st.one_of(
    st.builds(
        CardSeen,
        st.one_of(CARDS, st.none()),
        st.sampled_from([None, "punto", "banco", "x"]),
        st.sampled_from(["sabot", "camera", "manual"]),
        st.sampled_from([NOTHING, Reason("smudged"), reason("{n} of {m} beams are dark", n=2, m=3)]),
    ),
    st.builds(Staked, st.sampled_from(["banco", "punto", "x"]), st.integers(-5, 5000)),
    st.sampled_from(
        [
            BetsClosed(),
            CoupEnded(),
            CoupEnded(),
            SabotOpened(),
            Undone(),
            Undone("a", "b"),
            Acknowledged(),
            Confirmed(),
            CutCardSeen(),
            ButtonPressed("undo"),
            ButtonPressed("supervisor"),
            DeviceLost("sabot", "silent"),
            Said("carte"),
            Announced("banco"),
            ClockTicked(3),
        ]
    ),
)


@settings(max_examples=40)
@given(st.lists(OBSERVATIONS, max_size=60), st.sampled_from(["auto", "croupier"]), st.integers(1, 30))
def test_whatever_was_seen_the_journal_remembers_the_very_table(tmp_path_factory, seen, close, together):
    path = tmp_path_factory.mktemp("journal") / "table.sqlite3"
    table = Table(path, options=house.read(GAME.Options, [("close", close)]))
    for start in range(0, len(seen), together):
        table.does(*seen[start : start + together])
    table.killed()
    again, live = remembered(path), table.loop.table
    assert again.play == live.play
    assert (again.acts, again.chapters) == (live.acts, live.chapters)
    assert again.room.help_wanted == live.room.help_wanted
    assert verify(path).wrong == ""


def test_a_clock_set_back_within_a_coup_changes_no_order_and_no_result(path):
    table = Table(path)
    hour_ns = 3_600_000_000_000
    walls = iter([9 * hour_ns, 9 * hour_ns + 1, 8 * hour_ns, 8 * hour_ns + 1, 10 * hour_ns, 10 * hour_ns])
    table.inbox = Inbox(wall_ns=lambda: next(walls))
    table.loop._inbox = table.inbox
    for each in (BetsClosed(), *map(card, NATURAL), CoupEnded()):
        table.does(each)
    live = table.loop.table
    assert table.feed.newest.view["results"][0]["winner"] == "punto"
    table.killed()
    assert remembered(path).play == live.play
    assert verify(path).wrong == ""
    seen = [record for record in table.on_record if record.kind == "observation"]
    assert [record.wall_ns // hour_ns for record in seen] == [9, 9, 8, 8, 10, 10]


def test_another_game_at_a_restart_abandons_the_coup_aloud_and_on_record(table, path, caplog):
    table.does(*map(card, ("8C", "4S")))
    table.killed()
    fresh = opened(GAMES["chemin-de-fer"])
    note, opening = begun(path, fresh=fresh, name="T", wall_ns=2).entries
    assert (note.body["note"], note.coup, opening.kind) == ("abandoned", 1, "opening")
    assert note.body["cards"] == {"punto": ["8C"], "banco": ["4S"]}
    (line,) = [each.getMessage() for each in caplog.records]
    assert line.startswith("coup 1 of punto-banco lay undecided and is abandoned")


def test_a_decided_coup_is_not_abandoned_by_another_game(table, path, caplog):
    table.does(*map(card, NATURAL))
    table.killed()
    (opening,) = begun(path, fresh=opened(GAMES["chemin-de-fer"]), name="T", wall_ns=2).entries
    assert opening.kind == "opening"
    assert not caplog.records


def test_the_events_on_record_are_those_that_were_told(table):
    with table.feed.subscribe(most=99) as place:
        table.does(BetsClosed(), *map(card, NATURAL))
        table.does(CoupEnded())
        told = [event for _ in range(6) for event in place.get(0).events]
    kept = [record.plain for record in table.on_record if record.kind == "event"]
    assert kept == told
    assert any(event["event"] == "result" for event in told)


def test_an_output_that_works_again_is_named_once_more_when_it_fails(path, caplog):
    fails = [True, False, True, True]

    class Loose:
        def publish(self, seq, view, events=()):
            if fails.pop(0):
                raise RuntimeError("a loose wire")

    table = Table(path, outputs=[Loose()])
    for each in ("8C", "KD", "3H", "6S"):
        table.does(card(each))
    assert len(caplog.records) == 2
    table.killed()


def test_a_second_output_is_told_although_the_first_one_fails(path):
    heard = []

    class Broken:
        def publish(self, seq, view, events=()):
            raise RuntimeError

    class Whole:
        def publish(self, seq, view, events=()):
            heard.append(seq)

    table = Table(path, outputs=[Broken(), Whole()])
    table.does(BetsClosed())
    assert heard == [4]
    table.killed()


def test_every_step_and_every_moment_of_a_standstill_says_that_the_loop_is_alive(refusing, monkeypatch):
    said = []
    monkeypatch.setattr(refusing.feed, "alive", lambda: said.append(1))
    refusing.does(ClockTicked(5))
    assert len(said) == 1
    refusing.journal.refuses = 3
    refusing.does(Perceived(card("8C"), 1, 1))
    assert len(said) >= 1 + 3


def test_the_place_where_a_fold_may_begin_is_on_record_outside_any_coup_at_the_time_of_the_new_sabot(table):
    table.does(Perceived(SabotOpened(), 70, 30))
    begins = table.on_record[-1]
    assert (begins.kind, begins.coup, begins.wall_ns, begins.monotonic_ns) == ("taille", 0, 70, 30)


def test_each_transaction_is_timed_and_a_tick_without_effect_is_none(table):
    table.does(BetsClosed())
    table.does(ClockTicked(5))
    assert sum(table.loop.measures.commits.counts) == 1
