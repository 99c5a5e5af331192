import { beforeAll, describe, expect, it } from "vitest";
import { EXAMPLE_IDS, exampleOf } from "../../examples/index.ts";
import { type Lab, openLibrary, stepsById } from "../library.ts";
import { fittingLayout, scaleOf } from "./fitting.ts";
import type { Rect } from "./geometry.ts";
import { graphOf, sourceOf } from "./graph.ts";
import { firstOpen } from "./parts.ts";
import type { Measure } from "./sizes.ts";

/** The room of the map in a window of 1280 px, and on a phone. */
const ROOMS = [357, 328];
/** About the width of a text in a wide sans-serif. */
const measure: Measure = (text) => 7.5 * text.length;

let lab: Lab;
beforeAll(async () => {
  lab = await openLibrary();
});

const overlap = (one: Rect, other: Rect) =>
  one.x < other.x + other.width - 0.5 &&
  other.x < one.x + one.width - 0.5 &&
  one.y < other.y + other.height - 0.5 &&
  other.y < one.y + one.height - 0.5;

describe.each(EXAMPLE_IDS)("the map of %s", (id) => {
  it("fits into its column, with each box below those that it reads, and none on another", async () => {
    const { algorithm, inputs } = await exampleOf(id);
    const present = Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== null));
    const steps = stepsById(lab.trace(algorithm, present));
    const source = sourceOf([...steps.values()]);
    const graph = graphOf(source, firstOpen(source.whole, 24), new Set());
    const titleOf = (step: string) => step.split(".").at(-1) ?? step;
    const naming = { steps, titleOf, text: (key: string) => key.split(".").at(-1) ?? key };
    for (const room of ROOMS) {
      const { layout } = fittingLayout({ graph, naming, measure, flow: "down", room });
      expect(layout.width * scaleOf(layout, room)).toBeLessThanOrEqual(room + 0.5);
      const boxes = [...layout.boxes];
      for (const { from, to } of graph.arrows) {
        const [above, below] = [layout.boxes.get(from), layout.boxes.get(to)];
        if (above && below) expect(below.y, `${to} below ${from}`).toBeGreaterThanOrEqual(above.y + above.height);
      }
      for (const [position, [key, box]] of boxes.entries()) {
        for (const [other, rect] of boxes.slice(position + 1))
          expect(overlap(box, rect), `${key}, ${other}`).toBe(false);
      }
    }
  });
});
