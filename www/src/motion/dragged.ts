/** Whether something of the page is being dragged, or a key is held down: what is drawn then follows directly, and no motion of its own lags behind. */
import { onWindow } from "../window.ts";

let pressed = false;
let moved = false;
let held = false;

const PASSIVE = { capture: true, passive: true } as const;

/** What has few stops that are far apart: marks glide from one to the next also while it is dragged. */
const GLIDES = "[data-glides]";

function press({ target }: Event): void {
  pressed = !(target instanceof Element && target.closest(GLIDES));
  moved = false;
}

function move(): void {
  moved = pressed;
}

function release(): void {
  pressed = false;
}

function repeat({ repeat }: KeyboardEvent): void {
  held = repeat;
}

function letGo(): void {
  held = false;
}

onWindow("pointerdown", press, PASSIVE);
onWindow("pointermove", move, PASSIVE);
onWindow("pointerup", release, PASSIVE);
onWindow("pointercancel", release, PASSIVE);

onWindow("keydown", repeat, PASSIVE);
onWindow("keyup", letGo, PASSIVE);
onWindow("blur", letGo, PASSIVE);

export const isDragged = (): boolean => (pressed && moved) || held;
