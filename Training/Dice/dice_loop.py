"""What the trainings of the three dice networks share."""

import sys
from pathlib import Path

import torch
from safetensors.torch import load_file

sys.path.append(str(Path(__file__).resolve().parents[1]))
from common.folding import normalize, unfolded
from common.loop import CHECKPOINTS, Loop
from common.processor import fast_bf16


def trained(name, model):
    """The model with the averaged weights of .checkpoints/NAME.pt, ready to answer."""
    model.load_state_dict(torch.load(CHECKPOINTS / f"{name}.pt", map_location="cpu"))
    return model.eval()


class DiceLoop(Loop):
    def __init__(self, name, model, rate, steps):
        # Biases and normalizations do not decay.
        weights = [p for p in model.parameters() if p.ndim > 1]
        others = [p for p in model.parameters() if p.ndim <= 1]
        groups = [{"params": weights}, {"params": others, "weight_decay": 0}]
        super().__init__(
            name, model, rate, steps, warm_up=300, decay=0.02, keep=0.998, floor=0.02, clip=10, groups=groups, resume=True
        )
        self.folded = False  # whether batch normalizations still wait for their statistics

    def start(self, file):
        """Begins with another training's weights, unless this one has begun: a checkpoint, or what was exported."""
        if self.step > 0:
            return
        if file.suffix == ".pt":
            weights = torch.load(file, map_location="cpu")
        else:
            weights = unfolded(load_file(file), self.model)
            self.folded = True
        self.model.load_state_dict(weights)
        self.average.load_state_dict(weights)

    def run(self, view):
        """What the model says of views [N, H, W, 3] uint8."""
        view = view.permute(0, 3, 1, 2).float().div(255).contiguous(memory_format=torch.channels_last)
        if self.folded:
            normalize(self.model, view)
            self.average.load_state_dict(self.model.state_dict())
            self.folded = False
        with fast_bf16():
            return self.model(view)

    def learn(self, loss):
        super().learn(loss, done=self.step / self.steps)  # the first step is at the cosine's top
        if self.step % 200 == 0 or self.step == self.steps:
            self.save()
