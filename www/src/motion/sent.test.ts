/** What is sent follows the line that is drawn. */
import { expect, test } from "vitest";
import { framesOf } from "./sent.ts";

test("a dot passes each point of a bent line, at the share of its way that lies before it", () => {
  const frames = framesOf({
    course: [
      { x: 0, y: 0 },
      { x: 0, y: 30 },
      { x: 40, y: 30 },
    ],
  });
  expect(frames.map(({ transform }) => transform)).toEqual([
    "translate(0px, 0px)",
    "translate(0px, 30px)",
    "translate(40px, 30px)",
  ]);
  const offsets = frames.map(({ offset }) => offset);
  expect(offsets[0]).toBe(0);
  expect(offsets[1]).toBeCloseTo(30 / 70);
  expect(offsets[2]).toBe(1);
});
