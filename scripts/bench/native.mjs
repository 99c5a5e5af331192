/**
 * SciPy's product of compressed rows, timed natively while the page measures the same product: a Python process prints one line for each line of input.
 *
 * SciPy is installed into target/python where it is missing; if that fails, the reason is reported instead of a time.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { at } from "../build/paths.mjs";
import { ask, run } from "../build/run.mjs";
import { converse } from "./converse.mjs";
import { arxiv, matrix } from "./page/data.js";

const VERSIONS = ["numpy==2.4.6", "scipy==1.17.1"];
/** Python with SciPy, once {@link findPython} has found it. */
export const python = at("target/python/bin/python");

/** Finds Python with SciPy, which is installed if need be. */
export async function findPython() {
  const complete = () => ask(python, ["-c", "import scipy.sparse"]);
  if (existsSync(python) && (await complete()) !== null) return;
  if ((await ask("python3", ["--version"])) === null) throw new Error("there is no python3");
  await run("python3", ["-m", "venv", at("target/python")]);
  await run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...VERSIONS]);
}

/** Writes the operands where Python finds them, as plain numbers in this machine's order. */
async function writeOperands(folder, { adjacency, nodes, width }) {
  const { starts, columns, values } = adjacency;
  const operands = { starts, columns, values, x: matrix(nodes, width, 5).data };
  for (const [name, numbers] of Object.entries(operands)) await writeFile(join(folder, name), numbers);
}

/** Starts the process. `ask` sends a command and returns its output; `close` ends it. Throws with the reason if it cannot start. */
export async function openNative() {
  await findPython();
  const folder = await mkdtemp(join(tmpdir(), "attograph-scipy-"));
  const shape = arxiv();
  await writeOperands(folder, shape);
  const child = converse(python, [at("scripts/bench/native.py"), folder, String(shape.width)]);
  const close = async () => {
    child.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { version: (await child.ask({ act: "version" })).version, ask: child.ask, close };
  } catch (problem) {
    await close();
    throw problem;
  }
}
