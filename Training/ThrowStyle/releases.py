"""When, in a real sequence of a throw, the hand lets go: nobody marked it.

The throwing hand is quickest about then: the moment at which either wrist moves fastest against the
hips, in a smoothed path, the two ends of the sequence left out where it is long enough.
"""

import numpy as np
from scipy.ndimage import gaussian_filter1d

import joints
import windows


def estimated(sequence):
    """Seconds from the start."""
    poses = windows.filled(sequence.poses, sequence.fps)
    root = poses[:, [joints.LEFT_HIP, joints.RIGHT_HIP], :2].mean(1)
    best, when = 0.0, len(poses) / 2
    for wrist in ("leftWrist", "rightWrist"):
        hand = poses[:, joints.INDEX[wrist]]
        path = gaussian_filter1d(hand[:, :2] - root, 1.5, axis=0)
        size = np.linalg.norm(poses[:, 1:3, :2].mean(1) - root, axis=-1)
        size = np.maximum(gaussian_filter1d(size, 8), np.median(size) * 0.4 + 1e-6)
        speed = np.linalg.norm(np.gradient(path, axis=0), axis=-1) / size
        speed[hand[:, 2] == 0] = 0
        if speed.max() > best:
            best, when = speed.max(), int(speed.argmax())
    return when / sequence.fps
