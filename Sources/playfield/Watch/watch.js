// Shows what the program sees and knows. Asks it several times a second; decides nothing.

const byId = (id) => document.getElementById(id);
const picture = byId("picture");

// What is written again is read aloud again.
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function show(state) {
  for (const name of ["state", "score", "count"]) write(byId(name), state[name]);
  const last = state.last;
  if (last) {
    write(byId("style"), last.title);
    for (const name of ["angle", "speed", "distance", "landed"]) write(byId(name), last[name] ?? "–");
  }
  const notices = byId("notices");
  while (notices.children.length > state.notices.length) notices.lastElementChild.remove();
  state.notices.forEach((text, index) => {
    write(notices.children[index] ?? notices.appendChild(document.createElement("li")), text);
  });
}

async function follow() {
  for (;;) {
    try {
      const answer = await fetch("/state", { cache: "no-store" });
      show(await answer.json());
    } catch {
      write(byId("state"), "The program has ended. Start it again, and reload this page.");
    }
    await new Promise((done) => setTimeout(done, 250));
  }
}

// The next picture is asked for when the last one has come, and no sooner.
let number = 0;
const next = (wait) => setTimeout(() => { picture.src = `/picture.jpg?${++number}`; }, wait);
picture.addEventListener("load", () => next(40));
picture.addEventListener("error", () => next(500));
next(0);
follow();
