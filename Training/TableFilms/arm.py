"""An arm that reaches over the table and goes again. Lengths in cm."""

import math
from random import Random

import bpy
import cv2
import numpy as np
from curves import Curve
from distractors import hand
from mathutils import Matrix, Vector
from meshes import lathe, mesh_from, place
from shaders import Graph, hsv

from films import RATE

# The hand's own axes: fingers along y, the wrist near the origin, the arm towards -y.
ELBOW, SHOULDER = Vector((0, -12, 3)), Vector((0, -95, 16))
OUTSIDE = 75                    # from the middle, where nothing of it is in the picture


def sleeve():
    """From before the elbow outwards."""
    length = (SHOULDER - ELBOW).length
    profile = [(3.0, 0), (3.9, 0.2), (4.2, 3), (4.8, length * 0.4), (5.6, length)]
    cloth = Graph("sleeve").surface(hsv(0.62, 0.45, 0.3), 0.9)
    mesh = mesh_from(*lathe(profile), name="sleeve", materials=[cloth], smooth=True)
    thing = place(mesh, name="sleeve")
    turn = (SHOULDER - ELBOW).to_track_quat("Z", "Y").to_matrix().to_4x4()
    thing.matrix_basis = Matrix.Translation(ELBOW) @ turn
    return thing


class Arm:
    def __init__(self, film):
        self.come, self.go, self.side = film.reaches
        self.hand = hand(Random("visitor 3"))
        self.hand.location = (0, 0, 0)
        self.parts = [self.hand, sleeve()]
        bpy.context.view_layer.update()
        self.rest = [part.matrix_world.copy() for part in self.parts]
        middle = (self.come + self.go) / 2
        # How far the wrist is from the board's middle, how far to its side, and how high.
        self.path = Curve((self.come, (OUTSIDE, -8, 13)), (middle - 0.25, (6, -5, 4)),
                          (middle + 0.25, (9, 7, 3)), (self.go, (OUTSIDE, 4, 13)))

    def matrix(self, frame):
        """Where the hand is; None while the arm is away."""
        seconds = frame / RATE
        if not self.come < seconds < self.go:
            return None
        far, aside, high = self.path(seconds)
        return (Matrix.Rotation(math.radians(self.side), 4, "Z")
                @ Matrix.Translation((far, aside, high)) @ Matrix.Rotation(math.pi / 2, 4, "Z"))

    def put(self, frame):
        """Poses the arm for a frame, with keys around it for its blur."""
        for at in (frame - 1, frame, frame + 1):
            # While it comes and goes it is still; away it is far below.
            where = self.matrix(at) or self.matrix(frame) or Matrix.Translation((0, 0, -500))
            for part, rest in zip(self.parts, self.rest):
                part.rotation_mode = "QUATERNION"
                part.matrix_basis = where @ rest
                part.keyframe_insert("location", frame=at)
                part.keyframe_insert("rotation_quaternion", frame=at)

    def outlines(self, camera, frame):
        """Polygons, in pixels, that together are all of it that the camera sees: where there is a hole between
        fingers, it is a polygon inside of another."""
        where = self.matrix(frame)
        if where is None:
            return []
        picture = np.zeros((camera.height, camera.width), np.uint8)
        for part, rest in zip(self.parts, self.rest):
            evaluated = part.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
            matrix = np.array(where @ rest)
            points = np.array([vertex.co for vertex in evaluated.vertices])
            pixels, depth = camera.project(points @ matrix[:3, :3].T + matrix[:3, 3])
            for face in evaluated.polygons:
                corners = list(face.vertices)
                if depth[corners].min() > 0:
                    cv2.fillConvexPoly(picture, np.round(pixels[corners] * 16).astype(np.int32), 1, shift=4)
        found, _ = cv2.findContours(picture, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_TC89_L1)
        return [one[:, 0].tolist() for one in found if len(one) > 2]

    def is_seen(self, camera, frame):
        where = self.matrix(frame)
        if where is None:
            return False
        for part, rest in zip(self.parts, self.rest):
            matrix = np.array(where @ rest)
            points = np.array([vertex.co for vertex in part.data.vertices])
            pixels, depth = camera.project(points @ matrix[:3, :3].T + matrix[:3, 3])
            inside = (depth > 0) & (pixels > -0.5).all(axis=1) & (
                pixels < (camera.width - 0.5, camera.height - 0.5)).all(axis=1)
            if inside.any():
                return True
        return False
