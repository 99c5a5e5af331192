/** Whether something of the page is being dragged: what is drawn then follows the pointer directly, and no motion of its own lags behind. */
let pressed = false;
let moved = false;

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

window.addEventListener("pointerdown", press, PASSIVE);
window.addEventListener("pointermove", move, PASSIVE);
window.addEventListener("pointerup", release, PASSIVE);
window.addEventListener("pointercancel", release, PASSIVE);

export const isDragged = (): boolean => pressed && moved;
