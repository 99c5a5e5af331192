#!/usr/bin/env node
/**
 * Cargo starts this in place of the compiler for the crate itself: clippy examines each part of it, and rustdoc the library where ATTOGRAPH_RUSTDOC names a
 * folder for its pages. Both use the dependencies that a build has compiled; `cargo clippy` and `cargo doc` would compile all of them a second time.
 * With ATTOGRAPH_COMPILED, clippy compiles what it examines, which the tests then run: it is the compiler with more lints.
 */
import { spawnSync } from "node:child_process";

const [compiler, ...given] = process.argv.slice(2);

// Names files that Cargo opened for its children, which those of this program do not inherit.
const { CARGO_MAKEFLAGS: _, ...env } = process.env;

/** Runs a program in the place of this one; returns only where it succeeds. */
function follow(program, args) {
  const { error, signal, status } = spawnSync(program, args, { env, stdio: "inherit" });
  if (error) console.error(`${program}: ${error.message}`);
  if (error || signal || status !== 0) process.exit(status || 1);
}

/** The options that rustdoc shares with the compiler. */
function forRustdoc(args) {
  const kept = [];
  const pairs = new Set(["--crate-name", "--crate-type", "--cfg", "--check-cfg", "-L", "--extern", "--target"]);
  const alone = /^(--edition=|--(allow|warn|deny|forbid)=|--error-format=|--json=|.*\.rs$)/;
  for (const [at, arg] of args.entries()) {
    if (pairs.has(arg)) kept.push(arg, args[at + 1]);
    else if (!pairs.has(args[at - 1]) && alone.test(arg)) kept.push(arg);
  }
  return kept;
}

const after = (name) => given[given.indexOf(name) + 1];
const isTest = given.includes("--test");

// Cargo also asks for the compiler's version. Tests and examples need the library itself, with both of its crate types, of which Cargo keeps one file, whoever
// has made it; as WebAssembly nothing needs it here.
const isCompiled = Boolean(process.env.ATTOGRAPH_COMPILED);
const isNeeded = !isCompiled && !isTest && after("--crate-type") === "cdylib" && !given.includes("--target");
const isExamined = given.some((arg) => arg.startsWith("--emit=")) && !isNeeded;
if (!isExamined) follow(compiler, given);
else {
  // Else no machine code, and no file that a build would take for its own.
  const emitted = (arg) => (arg.startsWith("--emit=") && !isCompiled ? "--emit=dep-info,metadata" : arg);
  // The library's own tests are few and quick: to optimize what they test takes longer than to run them.
  const isLibrary = after("--crate-name") === "attograph";
  const quick = isTest && isLibrary ? ["-Copt-level=0"] : [];
  const args = [...given.map(emitted), ...quick];
  follow("clippy-driver", [compiler, ...args, "-D", "warnings"]);
  const folder = process.env.ATTOGRAPH_RUSTDOC;
  if (folder && isLibrary && !isTest) follow("rustdoc", [...forRustdoc(given), "--out-dir", folder]);
}
