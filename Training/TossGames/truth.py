"""What is true of a game, by construction, in the words of README.md."""

import math

import numpy as np

from board import hole_ellipse

JOINTS = ["nose", "leftEye", "rightEye", "leftEar", "rightEar", "neck", "leftShoulder",
          "rightShoulder", "leftElbow", "rightElbow", "leftWrist", "rightWrist", "root", "leftHip",
          "rightHip", "leftKnee", "rightKnee", "leftAnkle", "rightAnkle"]
POINTS = {"hole": 3, "board": 1, "off": 0}
# How many times a bag counts by the practice rules.
STYLE_BONUS = {"overhand": 2, "underhand": 1, "underleg": 5}


def points(outcome, style):
    return {"practice": POINTS[outcome] * STYLE_BONUS[style], "cornhole": POINTS[outcome]}


def rounded(values, digits=2):
    return np.round(np.asarray(values, float), digits).tolist()


def frame_after(time, fps):
    """The first frame that is not before `time`."""
    return math.ceil(time * fps - 1e-9)


def path_of(bag, camera, fps, first, last):
    """[frame, x, y] where the bag's middle lies in the picture."""
    found = []
    for frame in range(first, last + 1):
        place = bag.at(frame / fps)[0]
        if camera.sees(place):
            found.append([frame, *rounded(camera.pixel(place))])
    return found


def throw_truth(number, throw, game, frames):
    fps, camera, bag = game.fps, game.camera, throw.bag
    first, last = frame_after(throw.release, fps), frame_after(bag.touched, fps) - 1
    speed = float(np.linalg.norm(throw.velocity))
    flat = float(np.hypot(*throw.velocity[:2]))
    rest = throw.bag.first_rest
    return {
        "throw": number + 1, "style": throw.shot.style,
        "hand": "left" if throw.shot.hand > 0 else "right", "bag": bag.colour,
        "releaseTime": round(throw.release, 5), "releaseFrame": first,
        "releasePoint": rounded(throw.point, 4), "releaseVelocity": rounded(throw.velocity, 4),
        "releaseAngle": round(math.degrees(math.atan2(throw.velocity[2], flat)), 3),
        "speed": round(speed, 4),
        "distance": round(float(np.linalg.norm(bag.touched_at[:2] - throw.point[:2])), 4),
        "restDistance": round(float(np.linalg.norm(rest[0][:2] - throw.point[:2])), 4),
        "landingTime": round(bag.touched, 5), "endFrame": last,
        "restFrame": frame_after(rest[1], fps), "outcome": throw.outcome,
        "points": points(throw.outcome, throw.shot.style), "finalOutcome": bag.outcome,
        "finalPoints": points(bag.outcome, throw.shot.style),
        "changed": [{"bag": other + 1, "from": was, "to": now}
                    for other, was, now in throw.changed],
        "path": path_of(bag, camera, fps, first, last)}


def landing_truth(throw, game):
    """For clips of the board alone; a bag is first there when it is in the picture."""
    fps, camera, bag = game.fps, game.camera, throw.bag
    rest_place, rest_time = bag.first_rest
    last = frame_after(rest_time, fps)
    there = [frame for frame in range(frame_after(throw.release, fps), last + 1)
             if camera.sees(bag.at(frame / fps)[0])]
    truth = {"bag": bag.colour, "outcome": throw.outcome, "firstFrame": there[0] if there else last,
             "impactFrame": frame_after(bag.touched, fps), "restFrame": last,
             "points": points(throw.outcome, throw.shot.style)["cornhole"],
             "changed": [{"bag": other + 1, "from": was, "to": now}
                         for other, was, now in throw.changed]}
    if throw.outcome == "board":
        truth["restCenter"] = rounded(camera.pixel(rest_place), 1)
    return truth


def of(played, frames):
    game, camera = played.game, played.game.camera
    corners = [rounded(camera.pixel(corner)) for corner in game.board.corners()]
    clip = {
        "file": f"{game.name}.mp4", "width": camera.width, "height": camera.height,
        "fps": float(game.fps), "frames": frames, "notes": game.notes,
        "camera": {"position": rounded(camera.position, 4), "turn": rounded(camera.turn, 7),
                   "focal": round(camera.focal, 3), "middle": list(camera.middle)},
        "boards": [{"frame": 0, "corners": corners, "hole": hole_ellipse(game.board, camera),
                    "nearHeight": game.board.near_height}],
        "initialBags": [{"colour": colour, "state": "board",
                         "center": rounded(camera.pixel(game.board.to_world(s, r)), 1)}
                        for colour, s, r in game.lying]}
    within = [throw for throw in played.thrown if throw.release * game.fps < frames]
    if game.player:
        clip["throws"] = [throw_truth(k, throw, game, frames) for k, throw in enumerate(within)]
        clip["flights"] = [
            {"kind": "throw", "required": True, "startFrame": one["releaseFrame"],
             "endFrame": one["endFrame"], "points": one["path"]} for one in clip["throws"]]
        clip["score"] = {rule: sum(one["finalPoints"][rule] for one in clip["throws"])
                         for rule in ("practice", "cornhole")}
        names = JOINTS
        clip["joints"] = {"names": names, "frames": [
            [rounded(camera.pixel(joints[name]), 1) for name in names]
            for joints in (played.player.pose(frame / game.fps)[0] for frame in range(frames))]}
    else:
        clip["flights"] = []
        clip["landings"] = [landing_truth(throw, game) for throw in within]
    bags = played.table.bags
    clip["finalState"] = {state: [bag.colour for bag in bags if bag.outcome == state]
                          for state in ("hole", "board", "off")}
    return clip
