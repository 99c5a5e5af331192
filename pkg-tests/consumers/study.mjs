/** What every consumer computes, as texts that its project holds: a trace that is compared with the golden file, and a run that is large enough for workers. */
import { readFile } from "node:fs/promises";
import { casesOf } from "../shared/replay.mjs";

const ALGORITHM = "scaled-dot-product-attention";
const golden = JSON.parse(await readFile(new URL(`../golden/${ALGORITHM}.json`, import.meta.url), "utf8"));

/** The first case of the golden file. */
export const cases = casesOf([golden]).slice(0, 1);

/** Its inputs, with lists of numbers. */
export const given = Object.fromEntries(
  Object.entries(cases[0].inputs).map(([name, { shape, data }]) => [name, { shape, data: Array.from(data) }]),
);

/** The first trace of a program, and where its WebAssembly came from. */
export async function first(load, inputs) {
  const lab = await load();
  const { outputs } = lab.trace("scaled-dot-product-attention", inputs);
  const read = ({ shape, data }) => ({ shape: [...shape], data: [...data] });
  return {
    scores: read(outputs.scores),
    weights: read(outputs.weights),
    output: read(outputs.output),
    reason: lab.engine.reason,
  };
}

/** A run by the fast engine, checked against the f64 result; repeated for so many milliseconds at most until workers have started, which they do meanwhile. */
export async function large(load, patience) {
  const lab = await load();
  const x = lab.random([2048, 64], { seed: 1 });
  const options = { backend: "cpu", check: true };
  const end = performance.now() + patience;
  for (;;) {
    const { backend, workers, check } = await lab.run(
      "scaled-dot-product-attention",
      { query: x, key: x, value: x },
      options,
    );
    if (workers > 1 || performance.now() >= end)
      return { backend, workers: workers ?? 0, within: check?.within ?? null };
    await new Promise((done) => setTimeout(done, 50));
  }
}

const declarations = `const inputs = ${JSON.stringify(given)};\n${first}\n${large}\n`;

/** `study.js`: what `main` modules import. */
export const studyModule = `${declarations}export { first, inputs, large };\n`;

/** Ways to have the fast engine, where the entry has none of its own: what a module imports for it, and what it passes to `load`. */
export const LAZY = { imports: "", value: '() => import("attograph/fast")', hasWorkers: true };
export const INLINE = { imports: 'import * as fast from "attograph/fast/inline";\n', value: "fast", hasWorkers: false };

/** Workers that have not started by then will not. */
const PATIENCE = 40_000;

const imports = (specifier, fast) =>
  `import { load } from "${specifier}";\n${fast?.imports ?? ""}import { first, inputs, large } from "./study.js";\n`;

/** The large run. */
const runLarge = (fast) =>
  `large(${fast ? `() => load({ fast: ${fast.value} })` : "load"}, ${fast?.hasWorkers === false ? 0 : PATIENCE})`;

/** What a page does once `load` is there: the first trace at once, the large run when it is asked for. */
const onPage = (fast) => `globalThis.consumer = { first: first(load, inputs), large: () => ${runLarge(fast)} };\n`;

/** The main module of a page that imports the package by this specifier. */
export const pageModule = (specifier = "attograph", fast) => `${imports(specifier, fast)}${onPage(fast)}`;

/** The same without imports, for a classic script; `load` is an expression. */
export const pageScript = (load) => `{\nconst load = ${load};\n${declarations}${onPage()}}\n`;

/** Where a program leaves its results. */
export const RESULT = "result.json";

const write = (fast) =>
  `writeFileSync("${RESULT}", JSON.stringify({ first: await first(load, inputs), large: await ${runLarge(fast)} }));`;

/** The main module of a program. */
export const programModule = (specifier = "attograph", fast) =>
  `import { writeFileSync } from "node:fs";\n${imports(specifier, fast)}${write(fast)}\n`;

/** A CommonJS program; `load` is an expression, in which `await` may stand. */
export const programScript = (load) => `const { writeFileSync } = require("node:fs");
(async () => {
  const { first, inputs, large } = await import("./study.js");
  const load = ${load};
  ${write()}
})();
`;

/** A test file. A test runner that has no global `test` is imported from. */
export const testModule = (runner = "") => `${runner}import { writeFileSync } from "node:fs";
${imports("attograph")}
test("attention", async () => {
  ${write()}
}, 60_000);
`;

/** A page with these elements at the end of its body, which asks for no icon. */
export const html = (...elements) =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Consumer</title><link rel="icon" href="data:,"></head>\n<body>\n${elements.join("\n")}\n</body></html>\n`;
