"""A table that is opened again, as the set-up asks for, has its port again at once."""

from __future__ import annotations

import socket
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from sabot.app.assemble import running
from sabot.config import read


@pytest.mark.process
@pytest.mark.slow
def test_the_port_is_free_again_although_a_screen_listens(tmp_path: Path) -> None:
    text = f'[journal]\npath = "{tmp_path}/table.sqlite3"\n[dashboard]\nport = 0\nstreams = 8\n'
    settings, asked = read(text), []
    with running(settings, renew=lambda: asked.append(True)) as table:
        where = urlsplit(table.address)
        listening = socket.create_connection((where.hostname, where.port), 60)
        listening.sendall(f"GET /events?for=display HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n".encode())
        assert b"200 OK" in listening.recv(4096)
    again = replace(settings, dashboard=replace(settings.dashboard, port=where.port))
    with running(again) as table:
        assert urlsplit(table.address).port == where.port
    listening.close()
