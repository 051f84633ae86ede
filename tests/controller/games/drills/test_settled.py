"""What is paid, and who wins: the answer of each question is what the referee does in the same deal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sabot.core.options import House
from sabot.games.evening.drills.settling import Subject
from sabot.games.loterijen.options import Options as LoterijenOptions
from sabot.games.questions import Question, chance_of
from sabot.games.rikken.drills import joint
from sabot.games.rikken.options import Options as RikkenOptions
from sabot.games.verpachten import drills as verpachten
from sabot.games.verpachten.deal import points_of
from sabot.games.zeilen import drills as zeilen
from sabot.school.catalogue import drills
from tests.controller.games.drills.referee import DRILLS, Played, asked, played, seeds

PAID = [
    f"payout-{game}"
    for game in ("mijn-en-dijn", "commetten", "loterijen", "handelen", "verloten", "mieen", "napoleonnen")
]
PAID_CELLS = [(name, cell) for name in PAID for cell in DRILLS[name].cells()]


def subject_of(name: str) -> Subject:
    """What the drill asks about."""
    found: Subject = DRILLS[name].asks.keywords["asks"].__self__  # type: ignore[attr-defined]
    return found


def options_of(name: str) -> House:
    """The house in which it is asked."""
    found: House = subject_of(name).taught.options
    return found


@pytest.mark.parametrize(("name", "cell"), PAID_CELLS)
def test_a_seat_pays_or_gets_what_the_referee_moves(name: str, cell: str) -> None:
    drill, subject = DRILLS[name], subject_of(name)
    for seed in seeds(drill, cell):
        question, _, acts, truth = asked(drill, subject, cell, seed)
        table = played(drill.group, options_of(name), acts)
        assert not table.faults
        gain = abs(table.gain(int(question.values["n"])))
        assert truth == f"{gain / 100:.2f}", question
        assert drill.judge(question, truth).right
        for wrong in (f"{(gain + 1) / 100:.2f}", "", "?"):
            assert not drill.judge(question, wrong).right
        assert "{" not in question.ask.format(**question.values)


def results(table: Played) -> dict:
    return table.table.play.game.result(table.table.play.coup) or {}


def line(table: Played, name: str) -> dict:
    return next(keys for event, keys in reversed(table.table.play.coup.deal.lines) if event == name)


def word_of_mijn_en_dijn(table: Played, question: Question) -> str:
    return str(line(table, "card")["word"])


def prize_of_loterijen(table: Played, question: Question) -> str:
    return str(line(table, "card")["prize"])


def pot_of_handelen(table: Played, question: Question) -> str:
    return results(table)["winner"] or "nobody"


def farm_of_verpachten(table: Played, question: Question) -> str:
    richer = {seat for seat, sum_ in table.after.items() if sum_ > table.before[seat]}
    winners = richer & {hand["seat"] for hand in question.shows["hands"]}
    return str(next(iter(winners), "nobody"))


def hand_of_zeilen(table: Played, question: Question) -> str:
    seat, pot = int(question.values["n"]), table.table.play.coup.deal
    if pot.phase == "turn":
        return "another"
    return "hand" if table.gain(seat) > 0 else "bank"


def dealer_of_verloten(table: Played, question: Question) -> str:
    what = "prijzen" if "prizes" in question.ask else "loten"
    found = [keys for name, keys in table.table.play.coup.deal.lines if name == "dealer"]
    lines = [keys for keys in found if keys.get("deals")]
    if not lines:
        ranks = sorted(
            ("23456789TJQKA".index(each["card"][0]), each["seat"]) for each in question.shows["trick"]
        )
        alone = what == "prijzen" and ranks[-1][0] != ranks[-2][0]
        return str(ranks[-1][1]) if alone else "again"
    return str(next(keys["seat"] for keys in lines if keys["deals"] == what))


CHOSEN: dict[str, Callable[[Played, Question], str]] = {
    "said-mijn-en-dijn": word_of_mijn_en_dijn,
    "prizes-loterijen": prize_of_loterijen,
    "winning-handelen": pot_of_handelen,
    "winning-verpachten": farm_of_verpachten,
    "winning-zeilen": hand_of_zeilen,
    "dealers-verloten": dealer_of_verloten,
}
CHOSEN_CELLS = [(name, cell) for name in CHOSEN for cell in DRILLS[name].cells()]


@pytest.mark.parametrize(("name", "cell"), CHOSEN_CELLS)
def test_one_answer_is_right_and_it_is_what_the_referee_says(name: str, cell: str) -> None:
    drill, subject = DRILLS[name], subject_of(name)
    for seed in seeds(drill, cell):
        question, _, acts, truth = asked(drill, subject, cell, seed)
        table = played(drill.group, options_of(name), acts)
        assert not table.faults
        assert truth == CHOSEN[name](table, question), question
        answers = [act.answer for act in question.acts]
        assert [answer for answer in answers if drill.judge(question, answer).right] == [truth]
        assert len({act.key for act in question.acts}) == len(answers)


def test_the_points_of_a_joint_misere_are_those_of_the_result() -> None:
    """Doevendans 13.1: each bid is settled against the three others."""
    drill, cell = DRILLS["payout-rikken"], f"{joint.SEVERAL}/misère, piek"
    told = set()
    for seed in range(8):
        question = drill.ask(cell, seed)
        subject = joint.subject(RikkenOptions())
        moment, _ = subject.found(joint.SEVERAL, chance_of(drill.name, cell, seed))
        table = played("rikken", subject.taught.options, moment.acts)
        points = results(table)["points"][question.values["n"]]
        assert drill.judge(question, str(abs(points))).right
        assert not drill.judge(question, str(abs(points) + 1)).right
        assert len(question.shows["bids"]) > 1
        told.add(points)
    assert len(told) > 1


def test_a_house_that_plays_no_joint_misere_does_not_ask_of_it() -> None:
    house = drills({"rikken": RikkenOptions(joint_bids="none")})
    assert not [cell for cell in house["payout-rikken"].cells() if cell.startswith(joint.SEVERAL)]
    assert joint.SEVERAL not in house["bids-rikken"].cells()
    assert joint.SEVERAL in DRILLS["bids-rikken"].cells()


def test_two_have_bid_the_same_misere_where_a_third_may_join_it() -> None:
    for seed in range(3):
        question = DRILLS["bids-rikken"].ask(joint.SEVERAL, seed)
        bids = [each["bid"] for each in question.shows["bids"]]
        assert max(bids.count("misère"), bids.count("piek")) == 2


def test_a_ticket_pays_as_the_house_has_its_prizes() -> None:
    """HS p. 56: two, three and five times the price, and the price on top."""
    house = drills({"loterijen": LoterijenOptions(stake_back=False, own_money=0, highest_price=0)})
    prize = house["payout-loterijen"].ask("tweemaal", 1)
    verdict = house["payout-loterijen"].judge(prize, "")
    assert float(verdict.truth) == pytest.approx(2 * float(prize.values["amount"]))
    assert str(verdict.why) == "tweemaal pays 2 times the price in all"
    assert "eigen geld" not in house["payout-loterijen"].cells()
    assert "the price of a ticket" not in house["may-loterijen"].cells()


def test_the_sixteens_are_those_that_lie_open() -> None:
    drill = DRILLS["winning-verpachten"]
    for nth, cell in enumerate(drill.cells()):
        moment, _ = verpachten.winning(subject_of(drill.name).taught.options).found(
            cell, chance_of(drill.name, cell, 4)
        )
        sixteens = [each for each in moment.after.deal.players if points_of(each.known) == 16]
        assert min(len(sixteens), 2) == nth


def test_a_hand_of_zeilen_wins_with_a_higher_card_of_the_suit_alone() -> None:
    """HS p. 87."""
    drill = DRILLS["winning-zeilen"]
    for seed in range(10):
        hand, (card,) = (each["cards"] for each in drill.ask(zeilen.HIGHER, seed).shows["hands"])
        order = "23456789TJQKA"
        assert [each for each in hand if each[1] == card[1] and order.index(each[0]) > order.index(card[0])]
