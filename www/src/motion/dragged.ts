/** Whether something of the page is being dragged, or a key is held down: what is drawn then follows directly, and no motion of its own lags behind. */
let pressed = false;
let moved = false;
let held = false;

const PASSIVE = { capture: true, passive: true } as const;

function press(): void {
  pressed = true;
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

window.addEventListener("pointerdown", press, PASSIVE);
window.addEventListener("pointermove", move, PASSIVE);
window.addEventListener("pointerup", release, PASSIVE);
window.addEventListener("pointercancel", release, PASSIVE);

window.addEventListener("keydown", repeat, PASSIVE);
window.addEventListener("keyup", letGo, PASSIVE);
window.addEventListener("blur", letGo, PASSIVE);

export const isDragged = (): boolean => (pressed && moved) || held;
