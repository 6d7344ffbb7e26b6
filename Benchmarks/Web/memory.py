#!/usr/bin/env python3
"""Measures the memory of Chromium while dice lie before its camera, in a dice game and in a race.

    .deps/browser/bin/python Benchmarks/Web/memory.py [--seconds 60]

All of the browser's processes count, of what they share their part. Without a graphics card Chromium paints in software and
keeps each picture that it has painted until memory is short: shared memory, which is counted by itself. Exits with 1 where the
rest is more than 1.5 times the dice game's after that time.
"""

import argparse
import json
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Web"))

import browsers  # noqa: E402
import rolls  # noqa: E402
import support  # noqa: E402
from processors import chromium_memory  # noqa: E402

MOST = 1.5
EVERY = 15  # seconds


def measure(game, address, clip, seconds):
    """-> megabytes now and then, all and those that are shared memory."""
    with browsers.launch("chromium", clip) as browser, rolls.opened(browser, address, []) as page:
        page.goto(f"{address}#{game}")
        if game == "race":
            page.click("#start-race")
        page.click("#use-camera")
        page.wait_for_selector("#pad[data-open=true]")
        found = []
        for _ in range(seconds // EVERY):
            page.wait_for_timeout(1e3 * EVERY)
            found.append([size / 1e6 for size in chromium_memory()])
        return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=60, choices=range(EVERY, 601), metavar=f"{EVERY} to 600")
    seconds = parser.parse_args().seconds
    table = next(one for one in json.loads((ROOT / "Samples/race.json").read_text()) if one["centimetres"] == 30)
    site = support.Site()
    with tempfile.TemporaryDirectory(prefix="playfield-") as folder:
        clip = pathlib.Path(folder) / "table.y4m"
        frame = table["rolls"][0]["frame"]
        support.held(ROOT / "Samples/race.mp4", clip, [[frame, frame]], 10, rate=30, size=(1280, 720), moving=0)
        memory = {game: measure(game, site.address, clip, seconds) for game in ("add", "race")}
    site.stop()
    for game, found in memory.items():
        print(f"{game:5} {', '.join(f'{all_:.0f} ({shared:.0f})' for all_, shared in found)} MB (of it shared), every {EVERY} s")
    (game_all, game_shared), (race_all, race_shared) = memory["add"][-1], memory["race"][-1]
    ratio = (race_all - race_shared) / (game_all - game_shared)
    print(f"the race has {race_all / game_all:.2f} times the memory of the dice game, "
          f"{ratio:.2f} times without shared memory (at most {MOST})")
    sys.exit(ratio > MOST)


if __name__ == "__main__":
    main()
