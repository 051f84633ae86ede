"""A few steps of each training, where torch is installed: it is not needed to read cards."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (extra: training)")

from sabot_vision.training import export, train  # noqa: E402
from sabot_vision.training.courses import lasting  # noqa: E402
from tests.vision.test_training import stock  # noqa: E402

STEPS = 6


@pytest.fixture(autouse=True)
def saved_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lasting, "SAVED_EVERY", 2)


def trained(folder: Path, steps: int = STEPS, stop: int | None = None) -> dict[str, np.ndarray]:
    arguments = argparse.Namespace(steps=steps, seed=3, scratch=folder, start=None)
    if stop is None:
        train.trained("corner", stock(), arguments)
    else:
        with pytest.raises(KeyboardInterrupt):
            interrupted(arguments, stop)
    weights = torch.load(folder / "corner-3.pt", weights_only=True)
    return {name: weight.numpy() for name, weight in weights.items()}


def interrupted(arguments: argparse.Namespace, stop: int) -> None:
    class Tired(train.Course):
        taken = 0

        def step(self, batch, rate):  # type: ignore[no-untyped-def]
            Tired.taken += 1
            if Tired.taken > stop:
                raise KeyboardInterrupt
            return super().step(batch, rate)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(train, "Course", Tired)
        train.trained("corner", stock(), arguments)


def test_a_killed_training_ends_with_the_same_weights_bit_for_bit(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    once = trained(tmp_path / "one")
    half = trained(tmp_path / "two", stop=3)
    again = trained(tmp_path / "two")
    assert all(np.array_equal(once[name], again[name]) for name in once)
    assert not all(np.array_equal(half[name], again[name]) for name in once)


def test_a_training_of_another_length_begins_again(tmp_path: Path) -> None:
    trained(tmp_path)
    (tmp_path / "fresh").mkdir()
    assert all(
        np.array_equal(weight, other)
        for weight, other in zip(
            trained(tmp_path, 4).values(), trained(tmp_path / "fresh", 4).values(), strict=True
        )
    )


@pytest.mark.filterwarnings("ignore:You are using the legacy TorchScript:DeprecationWarning")
@pytest.mark.filterwarnings("ignore::DeprecationWarning:torch.*")
def test_a_trained_network_answers_the_same_in_opencv(tmp_path: Path) -> None:
    import cv2

    trained(tmp_path)
    export.exported("corner", tmp_path / "corner-3.pt", tmp_path / "corner.onnx")
    network = train.LESSONS["corner"].network()
    network.load_state_dict(torch.load(tmp_path / "corner-3.pt", weights_only=True))
    network.eval()
    picture = np.random.default_rng(1).integers(0, 170, (2, 3, 64, 48), dtype=np.uint8)
    wanted = network(train.unpacked(picture)).detach().numpy()
    asked = cv2.dnn.readNetFromONNX(str(tmp_path / "corner.onnx"))
    cells = picture.reshape(2, 3, 32, 2, 24, 2).transpose(0, 3, 5, 1, 2, 4).reshape(2, 12, 32, 24)
    asked.setInput(cells.astype(np.float32) / 85 - 1)
    assert np.allclose(asked.forward(), wanted, atol=1e-3)
