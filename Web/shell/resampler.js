// Sound at another rate: a low-pass filter, a sinc under Hann's window, at the places of the new samples.
// Where both rates are the same, the sound itself.

/** Zero crossings of the sinc to each side. */
const crossings = 16;

/** Places between two samples for which the filter is known; those in between take the nearest. */
const phases = 480;

export class Resampler {
  #step;
  #reach;
  #filters;
  /** The samples that are still needed, and where among them the next new one lies. */
  #kept;
  #place;

  constructor(from, to) {
    this.#step = from / to;
    // A little below the new rate's highest frequency, so that what is above has faded there.
    const cutoff = Math.min(1, (0.92 * to) / from);
    this.#reach = Math.ceil(crossings / cutoff);
    this.#filters = Array.from({ length: phases }, (_, phase) => filter(cutoff, this.#reach, phase / phases));
    this.#kept = new Array(this.#reach).fill(0);
    this.#place = this.#reach;
  }

  /** Takes more of the sound; returns as much as is known at the new rate, `reach` samples late. */
  append(samples) {
    if (this.#step === 1) return samples;
    for (const sample of samples) this.#kept.push(sample);
    const made = [];
    while (this.#place + this.#reach + 1 < this.#kept.length) {
      made.push(this.#sample(this.#place));
      this.#place += this.#step;
    }
    const gone = Math.floor(this.#place) - this.#reach;
    this.#kept.splice(0, gone);
    this.#place -= gone;
    return made;
  }

  #sample(place) {
    let [whole, phase] = [Math.floor(place), Math.round((place % 1) * phases)];
    if (phase === phases) [whole, phase] = [whole + 1, 0];
    const filter = this.#filters[phase];
    const first = whole - this.#reach;
    return filter.reduce((sum, weight, index) => sum + weight * this.#kept[first + index], 0);
  }
}

/** The weights of the samples from `reach` before to `reach` after one, for a place a `part` behind it. */
function filter(cutoff, reach, part) {
  return Array.from({ length: 2 * reach + 1 }, (_, index) => {
    const distance = index - reach - part;
    const x = Math.PI * cutoff * distance;
    const sinc = Math.abs(x) < 1e-9 ? 1 : Math.sin(x) / x;
    return cutoff * sinc * (0.5 + 0.5 * Math.cos((Math.PI * Math.min(reach, Math.abs(distance))) / reach));
  });
}
