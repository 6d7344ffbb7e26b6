// Paints the board and its pawns on a canvas, as a pose sees them. What never moves is for a layer of its
// own: it is painted once for a pose.

import { sectionCount } from "../../engine/interface.js";
import { rectAround } from "./geometry.js";
import {
  angle, circle, numberPlace, numberSize, pawnSize, polar, ring, sectionOutline, thickness,
} from "./places.js";

const bark = "#3a2313";
const sun = "#ffc845";
const sectionColours = ["#f6e3bd", "#bfe0d2", "#f3c3a2"];
const goalColour = "#ffd35e";

/** How a player's pawn looks: no two have the same colour or the same shape. */
export const pawns = {
  fox: { shape: "cone", colour: "#e8672c", dark: "#a8400f" },
  owl: { shape: "bell", colour: "#8d62c9", dark: "#573690" },
  bear: { shape: "block", colour: "#3f8fd6", dark: "#1f5a94" },
  frog: { shape: "ball", colour: "#5cab45", dark: "#2f6b22" },
};

/** Paints the board with its numbers, lying on the table. */
export function paintBoard(context, pose) {
  shadow(context, pose);
  // Of the board's side the part below the top is seen.
  fill(context, path(pose, circle(1), -thickness), "#5d3a19");
  const top = path(pose, circle(1));
  fill(context, top, wood(context, pose));
  stroke(context, top, "#7c4f24", 0.014, pose);
  for (let section = 1; section <= sectionCount; section++) {
    const outline = path(pose, sectionOutline(section));
    const isGoal = section === sectionCount;
    fill(context, outline, isGoal ? goalColour : sectionColours[(section - 1) % sectionColours.length]);
    stroke(context, outline, "#7c4f24", 0.012, pose);
  }
  stroke(context, path(pose, circle(ring.outer)), "#7c4f2466", 0.01, pose);
  star(context, pose, numberPlace(sectionCount), numberSize * 0.72);
  arrow(context, pose);
  light(context, pose);
  for (let section = 1; section <= sectionCount; section++) paintNumber(context, pose, section);
}

/** Marks sections that an answer may lead to. */
export function paintGoals(context, pose, sections) {
  for (const section of new Set(sections)) {
    const outline = path(pose, sectionOutline(section));
    stroke(context, outline, bark, 0.05, pose);
    stroke(context, outline, sun, 0.03, pose);
  }
}

/** Paints the pawn of a player at a place of the plane, `height` above it.
 *
 * @param face The player's portrait, as something that can be drawn.
 * @param isNext Whether it is this pawn's turn. */
export function paintPawn(context, pose, { player, place: [x, y], height = 0, face, isNext }) {
  const { shape, colour, dark } = pawns[player];
  pawnShadow(context, pose, [x, y], height);
  if (isNext) {
    const halo = path(pose, circle(pawnSize.foot * 1.55, [x, y], 28));
    stroke(context, halo, bark, 0.036, pose);
    stroke(context, halo, sun, 0.022, pose);
  }
  const foot = pose.project(x, y, height);
  const neck = pose.project(x, y, height + pawnSize.height - pawnSize.head * 1.5);
  const size = pose.size(x, y);
  const { away } = pose.around(x, y);
  const tilt = Math.hypot(...away) / size;
  body(context, shape, { foot, neck, size, tilt, colour, dark });
  const head = pose.project(x, y, height + pawnSize.height - pawnSize.head);
  const side = 2 * pawnSize.head * size * 1.12;
  context.drawImage(face, head[0] - side / 2, head[1] - side / 2, side, side);
}

/** The rectangle in pixels that a pawn at a place takes; `face` is that of its head alone. */
export function pawnRect(pose, [x, y]) {
  const size = pose.size(x, y);
  const [footX, footY] = pose.project(x, y);
  const head = pose.project(x, y, pawnSize.height - pawnSize.head);
  const half = pawnSize.head * size * 1.12;
  const face = { x: head[0] - half, y: head[1] - half, width: 2 * half, height: 2 * half };
  const left = Math.min(face.x, footX - pawnSize.foot * size);
  const right = Math.max(face.x + face.width, footX + pawnSize.foot * size);
  const bottom = footY + pawnSize.foot * size * 0.6;
  return { x: left, y: face.y, width: right - left, height: bottom - face.y, face };
}

/** The rectangle in pixels that a section's number takes. */
export function numberRect(pose, section, place = numberPlace(section)) {
  return rectAround(circle(numberSize * 0.42, place, 16).map((point) => pose.project(...point)));
}

/** Fills a polygon of pixels, its corners rounded. */
export function paintRounded(context, points) {
  const shape = new Path2D();
  points.forEach((point, index) => shape[index ? "lineTo" : "moveTo"](...point));
  shape.closePath();
  const { width, height } = rectAround(points);
  fill(context, shape, bark);
  context.strokeStyle = bark;
  context.lineJoin = "round";
  context.lineWidth = 0.06 * Math.min(width, height);
  context.stroke(shape);
}

/** Darkens a polygon of pixels, less towards its edge. */
export function paintShadow(context, points) {
  const { x, y, width, height } = rectAround(points);
  context.save();
  context.translate(x + width / 2, y + height / 2);
  context.scale(width / 2, height / 2);
  const gradient = context.createRadialGradient(0, 0, 0.5, 0, 0, 1);
  gradient.addColorStop(0, "rgba(30, 15, 5, 0.5)");
  gradient.addColorStop(1, "rgba(30, 15, 5, 0)");
  context.fillStyle = gradient;
  context.fillRect(-1, -1, 2, 2);
  context.restore();
}

function path(pose, points, z = 0) {
  const made = new Path2D();
  points.forEach(([x, y], index) => made[index ? "lineTo" : "moveTo"](...pose.project(x, y, z)));
  made.closePath();
  return made;
}

function fill(context, shape, style) {
  context.fillStyle = style;
  context.fill(shape);
}

/** A line as wide as so much of the plane at the board's middle. */
function stroke(context, shape, style, width, pose) {
  context.strokeStyle = style;
  context.lineJoin = "round";
  context.lineWidth = Math.max(1.2, width * pose.size(0, 0));
  context.stroke(shape);
}

function shadow(context, pose) {
  const scale = pose.size(0, 0);
  context.save();
  context.shadowColor = "#06201acc";
  context.shadowBlur = 0.1 * scale;
  context.shadowOffsetX = 0.02 * scale;
  context.shadowOffsetY = 0.06 * scale;
  fill(context, path(pose, circle(1), -thickness), "#2b1707");
  context.restore();
}

function wood(context, pose) {
  const [from, to] = [pose.project(-1, 1), pose.project(1, -1)];
  const gradient = context.createLinearGradient(...from, ...to);
  gradient.addColorStop(0, "#f6d9a4");
  gradient.addColorStop(0.55, "#dba862");
  gradient.addColorStop(1, "#b98143");
  return gradient;
}

/** A lamp at the upper left. */
function light(context, pose) {
  const [from, to] = [pose.project(-0.8, 0.9), pose.project(0.7, -1)];
  const gradient = context.createLinearGradient(...from, ...to);
  gradient.addColorStop(0, "#ffffff40");
  gradient.addColorStop(0.45, "#ffffff00");
  gradient.addColorStop(1, "#3a231338");
  fill(context, path(pose, circle(1)), gradient);
}

/** The middle of the board, where an arrow says which way round. */
function arrow(context, pose) {
  const hub = path(pose, circle(ring.inner));
  fill(context, hub, "#2c7a63");
  stroke(context, hub, "#7c4f24", 0.012, pose);
  const radius = ring.inner * 0.6;
  const [first, last] = [angle(1) - 0.35, angle(1) - 2 * Math.PI + 0.75];
  const line = new Path2D();
  for (let index = 0; index <= 40; index++) {
    const point = pose.project(...polar(radius, first + ((last - first) * index) / 40));
    line[index ? "lineTo" : "moveTo"](...point);
  }
  const tip = polar(radius, last - 0.14);
  for (const turn of [0.75, -0.75]) {
    const direction = last - Math.PI / 2 + Math.PI + turn;
    const barb = polar(0.09, direction);
    line.moveTo(...pose.project(...tip));
    line.lineTo(...pose.project(tip[0] + barb[0], tip[1] + barb[1]));
  }
  context.lineCap = "round";
  stroke(context, line, "#fff6dfdd", 0.036, pose);
}

/** Draws in the plane around a place: `draw` finds x to the right and y down, as the player sees them, in
 * board radii. */
function inPlane(context, pose, [x, y], draw) {
  const [upX, upY] = pose.upwards;
  const { right, away } = pose.around(x, y);
  const [originX, originY] = pose.project(x, y);
  context.save();
  context.transform(
    upY * right[0] - upX * away[0], upY * right[1] - upX * away[1],
    -(upX * right[0] + upY * away[0]), -(upX * right[1] + upY * away[1]),
    originX, originY);
  draw();
  context.restore();
}

/** Writes a section's number. */
export function paintNumber(context, pose, section, place = numberPlace(section)) {
  inPlane(context, pose, place, () => {
    // Letters of less than a pixel are not drawn everywhere.
    const scale = 100;
    context.scale(1 / scale, 1 / scale);
    context.font = `700 ${numberSize * 1.25 * scale}px "Playfield Hand", ui-rounded, system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    const { actualBoundingBoxAscent: ascent, actualBoundingBoxDescent: descent } =
      context.measureText(`${section}`);
    const baseline = (ascent - descent) / 2;
    context.lineJoin = "round";
    context.lineWidth = 0.03 * scale;
    context.strokeStyle = "#fff6df";
    context.strokeText(`${section}`, 0, baseline);
    context.fillStyle = bark;
    context.fillText(`${section}`, 0, baseline);
  });
}

function star(context, pose, place, size) {
  inPlane(context, pose, place, () => {
    const shape = new Path2D();
    for (let index = 0; index < 10; index++) {
      const radius = index % 2 ? size * 0.5 : size;
      const turn = (index * Math.PI) / 5 - Math.PI / 2;
      shape[index ? "lineTo" : "moveTo"](radius * Math.cos(turn), radius * Math.sin(turn));
    }
    shape.closePath();
    context.lineJoin = "round";
    context.lineWidth = 0.02;
    context.strokeStyle = "#b3801a";
    fill(context, shape, "#fff3c4");
    context.stroke(shape);
  });
}

/** Softer and wider the higher the pawn is. */
function pawnShadow(context, pose, [x, y], height) {
  const [right, behind] = [0.025 + 0.2 * height, -0.02 - 0.1 * height];
  inPlane(context, pose, [x + right, y + behind], () => {
    const radius = pawnSize.foot * (1.7 + 1.5 * height);
    const gradient = context.createRadialGradient(0, 0, 0, 0, 0, radius);
    gradient.addColorStop(0, `rgba(30, 15, 5, ${0.6 / (1 + 2 * height)})`);
    gradient.addColorStop(0.5, `rgba(30, 15, 5, ${0.4 / (1 + 2 * height)})`);
    gradient.addColorStop(1, "rgba(30, 15, 5, 0)");
    context.fillStyle = gradient;
    context.fillRect(-radius, -radius, 2 * radius, 2 * radius);
  });
}

/** What a pawn stands on, from its `foot` to its `neck` in pixels. */
function body(context, shape, { foot: [x, y], neck: [neckX, neckY], size, tilt, colour, dark }) {
  const wide = pawnSize.foot * size;
  const flat = wide * Math.min(1, tilt);
  const outline = new Path2D();
  switch (shape) {
    case "cone":
      outline.moveTo(x - wide, y);
      outline.ellipse(x, y, wide, flat * 0.7, 0, Math.PI, 0, true);
      outline.lineTo(neckX + wide * 0.25, neckY);
      outline.lineTo(neckX - wide * 0.25, neckY);
      break;
    case "bell":
      outline.moveTo(x - wide, y);
      outline.ellipse(x, y, wide, flat * 0.7, 0, Math.PI, 0, true);
      outline.bezierCurveTo(
        x + wide * 0.4, y - flat * 0.6, neckX + wide * 1.1, neckY + flat * 0.4, neckX, neckY);
      outline.bezierCurveTo(
        neckX - wide * 1.1, neckY + flat * 0.4, x - wide * 0.4, y - flat * 0.6, x - wide, y);
      break;
    case "block":
      outline.roundRect(x - wide, neckY, 2 * wide, y + flat * 0.6 - neckY, wide * 0.25);
      break;
    default: {
      const half = (y + flat * 0.5 - neckY) / 2;
      outline.ellipse(
        (x + neckX) / 2, neckY + half, wide * 1.12, Math.max(half, wide * 0.7), 0, 0, 2 * Math.PI);
    }
  }
  outline.closePath();
  const gradient = context.createLinearGradient(x - wide, 0, x + wide, 0);
  gradient.addColorStop(0, colour);
  gradient.addColorStop(0.35, colour);
  gradient.addColorStop(1, dark);
  fill(context, outline, gradient);
  context.lineJoin = "round";
  context.lineWidth = Math.max(1.2, 0.014 * size);
  context.strokeStyle = bark;
  context.stroke(outline);
}
