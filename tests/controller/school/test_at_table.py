"""A trainee deals at the table: the referee's own events judge them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sabot.bench.rehearsal import rehearsal_of, rehearsed_games
from sabot.core import table as tables
from sabot.core.events import with_reason
from sabot.core.script import read
from sabot.core.view import view
from sabot.games.baccarat_banque import rules as baccarat_banque
from sabot.games.chemin_de_fer import rules as chemin_de_fer
from sabot.games.lessons import Dealt, Played
from sabot.games.punto_banco import coup as punto_banco
from sabot.games.register import GAMES
from sabot.games.roulette import rules as roulette
from sabot.games.trente_et_quarante import rules as trente_et_quarante
from sabot.school.at_table import DRILL, AtTable, Watch
from sabot.school.catalogue import drills
from sabot.school.store import SchoolError
from sabot.school.table_cells import cells
from tests.dashboard.views import BANCO_OWED, BANCO_STANDS, FAUX_TIRAGE, observation


def dealt(script: str, *, seconds: float = 1.0) -> tuple[list[Dealt], Watch]:
    """What a trainee did who dealt this, an act each second."""
    watch, done, at_s = Watch(), [], 100.0
    table = tables.opened(punto_banco, punto_banco.Options(close="croupier"))
    for token in script.split():
        table, events = tables.step(table, observation(token))
        done += watch.take(view(table), [with_reason(event) for event in events], at_s)
        at_s += seconds
    return done, watch


def test_a_coup_without_fault_counts_for_its_cells() -> None:
    """Punto 5 drew a two; banco has 7 and stood."""
    done, watch = dealt(BANCO_STANDS + " end")
    assert done == [
        Dealt(DRILL, "coup", True, 5.0),
        Dealt("tirage-punto", "5", True, 1.0),
        Dealt("tirage-banco", "7/2", True, 0.0),
    ]
    assert watch.coups[0].faults == ()


def test_a_result_that_was_taken_back_counts_once() -> None:
    done, watch = dealt(f"{BANCO_STANDS} undo {BANCO_STANDS.split()[-1]} end undo end")
    assert [each.drill for each in done].count(DRILL) == 1
    assert len(watch.coups) == 1


def test_an_announcement_that_was_taken_back_is_not_heard() -> None:
    watch, table = Watch(), tables.opened(punto_banco, punto_banco.Options(close="croupier"))
    for seen in read([BANCO_STANDS, "announce punto", "undo"], punto_banco, punto_banco.Options()):
        table, events = tables.step(table, seen)
        watch.take(view(table), [with_reason(event) for event in events], 1.0)
    assert watch._heard == []


def test_a_third_card_is_timed_from_when_it_was_owed() -> None:
    done, _ = dealt(BANCO_OWED + " 5D end", seconds=2.0)
    assert done[2] == Dealt("tirage-banco", "4/6", True, 2.0)


def test_a_card_too_many_counts_against_its_cell() -> None:
    done, watch = dealt(FAUX_TIRAGE + " end")
    assert Dealt(DRILL, "coup", False, 6.0) in done
    assert Dealt(DRILL, "faux-tirage", False) in done
    assert Dealt("tirage-banco", "7/2", False, 0.0) in done
    assert Dealt("tirage-punto", "5", True, 1.0) in done
    assert [*map(str, watch.coups[0].faults)] == ["the banker drew: banco has 7 against a 2 and stands"]


def test_a_natural_asks_nothing_of_the_tableau() -> None:
    done, _ = dealt("rnvp 8C 4S KD KH end")
    assert [each.drill for each in done] == [DRILL]


@pytest.mark.parametrize(
    ("game", "script", "cells"),
    [
        (punto_banco, "rnvp 8C ?? undo 4S KD KH end", []),
        (chemin_de_fer, "say banque 1 16\nbet ponte 5 3\nrnvp 6C 3D TH KS\nsay ponte carte\nbanque:4C end",
         [("tirage-ponte", "6", True), ("tirage-banque", "3/-", True)]),
    ],
)  # fmt: skip
def test_what_the_instruments_or_a_player_do_is_not_held_against_the_hand_that_deals(
    game: Any, script: str, cells: list[Any]
) -> None:
    """A card that nobody could read; a ponte who asks for a card on 6, and is given none."""
    watch, table, faults, done = Watch(), tables.opened(game, game.Options(close="croupier")), 0, []
    for seen in read(script.splitlines(), game, table.play.options):
        table, events = tables.step(table, seen)
        plain = [with_reason(event) for event in events]
        faults += sum(event["event"] == "fault" for event in plain)
        done += watch.take(view(table), plain, 0.0)
    assert faults > 0
    assert [(each.drill, each.cell, each.right) for each in done] == [(DRILL, "coup", True), *cells]


def dealt_at(game: Any, script: str, **options: Any) -> list[tuple[str, str, bool]]:
    """What a trainee did right or wrong who dealt this, line by line."""
    watch, done = Watch(), []
    table = tables.opened(game, game.Options(close="croupier", **options))
    for seen in read(script.splitlines(), game, table.play.options):
        table, events = tables.step(table, seen)
        done += watch.take(view(table), [with_reason(event) for event in events], 0.0)
    return [(each.drill, each.cell, each.right) for each in done if each.drill != DRILL]


SIDES = "say banque 0 1000\nbet droite 120 2\nbet gauche 80 5\n"
"""Baccarat banque, before six cards."""


@pytest.mark.parametrize(
    ("script", "cells"),
    [
        (SIDES + "rnvp 2C 6D 4H 3S KD AH\nsay droite carte\n4S\nsay banque non\nend",
         [("tirage-side", "5", True), ("tirage-side", "6", True), ("tirage-two-sides", "5/F", True)]),
        (SIDES + "rnvp 7C 6D 4H KS KD AH banque:4S droite:3C end",
         [("tirage-side", "7", False), ("tirage-side", "6", True), ("tirage-two-sides", "5/DD", True)]),
        (SIDES + "rnvp 9C 6D 4H KS KD AH\nend\n2C end",
         [("tirage-side", "6", True), ("tirage-two-sides", "5/N", False)]),
        (SIDES + "rnvp 9C 9D 4H KS KD AH end", []),
    ],
)  # fmt: skip
def test_at_baccarat_banque_each_side_and_the_banker_count_for_their_own_cells(
    script: str, cells: list[Any]
) -> None:
    """A free ponte and a free banker; a card too many to droite, who has 7; an end before the banker's card,
    where droite turned up 9; naturals on both sides."""
    assert dealt_at(baccarat_banque, script) == cells


def test_the_games_of_one_card_at_the_end_of_a_sabot_ask_nothing_of_the_tableau() -> None:
    """HS p. 16: with fewer than nine cards a coup is no longer played as always; here it took six."""
    table = tables.opened(baccarat_banque, baccarat_banque.Options(close="croupier"))
    for seen in read((SIDES + "rnvp 7C 6D 4H KS KD 3H").splitlines(), baccarat_banque, table.play.options):
        table, _ = tables.step(table, seen)
    shown = view(table)
    full = shown["sabot"]
    assert full is not None

    def asked(left: int) -> list[Dealt]:
        sabot = full | {"drawn": full["cards"] - left}
        return cells(Played(shown | {"sabot": sabot}, (), {}, (), (), ended=True))

    assert [each.cell for each in asked(3)] == ["7", "6", "7/SS"]
    assert asked(2) == []


NOIR = "bet noir 10\nrnvp KS QH JD 4C"
"""Trente et quarante: noir has 34."""
ROUGE = " TS TH TD AC"
"""Rouge has 31 and wins; the first card was black: inverse."""
IN_ROWS = ("procedure-trente-et-quarante", "card 0", True), ("procedure-trente-et-quarante", "card 1", True)


@pytest.mark.parametrize(
    ("script", "cells"),
    [
        (NOIR + ROUGE, [("rows", "34", True), ("rows", "31", True), *IN_ROWS]),
        (NOIR + "\nannounce quatre\n" + ROUGE + "\nannounce rouge gagne, couleur perd",
         [("rows", "34", True), ("rows", "31", True), *IN_ROWS,
          ("procedure-trente-et-quarante", "call of the deal", True), ("calls", "rouge-inverse", True)]),
        (NOIR + "\nannounce cinq\n" + ROUGE + "\nannounce rouge perd et couleur",
         [("rows", "34", False), ("rows", "31", True), *IN_ROWS,
          ("procedure-trente-et-quarante", "call of the deal", False), ("calls", "rouge-inverse", False)]),
        (NOIR + " noir:TS TH TD AC",
         [("rows", "34", False), ("rows", "31", True), IN_ROWS[0], (*IN_ROWS[1][:2], False)]),
        (NOIR + " end" + ROUGE,
         [("rows", "34", True), ("rows", "31", True), IN_ROWS[0], (*IN_ROWS[1][:2], False)]),
        (NOIR + " TS end TH TD AC", [("rows", "34", True), ("rows", "31", False), *IN_ROWS]),
        (NOIR + ROUGE + " 2C", [("rows", "34", True), ("rows", "31", False), *IN_ROWS]),
        ("rnvp rouge:KS QH JD 4C" + ROUGE, [("rows", "34", True), ("rows", "31", True),
                                            (*IN_ROWS[0][:2], False), IN_ROWS[1]]),
    ],
)  # fmt: skip
def test_at_trente_et_quarante_each_row_and_each_call_counts_for_its_own_cell(
    script: str, cells: list[Any]
) -> None:
    """Nothing called; called right; called wrong; a card past noir; the second row forgotten, or stopped
    short; a card past both; the first card laid to rouge."""
    assert dealt_at(trente_et_quarante, script + "\nend") == cells


STAKE, RNVP, BALL, END = (("order-roulette", cell, True) for cell in
                          ("a stake", "rien ne va plus", "the ball", "the end of the coup"))  # fmt: skip


def wrong(cell: tuple[str, str, bool]) -> tuple[str, str, bool]:
    return *cell[:2], False


@pytest.mark.parametrize(
    ("script", "cells"),
    [
        ("bet rouge 5\nrnvp\n17\nend", [STAKE, RNVP, BALL, END]),
        ("bet rouge 5\nrnvp\n17\nannounce 17, noir\nend",
         [STAKE, RNVP, BALL, END, ("wheel-call", "17", True)]),
        ("bet rouge 5\nrnvp\n17\nannounce 18\nend",
         [STAKE, RNVP, BALL, END, ("wheel-call", "17", False)]),
        ("bet rouge 5\n17\nend", [STAKE, END, wrong(RNVP)]),
        ("bet rouge 5\nrnvp\nbet noir 5\n17\nend", [STAKE, RNVP, wrong(BALL), END]),
        ("bet rouge 5\nrnvp\nend\n17\nend", [STAKE, RNVP, wrong(BALL), END]),
        ("bet rouge 5\nrnvp\n17\n18\nend", [STAKE, RNVP, BALL, wrong(END)]),
        ("bet noir 0.50\nbet rouge 5\nrnvp\n17\nsay prison rouge 3\nend",
         [STAKE, RNVP, BALL, END]),
    ],
)  # fmt: skip
def test_at_roulette_the_order_of_acts_and_the_call_of_the_number_count(
    script: str, cells: list[Any]
) -> None:
    """Nothing called; called right; called wrong; no *rien ne va plus*; a stake taken after it; ended before
    the ball; a second ball; what a player cannot have is not the croupier's fault."""
    assert dealt_at(roulette, script, rnvp="required", minimum=1_00) == cells


@pytest.mark.parametrize("game", rehearsed_games())
def test_whatever_a_faulty_dealer_does_is_kept_under_cells_that_the_drills_have(game: str) -> None:
    rehearsal, watch, done = rehearsal_of(game), Watch(), []
    table = tables.opened(GAMES[game], rehearsal.HOUSE)
    for seen, _ in rehearsal.shift(Random(3), coups=20, faults=0.5):
        table, events = tables.step(table, seen)
        done += watch.take(view(table), [with_reason(event) for event in events], 0.0)
    cells = {(each.drill, each.cell) for each in done if each.drill != DRILL}
    assert len(cells) > 4
    assert cells - {(drill.name, cell) for drill in drills().values() for cell in drill.cells()} == set()


def test_a_call_is_timed_from_when_there_was_something_to_call() -> None:
    watch, done, at_s = Watch(), [], 0.0
    table = tables.opened(roulette, roulette.Options(close="croupier"))
    for seen in read("bet rouge 5\nrnvp\n17\nannounce 17\nend".splitlines(), roulette, table.play.options):
        table, events = tables.step(table, seen)
        at_s += 2.5
        done += watch.take(view(table), [with_reason(event) for event in events], at_s)
    assert done[-1] == Dealt("wheel-call", "17", True, 2.5)


def watched(watch: Watch, script: str, *, before: str = "") -> list[Dealt]:
    """What the trainee of `watch` did who dealt `script` at a table at which `before` was dealt already."""
    table = tables.opened(punto_banco, punto_banco.Options(close="croupier"))
    for token in before.split():
        table, _ = tables.step(table, observation(token))
    done = []
    for seen in read([script], punto_banco, punto_banco.Options()):
        table, events = tables.step(table, seen)
        done += watch.take(view(table), [with_reason(event) for event in events], 1.0)
    return done


@pytest.mark.parametrize(("before", "counted"), [("", 1), ("rnvp", 1), ("rnvp 2C", 0), (BANCO_STANDS, 0)])
def test_a_coup_that_others_began_is_not_the_trainee_s(before: str, counted: int) -> None:
    """They sat down before the coup, after rien ne va plus, after the first card, and before its end."""
    table = tables.opened(punto_banco, punto_banco.Options(close="croupier"))
    for token in before.split():
        table, _ = tables.step(table, observation(token))
    watch = Watch(view(table))
    rest = " ".join(BANCO_STANDS.split()[len(before.split()) :])
    done = watched(watch, rest + " end", before=before)
    assert [each.cell for each in done if each.drill == DRILL] == ["coup"] * counted
    assert [each.right for each in watched(watch, BANCO_STANDS + " end", before=BANCO_STANDS + " end")
            if each.cell == "coup"] == [True]  # fmt: skip


def test_a_fault_of_the_trainer_s_is_not_the_trainee_s_and_what_they_did_besides_counts() -> None:
    """A card too many to banco, which the trainer made: banco's cell is neither right nor wrong."""
    watch = Watch()
    watch.made("extra", "5C")
    done = watched(watch, FAUX_TIRAGE + " end")
    assert (DRILL, "coup", True) in [each[:3] for each in done]
    assert ("tirage-punto", "5", True) in [each[:3] for each in done]
    assert [each for each in done if not each.right or each.drill == "tirage-banco"] == []
    assert watch.coups[0].faults == ()
    assert [(step.what, step.right) for step in watch.coups[0].steps if step.right is not True] == [
        ("5C", None)
    ]
    again = watched(watch, FAUX_TIRAGE + " end", before=FAUX_TIRAGE + " end")
    assert (DRILL, "faux-tirage", False) in [each[:3] for each in again]  # the next one is their own


def test_a_fault_of_their_own_counts_beside_the_trainer_s() -> None:
    watch = Watch()
    watch.made("extra", "5C")
    done = watched(watch, FAUX_TIRAGE + " 9D end")
    assert [each.cell for each in done if each.drill == DRILL and not each.right] == ["coup", "faux-tirage"]


@pytest.mark.parametrize(("fault", "right"), [("pull", True), ("noise", True), ("cut", False)])
def test_after_a_fault_on_the_line_no_fault_of_the_coup_counts(fault: str, right: bool) -> None:
    watch = Watch()
    watch.made(fault)
    assert watched(watch, FAUX_TIRAGE + " end")[0].right is right
    again = watched(watch, FAUX_TIRAGE + " end", before=FAUX_TIRAGE + " end")
    assert again[0].right is False


def test_a_coup_is_replayed_step_by_step_with_what_was_right() -> None:
    watch, done, at_s = Watch(), [], 0.0
    table = tables.opened(punto_banco, punto_banco.Options(close="croupier"))
    script = "rnvp 2C banco:3S 3D undo 3D end 4H 2H 5C\nannounce banco\nend"
    for seen in read(script.splitlines(), punto_banco, punto_banco.Options()):
        table, events = tables.step(table, seen)
        done += watch.take(view(table), [with_reason(event) for event in events], at_s)
        at_s += 2.0
    steps = watch.coups[0].steps
    assert [(step.act, step.what, step.to, step.right) for step in steps] == [
        ("rnvp", "", "", True), ("card", "2C", "punto", True), ("card", "3S", "banco", True),
        ("card", "3D", "punto", True), ("undone", "", "", True), ("card", "3D", "punto", True),
        ("word", "end", "", False), ("card", "4H", "banco", True), ("card", "2H", "punto", True),
        ("card", "5C", "", False), ("word", "banco", "", False), ("end", "", "", True),
    ]  # fmt: skip
    assert {step.seconds for step in steps[1:]} == {2.0}
    assert str(steps[8].why) == "punto has 5 and draws to 5"
    assert str(steps[9].why) == "the banker drew: banco has 7 against a 2 and stands"
    assert watch.steps == []


def test_the_next_coup_begins_again() -> None:
    done, watch = dealt((FAUX_TIRAGE + " end ") + BANCO_STANDS + " end")
    assert [each.right for each in done if each.cell == "coup"] == [False, True]
    assert [len(coup.faults) for coup in watch.coups] == [1, 0]


def at_table(kept: list[Any]) -> AtTable:
    return AtTable(keep=lambda trainee, each: kept.append((trainee, each)))


def saw(at: AtTable, script: str) -> None:
    table = tables.opened(punto_banco, punto_banco.Options(close="croupier"))
    for nth, token in enumerate(script.split()):
        table, events = tables.step(table, observation(token))
        at.saw(view(table), [with_reason(event) for event in events], float(nth))


@pytest.mark.parametrize(("mode", "counted"), [("off", 0), ("silent", 3), ("coach", 3)])
def test_only_while_a_trainee_is_seated_anything_is_kept(mode: str, counted: int) -> None:
    kept: list[Any] = []
    at = at_table(kept)
    saw(at, BANCO_STANDS + " end")
    assert kept == []
    at.seat(mode, 4)
    assert at.shown == {"training": mode}
    saw(at, BANCO_STANDS + " end")
    assert len(kept) == counted
    assert {who for who, _ in kept} <= {4}


def test_a_fault_is_made_where_there_is_a_simulated_table_only() -> None:
    at, made = at_table([]), []
    with pytest.raises(SchoolError):
        at.make("unread")
    at.deeds = {"unread": lambda: made.append("unread")}
    at.make("unread")
    assert made == at.state()["deeds"] == ["unread"]
    with pytest.raises(SchoolError):
        at.seat("loud", 1)


def test_what_was_dealt_while_nobody_was_seated_is_nobody_s() -> None:
    """They leave, others deal, they come back: the coups that they dealt stay, no other joins them."""
    kept: list[Any] = []
    at = at_table(kept)
    at.seat("silent", 4)
    saw(at, BANCO_STANDS + " end")
    at.seat("off", 4)
    saw(at, FAUX_TIRAGE)
    at.seat("coach", 4)
    saw(at, "rnvp 2C 3S 3D 4H 2H end")
    assert len(at._watch.coups) == 1
    assert all(each.right for _, each in kept)
    assert at.seen()[0]["phase"] == "idle"


def test_the_trainer_s_page_sees_the_coup_under_way_and_every_screen_hears_of_a_new_mode() -> None:
    at, changed = at_table([]), []
    at.changed = lambda: changed.append(at.mode)
    at.deeds = {"extra": lambda: None}
    at.seat("silent", 4)
    at.make("extra")
    saw(at, FAUX_TIRAGE)
    assert [step.right for step in at.seen()[1]] == [*[True] * 6, False]
    assert at.state()["coups"] == []
    at.seat("off", None)
    assert (at.seen()[1], changed) == ([], ["silent", "off"])
