import { expect, it } from "vitest";
import type { TraceStep } from "../../elements/events.ts";
import type { PictureView } from "../picture.ts";
import { drawnTree, nodesOf } from "./model.ts";

const step = (id: string, axes: string[], shape: number[], data: number[]) =>
  ({ id, axes, shape, data, op: "rule", reads: [] }) as unknown as TraceStep;

const spans = step("spans", ["node", "end"], [7, 2], [0, 1, 1, 2, 2, 3, 0, 2, 2, 3, 0, 3, 0, 3].slice(0, 14));
const pairs = step("pairs", ["pair", "end"], [4, 2], [0, 0, 0, 1, 0, 4, 1, 3]);
const view: PictureView = {
  steps: new Map([spans, pairs].map((each) => [each.id, each])),
  labels: () => "",
  domains: new Map(),
  slices: {},
  selected: null,
  lit: [],
};

it("a level begins where a node begins at the first token, and a node's parent is the part around it", () => {
  const nodes = nodesOf(step("spans", ["node", "end"], [6, 2], [0, 1, 1, 2, 2, 3, 0, 2, 2, 3, 0, 3]));
  expect(nodes.map(({ level, parent, children }) => [level, parent, children])).toEqual([
    [0, 3, []],
    [0, 3, []],
    [0, 4, []],
    [1, 5, [0, 1]],
    [1, 5, [2]],
    [2, null, [3, 4]],
  ]);
});

it("the parts of the token are its pairs; a chosen pair or leaf chooses the token", () => {
  const spec = { kind: "tree", spans: "spans", pairs: "pairs" } as const;
  expect(drawnTree(view, spec, null)?.attended.map(({ node }) => node)).toEqual([0, 1, 4]);
  expect(drawnTree({ ...view, selected: { step: "pairs", index: [3, 1] } }, spec, null)?.token).toBe(1);
  expect(drawnTree({ ...view, selected: { step: "spans", index: [2, 0] } }, spec, null)?.token).toBe(2);
  expect(drawnTree({ ...view, steps: new Map() }, spec, null)).toBeNull();
});
