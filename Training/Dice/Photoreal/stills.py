"""Renders training pictures of dice with boxes around their top faces.

    python stills.py --count 2000 --first 0 --seed 1 --out renders

Pictures that exist already are kept, so a job that was stopped can be started again.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path

from develop import cv2, read_light, sample_develop
from labels import annotate, collect
from rendering import render_to, set_up
from scene import sample_scene


def render_picture(seed, number, out, samples):
    """Renders picture `number` and stores it with its labels."""
    photo = sample_scene(seed, number)
    set_up(photo.width, photo.height, samples, translucent=photo.translucent)
    labels = annotate(photo)
    light = out / f"light-{number:06d}.exr"
    render_to(str(light))
    picture = sample_develop(read_light(str(light)), photo.rng)
    light.unlink()
    name = f"{number:06d}.jpg"
    cv2.imwrite(str(out / "images" / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    record = {"file_name": name, "width": photo.width, "height": photo.height,
              "annotations": labels}
    unfinished = out / "labels" / f"{number:06d}.part"
    unfinished.write_text(json.dumps(record))
    unfinished.rename(out / "labels" / f"{number:06d}.json")


def write_annotations(out):
    """Gathers the labels of all finished pictures into annotations.json."""
    pictures = [json.loads(path.read_text()) for path in sorted((out / "labels").glob("*.json"))]
    unfinished = out / "annotations.part"
    unfinished.write_text(json.dumps(collect(pictures)))
    os.replace(unfinished, out / "annotations.json")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=int, default=8)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    for folder in ("images", "labels"):
        (options.out / folder).mkdir(parents=True, exist_ok=True)
    for number in range(options.first, options.first + options.count):
        if (options.out / "labels" / f"{number:06d}.json").exists():
            continue
        start = time.monotonic()
        render_picture(options.seed, number, options.out, options.samples)
        print(f"picture {number}: {time.monotonic() - start:.1f} s", file=sys.stderr, flush=True)
        if number % 10 == 0:
            write_annotations(options.out)
    write_annotations(options.out)


if __name__ == "__main__":
    main()
