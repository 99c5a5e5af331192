/**
 * SciPy's product of compressed rows, timed natively while the page measures the same product: a Python process prints one line for each line of input.
 *
 * SciPy is installed into target/python where it is missing; if that fails, the reason is reported instead of a time.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { at } from "../build/paths.mjs";
import { ask, run } from "../build/run.mjs";
import { arxiv, matrix } from "./page/data.js";

const VERSIONS = ["numpy==2.4.6", "scipy==1.17.1"];
const python = at("target/python/bin/python");

/** Python with SciPy, installed if need be. */
async function findPython() {
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
  const child = spawn(python, [at("scripts/bench/native.py"), folder, String(shape.width)], {
    stdio: ["pipe", "pipe", "inherit"],
    // One thread, as the engines in the page have.
    env: { ...process.env, OMP_NUM_THREADS: "1", OPENBLAS_NUM_THREADS: "1" },
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const close = async () => {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  };
  const send = async (command) => {
    child.stdin.write(`${JSON.stringify(command)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error("SciPy's process ended");
    return JSON.parse(value);
  };
  try {
    return { version: (await send({ act: "version" })).version, ask: send, close };
  } catch (problem) {
    await close();
    throw problem;
  }
}
