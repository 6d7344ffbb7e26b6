"""Small tools that turn points and Blender objects into meshes."""

import math

import bmesh
import bpy


def mesh_from(vertices, faces, name="mesh", materials=(), smooth=False):
    """A mesh from vertex positions and faces, each face a list of vertex numbers."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    for material in materials:
        mesh.materials.append(material)
    mesh.polygons.foreach_set("use_smooth", [smooth] * len(mesh.polygons))
    mesh.update()
    return mesh


def place(mesh, location=(0, 0, 0), rotation=(0, 0, 0), name="object"):
    """Puts a mesh (or curve, metaball, light) into the scene."""
    thing = bpy.data.objects.new(name, mesh)
    thing.location = location
    thing.rotation_euler = rotation
    bpy.context.scene.collection.objects.link(thing)
    return thing


def baked(thing):
    """The mesh of `thing` with its modifiers applied; `thing` itself is removed."""
    bpy.context.view_layer.update()
    evaluated = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = bpy.data.meshes.new_from_object(evaluated)
    bpy.data.objects.remove(thing)
    return mesh


def lathe(profile, segments=32):
    """Turns `profile`, a list of (radius, height) from bottom to top, about the z axis.

    Returns (vertices, faces) of a closed solid; both ends are capped.
    """
    vertices, faces = [], []
    for radius, height in profile:
        for step in range(segments):
            angle = 2 * math.pi * step / segments
            vertices.append((radius * math.cos(angle), radius * math.sin(angle), height))
    for ring in range(len(profile) - 1):
        for step in range(segments):
            a, b = ring * segments + step, ring * segments + (step + 1) % segments
            faces.append([a, b, b + segments, a + segments])
    faces.append(list(reversed(range(segments))))
    faces.append(list(range((len(profile) - 1) * segments, len(profile) * segments)))
    return vertices, faces


def bevelled_box(width, depth, height, radius, segments=3, materials=(), name="box"):
    """A box with rounded edges, centred on the origin."""
    shape = bmesh.new()
    bmesh.ops.create_cube(shape, size=1.0)
    bmesh.ops.scale(shape, vec=(width, depth, height), verts=shape.verts)
    bmesh.ops.bevel(shape, geom=shape.edges[:], offset=radius, segments=segments,
                    profile=0.5, affect="EDGES")
    mesh = bpy.data.meshes.new(name)
    shape.to_mesh(mesh)
    shape.free()
    for material in materials:
        mesh.materials.append(material)
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    return mesh


def hull_of(points, materials=(), bevel=0.0, name="hull"):
    """The convex hull of points, coplanar triangles merged, its edges rounded by `bevel`."""
    shape = bmesh.new()
    for point in points:
        shape.verts.new(point)
    bmesh.ops.convex_hull(shape, input=shape.verts)
    bmesh.ops.dissolve_limit(shape, angle_limit=0.02, verts=shape.verts, edges=shape.edges)
    if bevel > 0:
        bmesh.ops.bevel(shape, geom=shape.edges[:], offset=bevel, segments=2,
                        profile=0.5, affect="EDGES")
    mesh = bpy.data.meshes.new(name)
    shape.to_mesh(mesh)
    shape.free()
    for material in materials:
        mesh.materials.append(material)
    return mesh


def clean_normals(mesh):
    """Shades `mesh` smooth, but flat where it is flat and sharp where it is sharp."""
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    mesh.set_sharp_from_angle(angle=math.radians(32))
    thing = place(mesh)
    weighted = thing.modifiers.new("normals", "WEIGHTED_NORMAL")
    weighted.keep_sharp = True
    return baked(thing)
