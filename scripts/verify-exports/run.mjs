/**
 * Runs the programs that `attograph/export` writes, of every algorithm, with NumPy, PyTorch and PyTorch Geometric, and prints a table.
 *
 *   npm run verify:exports [-- --only gat,lsh]
 *
 * The first run makes a virtual environment in target/exports/ and installs the versions of requirements.txt into it: PyTorch's wheel and the libraries that it
 * links are a download of about 3 GB. Every step of every run is compared, not only the results. So is every step of the way back, from a random gradient of the result:
 * in NumPy step by step, in PyTorch the gradients of the inputs with those of its autograd.
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exportRuns } from "../../pkg-tests/shared/runs.mjs";
import { at } from "../build/paths.mjs";
import { run } from "../build/run.mjs";
import { runScript, runSteps } from "../steps.mjs";
import { installTorch, python } from "./python.mjs";

const programs = at("target/exports/programs");

/** The run with its way back from a random gradient of the result; null if nothing leads back. */
function wayBack(lab, { algorithm, inputs, steps }) {
  const { shape } = steps.findLast(({ op }) => op !== "size");
  const upstream = lab.random([...shape], { seed: 7 });
  const { trace, gradients } = lab.gradient(algorithm, inputs, { upstream });
  return Object.keys(gradients).length > 0 ? trace : null;
}

/** Writes a program for each run and library, and a list of them. */
async function write(only) {
  const { load } = await import("../../pkg/node.js");
  const { isOnGraph, numpy, pyg, pytorch } = await import("../../pkg/export.js");
  await rm(programs, { recursive: true, force: true });
  await mkdir(programs, { recursive: true });
  const lab = await load();
  const runs = (await exportRuns(lab)).filter(
    ({ algorithm }) => only.length === 0 || only.some((word) => algorithm.includes(word)),
  );
  const list = [];
  for (const { algorithm, name, trace } of runs) {
    const back = wayBack(lab, trace);
    const written = [
      ["NumPy", numpy, trace],
      ["PyTorch", pytorch, trace],
      ...(isOnGraph(trace) ? [["PyG", pyg, trace]] : []),
      ...(back ? [["NumPy, back", numpy, back]] : []),
      ...(back ? [["PyTorch, back", pytorch, back]] : []),
    ];
    for (const [library, write, trace] of written) {
      const file = `${list.length}-${algorithm}.py`;
      await writeFile(join(programs, file), write(trace, { check: "steps" }));
      list.push({ file, algorithm, name, library });
    }
  }
  await writeFile(join(programs, "list.json"), JSON.stringify(list));
  return `${list.length} programs of ${new Set(list.map(({ algorithm }) => algorithm)).size} algorithms`;
}

const words = process.argv.includes("--only")
  ? (process.argv[process.argv.indexOf("--only") + 1] ?? "").split(",")
  : [];
await runScript(() =>
  runSteps([
    {
      title: "Python with NumPy, PyTorch and PyTorch Geometric",
      work: installTorch,
      help: "It needs python3 and the network.",
    },
    { title: "The programs", work: () => write(words), help: "See the error above." },
    {
      title: "Runs",
      work: async () => {
        await run(python, [at("scripts/verify-exports/verify.py"), programs]);
        return (await readFile(join(programs, "summary.txt"), "utf8")).trim();
      },
      help: "The table above has what failed; the programs are in target/exports/programs/.",
    },
  ]),
);
