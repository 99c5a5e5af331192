/** The commands of the README and of CONTRIBUTING's table, each as the first one on a machine that has a fresh clone and nothing else. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parseAst } from "rolldown/parseAst";
import { nodeProblem } from "../../scripts/node-version.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const readJson = async (name) => JSON.parse(await readFile(join(root, name), "utf8"));
const { scripts } = await readJson("package.json");
const SET_UP = "scripts/setup.mjs";

/** What a module imports or exports from, before it runs. */
async function importsOf(file) {
  const { body } = parseAst(await readFile(file, "utf8"));
  return body.flatMap(({ source }) => source?.value ?? []);
}

/** Every import of a script and of the modules it imports that is neither of Node nor a file of this repository. */
async function foreignImports(script) {
  const seen = new Set([join(root, script)]);
  const foreign = [];
  for (const file of seen) {
    for (const specifier of await importsOf(file)) {
      if (/^\.\.?\//.test(specifier)) seen.add(fileURLToPath(new URL(specifier, `file://${file}`)));
      else if (!isBuiltin(specifier)) foreign.push(`${relative(root, file)} imports ${specifier}`);
    }
  }
  return { foreign, modules: [...seen].map((file) => relative(root, file)) };
}

/** The Node scripts that a command runs, up to the one that sets up. */
function untilSetUp(command) {
  const parts = command.split("&&").map((part) => part.trim().split(/\s+/));
  const named = parts.filter(([program]) => program === "node").map(([, script]) => script);
  const last = named.indexOf(SET_UP);
  return last < 0 ? named : named.slice(0, last + 1);
}

for (const [name, command] of Object.entries(scripts)) {
  test(`npm run ${name} imports nothing but Node's modules before set-up is done`, async () => {
    const first = untilSetUp(command);
    if (first.length === 0) {
      // What cargo runs brings its own set-up.
      assert.match(command, /^cargo run .*--locked/);
      return;
    }
    for (const script of first) {
      const { foreign, modules } = await foreignImports(script);
      assert.deepEqual(foreign, []);
      assert.ok(modules.includes(SET_UP), `${script} does not set up`);
    }
  });
}

test("what continuous integration runs first imports nothing but Node's modules", async () => {
  const { foreign, modules } = await foreignImports("scripts/test/first-start.mjs");
  assert.deepEqual(foreign, []);
  assert.ok(modules.includes(SET_UP));
});

test("the README and CONTRIBUTING's table have the commands of package.json", async () => {
  const read = (name) => readFile(join(root, name), "utf8");
  const first = [...(await read("README.md")).matchAll(/^npm (\w+) {2,}#/gm)].map(([, name]) => name);
  const listed = [...(await read("CONTRIBUTING.md")).matchAll(/^\| `npm run ([\w:]+)/gm)].map(([, name]) => name);
  assert.deepEqual(first, ["start", "test"]);
  assert.deepEqual([...listed, ...first].sort(), Object.keys(scripts).sort());
});

test("the walk finds direct and indirect static imports, and no dynamic ones", async () => {
  const { foreign } = await foreignImports("scripts/serve.mjs");
  assert.ok(foreign.includes("scripts/serve.mjs imports send"));
  const bench = await foreignImports("scripts/bench.mjs");
  assert.ok(bench.foreign.includes("pkg-tests/shared/browser.mjs imports playwright-core"));
  const { modules } = await foreignImports("scripts/start.mjs");
  assert.ok(modules.includes("scripts/build.mjs") && !modules.includes("scripts/build/package.mjs"));
});

test("for a Node that is too old, its version and the required one are printed", () => {
  for (const version of ["20.19.0", "20.20.2", "22.0.0", "24.1.0"]) assert.equal(nodeProblem(version), null, version);
  for (const version of ["20.18.3", "18.20.8", "16.0.0", "9.11.2"]) {
    const problem = nodeProblem(version);
    assert.ok(problem.startsWith("Node 20.19 or newer is needed") && problem.includes(version), problem);
  }
});

const folders = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** A fresh clone as far as scripts go, and a folder of programs that stands for the PATH. */
async function freshClone(programs = {}) {
  const clone = await mkdtemp(join(tmpdir(), "attograph-clone-"));
  folders.push(clone);
  for (const name of [
    ".ci",
    "scripts",
    "package.json",
    "package-lock.json",
    "Cargo.toml",
    "Cargo.lock",
    "rust-toolchain.toml",
  ])
    await cp(join(root, name), join(clone, name), {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
  await mkdir(join(clone, "src"));
  const bin = join(clone, "bin");
  await mkdir(bin);
  await writeFile(join(bin, "package.json"), '{ "type": "commonjs" }');
  const put = async (path, text) => {
    await writeFile(path, text);
    await chmod(path, 0o755);
  };
  for (const [name, text] of Object.entries(programs))
    await put(join(bin, name), `#!${process.execPath}\n${text.replaceAll("CLONE", JSON.stringify(clone))}`);
  const start = (program, args, PATH) =>
    new Promise((done) => {
      const env = { PATH, HOME: clone };
      execFile(program, args, { cwd: clone, env, timeout: 240_000 }, (problem, stdout, stderr) =>
        done({ code: problem ? problem.code : 0, stdout, stderr }),
      );
    });
  const run = (script, args = []) => start(process.execPath, [script, ...args], bin);
  /** What continuous integration runs, with the programs of this machine behind those of the clone. */
  const runCi = () => start("bash", [".ci/run"], [bin, process.env.PATH].join(delimiter));
  const log = () => readFile(join(clone, "log"), "utf8").catch(() => "");
  return { clone, run, runCi, log };
}

const LOG = `const fs = require("node:fs");
const path = require("node:path");
const args = process.argv.slice(2).join(" ");
fs.appendFileSync(path.join(CLONE, "log"), path.basename(__filename) + " " + args + "\\n");`;

const locked = (await readFile(join(root, "Cargo.lock"), "utf8")).match(/name = "wasm-bindgen"\nversion = "(.+)"/)[1];

/** Programs that install by leaving files, as the real ones do. */
const INSTALLERS = {
  rustc: `${LOG}\nconsole.log(path.join(CLONE, "sysroot"));`,
  rustup: `${LOG}\nfs.mkdirSync(path.join(CLONE, "sysroot/lib/rustlib/wasm32-unknown-unknown/lib"), { recursive: true });`,
  npm: `${LOG}
const { packages } = JSON.parse(fs.readFileSync(path.join(CLONE, "package-lock.json"), "utf8"));
for (const [name, { version }] of Object.entries(packages)) {
  if (!name.includes("node_modules/")) continue;
  fs.mkdirSync(path.join(CLONE, name), { recursive: true });
  fs.writeFileSync(path.join(CLONE, name, "package.json"), JSON.stringify({ version }));
}`,
  cargo: `${LOG}
if (args.startsWith("install")) {
  const folder = path.join(CLONE, "target/tools/bin");
  fs.mkdirSync(folder, { recursive: true });
  for (const name of ["wasm-bindgen", "wasm-bindgen-test-runner"])
    fs.writeFileSync(path.join(folder, name), "#!${process.execPath}\\nconsole.log('" + name + " ${locked}')", { mode: 0o755 });
}
if (args.includes("build")) process.exit(101);`,
};

const FAIL = `${LOG}\nprocess.exit(7);`;

for (const script of ["scripts/start.mjs", "scripts/test.mjs", "scripts/lint.mjs", SET_UP]) {
  test(`${script} without Rust prints how to install it, without a stack`, async () => {
    const { run } = await freshClone();
    const { code, stdout, stderr } = await run(script);
    assert.equal(code, 1);
    assert.match(stdout, /^\[1\/\d\] Rust …$/m);
    assert.match(stderr, /^\[1\/\d\] Rust: failed after \d+\.\d s$/m);
    assert.match(stderr, /cargo was not found/);
    assert.match(stderr, /https:\/\/rustup\.rs/);
    assert.doesNotMatch(stderr, /^\s+at |ERR_/m);
    // What runs tests ends with their sum, whatever happened.
    const summed = /(test|lint)\.mjs$/.test(script);
    assert.equal(/\n0 passed, 1 failed\n$/.test(stdout), summed);
  });
}

test("set-up installs what is missing, once, and prints the result and the time of each step", async () => {
  const { run, log } = await freshClone(INSTALLERS);
  const first = await run(SET_UP, ["--no-browser"]);
  assert.deepEqual([first.code, first.stderr], [0, ""]);
  assert.match(first.stdout, /^\[1\/4\] Rust: done \(\d+\.\d s\)$/m);
  assert.match(first.stdout, /^\[2\/4\] npm packages of package-lock\.json: installed \(\d+\.\d s\)$/m);
  assert.match(first.stdout, /^\[3\/4\] Rust's target wasm32-unknown-unknown: added \(\d+\.\d s\)$/m);
  assert.match(first.stdout, /^\[4\/4\] wasm-bindgen of the locked version: installed \(\d+\.\d s\)$/m);
  const done = await log();
  assert.match(done, /^npm ci\b/m);
  assert.match(done, /^rustup target add wasm32-unknown-unknown$/m);
  assert.match(done, new RegExp(`^cargo install wasm-bindgen-cli --version ${locked} `, "m"));
  const second = await run(SET_UP, ["--no-browser"]);
  assert.equal(second.code, 0);
  assert.equal(second.stdout.match(/: already there \(/g).length, 3);
  assert.doesNotMatch((await log()).slice(done.length), /npm|rustup|install/);
});

const FAILURES = [
  [
    "the packages cannot be installed",
    { npm: FAIL },
    /^\[2\/8\] npm packages/m,
    /npm ci .*ended with code 7/,
    /network/,
  ],
  [
    "the toolchain cannot be installed",
    { cargo: FAIL },
    /^\[1\/8\] Rust/m,
    /cargo --version ended with code 7/,
    /rustup/,
  ],
  [
    "the target cannot be added",
    { rustup: FAIL },
    /^\[3\/8\] Rust's target/m,
    /rustup target .*ended with code 7/,
    /rustup/,
  ],
  ["the code does not compile", {}, /^\[5\/8\] WebAssembly/m, /cargo .* ended with code 101/, /C linker/],
];

for (const [name, programs, step, reason, help] of FAILURES) {
  test(`where ${name}, npm start prints which step failed, why, and what to do`, async () => {
    const { run } = await freshClone({ ...INSTALLERS, ...programs });
    const { code, stderr } = await run("scripts/start.mjs", ["--port", "0"]);
    assert.equal(code, 1);
    for (const pattern of [step, /: failed after \d+\.\d s$/m, reason, help]) assert.match(stderr, pattern);
    assert.doesNotMatch(stderr, /^\s+at |ERR_/m);
  });
}

test("for a toolchain without rustup and without the target, set-up prints what is missing", async () => {
  const { rustup: _, ...others } = INSTALLERS;
  const { run } = await freshClone(others);
  const { code, stderr } = await run("scripts/start.mjs");
  assert.equal(code, 1);
  assert.match(stderr, /rustup was not found\n.*Install the target/);
});

test("an invalid port is refused before anything is installed", async () => {
  const { run, log } = await freshClone(INSTALLERS);
  for (const port of ["x", "-1", "65536", "1.5"]) {
    const { code, stderr } = await run("scripts/start.mjs", [`--port=${port}`]);
    assert.equal(code, 1);
    assert.match(stderr, /from 0 to 65535/);
  }
  assert.equal(await log(), "");
});

/** Every run of continuous integration ends with a sum, whatever happened. */
const NOTHING_RUN = /\n0 passed, 1 failed\n$/;

for (const made of ["node_modules", "pkg", "target", "www/dist"]) {
  test(`continuous integration refuses to start where ${made} is there`, async () => {
    const { clone, runCi, log } = await freshClone(INSTALLERS);
    await mkdir(join(clone, made), { recursive: true });
    const { code, stdout, stderr } = await runCi();
    assert.equal(code, 1);
    assert.ok(stderr.includes(`${made} is there`), stderr);
    assert.match(stdout, NOTHING_RUN);
    assert.equal(await log(), "");
  });
}

test("continuous integration begins with npm start, and tests nothing where that ends before it serves", async () => {
  const { runCi, log } = await freshClone({ ...INSTALLERS, npm: LOG });
  const { code, stdout, stderr } = await runCi();
  assert.equal(code, 1);
  assert.match(stderr, /npm start ended with code 0 before it served the page/);
  assert.match(stdout, NOTHING_RUN);
  assert.equal(await log(), "npm start -- --port 0\n");
});
