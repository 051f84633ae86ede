"""The tailles of a journal: what `sabot journal export --format roads` and `card` say of each."""

from __future__ import annotations

import json

import pytest

from sabot.core import script
from sabot.core.observations import as_dict
from sabot.core.table import opened
from sabot.games.register import GAMES
from sabot.record import resume, tailles
from sabot.record.chain import Entry, Record
from sabot.record.journal import Journal, reading
from sabot.record.resume import opening
from tests.overheard import overheard

PUNTO, BANCO = "8C 4S TH 2D", "4S 8C 2D TH"
NOIR, ROUGE = "TC TD TH AS TS TD TH 4S", "TD TC TH 4S TD TS TH AC"


def exported(path, of=tailles.as_roads) -> list[dict]:
    with reading(path) as file:
        return [json.loads(line) for line in of(file)]


def marks(line: dict, road: str = "bead") -> list[str]:
    return [cell[2] for cell in line["roads"][road]]


def test_every_taille_has_a_line_with_its_roads(kept):
    lines = exported(kept("punto-banco", f"{PUNTO} {BANCO} new {BANCO} {BANCO} {PUNTO}"))
    assert [line["taille"] for line in lines] == [1, 2]
    assert [marks(line) for line in lines] == [["punto", "banco"], ["banco", "banco", "punto"]]
    assert [line["from_to"] for line in lines] == [[1, 2], [3, 5]]
    assert [line["counts"]["banco"] for line in lines] == [1, 2]


def test_a_sabot_that_was_opened_by_mistake_ends_no_taille(kept):
    (line,) = exported(kept("punto-banco", f"{PUNTO} end new undo {BANCO}"))
    assert marks(line) == ["punto", "banco"]


def test_a_result_that_was_taken_back_is_not_on_the_roads(kept):
    (line,) = exported(kept("punto-banco", f"{PUNTO} {BANCO} undo 3H 2C"))
    assert marks(line)[0] == "punto"
    assert len(marks(line)) == line["coups"] == 2


def test_a_sabot_without_a_coup_has_no_line(kept):
    lines = exported(kept("punto-banco", f"new new {PUNTO} new"))
    assert [(line["taille"], marks(line)) for line in lines] == [(1, ["punto"])]


def test_a_journal_that_opened_another_game_shows_those_that_have_a_card(kept):
    path = kept("punto-banco", PUNTO)
    with Journal(path) as journal:
        journal.append([Entry("opening", opening(opened(GAMES["trente-et-quarante"])))])
    (line,) = exported(path)
    assert line["game"] == "punto-banco"


@pytest.mark.parametrize(
    ("game", "cards", "plates"),
    [("chemin-de-fer", PUNTO, 1), ("baccarat-banque", "8C 4S 9H TD 2D TC", 2)],
)
def test_chemin_de_fer_has_a_plate_and_baccarat_banque_one_for_each_side(kept, game, cards, plates):
    (line,) = exported(kept(game, cards))
    assert (line["kind"], len(line["plates"])) == ("plates", plates)


def test_trente_et_quarante_has_its_card(kept):
    (line,) = exported(kept("trente-et-quarante", NOIR), tailles.as_card)
    assert (line["game"], line["kind"], len(line["lines"])) == ("trente-et-quarante", "card", 1)


@pytest.mark.parametrize(
    ("game", "script", "asked", "why"),
    [
        ("trente-et-quarante", NOIR, tailles.as_roads, "no roads of trente-et-quarante: --format csv"),
        ("punto-banco", PUNTO, tailles.as_card, "no card of punto-banco: --format csv"),
        ("roulette", "17 18", tailles.as_card, "no card of roulette: --format csv"),
    ],
)
def test_a_drawing_that_the_game_does_not_have_is_refused_in_a_line(kept, game, script, asked, why):
    with pytest.raises(tailles.NotDrawnError, match=why):
        exported(kept(game, script), asked)


def test_an_empty_journal_has_no_lines(kept):
    assert exported(kept("punto-banco", "")) == []


def test_each_of_many_tailles_is_told_once(kept):
    lines = exported(kept("punto-banco", f"{PUNTO} new {BANCO} new {PUNTO} {PUNTO} new {BANCO}"))
    assert [line["taille"] for line in lines] == [1, 2, 3, 4]
    assert [line["coups"] for line in lines] == [1, 1, 2, 1]


def test_a_taille_is_told_once_the_one_after_it_has_ended(kept, monkeypatch):
    """The roads of a year are not kept until its last evening is read."""
    read: list[Record] = []
    monkeypatch.setattr(tailles, "read", overheard(read, resume.read))
    path = kept("punto-banco", f"{PUNTO} new {BANCO} new {PUNTO} new {BANCO}")
    with reading(path) as file:
        next(tailles.tailles(file))
        after_first = read[-1].seq
        assert len(list(tailles.tailles(file))) == 4
    assert after_first == 11 < read[-1].seq


def test_a_game_without_roads_beside_one_with_roads_is_left_out(kept):
    path = kept("punto-banco", PUNTO)
    rules = GAMES["trente-et-quarante"]
    acts = script.read([NOIR], rules, rules.Options())
    with Journal(path) as journal:
        journal.append([Entry("opening", opening(opened(rules)))])
        journal.append([Entry("observation", as_dict(each), 2) for each in acts])
    assert [(line["taille"], line["game"]) for line in exported(path)] == [(1, "punto-banco")]
    assert [(line["taille"], line["game"]) for line in exported(path, tailles.as_card)] == [
        (2, "trente-et-quarante")
    ]
