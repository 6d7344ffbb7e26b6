// The dice network in double precision, as its formulas stand: what the module's answers are compared with.

/** The tensors of a safetensors file: `name -> { shape, values }`. */
export function tensors(buffer) {
  const length = Number(new DataView(buffer).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
  delete header.__metadata__;
  const types = { F16: Float16Array, F32: Float32Array };
  return Object.fromEntries(
    Object.entries(header).map(([name, { dtype, shape, data_offsets: [start, end] }]) => [
      name,
      { shape, values: Float64Array.from(new types[dtype](buffer.slice(8 + length + start, 8 + length + end))) },
    ]),
  );
}

/** A plane of zeros, channel by channel. */
const plane = (channels, height, width) => ({
  channels, height, width, values: new Float64Array(channels * height * width),
});

function convolved(input, weights, name, { stride = 1, relu = true, adding } = {}) {
  const { shape: [outputs, inputs, size], values } = weights[`${name}.weight`];
  const bias = weights[`${name}.bias`].values;
  const padding = size >> 1;
  const output = plane(
    outputs,
    Math.floor((input.height + 2 * padding - size) / stride) + 1,
    Math.floor((input.width + 2 * padding - size) / stride) + 1,
  );
  const area = output.height * output.width;
  for (let out = 0; out < outputs; out++) {
    const sums = output.values.subarray(out * area, (out + 1) * area).fill(bias[out]);
    for (let channel = 0; channel < inputs; channel++) {
      for (let row = 0; row < size; row++) {
        for (let column = 0; column < size; column++) {
          const weight = values[((out * inputs + channel) * size + row) * size + column];
          for (let y = 0; y < output.height; y++) {
            const sourceY = y * stride - padding + row;
            if (sourceY < 0 || sourceY >= input.height) continue;
            const line = (channel * input.height + sourceY) * input.width;
            for (let x = 0; x < output.width; x++) {
              const sourceX = x * stride - padding + column;
              if (sourceX < 0 || sourceX >= input.width) continue;
              sums[y * output.width + x] += weight * input.values[line + sourceX];
            }
          }
        }
      }
    }
  }
  output.values.forEach((value, index) => {
    output.values[index] = (relu ? Math.max(0, value) : value) + (adding ? adding.values[index] : 0);
  });
  return output;
}

/** The maxima over squares of 5 x 5. */
function pooled(input) {
  const output = plane(input.channels, input.height, input.width);
  for (let channel = 0; channel < input.channels; channel++) {
    for (let y = 0; y < input.height; y++) {
      for (let x = 0; x < input.width; x++) {
        let most = -Infinity;
        for (let row = Math.max(0, y - 2); row <= Math.min(input.height - 1, y + 2); row++) {
          for (let column = Math.max(0, x - 2); column <= Math.min(input.width - 1, x + 2); column++) {
            most = Math.max(most, input.values[(channel * input.height + row) * input.width + column]);
          }
        }
        output.values[(channel * input.height + y) * input.width + x] = most;
      }
    }
  }
  return output;
}

function upsampled(input) {
  const output = plane(input.channels, 2 * input.height, 2 * input.width);
  output.values.forEach((_, index) => {
    const x = index % output.width, y = Math.floor(index / output.width) % output.height;
    const channel = Math.floor(index / output.width / output.height);
    output.values[index] = input.values[(channel * input.height + (y >> 1)) * input.width + (x >> 1)];
  });
  return output;
}

function concatenated(...parts) {
  const [{ height, width }] = parts;
  const output = plane(parts.reduce((sum, { channels }) => sum + channels, 0), height, width);
  let start = 0;
  for (const { values } of parts) {
    output.values.set(values, start);
    start += values.length;
  }
  return output;
}

/** The network's answer to a picture in RGBA; the layers are those of Sources/Seeing/Dice/DiceNetwork.swift. */
export function diceAnswer(weights, pixels, width, height) {
  const image = plane(3, height, width);
  for (let place = 0; place < width * height; place++) {
    for (let channel = 0; channel < 3; channel++) {
      image.values[channel * width * height + place] = pixels[4 * place + channel] / 255;
    }
  }
  const layer = (input, name, options) => convolved(input, weights, name, options);
  const residual = (input, name) =>
    layer(layer(input, `${name}.reduce.0`), `${name}.expand.0`, { adding: input });

  let fine = layer(image, "fine.0.0", { stride: 2 });
  fine = layer(fine, "fine.1.0", { stride: 2 });
  fine = residual(fine, "fine.2");
  fine = layer(fine, "fine.3.0", { stride: 2 });
  for (const block of [4, 5]) fine = residual(fine, `fine.${block}`);

  let coarse = layer(fine, "coarse.0.0", { stride: 2 });
  for (const block of [1, 2, 3]) coarse = residual(coarse, `coarse.${block}`);
  const levels = [layer(coarse, "coarse.4.reduce.0")];
  for (let level = 0; level < 3; level++) levels.push(pooled(levels[level]));
  coarse = layer(concatenated(...levels), "coarse.4.merge.0");
  coarse = upsampled(layer(coarse, "coarse.5.0"));

  let head = layer(concatenated(fine, coarse), "head.0.0");
  head = layer(head, "head.1.0");
  return layer(head, "head.2", { relu: false });
}
