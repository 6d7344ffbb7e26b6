"""What is true of each frame, by construction, in the words of README.md."""

import cv2
import numpy as np

BOARD = 26                      # cm, the side of the play board
METRE = 100


def plane_to_picture(camera):
    """From the table's plane, in cm, to the camera's pixels."""
    lens = np.array([[camera.focal, 0, camera.middle[0]], [0, camera.focal, camera.middle[1]],
                     [0, 0, 1]])
    return lens @ camera.turn @ np.column_stack([(1, 0, 0), (0, 1, 0), -camera.position])


def board_corners(first):
    """The board's corners on the table, far left, far right, near right, near left: where the
    camera looks at the beginning, square to the picture."""
    ahead = first.turn[2]
    middle = first.position - ahead * first.position[2] / ahead[2]
    right = first.turn[0] * (1, 1, 0)
    right /= np.linalg.norm(right)
    far = np.cross((0, 0, 1), right)
    return [middle + BOARD / 2 * (x * right + y * far)
            for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))]


def die_box(die, camera):
    """[x, y, width, height] of all of a die, 0 to 1; None outside the picture."""
    matrix = np.array(die.thing.matrix_world)
    points = np.array([vertex.co for vertex in die.thing.data.vertices])
    pixels, depth = camera.project(points @ matrix[:3, :3].T + matrix[:3, 3])
    if depth.min() <= 0:
        return None
    places = np.clip((pixels + 0.5) / (camera.width, camera.height), 0, 1)
    low, high = places.min(axis=0), places.max(axis=0)
    if (high - low).min() <= 0:
        return None
    return np.round([*low, *(high - low)], 5).tolist()


def outline(points, camera):
    """The convex hull of points in space as the camera sees them, in pixels; None where one is behind it."""
    pixels, depth = camera.project(points)
    if depth.min() <= 0:
        return None
    hull = cv2.convexHull(pixels.astype(np.float32))
    return np.round(hull[:, 0], 1).tolist()


def die_outline(die, camera):
    matrix = np.array(die.thing.matrix_world)
    points = np.array([vertex.co for vertex in die.thing.data.vertices])
    return outline(points @ matrix[:3, :3].T + matrix[:3, 3], camera)


def lines(shots, dice, arm):
    """An object for each frame."""
    back, corners = np.linalg.inv(plane_to_picture(shots[0])), board_corners(shots[0])
    for frame, camera in enumerate(shots):
        homography = plane_to_picture(camera) @ back
        boxes = [die_box(die, camera) for die in dice]
        yield {
            "frame": frame,
            "homography": (homography / homography[2, 2]).ravel().tolist(),
            "camera": {"focal": round(camera.focal, 3),
                       "position": np.round(camera.position / METRE, 6).tolist(),
                       "rotation": np.round(camera.turn, 8).tolist()},
            "board": np.round(camera.project(corners)[0], 3).tolist(),
            "isHandInView": bool(arm and arm.is_seen(camera, frame)),
            "dice": [box for box in boxes if box],
            "outlines": [one for one in (die_outline(die, camera) for die in dice) if one],
            "hand": arm.outlines(camera, frame) if arm else []}
