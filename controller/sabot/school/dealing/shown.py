"""A sitting as its page gets it: plain values and reasons. A silent one tells nothing before its review."""

from __future__ import annotations

from sabot.core.observations import Said, Staked
from sabot.core.reasons import Reason, reason
from sabot.core.shapes.silence import hushed
from sabot.core.shapes.view import PlaceShown, StakeShown, View
from sabot.core.terms import money
from sabot.core.view import view
from sabot.games.register import DESCRIPTORS
from sabot.school.dealing import calling, players, settling
from sabot.school.dealing.dealer import next_act
from sabot.school.dealing.moving import next_ms
from sabot.school.dealing.state import CoupOver, State, Step, Wish

Shown = dict[str, object]

ALWAYS = ("accept", "refuse", "close", "call", "take", "pay", "end", "stop")
OF_CARDS = ("draw", "lay", "burn", "free", "new-sabot")
OF_A_WHEEL = ("spin", "number", "free")
TO_BE_JUDGED = ("accept", "refuse")
"""Acts whose right answer is the trainee's to find."""

OF_A_STAKE = ("take", "pay")


def shown(state: State) -> Shown:
    """All that the page draws, with the view of the table under `view`. Texts are reasons."""
    wait_ms = next_ms(state)
    return {
        "n": state.n,
        "view": seen(state),
        "sitting": _sitting(state),
        "hand": str(state.hand) if state.hand else None,
        "ball": _ball(state),
        "wishes": [_wish(state, each) for each in state.wishes],
        "owing": _owing(state),
        "acts": offered(state),
        "calls": calling.choices(state),
        "answers": [{"what": "go-on", "text": reason("The coup goes on")}],
        "warning": warning(state),
        "due": due_act(state),
        "said": [*state.said],
        "review": review(state),
        "again_ms": None if wait_ms is None else wait_ms - state.at_ms,
    }


def _sitting(state: State) -> Shown:
    setup, level = state.setup, state.level
    return {
        "game": setup.game,
        "level": setup.level,
        "title": level.title,
        "mode": setup.mode,
        "coup": len(state.coups) + (0 if state.is_over and state.coups else 1),
        "coups": None if setup.minutes else level.coups,
        "seats": level.players,
        "left_s": setup.left_s(state.at_ms),
        "of_s": 60 * setup.minutes,
        "jammed": state.is_jammed,
        "over": state.is_over,
        "marked": state.is_marked,
    }


def seen(state: State) -> View:
    """The view of the table as the trainee may see it."""
    lies = view(state.table) | {"training": state.setup.mode}
    if not state.is_silent:
        return lies
    quiet = hushed(lies)
    astray: list[StakeShown] = [
        {"where": each.where, "amount": money(each.amount), "seat": each.seat} for each in state.astray
    ]
    laid: View = {"places": _as_laid(state, quiet["places"]), "stakes": [*quiet["stakes"], *astray]}
    return {**quiet, **laid, "notices": [], "last_card": None}


def _as_laid(state: State, places: list[PlaceShown]) -> list[PlaceShown]:
    """Each place with the cards that the trainee laid there. Hands lie open as soon as each has two cards:
    one that is turned up later would tell that the coup is decided."""
    cards = {place["name"]: [card for to, card in state.laid if to == place["name"]] for place in places}
    is_whole = all(len(lying) > 1 for lying in cards.values())
    return [
        place | {"cards": cards[place["name"]], "face_down": place["face_down"] and not is_whole}
        for place in places
    ]


def _ball(state: State) -> Shown | None:
    """The ball: it runs, slows down, or rests in a pocket."""
    result = state.table.play.result
    if not state.setup.options.pockets:
        return None
    if result is not None:
        return {"phase": "rests", "pocket": str(result.result["number"])}
    if state.failed:
        return {"phase": state.failed, "pocket": None}
    if state.spin is None:
        return {"phase": "still", "pocket": None}
    return {"phase": "slow" if state.at_ms >= state.spin.due_ms else "runs", "pocket": None}


def _wish(state: State, wish: Wish) -> Shown:
    stake = wish.does if isinstance(wish.does, Staked) else None
    words = wish.does.words.split() if isinstance(wish.does, Said) else [""]
    return {
        "id": wish.id,
        "seat": wish.seat,
        "place": words[0] if words[0] in state.table.play.game.PLACES else None,
        "kind": wish.kind,
        "text": players.text_of(wish),
        "chips": [{"bet": stake.where, "amount": money(stake.amount)}] if stake else [],
        "since_s": round((state.at_ms - wish.shown_ms) / 1000, 1),
    }


def _owing(state: State) -> list[Shown]:
    """The stakes that the trainee may settle. A silent table shows them as soon as bets are closed."""
    lots = {lot: due.staked for lot, due in settling.owing(state).items()}
    if state.is_silent:
        lots = settling.on_cloth(state)
    return [{"seat": seat, "bet": bet, "staked": money(staked)} for (bet, seat), staked in lots.items()]


def offered(state: State) -> list[str]:
    """The acts that can be done now; at a silent table all that it has."""
    if state.is_over:
        return []
    own = OF_A_WHEEL if state.setup.options.pockets else OF_CARDS
    if state.is_silent:
        return [*own, *ALWAYS]
    if state.table.play.taille.alerts:
        return ["answer", "stop"]
    return [act for act in (*own, *ALWAYS) if _can(state)[act]]


def _can(state: State) -> dict[str, bool]:
    play = state.table.play
    lies = any(play.game.hand(play.coup, place) for place in play.game.PLACES)
    decided = play.result is not None
    return {
        "draw": state.hand is None and not state.is_jammed and bool(state.cards),
        "lay": state.hand is not None,
        "burn": state.hand is not None,
        "free": state.is_jammed or bool(state.failed),
        "new-sabot": not decided and (not lies or play.taille.spent),
        "spin": state.spin is None and not decided and not state.failed,
        "number": decided,
        "accept": bool(state.wishes),
        "refuse": bool(state.wishes),
        "close": not decided and not play.coup.bets_closed,
        "call": True,
        "take": bool(settling.owing(state)),
        "pay": bool(settling.owing(state)),
        "end": state.hand is None,
        "stop": True,
    }


def due_act(state: State) -> Shown | None:
    """The act that a coach would do now, for its place to be lit; None where the trainee is to judge a wish,
    or nobody coaches. Of a stake it names the place, not what is right, and of the ball not the number."""
    act = None if state.is_silent or state.is_over else next_act(state)
    if not act or act["act"] in TO_BE_JUDGED:
        return None
    if act["act"] in OF_A_STAKE:
        return {"act": "settle", "seat": act["seat"], "bet": act["bet"]}
    return {"act": "number"} if act["act"] == "number" else act


def warning(state: State) -> Reason | None:
    """What would be wrong now, told by a coach before it is done."""
    play = state.table.play
    if state.is_silent or play.taille.alerts or state.is_over:
        return None
    if state.wishes and any(each.weighs for each in state.wishes):
        return reason("A player waits: take or refuse what they want first")
    act = (next_act(state) or {}).get("act")
    if act == "number":
        return reason("The ball rests: mark its number on the cloth")
    if words := calling.owed(state):
        return reason("To be called now: {call}", call=f"«\u00a0{words[-1]}\u00a0»")
    if act in OF_A_STAKE:
        return reason("The stake that is lit is taken, paid or left as it lies")
    part = DESCRIPTORS[state.setup.game].part("coach")
    why: Reason | None = part.rule(seen(state)) if part else None
    return why


# --- the review --------------------------------------------------------------------------------------


def review(state: State) -> Shown | None:
    """The coup that is to be looked at now: with a coach the one with a fault, and the one just closed; at a
    silent table the one just closed, or none before the end."""
    if not state.is_silent and state.steps and not state.steps[-1].right:
        return reviewed(CoupOver(state.table.play.number, state.steps))
    if state.steps or not state.coups or (state.is_silent and state.level.reviewed == "sitting"):
        return None
    return reviewed(state.coups[-1])


def reviewed(coup: CoupOver) -> Shown:
    """A coup as its review shows it."""
    return {"coup": coup.number, "right": coup.right, "steps": [*map(_step, coup.steps)]}


def _step(step: Step) -> Shown:
    places = [{"name": name, "cards": [*cards]} for name, cards in step.places]
    return step._asdict() | {"places": places, "number": [*step.number] if step.number else None}
