"""News as a signed POST to one address."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from sabot.core.shapes.json import Plain
from sabot.system.webhooks.signing import signed
from sabot.system.webhooks.target import Target, post


class Posting:
    """The receiver at an address."""

    kind = "webhooks"

    def __init__(self, to: Target, secret: bytes, *, wall_s: Callable[[], float] = time.time) -> None:
        self._to, self._secret, self._wall_s = to, secret, wall_s

    @property
    def name(self) -> str:
        """Without the path, which may hold a secret."""
        return self._to.name

    def send(self, key: str, news: Plain) -> None:
        """Raises TargetError."""
        body = json.dumps(news, ensure_ascii=False).encode()
        headers = signed(self._secret, key=key, at_s=int(self._wall_s()), body=body)
        post(self._to, {**headers, "Content-Type": "application/json", "User-Agent": "sabot"}, body)
