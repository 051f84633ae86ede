"""Calls as spoken words: the house's own recordings, or a speech engine of the distribution. It needs no
network, and the game never waits for it."""

from __future__ import annotations

import hashlib
import logging
import queue
import re
import shutil
import subprocess
import threading
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from sabot.config import Settings
from sabot.config.state import place
from sabot.core.events import ActWithdrawn, Called, Event
from sabot.core.shapes.view import View

log = logging.getLogger(__name__)

CALL_CHARS_MOST = 160
"""Characters of a call that are spoken."""

MADE_WITHIN_S, PLAYED_WITHIN_S = 5.0, 15.0
FILES_KEPT = 400
"""How many spoken calls are kept as files."""

PLAYERS = ("aplay", "paplay", "pw-play")
CALLS_WAITING_MOST = 4
"""How many calls may wait for the loudspeaker; older ones are dropped."""


class Spoken:
    """Calls as WAV files, each made once. For many threads, and for several of these in one process."""

    _lock = threading.Lock()

    def __init__(self, settings: Settings) -> None:
        section = settings.sound
        self.on_screens = section.calls in ("screens", "both")
        self.on_speaker = section.calls in ("speaker", "both")
        self._engine, self._pace = section.engine, section.words_per_minute
        self._recordings = settings.beside(section.recordings) if section.recordings else None
        self._folder = settings.journal_path.with_name(settings.journal_path.stem + ".spoken")

    def wav(self, text: str, lang: str) -> bytes | None:
        """Returns these words as a WAV file; None if nothing on this machine can speak them."""
        if not 0 < len(text) <= CALL_CHARS_MOST or not text.isprintable():
            return None
        recorded = self._recordings / f"{slug(text)}.wav" if self._recordings else None
        if recorded is not None and recorded.is_file():
            return recorded.read_bytes()
        with self._lock:
            return self._said(text, lang if re.fullmatch(r"[a-z]{2}", lang) else "fr")

    def trouble(self) -> str:
        """Returns why nothing would be heard, in one line; empty if all is well or no speech is
        configured."""
        if not (self.on_screens or self.on_speaker):
            return ""
        if self._recordings is not None and not self._recordings.is_dir():
            return f"there is no folder of recordings {self._recordings} ([sound] recordings)"
        if shutil.which(self._engine) is None and self._recordings is None:
            return f"no speech engine {self._engine}: sudo apt-get install espeak-ng, or [sound] recordings"
        if self.on_speaker and player() is None:
            return "no player for the loudspeaker: sudo apt-get install alsa-utils"
        return ""

    def _said(self, text: str, lang: str) -> bytes | None:
        name = hashlib.sha256(f"{self._engine} {self._pace} {lang} {text}".encode()).hexdigest()[:24]
        file = self._folder / f"{name}.wav"
        try:
            if not file.is_file():
                self._make(text, lang, file)
            return file.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            log.warning("the call %r cannot be spoken: %s", text, error)
            return None

    def _make(self, text: str, lang: str, file: Path) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        self._swept()
        fresh = file.with_suffix(".new")
        command = [self._engine, "-v", lang, "-s", str(self._pace), "-w", str(fresh), "--", text]
        subprocess.run(command, check=True, timeout=MADE_WITHIN_S, capture_output=True)
        place(fresh, file)  # a power cut leaves no empty file that counts as made

    def _swept(self) -> None:
        files = sorted(self._folder.glob("*.wav"), key=lambda each: each.stat().st_mtime)
        for old in files[:-FILES_KEPT]:
            old.unlink()


class Speaker:
    """An output that says each call through the loudspeaker of this machine, in a thread of its own."""

    def __init__(self, spoken: Spoken, *, command: str) -> None:
        self._spoken, self._command = spoken, command
        self._waiting: queue.Queue[tuple[str, str] | None] = queue.Queue(CALLS_WAITING_MOST)
        self._thread = threading.Thread(target=self._run, name="speaker", daemon=True)
        self._thread.start()

    def publish(self, seq: int, view: View, events: Sequence[Event] = ()) -> None:
        """Say the calls among these; returns at once. After an undo, nothing that waits is said."""
        if any(isinstance(event, ActWithdrawn) for event in events):
            self._hush()
        for event in events:
            if isinstance(event, Called):
                self._say((event.call.text, event.call.lang))

    def close(self) -> None:
        """Stop without what waits: a new table may have calls of its own by then."""
        self._hush()
        self.stop()

    def stop(self) -> None:
        """Stop after what waits."""
        self._say(None)
        self._thread.join(timeout=2)

    def _hush(self) -> None:
        while not self._waiting.empty():
            _discard(self._waiting)

    def _say(self, call: tuple[str, str] | None) -> None:
        while True:
            try:
                return self._waiting.put_nowait(call)
            except queue.Full:
                _discard(self._waiting)

    def _run(self) -> None:
        while (call := self._waiting.get()) is not None:
            if (wav := self._spoken.wav(*call)) is not None:
                self._play(wav)

    def _play(self, wav: bytes) -> None:
        try:
            subprocess.run(
                [self._command, "-"], input=wav, check=True, timeout=PLAYED_WITHIN_S, capture_output=True
            )
        except (OSError, subprocess.SubprocessError) as error:
            log.warning("the loudspeaker is silent: %s", error)


def player() -> str | None:
    """The command that plays a WAV from its standard input on this machine, if there is one."""
    return next((name for name in PLAYERS if shutil.which(name)), None)


def speakers(spoken: Spoken) -> list[Speaker]:
    """The loudspeaker, if the house wants one and there is one. A table without it opens all the same."""
    command = player() if spoken.on_speaker else None
    if why := spoken.trouble():
        log.warning("sound: %s", why)
    return [Speaker(spoken, command=command)] if command else []


def slug(text: str) -> str:
    """The name under which the house records a call: `Rien ne va plus` -> `rien-ne-va-plus`."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def _discard(waiting: queue.Queue[tuple[str, str] | None]) -> None:
    try:
        waiting.get_nowait()
    except queue.Empty:
        return
