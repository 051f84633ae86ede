"""How a webhook shows that it is ours: the headers of Standard Webhooks, which libraries of many languages
check (https://www.standardwebhooks.com)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from pathlib import Path

from sabot.config.private import private_text

PREFIX, SECRET_BYTES = "whsec_", 24


def secret_in(file: Path) -> bytes:
    """The secret in this file. Raises ValueError where there is none that can be used, and OSError."""
    text = private_text(file)
    try:
        secret = base64.b64decode(text.removeprefix(PREFIX), validate=True)
    except (binascii.Error, ValueError):
        secret = b""
    if len(secret) < SECRET_BYTES:
        how = f"(printf {PREFIX}; openssl rand -base64 32) > {file}; chmod 600 {file}"
        raise ValueError(f"{file} holds no secret of {SECRET_BYTES} bytes or more as base64; make one: {how}")
    return secret


def signed(secret: bytes, *, key: str, at_s: int, body: bytes) -> dict[str, str]:
    """The headers of a delivery: its key, the time (seconds since 1970), and what signs both and the body.

    >>> signed(b"secret", key="7f3a", at_s=1764000000, body=b"{}")["webhook-signature"]
    'v1,0Hi2oJ+hwIdSVU4o0IXhpimsVvzFsHO51pDVIhYUZ2A='
    """
    text = f"{key}.{at_s}.".encode() + body
    signature = base64.b64encode(hmac.new(secret, text, hashlib.sha256).digest()).decode()
    return {"webhook-id": key, "webhook-timestamp": str(at_s), "webhook-signature": f"v1,{signature}"}
