"""Random legal evenings of poker: a shuffled pack, players who say what is offered, and the truth of their
hands."""

from __future__ import annotations

import random
from collections.abc import Iterator

from sabot.core.cards import Card
from sabot.core.terms import Turn
from sabot.core.words import Words, match
from sabot.games.evening.evening import Evening, opened
from sabot.games.poker import rules
from sabot.games.poker.deal import Deal, pack
from sabot.games.poker.options import Options


class Table:
    """The pack and the hands as they are, whether the referee knows them or not."""

    def __init__(self, deal: Deal, chance: random.Random) -> None:
        self.chance = chance
        self.pack = list(pack(deal.options, len(deal.evening.seats)))
        chance.shuffle(self.pack)
        self.gone: list[Card] = []
        self.hands: dict[int, list[Card]] = {seat: [] for seat in deal.seats}
        self.given: dict[int, tuple[Card, ...]] = {}
        self.new: dict[int, list[Card]] = {}

    def drawn(self, count: int) -> list[Card]:
        """This many cards from the pack; when it runs out, those given away are shuffled."""
        if count > len(self.pack):
            self.chance.shuffle(self.gone)
            self.pack, self.gone = self.gone + self.pack, []
        return [self.pack.pop() for _ in range(count)]

    def words(self, deal: Deal, turn: Turn, act: str) -> Words:
        """One act of this turn, its slot filled."""
        verb, slot = act.split()[0], act.split()[-1]
        seat, limits = turn.seat, turn.limits or (0, 0)
        if slot == "AMOUNT":
            return (verb, seat, self.chance.randint(*limits))
        if verb == "deal":
            for seat in [each for each in deal.seats if not deal.player(each).is_dealt]:
                self.hands[seat] = self.drawn(deal.waiting and _closed(deal))
            return ("deal",)
        if verb == "swap":
            return self._swap(seat, slot, limits)
        if slot == "CARD":
            return ("card", self.drawn(1)[0])
        if slot == "CARDS":
            return (verb, seat, self._named(deal, verb, seat))
        words = match(rules.WORDS, act)
        assert words is not None
        return words

    def _swap(self, seat: int, slot: str, limits: tuple[int, int]) -> Words:
        count = 0 if slot == "0" else self.chance.randint(*limits)
        hand = self.hands[seat]
        self.chance.shuffle(hand)
        away = hand[:count]
        self.given[seat], self.new[seat] = tuple(away), self.drawn(count)
        self.hands[seat] = hand[count:] + self.new[seat]
        self.gone += away
        return ("swap", seat, tuple(away) if slot == "CARDS" else count)

    def _named(self, deal: Deal, verb: str, seat: int) -> tuple[Card, ...]:
        if verb == "hand":
            self.hands[seat] = self.drawn(_closed(deal))
            return tuple(self.hands[seat])
        if verb == "draw":
            return tuple(self.new[seat])
        if verb == "show" and deal.player(seat).known and self.chance.random() < 0.5:
            return tuple(self.new[seat])
        more = self.given.get(seat, ()) if seat == deal.opener and deal.opens_with else ()
        return (*self.hands[seat], *(() if deal.player(seat).gone else more))


def _closed(deal: Deal) -> int:
    return {"five-stud": 2, "seven-stud": 3}.get(deal.options.variant, 5)


def deals(evening: Evening, *, seed: int, count: int) -> Iterator[tuple[Deal, Words, Deal]]:
    """Every act of this many deals: the deal before it, the words, and the deal after it."""
    chance = random.Random(seed)
    for _ in range(count):
        deal = rules.begun(evening)
        if len(deal.players) < 2:
            return
        table = Table(deal, chance)
        knows = chance.random() < 0.5
        while turns := rules.due(deal):
            turn = chance.choice(turns)
            acts = [act for act in turn.acts if knows or not act.startswith("hand")]
            acts = [act for act in acts if not (knows and act == "deal")] or acts
            if not acts:
                continue
            words = table.words(deal, turn, chance.choice(acts))
            after = rules.acted(deal, words)
            yield deal, words, after
            deal = after
        evening = rules.following(deal)


def evening(*, chips: int | None = None, **options: object) -> Evening:
    """A new evening; with `chips` each player has bought so much."""
    fresh = opened(Options(**options))
    bought = {} if chips is None else dict.fromkeys(fresh.seats, chips)
    return fresh._replace(bought=bought, purses=dict.fromkeys(fresh.seats, chips or 0))


def words_of(text: str) -> list[Words]:
    """The acts of a text, which stand between commas: `see 2, fold 3`. One may speak for several: `see
    2-5`."""
    found = []
    for act in text.split(","):
        verb, *rest = act.split()
        first, _, last = rest[0].partition("-") if rest else ("", "", "")
        for seat in range(int(first), int(last or first) + 1) if first.isdigit() else [first]:
            words = match(rules.WORDS, " ".join([verb, str(seat), *rest[1:]]))
            assert words is not None, act
            found.append(words)
    return found


def said(deal: Deal, text: str) -> Deal:
    """The deal after these acts."""
    for words in words_of(text):
        deal = rules.acted(deal, words)
    return deal


def played(text: str, *, start: Evening | None = None, **options: object) -> Deal:
    """A new deal after these acts, and no act is refused."""
    deal = said(rules.begun(start or evening(**options)), text)
    assert [str(fault.because) for fault in deal.faults] == []
    return deal


def next_deal(deal: Deal) -> Deal:
    """The deal that follows a decided one."""
    return rules.begun(rules.following(deal))


def refused(deal: Deal, text: str) -> str:
    """The rule with which an act is refused; nothing else may change."""
    (words,) = words_of(text)
    after = rules.acted(deal, words)
    assert after._replace(faults=deal.faults) == deal, text
    assert len(after.faults) == len(deal.faults) + 1, text
    return str(after.faults[-1].because)


def offered(deal: Deal) -> dict[int, tuple[str, ...]]:
    """What each seat may do now."""
    return {turn.seat: turn.acts for turn in rules.due(deal)}


def paid(deal: Deal) -> dict[int, int]:
    """What each seat has put into the middle in this deal, or lost and won since, in cents."""
    return {seat: amount for seat, amount in deal.evening.purses.items() if amount}
