"""What went wrong with a port, in words for the person at the table."""

from __future__ import annotations

import errno
import socket

import serial

from sabot.core.reasons import Reason, as_reason, of_error, reason
from sabot.instruments.camera import eye
from sabot.instruments.keyboard import line as input_line


def explained(error: Exception, where: str) -> Reason:
    """Returns what went wrong with a port, for the person at the table."""
    if isinstance(error, (eye.EyeError, input_line.InputError)):
        return of_error(error)
    number = _number(error)
    if number == errno.ENOENT:
        ours = "" if isinstance(error, serial.SerialException) else getattr(error, "strerror", "")
        return as_reason(ours or reason("{source} is not there: is the cable in?", source=where))
    if number == errno.EACCES:
        return reason(
            "{source} may not be opened: add this user to the group dialout and log in again", source=where
        )
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in str(error):
        return reason("{source} is in use by another program", source=where)
    if "Inappropriate ioctl" in str(error):
        return reason("{source} is no serial port", source=where)
    if number is None and "disconnected" in str(error):  # pyserial's words for a port that ended
        number = errno.EIO
    return _REASONS.get(number, reason("the line {source} was lost: {note}", source=where, note=str(error)))


def _number(error: Exception) -> int | None:
    """The system's number for what went wrong. pyserial hides it where a serial server cannot be reached."""
    behind = error.__context__
    if isinstance(behind, socket.gaierror):
        return errno.EHOSTUNREACH
    if isinstance(behind, TimeoutError) and behind.errno is None:
        return errno.ETIMEDOUT
    number = getattr(error, "errno", None) or getattr(behind, "errno", None)
    return number if isinstance(number, int) else None


_REASONS: dict[int | None, Reason] = {
    errno.EIO: reason("the cable was pulled, or the instrument switched off"),
    errno.ENODEV: reason("the cable was pulled, or the instrument switched off"),
    errno.ECONNREFUSED: reason("the serial server refuses the connection"),
    errno.EHOSTUNREACH: reason("the serial server cannot be reached"),
    errno.ENETUNREACH: reason("the serial server cannot be reached"),
    errno.ETIMEDOUT: reason("the serial server does not answer"),
}
