"""Picture files to pixels: complete, upright, within the limits of size, or refused with the reason."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from sabot_vision.keeping import replace

LEAST_PX = 16
"""A picture with a shorter side shows no card."""
JPEG, JPEG_END, PNG, PNG_END = b"\xff\xd8", b"\xff\xd9", b"\x89PNG", b"IEND"
HEIC = [b"ftyp" + kind for kind in (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")]
"""How the files of most telephones begin, behind four bytes."""


class PictureError(ValueError):
    """A file that cannot be read as a picture. The message says why, in one line."""


def loaded(path: Path) -> np.ndarray:
    """The picture of a file, height × width × 3, blue-green-red, turned as its EXIF note says.

    Raises PictureError where the file cannot be read, is no picture, is cut short, or is too small (under 16
    pixels in one direction) or too large (over 64 million in all).
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PictureError(error.strerror or str(error)) from None
    if not data:
        raise PictureError("the file is empty")
    if is_cut_short(data):
        raise PictureError("the file is cut short")
    return unpacked(data)


def unpacked(data: bytes) -> np.ndarray:
    """The pixels of a file's bytes. Raises PictureError."""
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        raise PictureError("larger than 64 million pixels, or damaged") from None
    if picture is None:
        if data[4:12] in HEIC:
            raise PictureError(
                "a HEIC file, which is not read here: let the camera save JPEG (most telephones can), or "
                "convert it"
            )
        raise PictureError("no picture, or damaged")
    if min(picture.shape[:2]) < LEAST_PX:
        raise PictureError(f"only {picture.shape[1]} × {picture.shape[0]} pixels")
    return np.asarray(picture, np.uint8)


def saved(picture: np.ndarray, file: Path) -> None:
    """Writes a picture into a file, of the kind that its name ends in. OpenCV is not told the name: one that
    is not UTF-8 ends the process. Raises OSError."""
    replace(file, bytes(cv2.imencode(file.suffix, picture)[1]))


def is_cut_short(data: bytes) -> bool:
    """Whether a JPEG or PNG lacks its end."""
    tail = data[-max(1024, len(data) // 10) :]
    return (data.startswith(JPEG) and JPEG_END not in tail) or (data.startswith(PNG) and PNG_END not in tail)
