"""COCO boxes of the top faces of dice, from the scene's geometry."""

import bpy
from bpy_extras.object_utils import world_to_camera_view

from dice import top_face

CATEGORIES = [{"id": value, "name": str(value)} for value in range(1, 7)]
CATEGORIES.append({"id": 7, "name": "ignore"})
IGNORE = 7


def to_pixels(photo, point):
    """Where a point of the world is in the picture, origin top left; None behind the camera."""
    scene = bpy.context.scene
    x, y, depth = world_to_camera_view(scene, scene.camera, point)
    return (x * photo.width, (1 - y) * photo.height) if depth > 0 else None


def visible_share(photo, points):
    """The share of points that the camera sees, neither hidden nor outside the picture."""
    scene, seen = bpy.context.scene, 0
    depsgraph = bpy.context.evaluated_depsgraph_get()
    eye = scene.camera.matrix_world.translation
    for point in points:
        pixel = to_pixels(photo, point)
        if not pixel or not (0 <= pixel[0] <= photo.width and 0 <= pixel[1] <= photo.height):
            continue
        ray = eye - point
        hit = scene.ray_cast(depsgraph, point, ray.normalized(), distance=ray.length)[0]
        seen += not hit
    return seen / len(points)


def die_label(photo, die):
    """(category, [x, y, w, h]) of a die's top face in pixels; None outside the picture."""
    matrix = die.thing.matrix_world
    value, tilt = top_face(die.design, matrix.to_3x3())
    outline = [to_pixels(photo, matrix @ p) for p in die.design.face_outline(value)]
    if None in outline:
        return None
    left, right = (min(max(f(x for x, _ in outline), 0), photo.width) for f in (min, max))
    top, bottom = (min(max(f(y for _, y in outline), 0), photo.height) for f in (min, max))
    if right - left < 1 or bottom - top < 1:
        return None
    box = [round(v, 2) for v in (left, top, right - left, bottom - top)]
    share = visible_share(photo, [matrix @ p for p in die.design.face_grid(value)])
    unclear = share < 0.55 or tilt > 25 or min(box[2:]) < 7
    return (IGNORE if unclear else value), box


def annotate(photo):
    """COCO annotations of a picture, without ids."""
    labels = filter(None, (die_label(photo, die) for die in photo.dice))
    return [{"category_id": category, "bbox": box, "area": round(box[2] * box[3], 2),
             "iscrowd": int(category == IGNORE)} for category, box in labels]


def collect(pictures):
    """The COCO file for [{"file_name", "width", "height", "annotations"}], in order."""
    coco = {"info": {"description": "Dice rendered with Blender", "version": "1"},
            "categories": CATEGORIES, "images": [], "annotations": []}
    for picture in pictures:
        picture_id = len(coco["images"]) + 1
        coco["images"].append({"id": picture_id, "file_name": picture["file_name"],
                               "width": picture["width"], "height": picture["height"],
                               "split": "train"})
        for label in picture["annotations"]:
            coco["annotations"].append(
                {"id": len(coco["annotations"]) + 1, "image_id": picture_id, **label})
    return coco
