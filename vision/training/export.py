"""Trained weights to the ONNX files that OpenCV runs."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from vision.cutting import CORNER_SIZE, FACE_SIZE
from vision.eyes import FILES
from vision.glyphs import GLYPHS, SHOWN, SIGNS
from vision.training.network import Reader
from vision.training.train import PLACES

SHAPES = {"corner": (GLYPHS, CORNER_SIZE), "face": (SHOWN, FACE_SIZE)}


def exported(name: str, weights: Path, target: Path) -> None:
    """Write the network called `name` with the weights of a file as ONNX, batch size open."""
    glyphs, (wide, tall) = SHAPES[name]
    reader = Reader(len(glyphs) + len(SIGNS), PLACES[name])
    reader.load_state_dict(torch.load(weights, weights_only=True))
    reader.eval()
    target.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        reader,
        (torch.zeros(1, 3, tall, wide),),
        str(target),
        input_names=["cuts"],
        output_names=["answers"],
        dynamic_axes={"cuts": {0: "n"}, "answers": {0: "n"}},
        opset_version=13,
        dynamo=False,
    )


def main() -> None:
    """Export both."""
    parser = argparse.ArgumentParser(description="Write vision/model from trained weights.")
    parser.add_argument("--scratch", type=Path, default=Path("build/model"))
    scratch = parser.parse_args().scratch
    for name, target in FILES.items():
        exported(name, scratch / f"{name}.pt", target)


if __name__ == "__main__":
    main()
