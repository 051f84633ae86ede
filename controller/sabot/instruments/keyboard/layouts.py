"""Which text a key types: the layouts as tables, by the codes of Linux (`input-event-codes.h`). Pure.

A layout has three levels: plain, with shift, with AltGr. A blank in a table is a key that types nothing
there. The accents of French and German layouts type at once, although a desktop waits for the next key.
"""

from __future__ import annotations

from collections.abc import Iterator

PLACES = (41, *range(2, 14), *range(16, 28), *range(30, 41), 43, 86, *range(44, 54))
"""The 48 keys that differ: the row of digits, the rows of letters, and the keys beside them."""

ROWS = {
    "us": (
        r"`1234567890-=qwertyuiop[]asdfghjkl;'\<zxcvbnm,./",
        '~!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"|>ZXCVBNM<>?',
        " " * 48,
    ),
    "fr": (
        "²&é\"'(-è_çà)=azertyuiop^$qsdfghjklmù*<wxcvbn,;:!",
        " 1234567890°+AZERTYUIOP¨£QSDFGHJKLM%µ>WXCVBN?./§",
        r"  ~#{[|`\^@]}  €        ¤                       ",
    ),
    "de": (
        "^1234567890ß´qwertzuiopü+asdfghjklöä#<yxcvbnm,.-",
        "°!\"§$%&/()=?`QWERTZUIOPÜ*ASDFGHJKLÖÄ'>YXCVBNM;:_",
        r"  ²³   {[]}\ @ €        ~            |      µ   ",
    ),
}

SPACE, TAB, ENTER, KEYPAD_ENTER = 57, 15, 28, 96

KEYPAD = {
    **dict(zip((71, 72, 73, 75, 76, 77, 79, 80, 81, 82), "7894561230", strict=True)),
    **dict(zip((83, 98, 55, 74, 78, 117, 121), "./*-+=,", strict=True)),
}

ANYWHERE = {ENTER: "\n", KEYPAD_ENTER: "\n", TAB: "\n", SPACE: " ", **KEYPAD}
"""The keys that type the same on every layout and with every held key: the end of a line, and the keypad."""

HELD = {42: "shift", 54: "shift", 100: "altgr", 29: "ctrl", 97: "ctrl", 56: "alt", 125: "meta", 126: "meta"}
"""The keys that change what others type while they are down."""

CAPS_LOCK, NUM_LOCK, SCROLL_LOCK = 58, 69, 70

LEVELS = ("", "shift", "altgr")


def typed(layout: str) -> dict[tuple[str, int], str]:
    """The text of each (level, key code) of a layout."""
    return dict(_typed(layout))


def _typed(layout: str) -> Iterator[tuple[tuple[str, int], str]]:
    for level, row in zip(LEVELS, ROWS[layout], strict=True):
        yield from (((level, code), text) for code, text in zip(PLACES, row, strict=True) if text != " ")
        yield from (((level, code), text) for code, text in ANYWHERE.items())
