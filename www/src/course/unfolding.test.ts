import { beforeAll, expect, test } from "vitest";
import { UNITS } from "../../units/index.ts";
import { type Lab, openLibrary } from "../library.ts";
import { StageRuns } from "../stage/runs.ts";
import type { Scene } from "./scene.ts";
import { roundsOf } from "./scene-order.ts";
import { settingOf, stageOf } from "./scene-stage.ts";
import { fillingsOf, lengthOf, toldAfter } from "./told.ts";
import { unfoldingOf } from "./unfolding.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLibrary();
});
const units = await UNITS.all();

function opened(unit: string, id: string) {
  const scene = units.find((one) => one.id === unit)?.scenes.find((one) => one.id === id) as Scene;
  const runs = new StageRuns(lab, stageOf(scene));
  const [start, answer] = [settingOf(scene, "start"), settingOf(scene, "answer")];
  return { scene, runs, start, answer, rounds: roundsOf(scene, runs, start, answer) };
}

const roundsIn = (unit: string, id: string) =>
  Object.fromEntries([...opened(unit, id).rounds].map(([{ caption = "" }, round]) => [caption, round]));

test("what is computed from another figure changes after it, also through steps that no figure draws", () => {
  expect(roundsIn("self-attention", "dynamic")).toEqual({ deniedWeights: 0, deniedOutput: 1 });
  expect(roundsIn("graphs", "order")).toEqual({ adjacencyBack: 0, rows: 0, second: 1 });
  expect(roundsIn("graph-attention", "steps")).toEqual({ map: 0, node: 1, attend: 2, update: 3 });
});

test("the order is that of the run, not that of the list; where no run says it, the scene does", () => {
  const { scene } = opened("graphs", "matrices");
  const after = scene.shown.filter(({ when }) => when === "after").map((one) => ("table" in one ? "table" : "picture"));
  expect(after).toEqual(["picture", "table"]);
  expect([...opened("graphs", "matrices").rounds.values()]).toEqual([1, 0]);
  expect(roundsIn("graphs", "pixels")).toEqual({ photoTurned: 0, leftTurned: 1, evenTurned: 1 });
  // The wheel stands there before the products that its buckets are found by.
  expect(roundsIn("hashing", "bucket")).toEqual({ wheel: 0, products: 1 });
});

test("what a choice changes and what follows from that are two rounds; a slider takes all along", () => {
  expect(roundsIn("self-attention", "wrong-axis")).toEqual({ rows: 0, columns: 0, sums: 1 });
  expect(roundsIn("self-attention", "sharpness")).toEqual({});
});

test("every caption that a figure follows is that of another one of its scene", () => {
  for (const { scenes } of units)
    for (const { shown } of scenes)
      for (const { follows, caption } of shown)
        if (follows !== undefined)
          expect(
            shown.some((one) => one.caption === follows && one.caption !== caption),
            follows,
          ).toBe(true);
});

function filledIn(unit: string, id: string) {
  const { scene, runs, answer, rounds } = opened(unit, id);
  const shown = scene.shown.filter(({ when }) => when !== "before");
  const all = fillingsOf({ lab, runs, answer, shown, rounds });
  return [...all].map(([one, filling]) => ({ table: "table" in one ? one.table : "", filling }));
}

test("a product is filled cell by cell, with the row and the column of each; many cells are filled row by row", () => {
  const [product, ...others] = filledIn("self-attention", "roles");
  expect(others).toEqual([]);
  expect(product?.table).toBe("multi-head.query");
  const lit = [...(product?.filling.lit.values() ?? [])].map((times) => times[5]);
  // The third word's second number: row 2 of the words, column 1 of the matrix.
  expect(lit).toEqual([[0, 1, 2, 3].map((column) => [2, column]), [0, 1, 2, 3].map((row) => [row, 1])]);
  const [weights] = filledIn("self-attention", "symmetric");
  expect(weights?.filling).toMatchObject({ cells: 16, unit: 4 });
  expect([...(weights?.filling.lit.values() ?? [])].map((times) => times[1])).toEqual([
    [0, 1, 2, 3].map((column) => [1, column]),
  ]);
});

test("a table is empty at first and full in the end, and no table takes long", () => {
  const filling = { cells: 8, unit: 2, beat: 100, lead: 300, lit: new Map() };
  expect([0, 299, 300, 450, 699, 700].map((time) => toldAfter(filling, time)?.filled ?? null)).toEqual([
    ...[0, 0, 2, 4, 8],
    null,
  ]);
  for (const { id, scenes } of units)
    for (const scene of scenes) {
      for (const one of filledIn(id, scene.id)) expect(lengthOf(one.filling)).toBeLessThan(2700);
      const { runs, start, answer } = opened(id, scene.id);
      const { rounds } = unfoldingOf(scene, lab, runs, start, answer);
      expect(
        rounds.slice(0, -1).reduce((sum, length) => sum + length, 0),
        scene.id,
      ).toBeLessThan(5000);
    }
});
