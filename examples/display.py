"""A display of one's own: what the table says, line by line, on any terminal.

    python examples/display.py http://127.0.0.1:8765

`/events?for=display` is a stream of server-sent events. Each message is the whole picture that the public may
see, so a display that starts late is right with the first one. An event `alive` comes every second: where
nothing comes for longer than `SILENCE_S`, the display says so and connects again.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypedDict
from urllib.request import urlopen

SILENCE_S = 3
PAUSE_S = 1


class Place(TypedDict):
    """A hand: a card is `8C`, or `back` while it lies face down."""

    name: str
    cards: list[str]


class Picture(TypedDict, total=False):
    """What this display uses of a picture; docs/screens.md says more. `says` is in the words of the game."""

    phase: str
    coup: int
    says: str
    places: list[Place]


def pictures(lines: Iterable[bytes]) -> Iterator[Picture]:
    """The pictures in a stream: the data of each message that has no name."""
    name = ""
    for line in lines:
        field, _, value = line.decode().rstrip("\r\n").partition(": ")
        if field == "event":
            name = value
        elif field == "data" and not name:
            yield json.loads(value)
        elif not field:
            name = ""


def text_of(picture: Picture) -> str:
    """A picture as one line."""
    if picture["phase"] == "closed":
        return "The table is closed"
    hands = [f"{place['name']} {' '.join(place['cards'])}" for place in picture["places"] if place["cards"]]
    return "  |  ".join([f"coup {picture['coup']}: {picture['says']}", *hands])


def follow(table: str, show: Callable[[str], object]) -> None:
    """Show every picture until the table ends the stream. Raises OSError where it cannot be reached."""
    with urlopen(f"{table.rstrip('/')}/events?for=display", timeout=SILENCE_S) as stream:
        for picture in pictures(stream):
            show(text_of(picture))


def main(table: str) -> None:
    """Follow the table, and connect again after each loss."""
    show = partial(print, flush=True)
    while True:
        try:
            follow(table, show)
            show("No live data: the table has ended")
        except OSError as error:
            show(f"No live data: {error}")
        time.sleep(PAUSE_S)


if __name__ == "__main__":
    try:
        main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8765")
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        os._exit(141)  # nobody reads any more, and an ordinary end would write what is left
