"""The toss's module, `toss.wasm`, against the program with plain Swift, by a hash over the bits of all events."""

import pathlib
import subprocess
import tempfile
import unittest

from support import PageTest, frame_reader, root, version

poses = root / ".deps/mediapipe-0.10.21"
# Of boards, their fits, people, bodies and styles.
weights = [
    root / "Models/gameboard.safetensors",
    root / "Models/gameboard-fit.safetensors",
    poses / "pose-detection.safetensors.z",
    poses / "pose-landmarks.safetensors.z",
    root / "Models/throw-style.safetensors",
]
samples = {"toss.mp4": 3, "toss-regulation.mp4": 8}
rendered = root / ".data/toss-games"
clips = root.parent / "shared/data/clips"

# Has the toss's workers see the frames of a file. -> how many they saw, what they reported, the hash
watched = """async (address) => {
  const { Engine } = await import("./engine/engine.js");
  const reports = [];
  let count = 0;
  let waiting = 0;
  let wake = () => {};
  let stumbled;
  const failed = new Promise((_, reject) => { stumbled = () => reject(new Error("a worker stumbled")); });
  failed.catch(() => {});
  const engine = new Engine(stumbled, "toss/worker.js", (report) => {
    if (report.kind !== "seen") return reports.push(report);
    count += 1;
    waiting -= 1;
    wake();
  });
  await engine.start(() => {});
  await engine.call("toss.begin", { isCornhole: false, began: 0 });

  READER
  for (let head = await read(28); head; head = await read(28)) {
    const numbers = new DataView(head);
    const [width, height, matrix, isFullRange, orientation] =
      [8, 12, 16, 20, 24].map((at) => numbers.getInt32(at, true));
    const time = Number(numbers.getBigInt64(0, true));
    const samples = await read(width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2));
    // A queue that is never long: nothing is left out.
    while (waiting > 1) await Promise.race([failed, new Promise((resolve) => { wake = resolve; })]);
    waiting += 1;
    engine.call("toss.see", { time, width, height, matrix, isFullRange, orientation, samples }, [samples]);
  }
  await Promise.race([failed, engine.call("toss.finish")]);
  const { hash } = await engine.call("toss.state");
  return { count, reports, hash };
}""".replace("READER", frame_reader)


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=1200).stdout.strip()


def frames(test, clip, *most):
    """Has the program watch a clip, or its first frames. -> what it prints of it, and the file of its frames"""
    folder = tempfile.TemporaryDirectory()
    test.addCleanup(folder.cleanup)
    file = pathlib.Path(folder.name) / "frames"
    return run(root / ".build/debug/TossFrames", clip, file, *most).split(", "), file


class FirstThrowTests(unittest.TestCase):
    def test_events_are_the_same_bit_by_bit(self):
        native, file = frames(self, root / "Samples/toss.mp4", "130")
        self.assertEqual(native[:2], ["130 frames", "1 throws"])
        node = ["node", "--experimental-default-type=module"]
        watch = root / "Tests/Web/watch_toss.mjs"
        module = run(*node, watch, root / ".build/web/toss.wasm", file, *weights).split(", ")
        self.assertEqual(module[:3], native)


class Page(PageTest):
    def watch(self, clip, *most):
        """Has the program and the page watch a clip. -> what either makes of it, as the program prints it; the page's
        reports
        """
        native, file = frames(self, clip, *most)
        page = self.open()
        seen = page.evaluate(watched, self.site.offer("frames", file))
        throws = sum(report["kind"] == "throwEnded" for report in seen["reports"])
        return native, [f"{seen['count']} frames", f"{throws} throws", seen["hash"]], seen["reports"]


class FirstThrowOnThePageTests(Page):
    engine = "chromium"

    def test_events_are_the_same_bit_by_bit_and_the_throw_is_reported(self):
        native, page, reports = self.watch(root / "Samples/toss.mp4", "130")
        self.assertEqual(page, native)
        (ended,) = [report for report in reports if report["kind"] == "throwEnded"]
        toss = ended["toss"]
        self.assertEqual((toss["number"], toss["outcome"], toss["style"]), (1, "board", "underhand"))
        self.assertGreater(len(toss["path"]), 10)
        states = [report["state"] for report in reports if report["kind"] == "stateChanged"]
        self.assertEqual(states[-1], "summary")


# Has a `Toss` see frames, 50 ms apart, of a module that waits for an answer from its third frame on until `answered` is called
# and wants no frame whose time is in `unwanted`. -> what it was called with, before the answer and in the end
queued = """async ([count, unwanted, isLeft]) => {
  const { Toss } = await import("./engine/toss/toss.js");
  const calls = [];
  let [seen, isAsked, isWaiting] = [0, false, false];
  const call = {
    toss_events: () => 0, frame_memory: () => 8, frame_describe() {}, toss_network: () => 0, toss_input: () => 8,
    toss_input_width: () => 1, toss_input_height: () => 1, memory_allocate: () => 8, memory_free() {},
    toss_paths: () => 0, toss_scene: () => 0, toss_board: () => 0, toss_people: () => 0,
    toss_picture: () => 8, toss_picture_width: () => 1, toss_picture_height: () => 1,
    toss_waits: () => isWaiting,
    toss_wants(time, newest) { calls.push(["wants", time, newest]); return !unwanted.includes(time); },
    toss_see(time) {
      calls.push(["see", time]);
      isWaiting = (seen += 1) === 3;
    },
    toss_next() { const isNew = isWaiting && !isAsked; isAsked ||= isNew; return isNew; },
    toss_answer() { isWaiting = false; calls.push(["answer"]); },
    toss_begin() { [seen, isAsked, isWaiting] = [0, false, false]; calls.push(["begin"]); },
    toss_lose(time) { calls.push(["lose", time]); },
    toss_finish() { calls.push(["finish"]); },
  };
  const module = { call, bytes: (_, length) => new Uint8Array(length), list: () => [], size: 1 };
  let answered;
  const networks = { size: 1, run: () => new Promise((resolve) => { answered = () => resolve(new Float32Array(1)); }) };
  const toss = new Toss(module, networks, ({ kind }) => { if (kind === "otherSize") calls.push([kind]); });
  toss.begin({ isCornhole: false, began: 0 });
  for (let index = 0; index < count; index += 1) {
    toss.see({ time: 50_000 * index, samples: new ArrayBuffer(3), width: 1, height: 1 });
    await new Promise((resolve) => { setTimeout(resolve, 5); });
  }
  const before = calls.splice(0);
  if (isLeft) toss.begin({ isCornhole: true, began: 0 });
  answered();
  toss.see({ time: 1e7, samples: new ArrayBuffer(4), width: 2, height: 1 });
  if (isLeft) toss.see({ time: 2e7, samples: new ArrayBuffer(3), width: 1, height: 1 });
  await toss.finish();
  toss.see({ time: 3e7, samples: new ArrayBuffer(3), width: 1, height: 1 });
  await new Promise((resolve) => { setTimeout(resolve, 20); });
  return [before, calls];
}"""


class QueueTests(Page):
    engine = "chromium"

    def test_frames_wait_for_an_answer_in_order_and_are_lost_where_the_queue_is_full(self):
        before, after = self.open().evaluate(queued, [36, [200_000], False])
        times = [50_000 * index for index in range(36)]
        self.assertEqual([call[1] for call in before if call[0] == "see"], times[:3])
        # Thirty frames span 1,450 ms; the next one would span 1,500.
        lost = times[33:]
        self.assertEqual([call for call in before if call[0] == "lose"], [["lose", time] for time in lost])
        # A frame of another size is left out, and one after the end.
        self.assertEqual(after[:2], [["otherSize"], ["answer"]])
        self.assertEqual(after[-1], ["finish"])
        wanted = [call for call in after if call[0] == "wants"]
        self.assertEqual(wanted, [["wants", time, times[32]] for time in times[3:33]])
        seen = [time for name, *rest in after if name == "see" for time in rest]
        self.assertEqual(seen, [time for time in times[3:33] if time != 200_000])

    def test_another_game_has_neither_the_frames_nor_the_answers_of_the_one_before(self):
        _, after = self.open().evaluate(queued, [16, [], True])
        self.assertEqual(
            after, [["begin"], ["otherSize"], ["wants", 1e7, 1e7], ["see", 1e7], ["finish"]]
        )


kept = """async () => {
  const all = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) {
      all.push(new URL(url).pathname.split("/").slice(2).join("/"));
    }
  }
  return all;
}"""


class KeptTests(Page):
    engine = "chromium"

    def test_the_toss_is_loaded_when_it_is_first_asked_for_and_kept_from_then_on(self):
        page = self.open(worker=True)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        scripts = [
            "incoming", "interface", "network-runs", "networks", "networks-worker", "recent", "toss", "worker",
        ]
        files = {"toss.wasm", *(file.name for file in weights), *(f"engine/toss/{name}.js" for name in scripts)}
        self.assertEqual(files & set(page.evaluate(kept)), set())
        page.evaluate(
            """async (folder) => {
              const { Engine } = await import(`/${folder}/engine/engine.js`);
              await new Engine(() => {}, "toss/worker.js").start(() => {});
            }""",
            version(),
        )
        self.assertEqual(files - set(page.evaluate(kept)), set())


class WholeGames(Page):
    def check(self, clip, throws=None):
        with self.subTest(clip=clip.stem):
            native, page, _ = self.watch(clip)
            if throws is not None:
                self.assertEqual(native[1], f"{throws} throws")
            self.assertEqual(page, native)

    def check_samples(self):
        for clip, throws in samples.items():
            self.check(root / "Samples" / clip, throws)


class WholeGameChromiumTests(WholeGames):
    engine = "chromium"

    def test_samples(self):
        self.check_samples()

    def test_rendered_games(self):
        games = sorted(rendered.glob("*.mp4"))
        if not games:
            self.skipTest("'make toss-games' renders them")
        for clip in games:
            self.check(clip)

    def test_clips(self):
        if not clips.exists():
            self.skipTest("no clips of other people in ../shared")
        for clip in sorted(clips.glob("*.mp4")):
            self.check(clip)


class WholeGameFirefoxTests(WholeGames):
    engine = "firefox"

    def test_samples(self):
        self.check_samples()


class WholeGameWebKitTests(WholeGames):
    engine = "webkit"

    def test_samples(self):
        self.check_samples()
