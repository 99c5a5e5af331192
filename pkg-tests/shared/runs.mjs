import { caseFiles } from "./golden.mjs";
import { casesOf } from "./replay.mjs";

/**
 * The runs by which what is written for other programs is tested: every golden case and every example, which together have every step and option, and one run
 * of each algorithm with random inputs.
 */
export async function exportRuns(lab) {
  const cases = casesOf(await caseFiles());
  const runs = cases.map(({ algorithm, name, inputs }) => ({ algorithm, name, trace: lab.trace(algorithm, inputs) }));
  const firsts = new Map(cases.map((one) => [one.algorithm, one]).reverse());
  for (const { id, inputs: declared } of lab.catalog()) {
    const first = firsts.get(id) ?? { inputs: {} };
    const random = randomInputs(lab, first.inputs, declared);
    if (random) runs.push({ algorithm: id, name: "random inputs", trace: lab.trace(id, random) });
  }
  return runs;
}

/** The inputs with each number that is not whole times a random number between a half and one; null if there is none, and a seed is what may change. */
function randomInputs(lab, inputs, declared) {
  const kinds = new Map(declared.map(({ name, kind }) => [name, kind]));
  let seed = 1;
  const vary = (value, path) => {
    if (path === "seed") return value + 1;
    if (typeof value !== "object" || value === null || Array.isArray(value) || kinds.get(path) === "graph")
      return value;
    if (kinds.get(path) !== "tensor")
      return Object.fromEntries(
        Object.entries(value).map(([name, part]) => [name, vary(part, path ? `${path}.${name}` : name)]),
      );
    const data = Float64Array.from(value.data);
    if (data.every(Number.isInteger)) return value;
    const factors = lab.random([data.length], { seed: seed++, distribution: "uniform" }).data;
    return { shape: value.shape, data: data.map((number, place) => number * (0.5 + factors[place] / 2)) };
  };
  return vary(inputs, "");
}
