import { spawn } from "node:child_process";
import { root } from "../build/paths.mjs";

/** The last line of every run. */
const sum = (passed, failed) => `${passed} passed, ${failed} failed`;

/** The last line where nothing could be run. */
export const NOTHING_RUN = sum(0, 1);

const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(0)} s`;

/** Runs one suite; shows its output while it runs, or, with `quiet`, only returns it: `{ output, ok }`, the latter whether it succeeded. */
function runSuite({ program, args, env: own }, quiet) {
  return new Promise((done) => {
    const env = { ...process.env, NO_COLOR: "1", CARGO_TERM_COLOR: "never", ...own };
    // Node marks its own test children with this; a suite started from here is not one.
    delete env.NODE_TEST_CONTEXT;
    const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const show = (stream) => (data) => {
      output += data;
      if (!quiet) stream.write(data);
    };
    child.stdout.setEncoding("utf8").on("data", show(process.stdout));
    child.stderr.setEncoding("utf8").on("data", show(process.stderr));
    child.once("error", (problem) => done({ output: `${output}${problem.message}\n`, ok: false }));
    child.once("close", (code) => done({ output, ok: code === 0 }));
  });
}

/** How many lines of the output of a failed suite are shown once more at the end: every runner names there what failed, and why. */
const LINES_OF_A_FAILURE = 60;

/** The last lines of the output of a suite that failed. */
const endOf = (output) => output.trimEnd().split("\n").slice(-LINES_OF_A_FAILURE).join("\n");

/** The end of a suite: a promise, and the function that fulfills it. */
function openEnd() {
  let resolve;
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/**
 * Runs all suites and continues after a failure: those with the same `lane` one after another, the lanes at the same time, which prints the output of each
 * suite in one piece at its end; `passed` of a suite is called where nothing in it failed. A suite waits for the one of another lane that it names as `after`, if that is among them. Prints what failed once more, so
 * that it is found in the end of a long record, and the sum on its own line.
 * Returns whether all succeeded: a suite whose program fails or that counts no tests is a failure even when no single test failed.
 */
export async function runSuites(suites) {
  const failing = [];
  let passed = 0;
  let failed = 0;
  const lanes = [...new Set(suites.map(({ lane }) => lane))];
  const quiet = lanes.length > 1;
  const ends = new Map(suites.map(({ name }) => [name, openEnd()]));
  const runLane = async (lane) => {
    for (const suite of suites.filter((other) => other.lane === lane)) {
      await ends.get(suite.after)?.promise;
      const start = performance.now();
      console.log(quiet ? `    ${suite.name} …` : `\n=== ${suite.name}`);
      const { output, ok } = await runSuite(suite, quiet);
      const counted = suite.count(output, ok);
      const empty = counted.passed + counted.failed === 0;
      const failures = Math.max(counted.failed, ok && !empty ? 0 : 1);
      passed += counted.passed;
      failed += failures;
      if (failures > 0) failing.push({ name: suite.name, end: endOf(output) });
      else await suite.passed?.();
      if (quiet) console.log(`\n=== ${suite.name}\n${output}`);
      console.log(`=== ${suite.name}: ${sum(counted.passed, failures)} (${seconds(start)})`);
      ends.get(suite.name).resolve();
    }
  };
  await Promise.all(lanes.map(runLane));
  if (quiet) for (const { name, end } of failing) console.log(`\n=== ${name}, its last lines once more\n${end}`);
  if (failing.length > 0) console.log(`\nFailing: ${failing.map(({ name }) => name).join(", ")}`);
  console.log(`\n${sum(passed, failed)}`);
  return failed === 0;
}
