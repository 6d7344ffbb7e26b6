// The paper: strokes by finger, pen or mouse become lists of points, which the network reads.

import { onResize } from "./resized.js";

/** For how long after its last touch a pen makes fingers those of the hand that holds it, in milliseconds. */
const penPriority = 10_000;

export class Ink {
  #canvas;
  #context;
  #strokes = [];
  /** The sheet as it was when the writing began, in CSS pixels: points are counted on it. */
  #sheet;
  #pointer;
  /** When a pen touched the paper last, on the clock of events. */
  #penTouched = -Infinity;

  /** @param events `began()` when a stroke begins, `wrote(points)` when it has ended, `undid()` and
   *   `wiped()` when the last or all are taken back. Points are `[x, y]` in CSS pixels of the sheet as it was when
   *   the writing began, y down. */
  constructor(canvas, events) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d");
    this.events = events;
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event));
    canvas.addEventListener("pointercancel", (event) => this.#cancel(event));
    // Scribble and the loupe of iPads begin with touches: neither may take strokes away.
    for (const type of ["touchstart", "touchmove"]) {
      canvas.addEventListener(type, (event) => event.preventDefault(), { passive: false });
    }
    onResize([canvas], () => this.#draw());
  }

  get isEmpty() {
    return this.#strokes.length === 0;
  }

  undo() {
    if (this.#pointer !== undefined || this.isEmpty) return;
    this.#strokes = this.#strokes.slice(0, -1);
    this.#draw();
    this.events.undid();
  }

  clear() {
    this.#pointer = undefined;
    if (this.isEmpty) return;
    this.#strokes = [];
    this.#draw();
    this.events.wiped();
  }

  #isHand(event) {
    if (event.pointerType !== "touch") return false;
    // A palm is broad.
    return event.timeStamp - this.#penTouched < penPriority || Math.max(event.width, event.height) > 70;
  }

  #notePen({ pointerType, timeStamp }) {
    if (pointerType === "pen") this.#penTouched = timeStamp;
  }

  #down(event) {
    this.#notePen(event);
    if (this.#isHand(event) || (event.pointerType === "mouse" && event.button !== 0)) return;
    if (this.#pointer !== undefined) {
      // The palm was down before the pen: what it drew is no part of the writing.
      if (event.pointerType !== "pen") return;
      this.#strokes = this.#strokes.slice(0, -1);
    }
    event.preventDefault();
    // First, since it may clear the paper of what is there.
    this.events.began();
    this.#pointer = event.pointerId;
    try {
      this.#canvas.setPointerCapture(event.pointerId);
    } catch {
      // A pointer that is up already.
    }
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (this.isEmpty) this.#sheet = { width, height };
    this.#strokes = [...this.#strokes, [this.#point(event)]];
    this.#draw();
  }

  #move(event) {
    if (event.pointerId !== this.#pointer) return;
    this.#notePen(event);
    const events = event.getCoalescedEvents?.() ?? [];
    const stroke = this.#strokes.at(-1);
    for (const one of events.length ? events : [event]) stroke.push(this.#point(one));
    this.#draw();
  }

  #up(event) {
    if (event.pointerId !== this.#pointer) return;
    this.#pointer = undefined;
    this.#draw();
    this.events.wrote(this.#strokes.at(-1));
  }

  #cancel(event) {
    if (event.pointerId !== this.#pointer) return;
    this.#pointer = undefined;
    this.#strokes = this.#strokes.slice(0, -1);
    this.#draw();
  }

  #point(event) {
    const { left, top } = this.#canvas.getBoundingClientRect();
    const { scale, x, y } = this.#placing;
    return [(event.clientX - left - x) / scale, (event.clientY - top - y) / scale];
  }

  /** Where the sheet on which the writing began lies on the canvas: in its middle, and whole where a tablet was
   * turned meanwhile. */
  get #placing() {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const sheet = this.#sheet ?? { width, height };
    const scale = Math.min(1, width / sheet.width, height / sheet.height);
    return { scale, x: (width - scale * sheet.width) / 2, y: (height - scale * sheet.height) / 2 };
  }

  /** Marker-thick, whatever drew it. */
  #draw() {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const scale = Math.min(devicePixelRatio, 2);
    const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
    if (this.#canvas.width !== wide || this.#canvas.height !== high) {
      this.#canvas.width = wide;
      this.#canvas.height = high;
    }
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, wide, high);
    if (!width || !height) return;
    const { scale: smaller, x, y } = this.#placing;
    context.setTransform(scale * smaller, 0, 0, scale * smaller, scale * x, scale * y);
    context.strokeStyle = "#23356f";
    context.lineCap = context.lineJoin = "round";
    const sheet = this.#sheet ?? { width, height };
    context.lineWidth = Math.max(7, Math.min(sheet.width, sheet.height) * 0.045);
    for (const stroke of this.#strokes) {
      context.beginPath();
      context.moveTo(...stroke[0]);
      for (let index = 1; index < stroke.length - 1; index++) {
        const [x, y] = stroke[index];
        const [nextX, nextY] = stroke[index + 1];
        context.quadraticCurveTo(x, y, (x + nextX) / 2, (y + nextY) / 2);
      }
      context.lineTo(...stroke.at(-1));
      context.stroke();
    }
  }
}
