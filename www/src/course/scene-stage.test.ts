import { expect, it } from "vitest";
import { openLibrary } from "../library.ts";
import { StageRuns } from "../stage/runs.ts";
import { settingWith, withCell } from "../stage/setting.ts";
import { matrix } from "../state/values.ts";
import type { Scene } from "./scene.ts";
import { settingOf, stageOf } from "./scene-stage.ts";

/** Two queries, of which a slider lengthens the second; a further run has other values. */
const scene: Scene = {
  id: "example",
  algorithm: "scaled-dot-product-attention",
  inputs: {
    query: matrix([
      [1, 0],
      [0, 1],
    ]),
    key: matrix([[1, 1]]),
    value: matrix([[3, 4]]),
  },
  labels: {},
  controls: [
    {
      ...{ kind: "slider", id: "length", from: 0, to: 4, step: 1, start: 1, answer: 3 },
      changes: [{ input: "query", timesRows: [1] }],
    },
  ],
  runs: { other: { inputs: { value: matrix([[5, 6]]) } } },
  shown: [],
  question: { kind: "number", fact: "score", within: 0 },
  facts: { score: { step: "attention.scores", index: [1, 0] } },
  links: {},
  source: "",
};

it("controls and pictures change the inputs of a scene's runs, and a control drops what was changed of its own inputs", async () => {
  const stage = stageOf(scene);
  const runs = new StageRuns(await openLibrary(), stage);
  const queries = (setting = settingOf(scene, "answer"), run?: string) => {
    const { query } = runs.inputsAt(setting, run);
    return query;
  };
  const answer = settingOf(scene, "answer");
  const lengthened = matrix([
    [1, 0],
    [0, 3],
  ]);
  expect(queries()).toEqual(lengthened);
  expect(queries(settingOf(scene, "start"))).toEqual(scene.inputs.query);
  const moved = { ...answer, inputs: withCell(answer.inputs, "query", lengthened, { index: [0, 1], value: 7 }) };
  const both = matrix([
    [1, 7],
    [0, 3],
  ]);
  expect([queries(moved), queries(moved, "other")]).toEqual([both, both]);
  expect(runs.inputsAt(moved, "other").value).toEqual(matrix([[5, 6]]));
  expect(queries(settingWith(stage, moved, "length", 3))).toEqual(lengthened);
});

it("a choice changes inputs of runs of other algorithms as well, where it says how", async () => {
  const chooses: Scene = {
    ...scene,
    controls: [
      {
        ...{ kind: "choice", id: "which", start: "short", answer: "long" },
        choices: { short: { value: matrix([[1, 1]]) }, long: { value: matrix([[2, 2]]) } },
        others: { other: { short: { value: matrix([[5, 5]]) }, long: { value: matrix([[6, 6]]) } } },
      },
    ],
    runs: { other: { algorithm: scene.algorithm, inputs: scene.inputs } },
  };
  const runs = new StageRuns(await openLibrary(), stageOf(chooses));
  for (const [when, own, others] of [
    ["start", [1, 1], [5, 5]],
    ["answer", [2, 2], [6, 6]],
  ] as const) {
    const setting = settingOf(chooses, when);
    expect(runs.inputsAt(setting)).toMatchObject({ value: { data: own } });
    expect(runs.inputsAt(setting, "other")).toMatchObject({ value: { data: others } });
  }
});
