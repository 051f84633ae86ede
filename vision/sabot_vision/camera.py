"""The eye as a process of its own: JSON Lines out, commands in. A crash here leaves the table standing.

    echo '{"source": "/dev/video0", "game": "punto-banco"}' | python -m sabot_vision.camera

The first line in says what it looks at; it is no argument, for the list of processes would show the password
of a camera in the network to everyone. Out come `{"eye": "beat" | "lies" | "left", …}`, a beat twice a
second; in go `{"do": "tell" | "marks"}` and `{"do": "corners", "corners": "x,y x,y x,y x,y"}`; where the
source is `simulated`, also what `sabot_vision.cloth.Cloth` obeys. The end of its input is its own end.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2

from sabot_vision.cloth import SIMULATED, Cloth
from sabot_vision.frame import Frame, StuckError, settings_of
from sabot_vision.looking import Eye, Message, Rig
from sabot_vision.places import PlacesError, Polygon, zones_of
from sabot_vision.sources import frames, opened


def main() -> int:
    """Run until the input ends, the source does, or nobody listens any more. Raises StuckError."""
    given = json.loads(sys.stdin.readline())
    rig, source = rigged(given), str(given["source"])
    cloth = cloth_of(rig) if source == SIMULATED else None
    if cloth:
        rig = rig._replace(corners=cloth.corners)
    from sabot_vision.networks.running import ready
    from sabot_vision.reading.cards import in_pieces

    cv2.setNumThreads(1)  # the table needs the other cores
    ready()
    with suppress(OSError):
        os.nice(5)
    clock = time.monotonic if rig.live_source else None
    eye = Eye(rig, tell, in_pieces, now=clock)
    commands: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(commands,), daemon=True).start()
    with suppress(BrokenPipeError, KeyboardInterrupt, EOFError):
        taken = frames(source, rig.camera, open_source=lambda *named: cloth or opened(*named))
        for frame in paced(taken, live=rig.live_source):
            eye.see(frame)
            while not commands.empty():
                command = commands.get()
                eye.obey(command)
                if cloth:
                    cloth.obey(command)
        eye.see(Frame(0, time.monotonic(), None, "the pictures are at their end"))
    return 0


def rigged(given: dict[str, Any]) -> Rig:
    """The rig that the controller's options describe; what is not given is as in `Rig`."""
    source = Path(str(given["source"]))
    plain = {
        name: given[name]
        for name in ("use", "game", "letters", "corners", "zones", "pictures_mb")
        if name in given
    }
    return Rig(**plain)._replace(
        size_mm=(float(given.get("width_mm", 800)), float(given.get("height_mm", 500))),
        pictures=folder(given.get("pictures")),
        live=folder(given.get("live")),
        live_source=not (source.is_dir() or source.is_file()),
        camera=settings_of(given),
    )


def cloth_of(rig: Rig) -> Cloth:
    """The drawn cloth that stands in for a camera; without zones where they cannot be."""
    zones: dict[str, Polygon] = {}
    with suppress(PlacesError):
        zones = zones_of(rig.game, rig.size_mm, rig.zones)
    return Cloth(rig.camera, rig.size_mm, zones)


def folder(name: Any) -> Path | None:
    """The folder of this name; None without one."""
    return Path(name) if name else None


def paced(taken: Iterator[Frame], *, live: bool) -> Iterator[Frame]:
    """The frames; those of a recording at the pace at which they were taken."""
    begun = time.monotonic()
    for frame in taken:
        if not live:
            time.sleep(max(0.0, begun + frame.t_s - time.monotonic()))
        yield frame


def tell(message: Message) -> None:
    """One line out. Raises BrokenPipeError when nobody listens any more."""
    sys.stdout.write(json.dumps(message, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def listen(commands: queue.SimpleQueue[Any]) -> None:
    """Take commands until the input ends; then so does the process."""
    for line in sys.stdin:
        with suppress(ValueError):
            commands.put(json.loads(line))
    os._exit(0)


def run() -> None:
    """Run to the end, and end at once: what a library does at a process's end may wait for a camera that no
    longer answers."""
    status = 1
    try:
        status = main()
    except StuckError as error:
        sys.stderr.write(f"{error}\n")
    except Exception:  # noqa: BLE001 - the process's last words, for the one who started it
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    run()
