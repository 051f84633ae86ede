"""The folder of a table in which offers of the pit lie, and what was answered; and the key that it trusts.

table.pit-key            the public key of the pit, given by hand once
table.offers/ID.offer    an offer as it came, with its signature
table.offers/ID.answer   what was answered, and by whom
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sabot.config import state
from sabot.core.reasons import NOTHING, Reason, Why, as_reason, found, reason, written
from sabot.core.shapes.json import record
from sabot.system.pit_offers.offer import Offer, OfferError, Signed, read

ACCEPTED, REFUSED, LAPSED, FAILED, PUT_BACK = "accepted", "refused", "lapsed", "failed", "put back"
UNREACHED = "not reached"

ANSWERS_KEPT = 20
"""The newest answers: only these stay, and are sent to the pit."""

_KEY = re.compile(r"[0-9a-f]{64}")


class Answer(NamedTuple):
    """What became of an offer: accepted, refused, lapsed, or after it was accepted failed, put back, or not
    reached, where the network was lost before the version was here.
    `by` is a person as the journal has them, or `the table`."""

    id: str
    answer: str
    by: str
    why: Reason
    at_s: int

    @property
    def plain(self) -> dict[str, object]:
        """As plain JSON values: `why` in English, and `reason` where it has values."""
        return {**self._asdict(), **written(self.why, "why")}


class Inbox:
    """The offers of the table with this journal."""

    def __init__(self, journal: Path) -> None:
        self.folder = journal.with_name(journal.stem + ".offers")
        self._key_file = journal.with_name(journal.stem + ".pit-key")

    # --- the key

    def key(self) -> str:
        """The public key that this table trusts; empty where it trusts none."""
        with suppress(OSError):
            return self._key_file.read_text("ascii", errors="replace").strip()
        return ""

    def trust(self, key: str) -> None:
        """Trust this public key from now on, and no other. Raises OfferError, and OSError."""
        if not _KEY.fullmatch(key):
            raise OfferError("that is no public key: expected 64 hexadecimal digits")
        state.put(self._key_file, f"{key}\n".encode())

    # --- offers

    def take(self, payload: bytes, *, house: str, table: str) -> None:
        """Keep the offer in these bytes, or take away the one that they withdraw. What waited before it is
        withdrawn with it: the pit makes one offer at a time. Raises OfferError; what is signed and yet cannot
        be is answered as well."""
        signed = read(payload)
        if not (key := self.key()):
            raise OfferError("this table trusts no pit yet (sabot pit trust)")
        signed.require_of(key)
        offer = signed.offer
        if (offer.house, offer.table) != (house, table):
            raise OfferError(f"it is for table {offer.table} of {offer.house}")
        for other in self._waiting():
            if other.offer.id != offer.id or signed.is_withdrawn:
                self._file(other.offer.id, "offer").unlink(missing_ok=True)
        if not signed.is_withdrawn and not self._file(offer.id, "answer").exists():
            self._write(offer.id, "offer", signed.written())

    def waiting(self) -> list[Offer]:
        """The offers that nobody has answered, of the pit that this table trusts, the oldest first."""
        key, found = self.key(), []
        for signed in self._waiting():
            with suppress(OfferError):
                signed.require_of(key)
                found.append(signed.offer)
        return sorted(found, key=lambda each: each.made_s)

    def found(self, name: str) -> Offer:
        """The offer of this name that still waits. Raises OfferError."""
        for offer in self.waiting():
            if offer.id == name:
                return offer
        raise OfferError(reason("there is no such offer any more"))

    def lapse(self, now_s: float) -> None:
        """Answer for those that nobody answered in time."""
        for offer in self.waiting():
            if now_s >= offer.lapses_s:
                self.answer_first(offer.id, LAPSED, by="the table", now_s=now_s)

    # --- answers

    def answer(
        self, name: str, answer: str, *, by: str, why: Why = NOTHING, now_s: float | None = None
    ) -> None:
        """Put down what became of an offer, in the place of what was put down before. Raises OSError."""
        at_s = round(time.time() if now_s is None else now_s)
        self._write(name, "answer", Answer(name, answer, by, as_reason(why), at_s).plain)
        self._forget()

    def answer_first(self, name: str, answer: str, *, by: str, why: Why = NOTHING, now_s: float) -> None:
        """Put down what became of an offer unless somebody has answered it, perhaps just now. Raises
        OSError."""
        plain = Answer(name, answer, by, as_reason(why), round(now_s)).plain
        with suppress(FileExistsError):
            state.put_first(self._file(name, "answer"), json.dumps(plain).encode())
        self._forget()

    def answers(self) -> list[Answer]:
        """What was answered, the oldest first."""
        found = [_answer(json_in(file)) for file in self.folder.glob("*.answer")]
        return sorted(filter(None, found), key=lambda each: (each.at_s, each.id))

    def accepted(self) -> list[tuple[Offer, Answer]]:
        """The offers that were accepted and are here still, with that answer."""
        found = []
        for answer in self.answers():
            if answer.answer == ACCEPTED:
                with suppress(OfferError, OSError):
                    found.append((read(self._file(answer.id, "offer").read_bytes()).offer, answer))
        return found

    def _waiting(self) -> Iterator[Signed]:
        for file in sorted(self.folder.glob("*.offer")):
            if not file.with_suffix(".answer").exists():
                with suppress(OfferError, OSError):
                    yield read(file.read_bytes())

    def _forget(self) -> None:
        for old in self.answers()[:-ANSWERS_KEPT]:
            for ending in ("answer", "offer"):
                self._file(old.id, ending).unlink(missing_ok=True)

    def _file(self, name: str, ending: str) -> Path:
        return self.folder / f"{name}.{ending}"

    def _write(self, name: str, ending: str, plain: dict[str, object]) -> None:
        self.folder.mkdir(mode=state.PRIVATE_FOLDER, parents=True, exist_ok=True)
        write_json(self._file(name, ending), plain)


def write_json(file: Path, plain: dict[str, object]) -> None:
    """Write these values: the whole file, or the one before stays. Raises OSError."""
    state.put(file, json.dumps(plain).encode())


def json_in(file: Path) -> dict[str, object]:
    """The values in this file; none where it is not there or nonsense."""
    with suppress(OSError, ValueError, RecursionError):
        return record(json.loads(file.read_text("utf-8")))
    return {}


def _answer(plain: dict[str, object]) -> Answer | None:
    at_s = plain.get("at_s")
    texts = [each for name in ("id", "answer", "by", "why") if isinstance(each := plain.get(name), str)]
    if type(at_s) is not int or len(texts) != 4:
        return None
    name, answer, by, _ = texts
    return Answer(name, answer, by, found(plain, "why"), at_s)
