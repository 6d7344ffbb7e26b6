"""What the network is shown of a camera's frame: within 2 of 255 of the browser's own picture."""

import unittest

from support import PageTest, alter, as_it_is, root, temporary, watched_ways

# `compare(frame, orientation)`: how far, of 255, what the network is shown of a frame's planes differs
# from what it is shown of the copy that the browser draws.
comparing = """
  const { Engine } = await import('./engine/engine.js');
  const { usual } = await import('./engine/dice-settings.js');
  const engine = new Engine(() => {});
  await engine.start();
  const shown = async (picture, size, orientation) => {
    // Of a still picture Look inside is shown the whole.
    const request = { picture, size, orientation, inspect: usual };
    const { inside, way } = await engine.call('dice.look', request, [picture]);
    return { ...inside.picture, way };
  };
  const compare = async (frame, orientation) => {
    const size = { width: frame.displayWidth, height: frame.displayHeight };
    const copy = await shown(await createImageBitmap(frame), size, orientation);
    const planes = await shown(frame.clone(), size, orientation);
    const [a, b] = [new Uint8Array(copy.pixels), new Uint8Array(planes.pixels)];
    let [difference, spread] = [0, 0];
    a.forEach((value, index) => {
      difference = Math.max(difference, Math.abs(value - b[index]));
      spread = Math.max(spread, Math.abs(value - a[index % 4]));
    });
    const sizes = [copy.width, copy.height, planes.width, planes.height];
    const { matrix, fullRange } = frame.colorSpace;
    const ways = [copy.way, planes.way];
    return { difference, spread, sizes, ways, format: frame.format, matrix, fullRange };
  };
"""

camera = f"""async ([width, height]) => {{
  {comparing}
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = await navigator.mediaDevices.getUserMedia(
    {{ video: {{ width: {{ exact: width }}, height: {{ exact: height }} }} }});
  await video.play();
  await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
  const frame = new VideoFrame(video);
  const results = [];
  for (const orientation of [1, 2, 6, 8]) results.push(await compare(frame, orientation));
  frame.close();
  return results;
}}"""

# A frame of soft colours, without sharp edges, where everyone fills in missing samples in another way.
made = f"""async (options) => {{
  {comparing}
  const {{ codedWidth: width, codedHeight: height, format }} = options;
  const soft = (x, y, phase) => 128 + 60 * Math.sin(x * 5 + phase) * Math.cos(y * 4 - phase);
  const bytes = [];
  const plane = (columns, rows, phases) => {{
    for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++)
      for (const phase of phases) bytes.push(phase === null ? 255 : soft(x / columns, y / rows, phase));
  }};
  const [halfWidth, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  if (format === 'I420') {{
    plane(width, height, [0]); plane(halfWidth, halfHeight, [1]); plane(halfWidth, halfHeight, [2]);
  }} else if (format === 'NV12') {{
    plane(width, height, [0]); plane(halfWidth, halfHeight, [1, 2]);
  }} else {{
    plane(width, height, [0, 1, 2, null]);
  }}
  const frame = new VideoFrame(new Uint8Array(bytes), {{ timestamp: 0, ...options }});
  const result = await compare(frame, 1);
  frame.close();
  return result;
}}"""

limited = {"fullRange": False, "primaries": "bt709", "transfer": "bt709"}
full = {**limited, "fullRange": True}
# Each row is one thing that may go wrong; `way` is how the frame goes into the module.
frames = [
    ("planes", {"format": "I420", "colorSpace": {**limited, "matrix": "smpte170m"}}),
    ("planes", {"format": "I420", "colorSpace": {**limited, "matrix": "bt709"}}),
    ("planes", {"format": "I420", "colorSpace": {**full, "matrix": "bt709"}}),
    ("planes", {"format": "NV12", "colorSpace": {**limited, "matrix": "bt470bg"}}),
    ("planes", {"format": "NV12", "colorSpace": {**full, "matrix": "smpte170m"}}),
    ("canvas", {"format": "NV12", "colorSpace": {**limited, "matrix": "bt2020-ncl"}}),
    ("rgba", {"format": "RGBA"}),
    ("rgba", {"format": "BGRX"}),
    ("planes", {"format": "I420", "rotation": 90}),
    ("planes", {"format": "I420", "rotation": 180, "flip": True}),
    ("planes", {"format": "NV12", "rotation": 270, "flip": True}),
    ("planes", {"format": "I420", "visibleRect": {"x": 64, "y": 32, "width": 512, "height": 400}}),
    ("planes", {"format": "I420", "codedWidth": 639, "codedHeight": 479}),
]


class PlanesTest(PageTest):
    def check(self, result, way, tolerance):
        self.assertEqual(result["ways"], ["canvas", way])
        self.assertEqual(result["sizes"][:2], result["sizes"][2:])
        self.assertGreater(result["spread"], 30, "there is something to see")
        self.assertLessEqual(result["difference"], tolerance)


class FrameTests(PlanesTest):
    def test_frames_of_every_kind_are_shown_as_the_browser_draws_them(self):
        page = self.open()
        for way, options in frames:
            with self.subTest(**options):
                matrix = options.get("colorSpace", {}).get("matrix")
                # Firefox makes no frame of an odd size, and draws BT.470 BG by BT.709, not as SMPTE 170M, its equal.
                if self.browser.name == "firefox" and ("codedWidth" in options or matrix == "bt470bg"):
                    continue
                options = {"codedWidth": 640, "codedHeight": 480, **options}
                result = page.evaluate(made, options)
                # Chromium multiplies by BT.709 of limited range in 8 bits, into which one factor does not fit:
                # its own blue is off by up to 7.
                coarse = (result["matrix"], result["fullRange"]) == ("bt709", False)
                self.check(result, way, 8 if coarse else 2)


class NoiseTests(PageTest):
    def test_where_canvases_give_noise_stills_and_films_are_read_by_frames(self):
        read = "context.getImageData(0, 0, 1, 1).data"
        noisy = f"{read}.map((one) => one ^ 85)"

        def before(page):
            alter(page, "engine/pixels.js", read, noisy)
            page.add_init_script(watched_ways)

        page = self.open("add", before=before)
        page.set_input_files("#file", str(root / "Samples/dice.jpg"))
        page.wait_for_selector("#pad[data-open=true]")
        self.assertEqual(self.values(page), [4, 3, 4, 6, 1, 2, 5])
        page.set_input_files("#file", str(root / "Samples/rolls.mp4"))
        page.wait_for_function("() => document.querySelectorAll('#dice .die-tile').length === 3")
        self.assertEqual(self.values(page), [4, 6, 2])
        self.assertNotIn("canvas", page.evaluate("ways"))


class CameraTests(PlanesTest):
    served = True
    width = 1280

    @classmethod
    def setUpClass(cls):
        cls.clip = temporary(cls) / "rolls.y4m"
        as_it_is(root / "Samples/rolls.mp4", cls.clip, (cls.width, cls.width * 3 // 4))
        super().setUpClass()

    def test_a_cameras_planes_are_shown_as_the_browser_draws_them(self):
        size = (self.width, self.width * 3 // 4)
        # Elsewhere a canvas stands in for a camera.
        way = "planes" if self.browser.name == "chromium" else "rgba"
        for result in self.open().evaluate(camera, size):
            with self.subTest(sizes=result["sizes"]):
                self.check(result, way, 2)


class SmallCameraTests(CameraTests):
    width = 640


if __name__ == "__main__":
    unittest.main()
