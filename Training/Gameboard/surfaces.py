"""What grounds, boards and backdrops look like: pictures made of noise, lines and letters alone.

Colours are RGB in 0...1, pictures float32 [height, width, 3].
"""

import colorsys

import cv2
import numpy as np

FONTS = [cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX]
LETTERS = np.array(list("ABCDEFGHIKLMNOPRSTUVWYZ0123456789&#"))


def colour(rng, saturation=(0.0, 1.0), value=(0.08, 0.98)):
    return np.array(colorsys.hsv_to_rgb(rng.random(), rng.uniform(*saturation), rng.uniform(*value)), np.float32)


def near(rng, base, spread=0.06):
    return np.clip(np.asarray(base, np.float32) + rng.normal(0, spread, 3) * 0.5 + rng.normal(0, spread), 0, 1).astype(np.float32)


def wood_colour(rng):
    h, s, v = rng.uniform(0.05, 0.125), rng.uniform(0.15, 0.7), rng.uniform(0.3, 0.95)
    return np.array(colorsys.hsv_to_rgb(h, s, v), np.float32)


def noise(rng, height, width, slope=1.0, stretch=(1.0, 1.0)):
    """Noise with the spectrum 1 / f^slope, that repeats without a seam; mean 0, deviation 1."""
    fy = np.fft.fftfreq(height)[:, None] * height * stretch[1]
    fx = np.fft.rfftfreq(width)[None] * width * stretch[0]
    amplitude = 1 / np.maximum(1, np.hypot(fx, fy)) ** slope
    spectrum = amplitude * np.exp(2j * np.pi * rng.random(amplitude.shape))
    spectrum[0, 0] = 0
    field = np.fft.irfft2(spectrum, (height, width))
    return (field / field.std()).astype(np.float32)


class Bank:
    """Noise of every kind, made once: pictures take parts of it, turned and mirrored."""

    def __init__(self, rng, side=512):
        self.side = side
        kinds = {
            "soft": (2.0, (1, 1)), "cloud": (1.5, (1, 1)), "rough": (0.9, (1, 1)), "fine": (0.35, (1, 1)),
            "grain": (1.25, (0.06, 1.0)), "strands": (0.8, (1.0, 0.35)),
        }
        # Each stands four times side by side: a part may then start anywhere.
        self.fields = {name: [np.tile(noise(rng, side, side, slope, stretch), (2, 2)) for _ in range(5)] for name, (slope, stretch) in kinds.items()}
        self.grounds = []

    def field(self, rng, kind, height, width):
        """Any size up to the bank's own; larger ones are drawn out."""
        field = self.fields[kind][rng.integers(len(self.fields[kind]))]
        h, w = min(height, self.side), min(width, self.side)
        if kind != "grain" and rng.random() < 0.5:
            field = field.T
        y, x = rng.integers(self.side, size=2)
        field = field[y : y + h, x : x + w]
        if rng.random() < 0.5:
            field = field[::-1]
        if (h, w) != (height, width):
            return cv2.resize(field, (width, height), interpolation=cv2.INTER_LINEAR)
        return np.ascontiguousarray(field)

    def ground(self, rng):
        """One of a few dozen grounds at seven sizes, each half of the one before, in its own tint."""
        if len(self.grounds) < 60:
            picture, metres = ground(rng, self)
            sizes = [cv2.resize(picture, (self.side >> k,) * 2, interpolation=cv2.INTER_AREA) for k in range(7)]
            self.grounds.append((sizes, metres))
            return sizes, metres, np.ones(3, np.float32)
        sizes, metres = self.grounds[rng.integers(len(self.grounds))]
        return sizes, metres, rng.uniform(0.7, 1.25) * rng.uniform(0.9, 1.1, 3).astype(np.float32)


def wood(rng, bank, height, width, base=None, strength=None):
    """A plank whose grain runs along the height."""
    base = wood_colour(rng) if base is None else base
    strength = rng.uniform(0.02, 0.16) if strength is None else strength
    grain = bank.field(rng, "grain", width, height).T
    rings = np.sin(grain * rng.uniform(0.5, 5) + np.linspace(0, rng.uniform(0, 30), width, dtype=np.float32)[None])
    tone = 0.6 * grain + 0.4 * rings + 0.3 * bank.field(rng, "fine", height, width)
    picture = np.ascontiguousarray(base * (1 + strength * tone[..., None]))
    for _ in range(rng.poisson(0.7)):  # knots
        place = (int(rng.integers(width)), int(rng.integers(height)))
        cv2.ellipse(picture, place, (int(rng.integers(2, 7)), int(rng.integers(3, 12))), 0, 0, 360, (base * 0.5).tolist(), -1, cv2.LINE_AA)
    return np.clip(picture, 0, 1).astype(np.float32)


def planks(rng, bank, height, width, count, base=None):
    base = wood_colour(rng) if base is None else base
    picture = np.empty((height, width, 3), np.float32)
    edges = np.linspace(0, width, count + 1).astype(int)
    for a, b in zip(edges[:-1], edges[1:]):
        picture[:, a:b] = wood(rng, bank, height, b - a, near(rng, base, 0.05))
        picture[:, max(a - 1, 0) : a + 1] *= rng.uniform(0.2, 0.7)
    return picture


def ground(rng, bank):
    """A ground that repeats without a seam, and how many metres one repeat measures."""
    side = bank.side
    kind = rng.choice(["grass", "grass", "grass", "dry", "sand", "concrete", "asphalt", "deck", "floor", "carpet", "tiles", "bricks", "gravel", "splashed"])
    mix = lambda a, b, t: a + (b - a) * np.clip(t, 0, 1)[..., None]
    metres = rng.uniform(1.5, 4)
    if kind in ("grass", "dry"):
        hue, s, v = (rng.uniform(0.19, 0.33), rng.uniform(0.3, 0.85), rng.uniform(0.15, 0.6)) if kind == "grass" else (rng.uniform(0.1, 0.18), rng.uniform(0.2, 0.5), rng.uniform(0.35, 0.75))
        base = np.array(colorsys.hsv_to_rgb(hue, s, v), np.float32)
        blades = 0.6 * bank.field(rng, "fine", side, side) + 0.6 * bank.field(rng, "strands", side, side)
        picture = base * (1 + rng.uniform(0.12, 0.4) * blades[..., None])
        picture = mix(picture, picture * 0.6 + 0.4 * np.array([0.6, 0.55, 0.3], np.float32), 0.4 * bank.field(rng, "cloud", side, side) - rng.uniform(-0.2, 0.5))
        if rng.random() < 0.25:  # mown stripes
            picture *= 1 + 0.12 * np.sign(np.sin(np.linspace(0, 2 * np.pi * rng.integers(1, 4), side)))[None, :, None]
    elif kind in ("sand", "concrete", "asphalt", "carpet"):
        base = {
            "sand": near(rng, [0.76, 0.68, 0.52], 0.08), "concrete": near(rng, [0.62, 0.61, 0.58], 0.12),
            "asphalt": near(rng, [0.25, 0.25, 0.26], 0.06), "carpet": colour(rng, (0, 0.6), (0.1, 0.8)),
        }[kind]
        rough = bank.field(rng, "cloud", side, side)[..., None] * rng.uniform(0.01, 0.1) + bank.field(rng, "fine", side, side)[..., None] * rng.uniform(0.02, 0.14)
        picture = base * (1 + rough)
        if kind == "concrete" and rng.random() < 0.6:
            picture[:: side // rng.integers(1, 3)] *= 0.5
            picture[:, :: side // rng.integers(1, 3)] *= 0.5
        if kind == "carpet" and rng.random() < 0.4:
            picture[(bank.field(rng, "cloud", side, side) > 0.4)] = colour(rng, (0, 0.7), (0.1, 0.9))
    elif kind in ("deck", "floor"):
        picture = planks(rng, bank, side, side, int(rng.integers(6, 22)))
        if rng.random() < 0.5:
            picture = picture.transpose(1, 0, 2)
    elif kind in ("tiles", "bricks"):
        base, gap = colour(rng, (0, 0.5), (0.25, 0.95)), colour(rng, (0, 0.15), (0.2, 0.85))
        rows = int(rng.choice([4, 8, 16]))
        cols = rows // 2 if kind == "bricks" else rows
        picture = np.empty((side, side, 3), np.float32)
        picture[:] = gap
        h, w = side // rows, side // cols
        for r in range(rows):
            for c in range(cols):
                x = (c * w + (r % 2) * (w // 2 if kind == "bricks" else 0)) % side
                picture[r * h + 1 : r * h + h - 1, x + 1 : x + w - 1] = near(rng, base, 0.05)
        picture = picture * (1 + 0.06 * bank.field(rng, "fine", side, side)[..., None])
    elif kind == "gravel":
        base = colour(rng, (0, 0.25), (0.3, 0.8))
        picture = base * (1 + rng.uniform(0.2, 0.5) * bank.field(rng, "rough", side, side)[..., None] + 0.2 * bank.field(rng, "fine", side, side)[..., None])
    else:  # a workshop's floor
        picture = wood(rng, bank, side, side, colour(rng, (0, 0.2), (0.3, 0.8)))
        for _ in range(rng.integers(2, 7)):
            picture[bank.field(rng, "cloud", side, side) > rng.uniform(1, 2)] = colour(rng, (0, 0.8), (0.2, 1))
    return np.clip(picture, 0, 1).astype(np.float32), metres


def text(rng, picture, centre, size, ink):
    word = "".join(rng.choice(LETTERS, rng.integers(1, 9)))
    font, thick = int(rng.choice(FONTS)), int(rng.integers(2, 7))
    (w, h), _ = cv2.getTextSize(word, font, 1, thick)
    mask = np.zeros((h + 30, w + 20), np.uint8)
    cv2.putText(mask, word, (10, h + 10), font, 1, 255, thick, cv2.LINE_AA)
    stamp(picture, mask, centre, size / max(w, h), rng.choice([0, 0, 0, 90, 180, 270, rng.uniform(-40, 40)]), ink)


def stamp(picture, mask, centre, scale, angle, ink):
    """Paints a mask in one colour, scaled and turned about its middle."""
    h, w = mask.shape
    m = cv2.getRotationMatrix2D((w / 2, h / 2), angle, scale)
    m[:, 2] += np.array(centre) - np.array([w / 2, h / 2])
    alpha = cv2.warpAffine(mask, m, picture.shape[1::-1], flags=cv2.INTER_AREA)[..., None] / 255
    picture += (ink - picture) * alpha.astype(np.float32)


def sticker(rng, bank, picture, centre, size):
    """A logo: shapes on one another, with or without letters."""
    x, y = (int(c) for c in centre)
    for _ in range(rng.integers(1, 5)):
        ink = colour(rng).tolist()
        r = max(2, int(size * rng.uniform(0.2, 0.55)))
        place = (x + int(rng.normal(0, size * 0.15)), y + int(rng.normal(0, size * 0.15)))
        shape = rng.integers(4)
        fill = -1 if rng.random() < 0.7 else int(rng.integers(1, 6))
        if shape == 0:
            cv2.ellipse(picture, place, (r, max(2, int(r * rng.uniform(0.4, 1)))), rng.uniform(0, 180), 0, 360, ink, fill, cv2.LINE_AA)
        elif shape == 1:
            s = int(r * rng.uniform(0.3, 1))
            cv2.rectangle(picture, (place[0] - r, place[1] - s), (place[0] + r, place[1] + s), ink, fill, cv2.LINE_AA)
        else:
            n = int(rng.integers(3, 11))
            t = np.sort(rng.uniform(0, 2 * np.pi, n)) if shape == 2 else np.arange(n) * 2 * np.pi / n
            radii = r * rng.uniform(0.4, 1.1, n)
            points = np.stack([place[0] + radii * np.cos(t), place[1] + radii * np.sin(t)], 1)
            cv2.fillPoly(picture, [points.astype(np.int32)], ink, cv2.LINE_AA)
    if rng.random() < 0.7:
        text(rng, picture, (x, y + rng.normal(0, size * 0.2)), size * rng.uniform(0.6, 1.6), colour(rng))


def board_top(rng, bank, hole, height=400, width=200):
    """The surface of a board without its hole; `hole` is (x, y, radius) in pixels."""
    plain = rng.random()
    if plain < 0.4:
        picture = wood(rng, bank, height, width) if rng.random() < 0.75 else planks(rng, bank, height, width, int(rng.integers(3, 9)))
    elif plain < 0.5:
        picture = planks(rng, bank, height, width, int(rng.integers(3, 9))).copy()
        picture *= colour(rng, (0, 0.8), (0.4, 1)) / 0.8
    else:
        picture = np.empty((height, width, 3), np.float32)
        picture[:] = colour(rng, (0, 1), (0.05, 0.99)) if rng.random() < 0.75 else np.float32(rng.choice([0.06, 0.93, 0.8]))
        picture *= 1 + rng.uniform(0, 0.05) * bank.field(rng, "cloud", height, width)[..., None]
    picture = np.ascontiguousarray(picture, np.float32)
    paint = lambda: (colour(rng, (0.3, 1)) if rng.random() < 0.7 else np.full(3, rng.choice([0.05, 0.95, 0.5]), np.float32)).tolist()
    a, b = paint(), paint()
    hx, hy, hr = hole
    design = rng.choice(["none", "none", "stripes", "triangle", "rays", "frame", "diagonal", "flag", "halves", "chevrons", "checks", "blobs", "picture"])
    if design == "stripes":
        x, lanes = width / 2, int(rng.integers(1, 4))
        w = rng.uniform(0.04, 0.3) * width
        for k in range(lanes):
            half = w * (lanes - k) / lanes
            cv2.rectangle(picture, (int(x - half), 0), (int(x + half), height), [a, b, paint()][k], -1)
        if rng.random() < 0.5:
            for side in (-1, 1):
                s = x + side * (w + rng.uniform(4, 25))
                cv2.line(picture, (int(s), 0), (int(s), height), a, int(rng.integers(2, 9)))
    elif design == "triangle":
        top = [hx, hy - hr * rng.uniform(0, 4)]
        spread = rng.uniform(0.2, 0.55) * width
        for k in range(rng.integers(1, 4)):
            s = spread * (1 - 0.25 * k)
            cv2.fillPoly(picture, [np.array([top, [hx - s, height], [hx + s, height]], np.int32)], [a, b, paint()][k], cv2.LINE_AA)
        if rng.random() < 0.3:
            picture[:] = picture[::-1]
    elif design == "rays":
        n = int(rng.integers(6, 17))
        centre = np.array([hx, hy]) if rng.random() < 0.7 else np.array([width / 2, height * 0.6])
        for k in range(n):
            t = 2 * np.pi * (np.array([k, k + 0.5]) / n)
            cv2.fillPoly(picture, [np.array([centre, *(centre + 600 * np.stack([np.cos(t), np.sin(t)], 1))], np.int32)], a, cv2.LINE_AA)
    elif design == "diagonal":
        for k in range(rng.integers(1, 5)):
            y = rng.uniform(-0.2, 1) * height
            cv2.line(picture, (-20, int(y)), (width + 20, int(y + rng.uniform(-1, 1) * 260)), paint(), int(rng.integers(6, 70)), cv2.LINE_AA)
    elif design == "flag":
        n = int(rng.integers(5, 14))
        along = rng.random() < 0.6
        for k in range(0, n, 2):
            if along:
                picture[:, k * width // n : (k + 1) * width // n] = a
            else:
                picture[k * height // n : (k + 1) * height // n] = a
        if rng.random() < 0.7:
            w, h = int(width * rng.uniform(0.4, 1)), int(height * rng.uniform(0.3, 0.5))
            picture[:h, :w] = b
            for _ in range(30):
                cv2.circle(picture, (int(rng.integers(w)), int(rng.integers(h))), 3, (0.95,) * 3, -1, cv2.LINE_AA)
    elif design == "halves":
        if rng.random() < 0.5:
            picture[:, width // 2 :] = a
        else:
            picture[int(height * rng.uniform(0.3, 0.7)) :] = a
    elif design == "chevrons":
        for y in range(0, height + 100, int(rng.integers(30, 90))):
            points = [[0, y], [width // 2, y - 60], [width, y]]
            cv2.polylines(picture, [np.array(points, np.int32)], False, a, int(rng.integers(6, 20)), cv2.LINE_AA)
    elif design == "checks":
        n = int(rng.integers(2, 6))
        yy, xx = np.mgrid[:height, :width]
        picture[(yy * n // width + xx * n // width) % 2 == 0] = a
    elif design == "blobs":
        for ink in (a, b):
            picture[bank.field(rng, "soft", height, width) > rng.uniform(0, 1)] = ink
    elif design == "picture":
        field = np.stack([bank.field(rng, "cloud", height, width) for _ in range(3)], 2)
        picture = np.ascontiguousarray(np.clip(colour(rng) + rng.uniform(0.1, 0.3) * field, 0, 1), np.float32)
    for _ in range(rng.integers(0, 5) if rng.random() < 0.65 else 0):
        sticker(rng, bank, picture, (rng.uniform(0.15, 0.85) * width, rng.uniform(0.08, 0.95) * height), rng.uniform(15, 110))
    for _ in range(rng.integers(0, 3) if rng.random() < 0.4 else 0):
        text(rng, picture, (rng.uniform(0.3, 0.7) * width, rng.uniform(0.05, 0.95) * height), rng.uniform(40, 200), colour(rng))
    if rng.random() < 0.3 or design == "frame":
        inset = int(rng.integers(0, 14))
        cv2.rectangle(picture, (inset, inset), (width - 1 - inset, height - 1 - inset), paint(), int(rng.integers(2, 16)))
    if rng.random() < 0.35:  # a ring round the hole
        cv2.circle(picture, (int(hx), int(hy)), int(hr * rng.uniform(1.1, 1.8)), paint(), -1 if rng.random() < 0.6 else int(rng.integers(2, 8)), cv2.LINE_AA)
    if rng.random() < 0.4:  # wear
        picture *= 1 - rng.uniform(0, 0.15) * np.clip(bank.field(rng, "rough", height, width), 0, 2)[..., None]
        for _ in range(rng.integers(0, 12)):
            p = rng.uniform(0, 1, 2) * [width, height]
            q = p + rng.normal(0, 30, 2)
            cv2.line(picture, tuple(p.astype(int).tolist()), tuple(q.astype(int).tolist()), (float(rng.uniform(0.2, 1)),) * 3, 1, cv2.LINE_AA)
    return np.clip(picture, 0, 1).astype(np.float32)


def backdrop(rng, bank, height, width):
    """What stands behind the ground: sky with trees, houses and fences, or a room's wall."""
    if rng.random() < 0.65:
        blue = near(rng, [0.6, 0.75, 0.93], 0.1)
        t = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
        picture = (blue + (near(rng, [0.9, 0.92, 0.94], 0.05) - blue) * t) * np.ones((1, width, 1), np.float32)
        clouds = np.clip(bank.field(rng, "soft", height, width) - 0.3, 0, 1)[..., None] * rng.uniform(0, 0.6)
        picture = picture + (0.95 - picture) * clouds
    else:
        picture = np.empty((height, width, 3), np.float32)
        picture[:] = colour(rng, (0, 0.4), (0.2, 0.95))
        picture *= 1 + 0.05 * bank.field(rng, "soft", height, width)[..., None]
    for _ in range(rng.integers(0, 9)):
        x, w, h = rng.integers(width), rng.integers(6, max(7, width // 2)), rng.integers(8, max(9, int(height * 0.8)))
        if rng.random() < 0.55:
            picture[height - h :, x : x + w] = colour(rng, (0, 0.5), (0.1, 0.95))
            for _ in range(rng.integers(0, 12)):
                wx, wy = x + rng.integers(w), height - rng.integers(h)
                picture[wy : wy + 12, wx : min(wx + 8, x + w)] = colour(rng, (0, 0.3))
        else:
            edge = np.clip(bank.field(rng, "cloud", 1, width)[0] * 0.2 + 0.7, 0, 1) * h
            rows = np.arange(height)[:, None] > height - edge[None]
            rows[:, :x] = False
            rows[:, x + w :] = False
            leaf = near(rng, [0.18, 0.3, 0.12], 0.08)
            picture[rows] = (leaf * (1 + 0.5 * bank.field(rng, "rough", height, width)[..., None]))[rows]
    if rng.random() < 0.3:
        h = int(rng.integers(10, max(11, height // 2)))
        fence = planks(rng, bank, h, width, max(4, width // int(rng.integers(5, 25))))
        picture[height - h :] = fence
    return np.clip(picture, 0, 1).astype(np.float32)
