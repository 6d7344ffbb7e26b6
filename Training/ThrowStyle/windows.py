"""What the network is shown: two seconds of a body, whatever the film's frame rate, place and size.

`sampled` and `normalized` are written again in Swift (`BodyMotion`), to the same numbers.
"""

import numpy as np
import torch

import joints

RATE = 30  # samples a second
LENGTH = 60  # samples
# Joints are filled in over gaps as long as this, seconds.
GAP = 0.3
# The size of a body is the mean over this many samples to each side.
SIZE_REACH = 16
FARTHEST = 4.0  # trunks from the hips


def filled(poses, fps):
    """Fills short gaps of each joint in a straight line; [frames, 13, 3] float32."""
    poses = poses.copy()
    frames = np.arange(len(poses))
    for joint in range(poses.shape[1]):
        known = np.flatnonzero(poses[:, joint, 2] > 0)
        for a, b in zip(known, known[1:]):
            if 1 < b - a <= GAP * fps + 1e-6:
                part = ((frames[a + 1 : b] - a) / (b - a))[:, None]
                poses[a + 1 : b, joint] = poses[a, joint] * (1 - part) + poses[b, joint] * part
    return poses


def sampled(pool, first, last, at):
    """Poses [n, LENGTH, 13, 3] at places `at` [n, LENGTH] of `pool` [frames, 13, 3]; nothing where a place
    lies outside `first...last` [n].

    Between two frames a joint lies between its two places; with only one of them it is where that one is,
    if that is the nearer.
    """
    inside = (at >= first[:, None] - 0.5) & (at <= last[:, None] + 0.5)
    at = at.clamp(first[:, None], last[:, None])
    low = at.floor().long()
    high = torch.minimum(low + 1, last[:, None].long())
    part = (at - low)[..., None]
    a, b = pool[low], pool[high]
    in_a, in_b = a[..., 2] > 0, b[..., 2] > 0
    weight = torch.where(in_a & in_b, part, torch.where(in_b, 1.0, 0.0))[..., None]
    value = a + (b - a) * weight
    there = (in_a & in_b) | (in_a & (part < 0.5)) | (in_b & (part >= 0.5))
    return value * (there & inside[..., None])[..., None]


def normalized(poses):
    """[n, t, 13, 3] in any unit -> [n, 39, t]: x of all joints, y, belief; in trunks from the hips."""
    xy, belief = poses[..., :2], poses[..., 2]
    there = belief > 0
    a, b, parts = (torch.tensor(v) for v in zip(*joints.BONES))
    both = there[..., a] & there[..., b]
    length = (xy[..., a, :] - xy[..., b, :]).square().sum(-1).sqrt() * both
    size = length.sum(-1) / (parts * both).sum(-1)  # NaN where there is no bone
    # The mean over about a second, of the samples that tell a size.
    told = ~size.isnan()
    window = lambda v: torch.nn.functional.avg_pool1d(v[:, None], 2 * SIZE_REACH + 1, 1, SIZE_REACH)[:, 0]
    size = window(size.nan_to_num(0)) / window(told.float())
    size = torch.where(size > 0, size, torch.nan)[..., None, None]

    def middle(left, right):
        w = there[..., [left, right]].float()[..., None]
        return (xy[..., [left, right], :] * w).sum(-2) / w.sum(-2)

    shoulders, hips = middle(1, 2), middle(7, 8)
    below = shoulders + torch.cat([torch.zeros_like(size[..., 0]), size[..., 0]], -1)
    root = torch.where(hips.isnan(), below, hips)
    place = (xy - root[..., None, :]) / size
    usable = there & ~place.isnan().any(-1)
    place = torch.where(usable[..., None], place.clamp(-FARTHEST, FARTHEST), 0)
    return torch.cat([place[..., 0], place[..., 1], belief * usable], -1).transpose(1, 2)


def starts(frames, fps, step):
    """The places, in frames, at which windows start: the whole sequence is covered, a short one is in the
    middle of its only window."""
    span, window = (frames - 1) * RATE / fps, LENGTH - 1
    if span <= window:
        return np.array([(span - window) / 2]) * fps / RATE
    count = int(np.ceil((span - window) / step)) + 1
    return np.linspace(0, span - window, count) * fps / RATE


def of_sequence(poses, fps, step):
    """All windows of a sequence, [n, 39, LENGTH]."""
    begin = torch.from_numpy(starts(len(poses), fps, step)).float()
    at = begin[:, None] + torch.arange(LENGTH) * (fps / RATE)
    ends = torch.tensor([0.0, len(poses) - 1.0]).expand(len(begin), 2)
    return normalized(sampled(torch.from_numpy(filled(poses, fps)), ends[:, 0], ends[:, 1], at))


class Pool:
    """Many sequences behind each other, for drawing windows of them at random."""

    def __init__(self, sequences):
        self.sequences = sequences
        lengths = np.array([len(s.poses) for s in sequences])
        self.first = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        self.last = self.first + lengths - 1
        self.fps = np.array([s.fps for s in sequences], np.float32)
        self.style = np.array([s.style for s in sequences])
        self.poses = torch.from_numpy(np.concatenate([filled(s.poses, s.fps) for s in sequences]))

    def windows(self, chosen, rng):
        """A window of each chosen sequence, and its style.

        A throw's window shows the release and what is shortly before and after it; where the sequence is
        long enough, windows without it are drawn, too, and are no throw.
        """
        n = len(chosen)
        pace = np.exp(rng.normal(0, 0.2, n)).clip(0.55, 1.8)  # of the film's time to ours
        step = self.fps[chosen] / RATE * pace
        span = step * (LENGTH - 1)
        begin = np.empty(n)
        style = self.style[chosen].copy()
        for k, index in enumerate(chosen):
            releases = self.sequences[index].releases
            frames = self.last[index] - self.first[index]
            # A short sequence lies anywhere in its window, a long one fills it.
            low, high = min(0, frames - span[k]) , max(0, frames - span[k])
            if not releases:
                begin[k] = rng.uniform(low, high)
                continue
            at = releases[0] * self.fps[index]
            away = (at + 1.2 * span[k] < frames, at - 1.2 * span[k] > 0)
            if self.sequences[index].label.startswith("made") and any(away) and rng.random() < 0.25:
                # Before the arm is drawn back, or after all is over.
                begin[k] = rng.uniform(at + 0.4 * span[k], frames - span[k] * 0.8) if away[0] else rng.uniform(-0.2 * span[k], at - 1.2 * span[k])
                if away[0] or at - begin[k] > 1.2 * span[k]:
                    style[k] = 3
                    continue
            begin[k] = at - span[k] * rng.uniform(0.25, 0.82)
        at = torch.from_numpy((self.first[chosen] + begin)[:, None] + np.arange(LENGTH) * step[:, None])
        first, last = (torch.from_numpy(v[chosen].astype(np.float64)) for v in (self.first, self.last))
        return sampled(self.poses, first, last, at).float(), torch.from_numpy(style)


def disturbed(poses, generator):
    """[n, t, 13, 3] as another film, another pose estimator and another person would have them.

    Mirrored, or with the names of left and right exchanged (a mirrored person seen from the other side);
    turned, stretched; with joints that tremble, wander, lag behind, are missing for a while or throughout;
    at half the frame rate; cut to a part.
    """
    n, t = poses.shape[:2]
    rand = lambda *shape: torch.rand(*shape, generator=generator)
    randn = lambda *shape: torch.randn(*shape, generator=generator)
    some = lambda part: rand(n) < part
    xy, belief = poses[..., :2].clone(), poses[..., 2].clone()
    there = (belief > 0).float()[..., None]

    turned = some(0.5)
    xy[turned] = xy[turned][:, :, joints.MIRRORED]
    belief[turned] = belief[turned][:, :, joints.MIRRORED]
    there = (belief > 0).float()[..., None]
    xy[..., 0] *= torch.where(some(0.5), -1.0, 1.0)[:, None, None]

    # Sizes below are in trunks, roughly: the mean distance of joints from their middle is about one.
    count = there.sum((1, 2)).clamp(min=1)
    middle = (xy * there).sum((1, 2)) / count
    away = ((xy - middle[:, None, None]).square().sum(-1, keepdim=True).sqrt() * there).sum((1, 2)) / count
    unit = away[:, :, None, None].clamp(min=1e-6)
    xy = (xy - middle[:, None, None]) / unit

    angle = 0.12 * randn(n)
    wide, high = (0.1 * randn(n)).exp(), (0.06 * randn(n)).exp()
    matrix = torch.stack([torch.stack([wide * angle.cos(), -angle.sin()], -1), torch.stack([angle.sin(), high * angle.cos()], -1)], -2)
    xy = torch.einsum("nij,ntkj->ntki", matrix, xy)
    # A head is marked at its middle, its top or the nose.
    neck = (xy[:, :, 1] + xy[:, :, 2]) / 2
    xy[:, :, 0] += (xy[:, :, 0] - neck) * (0.25 * randn(n))[:, None, None]
    # Each joint is marked a little beside itself, always at the same place; and trembles; and wanders.
    xy = xy + 0.03 * randn(n, 1, 13, 2)
    tremble = (0.06 * rand(n) ** 2)[:, None, None, None]
    xy = xy + tremble * randn(n, t, 13, 2)
    slow = torch.nn.functional.interpolate(randn(n, 26, 9), t, mode="linear", align_corners=True)
    xy = xy + (0.1 * rand(n) ** 2)[:, None, None, None] * slow.view(n, 13, 2, t).permute(0, 3, 1, 2)
    # An estimator that smooths lags behind quick hands.
    lagging = some(0.2)
    for k in range(1, t):
        xy[lagging, k] = 0.45 * xy[lagging, k - 1] + 0.55 * xy[lagging, k]
    # Half the frame rate: every other sample is between its neighbours.
    halved = some(0.2)
    odd = slice(1, t - 1, 2)
    xy[halved, odd] = (xy[halved, 0 : t - 2 : 2] + xy[halved, 2:t:2]) / 2
    # A quick hand is sometimes taken for something else.
    wild = (rand(n, t, 13) < (0.02 * rand(n) ** 3)[:, None, None])[..., None]
    xy = torch.where(wild, xy + 0.8 * randn(n, t, 13, 2), xy)

    gone = rand(n, t, 13) < (0.25 * rand(n) ** 4)[:, None, None]
    stretch = rand(n, 13) < (0.35 * rand(n) ** 3)[:, None]
    begin, length = rand(n, 13) * t, (0.5 * rand(n, 13) ** 2) * t
    clock = torch.arange(t)[None, :, None]
    gone |= stretch[:, None] & (clock >= begin[:, None]) & (clock < (begin + length)[:, None])
    gone |= (rand(n, 1, 13) < (0.15 * rand(n) ** 3)[:, None, None])
    # What was guessed may as well not have been told, or be told as if it had been seen.
    guessed = (belief > 0) & (belief < 0.95)
    gone |= guessed & some(0.4)[:, None, None]
    belief = torch.where(guessed & some(0.4)[:, None, None], 1.0, belief)
    # An estimator that is never sure.
    belief = belief * (1 - 0.5 * rand(n)[:, None, None] ** 3 * rand(n, t, 13))
    # A part of the time.
    cut = some(0.3)
    low, high = 0.2 * rand(n) * t, t - 0.12 * rand(n) * t
    outside = (clock < low[:, None, None]) | (clock > high[:, None, None])
    gone |= cut[:, None, None] & outside
    belief = belief * (belief > 0) * ~gone
    return torch.cat([xy, belief[..., None]], -1)


def confused(motion, generator):
    """[n, 39, t] as `normalized` gives it, with mistakes that people and estimators make: the two arms or
    the two legs exchanged, or everything from some moment on; a joint that is somewhere else, or missing.
    """
    n, _, t = motion.shape
    rand = lambda *shape: torch.rand(*shape, generator=generator)
    motion = motion.clone()
    for part, limbs in ((0.08, [3, 4, 5, 6]), (0.08, [7, 8, 9, 10, 11, 12]), (0.04, [1, 2])):
        some = (rand(n) < part).nonzero()[:, 0]
        for joint in limbs:
            if joint < joints.MIRRORED[joint]:
                left = [joint, joint + 13, joint + 26]
                right = [joints.MIRRORED[joint] + 13 * k for k in range(3)]
                one, other = motion[some][:, left], motion[some][:, right]
                motion[some[:, None], torch.tensor(left)] = other
                motion[some[:, None], torch.tensor(right)] = one
    order = torch.tensor([k + 13 * part for part in range(3) for k in joints.MIRRORED])
    some = (rand(n) < 0.08).nonzero()[:, 0]
    late = torch.arange(t)[None, None] > (rand(len(some)) * t)[:, None, None]
    motion[some] = torch.where(late, motion[some][:, order], motion[some])

    every = torch.arange(n)
    joint = (rand(n) * 13).long()
    away = 0.6 * torch.randn(n, 2, generator=generator) * (rand(n) < 0.08)[:, None]
    known = motion[every, joint + 26] > 0
    for axis in range(2):
        motion[every, joint + 13 * axis] += away[:, axis : axis + 1] * known
    some = (rand(n) < 0.08).nonzero()[:, 0]
    for part in range(3):
        motion[some, joint[some] + 13 * part] = 0
    return motion
