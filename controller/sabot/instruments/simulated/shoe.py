"""A simulated shoe and the croupier who deals from it: what goes out on the line, and when. Pure; it gets the
time as an argument.

It deals coup after coup at a croupier's pace, and obeys commands: deal this card, repeat or damage a message,
fail to read, be silent. The process around it (`process`) owns the pseudo-terminal and its cable.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from sabot.core.cards import Card, card_named
from sabot.core.shapes.json import whole
from sabot.instruments.line.messages import CardRead, Gate, Lid, Message
from sabot.instruments.simulated import dealing
from sabot.instruments.simulated.dealing import Act, Coup, Laid
from sabot.instruments.simulated.instrument import OF_THE_LINE, Command, Instrument
from sabot.instruments.simulated.voice import Voice
from sabot.instruments.simulated.voices import SabotShoe


class Pace(NamedTuple):
    """Seconds between two cards, and from the end of a coup to the first card of the next."""

    every_s: float = 1.2
    between_s: float = 6.0


class Shoe(Instrument):
    """One simulated shoe. `happened` collects what a croupier would see."""

    ROUND = "coup"
    voice: Voice

    def __init__(
        self, voice: Voice, acts: Iterator[Act], *, pace: Pace | None = None, rng: random.Random | None = None
    ) -> None:
        super().__init__(rng or random.Random(1))
        self.voice, self.pace = voice, pace or Pace()
        self._acts, self._rest = acts, iter(())  # type: tuple[Iterator[Act], Iterator[Laid]]
        self._coup: Coup = ()
        self._next_s: float | None = 0.0
        self._spoils = self._fails = False

    def step(self, now_s: float) -> bytes:
        """Returns the bytes that are due: a card, a heartbeat."""
        out = self._deal(now_s) if self._is_due(now_s) else b""
        out += self.voice.beats(_us(now_s))
        return self._unless_silent(out, now_s)

    def hears(self, data: bytes, now_s: float) -> bytes:
        """Returns the answer to these bytes."""
        return self._unless_silent(self.voice.hears(data, _us(now_s)), now_s)

    def plugged(self, now_s: float) -> bytes:
        """What is sent when the cable is in, again or for the first time."""
        return self._unless_silent(self.voice.plugged(_us(now_s)), now_s)

    def wait_s(self, now_s: float) -> float:
        """Returns the seconds until the next card, at most a tenth."""
        due_s = 0.1 if self._paused or self._next_s is None else self._next_s - now_s
        return min(0.1, max(0.0, due_s))

    def _commands(self) -> Mapping[str, Callable[[Shoe, Command, float], bytes]]:
        return ACTS

    def _is_due(self, now_s: float) -> bool:
        silent = now_s < self._silent_until_s
        return not self._paused and not silent and self._next_s is not None and now_s >= self._next_s

    def _deal(self, now_s: float) -> bytes:
        laid = next(self._rest, None)
        return self._begun(now_s) if laid is None else self._dealt(laid, now_s)

    def _dealt(self, laid: Laid, now_s: float) -> bytes:
        self._next_s = now_s + (self.pace.between_s if laid.last else self.pace.every_s)
        out = self._sent(laid, now_s)
        return out + self._over(now_s) if laid.last else out

    def _begun(self, now_s: float) -> bytes:
        """The next act of the croupier: a coup, the cut card before one, another sabot, or the end."""
        act = next(self._acts, None)
        if act is None:
            self._next_s = None
            self._happen("spent")
        elif act == dealing.CUT_CARD:
            return self._cut({}, now_s)
        elif isinstance(act, str):
            self._happen("sabot-opened")
        elif act:
            self._coup, self._rest = act, iter(act[1:])
            self._number += 1
            return self._dealt(act[0], now_s)
        return b""

    def _over(self, now_s: float) -> bytes:
        winner = dealing.winner(self._coup)
        self._happen("coup-over", winner=winner)
        return self.voice.coup_over(winner, _us(now_s))

    def _sent(self, laid: Laid, now_s: float) -> bytes:
        """Returns the bytes of a card, damaged or unread if a command asked for that."""
        fails, self._fails = self._fails, False
        self._happen("unread" if fails else "card", card=str(laid.card), place=laid.place)
        if fails:
            return self.voice.unread(_us(now_s))
        out = self.voice.card(laid.card, place=laid.place, index=laid.nth, t_us=_us(now_s))
        spoils, self._spoils = self._spoils, False
        return self.voice.spoilt(out) if spoils else out

    def _bad_checksum(self, command: Command, now_s: float) -> bytes:
        self._spoils = True
        return b""

    def _unreadable(self, command: Command, now_s: float) -> bytes:
        self._fails = True
        return b""

    def _extra_card(self, command: Command, now_s: float) -> bytes:
        """A card too many for the hand that got the last one."""
        card = _card(command.get("card", "5D"))
        place = str(command.get("place") or (self._coup[-1].place if self._coup else "banco"))
        return self._sent(Laid(card, place, 4), now_s)

    def _one_card(self, command: Command, now_s: float) -> bytes:
        index = whole(command.get("index", 1))
        if not 0 <= index <= 15:
            raise ValueError(f"index {index}: 0 to 15 was expected")
        return self._sent(
            Laid(_card(command.get("card")), str(command.get("place") or "punto"), index), now_s
        )

    def _part(self, command: Command, now_s: float) -> bytes:
        """The lid, or the gate, of our own shoe."""
        if command["do"] == "lid":
            return self._said(Lid(bool(command.get("open"))), now_s)
        return self._said(Gate(bool(command.get("busy"))), now_s)

    def _swipe(self, command: Command, now_s: float) -> bytes:
        """A card drawn over the sensor of our own shoe, as its gate and its reader report it."""
        speed_mm_s = whole(command.get("speed_mm_s", 600))
        if not 0 <= speed_mm_s < 2**16:
            raise ValueError(f"speed_mm_s {speed_mm_s}: 0 to {2**16 - 1} was expected")
        read = CardRead(str(_card(command.get("card"))), speed_mm_s=speed_mm_s)
        return b"".join(self._said(each, now_s) for each in (Gate(True), read, Gate(False)))

    def _said(self, message: Message, now_s: float) -> bytes:
        if not isinstance(self.voice, SabotShoe):
            raise TypeError("this shoe tells nothing of lid or gate")
        return self.voice.says(message, _us(now_s))

    def _cut(self, command: Command, now_s: float) -> bytes:
        self._happen("cut")
        return self.voice.cut(_us(now_s))

    def _one_coup(self, command: Command, now_s: float) -> bytes:
        """A given coup, all at once."""
        coup = dealing.read(str(command.get("cards", "")))
        if coup is None:
            raise ValueError("a coup is written as '8C TH 4D / KS 2H'")
        self._coup, self._rest = coup, iter(())
        self._number += 1
        return b"".join(self._sent(laid, now_s) for laid in coup) + self._over(now_s)


def _card(name: object) -> Card:
    card = card_named(str(name))
    if card is None:
        raise ValueError(f"{name!r} is no card; one such as 8C was expected")
    return card


def _us(seconds: float) -> int:
    return int(seconds * 1_000_000)


ACTS: dict[str, Callable[[Shoe, Command, float], bytes]] = {
    **OF_THE_LINE,
    "bad-checksum": Shoe._bad_checksum,
    "unreadable": Shoe._unreadable,
    "extra-card": Shoe._extra_card,
    "card": Shoe._one_card,
    "cut": Shoe._cut,
    "lid": Shoe._part,
    "gate": Shoe._part,
    "swipe": Shoe._swipe,
    "coup": Shoe._one_coup,
}
