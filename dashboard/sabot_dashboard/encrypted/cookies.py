"""The cookies by which the table knows a browser again; no script can read them.

Over an encrypted connection they are `__Host-` cookies: the browser never sends them without encryption, and
takes none of that name from anybody else. The table's own screen is not encrypted and has others.
"""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response as AnyResponse


def kept(name: str) -> str:
    """The cookie that this browser keeps; empty where it has none."""
    return request.cookies.get(_spelt(name), "")


def keep(
    answer: AnyResponse,
    name: str,
    value: str,
    *,
    longest_s: int | None = None,
    comes_from_elsewhere: bool = False,
) -> None:
    """The browser keeps the cookie: until it is closed, or for so long. It sends the cookie along from our
    own pages alone; where `comes_from_elsewhere`, also when it follows a link of another site to us."""
    answer.set_cookie(
        _spelt(name),
        value,
        max_age=longest_s,
        httponly=True,
        samesite="Lax" if comes_from_elsewhere else "Strict",
        path="/",
        secure=request.is_secure,
    )


def forget(answer: AnyResponse, name: str) -> None:
    """The browser forgets the cookie."""
    answer.delete_cookie(_spelt(name), path="/", secure=request.is_secure, httponly=True, samesite="Strict")


def _spelt(name: str) -> str:
    return f"__Host-{name}" if request.is_secure else name
