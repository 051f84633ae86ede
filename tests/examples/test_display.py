"""examples/display.py: a display of one's own follows the real server."""

from __future__ import annotations

import queue
import threading

import pytest

from examples.display import Picture, follow, pictures, text_of
from tests.dashboard.house import House


def test_it_follows_a_table_until_the_stream_ends() -> None:
    house, shown = House(), queue.SimpleQueue[str]()
    house.play("8C")
    follower = threading.Thread(target=follow, args=(house.address, shown.put))
    follower.start()
    assert shown.get(timeout=60) == "coup 1: Rien ne va plus  |  punto 8C"
    house.play("KD AH 7S")
    while "banco KD 7S" not in (last := shown.get(timeout=60)):
        pass
    assert last == "coup 1: Punto gagne  |  punto 8C AH  |  banco KD 7S"
    house.close()
    follower.join(60)
    assert not follower.is_alive()


def test_a_table_that_is_not_there_is_an_error_of_the_network() -> None:
    house = House()
    house.close()
    with pytest.raises(OSError, match="refused"):
        follow(house.address, print)


def test_a_heartbeat_is_no_picture() -> None:
    stream = b'retry: 1000\n\nevent: alive\ndata: {"silent_s":0.10}\n\nid: 7\ndata: {"phase": "closed"}\n\n'
    assert [*pictures(stream.splitlines(keepends=True))] == [{"phase": "closed"}]


@pytest.mark.parametrize(
    ("picture", "line"),
    [
        ({"phase": "closed"}, "The table is closed"),
        ({"phase": "decided", "coup": 3, "says": "17, noir", "places": []}, "coup 3: 17, noir"),
    ],
)
def test_a_picture_is_one_line(picture: Picture, line: str) -> None:
    assert text_of(picture) == line
