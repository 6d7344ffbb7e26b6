"""From the windows of a sequence to what it shows. Written again in Swift (`ThrowStyleScores`)."""

import numpy as np
import torch

import windows

# Samples from one window to the next.
STEP = 6


@torch.no_grad()
def scores(model, poses, fps):
    """The network's scores of each window, [n, 4]."""
    return model(windows.of_sequence(poses, fps, STEP)).numpy()


def joined(probabilities):
    """A throw is seen by several windows: of all means over three neighbours the one counts in which a
    throw is likeliest."""
    n = len(probabilities)
    means = np.array([probabilities[max(0, k - 1) : k + 2].mean(0) for k in range(n)])
    return means[means[:, 3].argmin()]
