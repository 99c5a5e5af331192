/** Homework files: what they hold, and that whatever is changed in them is noticed. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { AttographError, load } from "../../pkg/node.js";
import { homeworkFiles, rightAnswers } from "../shared/homework.mjs";
import { solutionOf } from "../shared/solution.mjs";

const lab = await load();
const exercise = lab.exercise("attention-steps", { seed: 11, difficulty: "medium" });
const file = await lab.homework(exercise, { ...rightAnswers(lab, exercise), "attention.output": ["1,5", "wrong"] });
const copy = () => JSON.parse(JSON.stringify(file));
const sha256 = (data) => createHash("sha256").update(data).digest("hex");

/** JSON with sorted keys, written here once more: for the seal of somebody who knows how it is made. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}
const resealed = ({ seal: _, ...rest }) => ({ ...rest, seal: sha256(canonical(rest)) });

test("a file holds a text for every cell, and the counts of the marks", () => {
  const lengths = exercise.asked.map(({ shape }) => shape.reduce((a, b) => a * b, 1));
  assert.deepEqual(
    Object.keys(file.answers),
    exercise.asked.map(({ step }) => step),
  );
  assert.deepEqual(
    Object.values(file.answers).map(({ length }) => length),
    lengths,
  );
  assert.deepEqual(file.answers["attention.output"].slice(0, 3), ["1,5", "wrong", ""]);
  assert.equal(file.version, lab.engine.version);
  assert.deepEqual([file.exercise, file.seed, file.difficulty], ["attention-steps", 11, "medium"]);
  const marked = lab.mark(exercise, file.answers);
  const counts = {};
  for (const { kind } of marked.steps.flatMap(({ cells }) => cells)) counts[kind] = (counts[kind] ?? 0) + 1;
  assert.equal(file.marks.cells.unreadable, 1);
  for (const [kind, count] of Object.entries(file.marks.cells)) assert.equal(count, counts[kind] ?? 0, kind);
  assert.equal(file.marks.complete, false);
});

test("both hashes can be computed without the library", () => {
  const { steps } = solutionOf(lab, exercise);
  const bytes = steps.flatMap(({ data }) => [...new Uint8Array(data.buffer, data.byteOffset, data.byteLength)]);
  assert.equal(file.trace, sha256(Uint8Array.from(bytes)));
  assert.equal(resealed(file).seal, file.seal);
});

test("a file verifies, also after other tools rewrote it", async () => {
  assert.deepEqual(await lab.verify(file), { verdict: "verified", homework: file });
  const turned = Object.fromEntries(Object.entries(copy()).reverse());
  turned.answers = Object.fromEntries(Object.entries(turned.answers).reverse());
  assert.equal((await lab.verify(turned)).verdict, "verified");
});

/** The file with other counts of marks, or another text in a cell. */
const counted = (marks) => ({ ...file, marks: { ...file.marks, ...marks } });
const answered = (step, change) => ({ ...file, answers: { ...file.answers, [step]: change(file.answers[step]) } });
const without = (name, { [name]: _, ...rest }) => rest;

const changes = {
  "another answer": answered("attention.scores", ([, ...others]) => ["0", ...others]),
  "the same answer written otherwise": answered("attention.scores", ([first, ...others]) => [`${first}0`, ...others]),
  "an empty answer taken out": answered("attention.output", (texts) => texts.slice(0, -1)),
  "a step taken out": { ...file, answers: without("attention.output", file.answers) },
  "another seed": { ...file, seed: file.seed + 1 },
  "another difficulty": { ...file, difficulty: "hard" },
  "a better count": counted({ cells: { ...file.marks.cells, right: file.marks.cells.right + 1 } }),
  "another misconception": counted({ misconceptions: ["no-scale"] }),
  "complete after all": counted({ complete: true }),
  "another trace": { ...file, trace: file.trace.replace(/.$/, (digit) => (digit === "0" ? "1" : "0")) },
  "another seal": { ...file, seal: file.seal.toUpperCase() },
  "another version": { ...file, version: "0.0.1" },
  "a number for a version": { ...file, version: 1 },
  "one field more": { ...file, grade: "A" },
  "no marks": without("marks", file),
  "no version": without("version", file),
  "no seal": without("seal", file),
};
for (const [what, changed] of Object.entries(changes)) {
  test(`flagged: ${what}`, async () => {
    const { verdict, fields } = await lab.verify(changed);
    assert.equal(verdict, "altered");
    assert.ok(fields.includes("seal"));
  });
}

test("with a new seal, changed marks and traces are flagged, and other answers with their marks verify", async () => {
  const better = copy();
  better.marks.cells.right += 1;
  better.marks.cells.unreadable -= 1;
  assert.deepEqual((await lab.verify(resealed(better))).fields, ["marks"]);
  const seeded = resealed({ ...copy(), seed: 12 });
  assert.ok((await lab.verify(seeded)).fields.includes("trace"));
  const forged = await lab.homework(exercise, rightAnswers(lab, exercise));
  assert.equal((await lab.verify(forged)).verdict, "verified");
});

test("a file on own inputs holds them, and verifies with them alone", async () => {
  const own = {
    value: [
      [1, -0],
      [0.5, 3],
    ],
  };
  const given = lab.exercise("attention-steps", { seed: 11, own });
  const handed = JSON.parse(JSON.stringify(await lab.homework(given, rightAnswers(lab, given), { name: "Kim" })));
  assert.deepEqual(handed.own, { value: { shape: [2, 2], data: [1, 0, 0.5, 3] } });
  assert.equal(handed.marks.complete, true);
  assert.equal((await lab.verify(handed)).verdict, "verified");
  const other = resealed({ ...handed, own: { value: { shape: [2, 2], data: [1, 0, 0.5, 4] } } });
  assert.ok((await lab.verify(other)).fields.includes("trace"));
  assert.equal((await lab.verify(resealed(without("own", handed)))).verdict, "altered");
  const refused = await lab.verify(resealed({ ...handed, own: { mask: [[1]] } }));
  assert.deepEqual([refused.verdict, refused.code], ["unreadable", "unknown-input"]);
});

test("a file of another version verifies if its trace is the same, and is other-version otherwise", async () => {
  const other = resealed({ ...copy(), version: "0.0.1" });
  assert.equal((await lab.verify(other)).verdict, "verified");
  const differing = resealed({ ...other, trace: sha256("something else") });
  const { verdict, fields } = await lab.verify(differing);
  assert.deepEqual([verdict, fields], ["other-version", ["trace"]]);
});

test("an additional field of any name is flagged, also with a new seal", async () => {
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "grade"]) {
    for (const value of [{}, [], null, 1, "x", { a: 1 }]) {
      const more = resealed(JSON.parse(JSON.stringify(file).replace("{", `{"${name}":${JSON.stringify(value)},`)));
      const { verdict, fields } = await lab.verify(more);
      assert.deepEqual([verdict, fields], ["altered", [name]]);
    }
  }
});

test("a file that is nested too deeply is unreadable, at every depth", async () => {
  for (const depth of [17, 100, 1000, 2000, 2500, 3000, 3500, 4000, 6000, 8000, 50_000]) {
    const deep = JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);
    for (const strange of [{ ...copy(), more: deep }, { ...copy(), trace: deep }, deep]) {
      const { verdict, code, reason } = await lab.verify(strange);
      assert.deepEqual([verdict, code], ["unreadable", "unreadable"], `${depth}`);
      assert.match(reason, /nested more than 16 levels deep/);
    }
  }
  const shallow = JSON.parse(`${"[".repeat(10)}${"]".repeat(10)}`);
  assert.deepEqual((await lab.verify(resealed({ ...copy(), more: shallow }))).fields, ["more"]);
});

test("a file may have a name, which its seal holds", async () => {
  const named = await lab.homework(exercise, {}, { name: "Kim" });
  assert.equal(named.name, "Kim");
  assert.equal("name" in (await lab.homework(exercise, {})), false);
  assert.deepEqual(await lab.verify(named), { verdict: "verified", homework: named });
  assert.deepEqual((await lab.verify({ ...named, name: "Lee" })).fields, ["seal"]);
  const { name: _, ...nameless } = named;
  assert.deepEqual((await lab.verify(nameless)).fields, ["seal"]);
  for (const name of ["", " ", "x".repeat(201), 5, null]) {
    await assert.rejects(lab.homework(exercise, {}, { name }), { code: "wrong-type" });
    assert.equal((await lab.verify({ ...named, name })).verdict, "unreadable");
  }
  await assert.rejects(lab.homework(exercise, {}, null), { code: "wrong-type" });
});

test("what is no homework is unreadable, with a code", async () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const cyclic = {};
  cyclic.self = cyclic;
  const deep = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`);
  const strangers = [undefined, null, 7, "text", [], {}, 10n, Symbol("x"), () => {}, cyclic, revoked.proxy];
  for (const stranger of [
    ...strangers,
    { ...copy(), seed: "11" },
    { ...copy(), answers: [] },
    { ...copy(), exercise: "x" },
    { ...copy(), exercise: "causal-attention-steps" },
    { ...copy(), difficulty: "easy" },
  ]) {
    const found = await lab.verify(stranger);
    assert.equal(found.verdict, "unreadable");
    assert.match(found.code, /^[a-z-]+$/);
    assert.ok(found.reason.length > 10);
  }
  assert.notEqual((await lab.verify({ ...copy(), marks: deep })).verdict, "verified");
});

test("homework rejects with the errors of marking", async () => {
  await assert.rejects(lab.homework(exercise, { none: [] }), { name: "AttographError", code: "unknown-step" });
  await assert.rejects(lab.homework({ ...exercise, id: "x" }, {}), { code: "unknown-exercise" });
  await assert.rejects(lab.homework(null, {}), (error) => error instanceof AttographError);
});

test("without a hash function there is an error, and no verdict on a file", async (t) => {
  const { crypto } = globalThis;
  Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
  t.after(() => Object.defineProperty(globalThis, "crypto", { value: crypto, configurable: true }));
  await assert.rejects(lab.homework(exercise, {}), { code: "insecure-context" });
  await assert.rejects(lab.verify(copy()), { code: "insecure-context" });
});

test("files of many students differ and verify", async () => {
  const files = await homeworkFiles(lab, 60, 1);
  assert.equal(new Set(files).size, files.length);
  for (const text of files) assert.equal((await lab.verify(JSON.parse(text))).verdict, "verified", text);
});
