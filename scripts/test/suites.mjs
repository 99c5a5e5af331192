import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { at } from "../build/paths.mjs";
import { cargoArguments, FAST_FEATURE, variants } from "../build/wasm.mjs";
import { countCargo, countNode, countOne, countVitest } from "./count.mjs";

const tsc = at("node_modules/typescript/bin/tsc");

// Suites of the compiler and suites of Node run at the same time: most of the latter use one core or wait for a browser.
const node = (...args) => ({ lane: "node", program: process.execPath, args });
const cargo = (...args) => ({ lane: "cargo", program: "cargo", args });

/** The prerequisite of every other suite of Node. */
export const building = [{ name: "build", ...node(at("scripts/build.mjs"), "--page"), count: countOne }];

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

/** The tests that run in a browser from within Rust, for one of the two variants; those of the f64 library only with the instructions of its file. */
function wasmTests(variant) {
  const runner = JSON.stringify([process.execPath, at("scripts/test/wasm-runner.mjs")]);
  const suite = wasmCargo(variant, "test", [
    "--test",
    "wasm",
    ...(variant.hasLibrary ? [] : ["--", "--skip", "f64_library"]),
  ]);
  const args = ["--config", `target.wasm32-unknown-unknown.runner=${runner}`, ...suite.args];
  return { name: `wasm in Chromium, ${variant.name}`, ...suite, args, count: countCargo };
}

/** The test files of a folder, run by Node, `atOnce` of them at the same time. */
async function nodeTests(name, folder, atOnce = 1) {
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
  return [{ name, ...node(...options, ...paths), count: countNode }];
}

/** Every suite, in the order in which each lane runs. */
export async function allSuites() {
  return [
    ...lints,
    { name: "native", ...cargo("test", "--locked", "--features", "gpu", "--no-fail-fast"), count: countCargo },
    ...variants.map(wasmTests),
    ...(await nodeTests("scripts", "pkg-tests/scripts")),
    {
      name: "page, units",
      lane: "node",
      program: "npm",
      args: ["run", "test", "--workspace", "www"],
      count: countVitest,
    },
    ...(await nodeTests("page in Chromium", "pkg-tests/page")),
    ...(await nodeTests("package in Chromium", "pkg-tests/browser")),
    ...(await nodeTests("package in Node", "pkg-tests/npm", 2)),
    // It compares with the numbers that the native tests write.
    ...(await nodeTests("native code and WebAssembly", "pkg-tests/bits")).map((suite) => ({
      ...suite,
      after: "native",
    })),
  ];
}
