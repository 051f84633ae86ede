"""Four languages, complete: every sentence that a screen can say is in every catalogue, with the same
slots."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.core import table as tables
from sabot.core.cards import DECK
from sabot.core.events import FaultFound
from sabot.core.observations import (
    Acknowledged,
    Announced,
    BallSeen,
    BetsClosed,
    CardSeen,
    CoupEnded,
    CutCardSeen,
    SabotOpened,
    Said,
    Staked,
    Undone,
)
from sabot.core.reasons import reason
from sabot.games.punto_banco import coup as punto_banco
from sabot.games.punto_banco.tirage import tirage
from sabot.games.punto_banco.whys import banco_draws, banco_stands
from sabot.games.register import DESCRIPTORS, GAMES
from sabot_dashboard import answers, app, pressed, refusals, roles, telephones
from sabot_dashboard.house import hours
from sabot_dashboard.pages import croupier_aids, report, seats, setup
from sabot_dashboard.picture import croupier_band, faults, rulings
from sabot_dashboard.words import records, rules
from sabot_dashboard.words.languages import (
    CALIBRATION,
    LANGUAGES,
    catalogue,
    catalogue_of_table,
    chosen,
    house_rules,
    number,
    read_po,
)
from sabot_dashboard.words.sentence import Sentence, of_reason, plain
from tests import said
from tests.dashboard import tables as dashboard_tables
from tests.house import SOURCES

DASHBOARD = Path(app.__file__).parent
IN_TEMPLATES = re.compile(r"""\bt\((["'])(.+?)\1\)""")
LABELS = re.compile(r'\("([A-Z][a-z]+)", (?:\{|languages)')
IN_SCRIPTS = re.compile(r"""\bt\(\s*"([^"]+)\"""")
IN_PYTHON = re.compile(r"""(?:Refusal|plain|abort|WrongError|needed)[(=]\s*(?:400, )?"([^"]+)\"""")
ROLES = ("croupier", "supervisor", "technician", "trainer", "trainee")
SAID = ("sabot", "camera", "wheel", "panel", "found", "lost", "troubled", "D", "S", "N", "x,xxx")
RANKS_AND_SUITS = ("ace", "jack", "queen", "king", "clubs", "diamonds", "hearts", "spades")


def own(pattern: str) -> list[Path]:
    """The files of the screens; the school has catalogues of its own (test_school_languages.py)."""
    found = [file for file in DASHBOARD.glob(pattern) if not file.name.startswith("school")]
    assert found, f"there is no {pattern}"
    return found


def po_files() -> list[Path]:
    """Every catalogue: of the screens, of the school, and of the games."""
    return [file for folder in SOURCES.values() for file in sorted(folder.rglob("*.po"))]


def of_python() -> set[str]:
    texts = {text for file in own("**/*.py") for text in IN_PYTHON.findall(file.read_text())}
    ways = [way for group in faults.WAYS.values() for way in group]
    ways += [croupier_band.CARD_BY_HAND, croupier_band.CONFIRM, croupier_band.NOT_THIS, croupier_band.SOLD]
    return (
        texts
        | {way.label for way in ways}
        | {way.by for way in ways}
        | set(faults.TITLES.values())
        | {
            *refusals.WORDS_OF.values(),
            *refusals.HEADINGS.values(),
            refusals.OTHER_HEADING,
            refusals.UNREADABLE,
            answers.NOT_DONE,
        }
        | {*roles.WHYS, roles.NO_PIN, roles.NO_SUPERVISOR}
        | {*croupier_aids.WHYS, setup.LOST, setup.UNDECIDED}
        | {setup.LOST_AT_HOME, setup.UNDECIDED_AT_HOME}
        | {*rulings.NOT_TAKEN.values(), *rulings.FOUND.values(), *rules.HEADINGS.values()}
        | {rulings.TAKE_BACK_ONE, rulings.NOBODY, rulings.GOES_ON}
        | {*seats.WHYS, *telephones.WHYS, *pressed.WHYS}
        | set(records.FORMS)
        | set(report.LABELS)
        | {name for _, name in roles.STAFF_PAGES}
        | {hours.TODAY, hours.TOMORROW, *hours.ON_DAY}
    )


def of_pages() -> set[str]:
    texts = set()
    for file in own("templates/*.html"):
        texts |= {text for _, text in IN_TEMPLATES.findall(file.read_text())}
        texts |= set(LABELS.findall(file.read_text()))
    for file in own("static/js/*.mjs"):
        texts |= set(IN_SCRIPTS.findall(file.read_text()))
    return texts


def of_screens() -> set[str]:
    """What is said at every table: all but the reasons, and what games bring."""
    return of_python() | of_pages() | set(SAID) | set(ROLES) | set(RANKS_AND_SUITS)


def needed() -> set[str]:
    return of_screens() | said.keys() | house_rules()


def test_the_search_finds_the_sentences_of_every_kind_of_file() -> None:
    assert {"Faux tirage", "There is no such act."} <= of_python()
    assert "banco has {n} against {given}" in needed() - of_screens()
    assert {"New sabot", "Brightness", "◆ last coup", "{role} lost since {time}"} <= of_pages()
    assert {"Not live: this picture is {n} s old", "over {n} coups"} <= of_pages()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_missing_in_any_language(language: str) -> None:
    assert needed() - set(catalogue(language)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_catalogue_keeps_a_sentence_that_nobody_says(language: str) -> None:
    assert {english.partition("|")[0] for english in catalogue(language)} - needed() == set()


@pytest.mark.parametrize(
    ("language", "sign", "gap"), [("en", ".", ","), ("fr", ",", "\u202f"), ("nl", ",", "."), ("de", ",", ".")]
)
def test_decimals_are_written_as_the_language_writes_them_and_nothing_else_is_touched(
    language: str, sign: str, gap: str
) -> None:
    words = catalogue(language)
    names_of = {"16.7": f"16{sign}7", 2.5: f"2{sign}5", "-12.50": f"-12{sign}50", 40: "40", "0.1.0": "0.1.0"}
    names_of |= {
        "1234567.00": f"1{gap}234{gap}567{sign}00",
        "-1234.5": f"-1{gap}234{sign}5",
        "123.0": f"123{sign}0",
    }
    names_of |= {12345: "12345", "2026-11-23": "2026-11-23"}
    assert {value: number(value, words) for value in names_of} == names_of
    assert app.limits_in("2.50 – 25000", words) == f"2{sign}50 – 25{gap}000"
    assert records.in_words(plain("{amount}", amount="12.50"), words) == f"12{sign}50"
    bare = re.compile(r"(?<![\d.])\d+[.,]\d+(?![\d.])")
    used = {found[0] for text in words.values() for found in bare.finditer(text)}
    assert {text for text in used if sign not in text} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_slots_of_its_sentence(language: str) -> None:
    for english, text in catalogue(language).items():
        slots = sorted(re.findall(r"\{\w+\}", english))
        assert sorted(re.findall(r"\{\w+\}", text)) == slots, english


@pytest.mark.parametrize("part", ["", "school"])
def test_in_french_no_line_begins_with_a_sign(part: str) -> None:
    """Before `: ; ? !` and within « » stands a space that does not break (Lexique, Imprimerie nationale)."""
    loose = {text for text in catalogue("fr", part).values() if re.search("« | [:;?!»]", text)}
    assert loose == set()


def test_the_catalogues_are_what_babel_reads() -> None:
    pofile = pytest.importorskip("babel.messages.pofile", reason="Babel is not installed")
    files = [*po_files()]
    assert [file for file in files if read_po(file.read_text("utf-8")) != by_babel(pofile, file)] == []
    assert len(files) > len(LANGUAGES)


def by_babel(pofile: Any, file: Path) -> dict[str, str]:
    with file.open("rb") as opened:
        entries = [entry for entry in pofile.read_po(opened) if entry.id]
    theirs = {entry.id: entry.string for entry in entries if isinstance(entry.id, str)}
    for entry in (each for each in entries if not isinstance(each.id, str)):
        one, many = entry.string
        singular = (0, 1) if file.stem == "fr" else (1,)
        theirs |= {entry.id[1]: many} | {f"{entry.id[1]}|{count}": one for count in singular}
    return theirs


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screens_at_the_table_carry_all_that_they_say_and_little_else(language: str) -> None:
    scripts = DASHBOARD / "static" / "js"
    by_game = {game: catalogue_of_table(language, game) for game in GAMES}
    served = {english: text for words in by_game.values() for english, text in words.items()}
    spoken = {
        text
        for name in ("croupier", "display", "live", "acts", "cards", "keypad", "payout")
        for text in IN_SCRIPTS.findall((scripts / f"{name}.mjs").read_text())
    }
    whys = {each.key for each in said.said() if not each.key.startswith(CALIBRATION)} & said.keys()
    everywhere = spoken | set(faults.TITLES.values()) | set(SAID) | set(RANKS_AND_SUITS)
    assert (everywhere | whys) - set(served) == set()
    assert all(everywhere <= set(words) for words in by_game.values())
    assert "Save the configuration" not in served
    assert len(served) < len(catalogue(language))


BALL_AT_CARDS = "punto banco is dealt from a sabot: no ball rests anywhere"
CARD_AT_A_WHEEL = "roulette is played with a ball: no card is dealt at its table"


@pytest.mark.parametrize("game", GAMES)
def test_a_screen_at_the_table_carries_the_words_of_its_own_game_and_of_no_other(game: str) -> None:
    served = catalogue_of_table("fr", game)
    folder = DESCRIPTORS[game].folder.rpartition(".")[2]
    its_own = {each.key for each in said.said() if each.file.parent.name == folder} & said.keys()
    assert its_own - set(served) == set()
    assert (BALL_AT_CARDS in served) == (game == "punto-banco")
    assert (CARD_AT_A_WHEEL in served) == (game == "roulette")


def test_a_table_of_a_game_that_is_gone_still_has_the_words_of_the_screens() -> None:
    assert "sabot" in catalogue_of_table("fr", "game that is gone")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["0 coups", "1 coup", "2 coups"]),
        ("fr", ["0 saisie à la main", "1 saisie à la main", "2 saisies à la main"]),
        ("nl", ["0 fouten", "1 fout", "2 fouten"]),
        ("de", ["0 Coups", "1 Coup", "2 Coups"]),
    ],
)
def test_a_count_takes_the_form_of_its_language(language: str, said: list[str]) -> None:
    """CLDR, plural rules: in French none and one alike are singular, in the others one alone."""
    name = {"fr": "{n} entered by hand", "nl": "{n} faults"}.get(language, "{n} coups")
    words = catalogue(language)
    assert [records.in_words(plain(name, n=n), words) for n in range(3)] == said


def test_continued_lines_and_comments_are_understood() -> None:
    text = (
        '# a comment\n#: place\nmsgid ""\n"one "\n"two"\nmsgstr "een "\n"twee"\n\nmsgid "none"\nmsgstr ""\n'
    )
    assert read_po(text) == {"one two": "een twee"}


def test_the_values_of_a_reason_are_those_for_which_its_sentence_has_slots() -> None:
    reasons = said.said()
    assert [each for each in reasons if each.slots not in (None, said.slots(each.key))] == []
    assert len(reasons) > len(GAMES)


def test_the_first_wish_that_we_speak_is_chosen() -> None:
    assert chosen(None, "xx", "nl", "fr") == "nl"
    assert chosen("") == "en"


def known(sentence: Sentence, game: str) -> bool:
    """Whether a screen at this table has the sentence and those in it, with nothing left open in them."""
    slots = set(re.findall(r"\{(\w+)\}", sentence["id"]))
    return (
        sentence["id"] in catalogue_of_table("fr", game)
        and slots == set(sentence["values"])
        and all(known(value, game) for value in sentence["values"].values() if isinstance(value, dict))
    )


def test_every_reason_for_a_card_has_a_form_of_its_own() -> None:
    """All values of two hands: the reason for every due card exists in four languages."""
    pairs = list(product(range(10), repeat=2))
    hands = [
        (),
        *((value,) for value in range(10)),
        *pairs,
        *((a, b, c) for a, b in pairs for c in range(10)),
    ]
    for punto, banco in product(hands, pairs):
        owed = tirage(punto, banco)
        assert owed is None or known(of_reason(owed.why), "punto-banco"), owed


acts_at_a_table = st.lists(
    st.sampled_from(
        [
            *(BetsClosed(), CoupEnded(), Undone(), SabotOpened(), CardSeen(None), CutCardSeen()),
            *(Announced("banco"), Staked("banco", 500), Staked("banco", 0), Acknowledged()),
        ]
    )
    | st.builds(CardSeen, st.sampled_from(DECK), st.sampled_from([None, "punto", "banco"])),
    max_size=40,
)


@given(acts_at_a_table)
def test_every_fault_at_a_table_of_punto_banco_can_be_said_in_four_languages(acts: list[Any]) -> None:
    table = tables.opened(punto_banco, punto_banco.Options(close="croupier", minimum=100, maximum=400))
    for each in acts:
        table, events = tables.step(table, each)
        for event in events:
            if isinstance(event, FaultFound):
                assert known(of_reason(event.fault.because), "punto-banco"), event.fault.because


def a_call(game: str) -> st.SearchStrategy[Said]:
    """Any call in the patterns of `game`, with small numbers in its slots."""
    values = {"SEAT": "1235", "NUMBER": "0235", "CHANCE": ("rouge", "noir", "couleur"), "CARD": ("5C",)}
    values |= {"CARDS": ("5C", "2C 3C 4C 5C 6C"), "SUIT": "CD"}

    @cache
    def words(pattern: str) -> st.SearchStrategy[str]:
        parts = [part.strip("[]") for part in pattern.split()]
        slots = [
            st.sampled_from(values.get(part, ("50",) if part == "AMOUNT" else part.split("|")))
            for part in parts
        ]
        return st.tuples(*slots).map(" ".join)

    return st.sampled_from(GAMES[game].WORDS).flatmap(words).map(Said)


@cache
def an_act(game: str) -> st.SearchStrategy[Any]:
    """A card or number, a call, a stake, or a button."""
    places = st.sampled_from([None, *GAMES[game].PLACES])
    seen = st.builds(CardSeen, st.sampled_from(DECK), places)
    stake = st.builds(
        Staked, st.sampled_from(GAMES[game].CHANCES or ("pot",)), st.just(5000), st.sampled_from([None, 1, 2])
    )
    buttons = st.sampled_from([BetsClosed(), CoupEnded(), SabotOpened(), Acknowledged()])
    pockets = st.sampled_from(["17", "0", "40"]).map(BallSeen)
    return (seen if GAMES[game].PLACES else pockets) | a_call(game) | stake | buttons


@pytest.mark.parametrize("game", [game for game in GAMES if game != "punto-banco"])
@given(data=st.data())
def test_every_reason_and_every_fault_of_every_game_can_be_said_in_four_languages(
    game: str, data: st.DataObject
) -> None:
    at = dashboard_tables.table(game)
    for each in data.draw(st.lists(an_act(game), max_size=40)):
        at, events = tables.step(at, each)
        whys = [event.fault.because for event in events if isinstance(event, FaultFound)]
        whys += [at.play.owed.why] if at.play.owed and at.play.owed.why else []
        for why in whys:
            assert known(of_reason(why), game), why


def test_where_punto_stood_no_third_card_is_spoken_of_as_if_there_were_one() -> None:
    french = [
        records.in_words(of_reason(why), catalogue("fr"))
        for why in (banco_draws(5, None), banco_stands(6, None))
    ]
    stood = "punto est resté sans troisième carte"
    assert french == [f"banco a 5, {stood}\xa0: banco tire", f"banco a 6, {stood}\xa0: banco reste"]


def test_no_sentence_on_a_page_is_in_the_words_of_a_script() -> None:
    """What the notation writes is for scripts: a page has the words of the game, and names no option."""
    patterns = {word for game in GAMES.values() for each in game.WORDS for word in re.split(r"[ |]", each)}
    chances = {each for game in GAMES.values() for each in game.CHANCES}
    raw = {re.escape(each) for each in patterns | chances if re.search("[a-z][-:]", each)}
    script = re.compile(
        rf"(?<![\w-])({'|'.join(sorted(raw))})(?![\w-])|\((say|dire|zeg|sage|[oO]ption|optie) "
    )
    every = {text for part in ("", "school") for lang in LANGUAGES for text in catalogue(lang, part).values()}
    assert {text for text in every if script.search(text)} == set()


def test_a_chance_in_a_reason_is_read_as_croupiers_read_it() -> None:
    why = reason("seat {n} has no stake on {chance} in this coup", n=3, chance="carre:16-20")
    assert of_reason(why)["values"] == {"n": 3, "chance": "carré 16-20"}
