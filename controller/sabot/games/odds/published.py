"""Figures that others have published, digit for digit, each with its source: `sabot odds` prints them beside
its own.

A figure that ours does not agree with stays in the list, with what is known of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from sabot.games.odds.figures import Quoted

WIZARD = "wizardofodds.com, baccarat, appendix 6"
WIZARD_TOTALS = "wizardofodds.com, baccarat, appendix 3"
EXPLOIT = "casinoexploit.com, baccarat"
CHEN = "vegastrip.com, baccarat (Yui-Bin Chen)"
EXCEL = "excelpunks.com, 12 May 2018"
JACOBSON = "888casino.com, Eliot Jacobson"
NOTEBOOK = "the notebook Combinatorial analysis of Baccarat on GitHub"
THORP = "multiplayerbaccarat.com, after Thorp"
UNKNOWN_SOURCE = "commonly given; where from is not known"
TRENTE = "gamblinginamerica.name, trente et quarante"
TRENTE_TOO = "beatablegames.com, trente et quarante"
POISSON = "Poisson 1825, Annales de mathématiques 16: eleven thousandths"
PRISON = "en.wikipedia.org, En prison"
ROULETTE_TOO = "migliori10casino.it"
KEMENY = "Kemeny and Snell 1957, as given by Ethier and Gámez, Games 4 (2013)"

COUNTS = {
    8: {"banco": "2292252566437888", "punto": "2230518282592256", "egalite": "475627426473216"},
    6: {"banco": "403095751234560", "punto": "392220492728832", "egalite": "83552962932288"},
}

SHARES = {
    8: {"banco": "0.4585974226", "punto": "0.4462466093", "egalite": "0.0951559680236402"},
    0: {"banco": "0.458427917906012", "punto": "0.4461465121159756", "egalite": "0.0954255699780124"},
}

PERCENTS = {
    1: ("45.9624", "44.6760", "9.3615"),
    2: ("45.9073", "44.6508", "9.4419"),
    4: ("45.8761", "44.6340", "9.4898"),
    6: ("45.8653", "44.6276", "9.5069"),
    8: ("45.8597", "44.6247", "9.5156"),
    0: ("45.8428", "44.6147", "9.5426"),
}
"""Banco, punto, égalité, of a hundred coups."""

BANCO_WITH = (
    *("24291119898624", "44681581871104", "72927778568192", "163359790133248", "216715928915968"),
    *("269232304455680", "384279324919808", "529914458673152", "586850279002112"),
)
"""Of eight packs, the ways in which banco wins with 1 to 9."""

KEEPS = {
    8: (
        ("house keeps, other options", "banco, tax 5 %", "0.010579", WIZARD),
        ("house keeps", "punto", "0.012351", WIZARD),
        ("house keeps, other options", "egalite, 8 to 1", "0.143596", WIZARD),
        ("house keeps, other options", "banco, no tax, half on 5", "0.009327724", EXCEL),
        ("house keeps, other options", "banco, no tax, half on 6", "0.014581045", EXCEL),
        ("house keeps, other options", "banco, no tax, half on 6", "1.4581 %", JACOBSON),
        ("house keeps, other options", "banco, no tax, nothing on 7 in three cards", "1.0183 %", JACOBSON),
        ("house keeps, other options", "banco, no tax, nothing on 7 in three cards", "0.010183", WIZARD),
    ),
    6: (
        ("house keeps, other options", "banco, no tax, half on 6", "0.014548", WIZARD),
        ("house keeps, other options", "banco, tax 5 %", "0.010558", THORP),
        ("house keeps", "punto", "0.012374", THORP),
        ("house keeps, other options", "egalite, 8 to 1", "0.144382", THORP),
    ),
}

GIVEN = {
    0: ("0.278792", "0.654627", "0.066581"),
    5: ("0.358488", "0.537849", "0.103663"),
    6: ("0.430362", "0.427801", "0.141838"),
    9: ("0.905475", "0", "0.094525"),
}
"""Of eight packs: punto, banco, égalité, by the total of punto's first two cards."""

MISTAKEN = "the exact figure, 44.62785… %, gives 44.6279 rounded and 44.6278 cut: the source is mistaken"


def published() -> Iterator[Quoted]:
    """Every published figure."""
    yield from _punto_banco()
    yield from _trente_et_quarante()
    yield from _roulette()
    yield from _chemin_de_fer()


def _punto_banco() -> Iterator[Quoted]:
    game = "punto-banco"
    for decks, ways in COUNTS.items():
        yield from (
            Quoted(game, decks, "wins", name, text, f"{WIZARD}; {EXPLOIT}") for name, text in ways.items()
        )
    for decks, shares in SHARES.items():
        yield from (Quoted(game, decks, "wins", name, text, NOTEBOOK) for name, text in shares.items())
    for decks, percents in PERCENTS.items():
        for name, text in zip(("banco", "punto", "egalite"), percents, strict=True):
            note = MISTAKEN if (decks, name) == (6, "punto") else ""
            yield Quoted(game, decks, "wins", name, f"{text} %", CHEN, note)
    for points, text in enumerate(BANCO_WITH, start=1):
        yield Quoted(game, 8, "wins with", f"banco {points}", text, EXCEL)
    yield Quoted(game, 6, "wins with", "banco 6", "47322230031360", EXPLOIT)
    yield from _kept_and_given(game)


def _kept_and_given(game: str) -> Iterator[Quoted]:
    for decks, keeps in KEEPS.items():
        yield from (Quoted(game, decks, *each) for each in keeps)
    for total, texts in GIVEN.items():
        for name, text in zip(("punto", "banco", "egalite"), texts, strict=True):
            section = "wins, given punto's first two cards"
            yield Quoted(game, 8, section, f"punto has {total}: {name}", text, WIZARD_TOTALS)


def _trente_et_quarante() -> Iterator[Quoted]:
    game, other = "trente-et-quarante", "house keeps of noir, other options"
    yield Quoted(game, 0, "noir has", "31", "0.148061", UNKNOWN_SOURCE)
    insured = "insured, premium lost only in coups that decide"
    for decks in (0, 6):
        yield Quoted(game, decks, "wins", "refait", "2.19 %", TRENTE)
        yield Quoted(game, decks, other, "half is lost", "1.1 %", f"{TRENTE}; {POISSON}")
        yield Quoted(game, decks, other, insured, "0.9 %", TRENTE)
    yield Quoted(game, 0, other, "half is lost", "1.096 %", TRENTE_TOO)


def _roulette() -> Iterator[Quoted]:
    game, simple = "roulette", "house keeps of a simple chance"
    yield Quoted(game, 37, simple, "half is lost", "1.35 %", PRISON)
    yield Quoted(game, 37, "house keeps", "plein", "2.703 %", ROULETTE_TOO)
    yield Quoted(game, 38, "house keeps", "plein", "5.26 %", PRISON)


def _chemin_de_fer() -> Iterator[Quoted]:
    game, section = "chemin-de-fer", "the game, every card put back"
    yield Quoted(game, None, section, "ponte draws on 5", "9/11", KEMENY)
    yield Quoted(game, None, section, "bank draws with 6 against no card", "859/2288", KEMENY)
    yield Quoted(game, None, section, "worth to the ponte", "-679568/53094899", KEMENY)


def of(game: str, decks: int) -> tuple[Quoted, ...]:
    """Returns the published figures of `game` with this number of packs (0: endless) or pockets.

    >>> [figure.text for figure in of("roulette", 37)]
    ['1.35 %', '2.703 %']
    """
    return tuple(each for each in published() if each.game == game and each.decks in (None, decks))
