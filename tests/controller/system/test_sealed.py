"""Encrypted files: what was written comes back from any place, and nothing that was changed does."""

from __future__ import annotations

import io
import os
from base64 import b64decode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.system import house_key, sealed
from sabot.system.sealed import PIECE_BYTES, TAG_BYTES, Reader, SealedError, Writer

PRIVATE = "AGE-SECRET-KEY-1VGFGT7U8HVGLFSJ9AFVM505ZTT2FMQVHPUH4NYEHMXN9J2PAFVRSDGY8QW"
PUBLIC = "age1du2przesvh7hmtzgrn22nlyn0jramz8wjhchcp7804sewaz454cq6jvleu"
BY_AGE = b64decode(
    "YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBDVjdOZ2wzVVNPdUJ6ek9IaEJKRzNPa3hvT281d0hZNDBhREtpYUhOc0c0"
    "CjhYRHY2d3U4OWFaWk1yUStldG9FaEdXdHhHTHk3bEJhWW5IT0RJcUEyZVkKLS0tIHI2d3dtYUFNRmZ5cC9lRDhndnlwQUpCVlhR"
    "MEUxdVJTK05ZVk1abGQ4ZHcK05mFKG2jgPkphPj/q1ycBS7YamMJR3KXg32sUxitnr5leZ+jbO6KuFrAAw0="
)
"""Made with age 1.1.1 for PUBLIC, of the line `8C KD 3H 6S`."""

KEYS = house_key.privates_in(PRIVATE)
DATA = bytes(at * 7 & 255 for at in range(2 * PIECE_BYTES + 1_000))


def written(data: bytes, *, publics: tuple[str, ...] = (PUBLIC,), step: int = 50_000) -> bytes:
    out = io.BytesIO()
    writer = Writer(out, [house_key.public_bytes(each) for each in publics])
    for at in range(0, len(data), step):
        assert writer.write(data[at : at + step]) == len(data[at : at + step])
    writer.close()
    return out.getvalue()


def read(file: bytes, keys: list[bytes] = KEYS) -> bytes:
    return io.BufferedReader(Reader(io.BytesIO(file), privates=keys)).read()


def body_at(file: bytes) -> int:
    """Where the first piece begins."""
    return file.index(b"\n--- ") + 5 + 43 + 1 + sealed.NONCE_BYTES


def pieces(file: bytes) -> tuple[bytes, list[bytes]]:
    at, size = body_at(file), PIECE_BYTES + TAG_BYTES
    return file[:at], [file[each : each + size] for each in range(at, len(file), size)]


def test_a_file_of_the_program_age_is_read() -> None:
    assert read(BY_AGE) == b"8C KD 3H 6S\n"


def test_the_head_is_as_the_format_has_it() -> None:
    """C2SP age.md: version line, a stanza a recipient with 32 and 32 bytes in base64, the MAC of 32."""
    lines = written(b"x", publics=(PUBLIC, house_key.made()[0])).split(b"\n")
    assert lines[0] == b"age-encryption.org/v1"
    assert [line[:10] for line in lines[1:5:2]] == [b"-> X25519 "] * 2
    assert [len(line) for line in lines[1:5]] == [10 + 43, 43, 10 + 43, 43]
    assert (lines[5][:4], len(lines[5])) == (b"--- ", 4 + 43)


@pytest.mark.parametrize("size", [0, 1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 2 * PIECE_BYTES])
def test_what_is_written_comes_back_and_only_the_last_piece_is_short(size: int) -> None:
    file = written(DATA[:size])
    assert read(file) == DATA[:size]
    assert len(file) == body_at(file) + size + TAG_BYTES * max(1, -(-size // PIECE_BYTES))


def test_each_reader_of_the_house_can_open_it_and_another_cannot() -> None:
    first, second, other = house_key.made(), house_key.made(), house_key.made()
    file = written(b"x", publics=(first[0], second[0]))
    for _, private in (first, second):
        assert read(file, house_key.privates_in(private)) == b"x"
    assert read(file, house_key.privates_in(f"{other[1]}\n{second[1]}\n")) == b"x"
    with pytest.raises(SealedError, match="is encrypted for another key than this one"):
        read(file, house_key.privates_in(other[1]))


def test_two_files_of_the_same_have_nothing_in_common() -> None:
    one, two = written(DATA), written(DATA)
    assert one[body_at(one) :][:32] != two[body_at(two) :][:32]
    assert one.split(b"\n")[1:3] != two.split(b"\n")[1:3]


def test_it_is_read_from_any_place() -> None:
    reader = io.BufferedReader(Reader(io.BytesIO(written(DATA)), privates=KEYS), 100)
    for place, size in ((PIECE_BYTES - 5, 10), (3, 4), (len(DATA) - 2, 9), (2 * PIECE_BYTES, 1)):
        assert reader.seek(place) == place
        assert reader.read(size) == DATA[place : place + size]
    assert reader.seek(-7, os.SEEK_END) == len(DATA) - 7
    assert (reader.read(), reader.read(), reader.tell()) == (DATA[-7:], b"", len(DATA))
    with pytest.raises(ValueError, match="before the beginning"):
        reader.raw.seek(-1)


def test_a_reader_holds_one_piece_and_no_more() -> None:
    """So a journal of any size is packed and read on a small machine."""
    out = io.BytesIO()
    writer = Writer(out, [house_key.public_bytes(PUBLIC)])
    for _ in range(40):
        writer.write(bytes(100_000))
        assert len(writer._held) <= PIECE_BYTES
    writer.close()
    reader = Reader(io.BytesIO(out.getvalue()), privates=KEYS)
    assert len(reader.read(10_000_000)) == PIECE_BYTES == len(reader._piece)


def test_pieces_that_changed_places_or_are_missing_are_named() -> None:
    head, (one, two, end) = pieces(written(DATA))
    wrong = "is damaged: the piece at byte"
    for changed, why in (
        (head + two + one + end, f"{wrong} 0 "),
        (head + one + one + end, f"{wrong} {PIECE_BYTES} "),
        (head + one + end, "was cut off, or its end was changed"),
        (head + one + two, "was cut off: its end is missing"),
        (head + one + two + end[:-1], "was cut off, or its end was changed"),
        (head + one + two + end[:9], "was cut off, or its end was changed"),
        (head, "was cut off, or its end was changed"),
        (head + one + two + end + end, "was cut off, or its end was changed"),
    ):
        with pytest.raises(SealedError, match=f"^{why}"):
            read(changed)


def test_a_piece_of_another_file_for_the_same_reader_is_no_piece_of_this_one() -> None:
    head, (_, two, end) = pieces(written(DATA))
    with pytest.raises(SealedError, match="the piece at byte 0"):
        read(head + pieces(written(DATA))[1][0] + two + end)


@settings(max_examples=60)
@given(st.integers(0, len(BY_AGE) - 1), st.integers(1, 255))
def test_a_byte_that_changed_anywhere_is_noticed(place: int, by: int) -> None:
    changed = BY_AGE[:place] + bytes([BY_AGE[place] ^ by]) + BY_AGE[place + 1 :]
    with pytest.raises(SealedError):
        read(changed)


@settings(max_examples=60)
@given(st.integers(0, len(BY_AGE) - 1))
def test_a_file_that_was_cut_anywhere_is_noticed(size: int) -> None:
    with pytest.raises(SealedError):
        read(BY_AGE[:size])


@settings(max_examples=60)
@given(st.binary(max_size=200))
def test_anything_after_the_first_line_is_refused_in_words(rest: bytes) -> None:
    with pytest.raises(SealedError):
        read(b"age-encryption.org/v1\n" + rest)


def test_a_head_without_an_end_is_not_read_for_ever() -> None:
    file = io.BytesIO(b"age-encryption.org/v1\n" + b"-> x\n" * 100_000)
    with pytest.raises(SealedError, match="its head was changed or cut off"):
        Reader(file, privates=KEYS)
    assert file.tell() < 2 * sealed.HEAD_BYTES_MOST


def test_what_is_wrapped_in_other_ways_is_passed_over() -> None:
    """A house may let a key of ssh or a plug-in open it too: those stanzas are for `age`."""
    key, share = bytes(16), house_key.public_bytes(PUBLIC)
    lines = sealed._head(key, [share]).split(b"\n")
    long = [b"-> other a b", b"A" * 64, b"A" * 64, b""]
    for more in ([b"-> grease", b"AA"], long, [b"-> X25519 AA BB", b""]):
        signed = b"\n".join([lines[0], *more, *lines[1:3], b"---"])
        head = signed + b" " + sealed._text(sealed._mac(key, signed)) + b"\n"
        found = sealed._read_head(io.BytesIO(head))
        assert (len(found.wrapped), sealed._unwrapped(found.wrapped[0], KEYS[0])) == (1, key)


def test_a_share_that_gives_no_secret_is_another_key() -> None:
    assert sealed._unwrapped(sealed.Wrapped(bytes(32), bytes(32)), KEYS[0]) is None
