"""The chronicle of every game: what a journal's exports say of its coups."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.core import options as house
from sabot.core.cards import DECK
from sabot.core.observations import (
    BallSeen,
    CardSeen,
    CoupEnded,
    SabotOpened,
    Staked,
    Undone,
    as_dict,
)
from sabot.core.table import opened, step
from sabot.games.register import GAMES
from sabot.record import chronicle
from sabot.record.chain import Entry, Record
from sabot.record.journal import Journal, reading
from sabot.record.resume import is_beginning, opening
from sabot.record.resume import read as read_record
from tests.overheard import overheard


@pytest.mark.parametrize(
    ("game", "script", "won"),
    [
        ("punto-banco", "8C 4S TH 2D", "punto"),
        ("chemin-de-fer", "8C 4S TH 2D", "ponte"),
        ("baccarat-banque", "8C 4S 9H TD 2D TC", "droite banque; gauche banque"),
        ("trente-et-quarante", "TD TC TH AS\nTD TS TH 4S", "noir inverse"),
        ("trente-et-quarante", "TC TD TH AS\nTD TS TH AD", "refait"),
        ("roulette", "17", "17"),
        ("roulette", "0", "0"),
    ],
)
def test_the_table_of_coups_says_who_has_won_at_every_game(kept, game, script, won):
    with reading(kept(game, script)) as file:
        _, line = chronicle.as_csv(file)
    assert f",{won}," in line


def test_what_the_notation_cannot_say_is_a_comment_in_the_script(kept):
    """The journal keeps every observation; a script of it can still be judged."""
    seen = [Staked("vert", 10_00), Staked("rouge", 10_00, 3), BallSeen(""), BallSeen("17"), CoupEnded()]
    with reading(kept("roulette", seen)) as file:
        lines = [line for line in chronicle.as_script(file) if not line.startswith(("# opened", "# sabot"))]
    assert [line for line in lines if not line.startswith("#")] == ["bet rouge 10.00 3", "17", "end"]
    assert "# the notation cannot say: bet vert 10.00" in lines


def test_cards_withdrawn_together_are_as_many_words_of_a_script(kept):
    read_card, unread = CardSeen(DECK[7]), CardSeen(None)
    seen = [read_card, unread, unread, unread, Undone(unread=True), Undone(unread=True), unread, Undone()]
    with reading(kept("punto-banco", seen)) as file:
        lines = [line for line in chronicle.as_script(file) if not line.startswith("#")]
    assert lines == ["8C", "??", "??", "??", "undo undo undo", "??", "undo"]


def test_the_newest_coups_are_those_of_the_whole_list_and_found_without_folding_it(tmp_path, monkeypatch):
    monkeypatch.setattr(chronicle, "COUPS_BACK", 3)
    game = GAMES["punto-banco"]
    table, path = opened(game, house.read(game.Options, [("decks", "1")])), tmp_path / "table.sqlite3"
    with Journal(path) as journal:
        journal.append([Entry("opening", opening(table))])
        for _ in range(6):
            for each in (SabotOpened(), *(CardSeen(card) for card in DECK[:40])):
                table, _ = step(table, each)
                journal.append([Entry("observation", as_dict(each), table.play.number)])
                if is_beginning(each, table):
                    journal.append([Entry("taille", opening(table))])
    with reading(path) as file:
        everything = list(chronicle.coups(file))
        folded: list[Record] = []
        monkeypatch.setattr(chronicle, "read", overheard(folded, read_record))
        assert chronicle.newest(file, 4) == everything[-4:]
        assert len(folded) < 3 * 41
        assert chronicle.newest(file, 999) == everything


def winners_of(path: Path) -> list[tuple[str, str]]:
    """The number and the winner of each coup, as the CSV has them."""
    with reading(path) as file:
        rows = [row.split(",") for row in list(chronicle.as_csv(file))[1:]]
    return [(row[0], row[4]) for row in rows]


NATURAL = "9C 5D JS KH"


def test_a_coup_whose_first_act_was_taken_back_never_was(kept):
    assert winners_of(kept("punto-banco", f"{NATURAL} 8C undo")) == [("1", "punto")]
    assert winners_of(kept("punto-banco", "8C undo")) == []


def test_a_coup_that_does_not_count_is_void_and_has_no_result(kept):
    script = f"8C\nsay annule misdeal\n{NATURAL} 8C new {NATURAL}"
    assert winners_of(kept("punto-banco", script)) == [
        ("1", "void"),
        ("2", "punto"),
        ("3", "void"),
        ("4", "punto"),
    ]


def test_a_decided_coup_that_was_annulled_has_no_result_either(kept):
    assert winners_of(kept("punto-banco", f"{NATURAL}\nsay annule misdeal")) == [("1", "void")]
    assert winners_of(kept("punto-banco", f"{NATURAL}\nsay annule misdeal\nundo")) == [("1", "punto")]


def test_many_coups_taken_back_leave_one_row_each(kept):
    script = f"{' '.join([NATURAL] * 6)} {'undo ' * 20} {NATURAL}"
    rows = winners_of(kept("punto-banco", script))
    assert [number for number, _ in rows] == ["1", "2"]


def test_a_coup_is_told_as_soon_as_no_undo_can_reach_it(kept, monkeypatch):
    monkeypatch.setattr(chronicle, "CHAPTERS_KEPT", 2)
    folded: list[Record] = []
    monkeypatch.setattr(chronicle, "read", overheard(folded, read_record))
    with reading(kept("punto-banco", " ".join([NATURAL] * 6))) as file:
        told = chronicle.coups(file)
        assert next(told).coup == 1
        assert len(folded) == 9  # two coups and the first card of the third
        assert [each.coup for each in told] == [2, 3, 4, 5, 6]


def test_the_table_of_coups_counts_the_faults_and_corrections_of_each_coup(kept):
    script = "rnvp 9C 5D undo 6D undo 5D JS KH 2C undo end rnvp 9C 5D JS KH end"
    with reading(kept("punto-banco", script, close="croupier")) as file:
        headings, *rows = (line.split(",") for line in chronicle.as_csv(file))
    cells = [dict(zip(headings, row, strict=True)) for row in rows]
    counted = [(each["coup"], each["faults"], each["corrections"]) for each in cells]
    assert counted == [("1", "1", "3"), ("2", "0", "0")]


def test_a_record_is_shown_in_its_own_letters():
    row = Record(7, 0, 0, "event", 1, "", "", '{"event":"call","call":{"text":"Égalité"},"none":null}', "")
    assert chronicle.line(row) == '       7  1970-01-01T00:00:00.000Z  -> call  call={"text": "Égalité"}'


@pytest.mark.parametrize(
    ("kind", "body", "said"),
    [
        ("observation", '{"card":"8C","kind":"CardSeen","place":null}', "<- CardSeen  card=8C"),
        ("note", '{"note":"resumed","unconfirmed":1}', "-- resumed  unconfirmed=1"),
        ("opening", '{"alerts":[],"game":"roulette","table":""}', "-- opening  game=roulette"),
        ("event", '{"coup":3,"event":"fault"}', "-> fault"),
    ],
)
def test_what_was_seen_what_was_decided_and_what_was_noted_look_different(kind, body, said):
    record = Record(8, 1_125_000_000, 0, kind, 1, "", "", body, "")
    assert chronicle.line(record) == f"       8  1970-01-01T00:00:01.125Z  {said}"


def test_a_coup_of_the_table_has_its_cards_its_points_and_whether_it_was_a_natural(kept):
    with reading(kept("punto-banco", "8C 4S TH 2D TC 2C 5D KC 3H 4D")) as file:
        headings, first, second = (line.split(",") for line in chronicle.as_csv(file))
    assert headings == [
        *("coup", "game", "began", "ended", "winner"),
        *("points", "cards", "natural", "faults", "corrections"),
    ]
    assert first[:2] + first[4:] == [
        *("1", "punto-banco", "punto"),
        *("punto 8; banco 6", "punto 8C TH; banco 4S 2D", "True", "0", "0"),
    ]
    assert second[4:8] == ["punto", "punto 8; banco 6", "punto TC 5D 3H; banco 2C KC 4D", "False"]
