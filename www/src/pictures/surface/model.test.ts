import { expect, test } from "vitest";
import type { TraceStep } from "../../elements/events.ts";
import type { PictureView } from "../picture.ts";
import { drawnSurface } from "./model.ts";

const step = (id: string, shape: readonly number[], data: readonly number[]) =>
  ({ id, shape, data: Float64Array.from(data) }) as unknown as TraceStep;

/** A grid of three by three places from −1 to 1, and a walk of three steps from its corner. */
function viewOf(last: readonly number[]): PictureView {
  const places = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => [x, y] as const));
  const steps = [
    step("places", [2, 9], [...places.map(([x]) => x), ...places.map(([, y]) => y)]),
    step(
      "heights",
      [9],
      places.map(([x, y]) => x * x + y * y),
    ),
    step("point", [2, 1], [-1, -1]),
    step("begin", [], [2]),
    step("first", [2, 1], [-0.5, 0.5]),
    step("second", [2, 1], [1, 1]),
    step("third", [2, 1], last),
    step("height", [], [0.5]),
  ];
  return { steps: new Map(steps.map((one) => [one.id, one])) } as unknown as PictureView;
}

const spec = {
  kind: "surface",
  places: "places",
  heights: "heights",
  at: "point",
  height: "begin",
  walk: ["first", "second", "third"].map((at) => ({ at, height: "height" })),
} as const;

test("a walk has the places and the heights of its steps", () => {
  const drawn = drawnSurface(viewOf([0.25, -1]), spec);
  expect(drawn?.walk.map(({ spot }) => spot)).toEqual([
    { x: -0.5, y: 0.5 },
    { x: 1, y: 1 },
    { x: 0.25, y: -1 },
  ]);
  expect(drawn?.walk.map(({ height }) => height?.value)).toEqual([0.5, 0.5, 0.5]);
  expect(drawn?.height?.value).toBe(2);
  expect(drawn?.leaves).toBeNull();
});

test("a walk that leaves the grid ends at the last place on it, and says where it goes", () => {
  const drawn = drawnSurface(viewOf([0, 1.25]), spec);
  expect(drawn?.walk).toHaveLength(2);
  expect(drawn?.leaves).toEqual({ x: 0, y: 1.25 });
});

test("a walk ends where a step of it has not been computed", () => {
  const walk = [...spec.walk.slice(0, 1), { at: "missing", height: "height" }, ...spec.walk.slice(1)];
  expect(drawnSurface(viewOf([0, 0]), { ...spec, walk })?.walk).toHaveLength(1);
});
