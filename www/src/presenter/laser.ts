/** A red dot under the pointer of a projected window while a key is held. */
import "../../styles/laser.css";

/** On a Korean keyboard in Hangul mode the key of `l` sends `ㅣ`. */
const KEYS = new Set(["l", "L", "ㅣ"]);

let at = { x: 0, y: 0 };
let dot: HTMLElement | null = null;

function move(): void {
  dot?.style.setProperty("translate", `${at.x}px ${at.y}px`);
}

/** Shows the dot while the key is held; nothing where the window is not projected. Called once. */
export function watchLaser(): void {
  const hide = () => {
    dot?.remove();
    dot = null;
  };
  window.addEventListener("pointermove", ({ clientX: x, clientY: y }) => {
    at = { x, y };
    move();
  });
  window.addEventListener("keydown", (event) => {
    const projected = document.documentElement.dataset.view === "present";
    const typed = event.composedPath()[0] instanceof HTMLInputElement;
    if (!projected || typed || dot || !KEYS.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    dot = document.createElement("div");
    dot.className = "laser";
    document.body.append(dot);
    move();
  });
  window.addEventListener("keyup", ({ key }) => KEYS.has(key) && hide());
  window.addEventListener("blur", hide);
}
