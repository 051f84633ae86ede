"""The simulated players: what they stake, call and choose at each game, for the simulated croupier to hear.

They only propose. The croupier asks the referee first and passes over what would be a fault, so that a player
need not know every rule; `look` gives the play as it stands after all that was done before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from sabot.core.observations import Observation
from sabot.core.play import Play
from sabot.games import wishes as hands
from sabot.games.baccarat_banque import player as baccarat_banque
from sabot.games.chemin_de_fer import player as chemin_de_fer
from sabot.games.punto_banco import player as punto_banco
from sabot.games.trente_et_quarante import player as trente_et_quarante

Look = Callable[[], Play]
Proposals = Callable[[Look, Random], Iterator[Observation]]


class Players(NamedTuple):
    """The players of a game: what they do before the first card (`open`), with a card or a decision owed
    (`speak`), and once the coup is decided (`answer`). `cut_at`: so many cards lie behind a cut card."""

    open: Proposals
    speak: Proposals
    answer: Proposals
    cut_at: int = 0


PLAYERS: dict[str, Players] = {
    "punto-banco": Players(punto_banco.stake, hands.silent, hands.result, cut_at=16),
    "chemin-de-fer": Players(chemin_de_fer.cover, hands.speak, hands.turned_up),
    "baccarat-banque": Players(baccarat_banque.cover, hands.speak, hands.turned_up),
    "trente-et-quarante": Players(
        trente_et_quarante.stake, trente_et_quarante.between_rows, trente_et_quarante.answer
    ),
}
"""Who sits at the games of cards."""
