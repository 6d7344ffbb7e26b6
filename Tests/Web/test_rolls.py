"""Real rolls before a camera: the page shows exactly those, in order, and nothing else."""

import json
import subprocess
import time
import unittest

from support import PageTest, as_it_is, chromium, held, root, shared, temporary

# A clip is played as it is. The end of a roll takes several frames, and a machine whose cores are taken
# many times over sees less than one a second: what it told wrongly is played again, if it saw too little,
# with each rest held for so many seconds, at so many frames a second.
holds = [(4, 10), (16, 5), (40, 2)]
# In fewer frames a rest the end of a roll is not to be seen, whoever looks.
least_frames = 6

# When the page hands a frame to the engine.
watched = """
  window.given = [];
  const Real = Worker;
  window.Worker = class extends Real {
    postMessage(message, transfer) {
      if (message.name === "see") window.given.push(performance.now() / 1000);
      super.postMessage(message, transfer);
    }
  };
  addEventListener("DOMContentLoaded", () => {
    window.told = [];
    const live = document.getElementById("dice-live");
    new MutationObserver(() => window.told.push(live.textContent)).observe(live, { childList: true });
  });
"""


class Rolls:
    def test_the_page_shows_exactly_the_rolls_of_the_clip(self):
        expected = [
            (
                f"One die: {values[0]}"
                if len(values) == 1
                else f"{len(values)} dice: {', '.join(map(str, values))}"
            )
            for values in (roll["values"] for roll in self.rolls)
        ]
        rests = [roll["rest"] for roll in self.rolls]
        clip = temporary(type(self)) / "rolls.y4m"
        for speed in [None, *holds]:
            if speed:
                rest = speed[0]
                seconds = held(self.source, clip, rests, *speed)
            else:
                seconds, own = as_it_is(self.source, clip)
                rest = min(last - first + 1 for first, last in rests) / own
            told, longest = self.played(clip, seconds, rest, len(expected))
            if told == expected or longest < rest / least_frames:
                break
        shown = f"with rests of {rest} s" if speed else "at its own speed"
        print(f"{self.source.name} {shown}, no frame for {longest:.2f} s at most", end=" ", flush=True)
        self.assertEqual(told, expected, f"{shown}, no frame for {longest:.2f} s")

    def played(self, clip, seconds, rest, count):
        """What the page tells of the clip, and the longest time, in seconds, for which it saw no frame."""
        self.browser = self.enterContext(chromium(clip))
        page = self.open("add", before=lambda page: page.add_init_script(watched))
        page.click("#use-camera")
        page.wait_for_function("() => given.length > 0")
        # The clip begins anew at its end, so what it told too often is to be seen before.
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            told, frames = page.evaluate("[told, given]")
            if len(told) >= count and left < rest / 2:
                break
            page.wait_for_timeout(200)
        self.doCleanups()
        return told, max(b - a for a, b in zip(frames, frames[1:]))


class SampleRollTests(Rolls, PageTest):
    """Our own rendered clip, through the camera."""

    source = root / "Samples/rolls.mp4"

    @classmethod
    def setUpClass(cls):
        cls.rolls = json.loads((root / "Samples/rolls.json").read_text())["rolls"]
        cls.serve()


@unittest.skipUnless((shared / "data/rolls").is_dir(), "the clips of ../shared are not here")
class RealRollTests(Rolls, PageTest):
    """Eight rolls that somebody else filmed."""

    source = shared / "data/rolls/eight-rolls.mp4"

    @classmethod
    def setUpClass(cls):
        truth = json.loads((shared / "data/rolls/truth.json").read_text())
        [clip] = [one for one in truth["clips"] if one["file"] == "eight-rolls.mp4"]
        cls.rolls = clip["rolls"]
        cls.serve()


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
