/** A file of tests that leaves something open ends all the same, all its tests are counted, and it has failed. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { allSuites } from "../../scripts/test/suites.mjs";

const folder = await mkdtemp(join(tmpdir(), "attograph-left-open-"));
after(() => rm(folder, { recursive: true, force: true }));

const OPENS = `import { createServer } from "node:http";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
const open = async () => {
  await new Promise((listening) => createServer().listen(0, "127.0.0.1", listening));
  new Worker("setInterval(() => {}, 1000)", { eval: true });
};
for (let at = 0; at < 200; at += 1) test("passes " + at, () => {});
`;
const FILES = {
  "left-by-failed.test.mjs": `${OPENS}test("fails", async () => {
  await open();
  throw new Error("before it is closed");
});
`,
  "left-by-passed.test.mjs": `${OPENS}test("forgets", open);\n`,
};
for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);

const suites = await allSuites();

/** Runs a file as a suite does, and returns what it counts in its output. */
function runAs(name, file) {
  const { program, args, count } = suites.find((suite) => suite.name === name);
  const options = args.filter((arg) => !arg.endsWith(".test.mjs"));
  const env = { ...process.env, NO_COLOR: "1", ATTOGRAPH_LEFT_OPEN: "3000" };
  delete env.NODE_TEST_CONTEXT;
  const child = spawn(program, [...options, join(folder, file)], { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (data) => {
      output += data;
    });
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) => done({ code, ...count(output), output }));
  });
}

// At the same time: they do little but wait.
describe("what is left open", { concurrency: true }, () => {
  for (const name of ["package in Node", "page in Chromium"])
    for (const [file, passes] of [
      ["left-by-failed.test.mjs", 200],
      ["left-by-passed.test.mjs", 201],
    ])
      test(`${name}: ${file} ends, with all its tests counted`, async () => {
        const { code, passed, failed, output } = await runAs(name, file);
        assert.deepEqual([code, passed, failed], [1, passes, 1], output);
        assert.match(output, /The tests have left open: .*TCPServerWrap/);
      });
});
