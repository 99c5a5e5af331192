/**
 * Runs in the page, as one function without imports: drags a mark of a picture around a circle. Returns for each frame its milliseconds, from the first script
 * of the frame to its layout, and where the mark is at its end: `[{ milliseconds, left, top }]`.
 */
export async function dragFrames({ picture, mark, frames }) {
  const root = document.querySelector(picture).shadowRoot;
  const held = root.querySelector(mark);
  const box = held.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const move = (type, target, angle) =>
    target.dispatchEvent(
      new PointerEvent(type, {
        pointerId: 1,
        button: 0,
        clientX: x + 40 * Math.cos(angle) - 40,
        clientY: y + 40 * Math.sin(angle),
        bubbles: true,
        composed: true,
      }),
    );
  move("pointerdown", held, 0);
  const drawn = [];
  for (let frame = 1; frame <= frames; frame += 1) {
    drawn.push(
      await new Promise((done) => {
        let begin = 0;
        requestAnimationFrame(() => {
          begin = performance.now();
        });
        move("pointermove", window, (frame / frames) * 2 * Math.PI);
        requestAnimationFrame(() => {
          document.documentElement.getBoundingClientRect();
          const milliseconds = performance.now() - begin;
          const { left, top } = root.querySelector(mark).getBoundingClientRect();
          done({ milliseconds, left, top });
        });
      }),
    );
  }
  move("pointerup", window, 0);
  return drawn;
}
