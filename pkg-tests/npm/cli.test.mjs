/** `npx attograph verify`, from the packed package. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { load } from "../../pkg/node.js";
import { rightAnswers } from "../shared/homework.mjs";
import { installPacked } from "../shared/packed.mjs";

const lab = await load();
let consumer;
before(async () => {
  consumer = await installPacked();
});
after(() => consumer?.close());

/** Runs the program as a shell would; answers its exit code and what it printed. */
function attograph(...args) {
  return new Promise((done) => {
    const options = { cwd: consumer.folder };
    execFile("npx", ["--no-install", "attograph", ...args], options, (problem, stdout, stderr) => {
      done({ code: problem?.code ?? 0, stdout, stderr });
    });
  });
}

const HEAD =
  "file,exercise,seed,difficulty,cells,right,follow-through,too-few-digits,wrong,empty,misconceptions,verdict,detail";

test("a table of files, one of each verdict", async () => {
  const exercise = lab.exercise("attention-steps", { seed: 3, difficulty: "easy" });
  const right = rightAnswers(lab, exercise);
  const done = await lab.homework(exercise, right);
  const begun = await lab.homework(exercise, { "attention.scores": right["attention.scores"].map(() => "99.5") });
  const unscaled = await lab.homework(exercise, { ...right, "attention.scaled": right["attention.scores"] });
  await mkdir(join(consumer.folder, "in"));
  const write = (name, content) => writeFile(join(consumer.folder, "in", name), content);
  await write("=1+1.json", JSON.stringify(done));
  await write("altered, by hand.json", JSON.stringify({ ...done, seed: 4 }));
  await write("begun.json", JSON.stringify(begun, null, 2));
  await write("no-scale.json", JSON.stringify(unscaled));
  await write("text.json", "not JSON");
  const { code, stdout } = await attograph("verify", "in", "in/absent.json");
  const [head, ...rows] = stdout.trimEnd().split("\r\n");
  assert.equal(code, 1);
  assert.equal(head, HEAD);
  assert.match(rows[0], /^in\/=1\+1\.json,attention-steps,3,easy,18,18,0,0,0,0,,verified,$/);
  assert.match(
    rows[1],
    /^"in\/altered, by hand\.json",attention-steps,4,easy,18,\d+,\d+,\d+,\d+,0,[^,]*,altered,trace( \w+)* seal$/,
  );
  assert.match(rows[2], /^in\/begun\.json,attention-steps,3,easy,18,0,0,0,4,14,,verified,$/);
  assert.match(rows[3], /^in\/no-scale\.json,attention-steps,3,easy,18,(\d+),\d+,0,[1-4],0,no-scale,verified,$/);
  assert.match(rows[4], /^in\/text\.json,{10},unreadable,/);
  assert.match(rows[5], /^in\/absent\.json,{10},unreadable,.*ENOENT/);
  assert.equal(rows.length, 6);
});

test("it ends with 0 when every file verifies, and runs no formula of a file's name", async () => {
  const exercise = lab.exercise("attention-steps", { seed: 5 });
  await writeFile(join(consumer.folder, "=1.json"), JSON.stringify(await lab.homework(exercise, {})));
  const { code, stdout } = await attograph("verify", "=1.json");
  assert.equal(code, 0);
  assert.match(stdout, /\r\n'=1\.json,attention-steps,5,easy,18,0,0,0,0,18,,verified,\r\n$/);
});

test("without files it says how it is used", async () => {
  for (const args of [[], ["verify"], ["check", "x.json"]]) {
    const { code, stdout, stderr } = await attograph(...args);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /^Usage: attograph verify/m);
  }
  const { code, stdout } = await attograph("--help");
  assert.equal(code, 0);
  assert.match(stdout, /no file can say/);
  await mkdir(join(consumer.folder, "empty"));
  assert.equal((await attograph("verify", "empty")).code, 2);
});

test("nothing else of the package loads the program", async () => {
  const names = (await readdir(consumer.installed)).filter((name) => name.endsWith(".js") && name !== "cli.js");
  for (const name of names)
    assert.doesNotMatch(await readFile(join(consumer.installed, name), "utf8"), /cli\.js/, name);
  const manifest = JSON.parse(await readFile(join(consumer.installed, "package.json"), "utf8"));
  assert.deepEqual(Object.values(manifest.bin), ["./cli.js"]);
  assert.ok(!JSON.stringify(manifest.exports).includes("cli.js"));
});
