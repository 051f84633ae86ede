"""A signed head as a QR code is read back, letter by letter."""

from __future__ import annotations

import re

import cv2
import numpy as np

from sabot.printing import qr

HEAD = f"SABOT-HEAD-1 1234567:{'A1' * 32} 1764000000000000000 {'B2' * 32} {'C3' * 64}"


def test_a_code_that_is_drawn_is_read_back() -> None:
    black = np.pad(np.array(qr.rows(HEAD)), qr.QUIET_MODULES)
    picture = np.where(np.kron(black, np.ones((6, 6), bool)), 0, 255).astype(np.uint8)
    text, *_ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert text == HEAD


def test_the_code_of_a_page_has_its_white_border() -> None:
    shown = qr.svg(HEAD)
    side = len(qr.rows(HEAD)) + 2 * qr.QUIET_MODULES
    assert re.search(r'viewBox="0 0 (\d+) ', shown)[1] == str(side)
