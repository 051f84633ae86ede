"""A camera in the network (vision/sabot_vision/network.py): a real server of MJPEG over http on this machine,
which stalls, refuses, goes and comes back."""

from __future__ import annotations

import base64
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count, islice
from typing import Any

import cv2
import numpy as np
import pytest

from sabot_vision import network
from sabot_vision.frame import LostError, Settings
from sabot_vision.network import Network, host, is_network
from sabot_vision.sources import frames, opened

WORDS = base64.b64encode(b"me:secret").decode()


class Pictures(BaseHTTPRequestHandler):
    """A camera that sends a picture every 20 ms: `/locked` to those who know the password, `/stalls` three
    and then nothing, `/hangs` nothing at all."""

    server: Server

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path == "/hangs":
            self.server.over.wait(30)
            return
        if path == "/locked" and self.headers.get("Authorization") != f"Basic {WORDS}":
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="camera"')
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for number in range(3 if path == "/stalls" else 3000):
            if not self._send(number) or self.server.over.wait(0.02):
                return
        self.server.over.wait(30)

    def _send(self, number: int) -> bool:
        picture = np.full((48, 64, 3), number % 250, np.uint8)
        data = cv2.imencode(".jpg", picture)[1].tobytes()
        head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n".encode()
        try:
            self.wfile.write(head + data + b"\r\n")
        except OSError:
            return False
        return True

    def log_message(self, *given: Any) -> None:
        """Nothing is said of requests."""


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port: int = 0) -> None:
        self.over = threading.Event()
        super().__init__(("127.0.0.1", port), Pictures)


@contextmanager
def served(port: int = 0) -> Iterator[int]:
    with Server(port) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        try:
            yield server.server_port
        finally:
            server.over.set()
            server.shutdown()


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "OPEN_MS", 1000)
    monkeypatch.setattr(network, "READ_MS", 500)


def test_a_camera_of_the_network_gives_its_pictures_as_they_come():
    with served() as port:
        camera = opened(f"http://127.0.0.1:{port}/video", Settings())
        levels = [float(taken[0].mean()) for _ in range(5) if (taken := camera.read())]
        camera.close()
    assert levels == sorted(levels)
    assert len({*levels}) == 5


def test_the_newest_picture_is_given_and_none_that_waited():
    with served() as port:
        camera = Network(f"http://127.0.0.1:{port}/video", Settings())
        with camera._news:  # nobody reads meanwhile
            assert camera._news.wait_for(lambda: camera._newest and camera._newest[0].mean() > 10, 60)
        taken = camera.read()
        camera.close()
    assert taken is not None
    assert taken[0].mean() > 10


@pytest.mark.parametrize(
    ("asked", "done", "shape"), [(Settings(64, 48, times=2), 2, (24, 32)), (Settings(times=2), 1, (48, 64))]
)
def test_where_smaller_pictures_are_enough_those_of_the_size_asked_for_are_unpacked_as_small(
    asked: Settings, done: int, shape: tuple[int, int]
):
    with served() as port:
        camera = Network(f"http://127.0.0.1:{port}/video", asked)
        levels = [float(taken[0].mean()) for _ in range(5) if (taken := camera.read())]
        assert (camera.times, taken and taken[0].shape[:2]) == (done, shape)
        camera.close()
    assert levels == sorted(levels)
    assert len({*levels}) == 5


def test_a_camera_whose_pictures_are_all_damaged_is_lost(monkeypatch: pytest.MonkeyPatch):
    damaged, given = np.zeros((1, 99), np.uint8), count(1)
    with served() as port:
        camera = Network(f"http://127.0.0.1:{port}/video", Settings(64, 48, times=2))
        monkeypatch.setattr(camera, "_next", lambda: (damaged, float(next(given))))
        with pytest.raises(LostError, match="gives no pictures"):
            camera.read()
        camera.close()
    assert next(given) == network.DAMAGED_MOST + 1


def test_a_camera_that_asks_for_a_name_and_a_password_is_given_them():
    with served() as port:
        camera = Network(f"http://me:secret@127.0.0.1:{port}/locked", Settings())
        assert camera.read() is not None
        camera.close()


@pytest.mark.parametrize("path", ["hangs", "locked"])
def test_a_camera_that_cannot_be_had_is_named_without_its_password(path: str):
    with served() as port, pytest.raises(LostError) as raised:
        Network(f"http://you:hidden@127.0.0.1:{port}/{path}?pwd=hidden", Settings())
    assert str(raised.value).startswith(f"the camera at 127.0.0.1:{port} cannot be reached")
    assert "hidden" not in str(raised.value)


def test_a_camera_that_stalls_goes_and_comes_back_is_lost_and_found():
    with served() as port:
        taken = frames(f"http://127.0.0.1:{port}/stalls", wait=lambda seconds: None)
        seen = [str(each.why) for each in islice(taken, 8)]
    lost = f"the camera at 127.0.0.1:{port} gives no pictures: is it still on?"
    assert lost in seen
    assert seen[seen.index(lost) + 1] in ("", lost)
    away = next(why for each in taken if "cannot be reached" in (why := str(each.why)))
    assert (
        away
        == f"the camera at 127.0.0.1:{port} cannot be reached: is it on, and its name and password right?"
    )
    with served(port):
        assert not next(each for each in islice(taken, 2000) if each.picture is not None).why
    taken.close()  # type: ignore[attr-defined]


def test_addresses_are_told_from_paths_and_hosts_from_passwords():
    names = ("http://a", "https://a", "rtsp://a", "RTSP://a", "rtsps://a")
    assert [is_network(each) for each in names] == [True] * 5
    assert [is_network(each) for each in ("picamera", "/dev/video0", "film.mp4", "ftp://a", "http")] == [
        False
    ] * 5
    assert host("rtsp://me:se@cret@10.0.0.7:554/live?pwd=x") == "10.0.0.7:554"
    assert host("rtsp://10.0.0.7") == "10.0.0.7"
    assert host("rtsp://me:se/cret@10.0.0.7") == host("http://me:se?cret@10.0.0.7") == "…"
