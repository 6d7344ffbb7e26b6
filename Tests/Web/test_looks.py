"""What becomes of a film's frames while dice are read in one of them, with an engine and a table that a test stands in for."""

import unittest

from support import PageTest

# Runs steps on a `Looks`; `see`: a frame comes; `answer`: the reading that is under way ends; `turn`: the picture is shown
# another way; `wait` and `go`: whether frames are to be those in which dice were read; `leave`: nobody follows any more.
# -> what was called, in order, and how many pictures are still open
looked = """async ([isClip, steps]) => {
  const { Looks } = await import("./shell/looks.js");
  const calls = [];
  let [made, open] = [0, 0];
  const picture = (name = made += 1) => {
    open += 1;
    let isOpen = true;
    return { name, clone: () => picture(name), close() { if (isOpen) open -= 1; isOpen = false; } };
  };
  const source = {
    size: { width: 640, height: 480 }, boundedSize: { width: 640, height: 480 }, facesPlayer: false, video: {},
    picture: async () => picture(),
  };
  let answer;
  const reader = {
    see: ({ picture }) => {
      calls.push(`read ${picture.name}`);
      picture.close();
      return new Promise((resolve) => { answer = resolve; });
    },
  };
  let view = new AbortController();
  const looks = new Looks(source, reader,
    () => ({ signal: view.signal, isClip, isCamera: !isClip, turns: 0, mirrored: false }),
    { state: (state) => calls.push(`state ${state}`), failed: (problem) => calls.push(`failed ${problem}`) });
  const follows = {
    waits: false,
    take: async ({ picture }) => { calls.push(`follow ${picture.name}`); picture.close(); },
  };
  looks.follows = follows;
  const settled = () => new Promise((resolve) => { setTimeout(resolve, 5); });
  for (const step of steps) {
    if (step === "see") looks.see(0);
    else if (step === "answer") answer(calls.at(-1) && "known");
    else if (step === "wait") follows.waits = true;
    else if (step === "go") follows.waits = false;
    else if (step === "leave") looks.follows = undefined;
    else if (step === "turn") { view.abort(); view = new AbortController(); }
    await settled();
  }
  return [calls, open];
}"""


class LooksTests(PageTest):
    engine = "chromium"

    def check(self, steps, wanted, is_clip=False):
        calls, still_open = self.open().evaluate(looked, [is_clip, steps])
        self.assertEqual(calls, wanted)
        self.assertEqual(still_open, 0)

    def test_a_table_is_followed_while_dice_are_read_but_in_the_first_frame_of_a_view(self):
        self.check(
            ["see", "answer", "see", "see", "see", "answer", "see", "answer"],
            ["read 1", "state known", "follow 1", "read 2", "follow 2", "follow 3", "follow 4", "state known", "read 5",
             "follow 5", "state known"],
        )  # fmt: skip

    def test_where_dice_must_be_those_of_the_frame_it_waits_for_them(self):
        self.check(
            ["see", "answer", "see", "wait", "see", "answer", "see", "answer", "go", "see", "answer"],
            ["read 1", "state known", "follow 1", "read 2", "follow 2", "state known", "read 4", "state known", "follow 4",
             "read 5", "follow 5", "state known"],
        )  # fmt: skip

    def test_a_clip_waits_for_each_reading(self):
        self.check(
            ["see", "answer", "see", "answer"],
            ["read 1", "state known", "follow 1", "read 2", "state known", "follow 2"],
            is_clip=True,
        )

    def test_a_reading_of_another_view_is_not_reported_and_nothing_is_followed_meanwhile(self):
        self.check(
            ["see", "answer", "see", "turn", "see", "answer", "see", "answer"],
            ["read 1", "state known", "follow 1", "read 2", "follow 2", "read 4", "state known", "follow 4"],
        )

    def test_once_nobody_follows_frames_wait_for_the_reading(self):
        self.check(
            ["see", "answer", "see", "leave", "see", "answer", "see", "answer"],
            ["read 1", "state known", "follow 1", "read 2", "follow 2", "state known", "read 4", "state known"],
        )


if __name__ == "__main__":
    unittest.main()
