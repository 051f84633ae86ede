"""What the eye learns from the cards that the sabot names (vision/sabot_vision/learning)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sabot_vision.learning import file as files
from sabot_vision.learning.head import AGAINST_OWN, LEAST_SAMPLES, Head, answer, fitted, summed
from sabot_vision.learning.hearing import LESS_SURE, NEWEST_CARDS, OTHERWISE, heard, is_worse, outcome
from sabot_vision.learning.margin import (
    ABOVE_WRONG,
    FIFTH_PARTS,
    LEAST_MARGIN,
    Answer,
    Figures,
    Learned,
    figures_of,
    learned,
    margin_of,
)
from sabot_vision.learning.matching import Lying, named_by_the_sabot
from sabot_vision.learning.samples import (
    CORNERS_MOST,
    FEATURE_COUNT,
    MOST_OF_A_NAME,
    RANKS,
    SUITS,
    Look,
    Sample,
    kept,
    look_of,
)
from sabot_vision.learning.teacher import AGAIN_CARDS, WAITING_MOST, Teacher
from sabot_vision.networks.glyphs import GLYPHS
from sabot_vision.networks.judging import Seen, Verdict
from sabot_vision.tracking.holding import Held, held
from sabot_vision.tracking.track import Sighting, Track

LEAST_CARDS = 100
"""Fewer than at a real table, so that the tests are quick."""

NAMES = [rank + suit for rank in RANKS for suit in SUITS]
UNDECIDED = np.full((len(RANKS), len(SUITS)), -np.log(52))
PRINTS = np.random.default_rng(1).normal(0, 3, (len(RANKS) + len(SUITS), FEATURE_COUNT)).astype(np.float32)
UNSURE = Verdict(None, 0.6, "8", "C", "unclear")
PICTURE = np.full((300, 300, 3), 200, np.uint8)
CORNERS = ((10.0, 10.0), (73.0, 10.0), (73.0, 98.0), (10.0, 98.0))


def features(name: str, grain: int = 0, noise: float = 1.0) -> np.ndarray:
    """What the network makes of a corner of this card: one part for its rank, one for its suit."""
    chance = np.random.default_rng((grain, NAMES.index(name)))
    print_of = PRINTS[RANKS.index(name[0])] + PRINTS[len(RANKS) + SUITS.index(name[1])]
    return np.asarray(print_of + chance.normal(0, noise, FEATURE_COUNT).astype(np.float32))


def look(name: str, grain: int = 0, own: np.ndarray = UNDECIDED) -> Look:
    return Look(np.array([features(name, grain), features(name, grain + 1000)]), own)


def samples(times: int = 5, names: list[str] = NAMES) -> list[Sample]:
    return [Sample(name, look(name, n), n, n % 2 == 0) for n in range(times) for name in names]


def ended(work: Any) -> Any:
    """What work in pieces returns, and after how many pieces."""
    pieces = 0
    while True:
        try:
            next(work)
            pieces += 1
        except StopIteration as last:
            return last.value, pieces


@cache
def taught() -> Learned:
    return ended(learned(samples()))[0]


def seen(glyph: str, suit: str, sure: float, numbers: np.ndarray | None) -> Seen:
    glyphs = np.full(len(GLYPHS), (1 - sure) / (len(GLYPHS) - 1))
    suits = np.full(5, (1 - sure) / 4)
    glyphs[GLYPHS.index(glyph)], suits["CDHS-".index(suit)] = sure, sure
    return Seen(glyphs, suits, numbers)


@pytest.fixture(autouse=True)
def _few_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sabot_vision.learning.teacher.LEAST_CARDS", LEAST_CARDS)


# --- samples


def test_a_look_has_the_corners_that_show_an_index_and_no_more_than_two():
    bare, clear = seen("-", "-", 0.9, features("8C")), seen("8", "C", 0.9, features("8C"))
    assert look_of([bare]) is None
    assert look_of([seen("8", "C", 0.9, None)]) is None
    made = look_of([bare, clear, clear, clear])
    assert made is not None
    assert made.features.shape == (CORNERS_MOST, FEATURE_COUNT)
    assert np.exp(made.own).sum() == pytest.approx(1)
    assert int(np.argmax(made.own)) == NAMES.index("8C")


def test_the_letter_of_two_languages_may_mean_either_rank():
    made = look_of([seen("V", "H", 0.95, features("JH"))])
    assert made is not None
    assert made.own[RANKS.index("J"), 2] == pytest.approx(made.own[RANKS.index("Q"), 2])
    assert made.own[RANKS.index("J"), 2] > made.own[RANKS.index("K"), 2] + 2


def test_of_a_name_with_too_many_samples_the_older_of_the_two_most_alike_is_dropped():
    every: list[Sample] = [Sample("KD", look("KD"), 0, True)]
    for n in range(MOST_OF_A_NAME):
        every = kept(every, Sample("8C", look("8C", n), n, True))
    assert len(every) == MOST_OF_A_NAME + 1
    twin = Sample("8C", look("8C", 17), 99, True)
    after = kept(every, twin)
    coups = [each.coup for each in after if each.name == "8C"]
    assert coups == [*range(17), *range(18, MOST_OF_A_NAME), 99]
    assert after[0].name == "KD"


# --- the head


def test_a_head_names_new_cards_of_the_prints_that_it_learned():
    head = fitted(summed(samples(2)))
    for name in NAMES:
        said, margin = answer(head, look(name, 50))
        assert said == name
        assert margin > LEAST_MARGIN


def test_sums_of_parts_are_the_sums_of_the_whole():
    every = samples(2)
    both = summed(every[:30]).plus(summed(every[30:]))
    for one, two in zip(both, summed(every), strict=True):
        np.testing.assert_allclose(one, two, rtol=1e-6)
    for one, two in zip(both.without(summed(every[30:])), summed(every[:30]), strict=True):
        np.testing.assert_allclose(one, two, rtol=1e-4, atol=1e-2)
    assert not any(part.any() for part in summed([]))


def test_a_rank_that_was_hardly_ever_shown_is_never_given():
    few = [each for each in samples(5) if each.name[0] != "8"] + samples(1, ["8C"])
    assert len(few[-1].look.features) < LEAST_SAMPLES
    assert answer(fitted(summed(few)), look("8C", 50))[0] != "8C"


def test_corners_that_show_two_cards_have_no_margin():
    both = Look(np.array([features("8C", 50), features("KD", 50)]), UNDECIDED)
    assert answer(taught().head, both)[1] == 0


def test_a_card_that_the_network_thinks_too_unlikely_has_no_margin():
    own = UNDECIDED.copy()
    own[RANKS.index("8"), 0] += AGAINST_OWN - 0.1
    assert answer(taught().head, look("8C", 50, own))[1] == 0
    own[RANKS.index("8"), 0] += 0.2
    assert answer(taught().head, look("8C", 50, own))[1] > LEAST_MARGIN


# --- the margin


def test_the_margin_lies_above_the_surest_wrong_answer_and_never_below_the_least():
    right = Answer(Sample("8C", look("8C"), 1, True), "8C", 40.0)
    wrong = Answer(Sample("8C", look("8C"), 1, False), "3C", 9.0)
    assert margin_of([right]) == LEAST_MARGIN
    assert margin_of([right, wrong]) == 9.0 + ABOVE_WRONG
    assert margin_of([]) == LEAST_MARGIN
    figures = figures_of([right, wrong, wrong._replace(margin=11.0)], 10.0)
    assert figures == Figures(3, 2, 1, pytest.approx(2 / 3))
    assert figures_of([], 1.0) == Figures(0, 0, 0, 0.0)


def test_each_sample_is_held_back_once_and_learning_pauses_often():
    made, pieces = ended(learned(samples()))
    assert made.figures == Figures(260, 104, 104, 1.0)
    assert made.margin == LEAST_MARGIN
    assert pieces >= 15
    again, _ = ended(learned(samples()))
    np.testing.assert_array_equal(made.head.ranks, again.head.ranks)


def test_a_sample_is_asked_about_by_a_head_that_learned_from_no_card_of_its_fifth(
    monkeypatch: pytest.MonkeyPatch,
):
    every, asked = samples(), list[tuple[Head, Look]]()
    monkeypatch.setattr(
        "sabot_vision.learning.margin.answer",
        lambda head, look: (asked.append((head, look)), answer(head, look))[1],  # type: ignore[func-returns-value]
    )
    ended(learned(every))
    coup_of = {id(each.look): each.coup for each in every}
    assert sorted(coup_of[id(seen)] for _, seen in asked) == sorted(each.coup for each in every)
    for head, seen in asked[:: len(NAMES) // 2]:
        fifth = coup_of[id(seen)] % FIFTH_PARTS
        others = fitted(summed([each for each in every if each.coup % FIFTH_PARTS != fifth]))
        np.testing.assert_allclose(head.ranks, others.ranks, rtol=1e-5, atol=1e-6)


def test_a_card_that_was_labelled_wrongly_makes_the_head_more_careful():
    false = [Sample("KD", look("8C", 70 + n), n, False) for n in range(2)]
    made, _ = ended(learned(samples() + false))
    assert made.margin > 2 * LEAST_MARGIN


# --- what it may say


def test_an_unsure_card_gets_its_name():
    assert heard(taught(), look("8C", 50), UNSURE) == UNSURE._replace(card="8C", unsure=None)


def test_a_name_is_never_turned_into_another():
    said = heard(taught(), look("8C", 50), Verdict("3C", 0.99, "3", "C", None))
    assert (said.card, said.unsure) == (None, OTHERWISE)


def test_a_name_that_the_head_gives_too_stays():
    named = Verdict("8C", 0.99, "8", "C", None)
    assert heard(taught(), look("8C", 50), named) == named


def test_a_card_that_is_not_the_likeliest_to_the_network_itself_gets_no_name():
    own = UNDECIDED.copy()
    own[RANKS.index("3"), 0] += 0.1
    assert heard(taught(), look("8C", 50, own), UNSURE) == UNSURE
    own[RANKS.index("8"), 0] += 0.2
    assert heard(taught(), look("8C", 50, own), UNSURE).card == "8C"


@pytest.mark.parametrize("guess", [("3", "C"), ("8", "S"), ("", "")])
def test_a_card_gets_no_name_where_all_that_was_seen_of_it_says_another(guess: tuple[str, str]):
    """The pips count there too."""
    other = UNSURE._replace(rank=guess[0], suit=guess[1])
    assert heard(taught(), look("8C", 50), other) == other


def test_a_court_gets_its_name_by_the_letter_of_any_pack():
    dutch = UNSURE._replace(rank="B", suit="D")
    assert heard(taught(), look("JD", 50), dutch).card == "JD"


def test_a_card_with_an_index_in_one_corner_alone_gets_no_name():
    """Nothing checks it: nearly all sure answers that were wrong came from one corner."""
    one = look("8C", 50)
    one = one._replace(features=one.features[:1])
    assert heard(taught(), one, UNSURE) == UNSURE
    unread = Answer(Sample("8C", one, 1, False), "8C", 40.0)
    assert figures_of([unread], 11.0).named == 0
    assert figures_of([unread._replace(sample=Sample("8C", look("8C"), 1, False))], 11.0).named == 1


@pytest.mark.parametrize("why", ["back", "no index"])
def test_a_card_without_an_index_gets_no_name(why: str):
    assert heard(taught(), look("8C", 50), UNSURE._replace(unsure=why)).card is None


def test_below_its_margin_the_head_says_nothing():
    careful = taught()._replace(margin=1e6)
    assert heard(careful, look("8C", 50), UNSURE) == UNSURE
    assert outcome(careful, look("8C", 50), "8C") is None
    assert outcome(taught(), look("8C", 50), "8C") is True
    assert outcome(taught(), look("8C", 50), "KD") is False


def test_a_head_is_worse_once_it_is_surely_wrong_or_sure_of_far_fewer():
    figures = Figures(200, 40, 30, 0.9)
    less = round(NEWEST_CARDS * (0.9 - LESS_SURE)) - 1
    assert is_worse([True, False], figures)
    assert not is_worse([None] * (NEWEST_CARDS - 1), figures)
    assert is_worse([None] * (NEWEST_CARDS - less) + [True] * less, figures)
    assert not is_worse([None] * (NEWEST_CARDS - less - 2) + [True] * (less + 2), figures)
    assert not is_worse([], figures)


# --- which cards teach


def test_a_card_that_the_eye_named_as_the_sabot_did_teaches():
    dealt = [("punto", "8C"), ("banco", "KD"), ("punto", "8C")]
    lying = [Lying(1, "8C", "punto"), Lying(2, "KD", "banco"), Lying(3, "8C", "punto")]
    assert named_by_the_sabot(dealt, lying) == {1: "8C", 3: "8C", 2: "KD"}


def test_the_one_unread_card_of_a_place_is_the_one_dealt_card_that_is_left():
    dealt = [("punto", "8C"), ("punto", "3D"), ("banco", "KD"), ("banco", "2S")]
    lying = [
        Lying(1, "8C", "punto"),
        Lying(2, None, "punto"),
        Lying(3, None, "banco"),
        Lying(4, None, "banco"),
    ]
    assert named_by_the_sabot(dealt, lying) == {1: "8C", 2: "3D"}


def test_an_unread_thing_beside_cards_that_all_agree_is_no_card():
    assert named_by_the_sabot([("punto", "8C")], [Lying(1, "8C", "punto"), Lying(2, None, "punto")]) == {
        1: "8C"
    }


def test_a_place_with_a_card_at_variance_teaches_nothing():
    dealt = [("punto", "8C"), ("punto", "3D"), ("banco", "KD")]
    lying = [Lying(1, "8C", "punto"), Lying(2, "5D", "punto"), Lying(3, "KD", "banco")]
    assert named_by_the_sabot(dealt, lying) == {3: "KD"}


def test_what_the_table_holds_is_read_with_its_places():
    whole: dict[str, Any] = {"cards": ["8C"], "coup": 3, "open": False, "places": [["punto", "8C"]]}
    assert held(whole | {"disputed": False}) == Held(Counter(["8C"]), 3, False, (("punto", "8C"),), False)
    odd = held(whole | {"places": ["8C", ["punto"], [1, "8C"], ["punto", "9D"]]})
    assert odd.places == (("punto", "9D"),)
    assert odd.disputed  # an older controller does not say, so nothing is learned
    assert held(whole | {"places": 5}).places == ()


# --- the teacher


class Table:
    """A table with one card a coup, which the eye reads or does not; the network is a stand-in."""

    def __init__(self, file: Path | None = None) -> None:
        self.told: list[dict[str, object]] = []
        self.written: list[int] = []
        self.refuses = ""
        self.coup, self.name, self.glyph, self.unsure = 0, "8C", "", False
        self.teacher = self.taught(file)

    def _write(self, order: files.Order) -> None:
        self.written.append(len(order.samples))
        order.done(self.refuses)

    def taught(self, file: Path | None) -> Teacher:
        return Teacher(
            file,
            self.told.append,
            see=self._seen,
            now=lambda: 1000.0,
            write=self._write,
        )

    def _seen(self, cuts: Any) -> list[Seen]:
        name = self.glyph or self.name
        glyph, numbers = name[0], features(name, self.coup)
        return [seen(glyph, name[1], 0.6 if self.unsure else 0.999, numbers) for _ in cuts]

    def deal(self, name: str, *, read: bool = True, disputed: bool = False, times: int = 1) -> None:
        for _ in range(times):
            self.coup, self.name = self.coup + 1, name
            cards = Counter([name])
            self.teacher.hold(Held(cards, self.coup, True, (("punto", name),), disputed))
            self.rest(3)
            at = Sighting(name if read else None, 41, 54, 63, "punto", 0.9, CORNERS)
            track = Track(self.coup, at, 0, 0, 0, 0, reported=True, card=at.card, place="punto")
            self.teacher.look(PICTURE, [track])
            self.teacher.hold(Held(cards, self.coup, False, (("punto", name),), False))
            self.teacher.look(PICTURE, [track])
            self.teacher.hold(Held(Counter(), self.coup, True))  # the cards are taken away
            self.teacher.hold(Held(Counter(), self.coup + 1, True))
            self.rest(2)

    def rest(self, frames: int) -> None:
        for _ in range(frames):
            self.teacher.rest()

    def pause(self) -> None:
        """No card is dealt for a while."""
        self.rest(80)

    @property
    def status(self) -> dict[str, object]:
        return self.teacher.status


def learn(table: Table) -> None:
    for n in range(max(AGAIN_CARDS, LEAST_CARDS) + 4):
        table.deal(NAMES[n % len(NAMES)], read=n % 3 > 0)
    table.pause()


def test_a_shoe_teaches_and_then_the_eye_names_what_it_could_not_read(tmp_path: Path):
    table = Table(tmp_path / "learned")
    unsure = [seen("8", "C", 0.6, features("8C", 500))] * 2
    assert table.teacher.heard(unsure, UNSURE) == UNSURE
    learn(table)
    assert table.teacher.heard(unsure, UNSURE).card == "8C"
    assert table.teacher.heard([], UNSURE) == UNSURE
    assert table.told == [{"eye": "taught", "what": "learned", "cards": 104}]
    assert table.written == [104]
    assert (table.status["judges"], table.status["cards"], table.status["since"]) == (True, 104, 1000)


def test_what_was_learned_has_no_say_in_a_coup_that_is_in_dispute_nor_where_the_corners_contradict():
    table = Table()
    learn(table)
    unsure = [seen("8", "C", 0.6, features("8C", 500))] * 2
    table.teacher.hold(Held(Counter(["3C"]), 900, True, (("punto", "3C"),), disputed=True))
    assert table.teacher.heard(unsure, UNSURE) == UNSURE
    table.teacher.hold(Held(Counter(), 901, True))
    assert table.teacher.heard(unsure, UNSURE).card == "8C"
    two = [seen("8", "C", 0.97, features("8C", 500)), seen("3", "C", 0.97, features("8C", 501))]
    assert table.teacher.heard(two, UNSURE) == UNSURE


def test_before_it_learned_the_page_says_how_many_cards_it_needs():
    table = Table()
    table.deal("8C", times=3)
    assert table.status == {"cards": 3, "since": 1000, "least": LEAST_CARDS}


def test_the_page_says_what_became_of_new_cards_since_the_head_judges():
    table = Table()
    learn(table)
    new = ("new", "new_unsure", "new_named")
    assert [table.status[name] for name in new] == [0, 0, 0]
    table.unsure = True
    table.deal("8C", read=False, times=2)
    table.unsure = False
    table.deal("KD")
    assert [table.status[name] for name in new] == [3, 2, 2]
    table.teacher.forget()
    learn(table)
    assert table.status["new"] == 0


def test_what_was_gathered_is_written_long_before_it_is_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("sabot_vision.learning.teacher.LEAST_CARDS", 10 * AGAIN_CARDS)
    table = Table(tmp_path / "learned")
    for n in range(AGAIN_CARDS + 1):
        table.deal(NAMES[n % len(NAMES)])
    table.pause()
    assert table.written == [AGAIN_CARDS]


def test_at_a_table_without_a_quiet_frame_the_oldest_cards_are_let_go(monkeypatch: pytest.MonkeyPatch):
    table = Table()
    monkeypatch.setattr(table, "rest", lambda frames: None)
    table.deal("8C", times=3)
    table.deal("KD", times=WAITING_MOST)
    for _ in range(WAITING_MOST + 5):
        table.teacher.rest()
    assert table.status["cards"] == MOST_OF_A_NAME


def test_cards_that_teach_are_judged_in_the_language_that_the_eye_reads_now(
    monkeypatch: pytest.MonkeyPatch,
):
    """A V is a queen in a Dutch pack, and of any pack unsure."""
    table = Table()
    learn(table)
    monkeypatch.setattr(table.teacher, "_see", lambda cuts: [seen("V", "C", 0.999, features("QC"))] * 2)
    table.deal("QC", read=False)
    table.teacher.read_in("nl")
    table.deal("QC")
    assert (table.status["new"], table.status["new_unsure"]) == (2, 1)


def test_no_card_of_a_disputed_coup_teaches():
    table = Table()
    table.deal("8C", disputed=True, times=3)
    assert table.status["cards"] == 0


def test_a_coup_that_begins_interrupts_learning_which_goes_on_when_its_cards_are_gone():
    table = Table()
    for n in range(AGAIN_CARDS + 4):
        table.deal(NAMES[n % len(NAMES)])
    table.rest(3)
    dealing = Held(Counter(["8C"]), 900, True, (("punto", "8C"),))
    table.teacher.hold(dealing)
    table.rest(100)
    assert "judges" not in table.status
    table.teacher.hold(dealing._replace(cards=Counter(), places=()))
    table.rest(80)
    assert table.status["judges"]


def test_a_card_named_by_what_was_left_teaches_nothing_once_it_is_read_otherwise():
    table = Table()
    places = (("punto", "8C"),)
    table.teacher.hold(Held(Counter(["8C"]), 1, False, places))
    for card in (None, "9C"):
        at = Sighting(card, 41, 54, 63, "punto", 0.9, CORNERS)
        track = Track(1, at, 0, 0, 0, 0, reported=True, card=card, place="punto")
        table.teacher.look(PICTURE, [track])
    table.teacher.hold(Held(Counter(), 2, True))
    table.rest(2)
    assert table.status["cards"] == 0


def test_a_coup_that_was_complete_and_goes_on_teaches_only_when_it_is_complete_again():
    table = Table()
    whole = Held(Counter(["8C"]), 1, False, (("punto", "8C"),))
    at = Sighting("8C", 41, 54, 63, "punto", 0.9, CORNERS)
    for held_last, cards in ((whole._replace(open=True), 0), (whole, 1)):
        table.teacher.hold(whole)
        table.teacher.look(PICTURE, [Track(1, at, 0, 0, 0, 0, reported=True, card="8C", place="punto")])
        table.teacher.hold(held_last)
        table.teacher.hold(Held(Counter(), 2, True))
        table.rest(2)
        assert table.status["cards"] == cards
        table.teacher.hold(Held(Counter(), 3, True))


def test_what_is_forgotten_is_gone_and_on_record():
    table = Table(Path("learned"))
    learn(table)
    table.teacher.forget()
    assert table.told[-1] == {"eye": "taught", "what": "forgot", "cards": 104}
    assert table.status == {"cards": 0, "since": 1000, "least": LEAST_CARDS}
    assert table.written[-1] == 0
    learn(table)
    assert table.told[-1] == {"eye": "taught", "what": "learned", "cards": 104}


def test_it_says_that_it_forgot_only_when_its_file_has_forgotten_too():
    table = Table(Path("learned"))
    learn(table)
    table.refuses = "Read-only file system"
    table.teacher.forget()
    table.rest(3)
    assert [each["what"] for each in table.told] == ["learned"]
    assert table.status["unforgotten"] == "Read-only file system"
    table.refuses = ""
    table.teacher.forget()
    assert table.told[-1] == {"eye": "taught", "what": "forgot", "cards": 104}
    assert "unforgotten" not in table.status


def test_another_deck_drops_the_head_and_keeps_the_newest_cards():
    table = Table()
    learn(table)
    table.glyph = "KD"  # the new deck's eights look like kings of diamonds
    table.deal("8C")
    assert table.told[-1] == {"eye": "taught", "what": "drifted", "cards": 104 + 1}
    assert "judges" not in table.status
    assert table.status["cards"] == NEWEST_CARDS


def test_a_corner_without_an_index_teaches_nothing(monkeypatch: pytest.MonkeyPatch):
    table = Table()
    monkeypatch.setattr(table.teacher, "_see", lambda cuts: [seen("-", "-", 0.99, features("8C"))] * 2)
    table.deal("8C")
    assert table.status["cards"] == 0


def test_after_a_restart_the_head_is_made_again_and_not_told_again(tmp_path: Path):
    file = tmp_path / "learned"
    files.write(file, samples(3), 5.0)
    table = Table(file)
    table.pause()
    assert table.status["judges"]
    assert table.status["since"] == 5
    assert table.told == []


def test_a_card_whose_corners_are_not_known_is_no_sample():
    teacher = Table().teacher
    track = Track(1, Sighting("8C", 41, 54, 63, "punto"), 0, 0, 0, 0, reported=True, card="8C", place="punto")
    teacher.hold(Held(Counter(["8C"]), 1, False, (("punto", "8C"),), False))
    teacher.look(PICTURE, [track])
    teacher.hold(Held(Counter(), 2))
    teacher.rest()
    assert teacher.status["cards"] == 0
