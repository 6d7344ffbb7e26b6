"""From the windows of a sequence to what it shows. Written again in Swift (`ThrowStyleScores`)."""

import numpy as np
import torch

import windows

# Samples from one window to the next.
STEP = 6
# How much likelier a throw must be than none, as a logit: chosen by cross-validation, so that at most 1 %
# of what is no throw is called one. It is exported with the network.
CAUTION = 1.1


@torch.no_grad()
def scores(model, poses, fps):
    """The network's scores of each window, [n, 4]."""
    found = model(windows.of_sequence(poses, fps, STEP)).numpy()
    found[:, 3] += CAUTION
    return found


def joined(probabilities):
    """A throw is seen by several windows: of all means over three neighbours the one counts in which a
    throw is likeliest."""
    n = len(probabilities)
    means = np.array([probabilities[max(0, k - 1) : k + 2].mean(0) for k in range(n)])
    return means[means[:, 3].argmin()]
