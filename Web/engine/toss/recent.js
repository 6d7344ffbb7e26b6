// What the last seconds looked like, in small pictures: of a throw, which is known to be one only after its bag rests, they
// are shown again.

/** How long they are kept, in microseconds: a flight, the slide after it, and what it takes until both are known. */
const span = 6_000_000;

export class Recent {
  #pictures = [];

  add(time, { width, height, pixels }) {
    this.#pictures.push({ time, width, height, pixels });
    while (this.#pictures[0].time < time - span) this.#pictures.shift();
  }

  clear() {
    this.#pictures = [];
  }

  /** Those taken from one time to another, in microseconds: red, green and blue of each. */
  between(first, last) {
    return this.#pictures.filter(({ time }) => time >= first && time <= last);
  }
}
