// The board's corners, which can be dragged, or moved by arrow keys, while a magnifier shows what lies below.

/** How far an arrow key moves a corner, in pixels of the camera's picture; with Shift the second. */
const steps = [1, 10];
/** How many times as large the magnifier shows the picture. */
const enlargement = 4;
/** Where corners are before there is a board, in a picture without one. */
const anywhere = [0.56, 0.5, 0.68, 0.5, 0.74, 0.68, 0.54, 0.68];
const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Handles {
  #group;
  #video;
  #view;
  #put;
  #buttons;
  #magnifier;
  #corners;
  #held;
  /** Whether they were moved: then what is seen changes them no more. */
  #isMoved = false;

  /** @param put Called with the corners once one was moved. */
  constructor(group, video, view, put) {
    this.#group = group;
    this.#video = video;
    this.#view = view;
    this.#put = put;
    this.#buttons = [...group.querySelectorAll("button")];
    this.#magnifier = group.querySelector("canvas");
    for (const [index, button] of this.#buttons.entries()) {
      button.addEventListener("pointerdown", (event) => this.#hold(index, event));
      button.addEventListener("pointermove", (event) => this.#drag(index, event));
      button.addEventListener("pointerup", () => this.#release(index));
      button.addEventListener("pointercancel", () => this.#release(index));
      button.addEventListener("keydown", (event) => this.#step(index, event));
      button.addEventListener("blur", () => this.#magnify(undefined));
    }
  }

  /** Shows them at the board's corners; where none is known, somewhere. */
  show(corners) {
    if (!this.#isMoved && this.#held === undefined && (corners || !this.#corners)) this.#corners = [...corners ?? anywhere];
    this.#group.hidden = false;
    this.place();
  }

  /** Where they are: `x` and `y` of each, normalized to the picture. */
  get corners() {
    return this.#corners;
  }

  /** Forgets where they were moved. */
  reset(corners) {
    this.#isMoved = false;
    this.#corners = undefined;
    this.show(corners);
  }

  hide() {
    this.#group.hidden = true;
    this.#isMoved = false;
    this.#corners = this.#held = undefined;
    this.#magnify(undefined);
  }

  /** Puts them where the picture lies now. */
  place() {
    if (this.#group.hidden || !this.#corners) return;
    const { x, y, width, height } = this.#view.rect;
    for (const [index, button] of this.#buttons.entries()) {
      button.style.left = `${x + this.#corners[2 * index] * width}px`;
      button.style.top = `${y + this.#corners[2 * index + 1] * height}px`;
    }
  }

  #hold(index, event) {
    event.preventDefault();
    this.#buttons[index].focus({ preventScroll: true });
    this.#buttons[index].setPointerCapture(event.pointerId);
    const { x, y, width, height } = this.#view.rect;
    // Of where it was touched: the corner is not to jump below the finger.
    this.#held = {
      x: event.clientX - x - this.#corners[2 * index] * width,
      y: event.clientY - y - this.#corners[2 * index + 1] * height,
    };
    this.#magnify(index);
  }

  #drag(index, event) {
    if (!this.#held || !this.#buttons[index].hasPointerCapture(event.pointerId)) return;
    const { x, y, width, height } = this.#view.rect;
    this.#move(index, (event.clientX - x - this.#held.x) / width, (event.clientY - y - this.#held.y) / height);
  }

  #release(index) {
    if (!this.#held) return;
    this.#held = undefined;
    this.#magnify(undefined);
    this.#put(this.#corners);
    this.#buttons[index].focus({ preventScroll: true });
  }

  #step(index, event) {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    const { width, height } = this.#view.size;
    const step = steps[Number(event.shiftKey)];
    this.#move(
      index, this.#corners[2 * index] + (move[0] * step) / width, this.#corners[2 * index + 1] + (move[1] * step) / height);
    this.#magnify(index);
    this.#put(this.#corners);
  }

  #move(index, x, y) {
    this.#isMoved = true;
    // A corner may lie a little beyond the picture.
    const bounded = (value) => Math.min(1.2, Math.max(-0.2, value));
    this.#corners[2 * index] = bounded(x);
    this.#corners[2 * index + 1] = bounded(y);
    this.place();
    this.#magnify(index);
  }

  /** Shows what lies around a corner, above the finger; nothing without one. */
  #magnify(index) {
    const canvas = this.#magnifier;
    canvas.hidden = index === undefined;
    if (index === undefined) return;
    const { rect, size } = this.#view;
    const side = canvas.width;
    const [x, y] = [this.#corners[2 * index], this.#corners[2 * index + 1]];
    const scale = (enlargement * rect.width * (canvas.width / canvas.clientWidth || 1)) / size.width;
    const context = canvas.getContext("2d");
    context.fillStyle = "#0b2a22";
    context.fillRect(0, 0, side, side);
    context.drawImage(
      this.#video, side / 2 - x * size.width * scale, side / 2 - y * size.height * scale, size.width * scale,
      size.height * scale);
    context.strokeStyle = "#ffc845";
    context.lineWidth = side / 60;
    context.beginPath();
    context.moveTo(side / 2, side * 0.3);
    context.lineTo(side / 2, side * 0.7);
    context.moveTo(side * 0.3, side / 2);
    context.lineTo(side * 0.7, side / 2);
    context.stroke();
    canvas.style.left = `${rect.x + x * rect.width}px`;
    const isHigh = rect.y + y * rect.height < 1.6 * canvas.clientHeight;
    canvas.style.top = `${rect.y + y * rect.height + (isHigh ? 1 : -1) * 0.9 * canvas.clientHeight}px`;
  }
}
