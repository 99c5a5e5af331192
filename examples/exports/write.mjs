/**
 * Writes a run of graph attention for other programs, into the current folder: a program for NumPy and one for PyTorch, which assert the results, the trace as
 * JSON, every number as CSV, and the weights as LaTeX.
 *
 *   npm run build && node examples/exports/write.mjs
 *
 * In a project that has installed the package, import from "attograph" and "attograph/export".
 */
import { writeFile } from "node:fs/promises";
import { csvOfSteps, json, latex, numpy, pytorch } from "../../pkg/export.js";
import { load } from "../../pkg/node.js";

const lab = await load();
const friends = { nodes: 4, edges: [[0, 1], [1, 2], [2, 0], [2, 3]], directed: false };
const trace = lab.trace("gat-layer", {
  graph: friends,
  x: [
    [1, 0],
    [0.5, 1],
    [-1, 0.5],
    [0, 2],
  ],
  w: [
    [1, 0.5],
    [-0.5, 1],
  ],
  attentionSource: [[0.5, -1]],
  attentionTarget: [[1, 0.25]],
});
const files = {
  "friends.numpy.py": numpy(trace),
  "friends.pytorch.py": pytorch(trace),
  "friends.json": json(trace),
  "friends.csv": csvOfSteps(trace),
  "friends.tex": latex(trace.step("gat.weights"), { decimals: 3 }),
};
for (const [name, text] of Object.entries(files)) await writeFile(name, text);
console.log(Object.keys(files).join("\n"));
