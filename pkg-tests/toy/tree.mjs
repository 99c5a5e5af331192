/** A copy of the sources, to which a test adds what CONTRIBUTING says. It lies within the repository, whose installed packages and built files it uses. */
import { execFile, spawn } from "node:child_process";
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { at, root } from "../../scripts/build/paths.mjs";

/** Copies every file that git knows or does not ignore into a folder of this name. */
export async function copyTree(name) {
  const folder = at("target/toy", name);
  await rm(folder, { recursive: true, force: true });
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout } = await promisify(execFile)("git", list, { cwd: root, maxBuffer: 2 ** 24 });
  // One that is deleted is still known.
  for (const name of new Set(stdout.split("\0").filter(Boolean)))
    await cp(at(name), join(folder, name)).catch((problem) => {
      if (problem.code !== "ENOENT") throw problem;
    });
  await symlink(at("pkg"), join(folder, "pkg"));
  await symlink(at("www/generated"), join(folder, "www/generated"));
  return new Tree(folder);
}

class Tree {
  /** The files that were written by hand. */
  touched = new Set();

  constructor(folder) {
    this.folder = folder;
  }

  read = (name) => readFile(join(this.folder, name), "utf8");

  async write(name, text) {
    this.touched.add(name);
    await mkdir(dirname(join(this.folder, name)), { recursive: true });
    await writeFile(join(this.folder, name), text);
  }

  /** Changes a file of texts. */
  async texts(name, change) {
    const texts = JSON.parse(await this.read(name));
    change(texts);
    await this.write(name, `${JSON.stringify(texts, null, 2)}\n`);
  }

  /** Runs a program in the tree; rejects with its output where it fails. */
  run(program, args, { folder = "" } = {}) {
    return new Promise((done, fail) => {
      const child = spawn(program, args, {
        cwd: join(this.folder, folder),
        env: { ...process.env, NO_COLOR: "1" },
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (data) => (output += data));
      child.once("error", fail);
      child.once("close", (code) => (code === 0 ? done(output) : fail(new Error(output))));
    });
  }
}
