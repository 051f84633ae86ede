"""Trained weights to the ONNX files that OpenCV runs.

A network is trained on pictures and exported for cells of two by two pixels
(`sabot_vision.networks.running.in_cells`): its first convolution gives the same answer for both, and OpenCV
runs the second twice as fast."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import nn

from sabot_vision.networks.cutting import CORNER_SIZE, FACE_SIZE
from sabot_vision.networks.running import FILES
from sabot_vision.training.courses.lasting import TRAINING_SEED
from sabot_vision.training.courses.lessons import LESSONS
from sabot_vision.training.heaping import PATCH_PX

SHAPES = {
    "corner": CORNER_SIZE,
    "face": FACE_SIZE,
    "finder": (PATCH_PX, PATCH_PX),
    "stranger": CORNER_SIZE,
}
"""Width and height of a picture that each network takes; the finder takes any."""


def exported(name: str, weights: Path, target: Path) -> None:
    """Write the network called `name` with the weights of a file as ONNX, batch size open."""
    wide, tall = SHAPES[name]
    network = LESSONS[name].network()
    network.load_state_dict(torch.load(weights, weights_only=True))
    network.eval()
    layers = next(module for module in network.modules() if isinstance(module, nn.Sequential))
    layers[0] = of_cells(layers[0])
    target.parent.mkdir(parents=True, exist_ok=True)
    free = {0: "n", 2: "height", 3: "width"} if name == "finder" else {0: "n"}
    torch.onnx.export(
        network,
        (torch.zeros(1, 12, tall // 2, wide // 2),),
        str(target),
        input_names=["cuts"],
        output_names=["answers"],
        dynamic_axes={"cuts": free, "answers": free},
        opset_version=13,
        dynamo=False,
    )


def of_cells(first: nn.Conv2d) -> nn.Conv2d:
    """Returns the same convolution (5 × 5, stride 2) for the output of
    `sabot_vision.networks.running.in_cells`."""
    wide = nn.functional.pad(first.weight.detach(), (0, 1, 0, 1))
    count, channels = wide.shape[:2]
    parts = wide.reshape(count, channels, 3, 2, 3, 2).permute(0, 3, 5, 1, 2, 4)
    convolution = nn.Conv2d(4 * channels, count, 3, 1, 1, bias=False)
    convolution.weight = nn.Parameter(parts.reshape(count, 4 * channels, 3, 3).contiguous())
    return convolution


def main() -> None:
    """Export them all."""
    parser = argparse.ArgumentParser(description="Write vision/sabot_vision/model from trained weights.")
    parser.add_argument("--scratch", type=Path, default=Path("build/model"))
    parser.add_argument("--seed", type=int, default=TRAINING_SEED)
    arguments = parser.parse_args()
    for name, target in FILES.items():
        exported(name, arguments.scratch / f"{name}-{arguments.seed}.pt", target)


if __name__ == "__main__":
    main()
