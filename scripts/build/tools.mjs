import { readFile } from "node:fs/promises";
import { at } from "./paths.mjs";
import { ask } from "./run.mjs";

/** Tools that set-up installs for this repository only. */
export const toolFolder = at("target/tools");

/** The version of a crate in Cargo.lock. */
export async function lockedVersion(crate) {
  const lock = await readFile(at("Cargo.lock"), "utf8");
  const found = lock.match(new RegExp(`name = "${crate}"\\nversion = "([^"]+)"`));
  if (!found) throw new Error(`Cargo.lock has no ${crate}`);
  return found[1];
}

/** The wasm-bindgen program of the locked version (it refuses any other), or null. */
export async function findWasmBindgen() {
  return findMatching("wasm-bindgen");
}

/** The program that runs wasm-bindgen tests in a browser, or null. */
export async function findTestRunner() {
  return findMatching("wasm-bindgen-test-runner");
}

async function findMatching(program) {
  const version = await lockedVersion("wasm-bindgen");
  for (const candidate of [`${toolFolder}/bin/${program}`, program]) {
    const answer = await ask(candidate, ["--version"]);
    if (answer?.split(" ")[1] === version) return candidate;
  }
  return null;
}

/** Returns the wasm-bindgen program, or throws an error with instructions. */
export async function wasmBindgen() {
  const program = await findWasmBindgen();
  if (program) return program;
  throw new Error("wasm-bindgen of the locked version is missing: run `node scripts/setup.mjs`");
}
