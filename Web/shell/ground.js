// The picture as the ground of the whole screen: where it lies, and how much of it is seen.

import { attitude, boxOnScreen, crop, isWithin, turnedSize } from "./placement.js";
import { onResize } from "./resized.js";

const byId = (id) => document.getElementById(id);

/** A die of a question is shown at least this large where all have room, in CSS pixels. */
const wantedSide = 56;
/** How far within the view dice lie that need no picture of their own any more, in CSS pixels. */
const well = 12;
const shrunk = ({ x, y, width, height }) => ({
  x: x + well, y: y + well, width: width - 2 * well, height: height - 2 * well,
});
/** The round of dice of which nothing is asked yet. */
const noRound = Symbol("seen");
/** As far from the edge of the view the dice of a question lie, in CSS pixels. */
const clearance = 4;

export class Ground {
  #picture;
  #marks;
  #frame = byId("frame");
  /** The question whose dice are shown: its round, and where they lay when it was asked. */
  #question;
  #room = { width: 0, height: 0 };
  #rect = { x: 0, y: 0, width: 0, height: 0 };

  /** @param picture Returns what is shown now: `{size, shown, turns, mirrored}`, `size` before any turn and
   *   unknown where there is no picture, `shown` its element. */
  constructor(picture, marks) {
    this.#picture = picture;
    this.#marks = marks;
    onResize([byId("stage"), byId("view")], () => this.#followRoom());
  }

  /** Shows the part of the picture in which the dice of a question lie, `{round, boxes}`, and goes on to
   * show it for as long as it is the same question; the whole picture without one. */
  frameQuestion(question) {
    // Of dice that were not found again after a turn it is not known where they lie.
    if (question?.round === this.#question?.round || question?.boxes.length === 0) return;
    this.#question = question;
    this.layOut(true);
  }

  /** Shows dice before anything is asked about them: the picture covers the screen, unless some would not be in view. */
  frameSeen(boxes) {
    const { size, turns } = this.#picture();
    if (!size || this.#frame.hidden) return;
    const view = this.#view;
    const covering = crop(turnedSize(size, turns), this.#room, view, { boxes: [], side: 0, clearance });
    const areIn = (rect, inner = view) => boxes.every((box) => isWithin(boxOnScreen(box, rect), inner));
    const isSeen = this.#question?.round === noRound;
    // Boxes tremble: once they were shown, they have to be well within.
    if (areIn(covering, isSeen ? shrunk(view) : view)) return this.frameQuestion(undefined);
    if (isSeen && areIn(this.#rect)) return;
    this.#question = { round: noRound, boxes };
    this.layOut(true);
  }

  /** Forgets where the dice of the question lie. */
  forgetQuestion() {
    this.#question = undefined;
  }

  /** Lays the picture out for the room that there is; it glides there where the question has changed. */
  layOut(glides = false) {
    const { size, shown, turns, mirrored } = this.#picture();
    const stage = byId("stage");
    if (!size || this.#frame.hidden || !stage.clientWidth) return;
    this.#room = { width: stage.clientWidth, height: stage.clientHeight };
    const view = this.#view;
    const { round, boxes = [] } = this.#question ?? {};
    const side = round === noRound ? 0 : wantedSide;
    const rect = crop(turnedSize(size, turns), this.#room, view, { boxes, side, clearance });
    this.#rect = rect;
    this.#frame.classList.toggle("glides", glides);
    Object.assign(this.#frame.style, {
      left: `${rect.x}px`, top: `${rect.y}px`, width: `${rect.width}px`, height: `${rect.height}px`,
    });
    const { width, height, transform } = attitude(rect, turns, mirrored);
    Object.assign(shown.style, { width: `${width}px`, height: `${height}px`, transform });
    this.#marks.layOut(rect, view);
  }

  /** The rectangle of the stage on which nothing lies. */
  get #view() {
    const stage = byId("stage").getBoundingClientRect();
    const { x, y, width, height } = byId("view").getBoundingClientRect();
    return { x: x - stage.x, y: y - stage.y, width, height };
  }

  /** A question's picture stays as it lies, as long as its dice are in view. */
  #followRoom() {
    const { clientWidth: width, clientHeight: height } = byId("stage");
    const isSame = width === this.#room.width && height === this.#room.height;
    const view = this.#view;
    const isInView = (box) => isWithin(boxOnScreen(box, this.#rect), view);
    if (isSame && this.#question?.boxes.every(isInView)) this.#marks.layOut(this.#rect, view);
    else this.layOut();
  }
}
