"""Lets things fall, with Blender's rigid bodies. Lengths in cm, so gravity is 981."""

import bpy


def start_world(last_frame, steps_per_second=240):
    """An empty rigid-body world for frames 1...last_frame."""
    scene = bpy.context.scene
    bpy.ops.rigidbody.world_add()
    world = scene.rigidbody_world
    world.collection = bpy.data.collections.new("bodies")
    world.substeps_per_frame = max(1, round(steps_per_second / scene.render.fps))
    world.solver_iterations = 20
    world.point_cache.frame_start, world.point_cache.frame_end = 1, last_frame
    scene.gravity = (0, 0, -981)
    scene.frame_start, scene.frame_end = 1, last_frame
    return world


def add_body(thing, moving, friction=0.5, bounce=0.25, shape="CONVEX_HULL"):
    """Makes `thing` take part; what does not move is bumped into."""
    bpy.context.scene.rigidbody_world.collection.objects.link(thing)
    body = thing.rigid_body
    body.type = "ACTIVE" if moving else "PASSIVE"
    body.collision_shape = shape
    body.friction, body.restitution = friction, bounce
    body.use_margin, body.collision_margin = True, 0.005
    body.linear_damping, body.angular_damping = 0.05, 0.15
    return body


def settle(movers, solids, seconds=1.6):
    """Drops `movers` onto `solids` and leaves them where they come to rest."""
    scene = bpy.context.scene
    scene.render.fps = 60
    frames = int(seconds * scene.render.fps)
    start_world(frames)
    for thing in movers:
        add_body(thing, True)
    for thing in solids:
        add_body(thing, False)
    for frame in range(1, frames + 1):
        scene.frame_set(frame)
    rest = [thing.matrix_world.copy() for thing in movers]
    bpy.ops.rigidbody.world_remove()
    for thing, matrix in zip(movers, rest):
        thing.matrix_world = matrix
    bpy.context.view_layer.update()
