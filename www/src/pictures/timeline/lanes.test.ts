import { expect, it } from "vitest";
import type { TraceStep } from "../../elements/events.ts";
import type { PictureView } from "../picture.ts";
import { lanesOf } from "./lanes.ts";

const step = (id: string): TraceStep =>
  ({ id, symbol: "x", shape: [2, 2], axes: ["query", "key"], data: Float64Array.of(0, 0.25, 0.5, 0.75) }) as never;

function domainOf(id: string): unknown {
  const view = { steps: new Map([[id, step(id)]]), domains: new Map(), slices: {}, selected: null, labels: () => "" };
  const [lane] = lanesOf({ lanes: [{ step: id }] } as never, view as unknown as PictureView);
  return lane?.domain;
}

it("has the palette and the scale that are declared for the step, not those that its numbers suggest", () => {
  expect(domainOf("attention.weights")).toEqual({ kind: "weights", max: 1 });
  expect(domainOf("lsh.buckets")).toEqual({ kind: "category", max: 1 });
  expect(domainOf("attention.scores")).toEqual({ kind: "signed", max: 0.75 });
});
