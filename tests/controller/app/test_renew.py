"""A table that is opened again, as the set-up asks for, has its ports again at once."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from sabot.app import assemble
from sabot.app.assemble import running
from sabot.config import read
from sabot.staff.office import Office, office


@pytest.mark.process
@pytest.mark.slow
def test_the_ports_are_free_again_although_screens_listen(tmp_path: Path) -> None:
    text = f'[journal]\npath = "{tmp_path}/table.sqlite3"\n[dashboard]\nport = 0\nstreams = 8\n'
    settings, asked = read(text), []
    with ExitStack() as screens:
        with running(settings, renew=lambda: asked.append(True)) as table:
            own, others = urlsplit(table.address), urlsplit(table.others)
            for where in (own, others):
                screen = socket.create_connection((where.hostname, where.port), 60)
                screens.enter_context(screen)
                request = f"GET /events?for=display HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n"
                screen.sendall(request.encode())
                assert b"200 OK" in screen.recv(4096)
        ports = replace(settings.dashboard, port=others.port, own_port=own.port)
        with running(replace(settings, dashboard=ports)) as table:
            assert urlsplit(table.address).port == own.port
            assert urlsplit(table.others).port == others.port


def test_the_search_for_instruments_ends_with_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would keep ports that the table wants as it opens again."""
    offices: list[Office] = []

    def noted(*given) -> Office:
        offices.append(office(*given))
        return offices[-1]

    monkeypatch.setattr(assemble, "office", noted)
    text = f'[journal]\npath = "{tmp_path}/table.sqlite3"\n[dashboard]\nport = 0\n'
    with running(read(text)):
        offices[0].setup.listen("socket://127.0.0.1:9")
        assert offices[0].setup.heard()["listening"]
    assert not offices[0].setup.heard()["listening"]
