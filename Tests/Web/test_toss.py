"""The toss's module, `toss.wasm`, against the program with plain Swift, by a hash over the bits of all events."""

import pathlib
import subprocess
import tempfile
import unittest

root = pathlib.Path(__file__).resolve().parents[2]
poses = root / ".deps/mediapipe-0.10.21"
# Of boards, their fits, people, bodies and styles.
weights = [
    root / "Models/gameboard.safetensors",
    root / "Models/gameboard-fit.safetensors",
    poses / "pose-detection.safetensors.z",
    poses / "pose-landmarks.safetensors.z",
    root / "Models/throw-style.safetensors",
]


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=600).stdout.strip()


class Worlds(unittest.TestCase):
    def watch(self, clip, *frames):
        """Watches a film, or its first frames, in both worlds. -> what each prints of it"""
        with tempfile.TemporaryDirectory() as folder:
            file = f"{folder}/frames"
            native = run(root / ".build/debug/TossFrames", root / "Samples" / clip, file, *frames)
            module = run("node", root / "Tests/Web/watch_toss.mjs", root / ".build/web/toss.wasm", file, *weights)
        return native.split(", "), module.split(", ")


class FirstThrowTests(Worlds):
    def test_events_are_the_same_bit_by_bit(self):
        native, module = self.watch("toss.mp4", "130")
        self.assertEqual(native[:2], ["130 frames", "1 throws"])
        self.assertEqual(module[0], native[0])
        self.assertEqual(module[2], native[2])


class WholeGameTests(Worlds):
    def test_events_are_the_same_bit_by_bit(self):
        for clip, throws in [("toss.mp4", 3), ("toss-regulation.mp4", 8)]:
            with self.subTest(clip):
                native, module = self.watch(clip)
                self.assertEqual(native[1], f"{throws} throws")
                self.assertEqual((module[0], module[2]), (native[0], native[2]))
