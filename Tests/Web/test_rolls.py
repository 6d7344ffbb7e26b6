"""Rolls before a camera: the page shows exactly those, in order, and nothing else."""

import json
import subprocess
import sys
import unittest

import rolls
from support import PageTest, held, root, temporary

sys.path.append(str(root / "Benchmarks/Web"))
from processors import Meter  # noqa: E402


class Rolls:
    def prepare(self, page, clip):
        for script in clip.scripts:
            page.add_init_script(script)

    def test_the_page_shows_exactly_the_rolls_of_each_clip(self):
        for clip in self.clips():
            with self.subTest(clip.name), rolls.camera(clip) as (self.browser, rate):
                page = self.open("add", before=lambda page: self.prepare(page, clip))
                meter = Meter()
                played = rolls.play(page, rate)
                use = meter.read()
                self.doCleanups()
                taken = f"{played.frames_a_second:.1f} frames a second taken"
                print(f"{clip.name}: {taken}", end=" ", flush=True)
                is_slowed = played.frames_a_second < rolls.minimum_frames and not use.is_calm
                if played.values != clip.values and is_slowed:
                    others = f"others took {use.others:.0f} ms a second of the processors"
                    self.skipTest(f"{taken}, too few to see each rest, but {others}: {played.values}")
                self.assertEqual(played.values, clip.values, taken)


class SampleRollTests(Rolls, PageTest):
    """Our own rendered clip, through the camera."""

    clips = staticmethod(rolls.sample_clips)

    @classmethod
    def setUpClass(cls):
        cls.serve()


@unittest.skipUnless(rolls.real_clips(), "the clips of ../shared are not here")
class RealRollTests(Rolls, PageTest):
    """Twelve rolls that somebody else filmed."""

    clips = staticmethod(rolls.real_clips)

    @classmethod
    def setUpClass(cls):
        cls.serve()


class ClipTests(PageTest):
    def test_a_clip_is_opened_and_played_without_a_camera(self):
        truth = json.loads((root / "Samples/rolls.json").read_text())["rolls"]
        folder = temporary(type(self))
        held(root / "Samples/rolls.mp4", folder / "rolls.y4m", [truth[0]["rest"]], 4)
        subprocess.run(
            ["ffmpeg", "-v", "error", "-i", folder / "rolls.y4m", folder / "rolls.mp4"], check=True
        )
        page = self.open("add")
        page.set_input_files("#file", str(folder / "rolls.mp4"))
        page.wait_for_selector(".die-tile")
        self.assertEqual(self.values(page), truth[0]["values"])
