// The camera's picture, and what is drawn over it: the board, the path of the bag, the player's box.

import { standing } from "./steps.js";

/** Paths are drawn at most so finely: more takes long on a screen without a graphics card. */
const maximumDensity = 2;
const colours = { path: "#ffc845", casing: "#3a2313", board: "#fff6df", player: "#7cc6fe" };

export class View {
  #court;
  #video;
  #canvas;
  /** Where the picture lies in the court, in CSS pixels. */
  rect = { x: 0, y: 0, width: 0, height: 0 };

  constructor(court, video, canvas) {
    this.#court = court;
    this.#video = video;
    this.#canvas = canvas;
  }

  /** Whether the picture is higher than it is wide. */
  get isUpright() {
    return this.#video.videoHeight > this.#video.videoWidth;
  }

  /** The size of the camera's picture, in its own pixels. */
  get size() {
    return { width: this.#video.videoWidth, height: this.#video.videoHeight };
  }

  layOut() {
    const { clientWidth, clientHeight } = this.#court;
    const { width, height } = this.size;
    if (!width || !clientWidth) return;
    const scale = Math.min(clientWidth / width, clientHeight / height);
    const rect = { width: width * scale, height: height * scale };
    this.rect = { x: (clientWidth - rect.width) / 2, y: (clientHeight - rect.height) / 2, ...rect };
    for (const element of [this.#video, this.#canvas]) {
      element.style.left = `${this.rect.x}px`;
      element.style.top = `${this.rect.y}px`;
      element.style.width = `${rect.width}px`;
      element.style.height = `${rect.height}px`;
    }
    const density = Math.min(devicePixelRatio, maximumDensity);
    Object.assign(this.#canvas, { width: Math.round(rect.width * density), height: Math.round(rect.height * density) });
  }

  /** Draws what is known of a frame; places are normalized to the picture. */
  draw({ board, paths = [], people = [], isBoardMarked, isSetUp }) {
    const canvas = this.#canvas;
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.lineJoin = context.lineCap = "round";
    if (board && isBoardMarked) drawBoard(context, board);
    const player = standing(people) ?? people[0];
    if (player && !isSetUp) drawPlayer(context, player.box);
    drawPaths(context, paths);
  }
}

/** A line that is seen on any ground. */
function stroke(context, colour, width) {
  context.strokeStyle = colours.casing;
  context.lineWidth = width * 1.9;
  context.stroke();
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke();
}

function drawBoard(context, { corners, hole }) {
  const { width, height } = context.canvas;
  context.beginPath();
  for (let index = 0; index < 8; index += 2) context.lineTo(corners[index] * width, corners[index + 1] * height);
  context.closePath();
  stroke(context, colours.board, width / 500);
  const [x, y, first, second, angle] = hole;
  context.beginPath();
  context.ellipse(x * width, y * height, first * width, second * width, (angle * Math.PI) / 180, 0, 2 * Math.PI);
  stroke(context, colours.board, width / 700);
}

function drawPlayer(context, box) {
  const { width, height } = context.canvas;
  context.beginPath();
  context.roundRect(box.x * width, box.y * height, box.width * width, box.height * height, width / 80);
  stroke(context, colours.player, width / 400);
}

/** @param points Of all paths, those of each in a row. */
export function drawPaths(context, points) {
  const { width, height } = context.canvas;
  let path;
  const end = () => {
    if (path !== undefined) stroke(context, colours.path, width / 250);
  };
  for (const point of points) {
    if (point.path !== path) {
      end();
      path = point.path;
      context.beginPath();
    }
    context.lineTo(point.x * width, point.y * height);
  }
  end();
}
