import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { at, root } from "./paths.mjs";

/** Every file below the paths, sorted. */
export async function filesOf(paths) {
  const found = [];
  for (const path of paths) {
    const known = await stat(path).catch(() => null);
    if (known?.isDirectory()) {
      const names = await readdir(path);
      found.push(...(await filesOf(names.map((name) => join(path, name)))));
    } else if (known) found.push(path);
  }
  return found.sort();
}

/** Returns a hash of the names and contents of all files below the paths, of those that are chosen, and of some strings. */
export async function contentHash(paths, words = [], isChosen = () => true) {
  const hash = createHash("sha256");
  for (const word of words) hash.update(`${word}\0`);
  for (const file of (await filesOf(paths)).filter(isChosen))
    hash
      .update(`${relative(root, file)}\0`)
      .update(await readFile(file))
      .update("\0");
  return hash.digest("hex");
}

/** Does the work unless it was done for the same content and its result still exists. Returns whether it did. */
export async function unlessDone(name, hash, results, work) {
  const stamp = at("target/stamps", name);
  const done = await readFile(stamp, "utf8").catch(() => "");
  const there = await Promise.all(results.map((path) => stat(path).catch(() => null)));
  if (done === hash && there.every(Boolean)) return false;
  await work();
  await mkdir(dirname(stamp), { recursive: true });
  await writeFile(stamp, hash);
  return true;
}
