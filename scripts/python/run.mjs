/**
 * Builds the wheel of the Python package, installs it into a virtual environment of its own, and tests it: its functions, the example notebooks without a
 * browser, and figures in JupyterLab and marimo in Chromium.
 *
 *   npm run test:notebooks [-- --torch]
 *
 * The first run makes the environment in target/python/ and installs the versions of requirements.txt into it: a download of about 120 MB, 550 MB on the
 * disk. `--torch` installs PyTorch as well, a download of about 3 GB, and tests tensors of each of its types.
 */
import { readdir, stat } from "node:fs/promises";
import { at } from "../build/paths.mjs";
import { requireNode } from "../node-version.mjs";
import { runScript, runSteps } from "../steps.mjs";

const torch = process.argv.includes("--torch");
const onlyWheel = process.argv.includes("--wheel");

async function install() {
  const { buildWheel, installPython, python } = await import("../build/python.mjs");
  const { run } = await import("../build/run.mjs");
  await installPython();
  if (torch) await run(python, ["-m", "pip", "install", "--quiet", "--requirement", at("scripts/python/torch.txt")]);
  const { path } = await buildWheel();
  await run(python, ["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall", path]);
  return `${path.slice(at("").length)}, ${(((await stat(path)).size ?? 0) / 1e6).toFixed(2)} MB`;
}

async function unitTests() {
  const [{ python }, { run }, { writeTraces }] = await Promise.all([
    import("../build/python.mjs"),
    import("../build/run.mjs"),
    import("./traces.mjs"),
  ]);
  const traces = at("target/python/traces.json");
  await writeTraces(traces);
  const folders = ["tests", ...(torch ? ["tests-torch"] : [])];
  const options = ["-q", "-p", "no:cacheprovider"];
  await run(python, ["-B", "-m", "pytest", ...options, ...folders], {
    cwd: at("python"),
    env: { ATTOGRAPH_TRACES: traces },
  });
}

async function plainNotebooks() {
  const [{ python }, { run }] = await Promise.all([import("../build/python.mjs"), import("../build/run.mjs")]);
  const folder = at("examples/notebooks");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".ipynb")).sort();
  await run(python, [at("scripts/python/plain.py"), ...names.map((name) => at("examples/notebooks", name))]);
  return `${names.length} notebooks`;
}

async function inTheBrowser() {
  const { run } = await import("../build/run.mjs");
  await run(process.execPath, ["--test", "--test-reporter=spec", at("pkg-tests/notebooks/notebooks.test.mjs")]);
}

requireNode();
const PYTHON = "It needs python3, version 3.10 or later, and the network for the first run.";
const build = { title: "The wheel, installed", work: install, help: PYTHON };
const tests = [
  { title: "The functions", work: unitTests, help: "See the failures above." },
  { title: "The example notebooks without a browser", work: plainNotebooks, help: "See the cell above that failed." },
  { title: "Figures in JupyterLab and marimo", work: inTheBrowser, help: "See the failures above." },
];
await runScript(() => runSteps(onlyWheel ? [build] : [build, ...tests]));
