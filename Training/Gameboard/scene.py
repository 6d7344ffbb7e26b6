"""Draws a scene with boards through a camera, and knows where their corners and holes are seen.

The world is in metres with z up and the ground at 0; pixels count from the middle of the first one.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np

import surfaces

UP = np.array([0.0, 0, 1])
PLAYER_BEFORE_BOARD = 0.35  # of the composites that show boards


def unit(v):
    return v / np.linalg.norm(v)


class Camera:
    def __init__(self, position, target, focal, roll, width, height, shift=(0, 0)):
        ahead = unit(np.asarray(target) - position)
        level = np.cross(ahead, UP)
        right = unit(level) if np.linalg.norm(level) > 1e-3 else np.array([1.0, 0, 0])
        down = np.cross(ahead, right)
        right, down = right * np.cos(roll) + down * np.sin(roll), down * np.cos(roll) - right * np.sin(roll)
        self.rotation, self.position = np.stack([right, down, ahead]), np.asarray(position, float)
        self.focal, self.width, self.height = focal, width, height
        self.centre = np.array([(width - 1) / 2, (height - 1) / 2]) + shift

    def project(self, points):
        """[..., 3] -> pixels [..., 2] and depths [...]."""
        seen = (np.asarray(points, float) - self.position) @ self.rotation.T
        depth = seen[..., 2]
        return self.centre + self.focal * seen[..., :2] / np.where(np.abs(depth) < 1e-6, 1e-6, depth)[..., None], depth

    def rays(self):
        """The direction of every pixel, [height, width, 3]."""
        x, y = np.meshgrid(np.arange(self.width, dtype=np.float32), np.arange(self.height, dtype=np.float32))
        (cx, cy), focal = np.float32(self.centre), np.float32(self.focal)
        seen = np.stack([(x - cx) / focal, (y - cy) / focal, np.ones_like(x)], -1)
        return seen @ np.float32(self.rotation)


class Canvas:
    """The picture so far, and whose surface is seen in each pixel (0: no board's)."""

    def __init__(self, picture):
        self.picture = picture
        self.owner = np.zeros(picture.shape[:2], np.uint8)

    def _part(self, points):
        low = np.maximum(np.floor(points.min(0)).astype(int) - 1, 0)
        high = np.minimum(np.ceil(points.max(0)).astype(int) + 2, self.picture.shape[1::-1])
        return (low, high) if (high > low).all() else (None, None)

    def polygon(self, points, fill, owner=0, opacity=1.0):
        """Paints a polygon in a colour, or in `fill(low, high)`, the picture of that part."""
        if not np.isfinite(points).all() or np.abs(points).max() > 20000:
            return
        low, high = self._part(points)
        if low is None:
            return
        mask = np.zeros((high - low)[::-1], np.uint8)
        cv2.fillPoly(mask, [np.round((points - low) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        self._blend(mask, low, high, fill(low, high) if callable(fill) else fill, owner, opacity)

    def line(self, a, b, thickness, fill):
        points = np.stack([a, b])
        if not np.isfinite(points).all() or np.abs(points).max() > 20000:
            return
        pad = thickness / 2 + 1
        low, high = self._part(np.concatenate([points - pad, points + pad]))
        if low is None:
            return
        mask = np.zeros((high - low)[::-1], np.uint8)
        a, b = (tuple(np.round((p - low) * 16).astype(int).tolist()) for p in (a, b))
        cv2.line(mask, a, b, 255, max(1, min(250, int(round(thickness)))), cv2.LINE_AA, 4)
        self._blend(mask, low, high, fill, 0, 1.0)

    def _blend(self, mask, low, high, fill, owner, opacity):
        part = self.picture[low[1] : high[1], low[0] : high[0]]
        alpha = mask.astype(np.float32)[..., None] / 255 * opacity
        part += (fill - part) * alpha
        if opacity > 0.9:
            self.owner[low[1] : high[1], low[0] : high[0]][mask > 127] = owner

    def darken(self, points, amount, blur):
        """A shadow: multiplies what lies in a polygon, with soft edges."""
        if not np.isfinite(points).all() or np.abs(points).max() > 20000:
            return
        mask = np.zeros(self.picture.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        if blur > 0.4:
            mask = cv2.GaussianBlur(mask, (0, 0), blur)
        self.picture *= 1 - amount * mask.astype(np.float32)[..., None] / 255

    def textured(self, corners, texture, shade, owner=0):
        """Paints a texture so that its corners, clockwise, lie on four points."""
        h, w = texture.shape[:2]
        across = max(np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[2] - corners[3]))
        along = max(np.linalg.norm(corners[3] - corners[0]), np.linalg.norm(corners[2] - corners[1]))
        size = (int(np.clip(across * 1.2, 4, w)), int(np.clip(along * 1.2, 4, h)))
        if size != (w, h):
            texture = cv2.resize(texture, size, interpolation=cv2.INTER_AREA)
        w, h = size
        source = np.float32([[-0.5, -0.5], [w - 0.5, -0.5], [w - 0.5, h - 0.5], [-0.5, h - 0.5]])

        def fill(low, high):
            matrix = cv2.getPerspectiveTransform(source, (corners - low).astype(np.float32))
            size = tuple(int(n) for n in high - low)
            return cv2.warpPerspective(texture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) * shade

        self.polygon(corners, fill, owner)


@dataclass
class Light:
    sun: np.ndarray  # towards it
    ambient: float
    warmth: np.ndarray

    def shade(self, normal):
        return (self.ambient + (1 - self.ambient) * max(0.0, float(normal @ self.sun))) * self.warmth


@dataclass
class Board:
    """`has_hole` False makes a decoy of it."""

    position: np.ndarray
    yaw: float
    width: float
    length: float
    near: float
    far: float
    depth: float  # of the frame under the surface
    hole: tuple  # x, y, radius
    has_hole: bool = True
    bags: list = field(default_factory=list)

    def __post_init__(self):
        c, s = np.cos(self.yaw), np.sin(self.yaw)
        self.x, level = np.array([c, s, 0]), np.array([-s, c, 0])
        sine = (self.far - self.near) / self.length
        self.slope = level * np.sqrt(1 - sine * sine) + UP * sine
        self.normal = np.cross(self.x, self.slope)

    def place(self, u, v, below=0.0):
        """From the far left corner to the right and towards the thrower."""
        u, v, below = (np.asarray(n, float)[..., None] for n in (u, v, below))
        near = self.position + UP * self.near
        return near + (u - self.width / 2) * self.x + (self.length - v) * self.slope - below * self.normal

    @property
    def corners(self):
        return self.place([0, self.width, self.width, 0], [0, 0, self.length, self.length])

    def circle(self, centre, radius, below=0.0, count=40):
        t = np.arange(count) * 2 * np.pi / count
        return self.place(centre[0] + radius * np.cos(t), centre[1] + radius * np.sin(t), np.full(count, below))


def some_board(rng, position, yaw):
    regular = rng.random() < 0.7
    width = 0.61 * (1 if regular else rng.uniform(0.8, 1.05))
    length = width * 2 * (1 if regular else rng.uniform(0.72, 1.03))
    flat = rng.random() < 0.07
    near = rng.uniform(0.0, 0.03) if flat else rng.uniform(0.05, 0.11)
    far = near + 0.005 if flat else rng.uniform(0.22, 0.34)
    scale = width / 0.61
    hole = (width * 0.5 + rng.normal(0, 0.006), (0.2286 + rng.normal(0, 0.012)) * scale * (1 if regular else rng.uniform(0.85, 1.1)), 0.0762 * scale * rng.uniform(0.93, 1.05))
    board = Board(np.array([*position, 0.0]), yaw, width, length, near, far, rng.choice([0.02, 0.04, 0.06, 0.09, 0.09]), hole)
    for _ in range(rng.choice([0, 0, 0, 1, 2, 4, 7])):
        if rng.random() < 0.12:
            u, v = hole[0] + rng.normal(0, 0.05), hole[1] + rng.normal(0, 0.05)
        else:
            u, v = rng.uniform(-0.04, width + 0.04), rng.uniform(-0.04, length + 0.06)
        board.bags.append((u, v, rng.uniform(0, np.pi)))
    return board


def draw_bag(rng, canvas, camera, light, place, x, y, normal, angle, ink):
    """`place` is the middle of its foot, `x` and `y` span what it lies on."""
    side, height = 0.076 * rng.uniform(0.9, 1.05), rng.uniform(0.018, 0.035)
    t = np.arange(24) * 2 * np.pi / 24
    r = side * 1.12 / np.maximum(0.8, np.maximum(np.abs(np.cos(t)), np.abs(np.sin(t))) * 1.12)
    r = r * (1 + rng.normal(0, 0.04, 24))
    u, v = r * np.cos(t + angle), r * np.sin(t + angle)
    flat = lambda scale, h: place + scale * (u[:, None] * x + v[:, None] * y) + h * normal
    fall = light.sun - normal * (light.sun @ normal)
    shadow = flat(1, 0) - fall * height / max(0.25, float(light.sun @ normal))
    points, depth = camera.project(np.concatenate([flat(1, 0), flat(0.97, height * 0.5), flat(0.75, height)]))
    if depth.min() < 0.2:
        return
    pixel = camera.focal * 0.01 / depth.mean()
    canvas.darken(camera.project(shadow)[0], rng.uniform(0.3, 0.6), pixel)
    hull = cv2.convexHull(points.astype(np.float32))[:, 0]
    canvas.polygon(hull, np.clip(ink * light.shade(x * 0.7 + normal * 0.4), 0, 1))
    canvas.polygon(points[24:48], np.clip(ink * light.shade(unit(normal + 0.3 * y)), 0, 1))
    canvas.polygon(points[48:], np.clip(ink * light.shade(normal) * 1.08, 0, 1))


def draw_board(rng, canvas, camera, light, bank, board, owner, under):
    """`under` is the picture of the ground, as it is seen through the hole."""
    corners, depth = camera.project(board.corners)
    centre = board.place(board.width / 2, board.length / 2)
    pixels = 200 / board.width
    texture = surfaces.board_top(rng, bank, tuple(n * pixels for n in board.hole), int(round(board.length * pixels)), 200)
    side_ink = (surfaces.wood_colour(rng) if rng.random() < 0.5 else texture[::9, ::9].reshape(-1, 3).mean(0)) if rng.random() < 0.8 else surfaces.colour(rng)
    solid = rng.random() < 0.12
    # Legs at the far end.
    if not solid and board.far > 0.15:
        v0 = rng.uniform(0.02, 0.3)
        size = rng.uniform(0.02, 0.045)
        for u in (size + 0.01, board.width - size - 0.01):
            foot = board.place(u, v0 - rng.uniform(-0.02, 0.12))
            foot[2] = 0
            top = board.place(u, v0, 0.03)
            box = [p + sx * size * board.x + sy * size * board.slope * [1, 1, 0] for p in (foot, top) for sx in (-1, 1) for sy in (-0.5, 0.5)]
            points, d = camera.project(np.array(box))
            if d.min() > 0.2:
                canvas.polygon(cv2.convexHull(points.astype(np.float32))[:, 0], np.clip(side_ink * light.shade(board.x) * rng.uniform(0.6, 0.95), 0, 1))
    # The frame, where its sides are turned to the camera.
    c = board.corners
    lower = c - board.depth * board.normal
    if solid:
        lower[:, 2] = 0
    for a, b, normal in ((0, 1, board.slope), (1, 2, board.x), (2, 3, -board.slope), (3, 0, -board.x)):
        if (camera.position - c[a]) @ normal <= 0:
            continue
        points, d = camera.project(np.array([c[a], c[b], lower[b], lower[a]]))
        if d.min() > 0.1:
            tone = surfaces.wood(rng, bank, 16, 64, side_ink, 0.06)
            canvas.textured(points, tone, light.shade(normal) * rng.uniform(0.85, 1.0))
            canvas.polygon(points, 0.05, opacity=rng.uniform(0, 0.15))
    shade = light.shade(board.normal)
    canvas.textured(corners, texture, shade, owner)
    if rng.random() < 0.35:  # a rim worn or painted in another tone
        for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
            p, q = (camera.project(board.place(*n))[0] for n in (((0.004, board.width - 0.004)[a in (1, 2)], (0.004, board.length - 0.004)[a in (2, 3)]), ((0.004, board.width - 0.004)[b in (1, 2)], (0.004, board.length - 0.004)[b in (2, 3)])))
            canvas.line(p, q, 1, np.full(3, rng.uniform(0.2, 0.95), np.float32))
    if rng.random() < 0.4:  # gloss
        low = canvas.owner == owner
        glow = np.clip(bank.field(rng, "soft", *canvas.owner.shape) * 0.5 + rng.uniform(-0.3, 0.4), 0, 1)[..., None] * rng.uniform(0.1, 0.55)
        canvas.picture[low] += ((1 - canvas.picture) * glow)[low]
    if board.has_hole:
        draw_hole(rng, canvas, camera, light, board, owner, side_ink, under)
    elif rng.random() < 0.4:
        spot = (board.width / 2, board.length * rng.uniform(0.45, 0.8))
        canvas.polygon(camera.project(board.circle(spot, board.hole[2] * rng.uniform(0.5, 1.6)))[0], surfaces.colour(rng) * shade, owner)
    ink = [surfaces.colour(rng, (0.4, 1), (0.15, 0.95)) for _ in range(2)]
    for k, (u, v, angle) in enumerate(board.bags):
        covered = 0 <= u <= board.width and 0 <= v <= board.length
        place = board.place(u, v) if covered else board.place(u, v) * [1, 1, 0]
        x, y, n = (board.x, board.slope, board.normal) if covered else (board.x, np.cross(UP, board.x), UP)
        draw_bag(rng, canvas, camera, light, place, x, y, n, angle, ink[k % 2])


def draw_hole(rng, canvas, camera, light, board, owner, side_ink, under):
    rim, _ = camera.project(board.circle(board.hole[:2], board.hole[2]))
    bottom, _ = camera.project(board.circle(board.hole[:2], board.hole[2], rng.uniform(0.01, 0.02)))
    low, high = canvas._part(rim)
    if low is None:
        return
    size = (high - low)[::-1]
    masks = [np.zeros(size, np.uint8) for _ in range(2)]
    for mask, points in zip(masks, (rim, bottom)):
        cv2.fillPoly(mask, [np.round((points - low) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    through = np.minimum(*masks).astype(np.float32)[..., None] / 255
    inner = np.clip(side_ink * light.shade(-board.slope) * rng.uniform(0.3, 1.0), 0, 1)
    part = (slice(low[1], high[1]), slice(low[0], high[0]))
    kind = rng.random()
    dark = rng.uniform(0.02, 0.15) * np.ones(3)
    if kind < 0.45:
        deep = dark
    elif kind < 0.9:
        deep = under[part] * rng.uniform(0.2, 0.75)
        if rng.random() < 0.3:  # half in the board's shadow
            deep = deep * np.where(np.linspace(0, 1, size[0]) < rng.uniform(0.2, 0.8), 1, rng.uniform(0.2, 0.6))[:, None, None]
    else:
        deep = under[part] * rng.uniform(0.8, 1.3)
    inside = inner + (deep - inner) * through
    canvas.polygon(rim, lambda low, high: np.broadcast_to(inside, (*size, 3)).astype(np.float32), owner)
    if rng.random() < 0.3:
        ink = np.full(3, rng.uniform(0.1, 0.9), np.float32)
        for a, b in zip(rim, np.roll(rim, 1, 0)):
            canvas.line(a, b, 1, ink)


def draw_person(rng, canvas, camera, foot, legs_only=False):
    """A figure of capsules that faces anywhere."""
    height = rng.uniform(1.1, 1.9)
    _, depth = camera.project(foot)
    if depth < 0.7:
        return
    across = camera.rotation[0] * [1, 1, 0]
    across = unit(across) if np.linalg.norm(across) > 0.1 else np.array([1.0, 0, 0])
    skin = np.array([0.9, 0.7, 0.55]) * rng.uniform(0.35, 1.05)
    trousers, shirt, shoes = (surfaces.colour(rng, (0, 0.8), (0.05, 0.9)) for _ in range(3))
    short = rng.random() < 0.4

    def limb(points, widths, ink):
        for a, b, w in zip(points[:-1], points[1:], widths):
            (p, q), d = camera.project(np.stack([a, b]))
            if d.min() > 0.3:
                canvas.line(p, q, camera.focal * w / d.mean(), np.asarray(ink, np.float32))

    tone = rng.uniform(0.7, 1.05)
    spread = rng.uniform(0.08, 0.3)
    hip = foot + UP * height * 0.5 + across * rng.normal(0, 0.1)
    for side in (-1, 1):
        base = foot + across * side * spread
        knee = (base + hip) / 2 + across * rng.normal(0, 0.06)
        limb([knee, base + UP * 0.08], [0.11], skin * tone if short else trousers * tone)
        limb([hip + across * side * 0.08, knee], [0.16], trousers * tone)
        limb([base + UP * 0.04, base + UP * 0.04 + across * rng.normal(0, 0.12)], [0.1], shoes)
    if legs_only:
        return
    chest = hip + UP * height * 0.3 + across * rng.normal(0, 0.08)
    limb([hip, chest], [0.34], shirt * tone)
    for side in (-1, 1):
        shoulder = chest + across * side * 0.17
        elbow = shoulder + across * rng.normal(side * 0.1, 0.15) - UP * rng.uniform(-0.15, 0.28)
        limb([shoulder, elbow, elbow + across * rng.normal(0, 0.15) - UP * rng.uniform(-0.25, 0.25)], [0.1, 0.08], skin * tone)
    head = chest + UP * height * 0.14
    limb([head, head + UP * 0.06], [0.2], skin * tone)


def draw_box(rng, canvas, camera, light, bank, place, size, yaw):
    """A box on the ground or, with `place` above it, a table's top; each face has its own look."""
    c, s = np.cos(yaw), np.sin(yaw)
    axes = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]])
    half = np.asarray(size) / 2
    centre = np.asarray(place) + UP * half[2]
    corner = lambda sx, sy, sz: centre + axes.T @ (half * [sx, sy, sz])
    ink = surfaces.colour(rng, (0, 0.9))
    faces = [
        ((0, 0, 1), [(-1, 1, 1), (1, 1, 1), (1, -1, 1), (-1, -1, 1)]),
        ((1, 0, 0), [(1, -1, 1), (1, 1, 1), (1, 1, -1), (1, -1, -1)]),
        ((-1, 0, 0), [(-1, 1, 1), (-1, -1, 1), (-1, -1, -1), (-1, 1, -1)]),
        ((0, 1, 0), [(1, 1, 1), (-1, 1, 1), (-1, 1, -1), (1, 1, -1)]),
        ((0, -1, 0), [(-1, -1, 1), (1, -1, 1), (1, -1, -1), (-1, -1, -1)]),
    ]
    for normal, signs in faces:
        normal = axes.T @ np.array(normal, float)
        points3 = np.array([corner(*n) for n in signs])
        if (camera.position - points3[0]) @ normal <= 0:
            continue
        points, depth = camera.project(points3)
        if depth.min() < 0.2:
            continue
        if rng.random() < 0.4:
            texture = surfaces.board_top(rng, bank, (100, 75, 25), 300, 200)
            canvas.textured(points, texture, light.shade(normal))
        else:
            canvas.textured(points, surfaces.wood(rng, bank, 48, 48, surfaces.near(rng, ink, 0.03), 0.05), light.shade(normal))


def draw_decoy(rng, canvas, camera, light, bank, place, scale):
    place = np.array([*place, 0.0])
    yaw = rng.uniform(0, np.pi)
    kind = rng.choice(["box", "table", "sign", "door", "mat", "disc", "discs", "poles", "cooler"])
    if kind == "box":
        draw_box(rng, canvas, camera, light, bank, place, rng.uniform(0.2, 1.3, 3) * [1, 1, 0.6], yaw)
    elif kind == "cooler":
        draw_box(rng, canvas, camera, light, bank, place, [0.6, 0.35, 0.35], yaw)
    elif kind == "table":
        w, l, h = rng.uniform(0.5, 0.9), rng.uniform(0.8, 2), rng.uniform(0.35, 0.8)
        for sx in (-1, 1):
            for sy in (-1, 1):
                off = np.array([np.cos(yaw) * sx * w - np.sin(yaw) * sy * l, np.sin(yaw) * sx * w + np.cos(yaw) * sy * l, 0]) * 0.45
                draw_box(rng, canvas, camera, light, bank, place + off, [0.05, 0.05, h], yaw)
        draw_box(rng, canvas, camera, light, bank, place + UP * h, [w, l, 0.04], yaw)
    elif kind in ("sign", "door"):
        w, l = (rng.uniform(0.4, 1.2), rng.uniform(0.4, 1.2)) if kind == "sign" else (0.85, 2.0)
        draw_box(rng, canvas, camera, light, bank, place + UP * (rng.uniform(0, 1) if kind == "sign" else 0), [w, 0.03, l], yaw)
    elif kind == "mat":
        # Flat on the ground, with a disc in its middle or several: no board.
        board = Board(place, yaw, rng.uniform(0.5, 1.2), rng.uniform(0.8, 1.8), 0.0, 0.003, 0.002, (0, 0, 0), False)
        texture = surfaces.board_top(rng, bank, (100, 200, 22), 400, 200)
        points, depth = camera.project(board.corners)
        if depth.min() > 0.2:
            canvas.textured(points, texture, light.shade(UP))
            for _ in range(rng.integers(0, 4)):
                spot = (board.width * 0.5, board.length * 0.5) if rng.random() < 0.5 else (rng.uniform(0.1, 0.9) * board.width, rng.uniform(0.3, 0.7) * board.length)
                canvas.polygon(camera.project(board.circle(spot, rng.uniform(0.04, 0.25)))[0], surfaces.colour(rng) * light.shade(UP))
    elif kind in ("disc", "discs"):
        for _ in range(1 if kind == "disc" else rng.integers(2, 6)):
            spot = place + np.append(rng.normal(0, 0.4, 2), 0)
            t = np.arange(40) * 2 * np.pi / 40
            ring = np.stack([np.cos(t), np.sin(t), np.zeros(40)], 1) * rng.uniform(0.05, 0.3)
            points, depth = camera.project(spot + ring)
            if depth.min() > 0.2:
                canvas.polygon(points, surfaces.colour(rng, (0, 1), (0, 1)))
    else:
        for _ in range(rng.integers(1, 5)):
            foot = place + np.append(rng.normal(0, 0.5, 2), 0)
            points, depth = camera.project(np.stack([foot, foot + UP * rng.uniform(0.5, 2)]))
            if depth.min() > 0.3:
                canvas.line(*points, camera.focal * rng.uniform(0.02, 0.12) / depth.mean(), surfaces.colour(rng))


def layout(rng, width, height):
    """A camera and the boards before it."""
    long_side = max(width, height)
    focal = long_side * np.exp(rng.uniform(np.log(0.55), np.log(2.2)))
    overhead = rng.random() < 0.12
    elevation = np.radians(rng.uniform(72, 89.5) if overhead else np.degrees(np.arcsin(rng.uniform(np.sin(np.radians(9)), np.sin(np.radians(80))))))
    azimuth = rng.uniform(0, 2 * np.pi) if not overhead or rng.random() < 0.3 else rng.choice([-1, 1]) * np.pi / 2 + rng.normal(0, 0.06)
    board = some_board(rng, (0, 0), 0.0)
    middle = board.place(board.width / 2, board.length / 2)
    outwards = np.array([np.cos(azimuth) * np.cos(elevation), np.sin(azimuth) * np.cos(elevation), np.sin(elevation)])
    # The board's size in the picture decides how far the camera is.
    share = np.exp(rng.uniform(np.log(0.11), np.log(0.9)))
    if overhead and rng.random() < 0.6:
        share = rng.uniform(0.6, 1.12)
    distance = max(0.9, focal * 1.25 / (share * long_side))
    roll = rng.normal(0, 0.06) if rng.random() < 0.85 else rng.uniform(-0.5, 0.5)
    camera = Camera(middle + outwards * distance, middle, focal, roll, width, height)
    points, _ = camera.project(board.corners)
    low, high = points.min(0), points.max(0)
    room = np.array([width, height]) - (high - low)
    slack = np.where(room > 0, rng.uniform(-0.06, 1.06, 2) * room, rng.uniform(0.3, 0.7, 2) * room)
    camera.centre = camera.centre + (slack - low)
    boards = [board]
    for _ in range(rng.choice([0, 1, 2, 3], p=[0.5, 0.38, 0.08, 0.04])):
        kind = rng.random()
        if kind < 0.5:  # side by side
            place, yaw = (rng.choice([-1, 1]) * rng.uniform(0.72, 1.6), rng.normal(0, 0.6)), rng.choice([0, 0, np.pi]) + rng.normal(0, 0.25)
        elif kind < 0.75:  # the other end of the pitch
            gap = rng.uniform(1.5, 9)
            place, yaw = (rng.normal(0, 0.3), -gap), np.pi + rng.normal(0, 0.08)
        else:
            place, yaw = rng.normal(0, 2.2, 2), rng.uniform(0, 2 * np.pi)
        other = some_board(rng, place, yaw)
        if all(np.linalg.norm(other.place(other.width / 2, other.length / 2) - b.place(b.width / 2, b.length / 2)) > 1.0 for b in boards):
            boards.append(other)
    return camera, boards


def draw_ground(rng, camera, bank):
    sizes, metres, tint = bank.ground(rng)
    side = bank.side
    rays = camera.rays()
    falls = -rays[..., 2]
    distance = np.float32(camera.position[2]) / np.maximum(falls, 1e-4)
    x = np.float32(camera.position[0]) + distance * rays[..., 0]
    y = np.float32(camera.position[1]) + distance * rays[..., 1]
    limit = np.exp(rng.uniform(np.log(6), np.log(60)))
    behind = (falls <= 1e-4) | (np.hypot(x - camera.position[0], y - camera.position[1]) > limit)
    turn = rng.uniform(0, 2 * np.pi)
    scale = side / metres
    c, s = np.float32(np.cos(turn) * scale), np.float32(np.sin(turn) * scale)
    u, v = c * x - s * y, s * x + c * y
    # Where a pixel covers much of the texture, a smaller one is taken.
    covers = np.clip(distance * np.float32(scale / camera.focal) / np.sqrt(np.maximum(falls, np.float32(0.05))), 1e-3, 64)
    picture = np.zeros((*behind.shape, 3), np.float32)
    level = np.clip(np.round(np.log2(covers)), 0, 6).astype(int)
    for k in np.unique(level[~behind]):
        n, small = np.float32(2**k), sizes[k]
        chosen = level == k
        rows, cols = np.where(chosen.any(1))[0], np.where(chosen.any(0))[0]
        part = (slice(rows[0], rows[-1] + 1), slice(cols[0], cols[-1] + 1))
        drawn = cv2.remap(small, u[part] / n % small.shape[1], v[part] / n % small.shape[0], cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
        picture[part][chosen[part]] = drawn[chosen[part]] * tint
    if behind.any():
        h, w = behind.shape
        bottom = min(h, int(np.where(behind.any(1))[0].max()) + 2)
        drawn = surfaces.backdrop(rng, bank, max(24, bottom), w)[-bottom:] if bottom >= 24 else surfaces.backdrop(rng, bank, 24, w)[-bottom:]
        rows = np.zeros((h, w, 3), np.float32)
        rows[:bottom] = drawn
        picture[behind] = rows[behind]
    return picture


def finish(rng, bank, picture):
    """What light, lens and file do to a picture; returns 8 bits."""
    h, w = picture.shape[:2]
    if rng.random() < 0.35:  # the shadows of trees
        patches = bank.field(rng, rng.choice(["soft", "cloud"]), h, w)
        soft = 1 / (1 + np.exp(-np.clip((patches - rng.uniform(-1, 1.2)) * rng.uniform(2, 12), -30, 30)))
        picture = picture * (1 - np.float32(rng.uniform(0.2, 0.6)) * soft)[..., None]
    if rng.random() < 0.3:
        y, x = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j].astype(np.float32)
        picture = picture * (1 - rng.uniform(0, 0.35) * (x * x + y * y))[..., None]
    picture = np.clip(picture * np.float32(rng.uniform(0.65, 1.35) * rng.uniform(0.88, 1.12, 3)), 0, 1) ** np.float32(rng.uniform(0.65, 1.3))
    grey = picture.mean(2, keepdims=True)
    picture = grey + (picture - grey) * rng.uniform(0.5, 1.3)
    picture = np.clip(0.5 + (picture - 0.5) * rng.uniform(0.75, 1.2), 0, 1).astype(np.float32)
    if rng.random() < 0.75:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.3))
    if rng.random() < 0.12:
        small = rng.uniform(0.35, 0.7)
        picture = cv2.resize(cv2.resize(picture, None, fx=small, fy=small, interpolation=cv2.INTER_AREA), (w, h), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.06:
        k = int(rng.integers(3, 9))
        kernel = np.zeros((k, k), np.float32)
        cv2.line(kernel, (0, int(rng.integers(k))), (k - 1, int(rng.integers(k))), 1.0)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    picture = picture + np.float32(rng.uniform(0, 0.03)) * rng.standard_normal((h, w, 1), np.float32)
    if rng.random() < 0.3:
        picture = cv2.addWeighted(picture, 1.7, cv2.GaussianBlur(picture, (0, 0), 1.0), -0.7, 0)
    return (np.clip(picture, 0, 1) * 255).astype(np.uint8)


def label(camera, board):
    """A board's corners and hole in pixels; `None` where its top is turned away, or hardly to be seen."""
    corners, _ = camera.project(board.corners)
    if (camera.position - board.place(0, 0)) @ board.normal <= 0 or cv2.contourArea(corners.astype(np.float32)) < 40:
        return None
    hole, _ = camera.project(board.circle(board.hole[:2], board.hole[2]))
    centre, axes, angle = cv2.fitEllipse(hole.astype(np.float32))
    return {
        "corners": corners.round(2).tolist(),
        "hole": {"center": [round(n, 2) for n in centre], "radii": [round(n / 2, 2) for n in axes], "angle": round(angle, 1)},
    }


def make(rng, bank, long_side=416, surroundings=None):
    """A picture (RGB, 8 bits) and its boards: corners, hole and what part of each is seen.

    What lies around them is drawn, or comes from `surroundings.before`, whose tone everything is given.
    """
    ratio = rng.choice([4 / 3, 3 / 4, 3 / 2, 16 / 9, 9 / 16, 1.0, 0.5], p=[0.28, 0.2, 0.14, 0.16, 0.12, 0.06, 0.04])
    width, height = (long_side, round(long_side / ratio)) if ratio >= 1 else (round(long_side * ratio), long_side)
    camera, boards = layout(rng, width, height)
    azimuth, rise = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(25, 85))
    sun = np.array([np.cos(azimuth) * np.cos(rise), np.sin(azimuth) * np.cos(rise), np.sin(rise)])
    light = Light(sun, rng.uniform(0.3, 0.85), rng.uniform(0.93, 1.07, 3))
    if rng.random() < 0.16:
        for board in boards:
            board.has_hole = False
    empty = rng.random() < 0.07
    tone = np.float32(1)
    if surroundings:
        ground, tone = surroundings.before(rng, camera)
        canvas = Canvas(ground / tone)
    else:
        canvas = Canvas(draw_ground(rng, camera, bank))
    depths = lambda p: float(camera.project(np.asarray(p, float))[1])
    items = []
    for k, board in enumerate([] if empty else boards):
        if camera.project(board.corners)[1].min() > 0.25:
            items.append((depths(board.place(board.width / 2, board.length / 2)), "board", k))
    for _ in range(rng.poisson(0.9 if not empty else 3)):
        place = rng.normal(0, 1.8, 2)
        if empty or np.hypot(*place) > 1.15:
            items.append((depths([*place, 0.2]), "decoy", place))
    for _ in range(rng.poisson(0.5)):
        place = rng.normal(0, 1.5, 2)
        if not (abs(place[0]) < 0.4 and -0.1 < place[1] < 1.3):
            items.append((depths([*place, 0.2]), "person", np.array([*place, 0.0])))
    if surroundings and not empty and rng.random() < PLAYER_BEFORE_BOARD:
        board = boards[rng.integers(len(boards))]
        middle = board.place(board.width / 2, board.length / 2)
        towards = unit((camera.position - middle)[:2] + 1e-6)
        place = middle[:2] + rng.uniform(0.5, 1.2) * towards + rng.normal(0, 0.35) * np.array([-towards[1], towards[0]])
        items.append((depths([*place, 0.2]), "person", np.array([*place, 0.0])))
    for _ in range(rng.choice([0, 0, 0, 3, 6])):
        place = rng.normal(0, 1.3, 2)
        items.append((depths([*place, 0]), "bag", np.array([*place, 0.0])))
    items.sort(key=lambda item: -item[0])
    sharp = rng.random() < 0.6
    for _, kind, k in items:
        if kind == "board":
            top = boards[k].corners
            foot = np.concatenate([top, top - boards[k].depth * boards[k].normal])
            fallen = foot - sun * (foot[:, 2:] / sun[2])
            points, depth = camera.project(fallen)
            if depth.min() > 0.2:
                pixel = camera.focal / depth.mean()
                canvas.darken(cv2.convexHull(points.astype(np.float32))[:, 0], rng.uniform(0.25, 0.7), pixel * (0.006 if sharp else 0.05))
    under = canvas.picture.copy()
    inks = [surfaces.colour(rng, (0.4, 1), (0.15, 0.95)) for _ in range(2)]
    for _, kind, k in items:
        if kind == "board":
            draw_board(rng, canvas, camera, light, bank, boards[k], k + 1, under)
        elif kind == "decoy":
            draw_decoy(rng, canvas, camera, light, bank, k, 1.0)
        elif kind == "person":
            draw_person(rng, canvas, camera, k, rng.random() < 0.3)
        else:
            draw_bag(rng, canvas, camera, light, k, np.array([1.0, 0, 0]), np.array([0, 1.0, 0]), UP, rng.uniform(0, 3), inks[rng.integers(2)])
    seen = []
    for item in items:
        if item[1] != "board" or not boards[item[2]].has_hole:
            continue
        board = boards[item[2]]
        told = label(camera, board)
        if told:
            area = cv2.contourArea(np.float32(told["corners"]))
            seen.append({**told, "seen": round(float((canvas.owner == item[2] + 1).sum() / area), 3)})
    return finish(rng, bank, canvas.picture * tone), seen
