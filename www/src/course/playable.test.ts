/** What a scene lets be tried before its answer. */
import { expect, test } from "vitest";
import type { Control } from "../stage/stage.ts";
import { playable } from "./playable.ts";
import type { SceneControl } from "./scene.ts";

const slider = { kind: "slider", from: 0, to: 9, step: 1, start: 0 } as const;

test("only what plays can be tried, a slider as far as the scene says", () => {
  const declared: readonly SceneControl[] = [
    { ...slider, id: "some", answer: 9, changes: [], plays: 4 },
    { ...slider, id: "all", answer: 9, changes: [], plays: true },
    { ...slider, id: "none", answer: 9, changes: [] },
  ];
  const controls: readonly Control[] = ["some", "all", "none"].map((id) => ({ ...slider, id }));
  expect(playable({ controls: declared }, controls)).toEqual([
    { ...slider, id: "some", to: 4, whole: 9 },
    { ...slider, id: "all" },
  ]);
  expect(playable({}, controls)).toEqual([]);
});
