/** Python with PyTorch and PyTorch Geometric, in a virtual environment of its own; `ATTOGRAPH_TORCH=/path/to/python` names another that has them. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { at } from "../build/paths.mjs";
import { run } from "../build/run.mjs";
import { contentHash, unlessDone } from "../build/stamp.mjs";

const requirements = at("scripts/verify-exports/requirements.txt");
const folder = at("target/exports");

export const python = process.env.ATTOGRAPH_TORCH ?? join(folder, "venv/bin/python");

/** Installs the versions of requirements.txt where they are missing. */
export async function installTorch() {
  if (process.env.ATTOGRAPH_TORCH) return python;
  await mkdir(folder, { recursive: true });
  const hash = await contentHash([requirements]);
  const worked = await unlessDone("exports", hash, [python], async () => {
    await run("python3", ["-m", "venv", "--clear", join(folder, "venv")]);
    await run(python, ["-m", "pip", "install", "--quiet", "--requirement", requirements]);
  });
  return worked ? "installed" : "up to date";
}
