"""The acts of a coup as the school's drills show them: what is said and staked as a sentence, not as the
words by which the table is told. Calls of the croupier stay as they are called."""

from __future__ import annotations

import re

from sabot_dashboard.words.sentence import Sentence, plain

FORMS = {
    r"banque 0 (?P<amount>\S+)": "The banker opens the bank with {amount}",
    r"banque (?P<n>\d+) (?P<amount>\S+)": "Seat {n} opens the bank with {amount}",
    r"(?P<call>banco|avec-la-table|suivi) (?P<n>\d+)": "Seat {n} says {call}",
    r"(?P<place>ponte|banque|droite|gauche) (?P<call>carte|non|abat)": "{place} says {call}",
    r"assurance (?P<chance>\S+)( (?P<n>\d+))?": "The stake on {chance} is insured",
    r"moitie (?P<chance>\S+)( (?P<n>\d+))?": "Half of the stake on {chance} is taken back",
    r"prison (?P<chance>\S+)( (?P<n>\d+))?": "The stake on {chance} goes to prison",
    r"passe (?P<chance>\S+) (?P<side>[a-z]+)( (?P<n>\d+))?": "The stake on {chance} moves to {side}",
}
"""What is said to the table, and the sentence for it."""

STAKED, PAID, AT_SEAT = "A stake: {amount} on {chance}", "Paid: {amount} on {chance}", "{call}, seat {n}"
END = "End of the coup"
SENTENCES = (*FORMS.values(), STAKED, PAID, AT_SEAT, END)


def of_label(label: str) -> Sentence | None:
    """The sentence of an act by its name in a drill, such as `Mise : rouge 20.00` or `« Banque 1 46 »`; None
    where the name is a call."""
    if label == END:
        return plain(END)
    if found := re.fullmatch(r"Mise : (\S+) (\S+)", label):
        return plain(STAKED, chance=chance(found[1]), amount=found[2])
    found = re.fullmatch("«\u00a0(.+)\u00a0»", label)
    return of_words(found[1].lower()) if found else None


def of_act(act: dict[str, str]) -> Sentence | None:
    """The sentence of an act as the drills write it; None where the page has words of its own for it."""
    if "says" in act:
        return of_words(act["says"])
    form, where = (STAKED, act.get("bet")) if "bet" in act else (PAID, act.get("pays"))
    if not where:
        return None
    return _seated(plain(form, chance=chance(where), amount=act["amount"]), act.get("seat"))


def of_words(words: str) -> Sentence | None:
    """The sentence for what is said to the table; None where there is none."""
    for pattern, form in FORMS.items():
        if found := re.fullmatch(pattern, words):
            slots = found.groupdict()
            seat = slots.pop("n", None) if "{n}" not in form else None
            return _seated(plain(form, **{slot: _worded(slot, text) for slot, text in slots.items()}), seat)
    return None


def _seated(sentence: Sentence, seat: str | None) -> Sentence:
    return plain(AT_SEAT, call=sentence, n=seat) if seat else sentence


def _worded(slot: str, text: str) -> str:
    if slot == "call":
        return f"«\u00a0{text.replace('-', ' ').capitalize()}\u00a0»"
    return text.capitalize() if slot == "place" else chance(text)


def chance(name: str) -> str:
    """A chance as a croupier reads it: `carre:4-6` as `carré 4-6`, `jeu-zero` as `jeu zéro`."""
    bet, _, numbers = name.partition(":")
    for ours, read in (("-", " "), ("carre", "carré"), ("egalite", "égalité"), ("zero", "zéro")):
        bet = bet.replace(ours, read)
    return f"{bet.replace(' a ', ' à ')} {numbers}".strip()
