/** The package as a user gets it: packed, and installed into a folder outside of this repository. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { at } from "../../scripts/build/paths.mjs";
import { contentHash } from "../../scripts/build/stamp.mjs";

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

/** Where packages were packed and installed, a folder for each content. */
const KEPT = at("target/packed");

/** Packs and installs the built package in a folder. */
async function packInto(folder) {
  await mkdir(folder, { recursive: true });
  const { stdout } = await call("npm", ["pack", pkg, "--pack-destination", folder, "--json"], { cwd: folder });
  const [{ filename, files, size }] = JSON.parse(stdout);
  const project = join(folder, "project");
  await mkdir(project);
  await writeFile(join(project, "package.json"), '{ "name": "consumer", "private": true, "type": "module" }\n');
  await call("npm", ["install", "--no-audit", "--no-fund", "--offline", `../${filename}`], { cwd: project });
  await writeFile(
    join(folder, "packed.json"),
    JSON.stringify({ filename, size, files: files.map(({ path }) => path) }),
  );
}

/**
 * The packed package: `{ tarball, project, files, size }`, where its archive is, a project that it was installed into, what it holds, and its bytes. The same
 * content is packed once, for all files of tests.
 */
export async function pack() {
  const hash = await contentHash([pkg]);
  const folder = join(KEPT, hash);
  const read = async () => JSON.parse(await readFile(join(folder, "packed.json"), "utf8"));
  const known = await read().catch(() => null);
  if (!known) {
    const own = `${folder}-${process.pid}`;
    await packInto(own);
    for (const name of await readdir(KEPT))
      if (!name.startsWith(hash)) await rm(join(KEPT, name), { recursive: true, force: true });
    // Another process may have been faster.
    await rename(own, folder).catch(() => rm(own, { recursive: true }));
  }
  const { filename, files, size } = known ?? (await read());
  return { tarball: join(folder, filename), project: join(folder, "project"), files, size };
}

/** Copies the project into which the packed package was installed; returns the folder and a function that removes it. */
export async function installPacked() {
  const [consumer, { tarball, project, files }] = await Promise.all([openConsumer(), pack()]);
  await cp(project, consumer.folder, { recursive: true, verbatimSymlinks: true });
  return { ...consumer, tarball, files };
}

/** Runs a program as an ES module in a folder; returns its output. */
export async function runModule(folder, name, text, flags = []) {
  await writeFile(join(folder, name), text);
  const { stdout } = await call(process.execPath, [...flags, name], { cwd: folder });
  return stdout;
}

/** Runs a program file with arguments in a folder. */
export const callIn = (folder, program, args) => call(program, args, { cwd: folder });
