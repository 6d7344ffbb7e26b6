"""What the trainings share: a falling rate, a running average of the weights, and checkpoints."""

import copy
import math
import sys
from pathlib import Path

import torch
from safetensors.torch import load_file

from sources import ROOT

sys.path.append(str(Path(__file__).resolve().parents[1]))
from folding import normalize, unfolded
from processor import HAS_BF16

CHECKPOINTS = ROOT / ".checkpoints"


def trained(name, model):
    """The model with the averaged weights of .checkpoints/NAME.pt, ready to answer."""
    model.load_state_dict(torch.load(CHECKPOINTS / f"{name}.pt", map_location="cpu")["model"])
    return model.eval()


class Loop:
    """Steps of one training, which goes on from .checkpoints/NAME.pt if that is there."""

    def __init__(self, name, model, rate, steps):
        self.model = model.to(memory_format=torch.channels_last)
        # A running average of the weights reads better than the last ones.
        self.average = copy.deepcopy(model)
        self.rate, self.step, self.steps = rate, 0, steps
        self.folded = False  # whether batch normalizations still wait for their statistics
        decay = [p for p in model.parameters() if p.ndim > 1]
        plain = [p for p in model.parameters() if p.ndim <= 1]
        self.optimizer = torch.optim.AdamW(
            [{"params": decay, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0}], rate
        )
        CHECKPOINTS.mkdir(exist_ok=True)
        self.file = CHECKPOINTS / f"{name}.pt"
        if self.file.exists():
            saved = torch.load(self.file, map_location="cpu")
            self.model.load_state_dict(saved["raw"])
            self.average.load_state_dict(saved["model"])
            self.optimizer.load_state_dict(saved["optimizer"])
            self.step = saved["step"]
            print(f"resumed at step {self.step}", flush=True)
        self.model.train()

    def start(self, file):
        """Begins with another training's weights, unless this one has begun: a checkpoint, or what was exported."""
        if self.step > 0:
            return
        if file.suffix == ".pt":
            weights = torch.load(file, map_location="cpu")["model"]
        else:
            weights = unfolded(load_file(file), self.model)
            self.folded = True
        self.model.load_state_dict(weights)
        self.average.load_state_dict(weights)

    def run(self, view):
        """What the model says of views [N, H, W, 3] uint8, computed in bfloat16 where that is fast."""
        view = view.permute(0, 3, 1, 2).float().div(255).contiguous(memory_format=torch.channels_last)
        if self.folded:
            normalize(self.model, view)
            self.average.load_state_dict(self.model.state_dict())
            self.folded = False
        with torch.autocast("cpu", torch.bfloat16, enabled=HAS_BF16):
            return self.model(view)

    def learn(self, loss):
        warm = min(1, (self.step + 1) / 300)
        falling = 0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * self.step / self.steps))
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate * warm * falling
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 10.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.step += 1
        self.follow(min(0.998, self.step / (self.step + 20)))
        if self.step % 200 == 0 or self.step == self.steps:
            self.save()

    @torch.no_grad()
    def follow(self, keep):
        """Moves the average's weights and statistics a step towards the model's."""
        for a, b in zip(self.average.state_dict().values(), self.model.state_dict().values()):
            if a.is_floating_point():
                a.lerp_(b, 1 - keep)

    def save(self):
        state = {
            "model": self.average.state_dict(),
            "raw": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
        }
        torch.save(state, self.file.with_suffix(".part"))
        self.file.with_suffix(".part").rename(self.file)
