"""A house that deals on screens and plays for simulated players: every household game, without threads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

import pytest

from sabot.core import options as house
from sabot.core.cards import any_card_named
from sabot.core.events import FaultFound
from sabot.core.observations import ButtonPressed, CardSeen, Noted, Observation, Said, Staked, Undone
from sabot.core.table import Table, opened, resumed, step
from sabot.core.terms import Fault
from sabot.games.evening.household import Coup
from sabot.games.evening.player import PLAYERS, observed
from sabot.games.evening.stock import has_hands
from sabot.games.evening.wishes import acts
from sabot.games.register import DESCRIPTORS, GAMES
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.simulation import home, pack
from sabot.simulation.home import Company
from sabot.simulation.seats import Seats

AT_HOME = [name for name, each in DESCRIPTORS.items() if each.is_at_home]
DEAL = ButtonPressed("deal")


@pytest.fixture(autouse=True)
def _by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody thinks: that takes time, and has tests of its own."""
    monkeypatch.setattr(home, "players", lambda game: PLAYERS)


class Beside:
    """A table at home and its company; `persons` are the seats of people."""

    def __init__(
        self, game: str, *persons: int, seed: int = 1, opening: tuple[str, ...] = (), **rules: str
    ) -> None:
        self.table = opened(GAMES[game], house.read(GAMES[game].Options, rules.items()))
        seats = range(1, self.table.play.options.players + 1)  # type: ignore[attr-defined]
        self.seats = Seats(frozenset(seats) - {*persons}, True, opening)
        self.faults: list[Fault] = []
        self.done: list[Observation] = []
        self.company = self.joined(seed)

    def joined(self, seed: int) -> Company:
        return Company(
            Feed(),
            Inbox(),
            table=lambda: self.table,
            beat_s=0,
            seats=self.seats,
            rng=Random(seed),
            chance=Random(seed),
        )

    def see(self, *acts: Observation | str) -> None:
        for act in acts:
            seen = Said(act) if isinstance(act, str) else act
            self.table, events = step(self.table, seen)
            self.faults += [event.fault for event in events if isinstance(event, FaultFound)]

    def works(self) -> list[Observation]:
        """What the company does before it looks again."""
        done = []
        for deed in self.company._due(self.table):
            assert not isinstance(deed.does, dict)
            self.see(deed.does)
            done.append(deed.does)
        self.done += done
        return done

    def rest(self) -> None:
        """Until a person is awaited."""
        for _ in range(40):
            if not self.works():
                return
        pytest.fail("the house goes on and on")

    def dealt(self, hands: int) -> None:
        """Until as many hands were dealt; somebody presses for each deal."""
        self.until(lambda table: len(self.hands()) >= hands, most=40)

    def until(self, is_there: Callable[[Table], bool], *, most: int = 400) -> None:
        """Until the table stands so; a person presses where the house waits, and plays by chance."""
        rng = Random(7)
        for _ in range(most):
            if is_there(self.table):
                return
            if not self.works():
                self.see(DEAL)
                if not self.works():
                    self.see(*self.of_persons(rng))
        pytest.fail(f"not there after {most} looks: {self.coup.turns}")

    def of_persons(self, rng: Random) -> Iterator[Observation]:
        """An act of the people at the table."""
        coup = self.coup
        mine = [turn for turn in coup.turns if turn.seat not in self.seats.simulated]
        looked = coup._replace(turns=tuple(mine))
        for words in islice(acts(looked, rng, first_share=0.5), 40 if mine else 0):
            if home.is_taken(self.table, observed(words)):
                yield observed(words)
                return

    @property
    def coup(self) -> Coup:
        coup = self.table.play.coup
        assert isinstance(coup, Coup)
        return coup

    def hands(self) -> list[str]:
        return [each.words for each in self.done if isinstance(each, Said) and each.words.startswith("hand")]


def deals(count: int) -> Callable[[Table], bool]:
    return lambda table: table.play.number > count


@pytest.mark.parametrize("game", AT_HOME)
def test_simulated_players_alone_are_dealt_whole_deals_without_a_fault(game: str) -> None:
    beside = Beside(game)
    while beside.table.play.number < 2:
        assert beside.works(), beside.coup.turns
    assert beside.faults == []


@pytest.mark.parametrize("game", AT_HOME)
def test_a_person_among_simulated_players_plays_for_their_seat_alone(game: str) -> None:
    beside = Beside(game, 1)
    beside.until(deals(1))
    cards = ("hand", "draw", "show") if has_hands(GAMES[game].WORDS) else ("play",)
    of_person = [each for each in beside.done if _seat(each) == 1]
    assert all(isinstance(each, Said) and each.words.split()[0] in cards for each in of_person)
    assert beside.faults == []


def _seat(act: Observation) -> int | None:
    if isinstance(act, Staked):
        return act.seat
    words = act.words.split() if isinstance(act, Said) else []
    return int(words[1]) if len(words) > 1 else None


def test_every_card_of_the_pack_is_dealt_once() -> None:
    beside = Beside("rikken")
    beside.dealt(4)
    dealt = [any_card_named(name) for hand in beside.hands() for name in hand.split()[2:]]
    assert sorted(map(str, dealt)) == sorted(map(str, GAMES["rikken"].rules.PACK(None, 4)))  # type: ignore[attr-defined]


def test_the_first_cards_wait_until_somebody_asks_for_them() -> None:
    beside = Beside("nap", 2)
    assert beside.works() == []
    beside.see(DEAL)
    for _ in range(4):
        beside.works()
    assert [hand.split()[1] for hand in beside.hands()] == ["2", "3", "4", "1"]
    assert beside.works() == [], "seat 2 is to bid"
    beside.see("bid 2 2")
    assert [act.words.split()[:2] for act in beside.works() if isinstance(act, Said)] == [["bid", "3"]]


def test_a_press_while_nothing_waits_asks_for_nothing_later() -> None:
    beside = Beside("nap", 2)
    beside.see(DEAL)
    beside.rest()
    beside.see(DEAL)
    assert beside.works() == []
    beside.see("annule misdeal")
    assert beside.works() == []


def test_after_an_undo_the_same_cards_come_again_and_only_when_asked_for() -> None:
    beside = Beside("nap", 2)
    beside.see(DEAL)
    beside.works()
    first = beside.hands()[0]
    beside.see(Undone())
    assert beside.works() == []
    beside.see(DEAL)
    beside.works()
    assert beside.hands() == [first, first]


def test_a_hand_that_was_taken_back_is_dealt_again_only_when_asked_for() -> None:
    """Also while the other hands are being dealt."""
    beside = Beside("nap", 2)
    beside.dealt(2)
    second = beside.hands()[1]
    beside.see(Undone())
    assert beside.works() == []
    beside.see(DEAL)
    beside.works()
    assert beside.hands()[1:] == [second, second]


def test_nobody_acts_for_a_person_even_if_a_simulated_player_would(monkeypatch: pytest.MonkeyPatch) -> None:
    def meddles(look: object, rng: Random) -> Iterator[Observation]:
        yield Said("answer 2 misdeal")

    beside = Beside("nap", 2)
    beside.see("dealer 2", "deal", "bid 3 pass")
    monkeypatch.setattr(home, "players", lambda game: PLAYERS._replace(speak=meddles))
    assert home.is_taken(beside.table, Said("answer 2 misdeal"))
    assert beside.works() == []


def test_of_two_copies_one_is_left_when_the_other_is_out() -> None:
    ace = any_card_named("AS")
    assert ace is not None
    assert [*pack._in_order([ace, ace], Counter({ace: 1}))] == [ace]


def test_after_an_annulled_deal_and_after_a_misdeal_the_cards_are_shuffled() -> None:
    for again in ("annule a card showed itself", "answer 1 misdeal"):
        beside = Beside("nap", 2)
        beside.see(DEAL)
        beside.dealt(4)
        beside.see(again)
        beside.dealt(8)
        hands = beside.hands()
        assert not {*hands[:4]} & {*hands[4:]}, again
        assert beside.faults == []


def test_after_a_restart_in_mid_deal_the_rest_of_the_pack_is_shuffled() -> None:
    """No card comes twice, although the new order is another."""
    beside = Beside("rikken")
    beside.works()
    beside.works()
    beside.table = resumed(beside.table)
    beside.company = beside.joined(99)
    beside.until(lambda table: len(beside.hands()) == 4)
    dealt = [name for hand in beside.hands() for name in hand.split()[2:]]
    assert len({*dealt}) == 52
    assert beside.faults == []


def test_a_person_confirms_the_deal_after_a_restart_and_the_house_waits_for_them() -> None:
    beside = Beside("nap", 2)
    beside.see(DEAL)
    beside.works()
    beside.table = resumed(beside.table)
    assert beside.works() == []


def test_nobody_deals_at_a_table_that_is_closed() -> None:
    beside = Beside("nap")
    beside.see(Noted("table-closed"))
    assert beside.works() == []


def test_cards_exchanged_come_from_the_rest_of_the_pack() -> None:
    """Those thrown away are not among them."""
    beside = Beside("nap", 2, 3, 4, 1, buy="on", players="4")
    beside.dealt(4)
    before = {name for hand in beside.hands() for name in hand.split()[2:]}
    thrown = beside.hands()[0].split()[2:]
    beside.see("swap 2 " + " ".join(thrown))
    (drawn,) = beside.works()
    assert isinstance(drawn, Said)
    assert drawn.words.startswith("draw 2 ")
    assert len({*drawn.words.split()[2:]} - before) == 5


def test_a_card_that_is_turned_up_waits_while_a_person_may_do_something_else() -> None:
    """The banker of een-en-twintig may stand; at écarté the dealer can only turn the card."""
    beside = Beside("mijn-en-dijn", 1, players="2")
    beside.see(DEAL)
    assert [type(each) for each in beside.works()] == [CardSeen]
    beside = Beside("mijn-en-dijn", 2, players="2")
    beside.see(Staked("aas", 100, 2))
    assert not any(isinstance(each, CardSeen) for each in beside.works())
    beside.see(DEAL)
    assert [type(each) for each in beside.works()] == [CardSeen]


def test_before_the_first_deal_each_seat_has_its_chips_and_the_house_names_the_dealer() -> None:
    opening = ("sit 1 20.00", "sit 2 20.00", "sit 3 20.00", "sit 4 20.00", "dealer 3")
    beside = Beside("nap", 1, opening=opening)
    beside.see("sit 2 30.00")
    assert [act.words for act in beside.works() if isinstance(act, Said)] == [opening[0], *opening[2:]]
    evening = beside.coup.deal.evening
    assert (evening.purses, evening.dealer) == ({1: 2000, 2: 3000, 3: 2000, 4: 2000}, 3)
    beside.see("leave 4")
    assert beside.works() == [], "who left is not sat down again"


def test_a_simulated_player_whose_thought_fails_acts_by_chance_and_the_log_names_no_card(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(look: object, rng: Random) -> Iterator[Observation]:
        raise KeyError("8C")
        yield

    monkeypatch.setattr(home, "players", lambda game: PLAYERS._replace(speak=fails))
    beside = Beside("nap")
    while beside.table.play.number < 2:
        assert beside.works(), beside.coup.turns
    assert "a simulated player failed (KeyError)" in caplog.text
    assert "8C" not in caplog.text


def test_a_hand_that_people_enter_is_left_as_it_is() -> None:
    beside = Beside("nap", 2)
    beside.see("hand 3 AS KS QS JS TS")
    beside.rest()
    assert beside.coup.hand_of(3) == tuple(map(any_card_named, "AS KS QS JS TS".split()))
    assert len(beside.hands()) == 3
    assert beside.faults == []


def test_a_simulated_player_who_has_passed_does_not_pass_again_and_again_while_a_person_thinks() -> None:
    beside = Beside("rikken", 1, 2)
    beside.see(DEAL)
    beside.rest()
    beside.see("bid 2 solo")
    beside.until(lambda table: beside.coup.turns[0].seat == 1)
    beside.done = []
    for _ in range(40):
        beside.works()
    assert beside.done == []
