"""The thirteen joints that every source of poses has, and where each source has them.

Left and right are the person's own. A sequence is [frames, 13, 3]: x, y (downwards) in any unit that is
the same for both, and how much the joint is to be believed, 0 (not there) to 1.
"""

NAMES = [
    "head",
    "leftShoulder",
    "rightShoulder",
    "leftElbow",
    "rightElbow",
    "leftWrist",
    "rightWrist",
    "leftHip",
    "rightHip",
    "leftKnee",
    "rightKnee",
    "leftAnkle",
    "rightAnkle",
]
INDEX = {name: k for k, name in enumerate(NAMES)}
# A head is marked at its middle, its top, or at the nose.
HEADS = ["head", "nose", "face"]
# For each joint the one on the other side.
MIRRORED = [INDEX[n.replace("left", "*").replace("right", "left").replace("*", "right")] for n in NAMES]
LEFT_SHOULDER, RIGHT_SHOULDER, LEFT_HIP, RIGHT_HIP = 1, 2, 7, 8

# Bones, and how long each is, seen from the side, against the trunk's side (shoulder to hip): what the
# size of a body is told from. Anthropometric means.
BONES = [
    (1, 3, 0.58), (2, 4, 0.58),  # upper arms
    (3, 5, 0.51), (4, 6, 0.51),  # forearms
    (1, 7, 1.0), (2, 8, 1.0),  # the trunk's sides
    (7, 9, 0.83), (8, 10, 0.83),  # thighs
    (9, 11, 0.82), (10, 12, 0.82),  # shanks
]  # fmt: skip


def columns(names):
    """For each of the thirteen joints its column among `names`, or None."""
    found = [names.index(n) if n in names else None for n in NAMES]
    found[0] = next((names.index(n) for n in HEADS if n in names), None)
    return found
