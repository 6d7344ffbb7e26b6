// Shows what the program sees and knows. Asks it several times a second; decides nothing.

const byId = (id) => document.getElementById(id);
const picture = byId("picture");

function tell(state) {
  byId("state").textContent = state.state;
  byId("score").textContent = state.score;
  byId("count").textContent = state.count;
  const last = state.last;
  if (last) {
    byId("style").textContent = last.title;
    for (const name of ["angle", "speed", "distance", "landed"]) {
      byId(name).textContent = last[name] ?? "–";
    }
  }
  byId("notices").replaceChildren(
    ...state.notices.map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }));
}

async function follow() {
  for (;;) {
    try {
      const answer = await fetch("/state", { cache: "no-store" });
      tell(await answer.json());
    } catch {
      byId("state").textContent = "The program has ended. Start it again, and load this page anew.";
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
