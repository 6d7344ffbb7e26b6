"""Real rolls before a camera: the page shows exactly those, in order, and nothing else."""

import json
import os
import subprocess
import time
import unittest

from support import PageTest, held, root, shared, temporary

# For how long each rest of a clip is held, in seconds: the end of a roll takes several frames, and a
# machine whose cores are taken many times over sees less than one a second.
hold = max(4, os.getloadavg()[0] / os.cpu_count())


class Rolls:
    def test_the_page_shows_exactly_the_rolls_of_the_clip(self):
        page = self.open("add")
        page.evaluate("""window.told = [];
          new MutationObserver(() => window.told.push(document.getElementById('dice-live').textContent))
            .observe(document.getElementById('dice-live'), { childList: true });""")
        page.click("#use-camera")
        expected = [
            (
                f"One die: {values[0]}"
                if len(values) == 1
                else f"{len(values)} dice: {', '.join(map(str, values))}"
            )
            for values in (roll["values"] for roll in self.rolls)
        ]
        deadline = time.monotonic() + self.seconds * 2 + 60
        while time.monotonic() < deadline:
            told = page.evaluate("told")
            if len(told) >= len(expected):
                break
            page.wait_for_timeout(200)
        self.assertEqual(told[: len(expected)], expected)


class SampleRollTests(Rolls, PageTest):
    """Our own rendered clip, through the camera."""

    @classmethod
    def setUpClass(cls):
        cls.rolls = json.loads((root / "Samples/rolls.json").read_text())["rolls"]
        cls.clip = temporary(cls) / "rolls.y4m"
        rests = [roll["rest"] for roll in cls.rolls]
        cls.seconds = held(root / "Samples/rolls.mp4", cls.clip, rests, hold)
        super().setUpClass()


@unittest.skipUnless((shared / "data/rolls").is_dir(), "the clips of ../shared are not here")
class RealRollTests(Rolls, PageTest):
    """Eight rolls that somebody else filmed."""

    @classmethod
    def setUpClass(cls):
        truth = json.loads((shared / "data/rolls/truth.json").read_text())
        [clip] = [one for one in truth["clips"] if one["file"] == "eight-rolls.mp4"]
        cls.rolls = clip["rolls"]
        cls.clip = temporary(cls) / "rolls.y4m"
        rests = [roll["rest"] for roll in cls.rolls]
        cls.seconds = held(shared / "data/rolls/eight-rolls.mp4", cls.clip, rests, hold)
        super().setUpClass()


class ClipTests(PageTest):
    def test_a_clip_is_opened_and_played_without_a_camera(self):
        rolls = json.loads((root / "Samples/rolls.json").read_text())["rolls"]
        folder = temporary(type(self))
        held(root / "Samples/rolls.mp4", folder / "rolls.y4m", [rolls[0]["rest"]], 4)
        subprocess.run(
            ["ffmpeg", "-v", "error", "-i", folder / "rolls.y4m", folder / "rolls.mp4"], check=True
        )
        page = self.open("add")
        page.set_input_files("#file", str(folder / "rolls.mp4"))
        page.wait_for_selector(".die-tile")
        self.assertEqual(self.values(page), rolls[0]["values"])
        page.click("#replay")
        page.wait_for_selector("#stage[data-shows=clip]")


if __name__ == "__main__":
    unittest.main()
