import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { at } from "../build/paths.mjs";
import { cargoArguments, FAST_FEATURE, libraryBuild, variants } from "../build/wasm.mjs";
import { countCargo, countNode, countOne, countVitest } from "./count.mjs";
import { areKernelsTested, recordKernels } from "./gpu-record.mjs";

const tsc = at("node_modules/typescript/bin/tsc");

// The suites of the compiler, of the page and of the package run at the same time, each in a lane of about the same length: a browser's tests wait as well as
// compute, and the compiler often has work for one core only.
const node = (...args) => ({ lane: "package", program: process.execPath, args });
const cargo = (...args) => ({ lane: "cargo", program: "cargo", args });

const BUILD = "build";

/** The prerequisite of every suite that uses the package or the WebAssembly files. */
export const building = [{ name: BUILD, ...node(at("scripts/build.mjs"), "--page"), lane: "page", count: countOne }];

/** Clippy, and rustdoc for the library, in the place of the compiler: both use the dependencies that a build or a test has compiled. */
const LINTING = `build.rustc-workspace-wrapper=${JSON.stringify(at("scripts/test/rust-lints.mjs"))}`;

const rustfmt = { name: "rustfmt", ...cargo("fmt", "--check"), count: countOne };

/** The features of the native code: the kernels for the graphics processor where they are tested natively. */
async function nativeFeatures() {
  const hasKernels = process.env.ATTOGRAPH_LONG || !(await areKernelsTested());
  return hasKernels ? ["--features", "gpu"] : [];
}

/** Clippy and rustdoc on the native code, without compiling it. */
function nativeLints(features) {
  const library = ["--package", "attograph", "--lib", "--crate-type", "rlib"];
  return [
    {
      name: "clippy and rustdoc",
      ...cargo("--config", LINTING, "rustc", ...library, ...features, "--locked"),
      env: { ATTOGRAPH_RUSTDOC: at("target/doc") },
      count: countOne,
    },
    {
      name: "clippy, tests and examples",
      ...cargo("--config", LINTING, "build", "--tests", "--examples", ...features, "--locked"),
      count: countOne,
    },
  ];
}

/** The native tests, as clippy has compiled them. */
function nativeTests(features) {
  const hasKernels = features.length > 0;
  return {
    name: hasKernels
      ? "native with kernels for the graphics processor, clippy and rustdoc"
      : "native, clippy and rustdoc",
    ...cargo("--config", LINTING, "test", "--locked", ...features, "--no-fail-fast"),
    env: { ATTOGRAPH_COMPILED: "1", ATTOGRAPH_RUSTDOC: at("target/doc") },
    count: countCargo,
    ...(hasKernels && { passed: recordKernels }),
  };
}

/** Quick checks of the other sources, which need no build of the WebAssembly files, or only its types. */
const scriptLints = [
  { name: "biome", ...node(at("node_modules/@biomejs/biome/bin/biome"), "ci"), count: countOne },
  { name: "tsc, package", ...node(tsc, "--noEmit", "-p", at("src/js")), after: BUILD, count: countOne },
  { name: "tsc, page", ...node(tsc, "--noEmit", "-p", at("www")), after: BUILD, count: countOne },
];

/** Clippy on what is only in a WebAssembly file: the bindings of the library, and those of the fast engine. */
const wasmLints = [
  wasmLint("clippy, wasm", libraryBuild, []),
  // With rustdoc, which reads the documentation of the kernels for the graphics processor here.
  { ...wasmLint("clippy, fast engine", variants[0], FAST_FEATURE), env: { ATTOGRAPH_RUSTDOC: at("target/doc-fast") } },
];

/** Quick checks of the sources. */
export const lints = async () => [rustfmt, ...nativeLints(await nativeFeatures()), ...scriptLints, ...wasmLints];

/**
 * Clippy on the crate with some features as WebAssembly. The crate types are those of the build, on which it depends how Cargo has dependencies compiled; a
 * setting that no build has tells Cargo that the crate is yet to be examined.
 */
function wasmLint(name, build, features) {
  const settings = [LINTING, "profile.release.package.attograph.debug=1"];
  return {
    name,
    ...wasmCargo(build, "build", ["--package", "attograph", "--lib", ...features], settings),
    after: BUILD,
    count: countOne,
  };
}

/** Cargo for one of the WebAssembly files, in the folder where it was built. */
function wasmCargo(build, command, rest, settings) {
  return cargo(...cargoArguments(build, command, rest, settings));
}

/**
 * The tests that run in a browser from within Rust, for one of the two variants; those of the f64 library only with the instructions of its file. With the
 * features of the fast engine they use the crate that the build has compiled.
 */
function wasmTests(variant) {
  const runner = JSON.stringify([process.execPath, at("scripts/test/wasm-runner.mjs")]);
  const tests = [
    "--package",
    "attograph-tests",
    "--test",
    "wasm",
    ...(variant.hasLibrary ? [] : ["--", "--skip", "f64_library"]),
  ];
  return {
    name: `wasm in Chromium, ${variant.name}`,
    ...wasmCargo(variant, "test", [...FAST_FEATURE, ...tests], [`target.wasm32-unknown-unknown.runner=${runner}`]),
    after: BUILD,
    count: countCargo,
  };
}

/** When a test, or a file of tests, is ended: for what never comes. A file takes minutes on a machine that is slow and busy. */
const NEVER_COMES = 15 * 60 * 1000;

/** The paths of the test files of a folder. */
async function testFiles(folder) {
  if (!existsSync(at(folder))) return [];
  const names = (await readdir(at(folder))).filter((file) => file.endsWith(".test.mjs")).sort();
  return names.map((name) => at(folder, name));
}

/** A suite of files of tests; none, if there are none. `only` is the suite with those files whose names contain a word, which visit places with another. */
function nodeSuite(name, lane, paths, args) {
  if (paths.length === 0) return [];
  const only = (word, place) => {
    const named = paths.filter((path) => basename(path).includes(word));
    return nodeSuite(name, lane, named, args).map((suite) => ({ ...suite, env: { ATTOGRAPH_PLACES: place } }));
  };
  return [{ name, ...node(...args, ...paths), lane, after: BUILD, count: countNode, only }];
}

/** The test files of a folder, run by Node in a lane, each in a process of its own, `atOnce` of them at the same time. */
async function nodeTests(name, lane, folder, atOnce = 1) {
  const options = [
    "--test",
    // A failed test may leave a browser open.
    `--import=${pathToFileURL(at("scripts/test/end-left-open.mjs"))}`,
    "--test-reporter=spec",
    `--test-concurrency=${atOnce}`,
    `--test-timeout=${NEVER_COMES}`,
  ];
  return nodeSuite(name, lane, await testFiles(folder), options);
}

/** The test files of a folder, run in a lane in a few processes, each of which takes one file after another. */
const nodeTestsTogether = async (name, lane, folder, processes) =>
  nodeSuite(name, lane, await testFiles(folder), [at("scripts/test/together.mjs"), String(processes)]);

/** Every suite, in the order in which each lane runs. */
export async function allSuites() {
  const native = nativeTests(await nativeFeatures());
  return [
    rustfmt,
    native,
    ...scriptLints,
    ...variants.map(wasmTests),
    // After the tests, which use the crate that the build has compiled: Cargo takes it for changed once it was examined.
    ...wasmLints,
    ...(await nodeTestsTogether("page in Chromium", "page", "pkg-tests/page", 2)),
    {
      name: "page, units",
      lane: "package",
      program: "npm",
      args: ["run", "test", "--workspace", "www"],
      after: BUILD,
      count: countVitest,
      only(word) {
        return [{ ...this, args: [...this.args, "--", word] }];
      },
    },
    ...(await nodeTests("scripts", "package", "pkg-tests/scripts")),
    ...(await nodeTests("package in Node", "package", "pkg-tests/npm", 2)),
    ...(await nodeTests("package in Chromium", "package", "pkg-tests/browser")),
    ...(process.env.ATTOGRAPH_LONG
      ? await nodeTests("what is added to a copy of the tree", "package", "pkg-tests/toy")
      : []),
    // It compares with the numbers that the native tests write.
    ...(await nodeTests("native code and WebAssembly", "package", "pkg-tests/bits")).map((suite) => ({
      ...suite,
      after: native.name,
    })),
  ];
}
