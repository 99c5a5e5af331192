/** The package as npm delivers it: what it holds, how it is imported, and what its types say. */
import assert from "node:assert/strict";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { callIn, installPacked, runModule } from "../shared/packed.mjs";

const repository = fileURLToPath(new URL("../../", import.meta.url));
let consumer;
before(async () => {
  consumer = await installPacked();
});
after(() => consumer?.close());

const attend =
  "const x = [[1, 2], [3, 4]]; const { outputs } = lab.trace('scaled-dot-product-attention', { query: x, key: x, value: x });";
const print = "console.log(outputs.output.shape.join('x'), lab.engine.reason);";

test("the main entry loads in Node", async () => {
  const text = `import { load } from "attograph"; const lab = await load(); ${attend} ${print}`;
  assert.match(await runModule(consumer.folder, "main.mjs", text), /^2x2 the library's file was read/);
});

test("the inline entry loads", async () => {
  const text = `import { load } from "attograph/inline"; const lab = await load(); ${attend} ${print}`;
  assert.match(await runModule(consumer.folder, "inline.mjs", text), /^2x2 .*within the JavaScript/);
});

test("the slim entry loads from the package's own file", async () => {
  const text = `import { readFile } from "node:fs/promises"; import { load } from "attograph/slim";
    const bytes = await readFile(new URL(import.meta.resolve("attograph/attograph.wasm")));
    const lab = await load({ bytes }); ${attend} ${print}`;
  assert.match(await runModule(consumer.folder, "slim.mjs", text), /^2x2 .*bytes were given/);
});

const runFast = `const x = [[1, 2], [3, 4]];
  const { backend } = await lab.run("scaled-dot-product-attention", { query: x, key: x, value: x }, { backend: "cpu" });
  console.log((await lab.fast())?.wasm, backend);`;

test("the inline entry accepts the fast engine within the JavaScript, and works without it", async () => {
  const read = (given) => `import { load } from "attograph/inline"; import * as fast from "attograph/fast/inline";
    const lab = await load({ ${given} }); ${runFast}`;
  assert.equal(await runModule(consumer.folder, "inline-fast.mjs", read("fast")), "simd cpu\n");
  assert.equal(await runModule(consumer.folder, "inline-without.mjs", read("")), "undefined nalgebra\n");
});

test("the slim entry accepts the fast engine's file, and works without it", async () => {
  const read = (given) => `import { readFile } from "node:fs/promises"; import { load } from "attograph/slim";
    const file = (name) => readFile(new URL(import.meta.resolve("attograph/" + name + ".wasm")));
    const lab = await load({ bytes: file("attograph"), ${given} }); ${runFast}`;
  assert.equal(
    await runModule(consumer.folder, "slim-fast.mjs", read('fast: file("attograph-fast-simd")')),
    "simd cpu\n",
  );
  assert.equal(await runModule(consumer.folder, "slim-without.mjs", read("")), "undefined nalgebra\n");
});

test("the slim entry accepts workers", async () => {
  const text = `import { readFile } from "node:fs/promises"; import { load } from "attograph/slim"; import { loadPool } from "attograph/fast";
    const file = (name) => readFile(new URL(import.meta.resolve("attograph/" + name + ".wasm")));
    const pool = await loadPool({ workers: 2 });
    const lab = await load({ bytes: file("attograph"), fast: file("attograph-fast-simd"), pool: async () => pool });
    const x = lab.random([2048, 64], { seed: 1 });
    const run = () => lab.run("scaled-dot-product-attention", { query: x, key: x, value: x }, { backend: "cpu", check: true });
    await run();
    const { workers, check } = await run();
    console.log(workers, check.within);
    pool.dispose();`;
  assert.equal(await runModule(consumer.folder, "slim-pool.mjs", text), "2 true\n");
});

test("a missing file of the fast engine is replaced by the copy within the JavaScript in a browser's entry", async () => {
  const text = `import { loadFast } from ${JSON.stringify(join(consumer.installed, "fast.js"))};
    globalThis.fetch = async () => new Response("away", { status: 404 });
    console.log((await loadFast()).wasm, await loadFast({ wasm: "relaxed" }).catch(({ code }) => code));`;
  assert.equal(await runModule(consumer.folder, "fast-fallback.mjs", text), "simd load-failed\n");
});

test("a missing file is replaced by the copy within the JavaScript, with one message on what to change", async () => {
  const text = `const said = []; console.warn = (text) => said.push(text);
    import { load } from "attograph"; const lab = await load(); await load({ gpu: "off" }); ${attend} ${print}
    for (const text of said) console.log(text);`;
  const file = join(consumer.installed, "attograph.wasm");
  await rename(file, `${file}.away`);
  try {
    const [reason, ...said] = (await runModule(consumer.folder, "fallback.mjs", text)).trimEnd().split("\n");
    assert.match(reason, /^2x2 the file could not be used.*ENOENT.*serverExternalPackages/);
    assert.equal(said.length, 1);
    assert.match(said[0], /^attograph: .*attograph\.wasm.*ENOENT.*serverExternalPackages: \["attograph"\]/);
  } finally {
    await rename(`${file}.away`, file);
  }
});

test("require takes the package, too", async () => {
  const text = `const { load } = require("attograph"); load().then((lab) => { ${attend} ${print} });`;
  assert.match(await runModule(consumer.folder, "required.cjs", text), /^2x2 the library's file was read/);
});

test("importing computes nothing and fetches nothing", async () => {
  const text = `globalThis.WebAssembly = undefined; globalThis.fetch = () => { throw new Error("fetched"); };
    const { load } = await import("attograph"); try { await load(); } catch (error) { console.log(error.code); }`;
  assert.equal(await runModule(consumer.folder, "quiet.mjs", text), "load-failed\n");
});

test("types know the inputs and outputs of every algorithm", async () => {
  const { load } = await import("../../pkg/node.js");
  const catalog = (await load()).catalog();
  const named = catalog.map(({ id, outputs }) => {
    const fields = outputs.map(({ name }) => `outputs["${id}"].${name}`);
    return `export const of_${id.replaceAll("-", "_")}: Tensor[] = [${fields.join(", ")}];`;
  });
  const text = `import { AttographError, load, type Exercise, type Homework, type Inputs, type Mark, type Outputs, type Tensor } from "attograph";
import { loadFast, loadPool, type FastTensor, type PoolTensor } from "attograph/fast";
import { load as loadSlim } from "attograph/slim";
import { errorText, lookup } from "attograph/text";
import en from "attograph/text/en";
import { load as loadInline } from "attograph/inline";
import * as fastInline from "attograph/fast/inline";
declare const outputs: Outputs;
${named.join("\n")}
const lab = await load({ gpu: "off" });
const x = [[1, 2], [3, 4]];
const inputs: Inputs["gat-layer"] = {
  graph: { nodes: 2, edges: [[0, 1]] }, x, heads: 1, w: x, attentionSource: [[1, 1]], attentionTarget: [[1, 1]], combine: "mean",
};
const weights: Tensor = lab.trace("gat-layer", inputs).outputs.weights;
const trace = lab.trace("scaled-dot-product-attention", { query: x, key: { shape: [2, 2], data: new Float64Array(4) }, value: x });
const terms: number = lab.cell(trace, "attention.scores", [0, 0]).terms.length;
const fast: Tensor | undefined = (await lab.run("scaled-dot-product-attention", { query: x, key: x, value: x })).outputs.output;
await loadSlim({ bytes: new URL("https://example.org/attograph.wasm"), fast: () => import("attograph/fast") });
await loadInline({ fast: fastInline });
const engine = await loadFast({ wasm: "simd" });
const square: FastTensor = engine.product(engine.tensor([1, 1], [2]), engine.tensor([1, 1], [2]));
await sum(await loadPool({ workers: 2 }));
async function sum(pool: Awaited<ReturnType<typeof loadPool>>): Promise<Float32Array> {
  const held: PoolTensor = await pool.tensor([1, 1], [2]);
  const graph = await pool.graph(1, new Uint32Array());
  // @ts-expect-error a handle of one engine is none of a pool
  await pool.product(square, held);
  return (await pool.convolve(graph, held, held, { relu: true })).read();
}
const length: number = lab.random([2], { seed: 1 }).data.length;
const exercise: Exercise = lab.exercise(lab.exercises()[0]?.id ?? "", { seed: 1, difficulty: "hard" });
const solution: Tensor | undefined = lab.trace(exercise.algorithm, exercise.inputs).outputs.output;
const marked = lab.mark({ id: exercise.id, seed: 1 }, { "attention.scores": ["1", null] });
const said = marked.steps.flatMap(({ cells }) => cells).map((mark: Mark): string => {
  switch (mark.kind) {
    case "misconception":
      return mark.ids.join();
    case "unreadable":
      return mark.expected + mark.place;
    default:
      // @ts-expect-error only a misconception has ids
      return mark.kind + mark.ids;
  }
});
const homework: Homework = await lab.homework(exercise, {});
const verdict: "verified" | "altered" | "other-version" | "unreadable" = (await lab.verify(homework)).verdict;
const french = await load({ text: [{ language: "fr", polls: { "S1-P1": { question: "?" } } }, en] });
const lazy = await load({ text: () => import("attograph/text/ko") });
const asked: (string | undefined)[] = [french.poll("S1-P1").question, lazy.poll("S1-P1").optionTexts?.a, french.text?.missing[0]];
const sentence: string = errorText(lookup(en), new AttographError("trapped", "it stopped"));
// @ts-expect-error a language that there is not
await load({ text: "xx" });
// @ts-expect-error a text that is none
await load({ text: { language: "fr", polls: { "S1-P1": { question: 5 } } } });
// @ts-expect-error an unknown algorithm
lab.trace("gat", inputs);
// @ts-expect-error a missing input
lab.trace("scaled-dot-product-attention", { query: x });
// @ts-expect-error a wrong word
lab.trace("gat-layer", { ...inputs, combine: "sum" });
// @ts-expect-error a difficulty that there is not
lab.exercise("attention-steps", { seed: 1, difficulty: "harder" });
// @ts-expect-error an output that there is not
trace.outputs.hidden;
export { AttographError, asked, fast, length, loadInline, loadSlim, said, sentence, solution, terms, verdict, weights };
`;
  await writeFile(join(consumer.folder, "consumer.mts"), text);
  const tsc = join(repository, "node_modules/typescript/bin/tsc");
  for (const resolution of ["nodenext", "bundler"]) {
    const options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2023,dom", "--types", ""];
    const module = resolution === "nodenext" ? "nodenext" : "esnext";
    const args = [tsc, ...options, "--module", module, "--moduleResolution", resolution, "consumer.mts"];
    await callIn(consumer.folder, process.execPath, args).catch(({ stdout }) => assert.fail(stdout));
  }
});

test("the package has the listed files and no others", async () => {
  const manifest = JSON.parse(await readFile(join(consumer.installed, "package.json"), "utf8"));
  const promised = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === "string" ? [entry] : Object.values(entry),
  );
  for (const path of [...promised, manifest.unpkg, manifest.jsdelivr, manifest.bin.attograph]) {
    const pattern = new RegExp(`^${path.replace("./", "").replaceAll(".", "\\.").replace("*", ".+")}$`);
    assert.ok(
      consumer.files.some((name) => pattern.test(name)),
      path,
    );
  }
  for (const name of ["README.md", "LICENSE-MIT", "LICENSE-APACHE"]) assert.ok(consumer.files.includes(name), name);
  const listed = [
    /^.*\.(js|js\.map|d\.ts|wasm)$/,
    /^(package\.json|(?:trace|questions)\.schema\.json|[A-Z-]+(\.md)?|docs\/(?:ko\/)?[a-z]+\.md)$/,
    // The fonts of formulas, the hashes of the elements, the pages that a room serves, and the texts of a page of results.
    /^elements\/(math(-more)?-[\w-]{8}\.woff2|integrity\.json)$/,
    // The units and labs that the command line knows.
    /^cli\/places\.json$/,
    // The elements as one script, which is a module as well.
    /^elements\.(?:mjs|d\.mts)$/,
    /^room\/(en\.json|ko\.json|page\.html|room\.css)$/,
    /^results\/(en|ko)\.json$/,
  ];
  const strangers = consumer.files.filter((name) => !listed.some((pattern) => pattern.test(name)));
  assert.deepEqual(strangers, []);
  assert.equal(manifest.dependencies, undefined);
  // What defines elements is kept by bundlers that drop what nobody uses.
  assert.deepEqual(manifest.sideEffects, ["./elements/*.js", "./elements.mjs", "./elements.global.js"]);
});
