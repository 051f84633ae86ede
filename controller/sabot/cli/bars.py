"""Progress of long work on a terminal: click's progress bar on standard error, with the time left.

No bar is drawn if standard error is not a terminal, or if the output goes into a pipe: the reader, such as
`less`, may use the same terminal. Short work shows no bar.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import click

from sabot.core.progress import Advance

REDRAW_S = 0.1
"""A bar is drawn again at most this often."""

BRIEF_WORK_S = 0.5
"""The bar of shorter work is removed when it is done."""

BAR_COLUMNS_MOST, BAR_COLUMNS_LEAST = 36, 5
"""Characters of the bar itself. A terminal without room for the narrowest one gets only figures."""

USUAL_COLUMNS = 80
"""The width of a terminal that does not report it, such as a serial console."""

LONGEST_FIGURES = "100%  1d 00:00:00"
"""The longest figures that click writes beside a bar: the finished part, and the time left."""

WIPE = "\r\033[K"


class Bar:
    """One stage: call it with the number of finished steps."""

    def __init__(self, doing: str, total: int, *, drawn: bool) -> None:
        self.doing, self.total, self.done = doing, total, 0
        self._begun_s = time.monotonic()
        self._columns, self._due_s = 0, 0.0
        # Without colour click leaves the cursor as it is: a process that is killed cannot show it again.
        # Without a least step even an update by zero is drawn.
        self._bar = click.progressbar(length=total, file=sys.stderr, color=False, update_min_steps=0)
        self._is_drawn, self._is_on_line = drawn, False
        self._shown = 0

    def __call__(self, steps: int) -> None:
        """Count this many more finished steps."""
        self.done += steps
        if self._is_drawn and (now_s := time.monotonic()) >= self._due_s:
            self._due_s = now_s + REDRAW_S
            self._draw()

    def _draw(self) -> None:
        columns = os.get_terminal_size(sys.stderr.fileno()).columns or USUAL_COLUMNS
        if columns != self._columns:
            self._columns = columns
            self.wipe()
            self._bar.max_width = None
            self._bar.width, self._bar.bar_template = _fitted(self.doing, columns)
        self._is_on_line = True  # set first, because Ctrl-C may come while it is drawn
        self._bar.update(self.done - self._shown)
        self._shown = self.done

    def wipe(self) -> None:
        """Clear the line for something else; a later step draws the bar again."""
        if self._is_on_line:
            click.echo(WIPE, nl=False, file=sys.stderr, color=True)
            self._is_on_line = False

    def finish(self) -> None:
        """Finish: the bar stays at 100 %, or disappears if the work was brief."""
        if not self._is_drawn:
            return
        if time.monotonic() - self._begun_s < BRIEF_WORK_S:
            self.wipe()
            return
        self._bar.finish()
        self._draw()
        self.leave()

    def leave(self) -> None:
        """Go to the next line; the bar stays visible."""
        if self._is_on_line:
            click.echo(file=sys.stderr)
            self._is_on_line = False

    def __str__(self) -> str:
        part = min(100, 100 * self.done // max(1, self.total))
        return f"{self.doing}, {self.done:,} of {self.total:,} ({part} %)"


def _fitted(doing: str, columns: int) -> tuple[int, str]:
    """Returns the width of the bar and click's template for the line; the last column stays free."""
    doing = doing.replace("%", "%%")
    room = columns - 1 - len(f"{doing}  []  {LONGEST_FIGURES}")
    if room >= BAR_COLUMNS_LEAST:
        return min(BAR_COLUMNS_MOST, room), f"{doing}  [%(bar)s]  %(info)s"
    return 0, f"{doing}  %(info)s" if len(f"{doing}  {LONGEST_FIGURES}") < columns else "%(info)s"


def _is_watched() -> bool:
    """Returns whether a person sees standard error, on a terminal that no other program uses."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and not _is_pipe(sys.stdout)


def _is_pipe(stream: TextIO) -> bool:
    try:
        return stat.S_ISFIFO(os.fstat(stream.fileno()).st_mode)
    except OSError:
        return False  # an output without a file


class LiveLine:
    """A line of standard error that is written over and over, below the lines of the output. Nothing is
    written where nobody watches."""

    def __init__(self) -> None:
        self._drawn, self._is_on_line = _is_watched(), False

    def show(self, text: str) -> None:
        """Write this in place of what the line had, as far as the terminal is wide."""
        if self._drawn:
            columns = os.get_terminal_size(sys.stderr.fileno()).columns or USUAL_COLUMNS
            self._is_on_line = True
            click.echo(f"{WIPE}{text[: columns - 1]}", nl=False, file=sys.stderr, color=True)

    def echo(self, line: str) -> None:
        """Print a line of the output above it."""
        self.leave()
        click.echo(line)

    def leave(self) -> None:
        """Remove it."""
        if self._is_on_line:
            click.echo(WIPE, nl=False, file=sys.stderr, color=True)
            self._is_on_line = False


class Bars:
    """The bars of one command, one after another. Calling it opens a stage: it is a `Progress`."""

    def __init__(self) -> None:
        self.bar: Bar | None = None
        self._drawn = _is_watched()
        self._shares = sys.stdout.isatty()

    @contextmanager
    def __call__(self, doing: str, total: int, /) -> Iterator[Advance]:
        """A stage of `total` steps."""
        self.bar = Bar(doing, total, drawn=self._drawn)
        try:
            self.bar(0)
            yield self.bar
        except BaseException:
            self.bar.leave()
            raise
        self.bar.finish()

    def leave(self) -> None:
        """Go to the next line, if a bar is on this one."""
        if self.bar is not None:
            self.bar.leave()

    def echo(self, line: str, *, err: bool = False) -> None:
        """Print a line, above the bar if both are on one terminal."""
        if self.bar is not None and (err or self._shares):
            self.bar.wipe()
        click.echo(line, file=sys.stderr if err else sys.stdout)


@contextmanager
def bars(*, stopped: str) -> Iterator[Bars]:
    """The bars of a command. After Ctrl-C it says how far the work was, and `stopped`: what remains."""
    shown = Bars()
    try:
        yield shown
    except KeyboardInterrupt as stop:
        far = f" at {shown.bar}" if shown.bar else ""
        shown.leave()
        click.echo(f"sabot: stopped{far}: {stop.args[0] if stop.args else stopped}", file=sys.stderr)
        raise click.Abort from None
