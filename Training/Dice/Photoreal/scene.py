"""Samples a whole picture's scene from a seed: table, dice at rest, lights, camera."""

import math
from dataclasses import dataclass, field
from random import Random

import bpy
from mathutils import Matrix, Quaternion, Vector

import physics
from dice import DieDesign, die_mesh
from distractors import hand, sample_distractors
from lights import aim, sample_lights
from materials import sample_set
from meshes import hull_of, place
from tables import sample_table

SHAPES = [(768, 576), (768, 576), (576, 768), (640, 640)]


@dataclass
class Die:
    thing: bpy.types.Object
    design: DieDesign


@dataclass
class Photo:
    """A scene that is ready to be rendered."""

    width: int
    height: int
    rng: Random                 # what is still to be decided draws from here
    elevation: float = 0.0      # camera above the table, radians
    dice: list = field(default_factory=list)
    translucent: bool = False


def empty_scene():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def random_turn(rng):
    """An even draw from all orientations."""
    return Quaternion([rng.gauss(0, 1) for _ in range(4)]).normalized()


def sample_camera(rng, photo, view):
    """A camera that shows about `view` cm across the middle of the table."""
    data = bpy.data.cameras.new("camera")
    data.sensor_fit, data.sensor_width = "HORIZONTAL", 36
    field_of_view = math.radians(rng.uniform(28, 72))
    data.angle = field_of_view
    photo.elevation = rng.choice([math.radians(rng.uniform(75, 90)),
                                  math.radians(rng.uniform(45, 75)),
                                  math.radians(rng.uniform(25, 50))])
    distance = view / 2 / math.tan(field_of_view / 2)
    around = rng.uniform(0, 2 * math.pi)
    flat = distance * math.cos(photo.elevation)
    camera = place(data, (flat * math.cos(around), flat * math.sin(around),
                          max(3, distance * math.sin(photo.elevation))), name="camera")
    target = Vector((rng.uniform(-0.06, 0.06), rng.uniform(-0.06, 0.06), 0)) * view
    aim(camera, target)
    roll = rng.uniform(-math.pi, math.pi) if photo.elevation > 1.3 else rng.uniform(-0.2, 0.2)
    camera.matrix_basis = camera.matrix_basis @ Matrix.Rotation(roll, 4, "Z")
    if rng.random() < 0.4:
        data.dof.use_dof = True
        data.dof.focus_distance = (camera.location - target).length * rng.uniform(0.95, 1.05)
        # An aperture of 1...6 mm, given as the lens's focal length over it.
        data.dof.aperture_fstop = data.lens / rng.uniform(10, 60)
    bpy.context.scene.camera = camera
    return around


def spots(rng, count, photo, view, around, reach):
    """Where the dice fall: strewn over the picture, in clusters, or on one heap."""
    wide = 0.46 * view
    deep = min(wide * photo.height / photo.width / math.sin(photo.elevation), 1.5 * wide)
    layout = rng.choice(["strewn", "strewn", "clusters", "clusters", "heap"])
    middles = [(rng.uniform(-0.6, 0.6), rng.uniform(-0.6, 0.6))
               for _ in range(1 if layout == "heap" else rng.randrange(1, 5))]
    spread = {"clusters": rng.uniform(0.06, 0.3), "heap": rng.uniform(0.04, 0.15)}.get(layout)
    points = []
    for _ in range(count):
        if layout == "strewn":
            x, y = rng.uniform(-1, 1), rng.uniform(-1, 1)
        else:
            x, y = (middle + rng.gauss(0, spread) for middle in rng.choice(middles))
        if reach:
            angle, radius = rng.uniform(0, 2 * math.pi), reach * math.sqrt(rng.random())
            if layout != "strewn":
                angle, radius = math.atan2(y, x), min(reach, math.hypot(x, y) * reach)
            points.append(Vector((radius * math.cos(angle), radius * math.sin(angle), 0)))
        else:
            toward = Matrix.Rotation(around + math.pi / 2, 4, "Z")
            points.append(toward @ Vector((x * wide, y * deep, 0)))
    return points


def stack_up(points, sizes, ground):
    """Raises each point just over those it would touch, so that nothing starts inside another."""
    raised = []
    for point, size in zip(points, sizes):
        below = [p.z + (s + size) * 0.55 * 1.6 for p, s in raised
                 if (p.xy - point.xy).length < (s + size) * 0.85]
        raised.append((Vector((point.x, point.y, max(below + [ground + size]))), size))
    return [point for point, _ in raised]


def neat(rng, dice, around):
    """Lays dice in a touching row or block, as players do after scoring; no physics needed."""
    size = max(die.design.size for die in dice)
    columns = rng.randrange(2, 7)
    turn = Matrix.Rotation(around + rng.uniform(-0.6, 0.6), 4, "Z")
    gap = size * rng.choice([1.005, 1.05, 1.4])
    for number, die in enumerate(dice):
        row, column = divmod(number, columns)
        at = turn @ Vector(((column - columns / 2) * gap, (row - len(dice) / columns / 2) * gap,
                            die.design.size / 2))
        facing = die.design.normal(rng.randrange(1, 7)).rotation_difference(Vector((0, 0, 1)))
        quarter = Matrix.Rotation(rng.randrange(4) * math.pi / 2 + rng.gauss(0, 0.02), 4, "Z")
        die.thing.matrix_basis = (Matrix.Translation(at) @ turn @ quarter
                                  @ facing.to_matrix().to_4x4())


def proxy(die):
    """An invisible simple hull that falls in the die's place."""
    return place(hull_of(die.design.hull_points()), name="proxy")


def drop(rng, photo, others, solids, view, around, reach):
    """Lets dice and `others` fall onto the table and stay as they come to lie."""
    proxies = [proxy(die) for die in photo.dice]
    movers = proxies + others
    sizes = [die.design.size for die in photo.dice] + [2.0] * len(others)
    points = spots(rng, len(movers), photo, view, around, reach)
    order = rng.sample(range(len(movers)), len(movers))
    raised = stack_up([points[i] for i in order], [sizes[i] for i in order], ground=0.4)
    for i, point in zip(order, raised):
        turn = random_turn(rng).to_matrix().to_4x4()
        movers[i].matrix_basis = Matrix.Translation(point) @ turn
    physics.settle(movers, solids)
    for die, stand_in in zip(photo.dice, proxies):
        die.thing.matrix_basis = stand_in.matrix_world.copy()
        bpy.data.objects.remove(stand_in)


def lay_out(rng, things, photo, view, around):
    """Puts flat things on the table, most of them off the middle."""
    for thing in things:
        distance, angle = view * rng.uniform(0.1, 0.55), rng.uniform(0, 2 * math.pi)
        thing.location.x += distance * math.cos(angle)
        thing.location.y += distance * math.sin(angle)
        thing.rotation_euler.z = rng.uniform(0, 2 * math.pi)


def sample_dice(rng, count, size):
    """Dice of one to six sets, with sizes near `size` cm."""
    mixed = rng.random() < 0.5
    sets = [sample_set(rng, size * (rng.uniform(0.65, 1.4) if mixed else 1))
            for _ in range(rng.choice([1, 1, 2, 3, 4, 6]) if count > 1 else 1)]
    meshes = [die_mesh(design, materials) for design, materials, _ in sets]
    dice = []
    for _ in range(count):
        chosen = rng.randrange(len(sets))
        dice.append(Die(place(meshes[chosen], name="die"), sets[chosen][0]))
    return dice, any(glass for _, _, glass in sets)


def sample_scene(seed, number):
    """Builds picture `number` of `seed` in Blender's current scene; always the same."""
    empty_scene()
    rng = Random(f"{seed}/{number}")
    photo = Photo(*rng.choice(SHAPES), rng)
    size = rng.choice([rng.uniform(1.2, 1.8), rng.uniform(0.8, 2.5)])
    few = rng.random() < 0.2
    count = 0 if rng.random() < 0.06 else rng.randrange(1, 7) if few else rng.randrange(8, 31)
    pixels = 16 * 2 ** rng.uniform(0.3, 2.9 if few else 2.1)   # of an average die's edge
    view = size * photo.width / pixels
    around = sample_camera(rng, photo, view)
    table = sample_table(rng, view)
    sample_lights(rng, view)
    photo.dice, photo.translucent = sample_dice(rng, count, size)

    others = 0 if rng.random() < 0.5 and count else rng.randrange(1, 9)
    falling, lying = sample_distractors(rng, others, view)
    lay_out(rng, lying, photo, view, around)
    solids = table.solids + [thing for thing in lying if thing.type == "MESH"]
    if photo.dice and not table.reach and rng.random() < 0.1:
        neat(rng, photo.dice, around)
    else:
        drop(rng, photo, falling, solids, view, around, table.reach)
    if rng.random() < 0.08:
        visitor, angle = hand(rng, view), rng.uniform(0, 2 * math.pi)
        away = view * rng.uniform(0.3, 0.5) + 6
        visitor.location.xy = (away * math.cos(angle), away * math.sin(angle))
        visitor.rotation_euler.z = angle + math.pi / 2 + rng.uniform(-0.5, 0.5)
    bpy.context.view_layer.update()
    return photo
