"""Trained weights to the ONNX files that OpenCV runs."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from vision.cutting import CORNER_SIZE, FACE_SIZE
from vision.eyes import FILES
from vision.training.heaping import SIDE
from vision.training.lessons import LESSONS

SHAPES = {"corner": CORNER_SIZE, "face": FACE_SIZE, "finder": (SIDE, SIDE)}
"""Width and height of a picture that each network takes; the finder takes any."""


def exported(name: str, weights: Path, target: Path) -> None:
    """Write the network called `name` with the weights of a file as ONNX, batch size open."""
    wide, tall = SHAPES[name]
    network = LESSONS[name].network()
    network.load_state_dict(torch.load(weights, weights_only=True))
    network.eval()
    target.parent.mkdir(parents=True, exist_ok=True)
    free = {0: "n", 2: "height", 3: "width"} if name == "finder" else {0: "n"}
    torch.onnx.export(
        network,
        (torch.zeros(1, 3, tall, wide),),
        str(target),
        input_names=["cuts"],
        output_names=["answers"],
        dynamic_axes={"cuts": free, "answers": free},
        opset_version=13,
        dynamo=False,
    )


def main() -> None:
    """Export them all."""
    parser = argparse.ArgumentParser(description="Write vision/model from trained weights.")
    parser.add_argument("--scratch", type=Path, default=Path("build/model"))
    scratch = parser.parse_args().scratch
    for name, target in FILES.items():
        exported(name, scratch / f"{name}.pt", target)


if __name__ == "__main__":
    main()
