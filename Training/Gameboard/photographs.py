"""The photographs of dice whose licences allow training: real rooms and tables, without a board."""

import json
import os
from pathlib import Path

import cv2

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("PLAYFIELD_SHARED", ROOT.parent / "shared")) / "data"
WITHOUT = ["white-tray", "webcam-oblique", "mixed-floors", "phone-trays", "meeting-table"]


def photographs(longest):
    """Up to 240 of each set, BGR, resized to a longer side of `longest` pixels; none of a set that is absent."""
    for name in WITHOUT:
        listing = SHARED / "dice" / name / "annotations.json"
        if not listing.exists():
            continue
        names = [image["file_name"] for image in json.loads(listing.read_text())["images"] if image.get("split") == "train"]
        for file in names[:: max(1, len(names) // 120)]:
            photo = cv2.imread(str(listing.parent / "images" / file), cv2.IMREAD_REDUCED_COLOR_2)
            scale = longest / max(photo.shape[:2])
            yield cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
