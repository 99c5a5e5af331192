/** What `attograph/export` writes of a trace. `npm run verify:exports` runs the programs; this test holds their structure. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import temml from "temml";
import {
  csv,
  csvField,
  csvOfSteps,
  isOnGraph,
  json,
  latex,
  latexOfCell,
  numpy,
  pyg,
  pytorch,
} from "../../pkg/export.js";
import { load } from "../../pkg/node.js";
import { exportRuns } from "../shared/runs.mjs";

const lab = await load();
const runs = await exportRuns(lab);
const traceOf = (id) => runs.find(({ algorithm }) => algorithm === id).trace;

/** The variable that each step of a program is assigned to, by the comment above it. */
function variablesOf(program) {
  return new Map(
    [...program.matchAll(/^# ([^\s:,]+)(?:, the input [^:]+)?: .*\n([A-Za-z_]\w*) = /gm)].map(([, id, name]) => [
      id,
      name,
    ]),
  );
}

test("there are runs of every algorithm, with every operation of the catalog", () => {
  const catalog = lab.catalog();
  assert.deepEqual([...new Set(runs.map(({ algorithm }) => algorithm))].sort(), catalog.map(({ id }) => id).sort());
  const operations = (lists) =>
    [...new Set(lists.flatMap(({ steps }) => steps.map(({ op, function: name }) => `${op} ${name}`)))].sort();
  assert.deepEqual(operations(runs.map(({ trace }) => trace)), operations(catalog));
});

test("a program of any run has every step under a name of its own, uses names after they are assigned, and asserts every output", () => {
  for (const { algorithm, name, trace } of runs) {
    const writers = [numpy, pytorch, ...(isOnGraph(trace) ? [pyg] : [])];
    for (const write of writers) {
      const program = write(trace);
      const what = `${algorithm}, ${name}, ${write.name}`;
      const variables = variablesOf(program);
      const isLayer = program.includes("# ---- the layer ----");
      const steps = trace.steps.filter(({ op }) => !isLayer || op === "given");
      assert.deepEqual([...variables.keys()].sort(), steps.map(({ id }) => id).sort(), what);
      assert.equal(new Set(variables.values()).size, variables.size, `${what}: names are unique`);
      const code = program.replace(/^\s*(?:#|""").*$/gm, "");
      assert.doesNotMatch(code, /undefined|NaN|Infinity|\{\d\}|\{(?:[a-f]|shape|stream)\}/, what);
      const asserted = program.split("testing.").length - 1;
      assert.ok(asserted >= (isLayer ? 1 : Object.keys(trace.outputs).length), `${what}: the outputs are asserted`);
      if (!isLayer && write === numpy) assertOrder(trace, program, variables, what);
    }
  }
});

/** Each step's expression names the variables of the steps that it reads, and these are assigned above it. */
function assertOrder(trace, program, variables, what) {
  const place = new Map([...variables].map(([id, name]) => [id, program.search(new RegExp(`^${name} = `, "m"))]));
  for (const step of trace.steps) {
    for (const read of step.reads)
      assert.ok(place.get(read.step) < place.get(step.id), `${what}: ${read.step} stands above ${step.id}`);
  }
}

test("no program contains a number of a step: only inputs and asserted results are printed", () => {
  const trace = lab.trace("scaled-dot-product-attention", {
    query: [[0.3]],
    key: [[0.7], [0.2]],
    value: [[1.1], [1.7]],
  });
  const [program] = numpy(trace).split("# ---- results");
  const { data } = trace.step("attention.weights");
  for (const number of data) assert.ok(!program.includes(String(number)));
});

test("three programs are as they were", async () => {
  const file = new URL("./export.snapshot.json", import.meta.url);
  const programs = {
    numpy: numpy(
      lab.trace("scaled-dot-product-attention", {
        query: [[1, 0]],
        key: [
          [1, 2],
          [0, 1],
        ],
        value: [[3], [5]],
        causal: true,
      }),
    ),
    pytorch: pytorch(lab.trace("multi-head-attention", smallHeads())),
    pyg: pyg(lab.trace("gcn-layer", { graph: { nodes: 2, edges: [[0, 1]] }, x: [[1], [2]], w: [[0.5]], b: [0.25] })),
  };
  if (process.env.UPDATE_SNAPSHOT) await writeFile(file, `${JSON.stringify(programs, null, 2)}\n`);
  assert.deepEqual(programs, JSON.parse(await readFile(file, "utf8")));
});

function smallHeads() {
  const w = [
    [1, 0],
    [0.5, -1],
  ];
  return {
    x: [
      [1, 2],
      [0.1, -0.3],
    ],
    heads: 2,
    wQuery: w,
    wKey: w,
    wValue: w,
    wOutput: w,
  };
}

test("CSV has all digits, and no text that a spreadsheet would calculate", () => {
  const trace = lab.trace("scaled-dot-product-attention", {
    query: [[0.1, 0.2]],
    key: [
      [1 / 3, 2],
      [-1, 1e-9],
    ],
    value: [[1], [2]],
  });
  assert.equal(csv(trace.step("attention.key")), "0.3333333333333333,2\r\n-1,1e-9\r\n");
  const lines = csvOfSteps(trace).trimEnd().split("\r\n");
  assert.equal(lines.length, 1 + trace.steps.reduce((sum, { data }) => sum + data.length, 0));
  assert.ok(lines.includes("attention.key,1 1,1e-9"));
  const heads = csv(lab.trace("multi-head-attention", smallHeads()).step("multi-head.weights"));
  assert.match(heads, /^head,query,key,value\r\n0,0,0,\d/);
  assert.equal(heads.trimEnd().split("\r\n").length, 1 + 8);
  for (const start of "=+-@\t\r") assert.match(csvField(`${start}1`), /^"?'/);
  for (const text of [" =1", "\u200b=1", "＝1", "x;=1", "x|@y", "a,-1"])
    for (const cell of csvField(text).replaceAll('"', "").split(/[,;|]/))
      assert.doesNotMatch(cell, /^[\s\u200b]*[=+\-@＝]/, text);
  assert.equal(csvField('a "b", c'), '"a ""b"", c"');
});

test("JSON is read again without a difference", () => {
  for (const id of ["gat-layer", "lsh-attention"]) {
    const { trace, differences } = lab.fromJSON(JSON.parse(json(traceOf(id))));
    assert.deepEqual([trace.algorithm, differences], [id, []]);
  }
});

const parse = (tex) => temml.renderToString(tex, { throwOnError: true, displayMode: true, strict: true });

test("LaTeX of every step and of a cell of it is TeX", () => {
  const seen = new Set();
  for (const { trace } of runs) {
    for (const step of trace.steps) {
      const kind = `${step.op} ${step.function} ${step.symbol} ${step.formula}`;
      if (seen.has(kind) || step.data.length > 400) continue;
      seen.add(kind);
      parse(latex(step, { decimals: 3 }));
      if (step.data.length === 0) continue;
      const cell = lab.cell(
        trace,
        step.id,
        step.shape.map(() => 0),
      );
      parse(latexOfCell(trace, cell).replace(/^\\\[|\\\]$/gm, ""));
    }
  }
  assert.ok(seen.size > 400);
});

test("LaTeX has the formula and the numbers, and the arithmetic of a cell", () => {
  const trace = lab.trace("scaled-dot-product-attention", {
    query: [[1, 2]],
    key: [
      [3, 4],
      [0.125, -1],
    ],
    value: [[1], [2]],
  });
  assert.equal(
    latex(trace.step("attention.scores")),
    "\\begin{align*}\n& S = Q K^\\top \\\\\nS &= \\begin{bmatrix}\n11 & -1.875\n\\end{bmatrix}\n\\end{align*}\n",
  );
  const cell = lab.cell(trace, "attention.scores", [0, 1]);
  assert.equal(latexOfCell(trace, cell), "\\[ \\left(S\\right)_{0,1} = 1 \\cdot 0.125 + 2 \\cdot (-1) = -1.875 \\]\n");
  assert.match(latex(trace.step("attention.scaled"), { decimals: 2 }), /7\.78 & -1\.33/);
});

test("code of a step without a source names none", () => {
  const trace = structuredClone(traceOf("layer-norm"));
  for (const step of trace.steps) step.source = "";
  for (const write of [numpy, pytorch]) assert.doesNotMatch(write(trace), /undefined|\[\]$/m);
  delete trace.steps[0].source;
  assert.throws(() => pytorch(trace), { code: "missing-input", facts: { input: "trace.steps[0].source" } });
});

test("lengths that are only claimed are refused before they are counted", () => {
  const step = structuredClone(traceOf("layer-norm").steps[0]);
  for (const write of [csv, latex]) {
    assert.throws(() => write({ ...step, shape: [2 ** 26, 2 ** 27] }), { code: "too-large" });
    assert.throws(() => write({ ...step, shape: [2 ** 53, 0, 0] }), { code: "out-of-range" });
    assert.throws(() => write({ ...step, shape: [2 ** 20, 2 ** 20, 0] }), { code: "too-large" });
    assert.throws(() => write({ ...step, shape: [7] }), { code: "data-length" });
  }
  assert.throws(() => numpy({ ...traceOf("layer-norm"), steps: new Array(2 ** 32 - 1) }), { code: "too-large" });
});

test("anything else than a trace is refused with a code", () => {
  for (const write of [numpy, pytorch, pyg, csvOfSteps, json])
    for (const wrong of [undefined, null, {}, [], "x", { algorithm: "x", steps: [{}] }])
      assert.throws(() => write(wrong), { code: "wrong-type" });
  assert.throws(() => csv({}), { code: "wrong-type" });
  assert.throws(() => latex(undefined), { code: "wrong-type" });
  assert.throws(() => latex(traceOf("layer-norm").steps[0], { decimals: -1 }), { code: "out-of-range" });
  assert.throws(() => pyg(traceOf("layer-norm")), { code: "wrong-type" });
});

test("the example writes a run for other programs", async () => {
  const folder = await mkdtemp(join(tmpdir(), "attograph-exports-"));
  try {
    const program = fileURLToPath(new URL("../../examples/exports/write.mjs", import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: folder });
    assert.deepEqual((await readdir(folder)).sort(), stdout.trim().split("\n").sort());
    const [saved, forNumpy, forPytorch, numbers, weights] = await Promise.all(
      ["json", "numpy.py", "pytorch.py", "csv", "tex"].map((end) => readFile(join(folder, `friends.${end}`), "utf8")),
    );
    const { trace, differences } = lab.fromJSON(JSON.parse(saved));
    assert.deepEqual([trace.algorithm, differences.length], ["gat-layer", 0]);
    assert.deepEqual([numpy(trace), pytorch(trace), csvOfSteps(trace)], [forNumpy, forPytorch, numbers]);
    assert.match(weights, /bmatrix/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
