import { expect, test } from "vitest";
import { ARRIVES } from "../motion/pace.ts";
import { lengthOf, settingAfter, standsOf, strideOf, wayOf } from "./reveal.ts";
import type { Scene, SceneControl } from "./scene.ts";

const slider = {
  ...{ kind: "slider", id: "length", from: 0, to: 1, step: 0.1, start: 0.3, answer: 0 },
  changes: [{ input: "length" }],
} as const satisfies SceneControl;
const stops = {
  ...{ kind: "stops", id: "tokens", stops: [64, 128, 256], start: 64, answer: 256 },
  changes: [{ input: "tokens" }],
} as const satisfies SceneControl;
const choice = {
  ...{ kind: "choice", id: "rule", start: "sum", answer: "mean", choices: { sum: {}, mean: {} } },
} as const satisfies SceneControl;

test("a control goes from where it was asked to where the answer is, in its own steps", () => {
  expect(wayOf(slider)).toEqual([0.3, 0.2, 0.1, 0]);
  expect(wayOf(stops)).toEqual([64, 128, 256]);
  expect(wayOf({ ...stops, start: 256, answer: 64 })).toEqual([256, 128, 64]);
});

test("a reveal begins with what was asked and ends with what the answer is about", () => {
  const scene = { controls: [slider, stops, choice] } as unknown as Scene;
  const answer = { values: { length: 0, tokens: 256, rule: "mean" }, inputs: {} };
  const at = (share: number) => settingAfter(scene, answer, share).values;
  expect(at(0)).toEqual({ length: 0.3, tokens: 64, rule: "sum" });
  expect(at(0.1)).toEqual({ length: 0.2, tokens: 128, rule: "mean" });
  expect(at(0.5)).toEqual({ length: 0.1, tokens: 256, rule: "mean" });
  expect(at(1)).toEqual(answer.values);
});

test("a choice is seen at each of those that it passes", () => {
  const passing = { ...choice, choices: { sum: {}, max: {}, mean: {} }, passes: ["max"] } as const;
  expect(wayOf(passing)).toEqual(["sum", "max", "mean"]);
  const answer = { values: { rule: "mean" }, inputs: {} };
  const at = (share: number) => settingAfter({ controls: [passing] } as unknown as Scene, answer, share).values.rule;
  expect([0, 0.1, 0.4, 0.6, 1].map(at)).toEqual(["sum", "max", "max", "mean", "mean"]);
});

test("controls stand until the pictures that come with the answer are seen, and what is sent in them has arrived, and is read where others follow; alone they go at once", () => {
  const picture = (more: object) => ({ picture: { kind: "graph", step: "gcn.aggregated", ...more } });
  const shown = (...all: object[]) => ({ shown: all }) as unknown as Scene;
  expect(standsOf(shown(picture({})))).toBeLessThan(150);
  expect(standsOf(shown(picture({ sends: "gcn.features" })))).toBeLessThan(150);
  const comes = standsOf(shown({ ...picture({}), when: "after" }));
  expect(comes).toBeGreaterThan(standsOf(shown(picture({}))));
  const sent = shown({ ...picture({ sends: "gcn.features" }), when: "after" });
  expect(standsOf(sent)).toBeGreaterThan(comes);
  const passing = { ...choice, choices: { sum: {}, max: {}, mean: {} }, passes: ["max"] } as const;
  expect(standsOf({ ...sent, controls: [choice] })).toBe(standsOf(sent) + 1000);
  expect(standsOf({ ...sent, controls: [{ ...choice, start: choice.answer }] })).toBe(standsOf(sent));
  expect(standsOf({ ...sent, controls: [passing] })).toBe(standsOf(sent) + 1000);
});

test("marks go from stop to stop with a slider of many stops, and as usual with one of few", () => {
  const many = { ...slider, step: 0.02 };
  expect(strideOf({ controls: [choice, many] })).toBeCloseTo(1400 / 15);
  expect(strideOf({ controls: [choice, slider, stops] })).toBeNull();
});

test("what is sent with a choice arrives before the words come, and is read where another choice follows", () => {
  const shown = [{ picture: { kind: "graph", step: "gcn.aggregated", sends: "gcn.features" }, when: "after" }];
  const long = (...controls: SceneControl[]) => lengthOf({ shown, controls } as unknown as Scene);
  const passing = { ...choice, choices: { sum: {}, max: {}, mean: {} }, passes: ["max"] } as const;
  expect(long(choice)).toBe(ARRIVES);
  expect(long(passing)).toBeGreaterThan(2 * ARRIVES);
  expect(long({ ...choice, start: choice.answer })).toBe(0);
  const unsent = { shown: [], controls: [choice] } as unknown as Scene;
  expect(lengthOf(unsent)).toBeLessThan(ARRIVES);
});
