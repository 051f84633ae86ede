"""Tables of every game for the screens' tests, and coups of theirs that show something."""

from __future__ import annotations

import random
from typing import Any

from sabot.core import options as house
from sabot.core import table as referee
from sabot.core.cards import DECK
from sabot.core.observations import DeviceFound
from sabot.core.script import read
from sabot.core.shapes.view import View
from sabot.core.view import view
from sabot.games.register import GAMES
from sabot.games.trente_et_quarante import rules as trente_et_quarante
from sabot.games.wheel.layout import WHEELS

CHEMIN_FREE = "say banque 3 100\nbet ponte 40 5\nbet ponte 20 6\nrnvp 4C 3D AH KS"
"""Ponte 5, who is free; banque 3; both face down."""
CHEMIN_BANKER = CHEMIN_FREE + "\nsay ponte carte\n4D"
"""The ponte took a four and has 9; the banker turned up 3 and draws."""
CHEMIN_DECIDED = CHEMIN_BANKER + "\n6H"
CHEMIN_FAULT = "say banque 3 100\nbet ponte 40 5\nrnvp 6C 4D KH KS\nsay ponte carte"
"""A ponte with 6 asks for a card."""

BANQUE_OPEN = "say banque 0 1000\nbet droite 120 2\nbet gauche 80 5\nbet gauche 40 7"
BANQUE_DROITE = BANQUE_OPEN + "\nrnvp 2C 6D 4H 3S KD AH"
"""Droite 5, who is free; gauche 6; banque 5."""
BANQUE_FREE = BANQUE_DROITE + "\nsay droite carte\n4S"
"""Droite was given a 4, which leaves the banker free; against gauche, who drew nothing, the banker draws:
free."""
BANQUE_DECIDED = BANQUE_FREE + "\nsay banque non"
BANQUE_FAULT = BANQUE_OPEN + "\nrnvp 7C 6D 4H KS KD AH\nsay droite carte"
"""Droite 7 asks for a card."""

TRENTE_MIDST = "bet rouge 40 2\nbet couleur 10 4\nrnvp 4D KS 2H 7C 9H 3C 4S"
"""Noir 36 is dealt: 4 10 2 7 9 are 32; rouge has begun."""
TRENTE_ROUGE = "rnvp 4D KS 2H 7C TH 3C 4S AD 2C 5H AS 6D 3H AC 5S"
"""Noir 33 against rouge 31 after ten cards: rouge wins, and couleur, the first card being red."""
TRENTE_REFAIT = "bet rouge 40 2\nbet noir 20 4\nrnvp KS QD JC AH KH QS JD AC"
"""31 and 31."""
TRENTE_FAULT = "rnvp 4D KS 2H 7C TH\nend"
"""Closed while rouge is still owed."""

ROULETTE_STAKES = "bet plein:17 5 2\nbet rouge 40 3\nbet carre:16-20 10 2\nbet douzaine:2 20 4"


def table(game: str, options: dict[str, str] | None = None) -> referee.Table:
    """A table of `game` with its instruments found, closed by its croupier."""
    rules = GAMES[game]
    opened = referee.opened(
        rules, house.read(rules.Options, ({"close": "croupier"} | (options or {})).items())
    )
    for role in ("sabot", "camera") if rules.PLACES else ("wheel",):
        opened, _ = referee.step(opened, DeviceFound(role, "simulated", ""))
    return opened


def played(game: str, script: str, **options: str) -> referee.Table:
    """A table of `game` after `script`."""
    at = table(game, options)
    for each in read(script.splitlines(), at.play.game, at.play.options):
        at, _ = referee.step(at, each)
    return at


def view_of(game: str, script: str, **options: str) -> View:
    """The view of a table of `game` after `script`."""
    return view(played(game, script, **options))


def taille(game: str, coups: int, *, seed: int = 3) -> str:
    """A script of `coups` legal coups."""
    chance = random.Random(seed)
    if game == "roulette":
        return "\n".join(f"{chance.choice(NUMBERS)}\nend" for _ in range(coups)) + "\n"
    cards = list(DECK) * GAMES[game].Options().decks
    chance.shuffle(cards)
    if game == "trente-et-quarante":
        return "".join(_trente(cards) for _ in range(coups))
    return "".join(_spoken(game, cards) for _ in range(coups))


NUMBERS = WHEELS[37].order


def _trente(cards: list[Any]) -> str:
    coup = trente_et_quarante.opening(trente_et_quarante.Options())
    dealt = ["rnvp"]
    while trente_et_quarante.owed(coup) is not None:
        card = cards.pop()
        dealt.append(str(card))
        coup, _ = trente_et_quarante.dealt(coup, card, None)
    return " ".join(dealt) + " end\n"


def _spoken(game: str, cards: list[Any]) -> str:
    """A coup in which no free party takes a card."""
    rules = GAMES[game]
    coup = rules.opening(rules.Options())
    lines = ["rnvp"]
    while (owed := rules.owed(coup)) is not None:
        if owed.of is not None:
            said = f"{owed.of} non"
            coup = rules.said(coup, tuple(said.split()))
            lines.append(f"say {said}")
            continue
        card = cards.pop()
        lines.append(str(card))
        coup, _ = rules.dealt(coup, card, None)
    return "\n".join([*lines, "end", ""])
