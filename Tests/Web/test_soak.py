"""Playing on and on with the camera, and memory stays what it was.

`make soak` plays for ten minutes, or for PLAYFIELD_SOAK seconds.
"""

import json
import os
import pathlib
import time
import unittest

from support import PageTest, held, root, temporary

seconds = float(os.environ.get("PLAYFIELD_SOAK", 600))


class SoakTests(PageTest):
    @classmethod
    def setUpClass(cls):
        rolls = json.loads((root / "Samples/rolls.json").read_text())["rolls"]
        cls.clip = temporary(cls) / "rolls.y4m"
        held(root / "Samples/rolls.mp4", cls.clip, [roll["rest"] for roll in rolls], 4)
        super().setUpClass()

    def test_memory_is_flat_while_rolls_come_and_answers_go(self):
        page = self.open("add", reduced_motion="reduce")
        inspector = page.context.new_cdp_session(page)
        page.click("#use-camera")
        page.wait_for_selector(".die-tile")
        samples, answers = [], 0
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if page.evaluate("document.getElementById('pad').dataset.open") == "true":
                values = self.values(page)
                page.keyboard.type(str(sum(values)))
                page.click("#check")
                answers += 1
            page.wait_for_timeout(min(2000, seconds * 25))
            inspector.send("HeapProfiler.collectGarbage")
            heap = inspector.send("Runtime.getHeapUsage")["usedSize"]
            page.evaluate("location.hash = 'inside'")
            page.wait_for_selector("#times tr")
            module = float(page.text_content("#module-memory"))
            page.evaluate("location.hash = 'add'")
            samples.append((heap / 1e6, module, resident()))
        self.assertGreater(answers, 0)
        self.assertGreaterEqual(len(samples), 6)
        third = len(samples) // 3
        for index, (name, slack) in enumerate([("heap", 2), ("module", 0), ("resident", 30)]):
            early = max(sample[index] for sample in samples[third : 2 * third])
            late = sorted(sample[index] for sample in samples[-third:])[third // 2]
            print(f"{name}: {early:.1f} MB, at the end {late:.1f} MB", end="; ")
            self.assertLessEqual(late, early * 1.05 + slack, f"{name} grows: {samples}")
        print(f"{answers} answers in {seconds:.0f} s")


def resident():
    """The memory of this process's browser, in MB."""
    parents, sizes = {}, {}
    for status in pathlib.Path("/proc").glob("[0-9]*/status"):
        try:
            lines = dict(
                line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line
            )
        except (OSError, ValueError):
            continue
        pid = int(status.parent.name)
        parents[pid] = int(lines["PPid"])
        sizes[pid] = int(lines.get("VmRSS", "0 kB").split()[0]) / 1000

    def is_ours(pid):
        while pid > 1:
            if pid == os.getpid():
                return True
            pid = parents.get(pid, 0)
        return False

    return sum(size for pid, size in sizes.items() if is_ours(pid))


if __name__ == "__main__":
    unittest.main()
