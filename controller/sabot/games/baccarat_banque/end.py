"""The end of a coup of baccarat banque: who wins each side, what stakes return, what it makes of the bank.

Every function takes a decided coup. Source: HS p. 7-16.
"""

from __future__ import annotations

from sabot.core.shapes.json import Plain
from sabot.core.terms import Call, Settlement, Stake
from sabot.core.words import plain
from sabot.games.baccarat_banque import offers as banque_offers
from sabot.games.baccarat_banque.bank import Outcome
from sabot.games.baccarat_banque.coup import Coup
from sabot.games.baccarat_banque.cover import served
from sabot.games.baccarat_banque.hands import PLACES, SIDES


def winners(coup: Coup) -> tuple[str, str]:
    """Who wins droite and gauche. At *rouge ou noir* all pontes win with the colour that the main named; who
    names nothing has rouge."""
    won: tuple[str, str] | None = coup.position.winners
    if won is not None:
        return won
    side = "ponte" if coup.hands[2][0].is_red == (_colour(coup) == "rouge") else "banque"
    return side, side


def _colour(coup: Coup) -> str:
    return coup.cloth.colour or "rouge"


def is_en_cartes(won: tuple[str, str]) -> bool:
    """Whether a stake à cheval neither wins nor loses: one side each, or both equal."""
    return won == ("egalite", "egalite") or sorted(won) == ["banque", "ponte"]


def keys(coup: Coup) -> Plain:
    """The keys of the `result` line."""
    won, main, seats = winners(coup), coup.bank.main, coup.options.seats
    ending = {} if coup.position.table.mode == "normal" else _ending(coup)
    return {
        "winners": dict(zip(SIDES, won, strict=True)),
        "en_cartes": is_en_cartes(won),
        "points": dict(zip(PLACES, coup.position.points, strict=True)),
        "cards": {place: [*map("".join, hand)] for place, hand in zip(PLACES, coup.hands, strict=True)},
        "natural": coup.position.natural,
        "holders": {side: banque_offers.holder(side, coup.stakes, main=main, seats=seats) for side in SIDES},
        **ending,
    }


def _ending(coup: Coup) -> Plain:
    """How the coup was played when few cards were left."""
    mode = coup.position.table.mode
    ending: Plain = {"fin": mode}
    return ending | ({"colour": _colour(coup)} if mode == "rouge-noir" else {})


def settlements(coup: Coup) -> tuple[Settlement, ...]:
    """What each stake returns, in the order they were laid."""
    if not coup.stakes:
        return ()
    won = dict(zip(SIDES, winners(coup), strict=True))
    stays = None if served(coup) else "table"
    return tuple([_settled(stake, won[stake.where], stays=stays) for stake in coup.stakes])


def staying(coup: Coup) -> tuple[Stake, ...]:
    """The free stakes on a side that was equal: they play the next coup. A banco is called again, or not."""
    lines = zip(coup.stakes, settlements(coup), strict=True)
    return tuple([stake._replace(stayed=True) for stake, line in lines if line.held])


def _settled(stake: Stake, won: str, *, stays: str | None) -> Settlement:
    if won == "egalite":
        return Settlement(stake.where, stake.amount, stake.amount, stake.seat, stays)
    return Settlement(stake.where, stake.amount, 2 * stake.amount if won == "ponte" else 0, stake.seat)


def outcome(coup: Coup) -> Outcome:
    """What the coup did to the bank."""
    settled = settlements(coup)
    if not settled:
        return _NOTHING
    won, offer = winners(coup), served(coup)
    gained = sum(each.returned - each.stake for each in settled if each.seat == coup.bank.main)
    is_drawn = offer is not None and is_en_cartes(won)  # one side may be worth a cent more than the other
    return Outcome(
        net=sum(each.stake - each.returned for each in settled),
        both=won == ("ponte", "ponte") and len({each.bet for each in settled}) == 2,
        banco=offer.seat if offer else None,
        en_cartes=is_en_cartes(won),
        staked=True,
        main_gained=0 if is_drawn else gained,
    )


_NOTHING = Outcome()


# --- announcements -----------------------------------------------------------------------------------

_FILLING = {"gagne", "gagnent", "la", "le", "les", "et", "a", "au", "partout"}
_WHO = {"ponte": "ponte", "pontes": "ponte", "banque": "banque", "egalite": "egalite"}


def announces(coup: Coup, words: str, *, calls: tuple[Call, ...]) -> bool:
    """Whether an announcement in plain text is true: `ponte banque` (droite, then gauche), `droite ponte`,
    one word for both sides, `en cartes`, or the call of the result."""
    if any(words == plain(call.text) for call in calls):
        return True
    if words.replace("-", " ") == "en cartes":
        return is_en_cartes(winners(coup))
    claims = claimed([word for word in _words(words) if word not in _FILLING])
    return bool(claims) and claims <= {*zip(SIDES, winners(coup), strict=True)}


def _words(text: str) -> list[str]:
    return "".join(" " if mark in ":;,." else mark for mark in text).split()


def claimed(said: list[str]) -> set[tuple[str, str]]:
    """Each side with who wins it, in these words; empty where they make no sense."""
    if len(said) in (1, 2) and all(word in _WHO for word in said):
        return {(side, _WHO[word]) for side, word in zip(SIDES, said * (3 - len(said)), strict=True)}
    pairs = list(zip(said[::2], said[1::2], strict=False))
    sensible = len(said) % 2 == 0 and all(side in SIDES and who in _WHO for side, who in pairs)
    return {(side, _WHO[who]) for side, who in pairs} if sensible else set()
