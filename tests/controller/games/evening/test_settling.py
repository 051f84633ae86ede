"""What is paid: the answer of each question is what the referee pays in the same deal, act for act."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypedDict, cast

import pytest

from sabot.core.cards import card_named
from sabot.core.options import House
from sabot.core.script import read
from sabot.core.table import Table, opened, step
from sabot.games.banken_variaties import drills as banken
from sabot.games.banken_variaties.options import Options as BankenOptions
from sabot.games.banken_variaties.rules import NAME as BANKEN
from sabot.games.evening.drills import settling
from sabot.games.evening.drills.settling import Moment
from sabot.games.questions import Question, chance_of
from sabot.games.register import GAMES
from sabot.games.verpachten import drills as verpachten
from sabot.games.verpachten.deal import points_of
from sabot.games.verpachten.options import Options as VerpachtenOptions
from sabot.games.verpachten.rules import NAME as VERPACHTEN
from sabot.games.zeilen import drills as zeilen
from sabot.games.zeilen.options import Options as ZeilenOptions
from sabot.games.zeilen.rules import NAME as ZEILEN
from sabot.school.catalogue import drills

pytestmark = pytest.mark.no_cover

DRILLS = drills()
SEEDS = range(12)
ACES = "23456789TJQKA"


class Hand(TypedDict):
    """An open hand as a question shows it."""

    seat: int
    cards: list[str]


def judged(game: str, options: House, moment: Moment) -> tuple[dict[int, int], dict[int, int], Table]:
    """What each seat has before and after the last act, by the referee, and the table then."""
    table = opened(GAMES[game], options)
    purses: list[dict[int, int]] = []
    for observation in read(moment.acts, GAMES[game], options):
        table, events = step(table, observation)
        assert not [event for event in events if type(event).__name__ == "Fault"], moment.acts
        purses.append({int(s): round(100 * float(v)) for s, v in table.play.coup.spread["purses"].items()})
    return purses[-2], purses[-1], table


def truth(question: Question) -> str:
    return DRILLS[question.drill].judge(question, "").truth


@pytest.mark.parametrize("cell", DRILLS[f"payout-{BANKEN}"].cells())
def test_what_a_stake_at_banken_gets_is_what_the_referee_pays(cell: str) -> None:
    drill, options = DRILLS[f"payout-{BANKEN}"], BankenOptions()
    for seed in SEEDS:
        moment, seat = banken.moment_of(cell, chance_of(drill.name, cell, seed), options=options)
        before, after, _ = judged(BANKEN, banken.taught(options, cell).options, moment)
        gain = after[seat] - before[seat]
        question = drill.ask(cell, seed)
        stake = round(100 * float(question.values["amount"]))
        if cell.endswith("/spoortje"):
            gain = abs(gain - stake * (moment.after.outcome is not None))
        assert truth(question) == f"{gain / 100:.2f}", question
        assert drill.judge(question, f"{gain / 100:.2f}").right
        if not cell.endswith("/spoortje"):
            assert gain == (2 * stake if cell.startswith(banken.WON) else 0)


def test_the_card_of_the_banker_is_seen_as_the_book_says() -> None:
    """HS p. 40-43."""
    drill = DRILLS[f"payout-{BANKEN}"]
    for seed in SEEDS:
        for cell, wins in ((f"{banken.WON}/rouge ou noir", True), (f"{banken.LOST}/rouge ou noir", False)):
            question = drill.ask(cell, seed)
            (card,) = question.shows["hands"][0]["cards"]
            assert ((question.values["word"] == "rouge") == (card[1] in "DH")) == wins
        track = drill.ask(f"{banken.WON}/spoortje", seed)
        row, first, second = (hand["cards"] for hand in track.shows["hands"])
        ranks = sum(card[0] == second[-1][0] for card in row)
        times = ranks * len(second)
        assert len(first) == 5
        assert float(truth(track)) == pytest.approx(times * float(track.values["amount"]))


def test_a_house_that_plays_one_variation_learns_that_one() -> None:
    house = drills({BANKEN: BankenOptions(variation=7)})
    assert house[f"payout-{BANKEN}"].columns == ("hoopjes",)
    assert f"payout-{BANKEN}" not in drills({BANKEN: BankenOptions(variation=1)})


@pytest.mark.parametrize("cell", DRILLS[f"payout-{VERPACHTEN}"].cells())
def test_what_a_hand_at_verpachten_pays_or_takes_is_what_the_referee_moves(cell: str) -> None:
    """HS p. 84-86: a counter for each point over sixteen, and the whole farm for the best sixteen."""
    drill, options = DRILLS[f"payout-{VERPACHTEN}"], VerpachtenOptions()
    for seed in SEEDS:
        moment, seat = verpachten.moment_of(cell, chance_of(drill.name, cell, seed), options=options)
        before, after, _ = judged(VERPACHTEN, options, moment)
        asked = verpachten.worth(moment, seat)
        assert asked.answer == abs(after[seat] - before[seat]), asked
        hands = {
            hand["seat"]: [card for name in hand["cards"] if (card := card_named(name))]
            for hand in cast("list[Hand]", asked.shows["hands"])
        }
        over = points_of(hands[seat]) - 16
        sixteens = sum(points_of(hand) == 16 for hand in hands.values())
        farm = float(asked.values["amount"]) if cell in (verpachten.SIXTEEN, verpachten.BEST) else 0.0
        assert asked.answer / 100 == pytest.approx(farm or max(over, 0) * float(asked.values["unit"]))
        assert (over == 0) == (cell in (verpachten.SIXTEEN, verpachten.BEST, verpachten.BEATEN))
        assert (sixteens > 1) >= (cell in (verpachten.BEST, verpachten.BEATEN))


def test_two_players_of_verpachten_cannot_both_have_sixteen() -> None:
    house = drills({VERPACHTEN: VerpachtenOptions(players=2)})[f"payout-{VERPACHTEN}"]
    assert not {verpachten.BEST, verpachten.BEATEN} & {*house.cells()}


@pytest.mark.parametrize("cell", DRILLS[f"payout-{ZEILEN}"].cells())
def test_what_a_card_at_zeilen_leaves_in_the_pot_is_what_the_referee_has_in_it(cell: str) -> None:
    """HS p. 87-88."""
    drill, options = DRILLS[f"payout-{ZEILEN}"], ZeilenOptions()
    for seed in SEEDS:
        moment, _ = zeilen.moment_of(cell, chance_of(drill.name, cell, seed), options=options)
        *_, table = judged(ZEILEN, options, moment)
        question = drill.ask(cell, seed)
        assert truth(question) == table.play.coup.spread["pot"], question
        hand, (card,) = (each["cards"] for each in question.shows["hands"])
        higher = [each for each in hand if each[1] == card[1] and ACES.index(each[0]) > ACES.index(card[0])]
        assert bool(higher) == cell.startswith(zeilen.WON)
        pot, stake = (float(question.values[key]) for key in ("pot", "amount"))
        assert (pot == stake) == cell.endswith(zeilen.POT)
        left = pot - stake if higher else pot + stake
        assert float(truth(question)) == pytest.approx(left) or (higher and pot == stake)


def test_a_cell_of_no_deal_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "MOMENTS_MOST", 5)
    found: Callable[..., object] = settling.found
    taught = banken.taught(BankenOptions(), f"{banken.WON}/hoopjes")
    with pytest.raises(LookupError, match="no moment belongs to never"):
        found(settling.moments(taught, Random(1)), banken.cases, "never", Random(1))
