import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { at } from "../build/paths.mjs";
import { cargoArguments, FAST_FEATURE, variants } from "../build/wasm.mjs";
import { countCargo, countNode, countOne, countVitest } from "./count.mjs";

const tsc = at("node_modules/typescript/bin/tsc");

// The suites of the compiler, of the page and of the package run at the same time: a browser's tests wait more than they compute.
const node = (...args) => ({ lane: "page", program: process.execPath, args });
const cargo = (...args) => ({ lane: "cargo", program: "cargo", args });

const BUILD = "build";

/** The prerequisite of every suite that uses the package or the WebAssembly files. */
export const building = [{ name: BUILD, ...node(at("scripts/build.mjs"), "--page"), count: countOne }];

/** Quick checks of the sources. */
export const lints = [
  { name: "rustfmt", ...cargo("fmt", "--check"), count: countOne },
  {
    name: "clippy",
    ...cargo("clippy", "--all-targets", "--features", "gpu", "--locked", "--", "-D", "warnings"),
    count: countOne,
  },
  { name: "clippy, wasm", ...wasmCargo(variants[0], "clippy", ["--lib", "--", "-D", "warnings"]), count: countOne },
  {
    name: "clippy, fast engine",
    ...wasmCargo(variants[0], "clippy", ["--lib", ...FAST_FEATURE, "--", "-D", "warnings"]),
    count: countOne,
  },
  { name: "rustdoc", ...cargo("doc", "--no-deps", "--lib", "--features", "gpu", "--locked"), count: countOne },
  { name: "biome", ...node(at("node_modules/@biomejs/biome/bin/biome"), "ci"), count: countOne },
  { name: "tsc, package", ...node(tsc, "--noEmit", "-p", at("src/js")), count: countOne },
  { name: "tsc, page", ...node(tsc, "--noEmit", "-p", at("www")), count: countOne },
];

/** Cargo for one of the two WebAssembly files, in the folder where it was built. */
function wasmCargo(variant, command, rest) {
  return cargo(...cargoArguments(variant, command, rest));
}

/**
 * The tests that run in a browser from within Rust, for one of the two variants; those of the f64 library only with the instructions of its file. With the
 * features of the fast engine they use the crate that the build has compiled.
 */
function wasmTests(variant) {
  const runner = JSON.stringify([process.execPath, at("scripts/test/wasm-runner.mjs")]);
  const suite = wasmCargo(variant, "test", [
    ...FAST_FEATURE,
    "--test",
    "wasm",
    ...(variant.hasLibrary ? [] : ["--", "--skip", "f64_library"]),
  ]);
  const args = ["--config", `target.wasm32-unknown-unknown.runner=${runner}`, ...suite.args];
  return { name: `wasm in Chromium, ${variant.name}`, ...suite, args, after: BUILD, count: countCargo };
}

/** The test files of a folder, run by Node in a lane, `atOnce` of them at the same time. */
async function nodeTests(name, lane, folder, atOnce = 1) {
  if (!existsSync(at(folder))) return [];
  const files = (await readdir(at(folder))).filter((file) => file.endsWith(".test.mjs")).sort();
  const paths = files.map((file) => at(folder, file));
  // Several browsers at once would disturb each other's measurements. A failed test may leave a browser open: exit anyway.
  const options = [
    "--test",
    "--test-reporter=spec",
    `--test-concurrency=${atOnce}`,
    "--test-force-exit",
    "--test-timeout=300000",
  ];
  return [{ name, ...node(...options, ...paths), lane, after: BUILD, count: countNode }];
}

/** Every suite, in the order in which each lane runs. */
export async function allSuites() {
  return [
    ...lints,
    { name: "native", ...cargo("test", "--locked", "--features", "gpu", "--no-fail-fast"), count: countCargo },
    ...variants.map(wasmTests),
    {
      name: "page, units",
      lane: "page",
      program: "npm",
      args: ["run", "test", "--workspace", "www"],
      count: countVitest,
    },
    ...(await nodeTests("page in Chromium", "page", "pkg-tests/page")),
    ...(await nodeTests("scripts", "package", "pkg-tests/scripts")),
    ...(await nodeTests("package in Node", "package", "pkg-tests/npm", 2)),
    ...(await nodeTests("package in Chromium", "package", "pkg-tests/browser")),
    // It compares with the numbers that the native tests write.
    ...(await nodeTests("native code and WebAssembly", "package", "pkg-tests/bits")).map((suite) => ({
      ...suite,
      after: "native",
    })),
  ];
}
