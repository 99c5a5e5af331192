/** Whether the numbers of lines in graphs leave the heads of arrows and other lines in sight. */
import assert from "node:assert/strict";

/** Runs in the page: the numbers that lie over a head or over another line than their own. */
function covering() {
  /** Points of a line or of the border of a head are so near to each other, in units of the drawing. */
  const STEP = 1.5;
  /** Half the height of digits, in parts of the size of their type. */
  const HALF_DIGIT = 0.36;
  const rootsIn = (root) =>
    [...root.querySelectorAll("*")].flatMap((element) =>
      element.shadowRoot ? [element.shadowRoot, ...rootsIn(element.shadowRoot)] : [],
    );
  const pointsOf = (path) => {
    const length = path.getTotalLength();
    const count = Math.max(1, Math.ceil(length / STEP));
    return Array.from({ length: count + 1 }, (_, at) => path.getPointAtLength((length * at) / count));
  };
  const found = [];
  for (const root of rootsIn(document.querySelector("main"))) {
    const numbers = [...root.querySelectorAll("text.weight")].filter((text) => text.checkVisibility());
    if (numbers.length === 0) continue;
    const edges = [...root.querySelectorAll("[data-edge]")].map((edge) => {
      const [line, head] = [".line", ".head"].map((part) => edge.querySelector(part));
      return {
        name: edge.dataset.move,
        width: Number(line.getAttribute("stroke-width")),
        line: pointsOf(line),
        head: head ? pointsOf(head) : [],
      };
    });
    for (const number of numbers) {
      const [x, y] = ["x", "y"].map((axis) => Number(number.getAttribute(axis)));
      const half = number.getBBox().width / 2;
      const high = HALF_DIGIT * Number.parseFloat(getComputedStyle(number).fontSize);
      const isIn = (points, beyond) =>
        points.some((point) => Math.abs(point.x - x) < half + beyond && Math.abs(point.y - y) < high + beyond);
      const own = number.dataset.move.replace("weight:", "");
      for (const { name, width, line, head } of edges) {
        if (isIn(head, 0)) found.push(`${number.textContent} covers the head of ${name}`);
        if (name !== own && isIn(line, width / 2)) found.push(`${number.textContent} of ${own} is on the line ${name}`);
      }
    }
  }
  return found;
}

/** Asserts that no number of a line covers the head of an arrow, or another line; `known`: as many as are known to. */
export async function assertLinesInSight(page, known = 0) {
  const found = await page.evaluate(covering);
  if (known === 0) assert.deepEqual(found, []);
  // An entry that is no longer needed is removed, and none hides that more is covered.
  else
    assert.ok(
      found.length > 0 && found.length <= known,
      `${known} are known, not ${found.length}: ${found.join(", ")}`,
    );
}
