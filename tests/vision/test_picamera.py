"""The camera of a Raspberry Pi (vision/sabot_vision/picamera.py): every call held against the real
picamera2's signatures, and a fake of it that stalls, fails and is lost at each step. No real one was ever
connected."""

from __future__ import annotations

import ast
import inspect
import os
import sys
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sabot_vision import picamera, sources
from sabot_vision.exposing.controls import locked
from sabot_vision.exposing.following import Steady
from sabot_vision.frame import LostError, Settings, StuckError
from sabot_vision.picamera import Picamera, missing, taken_s, widest
from sabot_vision.sources import frames
from tests.vision.fake_picamera import FOUND, HANG, MODES, STALL, Fake, fake

REAL = Path(sys.prefix) / "signatures" / "picamera2" / "picamera2.py"
OURS = Path(picamera.__file__)
STEP_S = picamera.STEP_S
"""The real one; tests have a shorter one."""


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picamera, "STEP_S", 0.2)
    monkeypatch.setattr(picamera, "_FAILED", count(1))


def installed(monkeypatch: pytest.MonkeyPatch, faults: dict[str, Any] | None = None, info: Any = None) -> Any:
    module = fake({} if faults is None else faults, info=info)
    monkeypatch.setitem(sys.modules, "picamera2", module)
    return module


# --- the real signatures


def signatures(source: str) -> dict[str, inspect.Signature]:
    """Every method and property of Picamera2 by name, from its source: importing it would need libcamera."""
    tree = ast.parse(source)
    ours = next(each for each in tree.body if isinstance(each, ast.ClassDef) and each.name == "Picamera2")
    methods = [each for each in ours.body if isinstance(each, ast.FunctionDef)]
    return {each.name: signature(each) for each in methods if "overload" not in decorators(each)}


def decorators(function: ast.FunctionDef) -> set[str]:
    return {ast.unparse(each) for each in function.decorator_list}


def signature(function: ast.FunctionDef) -> inspect.Signature:
    bare = ast.parse(f"def made({ast.unparse(ast.arguments(**stripped(function.args)))}): ...")
    names: dict[str, Any] = {}
    exec(compile(bare, "picamera2", "exec"), names)
    given = inspect.signature(names["made"])
    if "staticmethod" in decorators(function):
        return given
    return given.replace(parameters=list(given.parameters.values())[1:])


def stripped(arguments: ast.arguments) -> dict[str, Any]:
    """The arguments without types, every default a plain None: what binds is the same."""
    for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        each.annotation = None
    return {
        **{
            name: getattr(arguments, name)
            for name in ("posonlyargs", "args", "vararg", "kwonlyargs", "kwarg")
        },
        "defaults": [ast.Constant(None) for _ in arguments.defaults],
        "kw_defaults": [each and ast.Constant(None) for each in arguments.kw_defaults],
    }


def of_camera(node: ast.AST) -> str | None:
    """The name after `self._camera.`, `camera.` or `Picamera2.`."""
    if not isinstance(node, ast.Attribute):
        return None
    return node.attr if ast.unparse(node.value) in ("self._camera", "camera", "Picamera2") else None


def real() -> dict[str, inspect.Signature]:
    if not REAL.exists():
        assert os.environ.get("CI") != "true", f"{REAL} is missing: python3 tools/setup.py dev fetches it"
        pytest.skip("the real picamera2 is not here: python3 tools/setup.py dev fetches it")
    return signatures(REAL.read_text())


def test_every_call_of_picamera2_binds_to_its_real_signature():
    known = real()
    calls = [each for each in ast.walk(ast.parse(OURS.read_text())) if isinstance(each, ast.Call)]
    bound = []
    for call in calls:
        name = "__init__" if ast.unparse(call.func) == "Picamera2" else of_camera(call.func)
        if name is None:
            continue
        known[name].bind(*call.args, **{str(each.arg): each.value for each in call.keywords})
        bound.append(name)
    assert {"__init__", "capture_arrays", "capture_metadata", "autofocus_cycle", "set_controls"} <= {*bound}


def test_all_else_that_is_asked_of_picamera2_is_there():
    known = real()
    named = {of_camera(each) for each in ast.walk(ast.parse(OURS.read_text()))} - {None}
    assert {"start", "close", "cancel_all_and_flush", "global_camera_info", "sensor_modes"} <= named
    assert named <= set(known)


def test_the_fake_takes_what_the_real_one_takes():
    known = real()
    public = {name: each for name, each in vars(Fake).items() if callable(each) and not name.startswith("_")}
    assert len(public) == 9
    for name, method in public.items():
        ours = inspect.signature(method).parameters
        assert {*ours} - {"self", "asked"} <= {*known[name].parameters}, name


def test_every_call_that_waits_for_a_picture_has_a_limit():
    calls = [each for each in ast.walk(ast.parse(OURS.read_text())) if isinstance(each, ast.Call)]
    waiting = [each for each in calls if (of_camera(each.func) or "").startswith(("capture", "autofocus"))]
    assert len(waiting) == 3
    assert all("wait" in {word.arg for word in call.keywords} for call in waiting)


# --- a fake at every step

CAPTURES = ("autofocus_cycle", "capture_metadata", "capture_arrays")
STEPS = ("create", "configure", "start", "set_controls", *CAPTURES)


def pictures(faults: dict[str, Any], fault: tuple[str, Any], *, after: int = 2) -> Iterator[Any]:
    """The frames of a camera to which `fault` happens after a few pictures, and from the start where it
    cannot happen later."""
    step, what = fault
    for frame in frames("picamera", Settings(64, 48), wait=lambda seconds: None):
        if frame.number == after and frame.picture is not None:
            if step not in ("capture_arrays", "close"):
                faults["capture_arrays"] = RuntimeError("frontend timed out")
            faults[step] = what
        yield frame


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("what", [RuntimeError("lost"), OSError("gone"), KeyError("AfState"), ValueError()])
def test_a_camera_that_fails_at_any_step_is_closed_and_opened_again(
    monkeypatch: pytest.MonkeyPatch, step: str, what: Exception
):
    faults: dict[str, Any] = {}
    module = installed(monkeypatch, faults)
    seen = list(islice(pictures(faults, (step, what)), 8))
    assert [frame.number for frame in seen if frame.picture is not None][-1] >= 4
    assert [frame.why for frame in seen if frame.picture is None]
    assert not faults
    opened = [name for name, _ in module.done].count("create")
    assert opened == [name for name, _ in module.done].count("close") + (step == "create")


@pytest.mark.parametrize("step", CAPTURES)
def test_a_camera_that_stalls_is_flushed_closed_and_opened_again(monkeypatch: pytest.MonkeyPatch, step: str):
    faults: dict[str, Any] = {}
    module = installed(monkeypatch, faults)
    seen = list(islice(pictures(faults, (step, STALL)), 8))
    assert seen[-1].picture is not None
    names = [name for name, _ in module.done]
    assert names[names.index("close") - 1] == "flush"


@pytest.mark.parametrize("step", [each for each in STEPS if each != "capture_arrays"])
def test_a_camera_that_hangs_while_it_is_opened_costs_its_process(monkeypatch: pytest.MonkeyPatch, step: str):
    """It is not closed first: it would not answer, and that would be waited for as well."""
    faults: dict[str, Any] = {}
    module = installed(monkeypatch, faults)
    with pytest.raises(StuckError, match=r"takes longer than 0\.2 s"):
        list(islice(pictures(faults, (step, HANG)), 8))
    assert module.done[-1][0] == step


def test_a_camera_whose_focus_cannot_be_broken_off_costs_its_process(monkeypatch: pytest.MonkeyPatch):
    installed(monkeypatch, {"autofocus_cycle": STALL, "flush": HANG})
    with pytest.raises(StuckError, match=r"focusing takes longer than 0\.2 s"):
        Picamera(Settings(64, 48))


def test_the_limits_that_picamera2_is_given_are_over_before_its_process_is_given_up():
    assert max(picamera.PICTURE_S, picamera.FOCUS_S) < STEP_S
    assert picamera.PICTURE_S < sources.READ_S


@pytest.mark.parametrize("what", [STALL, RuntimeError("it is busy")])
def test_a_camera_that_cannot_be_closed_costs_its_process(monkeypatch: pytest.MonkeyPatch, what: Any):
    faults: dict[str, Any] = {"close": what}
    installed(monkeypatch, faults)
    with pytest.raises(StuckError, match="clos"):
        list(islice(pictures(faults, ("capture_arrays", STALL)), 8))


def test_a_stall_is_told_in_words(monkeypatch: pytest.MonkeyPatch):
    faults: dict[str, Any] = {}
    installed(monkeypatch, faults)
    seen = list(islice(pictures(faults, ("capture_arrays", STALL)), 4))
    assert str(seen[2].why) == "the camera of this Raspberry Pi does not answer: it gives no pictures"


def test_a_camera_without_autofocus_end_keeps_the_lens_where_it_stands(monkeypatch: pytest.MonkeyPatch):
    module = installed(monkeypatch, {"autofocus_cycle": STALL})
    Picamera(Settings(64, 48))
    assert dict(module.done)["set_controls"]["LensPosition"] == FOUND["LensPosition"]
    assert [name for name, _ in module.done].count("flush") == 1


def test_a_camera_that_is_not_there_is_said_and_nothing_is_opened(monkeypatch: pytest.MonkeyPatch):
    module = installed(monkeypatch, info=[])
    with pytest.raises(LostError, match=r"camera 0 of this Raspberry Pi is not there"):
        Picamera(Settings())
    assert module.done == []


def test_the_camera_and_the_field_that_are_named_are_used(monkeypatch: pytest.MonkeyPatch):
    module = installed(monkeypatch)
    Picamera(Settings(1280, 720, fps=15, number=1, exposure_us=5000))
    done = dict(module.done)
    assert done["create"] == 1
    assert done["configure"]["sensor"] == {"output_size": (2304, 1296), "bit_depth": 10}
    assert done["configure"]["controls"] == {"FrameRate": 15, "ExposureTime": 5000}
    module.Picamera2.held = False
    Picamera(Settings(full_field=False))
    assert dict(module.done)["configure"]["sensor"] == {}


def test_the_camera_itself_gives_a_smaller_picture_where_that_is_enough(monkeypatch: pytest.MonkeyPatch):
    module = installed(monkeypatch)
    taken = frames("picamera", Settings(4608, 2592), times=lambda size: 2 if size == (4608, 2592) else 1)
    shown = next(frame for frame in taken if frame.picture is not None)
    done = dict(module.done)["configure"]
    assert done["main"]["size"] == (2304, 1296)
    assert done["sensor"]["output_size"] == (2304, 1296)
    assert shown.times == 2


def test_after_many_failures_a_new_process_is_due_since_each_leaves_a_pipe_open(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(picamera, "FAILED_MOST", 3)
    for number in range(3):
        installed(monkeypatch, {"create": RuntimeError("busy")})
        with pytest.raises(LostError if number < 2 else StuckError):
            Picamera(Settings())


# --- what is chosen, held and stamped


def test_the_widest_mode_is_the_smallest_that_holds_the_picture_and_is_fast_enough():
    def size(width: int, height: int, fps: int) -> Any:
        return widest(MODES, Settings(width, height, fps=fps))["output_size"]

    assert size(1280, 720, 15) == (2304, 1296)
    assert size(4608, 2592, 10) == (4608, 2592)
    assert size(4608, 2592, 30) == (2304, 1296)
    assert size(1280, 720, 100) == (2304, 1296)
    assert widest([{"format": "MJPEG"}], Settings()) == {}  # type: ignore[typeddict-unknown-key, typeddict-item]


def test_exposure_is_steady_when_it_was_found_and_stays_the_same_for_five_pictures():
    steady = Steady()
    searching = {**FOUND, "AeState": 1}
    assert [steady.after(each) for each in [searching] * 9] == [False] * 9
    assert [steady.after(each) for each in [*[FOUND] * 4, searching, *[FOUND] * 4]] == [False] * 9
    assert [steady.after(FOUND) for _ in range(2)] == [True] * 2
    brighter = {**FOUND, "ExposureTime": 8200}
    assert [steady.after(brighter) for _ in range(5)] == [False] * 4 + [True]
    redder = {**FOUND, "ExposureTime": 8200, "ColourGains": (1.6, 1.8)}
    assert not steady.after(redder)


def test_exposure_is_held_once_five_pictures_have_said_the_same(monkeypatch: pytest.MonkeyPatch):
    module = installed(monkeypatch)
    Picamera(Settings(64, 48))
    names = [name for name, _ in module.done]
    assert names.count("capture_metadata") == 5
    assert names[-1] == "set_controls"


def test_a_lens_is_focused_where_it_moves_and_nobody_has_set_it(monkeypatch: pytest.MonkeyPatch):
    def focuses(settings: Settings, *controls: str) -> bool:
        module = installed(monkeypatch)
        monkeypatch.setattr(module.Picamera2, "camera_controls", dict.fromkeys(controls))
        Picamera(settings)
        return "autofocus_cycle" in dict(module.done)

    assert focuses(Settings(64, 48), "AfMode")
    assert not focuses(Settings(64, 48, focus=0.0), "AfMode")
    assert not focuses(Settings(64, 48, focus=2.0), "AfMode")
    assert not focuses(Settings(64, 48))


def test_a_camera_that_never_settles_is_held_as_it_is_when_time_is_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(picamera, "SETTLE_S", 0.0)
    module = installed(monkeypatch)
    monkeypatch.setattr(picamera, "Steady", lambda: SimpleNamespace(after=lambda about: False))
    Picamera(Settings())
    assert dict(module.done)["set_controls"]["ExposureTime"] == 8000


def test_a_pis_camera_holds_what_it_found_and_what_is_named_and_no_control_that_it_lacks():
    found = {"ExposureTime": 8000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8), "LensPosition": 1.1}
    known = dict.fromkeys((*found, "AeEnable", "AwbEnable", "AfMode"))
    held = locked(Settings(), found, known)
    assert held == {"AeEnable": False, "AwbEnable": False, "AfMode": 0, **found}
    named = locked(Settings(exposure_us=5000, focus=2.0), found, known)
    assert (named["ExposureTime"], named["LensPosition"]) == (5000, 2.0)
    assert "LensPosition" not in locked(Settings(), found, {"AeEnable": None, "ExposureTime": None})


def test_a_picture_is_dated_by_its_sensor_also_after_the_machine_slept():
    def at(stamp_ns: int | None) -> float:
        about = {} if stamp_ns is None else {"SensorTimestamp": stamp_ns}
        return taken_s(about, now_ns=lambda: 100_000_000_000, boot_ns=lambda: 700_000_000_000)

    assert at(699_950_000_000) == pytest.approx(99.95)
    assert at(None) == at(99_950_000_000) == at(700_100_000_000) == 100.0


def test_the_seconds_of_pictures_never_step_back(monkeypatch: pytest.MonkeyPatch):
    installed(monkeypatch)
    stamps = iter([5.0, 4.0, 6.0])
    monkeypatch.setattr(picamera, "taken_s", lambda about: next(stamps))
    camera = Picamera(Settings())
    assert [(camera.read() or (None, 0.0))[1] for _ in range(3)] == [5.0, 5.0, 6.0]


def test_a_picture_of_the_camera_is_dated_when_it_was_taken(monkeypatch: pytest.MonkeyPatch):
    installed(monkeypatch)
    camera, before_s = Picamera(Settings()), time.monotonic()
    taken = camera.read()
    assert taken is not None
    assert before_s - 0.04 < taken[1] <= time.monotonic() - 0.03
    assert taken[0].dtype == np.uint8


# --- what is missing


def absent(name: str) -> ModuleNotFoundError:
    return ModuleNotFoundError(f"No module named {name!r}", name=name)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (absent("picamera2"), "picamera2 is missing: sudo apt install python3-picamera2"),
        (absent("libcamera"), "libcamera is missing: sudo apt install python3-libcamera"),
        (absent("libcamera._libcamera"), "libcamera is missing: sudo apt install python3-libcamera"),
        (
            absent("simplejpeg"),
            "picamera2 needs simplejpeg, which is missing: sudo apt install --reinstall python3-picamera2",
        ),
        (
            ValueError("numpy.dtype size changed, may indicate binary incompatibility"),
            f"NumPy {np.__version__} is too new for picamera2’s packages of this system: "
            f"{sys.executable} -m pip install 'numpy<2' 'opencv-python-headless<4.12'",
        ),
        (
            ImportError("libcamera.so.0.5: cannot open shared object file"),
            "picamera2 cannot be loaded: ImportError: libcamera.so.0.5: cannot open shared object file",
        ),
    ],
)
def test_what_cannot_be_imported_is_said_with_what_to_do(tmp_path: Path, error: Exception, words: str):
    assert str(missing(error, tmp_path)) == words


def test_a_package_of_the_system_that_this_python_does_not_see_is_said_to_be_there(tmp_path: Path):
    (tmp_path / "picamera2").mkdir()
    assert str(missing(absent("picamera2"), tmp_path)).startswith(
        "picamera2 is installed, but not for this Python"
    )


def test_a_picamera2_that_cannot_be_imported_is_a_camera_that_is_lost(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(LostError, match=r"picamera2"):
        Picamera(Settings())
