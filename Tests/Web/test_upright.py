"""Cameras that send their frames upside down, which WebKit's frames do not say: they are compared
with the video.
"""

import unittest

from support import PageTest, watched_ways

compared = """async ([samples, shown]) =>
  (await import('./shell/upright.js')).isUpsideDown(samples, shown) ?? null"""

ramp = [10 * place for place in range(12)]

# A camera whose frames lie turned by `half` a turn, and whose video doesn't; what becomes of its
# frames is kept.
camera = """
  delete VideoFrame.prototype.rotation;
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
    const context = canvas.getContext('2d');
    const draw = () => {
      context.fillStyle = '#246';
      context.fillRect(0, 0, 640, 480);
      context.fillStyle = '#eee';
      context.fillRect(40, 40, 300, 200);
      context.fillStyle = `rgb(${performance.now() % 255} 0 0)`;
      context.fillRect(0, 470, 10, 10);
      setTimeout(draw, 30);
    };
    draw();
    return canvas.captureStream(30);
  };
  const Real = VideoFrame;
  if (HALF) window.VideoFrame = new Proxy(Real, { construct(kind, [source, options]) {
    if (!(source instanceof HTMLVideoElement)) return new Real(source, options);
    const turned = new OffscreenCanvas(source.videoWidth, source.videoHeight);
    const context = turned.getContext('2d');
    context.translate(turned.width, turned.height);
    context.rotate(Math.PI);
    context.drawImage(source, 0, 0);
    return new Real(turned, { timestamp: 0 });
  } });
"""


class UprightTests(PageTest):
    def test_samples_are_compared_with_what_is_shown(self):
        page = self.open()
        for name, samples, shown, expected in [
            ("the same, in another range", ramp, [16 + 0.86 * one for one in ramp], False),
            ("upside down", ramp, ramp[::-1], True),
            (
                "symmetric, so that either would do",
                ramp[:6] + ramp[5::-1],
                ramp[:6] + ramp[5::-1],
                None,
            ),
            ("of one colour, as a plain table", [7] * 12, [9] * 12, None),
            (
                "another picture, which says nothing",
                ramp,
                [0, 90, 10, 80, 5, 70, 20, 60, 9, 50, 30, 40],
                None,
            ),
        ]:
            with self.subTest(name):
                self.assertEqual(page.evaluate(compared, [samples, shown]), expected)

    def test_frames_that_lie_upside_down_are_not_taken_as_they_are(self):
        for half, way in (("true", "canvas"), ("false", "rgba")):
            with self.subTest(way):
                script = camera.replace("HALF", half) + watched_ways
                page = self.open("add", before=lambda page: page.add_init_script(script))
                page.click("#use-camera")
                page.wait_for_function(
                    "(way) => ways.slice(-3).join() === [way, way, way].join()", arg=way
                )


if __name__ == "__main__":
    unittest.main()
