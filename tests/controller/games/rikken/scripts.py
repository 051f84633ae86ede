"""Deals of rikken as scripts: those of the reference data, and short ones that a test writes."""

from __future__ import annotations

from typing import Any

from sabot.core import options as house
from sabot.core.events import as_dict
from sabot.core.observations import Observation
from sabot.core.script import read
from sabot.core.table import Table, opened, step
from sabot.core.terms import Turn
from sabot.games.evening.household import HouseholdGame
from sabot.games.rikken import rules
from tests.shared import vectors

GAME = HouseholdGame(rules)
SEAT = {"N": 1, "E": 2, "S": 3, "W": 4}
Lines = list[dict[str, Any]]
ALL_RANKS = "AKQJT98765432"


def table_after(script: str, **options: str) -> tuple[Table, Lines]:
    """The table after this script, and its event lines."""
    chosen = house.read(rules.Options, options.items())
    table, lines = opened(GAME, chosen), []
    for observation in observations(script, chosen):
        table, events = step(table, observation)
        lines += [as_dict(event) for event in events]
    return table, lines


def stepped(table: Table, act: str) -> tuple[Table, Lines]:
    """The table after one act, and its event lines."""
    after, events = step(table, *observations(act, table.play.options))
    return after, [as_dict(event) for event in events]


def act_by_act(script: str) -> list[tuple[str, Lines]]:
    """Each act of this script with its event lines."""
    chosen = rules.Options()
    table, found = opened(GAME, chosen), []
    for act in script.splitlines():
        table, events = step(table, *observations(act, chosen))
        found.append((act, [as_dict(event) for event in events]))
    return found


def observations(script: str, chosen: house.House) -> list[Observation]:
    """What the tokens of this script say."""
    return [*read(script.splitlines(), GAME, chosen)]


def deal_after(script: str, **options: str) -> Any:
    """The deal after this script."""
    return table_after(script, **options)[0].play.coup.deal


def turns_after(script: str, **options: str) -> list[Turn]:
    """Who may act after this script, and with what."""
    return [*(table_after(script, **options)[0].play.coup.turns or ())]


def lines_of(script: str, **options: str) -> Lines:
    """The event lines of this script."""
    return table_after(script, **options)[1]


def only(lines: Lines, event: str) -> Lines:
    """The lines of one event."""
    return [line for line in lines if line["event"] == event]


def faults(lines: Lines) -> list[tuple[str, int | None, int | None]]:
    """Each fault as its kind, its seat and its trick."""
    return [(line["kind"], line.get("seat"), line.get("trick")) for line in only(lines, "fault")]


def whys(lines: Lines) -> list[str]:
    """The sentence of each fault."""
    return [line["because"] for line in only(lines, "fault")]


def hands(*by_suit: str) -> str:
    """Four known hands; each names its suits with their ranks, such as `S:AKQ H:32`."""
    rows = []
    for seat, text in enumerate(by_suit, start=1):
        cards = [f"{rank}{suits[0]}" for suits in text.split() for rank in suits[2:]]
        rows.append(f"hand {seat} {' '.join(cards)}")
    return "\n".join(rows) + "\n"


ONE_SUIT_EACH = hands(*(f"{suit}:{ALL_RANKS}" for suit in "SHDC"))
"""Seat 1 has all spades, 2 all hearts, 3 all diamonds, 4 all clubs."""

THREE_ACES = hands(
    "S:65432 H:KQJT D:KQ C:KQ",
    "S:A87 H:A98 D:A98 C:JT98",
    "S:KQJT9 H:765 D:765 C:76",
    "H:432 D:JT432 C:A5432",
)
"""Seat 2, the first to call, has the aces of spades, hearts and diamonds; seat 4 that of clubs."""


def example(name: str) -> dict[str, Any]:
    """The example of this name from the reference data."""
    found: dict[str, Any] = next(each for each in vectors("rikken") if each["id"] == name)
    return found


def examples(kind: str) -> list[dict[str, Any]]:
    """All examples of one kind."""
    return [each for each in vectors("rikken") if each["kind"] == kind]


def script_of(example: dict[str, Any], *, known: bool) -> str:
    """An example as a script, its hands known or dealt unseen. Calls that it does not name are made up."""
    contract = example["contract"]
    declarer = SEAT.get(contract["declarer"], 0)
    dealer = _dealer(example, declarer)
    rows = [f"dealer {dealer}", *_round(example, dealer, declarer)]
    if known:
        rows += [f"hand {SEAT[seat]} {' '.join(cards)}" for seat, cards in example["hands"].items()]
    else:
        rows += ["deal"]
    if contract["bid"] in rules.NAMES:
        rows += [f"bid {seat} {bid}" for seat, bid in _calls(example, dealer, declarer)]
        rows += _named(example, declarer)
    rows += [
        f"show {SEAT[seat]} {' '.join(example['hands'][seat])}" for seat in example.get("open_hands", ())
    ]
    return "\n".join([*rows, *(f"play {SEAT[seat]} {card}" for seat, card in _plays(example))]) + "\n"


def _dealer(example: dict[str, Any], declarer: int) -> int:
    if example["contract"]["bid"] == "rik_op_voorhand":
        return (declarer - 2) % 4 + 1
    return SEAT.get(example.get("dealer"), 4)


def _round(example: dict[str, Any], dealer: int, declarer: int) -> list[str]:
    bid = example["contract"]["bid"]
    if bid == "open_piek_totaal":
        return [f"answer {dealer} open-piek-totaal"]
    if bid != "rik_op_voorhand":
        return []
    return [
        f"answer {dealer} op-voorhand",
        f"name {declarer} {example['trump']} A{example['asked_card'][-1]}",
    ]


def _calls(example: dict[str, Any], dealer: int, declarer: int) -> list[tuple[int, str]]:
    if example.get("bids"):
        return [(SEAT[seat], bid) for seat, bid in example["bids"]]
    return auction_for(dealer, declarer, example["contract"]["bid"])


def auction_for(dealer: int, declarer: int, bid: str) -> list[tuple[int, str]]:
    """Calls that end with this bid; another player says rik first where it cannot open."""
    order = [(dealer + nth) % 4 + 1 for nth in range(4)]
    if not (bid[0].isdigit() or bid == "rik_beter"):
        return [(seat, bid if seat == declarer else "pas") for seat in order]
    if order[0] != declarer:
        said = {order[0]: "rik", declarer: bid}
        return [*((seat, said.get(seat, "pas")) for seat in order), (order[0], "pas")]
    first = [(declarer, "rik"), (order[1], "rik_beter"), (order[2], "pas"), (order[3], "pas")]
    return [*first, (declarer, bid), (order[1], "pas")]


def _named(example: dict[str, Any], declarer: int) -> list[str]:
    bid, trump, asked = example["contract"]["bid"], example["trump"], example["asked_card"]
    if bid == "malheur":
        return [f"name {declarer} {asked}", f"name {SEAT[example['partner']]} {trump}"]
    if bid.startswith("rik"):
        return [f"name {declarer} {trump} {asked}"]
    return [f"name {declarer} {trump}"] if trump else []


def _plays(example: dict[str, Any]) -> list[tuple[str, str]]:
    plays: list[tuple[str, str]] = example.get("plays") or []
    return plays or [play for trick in example.get("tricks", ()) for play in trick["plays"]]
