/** A consumer's project: a temporary folder with its files, the packed package and what else it installs, and programs that run in it. */
import { spawn } from "node:child_process";
import { cp, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { delimiter, dirname, join } from "node:path";

/** Nothing that a consumer runs takes longer. */
const PATIENCE = 300_000;

/** Tools that report their use, or look for newer versions, are asked not to. */
const QUIET = {
  CI: "true",
  NO_COLOR: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  OBSERVABLE_TELEMETRY_DISABLE: "true",
  DO_NOT_TRACK: "1",
  DENO_NO_UPDATE_CHECK: "1",
};

/** The last lines of what a program printed, in one. */
const ending = (output) => output.trim().split("\n").slice(-12).join(" | ").slice(-1500);

/** A free port of this machine. */
function freePort() {
  const server = createServer();
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** Starts a program of a project, with the programs that the project installed before those of this machine. */
function start(folder, [program, ...args], env = {}) {
  const PATH = [join(folder, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const everything = { ...process.env, ...QUIET, PATH, DENO_DIR: join(folder, ".deno"), ...env };
  // Node marks the children of a test with this; what a consumer starts is none of this repository's tests.
  delete everything.NODE_TEST_CONTEXT;
  const child = spawn(program, args, {
    cwd: folder,
    env: everything,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { text: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (data) => {
      printed.text += data;
    });
  const ended = new Promise((done) => {
    child.once("error", ({ message }) => done(message));
    child.once("close", (code, signal) => done(code === 0 ? null : `ended with ${signal ?? `code ${code}`}`));
  });
  // A program's children end with it.
  const stop = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended.
    }
    return ended;
  };
  return { printed, ended, stop };
}

/** A project in a folder. Without `install` it has a copy of the package that is installed in the folder `installed`, and nothing else. */
export class Project {
  constructor(folder) {
    this.folder = folder;
  }

  /** Writes the project, and installs the package from `tarball` beside what else it uses, by exact versions. */
  static async create(folder, { files, install, tarball, installed }) {
    const project = new Project(folder);
    const manifest = { name: "consumer", private: true, type: "module" };
    if (install) manifest.dependencies = { attograph: `file:${tarball}`, ...install };
    await project.write({ "package.json": `${JSON.stringify(manifest, null, 2)}\n`, ...files });
    if (!install) {
      await cp(installed, project.at("node_modules/attograph"), { recursive: true });
      return project;
    }
    await project
      .run(["npm", "install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"])
      .catch(({ message }) => {
        throw new Error(`could not be installed: ${message}`);
      });
    return project;
  }

  at(...path) {
    return join(this.folder, ...path);
  }

  /** Writes files, given as texts by their paths. */
  async write(files) {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(this.at(path)), { recursive: true });
      await writeFile(this.at(path), text);
    }
  }

  read(path) {
    return readFile(this.at(path), "utf8");
  }

  /** Runs a program until it ends; returns what it printed. */
  async run(command, env) {
    const { printed, ended, stop } = start(this.folder, command, env);
    const timer = setTimeout(stop, PATIENCE);
    const problem = await ended;
    clearTimeout(timer);
    if (problem) throw new Error(`${command.join(" ")}: ${problem}: ${ending(printed.text)}`);
    return printed.text;
  }

  /** Starts a server, whose command is given for a port, and waits until it responds. */
  async serve(commandFor) {
    const port = await freePort();
    const command = commandFor(String(port));
    const { printed, ended, stop } = start(this.folder, command);
    let problem;
    ended.then((reason) => {
      problem = reason ?? "ended";
    });
    const address = `http://127.0.0.1:${port}/`;
    const end = performance.now() + PATIENCE;
    while (performance.now() < end && problem === undefined) {
      const response = await fetch(address).catch(() => null);
      await response?.body?.cancel();
      if (response?.ok) return { address, printed, close: stop };
      await new Promise((done) => setTimeout(done, 100));
    }
    await stop();
    throw new Error(`${command.join(" ")}: ${problem ?? "does not respond"}: ${ending(printed.text)}`);
  }

  /** How many files a folder has, and how many bytes. */
  async measure(path) {
    let [files, bytes] = [0, 0];
    for (const name of await readdir(this.at(path), { recursive: true })) {
      const entry = await stat(this.at(path, name));
      if (!entry.isFile()) continue;
      files += 1;
      bytes += entry.size;
    }
    return { files, bytes };
  }
}
