/** Larger inputs of every algorithm, as addresses of the page: its example with more nodes, a greater length or more rows, to which the other inputs are fitted. */
import { deflateRawSync } from "node:zlib";
import { load } from "../../pkg/node.js";
import { nested, readExamples } from "../page/lessons.mjs";

/** More axes than these no algorithm has. */
const MOST_REPAIRS = 24;

/** A path, which is connected and has few edges. */
function path(nodes, { directed, weights }) {
  const edges = Array.from({ length: nodes - 1 }, (_, at) => [at, at + 1]);
  return { nodes, edges, directed, weights: weights && edges.map(() => 1) };
}

/** The tensor with another length of one axis; numbers come again where there were none. */
function lengthened({ shape, data }, axis, length) {
  const inner = shape.slice(axis + 1).reduce((count, size) => count * size, 1);
  const outer = shape.slice(0, axis).reduce((count, size) => count * size, 1);
  const at = (block, row, offset) => data[(block * shape[axis] + (row % shape[axis])) * inner + offset];
  const longer = [];
  for (let block = 0; block < outer; block += 1)
    for (let row = 0; row < length; row += 1)
      for (let offset = 0; offset < inner; offset += 1) longer.push(at(block, row, offset));
  return { shape: shape.map((size, other) => (other === axis ? length : size)), data: longer };
}

/** The changes that enlarge an input, one after another: of a graph, of a length, of the rows of a tensor, of any whole number. */
function* waysOf(entry, inputs, length) {
  for (const { kind, name } of entry.inputs) {
    if (!(name in inputs)) continue;
    if (kind === "graph") yield { [name]: path(length, inputs[name]) };
    if (kind === "integer" && /^(?:length|steps)$/.test(name)) yield { [name]: length };
  }
  for (const { kind, name } of entry.inputs)
    if (kind === "tensor" && inputs[name]?.shape.length > 0) yield { [name]: lengthened(inputs[name], 0, length) };
  for (const { kind, name } of entry.inputs) if (kind === "integer") yield { [name]: length };
}

/** Returns the changes with all inputs of the fitting lengths; null where no lengths fit. */
function fitted(lab, id, example, change) {
  const inputs = { ...example, ...change };
  const changed = { ...change };
  for (let round = 0; round < MOST_REPAIRS; round += 1) {
    try {
      // What it would take is known without running it, once all lengths fit.
      lab.estimate(id, nested(inputs));
      return changed;
    } catch ({ code, facts }) {
      const { input, axis, expected } = facts ?? {};
      if (code !== "shape-mismatch" || !inputs[input]?.shape || input in change) return null;
      inputs[input] = changed[input] = lengthened(inputs[input], axis, expected);
    }
  }
  return null;
}

/** Returns `[{ id, length, address }]` for every algorithm and length; what takes no input of a length is left out. */
export async function enlarged(lengths) {
  const [lab, examples] = await Promise.all([load(), readExamples()]);
  return lab.catalog().flatMap((entry) =>
    lengths.flatMap((length) => {
      const { inputs } = examples[entry.id];
      for (const change of waysOf(entry, inputs, length)) {
        const changes = fitted(lab, entry.id, inputs, change);
        if (!changes) continue;
        const code = deflateRawSync(JSON.stringify({ inputs: changes })).toString("base64url");
        return [{ id: entry.id, length, address: `#/algorithms/${entry.id}?i=v1.${code}`, changes }];
      }
      return [];
    }),
  );
}
