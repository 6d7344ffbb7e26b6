"""The loop of every training: AdamW at a rate that warms up and falls along a cosine, a running average of the
weights, and checkpoints. Each network adds its data, its loss and its constants."""

import copy
import math
from pathlib import Path

import torch

CHECKPOINTS = Path(__file__).resolve().parents[2] / ".checkpoints"


def write(state, file):
    """Saves so that another process that reads meanwhile sees a whole file."""
    CHECKPOINTS.mkdir(exist_ok=True)
    part = file.with_suffix(".part")
    torch.save(state, part)
    part.rename(file)


class Loop:
    """Steps of one training, by calls of `learn`.

    `save` writes `average`, the running average of the weights, which answers better than the last ones, as
    .checkpoints/NAME.pt. With `resume` it also writes all else as NAME-state.pt, and a new loop continues from there.
    """

    def __init__(self, name, model, rate, steps, *, warm_up, decay, keep, settle=20, floor=0.01, clip=None,
                 groups=None, resume=False):  # fmt: skip
        """
        rate: the highest learning rate, reached after `warm_up` steps; a share of `floor` is left in the end
        decay: of weights, in AdamW; `groups` are its parameter groups where not all of the model's are treated alike
        keep: the average's own share in each step, but at first step / (step + settle)
        clip: the largest norm of the gradient
        """
        self.model = model.to(memory_format=torch.channels_last).train()  # twice as fast
        self.average = copy.deepcopy(self.model)
        self.optimizer = torch.optim.AdamW(groups or model.parameters(), rate, weight_decay=decay)
        self.rate, self.warm_up, self.floor, self.clip = rate, warm_up, floor, clip
        self.keep, self.settle = keep, settle
        self.step, self.steps = 0, steps
        self.file = CHECKPOINTS / f"{name}.pt"
        self.state_file = CHECKPOINTS / f"{name}-state.pt" if resume else None
        if resume and self.state_file.exists():
            state = torch.load(self.state_file, map_location="cpu")
            self.model.load_state_dict(state["model"])
            self.average.load_state_dict(state["average"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.step = state["step"]
            print(f"resumed at step {self.step}", flush=True)

    def learn(self, loss, done=None):
        """A step down the loss. `done` is how far the rate has fallen, 0...1, if not by the share of the steps."""
        self.step += 1
        done = self.step / self.steps if done is None else min(1, done)
        warm = min(1, self.step / self.warm_up)
        falling = self.floor + (1 - self.floor) * (0.5 + 0.5 * math.cos(math.pi * done))
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate * warm * falling
        loss.backward()
        if self.clip:
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.follow(min(self.keep, self.step / (self.step + self.settle)))

    @torch.no_grad()
    def follow(self, keep):
        """Moves the average's weights and statistics a step towards the model's."""
        for a, b in zip(self.average.state_dict().values(), self.model.state_dict().values()):
            if a.is_floating_point():
                a.lerp_(b, 1 - keep)
            else:
                a.copy_(b)

    def save(self):
        write(self.average.state_dict(), self.file)
        if self.state_file:
            state = {
                "model": self.model.state_dict(),
                "average": self.average.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "step": self.step,
            }
            write(state, self.state_file)
