"""The eye as a process of its own: JSON Lines out, commands in. A crash here leaves the table standing.

    echo '{"source": "/dev/video0", "game": "punto-banco"}' | python -m sabot_vision.camera

The first input line says what it looks at. It is not an argument, because the list of processes would show
the password of a network camera to everyone. Out come `{"eye": "beat" | "lies" | "left", …}`, a beat twice a
second; in go `{"do": "tell" | "marks" | "forget"}`, `{"do": "letters", "letters": "nl"}` and
`{"do": "corners", "corners": "x,y x,y x,y x,y"}`; with the
source `simulated` also the commands of `sabot_vision.cloth.Cloth`. When its input ends, the process ends.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import cv2

from sabot.core.reasons import reason
from sabot.core.shapes.json import decimal
from sabot_vision.cloth import SIMULATED, Cloth
from sabot_vision.frame import Frame, StuckError, settings_of
from sabot_vision.learning.file import Writing
from sabot_vision.learning.teacher import Teacher
from sabot_vision.looking import Eye
from sabot_vision.places import PlacesError, Polygon, zones_of
from sabot_vision.rig import Message, Rig
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
    teacher = taught(rig)
    read = partial(in_pieces, hear=teacher.heard) if teacher else in_pieces
    eye = Eye(rig, tell, read, now=clock, teacher=teacher)
    commands: queue.SimpleQueue[object] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(commands,), daemon=True).start()
    with suppress(BrokenPipeError, KeyboardInterrupt, EOFError):
        taken = frames(
            source,
            rig.camera,
            open_source=lambda *named: cloth or opened(*named),
            times=rig.times,
            meanwhile=eye.read_on,
        )
        for frame in paced(taken, live=rig.live_source):
            eye.see(frame)
            while not commands.empty():
                command = commands.get()
                eye.obey(command)
                if cloth:
                    cloth.obey(command)
        eye.see(Frame(0, time.monotonic(), None, reason("the pictures are at their end")))
    return 0


def rigged(given: dict[str, object]) -> Rig:
    """Returns the rig that the controller's options describe, with the defaults of `Rig`."""
    source = Path(str(given["source"]))
    kept = ("use", "game", "letters", "corners", "zones", "pictures_mb")
    plain: dict[str, Any] = {name: given[name] for name in kept if name in given}
    return Rig(**plain)._replace(
        size_mm=(decimal(given.get("width_mm", 800)), decimal(given.get("height_mm", 500))),
        pictures=folder(given.get("pictures")),
        live=folder(given.get("live")),
        learned=folder(given.get("learned")),
        mended=folder(given.get("mended")),
        live_source=not (source.is_dir() or source.is_file()),
        camera=settings_of(given),
    )


def taught(rig: Rig) -> Teacher | None:
    """Returns who lets the sabot teach the eye; None where it may not, or where the eye is the sabot."""
    if rig.learned is None or rig.use != "witness":
        return None
    return Teacher(rig.learned, tell, letters=rig.letters, write=Writing())


def cloth_of(rig: Rig) -> Cloth:
    """Returns the drawn cloth that stands in for a camera; without zones if they are invalid."""
    zones: dict[str, Polygon] = {}
    with suppress(PlacesError):
        zones = zones_of(rig.game, rig.size_mm, rig.zones)
    return Cloth(rig.camera, rig.size_mm, zones)


def folder(name: object) -> Path | None:
    """The folder of this name; None without one."""
    return Path(str(name)) if name else None


def paced(taken: Iterator[Frame], *, live: bool) -> Iterator[Frame]:
    """Yields the frames; a recording plays at the pace at which it was taken."""
    begun = time.monotonic()
    for frame in taken:
        if not live:
            time.sleep(max(0.0, begun + frame.t_s - time.monotonic()))
        yield frame


def tell(message: Message) -> None:
    """One line out. Raises BrokenPipeError when nobody listens any more."""
    sys.stdout.write(json.dumps(message, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def listen(commands: queue.SimpleQueue[object]) -> None:
    """Take commands until the input ends; then so does the process."""
    for line in sys.stdin:
        with suppress(ValueError):
            commands.put(json.loads(line))
    os._exit(0)


def run(work: Callable[[], int] = main) -> None:
    """Run, then end at once: the clean-up of a library may wait for a camera that no longer answers."""
    status = 1
    try:
        status = work()
    except StuckError as error:
        sys.stderr.write(f"{error}\n")
    except Exception:  # noqa: BLE001 - the process's last words, for the one who started it
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    run()
