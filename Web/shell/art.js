// Drawings that the page makes as it goes, out of the symbols of index.html.

const svgNamespace = "http://www.w3.org/2000/svg";

/** An element with attributes and children; strings become text, never markup. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The same in SVG. */
export function drawing(name, attributes = {}, ...children) {
  const made = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function icon(name) {
  return drawing(
    "svg", { class: "icon", "aria-hidden": "true" }, drawing("use", { href: `#i-${name}` }));
}

export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const colours = ["#ffc845", "#e4572e", "#7cc6fe", "#f7f3e8", "#8fd694", "#c792ea"];

/** Ends what falls. */
let clearing;

/** Paper snippets fall once over the whole of `sky`. */
export function celebrate(sky) {
  if (isCalm()) return;
  clearTimeout(clearing);
  sky.replaceChildren(
    ...Array.from({ length: 70 }, (_, index) => {
      const snippet = element("i", index % 3 ? {} : { class: "dot" });
      snippet.style.left = `${Math.random() * 100}%`;
      snippet.style.background = colours[index % colours.length];
      snippet.style.animationDelay = `${Math.random() * 0.5}s`;
      snippet.style.setProperty("--drift", `${Math.random() * 16 - 8}rem`);
      snippet.style.setProperty("--spin", `${Math.random() * 1400 - 700}deg`);
      return snippet;
    }));
  clearing = setTimeout(() => sky.replaceChildren(), 3400);
}
