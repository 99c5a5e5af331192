/** The package as a user gets it: packed, and installed into a folder outside of this repository. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const call = promisify(execFile);
export const pkg = fileURLToPath(new URL("../../pkg/", import.meta.url));

/** A folder outside of this repository, and a function that removes it. */
async function openConsumer() {
  const folder = await mkdtemp(join(tmpdir(), "attograph-consumer-"));
  const close = () => rm(folder, { recursive: true, force: true });
  return { folder, installed: join(folder, "node_modules/attograph"), close };
}

/** Copies the built package, for tests to which it does not matter how it was installed. */
export async function copyPackage() {
  const consumer = await openConsumer();
  await cp(pkg, consumer.installed, { recursive: true });
  return consumer;
}

/** Packs and installs; returns the folder and a function that removes it. */
export async function installPacked() {
  const consumer = await openConsumer();
  const { folder } = consumer;
  const { stdout } = await call("npm", ["pack", pkg, "--pack-destination", folder, "--json"], { cwd: folder });
  const [{ filename, files }] = JSON.parse(stdout);
  await writeFile(join(folder, "package.json"), '{ "name": "consumer", "private": true, "type": "module" }\n');
  await call("npm", ["install", "--no-audit", "--no-fund", "--offline", `./${filename}`], { cwd: folder });
  return { ...consumer, tarball: join(folder, filename), files: files.map(({ path }) => path) };
}

/** Runs a program as an ES module in a folder; returns its output. */
export async function runModule(folder, name, text, flags = []) {
  await writeFile(join(folder, name), text);
  const { stdout } = await call(process.execPath, [...flags, name], { cwd: folder });
  return stdout;
}

/** Runs a program file with arguments in a folder. */
export const callIn = (folder, program, args) => call(program, args, { cwd: folder });
