#!/usr/bin/env python3
"""Finds the joints in photographs and compares them with those that people marked.

    Scripts/check-poses.py ../shared/data/pose

PCK@0.2: the part of the twelve limb joints that lie within 0.2 of the trunk (the longer of its two
diagonals) from where they were marked, in photographs whose shoulders and hips are marked; nobody
found counts as wrong. Beside it stands what MediaPipe itself finds in the same photographs, and how
many people are found in photographs of several, and in what boxes. Exits with 1 where PCK falls 0.01 below MediaPipe's.
"""

import json
import subprocess
import sys
from math import dist
from pathlib import Path
from statistics import median

PROGRAM = Path(__file__).resolve().parents[1] / ".build/release/playfield"
LIMBS = [side + joint for side in ("left", "right")
         for joint in ("Ankle", "Knee", "Hip", "Shoulder", "Elbow", "Wrist")]
ALLOWED = 0.01
COCO_LEAST_JOINTS = 10


def poses(files):
    """The people in each file: joints in pixels are for whoever knows the size."""
    run = subprocess.run([PROGRAM, "vision", "pose", "--json", *files],
                         check=True, capture_output=True, text=True)
    lines = map(json.loads, run.stdout.splitlines())
    return {Path(line["file"]).name: line["people"] for line in lines}


def in_pixels(person, image):
    return {name: (x * image["width"], y * image["height"]) for name, (x, y, _) in person["joints"].items()}


def box_in_pixels(person, image):
    x, y, width, height = person["box"]
    return x * image["width"], y * image["height"], width * image["width"], height * image["height"]


def overlap(one, other):
    """Intersection over union of two boxes."""
    def shared(axis):
        end = min(one[axis] + one[axis + 2], other[axis] + other[axis + 2])
        return max(0, end - max(one[axis], other[axis]))

    intersection = shared(0) * shared(1)
    return intersection / (one[2] * one[3] + other[2] * other[3] - intersection)


def trunk(joints):
    return max(dist(joints["leftShoulder"], joints["rightHip"]),
               dist(joints["rightShoulder"], joints["leftHip"]))


def hits(found, marked):
    """How many of the limb joints that are marked were found, and how many there are."""
    near = 0.2 * trunk(marked)
    wanted = [joint for joint in LIMBS if joint in marked]
    return sum(found is not None and dist(found[joint], marked[joint]) <= near for joint in wanted), len(wanted)


def judge(name, found_in, images, names):
    right = total = people = 0
    for image in images:
        marked = {joint: (x, y) for joint, (x, y, labelled) in zip(names, image["joints"]) if labelled}
        found = found_in(image)
        people += found is not None
        if all(side + joint in marked for side in ("left", "right") for joint in ("Shoulder", "Hip")):
            more = hits(found, marked)
            right, total = right + more[0], total + more[1]
    print(f"{name:12} PCK@0.2 {right / total:.4f} ({right} of {total} joints), people in {people} of {len(images)}")
    return right / total


def coco(folder):
    """How many of the well-marked people are found by somebody's joints, each by one."""
    truth = json.loads((folder / "coco.json").read_text())
    answers = poses([folder / "coco" / image["file"] for image in truth["images"]])
    found = wanted = reported = 0
    overlaps = []
    for image in truth["images"]:
        free = [(in_pixels(person, image), box_in_pixels(person, image)) for person in answers[image["file"]]]
        reported += len(free)
        for person in image["people"]:
            marked = {name: (x, y) for name, (x, y, v) in zip(truth["names"], person["joints"]) if v}
            if person["crowd"] or len(marked) < COCO_LEAST_JOINTS or not person["keypoints"]:
                continue
            limbs = [name for name in LIMBS if name in marked]
            size = max(person["box"][2:])
            wanted += 1
            for candidate in free:
                joints, box = candidate
                if sum(dist(joints[name], marked[name]) for name in limbs) <= 0.15 * size * len(limbs):
                    free.remove(candidate)
                    found += 1
                    overlaps.append(overlap(box, person["box"]))
                    break
    print(f"photographs of several people: {found} of {wanted} well-marked people found, {reported} reported;"
          f" the IoU of their boxes with those that people drew is {median(overlaps):.2f} in the median")


def main():
    folder = Path(sys.argv[1])
    truth = json.loads((folder / "lsp.json").read_text())
    images, names = truth["images"], truth["names"]
    reference = json.loads((folder / "lsp_mediapipe.json").read_text())
    theirs = {image["file"]: image["landmarks"] for image in reference["images"]}
    answers = poses([folder / "lsp" / image["file"] for image in images])

    def ours(image):
        people = answers[image["file"]]
        return in_pixels(people[0], image) if people else None

    def mediapipe(image):
        marks = theirs[image["file"]]
        return marks and {name: mark[:2] for name, mark in zip(reference["names"], marks)}

    wanted = judge("MediaPipe", mediapipe, images, names)
    reached = judge("playfield", ours, images, names)
    coco(folder)
    sys.exit(reached < wanted - ALLOWED)


if __name__ == "__main__":
    main()
