/**
 * The declarations of the package, compiled for a consumer by the newest supported TypeScript, with and without the types of a platform. `npm test -- --long`
 * compiles them by the oldest, too, which takes many times as long.
 */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { callIn, installPacked } from "../shared/packed.mjs";

let consumer;
before(async () => {
  consumer = await installPacked();
});
after(() => consumer?.close());

const OLDEST = { 5.4: "typescript-5.4" };
const VERSIONS = { ...(process.env.ATTOGRAPH_LONG ? OLDEST : {}), newest: "typescript" };
const compilers = Object.entries(VERSIONS).map(([version, name]) => [
  version,
  fileURLToPath(new URL(`../../node_modules/${name}/bin/tsc`, import.meta.url)),
]);

/** What each resolution of modules goes with. */
const RESOLUTIONS = { bundler: "esnext", nodenext: "nodenext" };

/** Compiles a module in the consumer's folder; returns the errors in it, one in each line. */
async function errorsIn(tsc, name, text, { lib, resolution }) {
  const compilerOptions = {
    ...{ noEmit: true, strict: true, target: "es2022", lib, types: [], skipLibCheck: false },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ module: RESOLUTIONS[resolution], moduleResolution: resolution },
  };
  await writeFile(join(consumer.folder, name), text);
  await writeFile(join(consumer.folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [name] }));
  return callIn(consumer.folder, process.execPath, [tsc, "-p", "."]).then(
    () => [],
    ({ stdout }) => stdout.trimEnd().split("\n"),
  );
}

const USE = `import { AttographError, load, type AlgorithmId, type DerivationId, type ErratumId, type ExerciseId, type PollId, type StepId, type Trace, type TraceJSON } from "attograph";
import { load as loadInline } from "attograph/inline";
import { load as loadSlim } from "attograph/slim";
import { loadFast, loadPool, type FastTensor } from "attograph/fast";
import { loadFast as loadInlineFast } from "attograph/fast/inline";

const lab = await load({ gpu: "off" });
const x = [[1, 2], [3, 4]];
const tokens = { query: x, key: x, value: x };
const trace = lab.trace("scaled-dot-product-attention", tokens);
const scores: number = lab.cell(trace, "attention.scores", [0, 0]).value;
const shape: readonly number[] = trace.step("attention.scores").shape;
const nested = trace.step("attention.weights").nested();
const rows = trace.step("attention.weights").nested<number[][]>();
const weight: number | undefined = rows[0]?.[1];
const json: TraceJSON = trace.toJSON();
const { trace: restored, differences } = lab.fromJSON(JSON.parse(JSON.stringify(trace)));
for (const difference of differences) if (difference.kind === "number") difference.index.at(0);
restored.step("whatever").nested();
const later: Trace = lab.trace("gat-layer" as string, {});
for (const { id } of trace.steps) lab.cell(trace, id, [0, 0]);
for (const operands of lab.cell(trace, "attention.scores", [0, 0]).terms) {
  for (const { step, index } of operands) lab.cell(trace, step, index);
}
const encoder = lab.trace("encoder", {} as never);
const layer = encoder.step("layers[0]/pre-norm1/layer-norm.count");
const copied = lab.cell(JSON.parse("{}"), "attention.scores", [0, 0]);
const { trace: way, gradients } = lab.gradient("multi-head-attention", { x: [[1]], heads: 1, ...{ wQuery: x, wKey: x, wValue: x, wOutput: x } }, {
  of: "output", at: [0, 0], wrt: ["wQuery", "x"], through: "every-step", limit: false,
});
const slope: number | undefined = gradients.wQuery?.data[0];
const role: string | undefined = way.steps.at(-1)?.gradient?.role;
lab.count("gat-layer" as string, {}, { gradient: { wrt: ["x"] } });
const ids: [AlgorithmId, StepId, StepId<"gat-layer">, ExerciseId, PollId, ErratumId, DerivationId] = [
  "gat-layer", "attention.scores", "gat.weights", "attention-steps", "S1-P1", "S1-E01", "node-weights",
];
const projections = { wQuery: [[1]], wKey: [[1]], wValue: [[1]], wOutput: [[1]] };
lab.trace("multi-head-attention", { x: [[1]], heads: 1, ...projections });
lab.trace("multi-head-attention", { x: [[1]], heads: 1, params: projections });
const engine = await loadFast();
const matrix: FastTensor = engine.tensor([1, 1], [2]);
const pool = await loadPool({ workers: 2 });
const own = await loadSlim({ bytes: new Uint8Array(8) });
export { slope, role, weight, AttographError, copied, ids, json, later, layer, loadInline, loadInlineFast, matrix, nested, own, pool, scores, shape };
`;

/** Where the package is compiled for: the types that are declared there, and the resolution of modules. */
const PLACES = {
  "the language alone": { lib: ["es2022"], resolution: "nodenext" },
  "a browser and a bundler": { lib: ["es2023", "dom"], resolution: "bundler" },
};

for (const [version, tsc] of compilers) {
  for (const [place, options] of Object.entries(PLACES)) {
    test(`TypeScript ${version} compiles the declarations for ${place}`, async () => {
      assert.deepEqual(await errorsIn(tsc, "use.mts", USE, options), []);
    });
  }

  test(`TypeScript ${version} compiles the types of the elements and of their tags`, async () => {
    const text = `import "attograph/elements";
import type { AttographAttention, AttographFigure } from "attograph/elements";
import AttographReveal from "attograph/reveal";
import type { ElementAttributes, Listeners } from "./node_modules/attograph/elements/attributes.js";

const attention: AttographAttention = document.createElement("attograph-attention");
attention.weights = [[[[0.5, 0.5], [0, 1]]]];
const figure: AttographFigure | null = document.querySelector("attograph-figure");
figure?.addEventListener("ag-error", ({ detail }) => detail.code.length);
const tag: ElementAttributes["attograph-figure"] & Listeners<"on"> = {
  algorithm: "gat-layer", inputs: '{ "x": [[1]] }', fit: true, stop: "2", "onag-error": ({ detail }) => detail.message.length,
};
const lab: ElementAttributes["attograph-lab-hash"] = { state: "#/labs/hash", theme: "dark" };
// @ts-expect-error a difficulty that does not exist
const exercise: ElementAttributes["attograph-exercise"] = { difficulty: "harder" };
// @ts-expect-error an attribute that does not exist
const misspelled: ElementAttributes["attograph-figure"] = { algoritm: "gat-layer" };
export { attention, AttographReveal, exercise, lab, misspelled, tag };
`;
    const place = { lib: ["es2023", "dom"], resolution: "bundler" };
    assert.deepEqual(await errorsIn(tsc, "tags.mts", text, place), []);
  });

  test(`TypeScript ${version} names what is misspelled`, async () => {
    const mistakes = [
      ['lab.trace("gat-layr", {});', /'"gat-layr"' is not assignable/],
      ['lab.trace("scaled-dot-product-attention", { quary: x, key: x, value: x });', /'quary' does not exist/],
      ['lab.count("scaled-dot-product-attention", { quary: x, key: x, value: x });', /'quary' does not exist/],
      ['lab.trace("encoder-layer", { x, heads: 1, attention: { wQuary: x } });', /'wQuary' does not exist/],
      ['lab.trace("multi-head-attention", { x, heads: 1, wQuary: x });', /'wQuary' does not exist/],
      ['void lab.run("scaled-dot-product-attention", { ...tokens, casual: true });', /'casual' does not exist/],
      ['lab.trace("scaled-dot-product-attention", { query: x, key: x });', /[Pp]roperty 'value' is missing/],
      ['lab.trace("scaled-dot-product-attention", tokens, { limt: false });', /'limt' does not exist.*'limit'/],
      ['lab.gradient("scaled-dot-product-attention", tokens, { of: "weight" });', /'"weight"' is not assignable/],
      ['lab.gradient("scaled-dot-product-attention", tokens, { wrt: ["quary"] });', /'"quary"' is not assignable/],
      ['lab.cell(trace, "attention.score", [0, 0]);', /'"attention.score"' is not assignable/],
      ['trace.step("attention.score");', /'"attention.score"' is not assignable/],
      ['lab.exercise("atention-steps", { seed: 1 });', /'"atention-steps"' is not assignable/],
      ['lab.poll("S1-P0");', /'"S1-P0"' is not assignable/],
      ['lab.reveal("S1-P0");', /'"S1-P0"' is not assignable/],
      ['lab.erratum("S1-E00");', /'"S1-E00"' is not assignable/],
      ['lab.markDerivation("node-weight", {});', /'"node-weight"' is not assignable/],
    ];
    const start = `import { load } from "attograph";
const lab = await load();
const x = [[1, 2], [3, 4]];
const tokens = { query: x, key: x, value: x };
const trace = lab.trace("scaled-dot-product-attention", tokens);
`;
    const text = `${start}${mistakes.map(([line]) => line).join("\n")}\n`;
    const errors = await errorsIn(tsc, "mistakes.mts", text, PLACES["the language alone"]);
    const first = start.split("\n").length;
    for (const [place, [line, message]] of mistakes.entries()) {
      const found = errors.filter((error) => error.startsWith(`mistakes.mts(${first + place},`));
      assert.equal(found.length, 1, `${line}: ${errors.join("\n")}`);
      // What a type lacks is said in the lines after the one with the place.
      const next = errors.findIndex((error, after) => after > errors.indexOf(found[0]) && error.startsWith("mistakes"));
      assert.match(errors.slice(errors.indexOf(found[0]), next < 0 ? undefined : next).join(" "), message);
    }
  });
}
