"""The school in four languages: every sentence of a drill is in each of its catalogues."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sabot.core.reasons import reason
from sabot.games import questions
from sabot.games.questions import Drill
from sabot.games.register import DESCRIPTORS
from sabot.school import catalogue
from sabot.school.catalogue import drills
from sabot.school.examination import examining, report
from sabot.school.school import as_dict
from sabot_dashboard.words import languages, school_acts, school_words
from sabot_dashboard.words.languages import FOLDER, LANGUAGES
from sabot_dashboard.words.sentence import Sentence
from tests import said

DASHBOARD = FOLDER.parent
SCHOOL = Path(catalogue.__file__).parent
QUESTIONS = Path(questions.__file__).parent
IN_TEMPLATES = re.compile(r"""\bt\((["'])(.+?)\1\)""")
IN_SCRIPTS = re.compile(r"""\bt\(\s*"([^"]+)\"""")
REFUSED = re.compile(r"""(?:SchoolError|plain|ValueError)\(\s*"([^"]+)\"""")
NAMED = re.compile(r"""^NO\w+ = "([^"]+)\"""", re.MULTILINE)
DRILLS = drills()


def of_files(pattern: str, *sought: re.Pattern[str], folder: Path = DASHBOARD) -> set[str]:
    texts: set[str] = set()
    files = list(folder.glob(pattern))
    assert files, f"there is no {pattern}"
    for file in files:
        for each in sought:
            texts |= {hit[-1] if isinstance(hit, tuple) else hit for hit in each.findall(file.read_text())}
    return texts


@cache
def of_drill(drill: Drill) -> frozenset[str]:
    """The title, sentences and labels of a drill, and the names of cells that are no words of the game. Two
    questions of each cell say all that six of them say."""
    texts = {drill.title} | {head for head in drill.columns if " " in head}
    for cell in drill.cells():
        for seed in range(2):
            question = drill.ask(cell, seed)
            texts |= {question.ask} | {act.label for act in question.acts if not act.spoken}
            texts |= {hand["name"] for hand in question.shows.get("hands", ()) if "name" in hand}
        name = cell.split("/")[0] if len(drill.rows) > 1 and drill.columns else cell
        texts |= {name} if " " in name or name in ("pair", "none", "egalite") else set()
    return frozenset(texts)


def of_school() -> set[str]:
    """What the school says of every game: all but drills and reasons."""
    return (
        of_files("templates/school*.html", IN_TEMPLATES)
        | of_files("static/js/school*.mjs", IN_SCRIPTS)
        | of_files("**/school*.py", REFUSED, NAMED)
        | of_files("pages/examination/*.py", REFUSED, NAMED)
        | of_files("**/*.py", REFUSED, NAMED, folder=SCHOOL)
        | of_files("**/report.py", IN_SCRIPTS, folder=SCHOOL)
        | set(school_words.FIXED)
        | set(school_acts.sentences())
        | set(school_words.groups().values())
        | {"F", examining.OTHER_DEVICE, *report.NOT_PROVED}
    )


@cache
def needed() -> frozenset[str]:
    return frozenset(of_school()).union(
        *map(of_drill, DRILLS.values()),
        of_files("**/drills.py", REFUSED, NAMED, folder=QUESTIONS),
        said.keys(of_school=True),
    )


def test_the_search_finds_what_it_should() -> None:
    assert {"Who learns here?", "First touch the act that is wrong.", "There is no such drill."} <= needed()
    assert {"Does {place} draw?", "As they like", "tax rounded up", "check code"} <= needed()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_the_school_is_missing_in_any_language(language: str) -> None:
    assert needed() - set(school_words.catalogue(language)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_school_keeps_no_sentence_that_nobody_says_or_that_the_screens_have(language: str) -> None:
    own = {english.partition("|")[0] for english in languages.catalogue(language, "school")}
    assert own - needed() == set()
    assert own & set(languages.catalogue(language)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_slots_of_its_sentence(language: str) -> None:
    for english, text in languages.catalogue(language, "school").items():
        slots = sorted(re.findall(r"\{\w+\}", english))
        assert sorted(re.findall(r"\{\w+\}", text)) == slots, english


def is_known(sentence: Sentence) -> bool:
    """Whether the sentence and those in it stand in the catalogues: one that does not is shown as it is."""
    return sentence["id"] in school_words.catalogue("fr") and all(
        is_known(value) for value in sentence["values"].values() if isinstance(value, dict)
    )


@pytest.mark.parametrize("name", DRILLS)
def test_every_reason_of_every_drill_can_be_said_in_four_languages(name: str) -> None:
    for cell in DRILLS[name].cells():
        for seed in range(2):
            why = DRILLS[name].judge(DRILLS[name].ask(cell, seed), "").why
            plainly = name in ("stacks",)  # a sum needs no words
            assert plainly or is_known(school_words.sentence_of(why)), why


def test_a_chance_is_read_as_a_croupier_reads_it() -> None:
    """What is sent back stays the name that the rules know."""
    drill = DRILLS["order-roulette"]
    asked = as_dict("1", drill.ask("a stake", 3))
    shown = school_words.question(asked)
    assert [act["answer"] for act in shown["acts"]] == [act["answer"] for act in asked["acts"]]
    won = "4 × transversale-pleine:19 (11:1), 2 × carre:1-5 (8:1)"
    why = school_words.sentence_of(reason("{note}: {n} chips", note=won, n=60))
    assert why["values"]["note"] == "4 × transversale pleine 19 (11:1), 2 × carré 1-5 (8:1)"
    assert school_words.spelled("egalite") == "égalité"
    assert school_acts.chance("finale-a-cheval:4-7") == "finale à cheval 4-7"


@pytest.mark.parametrize("name", [name for name in DRILLS if name.startswith(("order-", "faults-"))])
def test_what_is_said_and_staked_in_a_drill_is_a_sentence_on_buttons_on_the_cloth_and_in_the_reason(
    name: str,
) -> None:
    drill = DRILLS[name]
    for question in [drill.ask(cell, seed) for cell in drill.cells() for seed in range(3)]:
        shown = school_words.question(as_dict("1", question))
        for act in shown["shows"]["acts"]:
            assert act.get("sentence") or not act.keys() & {"says", "bet", "pays"}, act
        sentences = [act["label"] for act in shown["acts"] if isinstance(act["label"], dict)]
        sentences += [act["sentence"] for act in shown["shows"]["acts"] if act["sentence"]]
        assert all(map(is_known, sentences)), sentences
        spoken = {act["label"] for act in shown["acts"] if act["spoken"]}
        assert not [label for label in spoken if label.startswith(("Mise", "«"))]
        if name.startswith("order-"):
            verdict = drill.judge(question, "")
            called = school_words.sentence_of(verdict.why)["values"]["call"]
            right = next(act["label"] for act in shown["acts"] if act["answer"] == verdict.truth)
            assert called == ({"id": right, "values": {}} if right == school_acts.END else right)


@pytest.mark.parametrize(
    ("words", "english"),
    [
        ("banque 1 46", "Seat 1 opens the bank with 46"),
        ("banque 0 59", "The banker opens the bank with 59"),
        ("avec-la-table 9", "Seat 9 says «\xa0Avec la table\xa0»"),
        ("ponte non", "Ponte says «\xa0Non\xa0»"),
        ("moitie pair 2", "Half of the stake on pair is taken back, seat 2"),
        ("assurance rouge", "The stake on rouge is insured"),
    ],
)
def test_words_to_the_table_are_read_as_a_sentence(words: str, english: str) -> None:
    def said(sentence: Any) -> str:
        values = {
            slot: said(each) if isinstance(each, dict) else each for slot, each in sentence["values"].items()
        }
        return str(sentence["id"].format(**values))

    assert said(school_acts.of_words(words)) == english


def test_the_sentences_for_what_is_said_come_from_the_lessons_of_the_games() -> None:
    taught = [part.LESSONS.spoken for each in DESCRIPTORS.values() if (part := each.part("lessons"))]
    assert sum(map(bool, taught)) == 5
    assert set(school_acts.spoken().values()) == {text for spoken in taught for text in spoken.values()}
