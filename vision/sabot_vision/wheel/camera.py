"""The eye over a wheel as a process of its own: JSON Lines out, commands in, as `sabot_vision.camera`.

    echo '{"source": "/dev/video0", "pockets": 37}' | python -m sabot_vision.wheel.camera

Out come `{"eye": "beat" | "wheel", …}`, in go `{"do": "corners", "corners": "x,y x,y x,y x,y"}`, the four
points of the ring; with the source `simulated` also the commands of `sabot_vision.wheel.drawn.DrawnWheel`.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from contextlib import suppress
from pathlib import Path

import cv2

from sabot_vision.camera import folder, listen, paced, run, tell
from sabot_vision.cloth import SIMULATED
from sabot_vision.frame import settings_of
from sabot_vision.sources import frames, opened
from sabot_vision.wheel.attending import Attendant
from sabot_vision.wheel.drawn import DrawnWheel
from sabot_vision.wheel.seen import house_of


def main() -> int:
    """Run until the input ends, the source does, or nobody listens any more. Raises StuckError."""
    given = json.loads(sys.stdin.readline())
    name, house = str(given["source"]), house_of(given)
    drawn = (
        DrawnWheel(settings_of(given), house, seed=int(given.get("seed", 0))) if name == SIMULATED else None
    )
    cv2.setNumThreads(1)  # the table needs the other cores
    with suppress(OSError):
        os.nice(5)
    view = str(given.get("view", "")) or (drawn.view if drawn else "")
    live = not (Path(name).is_dir() or Path(name).is_file())
    eye = Attendant(house, view, tell, live=folder(given.get("live")), live_source=live)
    if drawn:
        drawn.is_due = eye.is_due
    commands: queue.SimpleQueue[object] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(commands,), daemon=True).start()
    with suppress(BrokenPipeError, KeyboardInterrupt, EOFError):
        taken = frames(name, settings_of(given), open_source=lambda *named: drawn or opened(*named))
        for frame in paced(taken, live=live):
            eye.see(frame)
            while not commands.empty():
                command = commands.get()
                eye.obey(command)
                if drawn:
                    drawn.obey(command)
    return 0


if __name__ == "__main__":
    run(main)
