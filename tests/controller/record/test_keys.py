"""The key of a table is a file: made by the table, or given by the house."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from sabot.record import keys
from sabot.record.keys import Key, is_signed


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "table.sqlite3"


def pem(key: Ed25519PrivateKey | X25519PrivateKey, passphrase: bytes = b"") -> bytes:
    """As `openssl genpkey -algorithm ed25519` writes it."""
    form, kind = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    locked = serialization.BestAvailableEncryption(passphrase) if passphrase else serialization.NoEncryption()
    return key.private_bytes(form, kind, locked)


def test_a_key_that_openssl_made_signs(journal: Path) -> None:
    given = Ed25519PrivateKey.generate()
    keys.key_beside(journal).write_bytes(pem(given))
    key = Key(journal)
    assert key.public == given.public_key().public_bytes_raw().hex()
    assert is_signed(b"x", key=key.public, signature=key.signature(b"x"))
    assert keys.trusted(journal) == {key.public}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (pem(X25519PrivateKey.generate()), "no Ed25519 key"),
        (b"", "32 bytes"),
        (b"ab" * 31, "32 bytes"),
        (b"\xff\xfe", "ascii"),
        (b"-----BEGIN PRIVATE KEY-----", "(?i)pem"),
    ],
    ids=["of another kind", "empty", "too short", "no text", "cut off"],
)
def test_what_is_no_key_is_refused_and_stays_as_it_is(journal: Path, text: bytes, why: str) -> None:
    keys.key_beside(journal).write_bytes(text)
    with pytest.raises(ValueError, match=why):
        Key(journal)
    assert keys.key_beside(journal).read_bytes() == text


def test_a_key_that_the_disk_does_not_keep_is_none_and_the_next_one_is_whole(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(handle: int) -> None:
        raise OSError(errno.EIO, "the power is gone")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fails)
        with pytest.raises(OSError, match="the power is gone"):
            Key(journal)
    assert list(journal.parent.glob("*signing*")) == []
    made = Key(journal).public
    left = sorted(each.suffix for each in journal.parent.glob("*signing*"))
    assert left == [".signing-key", ".signing-public"]
    assert Key(journal).public == made


def test_of_two_processes_that_make_a_key_at_once_the_first_one_s_stays(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os.path, "lexists", lambda path: False)  # both have looked before either wrote
    assert Key(journal).public == Key(journal).public


def test_a_key_with_a_passphrase_is_refused_because_nobody_is_there_to_type_it(journal: Path) -> None:
    keys.key_beside(journal).write_bytes(pem(Ed25519PrivateKey.generate(), b"secret"))
    with pytest.raises(ValueError, match=r"(?i)password"):
        Key(journal)


def test_a_key_may_be_a_link_to_a_file_elsewhere_and_where_that_is_gone_no_other_is_made(
    journal: Path, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    keys.key_beside(journal).symlink_to(stick)
    with pytest.raises(FileNotFoundError):
        Key(journal)
    assert not stick.exists()
    stick.write_bytes(b"ab" * 32)
    assert Key(journal).public == Key(journal).public


def test_the_rights_of_others_are_taken_off_a_key_and_the_owner_s_stay(journal: Path) -> None:
    kept = keys.key_beside(journal)
    Key(journal)
    for given, left in ((0o644, 0o600), (0o400, 0o400)):
        kept.chmod(given)
        Key(journal)
        assert kept.stat().st_mode & 0o777 == left


def test_keys_are_noted_once_and_a_wrong_signature_is_none(journal: Path) -> None:
    keys.note_public(journal, ["ab" * 32, "cd" * 32])
    keys.note_public(journal, ["cd" * 32])
    assert keys.public_beside(journal).read_text() == f"{'ab' * 32}\n{'cd' * 32}\n"
    key = Key(journal)
    assert not is_signed(b"y", key=key.public, signature=key.signature(b"x"))
    assert not is_signed(b"x", key="ab" * 32, signature=key.signature(b"x"))
    assert not is_signed(b"x", key="z", signature="")


def test_public_keys_that_the_disk_does_not_keep_are_as_they_were(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(handle: int) -> None:
        raise OSError(errno.EIO, "the power is gone")

    keys.note_public(journal, ["ab" * 32])
    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OSError, match="the power is gone"):
        keys.note_public(journal, ["cd" * 32])
    assert keys.trusted(journal) == {"ab" * 32}
