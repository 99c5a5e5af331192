/**
 * Whether the kernels for the graphics processor were tested natively as they are now. That takes more than twice the crates and a driver that is a program, and
 * the same kernels run in Chromium in every run of the tests: natively they are tested where they, what they are compared with, or the version of wgpu differ
 * from what the record names, which a run without a failure writes, and with `--long`.
 */
import { readFile, writeFile } from "node:fs/promises";
import { at } from "../build/paths.mjs";
import { contentHash } from "../build/stamp.mjs";

const RECORD = at("pkg-tests/native/gpu/tested.txt");

/** The kernels, those for the processor that they share their shapes and bounds with, and the tests of both. */
const SOURCES = ["src/backend/gpu", "src/backend/cpu", "pkg-tests/native/gpu", "pkg-tests/native/fast"];

/** The crates that run the kernels, with their versions. */
async function versions() {
  const lock = await readFile(at("Cargo.lock"), "utf8");
  return [...lock.matchAll(/name = "((?:wgpu|naga)[^"]*)"\nversion = "([^"]+)"/g)].map(([, ...words]) =>
    words.join(" "),
  );
}

async function hashNow() {
  const rust = (file) => /\.(rs|wgsl)$/.test(file);
  return contentHash(
    SOURCES.map((path) => at(path)),
    await versions(),
    rust,
  );
}

/** Whether the record names the sources as they are. */
export async function areKernelsTested() {
  const recorded = await readFile(RECORD, "utf8").catch(() => "");
  return recorded.trim() === (await hashNow());
}

/** Records that the kernels were tested as they are. */
export async function recordKernels() {
  await writeFile(RECORD, `${await hashNow()}\n`);
}
