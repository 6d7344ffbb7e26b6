"""Logistic regression, small enough to be written as constants into a source file."""

import numpy as np

RIDGE = 1.0
FOLDS = 5


def regression(x, y, share=1.0):
    """By Newton's method with a ridge on standardized features; `share` is how much each example counts.

    -> weights, bias last
    """
    mean, spread = x.mean(0), x.std(0) + 1e-9
    z = np.concatenate([(x - mean) / spread, np.ones((len(x), 1))], 1)
    share = np.broadcast_to(share, len(y))
    ridge = RIDGE * np.diag([1.0] * x.shape[1] + [0.0])
    w = np.zeros(z.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-z @ w))
        slope = z.T @ (share * (p - y)) + ridge @ w
        curve = (z * (share * p * (1 - p))[:, None]).T @ z + ridge
        w -= np.linalg.solve(curve, slope)
    weights = w[:-1] / spread
    return np.append(weights, w[-1] - weights @ mean)


def left_out(fit, x, y, groups):
    """The log-odds of each example by weights that were fitted without a fifth of the groups, with its own."""
    score = np.zeros(len(y))
    for fold in range(FOLDS):
        held = groups % FOLDS == fold
        weights = fit(x[~held], y[~held])
        score[held] = x[held] @ weights[:-1] + weights[-1]
    return score
