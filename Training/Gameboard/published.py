"""The published networks as a start for training on."""

import sys
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper

import pictures

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common.folding import normalize, unfolded

FILES = {"finder": "gameboard.onnx", "fitter": "gameboard-fit.onnx"}


def load(name, model, views):
    """Gives the finder or the fitter the weights in Models; `views` [N, 3, H, W] are what it is shown."""
    graph = onnx.load(pictures.ROOT / "Models" / FILES[name]).graph
    weights = {w.name.removeprefix(f"{name}."): torch.from_numpy(numpy_helper.to_array(w).copy()) for w in graph.initializer}
    model.load_state_dict(unfolded(weights, model))
    normalize(model, views)
