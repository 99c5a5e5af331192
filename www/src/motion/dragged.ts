/** Whether something of the page is being dragged, or a key is held down: what is drawn then follows directly, and no motion of its own lags behind. */
import { onWindow } from "../window.ts";

let pressed = false;
let moved = false;
let held = false;

const PASSIVE = { capture: true, passive: true } as const;

/** What has few stops that are far apart: marks glide from one to the next also while it is dragged, unless the next comes sooner than in so many milliseconds. */
const GLIDES = "[data-glides]";
const RUSHED = 150;

let glides = false;
let rushed = false;
let stopped = Number.NEGATIVE_INFINITY;

const isGliding = ({ target }: Event): boolean => target instanceof Element && target.closest(GLIDES) !== null;

function press(event: Event): void {
  glides = isGliding(event);
  pressed = !glides;
  moved = false;
  rushed = false;
}

/** A stop is reached. */
function stop(event: Event): void {
  if (!isGliding(event)) return;
  rushed = glides && event.timeStamp - stopped < RUSHED;
  stopped = event.timeStamp;
}

function move(): void {
  moved = pressed;
}

function release(): void {
  pressed = false;
  glides = false;
  rushed = false;
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
onWindow("input", stop, PASSIVE);

onWindow("keydown", repeat, PASSIVE);
onWindow("keyup", letGo, PASSIVE);
onWindow("blur", letGo, PASSIVE);

export const isDragged = (): boolean => (pressed && moved) || held || rushed;
