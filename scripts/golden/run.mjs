/**
 * Writes the golden files of gradients with PyTorch's autograd: `pkg-tests/golden/gradients/<algorithm>.json`.
 *
 *   npm run golden
 *
 * Each algorithm is written a second time in Python, from its formulas and with the modules of PyTorch and PyTorch Geometric, and differentiated there. The
 * inputs are the page's examples, the cases in pkg-tests/examples/ and the small ones in pkg-tests/golden/. Python is that of `npm run verify:exports`.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nested, readExamples } from "../../pkg-tests/page/lessons.mjs";
import { caseFiles } from "../../pkg-tests/shared/golden.mjs";
import { at } from "../build/paths.mjs";
import { run } from "../build/run.mjs";
import { runScript, runSteps } from "../steps.mjs";
import { installTorch, python } from "../verify-exports/python.mjs";

/** Cases with more numbers than these are left out where an algorithm has others. */
const MOST = 250;

const numbersIn = (value) =>
  typeof value !== "object" || value === null
    ? 0
    : (value.data?.length ?? Object.values(value).reduce((sum, part) => sum + numbersIn(part), 0));

/** An input of the page as files of cases have it. */
function written(value) {
  if (value?.data) return { shape: value.shape, data: [...value.data] };
  if (!value?.edges) return value;
  const { nodes, edges, directed, weights } = value;
  const numbers = weights && { shape: [weights.length], data: [...weights] };
  const pairs = { shape: [edges.length, 2], data: edges.flat() };
  return { nodes, edges: pairs, directed, ...(numbers && { weights: numbers }) };
}

const casesInputs = (inputs) =>
  nested(Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, written(value)])));

const isEmpty = (value) =>
  typeof value === "object" && value !== null && (value.data?.length === 0 || Object.values(value).some(isEmpty));

async function collect() {
  const examples = Object.entries(await readExamples()).map(([algorithm, { inputs }]) => ({
    algorithm,
    name: "the page's example",
    inputs: casesInputs(inputs),
  }));
  const files = await caseFiles();
  const cases = files.flatMap(({ algorithm, cases }) =>
    cases.map(({ name, inputs }) => ({ algorithm, name, inputs })).filter(({ inputs }) => numbersIn(inputs) <= MOST),
  );
  // The results of losses, which this writes as well, have the same inputs.
  const byName = new Map([...cases, ...examples].map((one) => [`${one.algorithm} / ${one.name}`, one]));
  const inOrder = [...byName.keys()].sort().map((name) => byName.get(name));
  return inOrder.filter(({ inputs }) => !Object.values(inputs).some(isEmpty));
}

async function write() {
  const folder = await mkdtemp(join(tmpdir(), "attograph-golden-"));
  try {
    const cases = join(folder, "cases.json");
    await writeFile(cases, JSON.stringify(await collect()));
    await run(python, [at("scripts/golden/write.py"), cases, at("pkg-tests/golden")]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await runScript(() =>
  runSteps([
    { title: "Python with PyTorch", work: installTorch, help: "It needs python3 and the network." },
    { title: "Golden gradients", work: write, help: "See the error above." },
  ]),
);
