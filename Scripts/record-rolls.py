#!/usr/bin/env python3
"""Records what the network sees in clips of real rolls, as the fixtures of RecordingTests.

    Scripts/record-rolls.py ../shared/data/rolls

The folder holds clips and `truth.json`. Only observations are kept, no picture.
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FIXTURES = ROOT / "Tests" / "DiceGameTests" / "Recordings"


def main():
    clips = Path(sys.argv[1])
    FIXTURES.mkdir(exist_ok=True)
    for clip in json.loads((clips / "truth.json").read_text())["clips"]:
        fixture = FIXTURES / Path(clip["file"]).with_suffix(".json").name
        watch = [ROOT / ".build/release/playfield", "dice", "watch", clips / clip["file"], "--record", fixture]
        subprocess.run(watch, check=True)
        recording = json.loads(fixture.read_text())
        recording["rolls"] = [{"values": r["values"], "rest": r["rest"]} for r in clip["rolls"]]
        fixture.write_text(json.dumps(recording, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
