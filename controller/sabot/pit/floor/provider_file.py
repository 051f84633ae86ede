"""The file in which a house says where its own login is, and who of its people is what at the pit."""

from __future__ import annotations

import stat
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from sabot.core.shapes.floor import ROLES
from sabot.pit.line import is_this_machine
from sabot.pit.trouble import PitError

TEXTS = ("issuer", "client_id", "secret_file", "address")
"""What the file must say."""

USUAL = {
    "role_claim": "groups",
    "name_claim": "preferred_username",
    "scope": "openid profile",
    "authority": "",
}
"""What it may say, and what holds where it does not."""


class House(NamedTuple):
    """Where the login of a house is, and how this page is known there. `roles` are in the order of the file:
    of several that somebody has, the first counts. `authority` is a file with the certificate that signed the
    provider's; empty: one that everybody trusts did."""

    issuer: str
    client_id: str
    secret: str
    address: str
    roles: Mapping[str, str]
    role_claim: str = USUAL["role_claim"]
    name_claim: str = USUAL["name_claim"]
    scope: str = USUAL["scope"]
    authority: str = ""


def read(file: Path) -> House:
    """What the file says. Raises PitError."""
    try:
        plain = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise PitError(f"{file} cannot be read: {error}") from None
    for key in plain:
        if key not in (*TEXTS, *USUAL, "roles"):
            raise PitError(f"{file}: {key} is no key of this file")
    texts = {key: _text(file, plain, key) for key in TEXTS}
    more = {key: _text(file, plain, key) if key in plain else usual for key, usual in USUAL.items()}
    for key in ("issuer", "address"):
        if not is_safe(texts[key]):
            raise PitError(f"{file}: {key} must begin with https://, unless it is on this machine")
    secret = _secret(file.parent / texts.pop("secret_file"))
    texts["address"] = texts["address"].rstrip("/")
    if more["authority"]:
        more["authority"] = str(file.parent / more["authority"])
    return House(**texts, **more, secret=secret, roles=_roles(file, plain.get("roles")))


def is_safe(address: str) -> bool:
    """Whether what goes there is encrypted, or does not leave this machine."""
    try:
        parts = urlsplit(address)
        return parts.scheme == "https" or (parts.scheme == "http" and is_this_machine(parts.hostname or ""))
    except ValueError:
        return False


def _text(file: Path, plain: Mapping[str, object], key: str) -> str:
    text = plain.get(key)
    if not isinstance(text, str) or not text.strip():
        raise PitError(f"{file}: {key} is missing, or no text")
    return text.strip()


def _secret(file: Path) -> str:
    try:
        if stat.S_IMODE(file.stat().st_mode) & stat.S_IRWXO:
            raise PitError(f"everybody on this machine may read {file}: chmod 600 {file}")
        secret = file.read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        raise PitError(f"the secret in {file} cannot be read: {error}") from None
    if not secret:
        raise PitError(f"there is no secret in {file}")
    return secret


def _roles(file: Path, given: object) -> dict[str, str]:
    if not isinstance(given, dict) or not given:
        raise PitError(f"{file}: [roles] is missing: it says who of the house is what at the pit")
    for value, role in given.items():
        if role not in ROLES:
            raise PitError(f"{file}: {value} = {role!r} is no role; expected one of {', '.join(ROLES)}")
    return given
