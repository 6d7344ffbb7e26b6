"""What the network is shown of a camera's frame: within 2 of 255 of the browser's own picture."""

import unittest

from support import PageTest, as_it_is, root, temporary

# Has the engine draw one frame twice: from its planes, and from the copy that the browser draws.
draw = """async ([width, height]) => {
  const { Engine } = await import('./engine/engine.js');
  const engine = new Engine(() => {});
  await engine.start();
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = await navigator.mediaDevices.getUserMedia(
    { video: { width: { exact: width }, height: { exact: height } } });
  await video.play();
  await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
  const frame = new VideoFrame(video);
  const inspect = { confidence: 0.2, overlap: 0.3 };
  const shown = async (picture, orientation) => {
    // Of a still picture Look inside is shown the whole.
    const request = { picture, size: { width, height }, orientation, inspect };
    return (await engine.call('look', request, [picture])).inside.picture;
  };
  const results = [];
  for (const orientation of [1, 2, 6, 8]) {
    const copy = await shown(await createImageBitmap(frame), orientation);
    const planes = await shown(frame.clone(), orientation);
    const [a, b] = [new Uint8Array(copy.pixels), new Uint8Array(planes.pixels)];
    let most = 0, sum = 0, spread = 0;
    a.forEach((value, index) => {
      most = Math.max(most, Math.abs(value - b[index]));
      sum += Math.abs(value - b[index]);
      spread = Math.max(spread, Math.abs(value - a[0]));
    });
    results.push({
      orientation, most, mean: sum / a.length, spread, format: frame.format,
      sizes: [copy.width, copy.height, planes.width, planes.height],
    });
  }
  return results;
}"""


class CameraPlanesTests(PageTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = temporary(cls)
        cls.clip = cls.folder / "rolls.y4m"
        as_it_is(root / "Samples/rolls.mp4", cls.clip, width=1280)
        super().setUpClass()

    def test_planes_and_the_browsers_own_picture_are_the_same(self):
        page = self.open()
        for width, height in [(1280, 960), (640, 480)]:
            for result in page.evaluate(draw, [width, height]):
                with self.subTest(size=(width, height), orientation=result["orientation"]):
                    self.assertEqual(result["format"], "I420", "so that planes are what is tested")
                    self.assertEqual(result["sizes"][:2], result["sizes"][2:])
                    self.assertGreater(result["spread"], 60, "there is something to see")
                    self.assertLessEqual(result["most"], 2)
                    self.assertLess(result["mean"], 0.6)


if __name__ == "__main__":
    unittest.main()
