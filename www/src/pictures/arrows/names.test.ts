import { beforeAll, describe, expect, it } from "vitest";
import { EXAMPLE_IDS, exampleOf } from "../../../examples/index.ts";
import { UNITS } from "../../../units/index.ts";
import { settingOf, stageOf } from "../../course/scene-stage.ts";
import { type Lab, openLibrary, stepsById } from "../../library.ts";
import { type Labels, labelOf } from "../../numbers/labels.ts";
import { StageRuns } from "../../stage/runs.ts";
import type { LabelOf, PictureView } from "../picture.ts";
import { type Box, boxAround, covers, overlap } from "../plane/covering.ts";
import { textWidth } from "../plane/place-names.ts";
import { arrowShape, extentOf, type Frame, frameOf, type Spot } from "../plane/plane.ts";
import { scaleOf } from "../plane/scale.ts";
import { picturesOf } from "../suiting.ts";
import { type DrawnArrows, drawnArrows } from "./model.ts";
import { readable, writtenIn } from "./names.ts";
import { tipsOf } from "./shapes.ts";
import type { ArrowsSpec } from "./spec.ts";

/** Widths of drawings: of a phone, beside a question, and alone. */
const WIDTHS = [300, 460, 680];

interface Plane {
  readonly of: string;
  readonly spec: ArrowsSpec;
  readonly drawn: DrawnArrows;
}

const planes: Plane[] = [];

beforeAll(async () => {
  const lab: Lab = await openLibrary();
  const add = (of: string, spec: ArrowsSpec, view: Pick<PictureView, "steps" | "labels">) => {
    planes.push({ of, spec, drawn: drawnArrows({ ...EMPTY, ...view }, spec) });
  };
  for (const scene of (await UNITS.all()).flatMap((unit) => unit.scenes)) {
    const runs = new StageRuns(lab, stageOf(scene));
    for (const when of ["start", "answer"] as const) {
      for (const shown of scene.shown) {
        if (!("picture" in shown) || shown.picture.kind !== "arrows") continue;
        const setting = settingOf(scene, when);
        const { steps } = runs.at(setting, shown.run);
        add(`${scene.id} at its ${when}`, shown.picture, { steps, labels: runs.labelsAt(setting, shown.run) });
      }
    }
  }
  for (const id of EXAMPLE_IDS) {
    const { algorithm, inputs, labels } = await exampleOf(id);
    const present = Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== null));
    const steps = stepsById(lab.trace(algorithm, present));
    for (const step of steps.values()) {
      for (const spec of picturesOf(step, steps)) {
        if (spec.kind === "arrows") add(`${step.id} of ${id}`, spec, { steps, labels: namesBy(labels) });
      }
    }
  }
});

const namesBy =
  (rules: Labels): LabelOf =>
  (step, axis, position) =>
    labelOf(rules, step.axes[axis], position);

const EMPTY: Omit<PictureView, "steps" | "labels"> = {
  graph: null,
  domains: new Map(),
  slices: {},
  selected: null,
  lit: [],
};

/** Returns the frame in which a picture is first drawn. */
function frameFor({ drawn, spec }: Plane, width: number): Frame {
  const reach = spec.reach === undefined ? [] : [-spec.reach, spec.reach].map((each) => ({ x: each, y: each }));
  return frameOf(extentOf([...drawn.arrows.map(({ spot }) => spot), ...reach]), width, { tallest: 520 });
}

/** Whether a point is inside of a shape, by how often a line to the right crosses its border. */
function isInside(shape: readonly Spot[], { x, y }: Spot): boolean {
  let inside = false;
  for (const [at, one] of shape.entries()) {
    const other = shape[(at + 1) % shape.length] ?? one;
    if (one.y > y === other.y > y) continue;
    if (x < one.x + ((y - one.y) / (other.y - one.y)) * (other.x - one.x)) inside = !inside;
  }
  return inside;
}

/** Whether a point of a box, of all that are half a pixel apart, is inside of a shape. */
function isCovered({ left, right, top, bottom }: Box, shape: readonly Spot[]): boolean {
  for (let x = left + 0.25; x < right; x += 0.5) {
    for (let y = top + 0.25; y < bottom; y += 0.5) if (isInside(shape, { x, y })) return true;
  }
  return false;
}

const cornersIn = (path: string): Spot[] => {
  const numbers = (path.match(/-?[\d.]+/g) ?? []).map(Number);
  return Array.from({ length: numbers.length / 2 }, (_, at) => ({
    x: numbers[2 * at] ?? 0,
    y: numbers[2 * at + 1] ?? 0,
  }));
};

describe("the numbers of the scale, in the planes of all units and algorithms", () => {
  it("stand under no head of an arrow, and under no name", () => {
    let [told, moved] = [0, 0];
    for (const plane of planes) {
      const { drawn, spec, of } = plane;
      const chain = spec.mean?.chain ?? false;
      for (const width of WIDTHS) {
        const frame = frameFor(plane, width);
        const free = scaleOf(frame, []);
        for (const active of [null, ...drawn.arrows]) {
          const { names, scale } = writtenIn(drawn, { frame, active, chain, dropped: spec.pair?.projection ?? false });
          told += scale.length;
          const origin = frame.at({ x: 0, y: 0 });
          // The smallest heads that are drawn: of arrows without weight.
          const heads = drawn.arrows.map(({ spot, kind }) =>
            kind === "point" ? [] : cornersIn(arrowShape(origin, frame.at(spot), 1.25).head),
          );
          for (const { box, value, spot } of scale) {
            const at = `${of}, ${width} px: ${value}`;
            // What is left out for another active arrow leaves the heads where they are.
            const shapes = active === null ? [...heads, ...tipsOf(drawn, frame, { chain })] : [];
            expect(
              shapes.some((shape) => isCovered(box, shape)),
              at,
            ).toBe(false);
            for (const name of names) {
              const beside = Math.abs(name.spot.x - spot.x) >= (box.right - box.left) / 2;
              expect(beside || Math.abs(name.spot.y - spot.y) >= (box.bottom - box.top) / 2, at).toBe(true);
            }
          }
          if (scale.length < free.length || scale.some(({ spot }, at) => spot.y !== free[at]?.spot.y)) moved += 1;
        }
      }
    }
    expect(planes.length).toBeGreaterThan(20);
    expect(told).toBeGreaterThan(100);
    // Without heads in the way there would be nothing to test.
    expect(moved).toBeGreaterThan(0);
  });
});

describe("a number of the scale", () => {
  const frame = frameOf({ left: -1, right: 1, bottom: -1, top: 1, tick: 1 }, 300);
  const places = scaleOf(frame, []);
  const [across] = places;
  if (!across) throw new Error("the axis has no number");

  it("stands on the other side of its axis where a head is, and nowhere where both sides are covered", () => {
    const below = [
      { x: across.spot.x, y: across.spot.y },
      { x: across.spot.x + 3, y: across.spot.y },
      { x: across.spot.x, y: across.spot.y + 3 },
    ];
    const axis = frame.at({ x: 0, y: 0 }).y;
    const [moved, up] = scaleOf(frame, [below]);
    expect(moved?.value).toBe(1);
    expect(moved?.spot).toEqual({ x: across.spot.x, y: 2 * axis - across.spot.y });
    expect(up).toEqual(places[1]);
    const above = below.map(({ x, y }) => ({ x, y: 2 * axis - y }));
    expect(scaleOf(frame, [below, above])).toEqual([places[1]]);
  });

  it("is covered by a shape that has no corner in it, and not by one that only bounds it", () => {
    const box = boxAround({ x: 10, y: 10 }, { width: 10, height: 4 });
    const large = [
      { x: -100, y: 9 },
      { x: 100, y: 9 },
      { x: 0, y: 300 },
    ];
    expect(covers(large, box)).toBe(true);
    expect(
      covers(
        [
          { x: 15, y: 0 },
          { x: 30, y: 10 },
          { x: 15, y: 20 },
        ],
        box,
      ),
    ).toBe(false);
  });
});

describe("names in a small plane", () => {
  const name = (of: string, x: number) => ({ of, spot: { x, y: 50 }, width: 40, height: 20 });
  const names = [name("Ann", 50), name("Cleo", 55), name("Fay", 120)];

  it("are left out where they would stand on others", () => {
    expect(readable(names, -1).map(({ of }) => of)).toEqual(["Ann", "Fay"]);
  });

  it("stay where they are of the arrow that is pointed to", () => {
    expect(readable(names, 1).map(({ of }) => of)).toEqual(["Cleo", "Fay"]);
  });

  it("cover no other one by more than a share, in the planes of all units and algorithms", () => {
    for (const plane of planes) {
      const frame = frameFor(plane, 130);
      const { names: written } = writtenIn(plane.drawn, { frame, active: null, dropped: false, chain: false });
      const boxes = written.map(({ spot, symbol, name: own, number }) => {
        const text = [symbol, own, number ? "0.000" : ""].filter((part) => part !== "").join(" ");
        return boxAround(spot, { width: textWidth(text, 15), height: 15 });
      });
      boxes.forEach((box, at) => {
        for (const other of boxes.slice(at + 1)) {
          const area = (box.right - box.left) * (box.bottom - box.top);
          expect(overlap(box, other), plane.of).toBeLessThanOrEqual(0.5 * area);
        }
      });
    }
  });
});
