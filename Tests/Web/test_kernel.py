"""The shipped module's arithmetic, in Chromium, against the same network in plain double precision."""

import pathlib

from support import PageTest, root

here = pathlib.Path(__file__).parent

# Of logits, and of the logarithms of a box's sides. The module rounds each layer's input to 13 bits, and
# weights to 10 bits or more of the largest: on this picture logits differ by 0.011 at most, by 0.0026 in the
# root mean square, and sides by 0.0003. The bounds leave room for other weights.
largest_difference = 0.03
largest_mean = 0.005
largest_side = 0.003

# Draws the sample for the network, runs it, and compares what it answers for every cell.
compare = """async () => {
  const { tensors, diceAnswer } = await import("./plain_network.js");
  const { formats, sighting } = await import("./engine/interface.js");
  const body = async path => (await fetch(path)).arrayBuffer();
  const imports = { page: { now: () => performance.now() } };
  const web = (await WebAssembly.instantiate(await body("playfield.wasm"), imports)).instance.exports;
  const file = await body("dice.safetensors");
  const pointer = web.memory_allocate(file.byteLength);
  new Uint8Array(web.memory.buffer, pointer, file.byteLength).set(new Uint8Array(file));
  if (web.dice_load(pointer, file.byteLength) !== 0) throw new Error("weights");

  const bitmap = await createImageBitmap(await (await fetch("dice.jpg")).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  canvas.drawImage(bitmap, 0, 0);
  const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
  const memory = web.frame_memory(data.length);
  new Uint8Array(web.memory.buffer, memory, data.length).set(data);
  const rgba = formats.indexOf("RGBA");
  const stride = 4 * bitmap.width;
  if (web.frame_describe(rgba, 0, true, bitmap.width, bitmap.height, 1, 0, stride, 0, 0, 0, 0) !== 0)
    throw new Error("frame");
  if (web.dice_draw(1, false) !== 0) throw new Error("draw");
  if (web.dice_infer() !== 0) throw new Error("infer");

  const [width, height] = [web.dice_picture_width(), web.dice_picture_height()];
  const pixels = new Uint8Array(web.memory.buffer, web.dice_picture(), 4 * width * height);
  const { values, ...shape } = diceAnswer(tensors(file), pixels, width, height);

  // A confidence that every cell has, so that the records are the cells in their order.
  const count = web.dice_inspect(1e-30, 0.3);
  // Behind their number.
  const records = new Float64Array(
    web.memory.buffer, web.dice_inspected() + 8, sighting.length * count);
  const cells = shape.width * shape.height;
  // Where a confidence is all but 0 or 1 its bits say little of the logit.
  const logit = p => Math.max(-10, Math.min(10, Math.log(p / (1 - p))));
  let largest = 0, squares = 0, side = 0, dice = 0;
  for (let cell = 0; cell < cells; cell++) {
    const scores = [0, 1, 2, 3, 4, 5].map(value => values[value * cells + cell]);
    scores.forEach((expected, value) => {
      const clamped = Math.max(-10, Math.min(10, expected));
      const { scores } = sighting.read(records, sighting.length * cell);
      const difference = Math.abs(logit(scores[value]) - clamped);
      largest = Math.max(largest, difference);
      squares += difference ** 2;
    });
    if (Math.max(...scores) < 0) continue;
    dice += 1;
    const { width: w, height: h } = sighting.read(records, sighting.length * cell).box;
    const [left, top, right, bottom] =
      [6, 7, 8, 9].map(channel => Math.exp(values[channel * cells + cell]));
    side = Math.max(
      side,
      Math.abs(Math.log((w * width) / (8 * (left + right)))),
      Math.abs(Math.log((h * height) / (8 * (top + bottom)))));
  }
  return { count, cells, dice, largest, mean: Math.sqrt(squares / cells / 6), side };
}"""


class KernelTests(PageTest):
    def test_the_module_answers_what_the_formulas_say(self):
        page = self.browser.new_page(server=self.site)
        self.addCleanup(page.close)
        page.route(
            "**/kernel", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html")
        )
        page.route(
            "**/plain_network.js", lambda route: route.fulfill(path=here / "plain_network.js")
        )
        page.route("**/dice.jpg", lambda route: route.fulfill(path=root / "Samples/dice.jpg"))
        page.goto(self.site.address + "kernel")
        result = page.evaluate(compare)
        self.assertEqual(result["count"], result["cells"])
        self.assertGreater(result["dice"], 0)
        self.assertLess(result["largest"], largest_difference)
        self.assertLess(result["mean"], largest_mean)
        self.assertLess(result["side"], largest_side)
