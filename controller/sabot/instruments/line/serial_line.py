"""A serial port, opened as its instrument needs it: speed, bits, parity, flow control, the wires DTR and RTS.

The system raises DTR and RTS as it opens a port; where one is to be off, it goes off a moment later. Linux
knows nothing of `dsrdtr`: DTR is left alone then, and nothing waits for DSR.
"""

from __future__ import annotations

import termios
from typing import Any

import serial

from sabot.instruments.contract import LineSettings

READ_S = 0.05
"""How long one look at the port lasts when nothing comes."""

WRITE_S = 0.2

PARITIES = {
    "none": serial.PARITY_NONE,
    "even": serial.PARITY_EVEN,
    "odd": serial.PARITY_ODD,
    "mark": serial.PARITY_MARK,
    "space": serial.PARITY_SPACE,
}
FLOWS = ("rtscts", "dsrdtr", "xonxoff")


def opened(device: str, *, baud: int, line: LineSettings) -> Any:
    """The port, open for this program alone. Raises OSError or ValueError if it cannot be opened."""
    port = serial.serial_for_url(
        device,
        do_not_open=True,
        baudrate=baud,
        bytesize=line.data_bits,
        parity=PARITIES[line.parity],
        stopbits=line.stop_bits,
        timeout=READ_S,
        write_timeout=WRITE_S,
        exclusive=True,
        **{flow: line.flow == flow for flow in FLOWS},
    )
    port.dtr, port.rts = line.dtr == "on", line.rts == "on"
    try:
        port.open()
    except termios.error as error:  # the cable was pulled while the port was being opened; no OSError
        raise OSError(*error.args) from None
    return port
