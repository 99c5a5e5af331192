/** The inputs of the example on each algorithm's page, and what the test cases of an algorithm show about its steps. */
import { readdir, readFile } from "node:fs/promises";
import { at } from "../build/paths.mjs";

/** Inputs that are easier to follow than those of the test cases. */
const CHOSEN = at("scripts/docs/examples.json");

const readJson = async (path) => JSON.parse(await readFile(path, "utf8"));

/** The golden files and the examples of the tests, by algorithm: `{ cases: [{ name, inputs }], golden: { source, note } | null }`. */
export async function readCases() {
  const found = new Map();
  for (const folder of ["pkg-tests/examples", "pkg-tests/golden"]) {
    for (const name of (await readdir(at(folder))).filter((name) => name.endsWith(".json")).sort()) {
      const { algorithm, source, note, cases } = await readJson(at(folder, name));
      const known = found.get(algorithm) ?? { cases: [], golden: null };
      known.cases.push(...cases);
      if (source) known.golden = { source, note };
      found.set(algorithm, known);
    }
  }
  return found;
}

/** Returns the inputs of the example of each algorithm: those that are chosen for it, otherwise those of its smallest test case. */
export async function exampleInputs(cases) {
  const smallest = [...cases].map(([algorithm, { cases }]) => {
    const [first] = cases.map(({ inputs }) => inputs).sort((one, other) => sizeOf(one) - sizeOf(other));
    return [algorithm, nested(first)];
  });
  return { ...Object.fromEntries(smallest), ...(await readJson(CHOSEN)) };
}

const sizeOf = (inputs) => JSON.stringify(inputs).length;

/** Returns inputs with each tensor as nested arrays, which are easier to read and to edit than a shape and a list. */
export function nested(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if (Array.isArray(value.shape) && Array.isArray(value.data)) return fold(value.data, value.shape) ?? value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, nested(inner)]));
}

/** Returns a list as nested arrays of a shape; null for a shape that nested arrays cannot express, such as [0, 2]. */
function fold(data, [length, ...inner]) {
  if (length === undefined) return data[0];
  if (inner.length === 0) return data;
  if (length === 0 || inner.includes(0)) return null;
  const stride = data.length / length;
  return Array.from({ length }, (_, row) => fold(data.slice(row * stride, (row + 1) * stride), inner));
}

/** Returns an id of a trace's step as the catalog writes it: rounds without their numbers. */
export const declaredId = (id) => id.replace(/\[\d+\]/g, "[]");

/** Runs every case of an algorithm, and returns for each step of the catalog the lists of steps that it read in any of them. */
export function readsOf(lab, algorithm, cases) {
  const reads = new Map();
  for (const { inputs } of cases) {
    for (const step of lab.trace(algorithm, inputs).steps) {
      const id = declaredId(step.id);
      const list = step.reads.map((read) => declaredId(read.step));
      const known = reads.get(id) ?? new Map();
      reads.set(id, known.set(list.join(), list));
    }
  }
  return new Map([...reads].map(([id, lists]) => [id, [...lists.values()]]));
}
