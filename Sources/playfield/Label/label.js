// Shows a photograph with the boxes of its dice, lets them be corrected, and sends them back.

const byId = (id) => document.getElementById(id);
const [stage, photo, layer] = ["stage", "photo", "boxes"].map(byId);
const names = ["", "1", "2", "3", "4", "5", "6", "unclear", "no die"];
// A box is at least so many pixels of the screen wide and high; what is less was a tap.
const minimumSide = 6;

let photos = [];
let index = 0;
// Of this photograph: { box: [x, y, width, height], category, id, confidence }.
let boxes = [];
let size = { width: 1, height: 1 };
let selected = null;
// The value of the next new box.
let category = 1;
let earlier = [];
let zoom = 1;
// Waits for the program: nothing is changed meanwhile.
let isBusy = true;
// Waits for it to save: this photograph stays.
let isSaving = false;
// Counts what is opened: an answer that comes late belongs to none that is looked at.
let turn = 0;

// What the program is sent.
const content = () =>
  JSON.stringify({ boxes: boxes.map(({ box, category, id }) => ({ box, category, id })) });
// The boxes as the program has them, so that what was undone is no change.
let saved = content();
const isChanged = () => content() !== saved;

function say(words) {
  const done = photos.filter((photo) => photo.isLabelled).length;
  byId("state").textContent = `${index + 1} of ${photos.length}, ${done} done. ${words}`;
}

// MARK: What is shown

function place(element, [x, y, width, height]) {
  Object.assign(element.style, {
    left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%`,
  });
}

function element(one, number) {
  const made = document.createElement("div");
  made.className = "box";
  made.classList.toggle("selected", one === selected);
  made.classList.toggle("unsure", one.confidence < 0.8);
  made.classList.toggle("other", one.category > 6);
  made.tabIndex = 0;
  made.setAttribute("role", "button");
  made.setAttribute("aria-pressed", one === selected);
  made.setAttribute("aria-label", `Box ${number + 1} of ${boxes.length}: ${names[one.category]}`);
  made.appendChild(document.createElement("b")).textContent = names[one.category];
  for (const corner of ["nw", "ne", "sw", "se"]) {
    made.appendChild(document.createElement("i")).className = "corner";
    made.lastChild.dataset.corner = corner;
  }
  made.addEventListener("focus", () => select(one));
  place(made, one.box);
  return made;
}

function show() {
  const hadFocus = layer.contains(document.activeElement);
  layer.replaceChildren(...boxes.map(element));
  if (hadFocus && selected) layer.children[boxes.indexOf(selected)].focus({ preventScroll: true });
  for (const button of byId("values").children) {
    const own = Number(button.dataset.category);
    button.setAttribute("aria-pressed", own === (selected ?? { category }).category);
  }
  byId("delete").disabled = !selected;
  byId("undo").disabled = earlier.length === 0;
  byId("previous").disabled = index === 0;
  byId("skip").disabled = index === photos.length - 1;
}

function select(one) {
  if (one === selected) return;
  selected = one;
  show();
}

// MARK: Changes

// Notes how the boxes were, so that a change can be undone.
function remember() {
  earlier.push(JSON.stringify(boxes));
}

function undo() {
  if (earlier.length === 0) return;
  boxes = JSON.parse(earlier.pop());
  selected = null;
  show();
}

function remove() {
  if (!selected) return;
  remember();
  const at = boxes.indexOf(selected);
  boxes.splice(at, 1);
  selected = boxes[Math.min(at, boxes.length - 1)] ?? null;
  show();
}

function setCategory(value) {
  category = value;
  if (selected && selected.category !== value) {
    remember();
    selected.category = value;
    // A person has said it.
    delete selected.confidence;
  }
  show();
}

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

function add(box) {
  remember();
  selected = { box, category };
  boxes.push(selected);
  show();
}

// A box in the middle of what is seen, as large as the others.
function addInTheMiddle() {
  const room = byId("room").getBoundingClientRect();
  const [x, y] = point({ clientX: room.x + room.width / 2, clientY: room.y + room.height / 2 });
  const widths = boxes.map((one) => one.box[2] * size.width).sort((a, b) => a - b);
  const side = widths[Math.floor(widths.length / 2)] ?? Math.min(size.width, size.height) / 10;
  const [width, height] = [side / size.width, side / size.height];
  add([clamp(x - width / 2, 0, 1 - width), clamp(y - height / 2, 0, 1 - height), width, height]);
  layer.lastChild.focus();
}

// By pixels of the photograph: its place, or with `resizes` its right and lower edge.
function nudge(dx, dy, resizes) {
  remember();
  const [x, y, width, height] = selected.box;
  const [stepX, stepY] = [dx / size.width, dy / size.height];
  selected.box = resizes
    ? [x, y, clamp(width + stepX, 1 / size.width, 1 - x), clamp(height + stepY, 1 / size.height, 1 - y)]
    : [clamp(x + stepX, 0, 1 - width), clamp(y + stepY, 0, 1 - height), width, height];
  show();
}

// MARK: The pointer

function point(event) {
  const area = stage.getBoundingClientRect();
  return [
    clamp((event.clientX - area.x) / area.width, 0, 1),
    clamp((event.clientY - area.y) / area.height, 0, 1),
  ];
}

// Of the drag that goes on: what moves, from where, and what it was before.
let drag = null;

const between = ([ax, ay], [bx, by]) =>
  [Math.min(ax, bx), Math.min(ay, by), Math.abs(ax - bx), Math.abs(ay - by)];

stage.addEventListener("pointerdown", (event) => {
  if (isBusy || event.button !== 0) return;
  if (drag) return cancel();  // a second finger
  const from = point(event);
  const own = event.target.closest(".box");
  if (!own) {
    drag = { kind: "draw", from, one: { box: [...from, 0, 0], category } };
  } else {
    const one = boxes[[...layer.children].indexOf(own)];
    const { corner } = event.target.dataset;
    const [x, y, width, height] = one.box;
    drag = { kind: corner ? "resize" : "move", from, one, before: one.box };
    if (corner) drag.fixed = [corner.includes("w") ? x + width : x, corner.includes("n") ? y + height : y];
    select(one);
    layer.children[boxes.indexOf(one)].focus({ preventScroll: true });
  }
  event.preventDefault();
  stage.setPointerCapture(event.pointerId);
});

stage.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const to = point(event);
  const { kind, from, one, before } = drag;
  if (!drag.hasBegun) {
    const area = stage.getBoundingClientRect();
    const way = Math.hypot((to[0] - from[0]) * area.width, (to[1] - from[1]) * area.height);
    if (way < minimumSide / 2) return;
    drag.hasBegun = true;
    remember();
    if (kind === "draw") {
      boxes.push(one);
      selected = one;
      show();
    }
  }
  if (kind === "move") {
    const [x, y, width, height] = before;
    one.box = [
      clamp(x + to[0] - from[0], 0, 1 - width), clamp(y + to[1] - from[1], 0, 1 - height), width, height,
    ];
  } else {
    one.box = between(kind === "draw" ? from : drag.fixed, to);
  }
  place(layer.children[boxes.indexOf(one)], one.box);
});

stage.addEventListener("pointerup", () => {
  if (!drag) return;
  const { kind, hasBegun, one } = drag;
  const area = stage.getBoundingClientRect();
  const isSmall = one.box[2] * area.width < minimumSide || one.box[3] * area.height < minimumSide;
  if (hasBegun && kind !== "move" && isSmall) return cancel();
  drag = null;
  if (kind === "draw" && !hasBegun) select(null);
  show();
});

function cancel() {
  const { hasBegun } = drag;
  drag = null;
  if (hasBegun) undo();
}

stage.addEventListener("pointercancel", () => drag && cancel());

// MARK: Photographs

async function ask(path, options) {
  const answer = await fetch(path, { cache: "no-store", ...options });
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}

async function open(at) {
  const own = ++turn;
  isBusy = true;
  [index, boxes, selected, earlier] = [at, [], null, []];
  saved = content();
  byId("name").textContent = photos[at].name;
  show();
  say("Reading …");
  try {
    const found = await (await ask(`/photos/${at}`)).json();
    if (own !== turn) return;
    photo.alt = `The photograph ${photos[at].name}`;
    photo.src = `/photos/${at}.jpg`;
    await photo.decode();
    if (own !== turn) return;
    [size, boxes] = [{ width: found.width, height: found.height }, found.boxes];
    saved = content();
    isBusy = false;
    fit();
    show();
    say(found.isLabelled ? "As saved." : "As the program reads it: correct it.");
    // The next one is read while this one is looked at.
    if (at + 1 < photos.length) ask(`/photos/${at + 1}`).catch(() => {});
  } catch (error) {
    if (own !== turn) return;
    photo.removeAttribute("src");
    say(error.message || "The photograph cannot be shown.");
  }
}

// - Returns: Whether the boxes are in the file.
async function save() {
  if (isBusy) return !isChanged();
  const [at, body] = [index, content()];
  isBusy = isSaving = true;
  say("Saving …");
  try {
    await ask(`/photos/${at}`, {
      method: "PUT", headers: { "Content-Type": "application/json" }, body,
    });
    saved = body;
    photos[at].isLabelled = true;
    return true;
  } catch (error) {
    say(error instanceof TypeError ? "Not saved: the program has ended." : `Not saved. ${error.message}`);
    return false;
  } finally {
    isBusy = isSaving = false;
  }
}

async function go(to) {
  if (to < 0 || to >= photos.length || drag || isSaving) return;
  if (isChanged() && !(await save())) return;
  await open(to);
}

async function accept() {
  if (isBusy || drag || !(await save())) return;
  if (index + 1 < photos.length) return open(index + 1);
  say(photos.every((photo) => photo.isLabelled) ? "All photographs are done." : "This was the last one.");
}

// The whole photograph is seen, or with a larger zoom a part of it.
function fit() {
  const room = byId("room");
  const whole = Math.min(room.clientWidth, (room.clientHeight * size.width) / size.height);
  stage.style.width = `${whole * zoom}px`;
  stage.style.margin = "0 auto";
}

// What was in the middle stays there; a box that is selected comes there.
function setZoom(value) {
  const room = byId("room");
  const area = room.getBoundingClientRect();
  const [x, y] = selected
    ? [selected.box[0] + selected.box[2] / 2, selected.box[1] + selected.box[3] / 2]
    : point({ clientX: area.x + area.width / 2, clientY: area.y + area.height / 2 });
  zoom = clamp(value, 1, 16);
  fit();
  room.scrollLeft = x * stage.clientWidth - room.clientWidth / 2;
  room.scrollTop = y * stage.clientHeight - room.clientHeight / 2;
}

// MARK: Keys and buttons

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const keys = {
  Delete: remove, Backspace: remove, n: addInTheMiddle, z: undo, Escape: () => select(null),
  "+": () => setZoom(zoom * 1.5), "-": () => setZoom(zoom / 1.5), Enter: accept,
  PageUp: () => go(index - 1), PageDown: () => go(index + 1),
};

addEventListener("keydown", (event) => {
  // Who holds the key has not looked at the next photograph; a button would repeat it, too.
  if (event.repeat && event.key === "Enter") return event.preventDefault();
  if (drag) return;
  if (isBusy && !event.key.startsWith("Page")) return;
  if (event.altKey || event.metaKey || (event.ctrlKey && event.key !== "z")) return;
  // A button that has the focus has its own keys.
  if (event.target.closest("button, summary") && ["Enter", " "].includes(event.key)) return;
  if (event.key >= "1" && event.key <= "8") setCategory(Number(event.key));
  else if (arrows[event.key] && selected) nudge(...arrows[event.key], event.shiftKey);
  else if (keys[event.key]) keys[event.key]();
  else return;
  event.preventDefault();
});

byId("values").addEventListener("click", ({ target }) => {
  if (target.dataset.category && !isBusy) setCategory(Number(target.dataset.category));
});
for (const [id, act] of Object.entries({
  add: addInTheMiddle, delete: remove, undo, larger: keys["+"], smaller: keys["-"],
})) byId(id).addEventListener("click", () => isBusy || act());
byId("right").addEventListener("click", accept);
byId("previous").addEventListener("click", keys.PageUp);
byId("skip").addEventListener("click", keys.PageDown);
addEventListener("resize", fit);
addEventListener("beforeunload", (event) => isChanged() && event.preventDefault());

photos = (await (await ask("/photos")).json()).photos;
await open(Math.max(0, photos.findIndex((photo) => !photo.isLabelled)));
